"""Best play by exact calculation: backward over all states of a battle, on the same phases as everything else.

A roll is an expectation, a question the best answer of the side that is asked, a secret question of both sides a
zero-sum matrix game. The battle is walked depth first with a stack of its own (a battle is longer than Python's call
stack is deep). A state is a row of a ``Layout``, and what a phase does is found once per distinct value of what it
touches, as in odds.

States that differ only in what no longer matters are solved once. Whether something matters is found backward: what a
phase reads matters, what it replaces unread does not, and what it carries along matters if it does to what follows.

Both sides are taken to know the whole state: an order that lies sealed in the state while the other side is asked in
turn would be seen. Rules ask with ``ask_all`` where that matters.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import isfinite
from typing import Any

from ..core.choice import Side
from ..core.errors import Complaint, TooWide
from ..core.ruleset import Ruleset
from ..core.state import State
from ..core.words import say
from .solving.equilibrium import answer, mean
from .solving.memo import Known, Memo, Row
from .solving.payoff import Payoff, payoff_of
from .solving.solution import Part, Solution, Solved, SolvedPolicy
from .solving.tree import Chance, Node, Tree, too_many
from .solving.walk import Visit, Walk, circle

Progress = Callable[[int, int], None]
"""Told now and then: situations solved, situations begun."""

EXACT_STATES = 100_000
EXACT_OPTIONS = 60
EXACT_BITS = 4_000
"""Unless asked for exactness, fractions give way to doubles beyond so many states, options of a side, or bits of one
denominator (which grow with every round in which three or more answers are mixed)."""


def solve(
    rules: Ruleset[Any],
    state: State,
    payoff: Payoff,
    rounds: int | None = None,
    *,
    exact: bool | None = None,
    limit: int = 1_000_000,
    progress: Progress | None = None,
    clock: str | None = None,
) -> Solution:
    """Best play of both sides from a state, on any ruleset.

    ``payoff`` gives what a final state is worth to the first of ``rules.sides(state)``; the other side loses as much
    (``payoff_of`` makes one of measures). With ``rounds`` the battle is followed for so many ticks of ``clock`` (by
    default the first clock field of the rules), and what lies beyond counts as the payoff of the state there.
    ``exact``: fractions (True), doubles (False), or fractions as long as the battle is small (None).

    Raises ``Complaint`` if more than two sides are asked, a question's answers are not listed, or the battle goes
    round in circles; ``TooWide`` if there are more than ``limit`` states, or combinations of answers to one question.
    """
    horizon = _horizon(rules, rounds, clock)
    return Solver(rules, state, payoff, horizon, exact, limit, progress).run()


def _horizon(rules: Ruleset[Any], rounds: int | None, clock: str | None) -> tuple[str, int] | None:
    """The clock field to watch and how many of its ticks to follow."""
    if clock is not None and clock not in rules.clock:
        known = ", ".join(rules.clock) or "-"
        raise Complaint(say("there is no clock {clock}; known are {known}", clock=clock, known=known), "bad_clock")
    if rounds is None:
        return None
    if isinstance(rounds, bool) or not isinstance(rounds, int) or rounds < 1:
        raise Complaint(say("the number of rounds must be a whole number, 1 or more"), "bad_rounds", rounds)
    if not rules.clock:
        raise Complaint(say("{ruleset} counts no rounds", ruleset=rules.name), "bad_clock")
    return clock or rules.clock[0], rounds


class Solver:
    """One battle being solved. ``memo`` knows the states that are done."""

    def __init__(
        self,
        rules: Ruleset[Any],
        opening: State,
        payoff: Payoff,
        horizon: tuple[str, int] | None,
        exact: bool | None,
        limit: int,
        progress: Progress | None,
    ) -> None:
        self.payoff, self.limit, self.progress = payoff, limit, progress
        self.exact = exact is not False
        self._may_give_way = exact is None
        self.walk = Walk(rules, opening, horizon, limit, self._meet)
        self.first = rules.sides(opening)[0]
        self.asked: dict[Side, None] = {}
        self.memo: Memo[Known[Solved]] = self.walk.memo()
        self._open: dict[Row, Visit] = {}

    def run(self) -> Solution:
        """Depth first: a state is done when all states it leads to are."""
        stack = [self.walk.start]
        while stack:
            row = stack[-1]
            missing = () if self.memo.find(row) else self._missing(row)
            if missing:
                stack.extend(missing)
            else:
                stack.pop()
        sides = (self.first, *(side for side in self.asked if side != self.first))
        return Solution(
            self._known(self.walk.start).worth, self.exact, self.first, sides, self._opening(), self.walk, self.memo
        )

    def _known(self, row: Row) -> Known[Solved]:
        known = self.memo.find(row)
        assert known is not None
        return known

    def _missing(self, row: Row) -> Sequence[Row]:
        """The states that have to be done before this one can be; none if it is done now."""
        visit = self._open.get(row)
        if visit is not None:
            self._finish(visit, [self._known(end) for end in visit.ends])
            return ()
        if self.walk.ended(row):
            self._end(row)
            return ()
        visit = self._begin(row)
        ends = [self.memo.find(end) for end in visit.ends]
        missing = [end for end, known in zip(visit.ends, ends, strict=True) if known is None]
        if not missing:
            self._finish(visit, [known for known in ends if known])
        elif any(end in self._open for end in missing):
            raise circle()
        return missing

    def _begin(self, row: Row) -> Visit:
        begun = len(self.memo) + len(self._open)
        if begun >= self.limit:
            raise TooWide(
                f"more than {self.limit:,} different states: ask for fewer rounds, a smaller battle or a higher limit"
            )
        if self.progress and begun % 1000 == 0:
            self.progress(len(self.memo), begun)
        visit = self._open[row] = self.walk.visit(row)
        return visit

    def _end(self, row: Row) -> None:
        worth = self.payoff(self.walk.state(row))
        if isinstance(worth, float) and not isfinite(worth):
            raise Complaint(say("a payoff must be a number"), "bad_payoff", str(worth))
        columns = self.walk.read_by(row, self.payoff, worth) | self.walk.always()
        self.memo.put(row, columns, Known(Fraction(worth) if self.exact else float(worth), columns))

    def _meet(self, tree: Tree) -> None:
        """Note which sides are asked; more than two cannot play against each other here."""
        self.asked |= dict.fromkeys(tree.sides)
        opponents = [side for side in self.asked if side != self.first]
        if len(opponents) > 1:
            raise too_many([self.first, *opponents])

    def _finish(self, visit: Visit, ends: Sequence[Known[Solved]]) -> None:
        if self._may_give_way and self._large(visit.tree, ends):
            self._give_way()
        solved: list[Solved] = []
        worth = self._worth(visit.tree.root, [end.worth for end in ends], visit.row, solved)
        columns = visit.foot.reads | self.walk.always()
        for end, replaced in zip(ends, visit.foot.replaced, strict=True):
            columns |= end.columns & ~replaced
        self.memo.put(visit.row, columns, Known(worth, columns, tuple(solved)))
        del self._open[visit.row]

    def _large(self, tree: Tree, ends: Sequence[Known[Solved]]) -> bool:
        return (
            len(self.memo) > EXACT_STATES
            or tree.widest > EXACT_OPTIONS
            or any(end.worth.denominator.bit_length() > EXACT_BITS for end in ends)
        )

    def _give_way(self) -> None:
        """From here on in doubles."""
        self._may_give_way = self.exact = False
        for known in self.memo:
            known.worth = float(known.worth)

    def _worth(self, node: Node, ends: Sequence[Any], row: Row, solved: list[Solved]) -> Any:
        """What a node of a phase's tree is worth to the first side; questions on the way are put down."""
        if isinstance(node, int):
            return ends[node]
        if isinstance(node, Chance):
            return mean(
                [(weight, self._worth(n, ends, row, solved)) for weight, n in node.ways], node.total, self.exact
            )
        worths = [self._worth(below, ends, row, solved) for below in node.nodes]
        value, parts = answer(node, worths, self.first, self.exact)
        solved.append(Solved(self.walk, row, node, value, parts))
        return value

    def _opening(self) -> tuple[Solved, ...]:
        """The questions that only dice come before."""
        found: dict[int, Solved] = {}
        seen, waiting = {self.walk.start}, [self.walk.start]
        while waiting:
            row = waiting.pop()
            if self.walk.ended(row):
                continue
            found |= {id(question): question for question in self._known(row).solved if question.branch.dice_alone}
            visit = self.walk.visit(row)
            ends = {visit.ends[leaf] for leaf in visit.tree.by_dice_alone()} - seen
            seen |= ends
            waiting += sorted(ends)
        return tuple(found.values())


__all__ = ["Part", "Payoff", "Solution", "Solved", "SolvedPolicy", "payoff_of", "solve"]
