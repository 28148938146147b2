"""What one phase does to what it touches: every outcome with its chance, found once and remembered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

from msgspec.structs import astuple

from ...core.choice import Side
from ...core.errors import Complaint, TooWide
from ...core.phase import Done, Phase, step
from ...core.pool import Odds
from ...core.ruleset import Bot, Ruleset
from ...core.state import State
from ...core.table import Ask, AskAll, Pending, Roll
from ...core.touches import ALL
from ...core.words import say
from .layout import Layout
from .memory import Memory, Ways, memory_of
from .window import Changes, Window

Policies = Mapping[Side, Bot]
Weigh = Callable[[Any, int], Any]
Row = tuple[int, ...]
Outcomes = list[tuple[Row, Any]]
"""Where values of what a phase touches lead: the values after, as numbers, with their chance; each once."""


MOST_DICE = 5_000
"""Most dice in one throw whose exact odds are found: their weights are numbers of as many digits."""


@lru_cache(maxsize=8192)
def odds_of(pool: Any) -> Odds[Any]:
    """A pool's odds, remembered. Raises ``TooWide`` for more dice than exact odds are found for."""
    number = len(pool.dice())
    if number > MOST_DICE:
        raise TooWide(f"{number:,} dice in one throw; exact odds go up to {MOST_DICE:,}: ask for a sample")
    return pool.odds()  # type: ignore[no-any-return]


def fraction(weight: Any, total: int) -> Any:
    """A chance as an exact fraction."""
    return Fraction(weight) / Fraction(total)


def double(weight: Any, total: int) -> Any:
    """A chance as a double."""
    return float(weight / total)


def branches(phase: Phase[Any], state: State, policies: Policies, weigh: Weigh = fraction) -> Iterator[tuple[Any, Any]]:
    """Every way a phase can go from a state, with its chance. Equal outcomes are not merged."""
    open_ways: list[tuple[tuple[Any, ...], Any]] = [((), weigh(1, 1))]
    while open_ways:
        answers, chance = open_ways.pop()
        outcome = step(phase, state, answers)
        if isinstance(outcome, Done):
            yield outcome.state, chance
        else:
            ways = replies(outcome, state, policies, weigh)
            open_ways += [((*answers, answer), chance * share) for answer, share in ways]


def replies(pending: Pending, state: State, policies: Policies, weigh: Weigh) -> Iterator[tuple[Any, Any]]:
    """Every answer to what a phase waits for, with its chance."""
    if isinstance(pending, Roll):
        odds = odds_of(pending.pool)
        for outcome, weight in odds:
            yield outcome, weigh(weight, odds.total)
    elif isinstance(pending, Ask):
        yield from _policy(pending.side, pending.choice, state, policies, weigh)
    elif isinstance(pending, AskAll):
        yield from _secret(pending, state, policies, weigh)


def _policy(side: Side, choice: Any, state: State, policies: Policies, weigh: Weigh) -> Iterator[tuple[Any, Any]]:
    if side not in policies:
        raise Complaint(
            say("odds need to know how {side} plays: {question} is asked", side=side, question=choice.name),
            "no_policy",
        )
    for answer, chance in policies[side](state, side, choice):
        if chance:
            yield answer, weigh(chance, 1)


def _secret(pending: AskAll, state: State, policies: Policies, weigh: Weigh) -> Iterator[tuple[Any, Any]]:
    sides = [side for side, _ in pending.choices]
    plans = [list(_policy(side, choice, state, policies, weigh)) for side, choice in pending.choices]
    for combination in product(*plans):
        chance = weigh(1, 1)
        for _, share in combination:
            chance = chance * share
        yield dict(zip(sides, (answer for answer, _ in combination), strict=True)), chance


def layout_of(rules: Ruleset[Any], opening: State, read: Iterable[str] = ()) -> Layout:
    """The columns of a battle: its state taken apart as far as phases touch it, and as the paths ``read`` ask."""
    touched = [path for phase in rules.order for path in (*phase.touches, *phase.indexes)]
    drained = [field for phase in rules.order for field in phase.drains]
    return Layout(opening, [*touched, *drained, *read, "phase", *rules.clock])


