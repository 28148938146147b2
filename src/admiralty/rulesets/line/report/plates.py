"""Armour dice as a step: T6, L-36."""

from __future__ import annotations

from collections.abc import Sequence

from admiralty.core.ruleset import Record
from admiralty.core.show import Step, Throw
from admiralty.core.words import Text, count, say

from ..defence import effective_armour, faced
from ..state import Hit, Line
from .blows import Blow, shooter_label, throw_of, thrown, told
from .moves import chapter
from .scene import panel
from .shots import anchor


def armour(record: Record, blows: list[Blow]) -> tuple[Step | None, list[Blow]]:
    """The armour dice against what is left, and the hits that go through."""
    state: Line = record.before
    if not blows:
        return None, blows
    dice, throws, lines, left = thrown(record.events, "armour"), [], [], list(blows)
    through: list[Blow] = []
    for pool in state.salvos[0].pools:
        for hit in faced(state, pool):
            mine = [blow for blow in left if blow.like(hit)]
            left = [blow for blow in left if not blow.like(hit)]
            if effective_armour(state.ships[hit.target].armour, hit.penetration) and _rolled(state):
                throws.append(_plate(state, hit, mine, next(dice)))
                through += [blow for blow, die in zip(mine, throws[-1].dice, strict=True) if die.verdict == "miss"]
            else:
                through += mine
                lines.append(_unrolled(state, hit))
    step = Step(
        anchor=anchor(state, "armour"),
        chapter=chapter(state.turn),
        title=say("Armour"),
        summary=_armour_summary(throws),
        throws=tuple(throws),
        result=(_stopped(throws), *lines),
        panel=panel(record.after),
    )
    return step, through


def _rolled(state: Line) -> bool:
    return state.setting.house.armour_mode == "save"


def _armour_summary(throws: Sequence[Throw]) -> Text:
    return count("{n} hit stopped", "{n} hits stopped", _how_many_stopped(throws))


def _stopped(throws: Sequence[Throw]) -> Text:
    return count("Armour stops {n} hit.", "Armour stops {n} hits.", _how_many_stopped(throws))


def _how_many_stopped(throws: Sequence[Throw]) -> int:
    return sum(die.verdict == "hit" for throw in throws for die in throw.dice)


def _plate(state: Line, hit: Hit, blows: Sequence[Blow], throw: object) -> Throw:
    entry, plate = state.setting.roster[hit.target], state.ships[hit.target].armour
    needs = throw.pool.needs()  # type: ignore[attr-defined]
    dice = (
        told(need, face, say("stopped by armour"), say("goes through"), shooter_label(state, blow))
        for need, face, blow in zip(needs, throw.faces, blows, strict=True)  # type: ignore[attr-defined]
    )
    text = say(
        "armour {armour} − penetration {penetration} = {effective}",
        armour=plate,
        penetration=hit.penetration,
        effective=effective_armour(plate, hit.penetration),
    )
    return throw_of(say("Armour: {ship}", ship=entry.ship_id), entry.side, dice, needs, text)


def _unrolled(state: Line, hit: Hit) -> Text:
    """Hits against which nothing is rolled."""
    ship, plate = state.setting.roster[hit.target].ship_id, state.ships[hit.target].armour
    effective = effective_armour(plate, hit.penetration)
    if effective:
        return count(
            "{ship}: armour takes {effective} off the damage of {n} hit.",
            "{ship}: armour takes {effective} off the damage of {n} hits each.",
            hit.count,
            ship=ship,
            effective=effective,
        )
    return count(
        "{ship}: armour {armour} − penetration {penetration}, effective 0, no roll for {n} hit.",
        "{ship}: armour {armour} − penetration {penetration}, effective 0, no roll for {n} hits.",
        hit.count,
        ship=ship,
        armour=plate,
        penetration=hit.penetration,
    )
