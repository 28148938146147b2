"""Dice and chips of a throw, from the very needs the dice were read with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from admiralty.core.event import Thrown
from admiralty.core.need import Mod, Need
from admiralty.core.pool import Hits, Together
from admiralty.core.ruleset import Record
from admiralty.core.show import Chip, Die
from admiralty.core.words import NOTHING, Text, say

from ..tables import CEILING, DIE, FLOOR

REASONS: dict[str, Text] = {
    "old_odds": say("CAP outnumbers Strike 2:1"),
    "fatigue": say("CAP fatigued"),
    "afd": say("Advanced Fighter Design"),
    "nebula": say("Nebula"),
    "elite": say("Elite Pilots ★"),
    "outnumber": say("Outnumbers CAP 2:1"),
    "multi_wave": say("Firing at more than one wave"),
    "supply": say("Out of Ion-9 supply"),
    "old_crown": say("Conqueror's Crown"),
}
ABOUT: dict[str, Callable[[str], Text]] = {
    "pairing": lambda stack: say("{n}-on-1", n=stack),
    "veteran": lambda ship: say("Veteran crew, {ship}", ship=ship),
    "bridge": lambda ship: say("Bridge destroyed, {ship}", ship=ship),
}


def thrown(record: Record, why: str) -> Thrown | None:
    """A phase's throw of that name, if it made one."""
    return next((event for event in record.events if isinstance(event, Thrown) and event.why == why), None)


def needs_of(pool: Any) -> tuple[Need, ...]:
    """What each die of a to-hit throw needed, in the order of the dice."""
    if isinstance(pool, Together):
        return tuple(need for part in pool.pools for need in needs_of(part))
    return pool.needs() if isinstance(pool, Hits) else ()


def reason(mod: Mod) -> Text:
    """A modifier in the words of the sheet."""
    return ABOUT[mod.name](str(mod.about)) if mod.name in ABOUT else REASONS[mod.name]


def chips(needs: Sequence[Need], places: Sequence[int] = ()) -> tuple[Chip, ...]:
    """Every modifier of some dice once, with the dice that have it, and the limits that held their numbers.

    ``places``: where the dice stand in their throw, if silent slots stand between them.
    """
    found: dict[tuple[int, Text, str], list[int]] = {}
    for place, need in zip(places or range(len(needs)), needs, strict=True):
        for mod in need.mods:
            found.setdefault((mod.value, reason(mod), mod.rule), []).append(place)
        if need.held:
            found.setdefault((0, held_at(need), "W-11"), []).append(place)
    made = [
        Chip(value, why, rule, on=() if len(on) == len(needs) else tuple(on))
        for (value, why, rule), on in found.items()
    ]
    return tuple(sorted(made, key=lambda chip: (chip.value == 0, len(chip.on))))


def held_at(need: Need) -> Text:
    return say("held at {number}", number=need.value)


def remark(face: int, need: Need) -> Text:
    """What a reader must know of a die beside its number: a limit that held, a natural 1 or 10 that decides. W-12."""
    if face == DIE and need.unheld > CEILING:
        return say("natural 10")
    if face == 1 and need.unheld < FLOOR:
        return say("natural 1")
    return held_at(need) if need.held else NOTHING


def to_hit(face: int, need: Need, *, star: bool = False, label: Text = NOTHING, own_base: bool = False) -> Die:
    """A to-hit die."""
    return Die(
        face,
        DIE,
        target=need.value,
        start=need.base if own_base else None,
        verdict="hit" if face >= need.value else "miss",
        remark=remark(face, need),
        star=star,
        label=label,
    )
