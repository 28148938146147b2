"""The loop that carries a spread of states to the end of the battle.

To advance a bucket of states, the phase is run once per distinct value of what it touches (the kernel), whatever the
rest is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ...core.phase import Phase
from ...core.ruleset import Measure, Moment, Ruleset
from ...core.state import State
from .agenda import Agenda, Clock, at_moment
from .dense import Dense
from .kernel import Kernel, Kernels, Policies, Row, layout_of
from .many import Many
from .product import Product, Terms, merged
from .rows import Rows
from .spread import Spread
from .weights import Doubles, Weights


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
        self.until = until
        self.dropped = 0.0
        self.layout = layout_of(rules, opening, [path for measure in measures for path in measure.touches])
        self.agenda = Agenda(rules, self.layout)
        self._terms = Terms(weights, limit)
        self._drop = drop
        self._kernels = Kernels(rules, self.layout, policies, weights.weigh, kernel_limit, thorough)
        self._dense = Dense(self) if isinstance(weights, Doubles) and not until else None
        self.agenda.put(self.product({self.layout.row(opening): weights.start}))

    def product(self, states: Mapping[Row, Any]) -> Product:
        """States that are listed: the numbers of all columns of each, with its weight."""
        if not states:
            nothing = Many(Rows(0, ()), self.weights.array([]), self.weights)
            return Product({}, self.weights.one, (nothing,), self._terms)
        rows = Rows.of(np.array(list(states), dtype=np.int32))
        return Product.of(Many(rows, self.weights.array(list(states.values())), self.weights), self._terms)

    def run(self, watch: Callable[[str, Clock, Spread], None] | None = None) -> Spread:
        """Advance bucket by bucket. ``watch`` is shown each bucket before its phase is run."""
        stopped: list[Product] = []
        while self.agenda:
            key, chunks = self.agenda.pop()
            product = self._cut(merged(chunks))
            if not product.states:
                continue
            if watch:
                watch(key.phase, key.stage.clock, Spread(self.layout, product))
            if self.until and at_moment(self.until, key.phase, key.stage.clock):
                stopped.append(product)
            elif not (self._dense and self._dense.played(key, product)):
                self._advance(key.phase, product)
        ends = self.agenda.clear_over() + stopped
        return Spread(self.layout, merged(ends) if ends else self.product({}))

    def depart(self, rows: Sequence[Row]) -> Spread:
        """From states that stand at the moment ``until``, each with a weight of one, on until they stand there again or
        are over. Rows may have columns more than the layout; these stay as they are."""
        assert self.until
        phase = self.rules.phases[self.until.phase]
        columns = [self.layout.column(field) for field in (*self.rules.clock, *phase.indexes)]
        for product in self.product(dict.fromkeys(rows, self.weights.one)).parted(columns):
            self._advance(phase.name, product)
        return self.run()

    def _advance(self, name: str, product: Product) -> None:
        kernel = self.kernel(self.rules.phases[name], product)
        self.agenda.put(product.advanced(kernel.window.columns, kernel))

    def kernel(self, phase: Phase[Any], product: Product) -> Kernel:
        """The kernel of a phase for the values that all these states have in its index fields."""
        values = self.layout.still(product.still, [self.layout.column(field) for field in phase.indexes])
        return self._kernels.kernel(phase, tuple(zip(phase.indexes, values, strict=True)))

    def _cut(self, product: Product) -> Product:
        """Drop tiny weights, if asked to, once equal states have met; keep account of what was lost."""
        if not self._drop:
            return product
        kept = product.cut(self._drop)
        if kept is not product:
            self.dropped += product.total - kept.total
        return kept
