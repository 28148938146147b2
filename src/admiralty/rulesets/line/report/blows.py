"""Which hit is which: from the dice of a salvo to single hits, so that PD and armour dice can name whom they met."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from admiralty.core.event import Event, Thrown
from admiralty.core.need import Need
from admiralty.core.show import Chip, Die, Throw
from admiralty.core.words import NOTHING, Text, say

from ..labels import MODS, gun_name
from ..state import SIDES, Hit, Line, Volley


class Blow(NamedTuple):
    """One hit. Its fields sort as L-34 engages hits."""

    less_damage: int
    less_penetration: int
    intercept: int
    target: int
    shooter: int
    gun: int
    attack: int

    def like(self, hit: Hit) -> bool:
        """Whether it is one of some counted hits."""
        mine = (-self.less_damage, -self.less_penetration, self.intercept, self.target)
        if mine != (hit.damage, hit.penetration, hit.intercept, hit.target):
            return False
        return hit.shooter < 0 or (self.shooter, self.gun) == (hit.shooter, hit.gun)


def thrown(events: Sequence[Event], why: str) -> Iterator[Thrown]:
    """The throws of one kind, in order."""
    return (event for event in events if isinstance(event, Thrown) and event.why == why)


def blows_of(volley: Volley, throw: Thrown) -> Iterator[Blow]:
    """The hits of one volley."""
    dice = iter(zip(throw.faces, throw.pool.needs(), strict=True))
    for shot in volley.shots:
        for attack in range(shot.attacks):
            face, need = next(dice)
            if face >= need.value:
                yield Blow(
                    -volley.damage,
                    -volley.penetration,
                    volley.intercept,
                    volley.target,
                    shot.shooter,
                    shot.gun,
                    attack,
                )


def told(need: Need, face: int, good: Text, bad: Text, label: Text = NOTHING) -> Die:
    """A d6 against its number, in the words of its purpose."""
    success = face >= need.value
    return Die(
        face,
        6,
        target=need.value,
        verdict="hit" if success else "miss",
        word=good if success else bad,
        remark=natural(need, face),
        label=label,
    )


def natural(need: Need, face: int) -> Text:
    """L-32: said where a natural 6 or 1 decides."""
    if face == 6 and need.unheld > 6 and need.value <= 6:
        return say("natural 6")
    return say("natural 1") if face == 1 and need.unheld <= 1 < need.value else NOTHING


def chips(needs: Sequence[Need]) -> tuple[Chip, ...]:
    """The modifiers of some dice, each once, with the dice it touched."""
    found: dict[tuple[str, int, str], list[int]] = {}
    for number, need in enumerate(needs):
        for mod in need.mods:
            found.setdefault((mod.name, mod.value, mod.rule), []).append(number)
    return tuple(
        Chip(value, MODS[name], rule, on=() if len(on) == len(needs) else tuple(on))
        for (name, value, rule), on in found.items()
    )


def throw_of(title: Text, side: str, dice: Iterable[Die], needs: Sequence[Need], text: Text = NOTHING) -> Throw:
    """Dice of one kind with the chips of their needs."""
    return Throw(title, SIDES.index(side), tuple(dice), chips(needs), start=needs[0].base, text=text)


def shooter_label(state: Line, blow: Blow) -> Text:
    """Whose hit it is."""
    entry = state.setting.roster[blow.shooter]
    return say("{ship}: {gun}", ship=entry.ship_id, gun=gun_name(entry.guns[blow.gun].type))
