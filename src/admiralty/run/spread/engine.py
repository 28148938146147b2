"""A spread: every state a battle can be in, each once, with its weight; and the loop that carries it to the end.

States that wait for the same phase at the same point of the battle's clock make a bucket. The bucket furthest behind
goes first: by clock, then by the phase's place in the rulebook; consecutive phases that drain the same fields are one
loop, in which the states with the most left go first. So states that can meet do meet, and merge.

To advance a bucket: number the distinct values of what the phase touches and of the rest; run the phase once per
distinct touched value (the kernel); share each weight out. With doubles that is (rest x touched) times
(touched x touched'), a sparse matrix product.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.errors import TooWide
from ...core.phase import Phase
from ...core.ruleset import Measure, Moment, Ruleset
from ...core.state import State
from .kernel import Kernels, Policies, layout_of
from .layout import Layout, Window, index_fields
from .loops import Loop
from .rows import Factor, Ints, Rows, distinct, joined, parted
from .weights import Doubles, Shares, Weights, added

OVER = "over"
Key = tuple[Any, ...]


@dataclass
class Spread:
    """States and weights: row i of ``rows`` holds the numbers of state i in the layout's columns."""

    layout: Layout
    rows: Rows
    weights: NDArray[Any]

    def table(self, measures: Sequence[Measure[Any]]) -> dict[tuple[Any, ...], Any]:
        """The joint distribution of some measures: readings -> weight. Measures read only what they touch."""
        if not self.rows.size:
            return {}
        readings, number = self._readings(measures)
        table: dict[tuple[Any, ...], Any] = {}
        for reading, weight in zip(readings, added(self.weights, number, len(readings)), strict=True):
            table[reading] = table[reading] + weight if reading in table else weight
        return table

    def _readings(self, measures: Sequence[Measure[Any]]) -> tuple[list[tuple[Any, ...]], Ints]:
        """The readings of each distinct value of what the measures touch, and which of these each row has."""
        columns = self.layout.columns((path for measure in measures for path in measure.touches), {})
        window = self.layout.window(columns)
        first, number = self.rows.distinct(columns)
        states = (window.open(row) for row in self.rows.take(first).tuples(columns))
        return [tuple(measure.read(state) for measure in measures) for state in states], number

    def where(self, keep: Callable[[tuple[Any, ...]], bool], measures: Sequence[Measure[Any]]) -> Spread:
        """The states whose readings pass a test; weights are not rescaled."""
        readings, number = self._readings(measures)
        mask = np.array([keep(reading) for reading in readings], dtype=bool)[number]
        return Spread(self.layout, self.rows.take(mask), self.weights[mask])

    @property
    def states(self) -> int:
        """How many different states."""
        return self.rows.size

    @property
    def total(self) -> Any:
        return added(self.weights, np.zeros(len(self.weights), dtype=np.int64), 1)[0]


