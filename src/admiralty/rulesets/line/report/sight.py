"""Who sees whom, and what every signature is made of, as a step: T4."""

from __future__ import annotations

from collections.abc import Iterator

from admiralty.core.show import Link, Step
from admiralty.core.words import Text, count, say

from ..seeing import distance, own_signature, seen_by, signatures, spots
from ..state import ACTIVE, ENEMY, SIDES, Line, active
from .moves import chapter
from .scene import panel, strip


def sight(state: Line) -> Step:
    """T4: who sees whom, with every number: those who do as links, those who do not as sentences."""
    roster = state.setting.roster
    seen = {number: seen_by(state, number) for side in SIDES for number in active(state, side)}
    pairs = [(n, other) for n in seen for other in active(state, ENEMY[roster[n].side])]
    links = tuple(_link(state, number, target) for number, target in pairs if target in seen[number])
    hidden = tuple(_not_seen(state, number, target) for number, target in pairs if target not in seen[number])
    return Step(
        anchor=f"t{state.turn}-sight",
        chapter=chapter(state.turn),
        title=say("Sight"),
        summary=count("{n} sighting", "{n} sightings", len(links)),
        lead=tuple(_signature_parts(state)),
        result=(_sightings(len(links), len(pairs)), *hidden),
        panel=panel(state),
        strip=strip(state, None, links, reach=True),
    )


def _sightings(seen: int, pairs: int) -> Text:
    if seen == pairs:
        return count(
            "Everybody sees every enemy: {n} pair of watcher and target.",
            "Everybody sees every enemy: {n} pairs of watcher and target.",
            pairs,
        )
    return count(
        "Seen: {n} pair of watcher and target out of {pairs}.",
        "Seen: {n} pairs of watcher and target out of {pairs}.",
        seen,
        pairs=pairs,
    )


def _numbers(state: Line, number: int, target: int) -> dict[str, int]:
    ships, signature = state.ships, signatures(state)[target]
    return {
        "distance": distance(ships[number], ships[target]),
        "sensors": ships[number].sensors,
        "signature": signature,
        "reach": ships[number].sensors + signature,
    }


def _link(state: Line, number: int, target: int) -> Link:
    """A1→B1: ``distance 15 ≤ sensors 10 + signature 7 = 17``."""
    roster, ships = state.setting.roster, state.ships
    if spots(ships[number], ships[target], signatures(state)[target]):
        text = say(
            "distance {distance} ≤ sensors {sensors} + signature {signature} = {reach}",
            **_numbers(state, number, target),
        )
    else:
        text = say("through another ship of its side")
    return Link(roster[number].ship_id, roster[target].ship_id, "sees", text)


def _not_seen(state: Line, number: int, target: int) -> Text:
    return say(
        "{ship}→{target} distance {distance} > sensors {sensors} + signature {signature} = {reach}: not seen.",
        ship=state.setting.roster[number].ship_id,
        target=state.setting.roster[target].ship_id,
        **_numbers(state, number, target),
    )


def _signature_parts(state: Line) -> Iterator[Text]:
    """L-26: what a signature is made of, where it is more than the base."""
    for number, ship in enumerate(state.ships):
        if ship.status == ACTIVE and ship.signature_boost:
            yield say(
                "{ship}: own signature {own} = base {base} + glow {boost}.",
                ship=state.setting.roster[number].ship_id,
                own=own_signature(ship),
                base=ship.base_signature,
                boost=ship.signature_boost,
            )
    for group in dict.fromkeys(ship.group for ship in state.ships if ship.status == ACTIVE and ship.group):
        yield from _group_signature(state, group)


def _group_signature(state: Line, group: str) -> Iterator[Text]:
    mates = [n for n, ship in enumerate(state.ships) if ship.group == group and ship.status == ACTIVE]
    if len(mates) > 1:
        yield say(
            "Group {group} ({ships}): signature {signature} = highest {highest} + {more}.",
            group=group,
            ships=", ".join(state.setting.roster[number].ship_id for number in mates),
            signature=signatures(state)[mates[0]],
            highest=max(own_signature(state.ships[number]) for number in mates),
            more=len(mates) - 1,
        )
