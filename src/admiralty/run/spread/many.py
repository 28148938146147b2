"""A part of a spread with many rows: arrays of column numbers, and of weights of any kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .kernel import Outcomes, Row
from .rows import Factor, Rows, crossed, distinct, joined, parted
from .weights import Weights


@dataclass(frozen=True, eq=False)
class Many:
    """Row i of ``rows`` has ``weights[i]``."""

    rows: Rows
    weights: NDArray[Any]
    how: Weights

    @property
    def columns(self) -> tuple[int, ...]:
        return self.rows.columns

    @property
    def size(self) -> int:
        return self.rows.size

    @property
    def total(self) -> Any:
        return self.how.total(self.weights)

    def listed(self) -> dict[Row, Any]:
        """Each row, the numbers in ``columns``, with its weight."""
        return dict(zip(self.rows.tuples(self.columns), self.weights.tolist(), strict=True))

    def take(self, rows: NDArray[Any]) -> Many:
        """Some of the rows, by number or by mask."""
        return Many(self.rows.take(rows), self.weights[rows], self.how)

    def scaled(self, mass: Any) -> Many:
        """All weights times one."""
        return Many(self.rows, self.how.times(self.how.array([mass]), self.weights), self.how)

    def crossed(self, other: Many) -> Many:
        """Every row with every row of another part."""
        return Many(crossed(self.rows, other.rows), self.how.times(self.weights, other.weights), self.how)

    def joined(self, others: Sequence[Many]) -> Many:
        """The rows of several parts of the same columns, each once."""
        rows = joined([self.rows, *(other.rows for other in others)])
        weights = np.concatenate([self.weights, *(other.weights for other in others)])
        first, number = distinct(rows.factors, rows.size)
        return Many(rows.take(first), self.how.add(weights, number, len(first)), self.how)

    def parted(self, columns: Sequence[int]) -> Iterator[Many]:
        """The rows parted by their numbers in some columns."""
        first, number = self.rows.distinct(columns)
        for members in parted(number, len(first)):
            yield self.take(members)

    def settled(self) -> tuple[dict[int, int], Many]:
        """Columns with one number in all rows, and the rows without them."""
        still, rows = self.rows.settled()
        return still, Many(rows, self.weights, self.how)

    def advanced(self, touched: Sequence[int], kernel: Callable[[Row], Outcomes]) -> Many:
        """Where these rows lead, given where the values of the touched columns lead: number the distinct values of what
        is touched and of the rest, look each touched value up once, and share each weight out."""
        inside, outside = self.rows.split(touched)
        first, here = distinct(inside, self.size)
        rest_first, rest = distinct(outside, self.size)
        numbers: dict[Row, int] = {}
        shares = [
            [(numbers.setdefault(outcome, len(numbers)), chance) for outcome, chance in kernel(row)]
            for row in self.rows.take(first).tuples(touched)
        ]
        rest_of, outcome_of, weights = self.how.share(self.weights, rest, here, shares)
        from_row = rest_first[rest_of]
        after = table_of(touched, list(numbers), outcome_of)
        return Many(Rows(len(weights), (*(factor.take(from_row) for factor in outside), after)), weights, self.how)

    def cut(self, least: float) -> Many:
        """Without the rows of less weight."""
        return self.take(self.weights >= least)


def table_of(columns: Sequence[int], combinations: Sequence[Row], which: NDArray[Any]) -> Factor:
    """Combinations of numbers in some columns, and which of them each row has."""
    table = np.array(combinations, dtype=np.int32).reshape(len(combinations), len(columns))
    order = np.argsort(columns)
    return Factor(tuple(sorted(columns)), table[:, order], which if len(table) > 1 else None)
