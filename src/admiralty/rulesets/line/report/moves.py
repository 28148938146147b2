"""Jumps and movement as steps: T1, T3; orders that were not carried out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from admiralty.core.event import Event, Noted
from admiralty.core.show import Step
from admiralty.core.words import Text, count, say

from ..state import ACTIVE, JUMPED, SIDES, Line, Ship, active
from ..words import reason
from .scene import panel, point, strip


def chapter(turn: int) -> Text:
    """The heading a turn's steps stand under."""
    return say("Turn {turn}", turn=turn)


def jumps(before: Line, after: Line) -> Step | None:
    """L-15: the ships that leave, if any."""
    gone = [
        before.setting.roster[number].ship_id
        for number, ship in enumerate(after.ships)
        if ship.status == JUMPED and before.ships[number].status == ACTIVE
    ]
    if not gone:
        return None
    return Step(
        anchor=f"t{before.turn}-jumps",
        chapter=chapter(before.turn),
        title=say("Jumps"),
        summary=count("{n} ship jumps away", "{n} ships jump away", len(gone)),
        result=tuple(say("{ship} jumps away and leaves the field.", ship=ship) for ship in gone),
        panel=panel(after),
    )


def movement(before: Line, after: Line, events: Sequence[Event]) -> Step:
    """T3: what every ship did. Reasons against orders stand here only for those who may see them."""
    lines = [_moved(before, after, n) for side in SIDES for n in active(before, side)]
    return Step(
        anchor=f"t{before.turn}-movement",
        chapter=chapter(before.turn),
        title=say("Movement"),
        summary=_movement_summary(before, after),
        lead=tuple(refused(events)),
        result=(_movement_told(before, after), *lines, *_group_changes(before, after)),
        panel=panel(after),
        strip=strip(after, before),
    )


def _how_many_moved(before: Line, after: Line) -> int:
    return sum(old.position != new.position for old, new in zip(before.ships, after.ships, strict=True))


def _movement_summary(before: Line, after: Line) -> Text:
    return count("{n} ship moves", "{n} ships move", _how_many_moved(before, after))


def _movement_told(before: Line, after: Line) -> Text:
    return count("{n} ship moves.", "{n} ships move.", _how_many_moved(before, after))


def refused(events: Iterable[Event]) -> Iterator[Text]:
    """L-54, L-57: orders that were replaced or dropped, one sentence for each reason."""
    for event in events:
        if isinstance(event, Noted):
            yield from _refused(event)


def _refused(event: Noted) -> Iterator[Text]:
    facts = event.facts
    if event.kind == "order_held":
        for code in facts["reasons"]:
            yield say("{ship} holds instead of its order: {reason}.", ship=facts["ship"], reason=reason(code))
    elif event.kind == "group_dropped":
        for code in facts["reasons"]:
            yield say("{ship}: the group order is dropped: {reason}.", ship=facts["ship"], reason=reason(code))


def void(events: Iterable[Event]) -> Iterator[Text]:
    """L-54, L-58: fire orders that are void, one sentence for all guns of a ship that have the same reason."""
    guns: dict[tuple[str, str, str], list[int]] = {}
    for event in events:
        if isinstance(event, Noted) and event.kind == "order_void":
            for code, names in _by_reason(event).items():
                guns.setdefault((event.facts["ship"], names, code), []).append(event.facts["gun"])
    for (ship, targets, code), numbers in guns.items():
        yield _void(ship, list(dict.fromkeys(numbers)), targets, reason(code))


def _by_reason(event: Noted) -> dict[str, str]:
    """Reason -> the targets it stands against."""
    targets: dict[str, list[str]] = {}
    for target, codes in event.facts["reasons"].items():
        for code in codes:
            targets.setdefault(code, []).append(target)
    return {code: ", ".join(filter(None, names)) for code, names in targets.items()}


def _void(ship: str, numbers: list[int], targets: str, why: Text) -> Text:
    guns = ", ".join(map(str, numbers))
    if not targets:
        return count(
            "{ship}, gun {guns} does not fire: {reason}.",
            "{ship}, guns {guns} do not fire: {reason}.",
            len(numbers),
            ship=ship,
            guns=guns,
            reason=why,
        )
    return count(
        "{ship}, gun {guns} cannot fire at {targets}: {reason}.",
        "{ship}, guns {guns} cannot fire at {targets}: {reason}.",
        len(numbers),
        ship=ship,
        guns=guns,
        targets=targets,
        reason=why,
    )


def _moved(before: Line, after: Line, number: int) -> Text:
    """What one ship did, told from where it stands now."""
    old, new, name = before.ships[number], after.ships[number], before.setting.roster[number].ship_id
    steps = new.position - old.position
    if steps > 0:
        return say(
            "{ship} moves {steps} up the line to {position}.", ship=name, steps=steps, position=point(new.position)
        )
    if steps < 0:
        return say(
            "{ship} moves {steps} down the line to {position}.", ship=name, steps=-steps, position=point(new.position)
        )
    if new.evading:
        return say("{ship} turns its broadside and evades at {position}.", ship=name, position=point(new.position))
    if new.charging:
        return say("{ship} charges its jump drive at {position}.", ship=name, position=point(new.position))
    if (new.heading, new.attitude) != (old.heading, old.attitude):
        return _turned(name, new)
    return say("{ship} holds at {position}.", ship=name, position=point(new.position))


def _turned(name: str, ship: Ship) -> Text:
    if ship.heading > 0:
        return say("{ship} turns its bow up the line at {position}.", ship=name, position=point(ship.position))
    return say("{ship} turns its bow down the line at {position}.", ship=name, position=point(ship.position))


def _group_changes(before: Line, after: Line) -> Iterator[Text]:
    """L-22, L-23."""
    for number, entry in enumerate(before.setting.roster):
        old, new = before.ships[number].group, after.ships[number].group
        if new is not None and new != old:
            yield say("{ship} joins group {group}.", ship=entry.ship_id, group=new)
        elif old is not None and new is None:
            yield say("{ship} is no longer in group {group}.", ship=entry.ship_id, group=old)
