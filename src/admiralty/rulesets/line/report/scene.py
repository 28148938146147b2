"""The state beside a step: the panel of ships and the line drawn to scale."""

from __future__ import annotations

from collections.abc import Iterable

from admiralty.core.show import Bar, Link, Mark, Piece, Strip
from admiralty.core.words import NOTHING, Text, say

from ..seeing import signatures
from ..state import ACTIVE, BROADSIDE, DESTROYED, SIDES, Line, Ship

GONE: dict[str, Text] = {"destroyed": say("destroyed"), "jumped": say("jumped away")}


def panel(state: Line) -> tuple[Piece, ...]:
    """Every ship of the roster, side by side; those that are gone stay, struck through."""
    order = sorted(range(len(state.ships)), key=lambda number: state.setting.roster[number].side)
    return tuple(_piece(state, number) for number in order)


def _piece(state: Line, number: int) -> Piece:
    entry, ship = state.setting.roster[number], state.ships[number]
    return Piece(
        name=entry.ship_id,
        kind=say("{mass} M", mass=entry.tonnage) if entry.tonnage else NOTHING,
        side=SIDES.index(entry.side),
        bars=(Bar(say("HP"), ship.hp, entry.max_hp),),
        facts=tuple(_facts(ship, signatures(state)[number])) if ship.status == ACTIVE else (),
        gone=GONE.get(ship.status, NOTHING),
        brief=True,
    )


def point(position: int) -> str:
    """A place on the line with a true minus."""
    return str(position).replace("-", "−")


def _facts(ship: Ship, signature: int) -> Iterable[Text]:
    """What dice and sight depend on; where it stands is on the line."""
    yield say(
        "engine {engine}, sensors {sensors}, armour {armour}",
        engine=ship.engine_power,
        sensors=ship.sensors,
        armour=ship.armour,
    )
    yield say("signature {signature}", signature=signature)
    if ship.signature_boost:
        yield say("glow +{boost}", boost=ship.signature_boost)
    if ship.accuracy_mod:
        yield say("accuracy −{lost}", lost=-ship.accuracy_mod)
    if ship.group:
        yield say("group {group}", group=ship.group)
    if ship.attitude == BROADSIDE:
        yield say("shows its broadside")
    if ship.evading:
        yield say("evades")
    if ship.charging:
        yield say("charges its jump drive")


def strip(state: Line, before: Line | None = None, links: tuple[Link, ...] = (), reach: bool = False) -> Strip:
    """The line with every ship that is still on it. ``before``: where they came from; ``reach``: sensors drawn too."""
    marks = tuple(
        _mark(state, number, before, reach) for number, ship in enumerate(state.ships) if ship.status == ACTIVE
    )
    return Strip(marks, links, say("distance in units of the line"))


def _mark(state: Line, number: int, before: Line | None, reach: bool) -> Mark:
    entry, ship = state.setting.roster[number], state.ships[number]
    return Mark(
        name=entry.ship_id,
        side=SIDES.index(entry.side),
        position=ship.position,
        heading=ship.heading,
        broadside=ship.attitude == BROADSIDE,
        group=ship.group or "",
        reach=((say("sensors"), ship.sensors), (say("signature"), signatures(state)[number])) if reach else (),
        came_from=before.ships[number].position if before else None,
        remark=_remark(ship),
    )


def _remark(ship: Ship) -> Text:
    if ship.charging:
        return say("charges its jump drive")
    return say("evades") if ship.evading else NOTHING


def fell(before: Line, after: Line) -> list[int]:
    """The ships destroyed between two states."""
    return [
        number
        for number, ship in enumerate(after.ships)
        if ship.status == DESTROYED and before.ships[number].status != DESTROYED
    ]
