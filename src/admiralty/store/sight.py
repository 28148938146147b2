"""What may be seen of a battle, and by whom. L-54.

The public sees the state as the ruleset shows it, open answers, dice and facts meant for all, and whether a sheet has
arrived. A side sees its own sheets and what is meant for it besides. The master sees all sheets, but only after their
position is closed; until then nobody but its sender sees anything of a sheet. When the battle is over and the seed
told, everything is public.
"""

from __future__ import annotations

import copy
from typing import Any

import msgspec
from sqlalchemy import Connection

from ..core.errors import Complaint
from ..core.event import Answered, Event, visible
from ..core.ruleset import Record
from ..core.state import Plain
from ..core.words import say
from ..run import replay
from .asking import public_overrides
from .closing import counting
from .database import reading
from .desk import Desk, Standing
from .keys import MASTER
from .ledger import Held, Override, Position


class OwnSheet(msgspec.Struct, frozen=True):
    """A sheet as its sender, and after the deadline the master, sees it."""

    handle: str
    side: str
    kind: str
    number: int
    received_at: str
    counts: bool
    by_master: bool
    text: str
    salt: str


class View(msgspec.Struct, frozen=True):
    """All that one side (or the public, or the master) may see."""

    name: str
    side: str
    position: Position
    deadline: str | None
    state: Plain
    published: tuple[dict[str, Any], ...]  # events with their phases, in order
    sheets: tuple[OwnSheet, ...]
    overrides: tuple[Override, ...]


def view(desk: Desk, name: str, side: str = "", *, key: str = "") -> View:
    """The battle as a side sees it (its key needed), the master ("master"), or the public ("")."""
    with reading(desk.engine) as connection:
        standing = _admitted(desk, connection, name, side, key)
        play = standing.play
        state = play.state.plain() if side == MASTER else play.rules.view(play.state, side or None)
        return View(
            name,
            side,
            standing.position,
            standing.ledger.deadline(standing.position.number),
            state,
            tuple(_published(standing, side)),
            tuple(_sheets(standing, side)),
            public_overrides(standing),
        )


def _admitted(desk: Desk, connection: Connection, name: str, side: str, key: str) -> Standing:
    standing = Standing(desk, connection, name)
    if side:
        standing.admit(side, key)
    return standing


def _published(standing: Standing, side: str) -> list[dict[str, Any]]:
    sight = _Sight(standing, side)
    events = [
        {"step": number, "phase": record.phase, **replay.event_data(event)}
        for number, record in enumerate(standing.play.records)
        for event in record.events
        if sight.sees(event)
    ]
    return events + _answers_so_far(standing, sight)


def _answers_so_far(standing: Standing, sight: _Sight) -> list[dict[str, Any]]:
    """Open answers of the phase that waits now: published, though the phase has not run to its end."""
    play = standing.play
    told = {event.question for record in play.records for event in record.events if isinstance(event, Answered)}
    late = [entry for entry in play.battle.journal if entry.question not in told]
    events = [Answered(entry.question, entry.side, None, entry.answer, entry.defaulted) for entry in late]
    where = {"step": len(play.records), "phase": getattr(play.state, "phase", "")}
    return [{**where, **replay.event_data(event)} for event in events if sight.sees(event)]


class _Sight:
    """Who may see which event of a battle."""

    def __init__(self, standing: Standing, side: str) -> None:
        self._side = side
        self._everything = side == MASTER or standing.ledger.seed_is_told()
        self._secret = {position.question for position in standing.positions if position.secret}

    def sees(self, event: Event) -> bool:
        """A secret answer stays its sender's: what came of it is in the state, the dice and the facts."""
        if self._everything:
            return True
        if isinstance(event, Answered) and event.question in self._secret:
            return event.side == self._side
        return visible(event, self._side or None)


def _sheets(standing: Standing, side: str) -> list[OwnSheet]:
    """A side's own sheets; of closed positions also the others' for the master, and at a sealed table for all."""
    found: list[OwnSheet] = []
    for sender in standing.sides:
        for position in standing.positions:
            if sender == side or _opened(standing, side, position):
                found += _of_position(standing, sender, position)
    return found


def _opened(standing: Standing, side: str, position: Position) -> bool:
    if position.number == standing.position.number:
        return False
    sealed = standing.ledger.house.sealed and position.secret
    return side == MASTER or sealed or standing.ledger.seed_is_told()


def _of_position(standing: Standing, sender: str, position: Position) -> list[OwnSheet]:
    held = standing.ledger.sheets(sender, position.number)
    last = counting(held, standing.ledger.house.sealed and position.secret)
    return [_own(one, position, one is last) for one in held]


def _own(held: Held, position: Position, counts: bool) -> OwnSheet:
    return OwnSheet(
        position.handle,
        held.side,
        held.kind,
        held.number,
        held.received_at,
        counts,
        held.by_master,
        held.text,
        held.salt,
    )


class Seen(msgspec.Struct, frozen=True):
    """A battle to be told: a play with only what may be seen, and what the table did beside it."""

    play: Any
    seed_told: bool
    over: bool
    missing: tuple[tuple[str, str], ...]  # (question, side): orders that were the default ones
    overrides: tuple[Override, ...]


def seen(desk: Desk, name: str, side: str = "", *, key: str = "") -> Seen:
    """The battle for a report: public, or as one side sees it."""
    with reading(desk.engine) as connection:
        standing = _admitted(desk, connection, name, side, key)
        sight = _Sight(standing, side)
        shown = copy.copy(standing.play)
        shown.records = [_seen_of(record, sight) for record in standing.play.records]
        missing = tuple((entry.question, entry.side) for entry in shown.battle.journal if entry.defaulted)
        told = standing.ledger.seed_is_told()
        return Seen(shown, told, standing.over, missing, public_overrides(standing))


def _seen_of(record: Record, sight: _Sight) -> Record:
    events = tuple(event for event in record.events if sight.sees(event))
    return msgspec.structs.replace(record, events=events)


def replay_file(desk: Desk, name: str) -> str:
    """The replay file that ``admiralty verify`` checks. It holds the seed and all orders, so it is only given out when
    the seed is told."""
    with reading(desk.engine) as connection:
        standing = Standing(desk, connection, name)
        if not standing.ledger.seed_is_told():
            raise Complaint(
                say("the replay file holds the seed and all orders: first end the battle and tell the seed"),
                "seed_secret",
            )
        return replay.text(standing.play)


__all__ = ["OwnSheet", "Seen", "View", "replay_file", "seen", "view"]
