"""The loop that carries a spread of states to the end of the battle.

States that wait for the same phase at the same point of the battle's clock make a bucket. The bucket furthest behind
goes first: by clock, then by the phase's place in the rulebook; consecutive phases that drain the same fields are one
loop, in which the states with the most left go first. So states that can meet do meet, and merge.

To advance a bucket, the phase is run once per distinct value of what it touches (the kernel), whatever the rest is.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ...core.phase import Phase
from ...core.ruleset import Measure, Moment, Ruleset
from ...core.state import State
from .kernel import Kernel, Kernels, Policies, Row, layout_of
from .loops import Loop, Unmet
from .many import Many
from .product import Product, Terms, merged
from .rows import Rows
from .spread import Spread
from .weights import Doubles, Weights

OVER = "over"
Key = tuple[Any, ...]


class Engine:
    """Carries a spread from an opening state to the end, or to a moment, phase by phase."""

    def __init__(
        self,
        rules: Ruleset[Any],
        opening: State,
        weights: Weights,
        policies: Policies,
        measures: Sequence[Measure[Any]] = (),
        until: Moment | None = None,
        limit: int = 4_000_000,
        drop: float = 0.0,
        kernel_limit: int = 2_000_000,
        thorough: bool = False,
    ) -> None:
        self.rules = rules
        self.weights = weights
        self.terms = Terms(weights, limit)
        self.until = until
        self.drop = drop
        self.dropped = 0.0
        self.layout = layout_of(rules, opening, [path for measure in measures for path in measure.touches])
        self.kernels = Kernels(rules, self.layout, policies, weights.weigh, kernel_limit, thorough)
        self._clock = tuple(self.layout.column(field) for field in rules.clock)
        self._keyed = {phase.name: self._key_columns(phase) for phase in rules.order}
        self._phase_column = self.layout.column("phase")
        self.places = _places(rules.order)
        self._loops = _loops(rules.order) if isinstance(weights, Doubles) and not until else {}
        self._met: dict[int, set[str]] = {}
        self._small: set[Key] = set()
        self._tried: set[Key] = set()
        self._heap: list[Key] = []
        self._buckets: dict[Key, list[Product]] = {}
        self._over: list[Product] = []
        self._put(self.product({self.layout.row(opening): weights.start}))

    def product(self, states: Mapping[Row, Any]) -> Product:
        """States that are listed: the numbers of all columns of each, with its weight."""
        if not states:
            nothing = Many(Rows(0, ()), self.weights.array([]), self.weights)
            return Product({}, self.weights.one, (nothing,), self.terms)
        rows = Rows.of(np.array(list(states), dtype=np.int32))
        return Product.of(Many(rows, self.weights.array(list(states.values())), self.weights), self.terms)

    def _key_columns(self, phase: Phase[Any]) -> tuple[int, ...]:
        fields = (*phase.drains, *phase.indexes)
        return tuple(self.layout.column(field) for field in dict.fromkeys(fields))

    def run(self, watch: Callable[[str, tuple[int, ...], Spread], None] | None = None) -> Spread:
        """Advance bucket by bucket. ``watch`` is shown each bucket before its phase is run."""
        stopped: list[Product] = []
        while self._heap:
            key = heapq.heappop(self._heap)
            product = self._cut(merged(self._buckets.pop(key)))
            if not product.states:
                continue
            name, clock = key[-1], key[0]
            if watch:
                watch(name, clock, Spread(self.layout, product))
            if self.until and at_moment(self.until, name, clock):
                stopped.append(product)
            elif not self._dense(key, product):
                self._advance(name, product)
        ends, self._over = self._over + stopped, []
        return Spread(self.layout, merged(ends) if ends else self.product({}))

    def _dense(self, key: Key, product: Product) -> bool:
        """Carry all states that are in a loop now out of it on dense arrays, if it is one for which they pay."""
        stage = key[:2]
        if key[-1] not in self._loops or stage in self._tried:
            return False
        if stage in self._small and max((part.size for part in product.parts), default=1) <= self.weights.few:
            return False
        inside = [other for other in self._heap if other[:2] == stage]
        chunks = [product, *(chunk for other in inside for chunk in self._buckets[other])]
        if stage not in self._small and self._rows(self._loops[key[-1]], chunks) <= self.weights.few:
            self._small.add(stage)
            return False
        self._tried.add(stage)  # what comes back is what the arrays could not carry
        self._met.setdefault(key[1], set()).update({key[-1], *(other[-1] for other in inside)})
        self._heap = [other for other in self._heap if other[:2] != stage]
        heapq.heapify(self._heap)
        for other in inside:
            del self._buckets[other]
        self._loop(key, merged(chunks))
        return True

    def _rows(self, phases: Sequence[Phase[Any]], chunks: Sequence[Product]) -> float:
        """How many rows what a loop touches has in all."""
        if any(column not in chunk.still for chunk in chunks for column in self._index_columns(phases)):
            return math.inf
        return sum(chunk.rows(self._touched(phases, chunk)) for chunk in chunks)

    def _loop(self, key: Key, product: Product) -> None:
        """Carry states through a loop. It begins with the phases that were met so far, since each may touch more of the
        state, and begins anew if it comes to another; kernels are known then."""
        met = self._met[key[1]]
        while True:
            phases = [phase for phase in self._loops[key[-1]] if phase.name in met]
            try:
                alike = product.parted(self._index_columns(phases))
                left = [state for states in alike for state in self._out(phases, states)]
            except Unmet as unmet:
                met.add(unmet.phase)
            else:
                break
        for product in left:
            self._put(product)

    def _out(self, phases: Sequence[Phase[Any]], product: Product) -> Iterator[Product]:
        """States of the same index fields that have left a loop of these phases."""
        drained = [self.layout.column(name) for name in phases[0].drains]
        kernels = [self._kernel(phase, product) for phase in phases]
        part, rest = product.pull(self._touched(phases, product).union(drained))
        for left in Loop(self, kernels, self._loops[phases[0].name], self.terms.many(part)).run():
            yield rest.put(left)

    def _touched(self, phases: Sequence[Phase[Any]], product: Product) -> set[int]:
        return {column for phase in phases for column in self._kernel(phase, product).window.columns}

    def _index_columns(self, phases: Sequence[Phase[Any]]) -> list[int]:
        return [self.layout.column(field) for phase in phases for field in phase.indexes]

    def depart(self, moment: Moment, rows: Sequence[Row]) -> Spread:
        """From states that stand at a moment, each with a weight of one, on until they stand there again or are over.

        Rows may have columns more than the layout; these stay as they are."""
        for bucket in self.product(dict.fromkeys(rows, self.weights.one)).parted(
            (*self._clock, *self._keyed[moment.phase])
        ):
            self._advance(moment.phase, bucket)
        return self.run()

    def _advance(self, name: str, product: Product) -> None:
        kernel = self._kernel(self.rules.phases[name], product)
        self._put(product.advanced(kernel.window.columns, kernel))

    def _kernel(self, phase: Phase[Any], product: Product) -> Kernel:
        """The kernel of a phase for the values that all these states have in its index fields."""
        fields = phase.indexes
        values = self._values(product, [self.layout.column(field) for field in fields])
        return self.kernels.kernel(phase, tuple(zip(fields, values, strict=True)))

    def _values(self, product: Product, columns: Sequence[int]) -> list[Any]:
        """What all these states have in some columns."""
        return [self.layout.values[column][product.still[column]] for column in columns]

    def _cut(self, product: Product) -> Product:
        """Drop tiny weights, if asked to, once equal states have met; keep account of what was lost."""
        if not self.drop:
            return product
        kept = product.cut(self.drop)
        if kept is not product:
            self.dropped += product.total - kept.total
        return kept

    def _put(self, product: Product) -> None:
        """Sort new states into their buckets."""
        for alike in product.parted((self._phase_column,)):
            (name,) = self._values(alike, (self._phase_column,))
            if name == OVER:
                self._over.append(alike)
                continue
            for at in alike.parted(self._clock):
                clock = tuple(self._values(at, self._clock))
                for bucket in at.parted(self._keyed[name]):
                    self._enter(self._key(name, clock, bucket), bucket)

    def _enter(self, key: Key, product: Product) -> None:
        if key not in self._buckets:
            heapq.heappush(self._heap, key)
            self._buckets[key] = []
        self._buckets[key].append(product)

    def _key(self, name: str, clock: tuple[int, ...], product: Product) -> Key:
        """Where a bucket stands: clock, loop, what is left to drain, phase; index fields tell buckets apart."""
        values = self._values(product, self._keyed[name])
        drains = len(self.rules.phases[name].drains)
        left = tuple(-value for value in values[:drains])
        loop, place = self.places[name]
        return clock, loop, left, place, tuple(values[drains:]), name


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


def _loops(order: Sequence[Phase[Any]]) -> dict[str, list[Phase[Any]]]:
    """The loop that each draining phase belongs to."""
    places = _places(order)
    loops: dict[int, list[Phase[Any]]] = {}
    for phase in order:
        if phase.drains:
            loops.setdefault(places[phase.name][0], []).append(phase)
    return {phase.name: phases for phases in loops.values() for phase in phases}