class Engine:
    """Carries a spread from an opening state to the end (or a moment), phase by phase."""

    def __init__(
        self,
        rules: Ruleset[Any],
        opening: State,
        weights: Weights,
        policies: Policies,
        measures: Sequence[Measure[Any]] = (),
        limit: int = 4_000_000,
        drop: float = 0.0,
        kernel_limit: int = 2_000_000,
        thorough: bool = False,
    ) -> None:
        self.rules = rules
        self.weights = weights
        self.limit = limit
        self.drop = drop
        self.kernel_limit = kernel_limit
        self.dropped = 0.0
        self.layout = layout_of(rules, opening, [path for measure in measures for path in measure.touches])
        self.kernels = Kernels(rules, self.layout, policies, weights.weigh, thorough)
        self._keyed = {phase.name: self._key_columns(phase) for phase in rules.order}
        self._phase_column = self.layout.column("phase")
        self.places = _places(rules.order)
        self._tried: set[Key] = set()
        self._heap: list[Key] = []
        self._buckets: dict[Key, list[tuple[Rows, NDArray[Any]]]] = {}
        self._over: list[tuple[Rows, NDArray[Any]]] = []
        self._put(Rows.of(np.array([self.layout.row(opening)], dtype=np.int32)), weights.start())

    def _key_columns(self, phase: Phase[Any]) -> tuple[int, ...]:
        fields = (*self.rules.clock, *phase.drains, *index_fields(phase.touches))
        return tuple(self.layout.column(field) for field in dict.fromkeys(fields))

    def run(
        self,
        until: Moment | None = None,
        watch: Callable[[str, tuple[int, ...], Spread], None] | None = None,
    ) -> Spread:
        """Advance bucket by bucket. ``watch`` is shown each bucket before its phase is run."""
        stopped: list[tuple[Rows, NDArray[Any]]] = []
        while self._heap:
            key = heapq.heappop(self._heap)
            rows, weights = self._cut(*self._merge(self._buckets.pop(key)))
            if not rows.size:
                continue
            name, clock = key[-1], key[0]
            if watch:
                watch(name, clock, Spread(self.layout, rows, weights))
            if until and at_moment(until, name, clock):
                stopped.append((rows, weights))
            elif self._dense(key, until):
                self._loop(key, rows, weights)
            else:
                self._advance(name, rows, weights)
        rows, weights = self._merge(self._over + stopped)
        self._over = []
        return Spread(self.layout, rows, weights)

    def _dense(self, key: Key, until: Moment | None) -> bool:
        """Whether a bucket starts a pass through a loop that dense arrays can carry."""
        drains = self.rules.phases[key[-1]].drains
        return bool(drains) and isinstance(self.weights, Doubles) and until is None and key[:2] not in self._tried

    def _loop(self, key: Key, rows: Rows, weights: NDArray[Any]) -> None:
        """Carry all states that are in a loop now out of it, on dense arrays."""
        inside = [other for other in self._heap if other[:2] == key[:2]]
        self._heap = [other for other in self._heap if other[:2] != key[:2]]
        heapq.heapify(self._heap)
        chunks = [(rows, weights), *(chunk for other in inside for chunk in self._buckets.pop(other))]
        rows, weights = joined([chunk for chunk, _ in chunks]), np.concatenate([weight for _, weight in chunks])
        names = [phase for phase in self.rules.order if self.places[phase.name][0] == key[1]]
        self._tried.add(key[:2])  # what comes back is what the arrays could not carry
        fields = dict.fromkeys(field for phase in names for field in index_fields(phase.touches))
        for part, share in _parted(rows, weights, tuple(self.layout.column(field) for field in fields)):
            for left, weight in Loop(self, names, part, share).run():
                self._put(left, weight)

    def depart(self, moment: Moment, rows: Rows, weights: NDArray[Any]) -> Spread:
        """From states that stand at a moment, on until they stand there again or are over."""
        for bucket, share in _parted(rows, weights, self._keyed[moment.phase]):
            self._advance(moment.phase, bucket, share)
        return self.run(moment)

    def _advance(self, name: str, rows: Rows, weights: NDArray[Any]) -> None:
        phase = self.rules.phases[name]
        window = self.kernels.window(phase, self.indexes(phase, rows))
        inside, outside = rows.split(window.columns)
        first, touched = distinct(inside, rows.size)
        rest_first, rest = distinct(outside, rows.size)
        shares, outcomes = self._kernel(phase, window, rows.take(first).tuples(window.columns))
        rest_of, outcome_of, new_weights = self.weights.share(weights, rest, touched, shares)
        from_row = rest_first[rest_of]
        table = np.array(outcomes, dtype=np.int32).reshape(len(outcomes), len(window.columns))
        touched_after = Factor(window.columns, table, outcome_of if len(outcomes) > 1 else None)
        factors = (*(factor.take(from_row) for factor in outside), touched_after)
        self._put(Rows(len(new_weights), factors), new_weights)

    def _kernel(
        self, phase: Phase[Any], window: Window, touched: list[tuple[int, ...]]
    ) -> tuple[Shares, list[tuple[int, ...]]]:
        """Per distinct touched value its (outcome number, chance) pairs; and the outcomes by number."""
        if self.kernels.runs + len(touched) > self.kernel_limit:
            raise TooWide(
                f"phase {phase.name} meets {len(touched):,} different situations: ask for a sample, or raise the limit"
            )
        numbers: dict[tuple[int, ...], int] = {}
        shares = [
            [
                (numbers.setdefault(outcome, len(numbers)), chance)
                for outcome, chance in self.kernels.outcomes(phase, window, row)
            ]
            for row in touched
        ]
        return shares, list(numbers)

    def indexes(self, phase: Phase[Any], rows: Rows) -> list[tuple[str, int]]:
        fields = index_fields(phase.touches)
        columns = [self.layout.column(field) for field in fields]
        return list(zip(fields, self._values(rows, columns), strict=True))

    def _values(self, rows: Rows, columns: Sequence[int]) -> list[Any]:
        """What the first row has in some columns."""
        numbers = rows.first(columns)
        return [self.layout.values[column][number] for column, number in zip(columns, numbers, strict=True)]

    def _cut(self, rows: Rows, weights: NDArray[Any]) -> tuple[Rows, NDArray[Any]]:
        """Drop tiny weights, if asked to, once equal states have met; keep account of what was lost."""
        if not self.drop:
            return rows, weights
        keep = weights >= self.drop
        self.dropped += float(weights[~keep].sum())
        return rows.take(keep), weights[keep]

    def _put(self, rows: Rows, weights: NDArray[Any]) -> None:
        """Sort new rows into their buckets."""
        for part, weight in _parted(rows, weights, (self._phase_column,)):
            (name,) = self._values(part, (self._phase_column,))
            if name == OVER:
                self._over.append((part, weight))
                continue
            for bucket, share in _parted(part, weight, self._keyed[name]):
                key = self._key(name, bucket)
                if key not in self._buckets:
                    heapq.heappush(self._heap, key)
                    self._buckets[key] = []
                self._buckets[key].append((bucket, share))

    def _key(self, name: str, rows: Rows) -> Key:
        """Where a bucket stands: clock, loop, what is left to drain, phase; index fields tell buckets apart."""
        phase = self.rules.phases[name]
        values = self._values(rows, self._keyed[name])
        ticks, drains = len(self.rules.clock), len(phase.drains)
        clock = tuple(values[:ticks])
        left = tuple(-value for value in values[ticks : ticks + drains])
        indexes = tuple(values[ticks + drains :])
        loop, place = self.places[name]
        return clock, loop, left, place, indexes, name

    def _merge(self, chunks: Sequence[tuple[Rows, NDArray[Any]]]) -> tuple[Rows, NDArray[Any]]:
        """Chunks of rows as one, each state once."""
        if not chunks:
            return Rows(0, ()), self.weights.start()[:0]
        rows = joined([rows for rows, _ in chunks])
        weights = np.concatenate([weights for _, weights in chunks])
        if len(chunks) > 1:
            first, number = distinct(rows.factors, rows.size)
            rows, weights = rows.take(first), self.weights.add(weights, number, len(first))
        if rows.size > self.limit:
            raise TooWide(
                f"{rows.size:,} different states at once, more than the limit of {self.limit:,}: "
                "ask for a sample, drop tiny weights, or raise the limit"
            )
        return rows, weights


def _parted(rows: Rows, weights: NDArray[Any], columns: Sequence[int]) -> Iterator[tuple[Rows, NDArray[Any]]]:
    """Rows parted by their numbers in some columns."""
    first, number = rows.distinct(columns)
    if len(first) == 1:
        yield rows, weights
        return
    for members in parted(number, len(first)):
        yield rows.take(members), weights[members]


def at_moment(moment: Moment, phase: str, clock: tuple[int, ...]) -> bool:
    """Whether a bucket stands at a moment; a moment may name the first fields of the clock only."""
    return bool(moment.phase == phase and clock[: len(moment.clock)] == moment.clock)


def _places(order: Sequence[Phase[Any]]) -> dict[str, tuple[int, int]]:
    """Where each phase stands: its loop, and its place in it.

    Consecutive phases that drain the same fields are one loop. Its first phase takes one off what is drained and the
    others finish what that one did, so at an equal count the first goes last and finds everything together.
    """
    places: dict[str, tuple[int, int]] = {}
    loop, drains = 0, None
    for number, phase in enumerate(order):
        head = not phase.drains or phase.drains != drains
        loop += head
        places[phase.name] = (loop, len(order) if head else number)
        drains = phase.drains
    return places
