"""What a step was about and what came of it, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from admiralty.core.event import Answered, Noted
from admiralty.core.ruleset import Record
from admiralty.core.words import Text, count, say

from ..charts import EVASIONS, SHOTS
from ..launches import Plan
from ..state import CHARACTER, FIGHTER, Duel, Order, attacks_in
from .panel import FATES
from .throws import repaired, taken

NOTES = {
    "target_gone": say("the target is gone"),
    "gone": say("it was destroyed before its turn"),
    "weapons_out": say("its weapons are out"),
    "engine_out": say("it has lost engine control"),
}
"""Why a shot is void (D-13)."""


def declared(state: Duel, index: int, order: Order) -> Text:
    """What a piece has declared."""
    crafts = state.setting.crafts
    ship, target = crafts[index].id, crafts[order.aim].id if order.aim >= 0 else ""
    doing = _doing(state, index, order, ship, target)
    if not order.defense:
        return doing
    return say("{order}; defence: {defense}", order=doing, defense=EVASIONS[order.defense])


def _doing(state: Duel, index: int, order: Order, ship: str, target: str) -> Text:
    if order.shares:
        guns = sum(guns for _, guns in order.shares)
        return count("{ship} shares out {n} gun", "{ship} shares out {n} guns", guns, ship=ship)
    if order.action == "fire" and order.attack:
        return say("{ship} fires at {target}: {shot}", ship=ship, target=target, shot=SHOTS[order.attack])
    told = {
        "fire": say("{ship} fires at {target}", ship=ship, target=target),
        "collide": say("{ship} tries to collide with {target}", ship=ship, target=target),
        "ram": say("{ship} means to ram {target}", ship=ship, target=target),
        "disengage": say("{ship} disengages", ship=ship),
        "jump": say("{ship} jumps", ship=ship),
    }
    if order.action in told:
        return told[order.action]
    if state.setting.crafts[index].kind == FIGHTER and not attacks_in(state.setting.crafts[index], state.round):
        return say("{ship} is not in position to attack", ship=ship)
    return say("{ship} holds", ship=ship)


def declarations(records: Sequence[Record]) -> tuple[Text, ...]:
    """Everything that was declared, by piece."""
    found: list[tuple[int, Text]] = []
    for record in records:
        for event in record.events:
            if isinstance(event, Answered) and record.phase == "declare":
                found += [(index, declared(record.before, index, order)) for index, order in event.answer]
    return tuple(text for _, text in sorted(found, key=lambda item: item[0]))


def launches(records: Sequence[Record]) -> tuple[Text, ...]:
    """Everything that is to be launched."""
    found: list[Text] = []
    for record in records:
        for event in record.events:
            if isinstance(event, Answered) and record.phase == "launch":
                found += _launched(record.before, event.answer)
    return tuple(found)


def _launched(state: Duel, plan: Plan) -> Iterator[Text]:
    crafts = state.setting.crafts
    for index, planned in plan:
        for item in planned:
            missile = crafts[index].missiles[item.missile].name
            words = {"ship": crafts[index].id, "missile": missile, "target": crafts[item.target].id}
            yield say("{ship} launches {missile} at {target}", **words)


def flown(state: Duel) -> tuple[Text, ...]:
    """What each fighter really flies, after all checks."""
    found = []
    for craft, piece in zip(state.setting.crafts, state.pieces, strict=True):
        if craft.kind == FIGHTER and not piece.fate and (piece.shot or piece.guard.evasion):
            found.append(_flown(craft.id, piece.shot, piece.guard.evasion))
    return tuple(found)


def _flown(ship: str, shot: str, evasion: str) -> Text:
    if shot == "lost":
        return say("{ship} has no shot; defence: {defense}", ship=ship, defense=EVASIONS[evasion])
    if not shot:
        return say("{ship} flies as defence: {defense}", ship=ship, defense=EVASIONS[evasion])
    return say("{ship} flies: {shot}; defence: {defense}", ship=ship, shot=SHOTS[shot], defense=EVASIONS[evasion])


def order_of_fire(state: Duel) -> tuple[Text, ...]:
    """The groups in the order they act (D-4)."""
    found = []
    for place, group in enumerate(state.queue, 1):
        names = ", ".join(state.setting.crafts[index].id for index in group)
        told = say("{place}: {names}", place=place, names=names)
        found.append(say("{group}, together", group=told) if len(group) > 1 else told)
    return tuple(found)


def came_of_it(records: Sequence[Record], round_: int) -> tuple[Text, ...]:
    """What shots, missiles and collisions did."""
    return tuple(text for record in records for text in _of_record(record, round_))


def _of_record(record: Record, round_: int) -> Iterator[Text]:
    if record.phase == "shoot" and not record.after.blows[len(record.before.blows) :]:
        yield _missed(record.before)
    if record.phase == "avoid":
        yield from _avoided(record)
    if record.phase == "strike":
        yield from _struck(record)
    if record.phase == "repair":
        ship = record.before.setting.crafts[record.before.target].id
        yield say("{ship}: {what}", ship=ship, what=repaired(record, round_))
    yield from _fates(record)
    for event in record.events:
        if isinstance(event, Noted):
            yield from _noted(event)


def _missed(state: Duel) -> Text:
    shot, crafts = state.shots[0], state.setting.crafts
    return say("{ship} misses {target}", ship=crafts[shot.shooter].id, target=crafts[shot.target].id)


def _avoided(record: Record) -> Iterator[Text]:
    state: Duel = record.before
    ship = state.setting.crafts[state.target].id
    gone = len(record.after.blows) < len(state.blows)
    for event in record.events:
        if isinstance(event, Answered):
            if event.answer == "outrun":
                yield say("{ship} turns around and outruns the missile", ship=ship)
            elif event.answer == "dodge":
                yield say("{ship} dodges the missile", ship=ship) if gone else say("{ship} fails to dodge", ship=ship)
            else:
                yield say("{ship} takes the missile", ship=ship)


def _struck(record: Record) -> Iterator[Text]:
    """What one hit took."""
    before: Duel = record.before
    after: Duel = record.after
    old, new = before.pieces[before.target].hull, after.pieces[before.target].hull
    blow = before.blow
    if blow is None or blow.weapon == "collide" or before.pieces[before.target].fate:
        return
    crafts = before.setting.crafts
    total = old.hp + old.shields - new.hp - new.shields
    words = {"ship": crafts[blow.source].id, "target": crafts[blow.target].id}
    if not total:
        yield say("{ship} hits {target} and does no damage", **words)
    elif blow.source == blow.target:
        yield say("{target}: {what}", target=words["target"], what=taken(before, before.target, total))
    else:
        yield say("{ship} hits {target}: {what}", what=taken(before, before.target, total), **words)


def _fates(record: Record) -> Iterator[Text]:
    """Who left the battle in this phase, and how."""
    crafts = record.before.setting.crafts
    for craft, was, now in zip(crafts, record.before.pieces, record.after.pieces, strict=True):
        if now.fate and not was.fate:
            yield say("{ship}: {fate}", ship=craft.id, fate=FATES[now.fate])


def _noted(event: Noted) -> Iterator[Text]:
    facts = event.facts
    if event.kind == "void":
        words = {"ship": facts["piece"], "target": facts["target"], "why": NOTES[facts["reason"]]}
        yield say("{ship} does not fire at {target}: {why}", **words)
    elif event.kind == "wasted":
        yield say("a hit on {ship} is wasted: it is gone already", ship=facts["piece"])
    elif event.kind == "not_launched":
        yield say("{ship} cannot launch at {target} any more", ship=facts["piece"], target=facts["target"])
    elif event.kind == "cannot_leave":
        yield say("{ship} cannot leave any more", ship=facts["piece"])
    elif event.kind == "pursued":
        yield say("{ship} is pursued: the contact is kept", ship=facts["piece"])


def opened(before: Duel, after: Duel) -> Iterator[Text]:
    """Who got away."""
    for craft, was, now in zip(before.setting.crafts, before.pieces, after.pieces, strict=True):
        if now.course.opened and not was.course.opened:
            yield say("{ship} is out of laser range", ship=craft.id)


def at_the_end(state: Duel) -> tuple[Text, ...]:
    """A line per piece in the battle."""
    return tuple(
        _state_line(craft.id, craft.kind, piece.hull.hp, craft.max_hp, piece.hull.shields, craft.max_shields)
        for craft, piece in zip(state.setting.crafts, state.pieces, strict=True)
        if not piece.fate
    )


def _state_line(ship: str, kind: str, hp: int, most: int, shields: int, most_shields: int) -> Text:
    if kind == CHARACTER:
        return say("{name}: health {hp} of {most}", name=ship, hp=hp, most=most)
    if not most_shields:
        return say("{ship}: hull {hp} of {most}", ship=ship, hp=hp, most=most)
    words = {"hp": hp, "most": most, "shields": shields, "most_shields": most_shields}
    return say("{ship}: hull {hp} of {most}, shields {shields} of {most_shields}", ship=ship, **words)


def winner(state: Duel) -> Text:
    """How the battle ended."""
    if state.result == "draw":
        return say("Nobody is left: a draw")
    if state.result == "undecided":
        return say("The last round is over: undecided")
    return say("{side} wins", side=state.result)