class Kernels:
    """Kernels of a battle's phases, by what they touch. ``weigh`` makes chances of whole-number weights; ``limit``: how
    often phases may be run in all; ``thorough`` looks at every untouched part after every run, which the conformance
    tests do."""

    def __init__(
        self,
        rules: Ruleset[Any],
        layout: Layout,
        policies: Policies,
        weigh: Weigh,
        limit: int = 2_000_000,
        thorough: bool = False,
    ) -> None:
        self.rules = rules
        self.thorough = thorough
        self.layout = layout
        self.policies = policies
        # a policy may have to see the whole state where it answers, whatever the phase itself touches
        self._whole = {name for policy in policies.values() for name in getattr(policy, "whole", ())}
        self.weigh = weigh
        known = not thorough and all(policy is rules.bot for policy in policies.values())
        self.memory = memory_of(layout.fixed, tuple(policies.items()), weigh) if known else Memory()
        self._limit = limit
        self._runs = 0
        self._kernels: dict[tuple[Any, ...], Kernel] = {}

    def kernel(self, phase: Phase[Any], indexes: Sequence[tuple[str, int]]) -> Kernel:
        """The kernel of a phase for given values of its index fields."""
        key = (phase.name, *indexes)
        if key not in self._kernels:
            self._kernels[key] = Kernel(self, phase, self.window(phase, indexes))
        return self._kernels[key]

    def window(self, phase: Phase[Any], indexes: Sequence[tuple[str, int]]) -> Window:
        """The columns that a phase touches, for given values of its index fields."""
        seen = ALL if phase.name in self._whole else phase.touches
        touches = (*seen, "phase", *phase.indexes)
        return Window(self.layout, self.layout.columns(touches, dict(indexes)))

    def count(self, phase: Phase[Any]) -> None:
        """A phase is run once more. Raises ``TooWide`` beyond the limit."""
        self._runs += 1
        if self._runs > self._limit:
            raise TooWide(
                f"more than {self._limit:,} different situations, the last ones in phase {phase.name}: "
                "ask for a sample, or raise the limit"
            )


class Kernel:
    """Where a phase leads from each value of what it touches, found once and remembered."""

    def __init__(self, kernels: Kernels, phase: Phase[Any], window: Window) -> None:
        self.phase = phase
        self.window = window
        self._kernels = kernels
        self._known: dict[Row, Outcomes] = {}
        self._remembered = kernels.memory.of(phase, [kernels.layout.leaves[column] for column in window.columns])

    def __call__(self, numbers: Row) -> Outcomes:
        """Where these values lead, equal outcomes merged."""
        known = self._known.get(numbers)
        if known is None:
            known = self._known[numbers] = self._run(numbers)
        return known

    def _run(self, numbers: Row) -> Outcomes:
        self._kernels.count(self.phase)
        window = self.window
        merged: dict[Row, Any] = {}
        for changes, chance in self._ways(numbers):
            outcome = window.numbers([*numbers], changes)
            merged[outcome] = merged[outcome] + chance if outcome in merged else chance
        return list(_left(merged, numbers).items())

    def _ways(self, numbers: Row) -> Ways:
        """What changes, with its chance, in every way the phase can go; as an earlier battle found it, if one did."""
        values = self.window.values(numbers)
        ways = self._remembered.ways.get(values)
        if ways is None:
            ways = list(self._branches(numbers))
            self._remembered.keep(values, ways)
        return ways

    def _branches(self, numbers: Row) -> Iterator[tuple[Changes, Any]]:
        kernels, window = self._kernels, self.window
        state = window.open(numbers)
        before = astuple(state)
        for after, chance in branches(self.phase, state, kernels.policies, kernels.weigh):
            if kernels.thorough:
                window.check(after)
            yield window.changes(after, before), chance


def _left(merged: dict[tuple[int, ...], Any], here: tuple[int, ...]) -> dict[tuple[int, ...], Any]:
    """Where a phase leads when it leaves: tied dice that are thrown again until they differ come back to the same
    state, and that self-loop is dropped."""
    if here not in merged or len(merged) == 1:
        return merged
    stays = merged[here]
    return {outcome: chance / (1 - stays) for outcome, chance in merged.items() if outcome != here}
