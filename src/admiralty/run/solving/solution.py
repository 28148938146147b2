"""Best play of a whole battle: its value, every question's mixes, and the mixes as policies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from ...core.choice import Choice, Side
from ...core.errors import Complaint
from ...core.matrix import MatrixSolution, Mix
from ...core.ruleset import Weighted
from ...core.state import Plain, State
from ...core.words import say
from .memo import Known, Memo, Row
from .tree import Asked, Branch
from .walk import Walk


@dataclass(frozen=True)
class Part:
    """One side's best answer to a question. ``mix`` and ``costs`` go with ``options``: the chance of each answer, and
    what it would cost alone against the other side's mix (0 for every answer that is played)."""

    asked: Asked
    mix: Sequence[Any]
    costs: Sequence[Any]
    unique: bool
    game: MatrixSolution | None = None  # the secret question, if it was solved exactly
    rows: bool = True  # whether this side's answers are the rows of ``game``

    @property
    def side(self) -> Side:
        return self.asked.side

    @property
    def options(self) -> tuple[Any, ...]:
        """The answers as the rules use them."""
        return self.asked.options

    @cached_property
    def documents(self) -> tuple[Plain, ...]:
        """The answers as a player writes them."""
        return tuple(self.asked.choice.write(option) for option in self.options)

    def played(self) -> Weighted:
        """The answers that are played at all, with their chances."""
        return tuple((option, chance) for option, chance in zip(self.options, self.mix, strict=True) if chance)

    @property
    def mixes(self) -> tuple[Mix, ...]:
        """All extreme optimal mixes; every optimal mix is a blend of these. Raises ``Complaint`` if the answer is
        in doubles, ``TooWide`` if they are too many."""
        if self.game is not None:
            return self.game.row_mixes if self.rows else self.game.col_mixes
        if any(isinstance(cost, float) for cost in self.costs):
            raise Complaint(say("all best mixes are known only when a battle is solved exactly"), "not_exact")
        places = range(len(self.costs))
        return tuple(tuple(Fraction(int(n == best)) for n in places) for best in places if not self.costs[best])


@dataclass(frozen=True)
class Solved:
    """A question with its best answers. ``value`` is the payoff to the first side from here on. ``row`` is the state
    in the layout's numbers, and behind them the rounds that were still to be followed."""

    walk: Walk
    row: Row
    branch: Branch
    value: Any
    parts: tuple[Part, ...]

    @property
    def name(self) -> str:
        return self.branch.parts[0].choice.name

    @property
    def state(self) -> State:
        """The state in which the phase that asks begins."""
        return self.walk.state(self.row)

    @property
    def before(self) -> tuple[Any, ...]:
        """What was rolled and answered in the phase before the question."""
        return self.branch.before

    @property
    def secret(self) -> bool:
        """Whether several sides answer at once, none knowing the other's answer."""
        return len(self.parts) > 1

    @property
    def unique(self) -> bool:
        """Whether these are the only best answers."""
        return all(part.unique for part in self.parts)

    def part(self, side: Side) -> Part:
        """A side's part. Raises ``KeyError`` if it is not asked."""
        return {part.side: part for part in self.parts}[side]

    def plain(self) -> dict[str, Any]:
        """As plain data: exact numbers are texts "p/q"."""
        return {
            "question": self.name,
            "state": self.state.plain(),
            "value": number(self.value),
            "unique": self.unique,
            "sides": {
                part.side: [
                    {"answer": answer, "chance": number(chance), "costs": number(cost)}
                    for answer, chance, cost in zip(part.documents, part.mix, part.costs, strict=True)
                ]
                for part in self.parts
            },
        }


def number(value: Any) -> float | str:
    """A number as plain data: doubles as they are, exact ones as "p/q" or "p"."""
    return value if isinstance(value, float) else str(value)


@dataclass(frozen=True)
class Solution:
    """Best play of a battle. ``value``: what ``first`` gets if both sides play best; exact unless ``exact`` is false.

    ``opening`` are the questions that only dice come before; ``questions`` are all, also those that best play never
    comes to, each once for all states that differ only in what no longer matters to it.
    """

    value: Any
    exact: bool
    first: Side
    sides: tuple[Side, ...]
    opening: tuple[Solved, ...]
    walk: Walk
    memo: Memo[Known[Solved]]

    @property
    def states(self) -> int:
        """How many different situations were solved."""
        return len(self.memo)

    @property
    def unique(self) -> bool:
        """Whether the opening questions have no other best answers."""
        return all(question.unique for question in self.opening)

    @property
    def questions(self) -> Iterator[Solved]:
        """Every question of the battle."""
        return (question for known in self.memo for question in known.solved)

    def at(self, state: State, name: str | None = None) -> tuple[Solved, ...]:
        """The questions of the phase that begins in a state, all or those of a name. Usually one; several if dice
        come before the question. Where rules count rounds alike as one, so that a state is met with more or fewer
        rounds to go, the answers are those with most to go. Raises ``Complaint`` for a state that was not solved."""
        found = (self.memo.find(row) for row in self.walk.rows(state))
        known = next((known for known in found if known is not None), None)
        if known is None:
            raise _not_solved()
        return tuple(question for question in known.solved if name in (None, question.name))

    def policies(self) -> dict[Side, SolvedPolicy]:
        """Best play as policies for odds, samples and fights: each answers at any state that was solved."""
        phases = frozenset(self.walk.phase(question.row) for question in self.questions)
        return {side: SolvedPolicy(self, phases) for side in self.sides}


@dataclass(frozen=True)
class SolvedPolicy:
    """Plays a solution. It has to see the whole state in the phases that ask: ``whole`` names them."""

    solution: Solution
    whole: frozenset[str]

    def __call__(self, state: Any, side: Side, choice: Choice[Any]) -> Weighted:
        questions = self.solution.at(state, choice.name)
        parts = [part for question in questions for part in question.parts if part.side == side]
        if not parts:
            raise _not_solved()
        if len(parts) > 1:
            parts = _alike(parts, choice)
        if len({tuple(part.mix) for part in parts}) != 1:
            raise _unclear(side, choice)
        return parts[0].played()


def _alike(parts: Sequence[Part], choice: Choice[Any]) -> list[Part]:
    """The parts that ask the same: of questions with dice before them in the phase only these can be told apart."""
    options = tuple(choice.options()) if choice.options else ()
    form = (choice.text, choice.form, options)
    return [part for part in parts if (part.asked.choice.text, part.asked.choice.form, part.options) == form]


def _not_solved() -> Complaint:
    text = say("the solution says nothing about this situation: it is beyond its horizon or of another battle")
    return Complaint(text, "not_solved")


def _unclear(side: Side, choice: Choice[Any]) -> Complaint:
    text = say(
        "{question}: what {side} should answer depends on dice thrown in the same phase, which a policy cannot see",
        question=choice.name,
        side=side,
    )
    return Complaint(text, "unclear_policy")
