"""Passing a deadline: defaults for what is missing, resolution and publication, in one transaction. L-52, L-59.

Whoever closes takes the file's only write lock, so the sheets that are read are the sheets that count. The closing's
key is the position: of two that close the same one, the second finds the first's result, or, on a database that lets
both try, is turned away by the key and then finds it. A process that dies in between leaves nothing behind.
"""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy.exc import IntegrityError

from ..core.choice import Choice
from ..core.errors import Complaint, Refusal
from ..core.words import NOTHING, Text, count, say
from ..run.battle import Entry
from .clock import shown, stamp
from .database import reading, writing
from .desk import Desk, Standing, position_of
from .keys import MASTER
from .ledger import Closing, Held, Position, Result
from .opening import ahead, put
from .sheet import clean


class Closed(msgspec.Struct, frozen=True):
    """What a closing led to. ``again``: it had been closed before, and this is what came of it then. ``waiting``: why
    nothing was closed now."""

    position: Position
    result: Result
    closed_at: str
    next: Position
    again: bool = False
    waiting: Text = NOTHING


def close(
    desk: Desk, name: str, *, key: str, handle: str = "", reason: str = "", deadline: datetime | None = None
) -> Closed:
    """Close the open question if it is due, or for a ``reason`` (a marked override) even if it is not.

    ``handle`` names the question that is meant; without it, it is the one open when the call comes in. If that has
    been closed already, or nothing is due but something was published, the earlier result is returned. ``deadline`` is
    for the next question. Raises ``Complaint`` where nothing is due yet and nothing was ever published, or where a
    side has no orders and the question has no default ones.
    """
    now = desk.clock()
    ahead(deadline, now)
    with reading(desk.engine) as connection:
        standing = Standing(desk, connection, name)
        standing.admit(MASTER, key)
        target = _target(standing, handle)
    try:
        with writing(desk.engine) as connection:
            standing = Standing(desk, connection, name)
            if standing.position.number != target.number or standing.over:
                return _earlier(standing, target)
            waiting = not_due(standing, now)
            if waiting and not reason:
                return _nothing_due(standing, waiting, bool(handle))
            if waiting:
                standing.ledger.append_override(target.number, "force", "", clean(reason), now)
            return _resolve(standing, now, deadline, forced=bool(waiting))
    except IntegrityError:
        with reading(desk.engine) as connection:
            return _earlier(Standing(desk, connection, name), target)


def _target(standing: Standing, handle: str) -> Position:
    if not handle:
        return standing.position
    for position in standing.positions:
        if position.handle == handle:
            return position
    text = say(
        "there is no question {given} in this battle; open is {open}", given=handle, open=standing.position.handle
    )
    raise Complaint(text, "other_question", handle)


def _earlier(standing: Standing, target: Position, waiting: Text | None = None) -> Closed:
    """The result of an earlier closing: of the position itself, or of the last one that stands before it."""
    closings = {closing.position: closing for closing in standing.ledger.closings()}
    number = target.number
    if number not in closings or closings[number].kind != "published":
        number = max(standing.ledger.kept()[number], default=0)
    if not number:
        raise Complaint(waiting or say("the battle is over, and nothing was ever asked"), "not_due")
    found = closings[number]
    position, after = standing.positions[number - 1], standing.positions[number]
    return Closed(position, found.result, found.closed_at, after, True, waiting or NOTHING)


def _nothing_due(standing: Standing, waiting: Text, meant: bool) -> Closed:
    if meant:
        raise Complaint(waiting, "not_due")
    return _earlier(standing, standing.position, waiting)


def not_due(standing: Standing, now: datetime) -> Text | None:
    """Why the open question cannot be closed yet, or None if it is due."""
    position, deadline = standing.position, standing.deadline()
    kind = "reveal" if standing.sealed else "sheet"
    missing = set(position.sides) - standing.ledger.arrived(position.number, kind)
    if deadline is None:
        return _without_deadline(len(missing))
    if now <= deadline and not (standing.sealed and not missing):
        return say(
            "the deadline is {deadline}; until then sheets may be replaced", deadline=shown(deadline.isoformat())
        )
    if not standing.sealed:
        return None
    last = standing.reveal_deadline()
    unrevealed = standing.ledger.arrived(position.number, "seal") & missing
    if not unrevealed or (last is not None and now > last):
        return None
    if last is None:
        return say("sealed sheets are still to be revealed")
    return say("sealed sheets may be revealed until {deadline}", deadline=shown(last.isoformat()))


def _without_deadline(missing: int) -> Text | None:
    if not missing:
        return None
    return count(
        "there is no deadline, and {n} side has sent nothing yet",
        "there is no deadline, and {n} sides have sent nothing yet",
        missing,
    )


def _resolve(standing: Standing, now: datetime, deadline: datetime | None, *, forced: bool) -> Closed:
    """Answer the question for every side, play on to the next one, and append all that came of it."""
    ledger, position, play = standing.ledger, standing.position, standing.play
    entries = [_entry(standing, side, choice) for side, choice in standing.choices().items()]
    first = len(play.records)
    for entry in entries:
        play.answer(entry.side, entry.answer, position.question, entry.defaulted)
    missing = tuple(entry.side for entry in entries if entry.defaulted)
    closing = Closing(
        position.number, "published", None, Result((first, len(play.records)), missing, forced), stamp(now)
    )
    after = position_of(play, position.number + 1, stamp(now))
    ledger.append_closing(closing)
    ledger.append_entries(position.number, entries)
    put(ledger, after, deadline, now)
    return Closed(position, closing.result, closing.closed_at, after)


def _entry(standing: Standing, side: str, choice: Choice[Any]) -> Entry:
    """A side's answer: its sheet that counts, else the default (L-55)."""
    question = standing.position.question
    held = counting(standing.ledger.sheets(side, standing.position.number), standing.sealed)
    if held is not None:
        answer = json.loads(held.answer)
        if _readable(choice, answer):
            return Entry(question, side, answer)
    if choice.default is None:
        text = say("{side} has sent nothing, and {question} has no default orders", side=side, question=question)
        raise Complaint(text, "no_default", side)
    return Entry(question, side, choice.write(choice.default), True)


def counting(sheets: list[Held], sealed: bool) -> Held | None:
    """Which of a side's sheets counts: the last (L-53), unless the master set the side's sheets aside or, of a sealed
    sheet, what was revealed could not be read."""
    kinds = ("reveal", "none") if sealed else ("sheet", "none")
    last = next((held for held in reversed(sheets) if held.kind in kinds or held.by_master), None)
    return last if last is not None and last.answer else None


def _readable(choice: Choice[Any], answer: Any) -> bool:
    try:
        choice.read(answer)
    except Refusal:
        return False
    return True


__all__ = ["Closed", "close", "counting", "not_due"]
