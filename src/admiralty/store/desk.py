"""Where a master sits: the file, the rulesets and the clock; and where one battle stands at that moment."""

from __future__ import annotations

import hmac
import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine

from ..core.choice import Choice
from ..core.errors import Complaint
from ..core.words import say
from ..run.battle import Battle, Find
from ..run.dice import seed_bytes
from ..run.play import Play, Question
from .clock import Clock, wall_clock
from .keys import MASTER
from .ledger import Ledger, Position


@dataclass(frozen=True)
class Desk:
    """What every command of the table needs."""

    engine: Engine
    find: Find
    clock: Clock = wall_clock


class Standing:
    """A battle as it stands: its rows, the position it waits at, and on demand the battle played up to there."""

    def __init__(self, desk: Desk, connection: Connection, name: str, number: int = 0) -> None:
        """``number``: the position whose answers are played; 0 = the last one."""
        self.desk = desk
        self.ledger = Ledger(connection, name)
        self.positions = self.ledger.positions()
        self.position: Position = self.positions[-1]
        self._number = number or self.position.number
        self._play: Play | None = None

    @property
    def play(self) -> Play:
        if self._play is None:
            self._play = Play(self.battle(), self.desk.find)
        return self._play

    def battle(self) -> Battle:
        return self.ledger.battle(self.ledger.journal(self._number))

    @property
    def over(self) -> bool:
        return not self.position.question

    @property
    def sides(self) -> tuple[str, ...]:
        """All sides of the battle: whoever has a key."""
        return tuple(holder for holder in self.ledger.holders() if holder != MASTER)

    @property
    def sealed(self) -> bool:
        """Whether the open question is answered by seals first: only secret ones are (L-60)."""
        return self.ledger.house.sealed and self.position.secret

    def choices(self) -> dict[str, Choice[Any]]:
        """The open choice of every side that is asked."""
        waiting = self.play.waiting
        if self.over or not isinstance(waiting, Question):
            return {}
        return dict(waiting.choices)

    def choice(self, side: str) -> Choice[Any]:
        """A side's open choice. Raises ``Complaint`` if it has none."""
        if self.over:
            raise Complaint(say("the battle is over"), "battle_over")
        choices = self.choices()
        if side not in choices:
            raise Complaint(say("nothing is asked of {side} now", side=side), "not_asked", side)
        return choices[side]

    def sees_more(self, side: str) -> bool:
        """Whether a side sees more of the state than the public."""
        rules, state = self.play.rules, self.play.state
        return bool(rules.view(state, side) != rules.view(state, None))

    def deadline(self) -> datetime | None:
        given = self.ledger.deadline(self.position.number)
        return datetime.fromisoformat(given) if given else None

    def reveal_deadline(self) -> datetime | None:
        """When revealing ends on a sealed table."""
        deadline, span = self.deadline(), self.ledger.house.reveal
        return deadline + timedelta(seconds=span) if deadline and span else None

    def all_sealed(self) -> bool:
        return self.ledger.arrived(self.position.number, "seal") >= set(self.position.sides)

    def admit(self, holder: str, key: str) -> None:
        """Raises ``Complaint`` unless the key is the holder's."""
        self.know(holder)
        if not self.ledger.key_fits(holder, key):
            raise Complaint(say("this is not the key of {holder}", holder=holder), "wrong_key")

    def know(self, holder: str) -> None:
        """Raises ``Complaint`` for a side that does not exist."""
        if holder not in (MASTER, *self.sides):
            raise Complaint(
                say("there is no side {side}; sides are: {sides}", side=holder, sides=", ".join(self.sides)),
                "no_side",
                holder,
            )

    def answering(self, handle: str) -> None:
        """Raises ``Complaint``, naming the newer handle, unless a sheet answers the open question in its state."""
        if self.over:
            raise Complaint(say("the battle is over"), "battle_over")
        if handle == self.position.handle:
            return
        if not handle:
            text = say('the sheet must name the question it answers: question = "{open}"', open=self.position.handle)
            raise Complaint(text, "no_question")
        if handle in [position.handle for position in self.positions]:
            text = say(
                "the sheet answers {given}, which is past; open is {open}", given=handle, open=self.position.handle
            )
            raise Complaint(text, "older_state", handle)
        text = say("the sheet answers {given}, but {open} is asked now", given=handle, open=self.position.handle)
        raise Complaint(text, "other_question", handle)


def position_of(play: Play, number: int, now: str, *, ended: bool = False) -> Position:
    """The position a play has come to."""
    waiting = play.waiting
    if ended or not isinstance(waiting, Question):
        return Position(number, "", "", False, (), now)
    digest = state_digest(play, number, waiting.name)
    return Position(number, waiting.name, digest, waiting.secret, tuple(waiting.choices), now)


def state_digest(play: Play, number: int, question: str) -> str:
    """What an order names: the state, and what was answered in the phase that waits. Keyed with the seed, so that
    nobody can guess hidden parts of a state from it; anybody can recompute it when the seed is told."""
    said = json.dumps([number, question, msgspec.to_builtins(play.battle.journal)], ensure_ascii=True).encode()
    digest = hmac.digest(seed_bytes(play.battle.seed), said + b"\n" + play.state.canonical(), "sha256")
    return digest.hex()[:12]
