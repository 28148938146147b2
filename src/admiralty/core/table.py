"""All that a phase can reach: it may roll dice, ask a side, ask sides in secret, and note a fact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from .choice import Choice, Side
from .pool import Pool

T = TypeVar("T")


class Table(Protocol):
    """Who stands behind it decides what running a phase means: play, odds, sampling or solving."""

    def roll(self, pool: Pool[T], why: str, who: str = "", seen_by: tuple[str, ...] | None = None) -> T:
        """Throw dice. ``why`` names the roll of the rulebook, ``who`` the piece or side that throws."""

    def ask(self, side: Side, choice: Choice[T]) -> T:
        """Ask one side, openly."""

    def ask_all(self, choices: Mapping[Side, Choice[T]]) -> Mapping[Side, T]:
        """Ask several sides at once; no side learns another's answer before all have given theirs."""

    def note(self, kind: str, *, seen_by: tuple[str, ...] | None = None, **facts: Any) -> None:
        """Tell a fact for the record. Only play keeps it."""


class Roll(msgspec.Struct, frozen=True):
    """A phase waits for dice."""

    pool: Any
    why: str
    who: str = ""


class Ask(msgspec.Struct, frozen=True):
    """A phase waits for one side's open answer."""

    side: Side
    choice: Any


class AskAll(msgspec.Struct, frozen=True):
    """A phase waits for secret answers of several sides."""

    choices: tuple[tuple[Side, Any], ...]


Pending = Roll | Ask | AskAll


class Unanswered(BaseException):
    """Stops a phase at its first unanswered question. Never seen outside ``step`` and the tables."""

    def __init__(self, pending: Pending) -> None:
        self.pending = pending


class AnswerTable:
    """Gives prepared answers, in order, to whatever is asked; stops the phase when they run out.

    The answer to ``roll`` is what the pool reads, to ``ask`` a legal answer, to ``ask_all`` a mapping by side.
    """

    __slots__ = ("_answers",)

    def __init__(self, answers: Sequence[Any]) -> None:
        self._answers = iter(answers)

    def roll(self, pool: Pool[T], why: str, who: str = "", seen_by: tuple[str, ...] | None = None) -> T:
        for answer in self._answers:
            return answer  # type: ignore[no-any-return]
        raise Unanswered(Roll(pool, why, who))

    def ask(self, side: Side, choice: Choice[T]) -> T:
        for answer in self._answers:
            return answer  # type: ignore[no-any-return]
        raise Unanswered(Ask(side, choice))

    def ask_all(self, choices: Mapping[Side, Choice[T]]) -> Mapping[Side, T]:
        if not choices:
            return {}
        for answer in self._answers:
            return answer  # type: ignore[no-any-return]
        raise Unanswered(AskAll(tuple(choices.items())))

    def note(self, kind: str, *, seen_by: tuple[str, ...] | None = None, **facts: Any) -> None:
        pass
