"""A spread: every state a battle can be in, each once, with its weight; and what measures read off it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.ruleset import Measure
from .layout import Layout
from .product import Product
from .rows import Ints, Rows, numbered
from .weights import added, plain
from .window import Window


@dataclass
class Spread:
    """States and weights; the states' numbers stand in the layout's columns."""

    layout: Layout
    product: Product

    def table(self, measures: Sequence[Measure[Any]]) -> dict[tuple[Any, ...], Any]:
        """The joint distribution of some measures: readings -> weight. Measures read only what they touch."""
        if not self.states:
            return {}
        part = self.product.marginal(self._columns(*measures))
        readings, number = self._readings(part.rows, measures)
        return dict(zip(readings, added(part.weights, number, len(readings)), strict=True))

    def where(self, keep: Callable[[tuple[Any, ...]], bool], measures: Sequence[Measure[Any]]) -> Spread:
        """The states whose readings pass a test; weights are not rescaled."""
        pulled, rest = self.product.pull(self._columns(*measures))
        part = self.product.terms.many(pulled)
        readings, number = self._readings(part.rows, measures)
        mask = np.array([keep(reading) for reading in readings], dtype=bool)[number]
        return Spread(self.layout, rest.put(part.take(mask)))

    def _columns(self, *measures: Measure[Any]) -> tuple[int, ...]:
        return self.layout.columns((path for measure in measures for path in measure.touches), {})

    def _readings(self, rows: Rows, measures: Sequence[Measure[Any]]) -> tuple[list[tuple[Any, ...]], Ints]:
        """What the measures read together, and which of these readings each row has."""
        read = [self._read(rows, measure) for measure in measures]
        first, number = numbered([which for _, which in read], rows.size)
        columns = [[readings[n] for n in which[first].tolist()] for readings, which in read]
        return list(zip(*columns, strict=True)), number

    def _read(self, rows: Rows, measure: Measure[Any]) -> tuple[list[Any], Ints]:
        """What a measure reads, and which of these readings each row has."""
        columns = self._columns(measure)
        window = Window(self.layout, columns)
        first, number = rows.distinct(columns)
        numbers: dict[Any, int] = {}
        states = (window.open(row) for row in rows.take(first).tuples(columns))
        which = [numbers.setdefault(measure.read(state), len(numbers)) for state in states]
        return list(numbers), np.array(which, dtype=np.int64)[number]

    @property
    def states(self) -> int:
        """How many different states."""
        return self.product.states

    @property
    def total(self) -> Any:
        """The weight of all states."""
        return plain(self.product.total)

    def listed(self) -> list[tuple[tuple[int, ...], Any]]:
        """Every state as the numbers of all columns in order, with its weight."""
        part = self.product.marginal(self.product.columns)
        return [(row, plain(weight)) for row, weight in part.listed().items()]
