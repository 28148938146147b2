"""Three kinds of weights that a spread of states can carry: doubles, fractions, and counts of sampled battles.

All three do the same two things: share the weight of each (rest, touched) pair out over the outcomes of the touched
part, and add up what meets.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from .kernel import Weigh, double, fraction
from .rows import Ints, parted

Shares = Sequence[Sequence[tuple[int, Any]]]
"""Per touched value its outcomes: (number of the outcome, chance)."""


class Weights(Protocol):
    """How chances are carried."""

    @property
    def weigh(self) -> Weigh:
        """Makes a chance of a weight and a total."""

    def start(self) -> NDArray[Any]:
        """The weight of the opening state, as an array of one."""

    def share(self, weight: NDArray[Any], rest: Ints, touched: Ints, shares: Shares) -> tuple[Ints, Ints, NDArray[Any]]:
        """(rest, outcome, weight) of every pair that can come of it, each pair once."""

    def add(self, weight: NDArray[Any], group: Ints, groups: int) -> NDArray[Any]:
        """The sum of the weights in each group."""


class Doubles:
    """Chances as doubles: a sparse matrix product. All terms are positive, so tails keep their relative precision."""

    weigh = staticmethod(double)

    def start(self) -> NDArray[np.float64]:
        return np.ones(1)

    def share(
        self, weight: NDArray[np.float64], rest: Ints, touched: Ints, shares: Shares
    ) -> tuple[Ints, Ints, NDArray[np.float64]]:
        kernel = _matrix(shares, np.float64)
        spread = sparse.csr_array((weight, (rest, touched)), shape=(int(rest.max()) + 1, kernel.shape[0]))
        result = (spread @ kernel).tocoo()
        return result.row, result.col, result.data

    def add(self, weight: NDArray[np.float64], group: Ints, groups: int) -> NDArray[np.float64]:
        return np.bincount(group, weights=weight, minlength=groups).astype(np.float64, copy=False)


def _matrix(shares: Shares, dtype: Any) -> sparse.csr_array:
    starts = np.cumsum([0, *(len(row) for row in shares)])
    columns = np.fromiter((number for row in shares for number, _ in row), dtype=np.int64, count=starts[-1])
    data = np.fromiter((chance for row in shares for _, chance in row), dtype=dtype, count=starts[-1])
    width = int(columns.max()) + 1 if len(columns) else 1
    return sparse.csr_array((data, columns, starts), shape=(len(shares), width))


class Ratio:
    """An exact chance whose parts are not reduced: all of one step share a denominator, which keeps sums cheap."""

    __slots__ = ("denominator", "numerator")

    def __init__(self, numerator: int, denominator: int) -> None:
        self.numerator = numerator
        self.denominator = denominator

    def fraction(self) -> Fraction:
        return Fraction(self.numerator, self.denominator)


class Fractions:
    """Chances as exact fractions. Sums are made of whole numbers over one denominator, which is many times faster."""

    weigh = staticmethod(fraction)

    def start(self) -> NDArray[Any]:
        return _objects([Ratio(1, 1)])

    def share(self, weight: NDArray[Any], rest: Ints, touched: Ints, shares: Shares) -> tuple[Ints, Ints, NDArray[Any]]:
        amounts, below = _over_one(weight)
        parts, parts_below = _over_one([chance for row in shares for _, chance in row])
        chances = iter(parts)
        ways = [[(outcome, next(chances)) for outcome, _ in row] for row in shares]
        sums: dict[tuple[int, int], int] = {}
        for amount, row, column in zip(amounts, rest.tolist(), touched.tolist(), strict=True):
            for outcome, part in ways[column]:
                pair = (row, outcome)
                sums[pair] = sums.get(pair, 0) + amount * part
        pairs = np.array(list(sums), dtype=np.int64).reshape(-1, 2)
        return pairs[:, 0], pairs[:, 1], _ratios(list(sums.values()), below * parts_below)

    def add(self, weight: NDArray[Any], group: Ints, groups: int) -> NDArray[Any]:
        return _ratios(*_sums(weight, group, groups))


def added(weight: NDArray[Any], group: Ints, groups: int) -> list[Any]:
    """The sum of weights of any kind in each group, as plain numbers: doubles, counts or fractions."""
    if weight.dtype == object:
        totals, below = _sums(weight, group, groups)
        return [Fraction(total, below) for total in totals]
    sums: list[Any] = np.bincount(group, weights=weight, minlength=groups).tolist()
    return sums


def _sums(weight: NDArray[Any], group: Ints, groups: int) -> tuple[list[int], int]:
    amounts, below = _over_one(weight)
    totals = [0] * groups
    for amount, number in zip(amounts, group.tolist(), strict=True):
        totals[number] += amount
    return totals, below


def _over_one(ratios: Iterable[Any]) -> tuple[list[int], int]:
    """Numerators over a common denominator."""
    ratios = list(ratios)
    below = math.lcm(*{ratio.denominator for ratio in ratios})
    return [ratio.numerator * (below // ratio.denominator) for ratio in ratios], below


def _ratios(numerators: list[int], below: int) -> NDArray[Any]:
    """Chances over one denominator, as far reduced as all of them allow."""
    common = math.gcd(below, *numerators)
    return _objects([Ratio(numerator // common, below // common) for numerator in numerators])


class Counts:
    """Battles shared out multinomially: the same law as so many independent battles, at the cost of the states."""

    weigh = staticmethod(double)

    def __init__(self, battles: int, generator: np.random.Generator) -> None:
        self._battles = battles
        self._generator = generator

    def start(self) -> NDArray[np.int64]:
        return np.array([self._battles], dtype=np.int64)

    def share(self, weight: Ints, rest: Ints, touched: Ints, shares: Shares) -> tuple[Ints, Ints, Ints]:
        rows, columns, amounts = [], [], []
        for row, members in zip(shares, parted(touched, len(shares)), strict=True):
            outcomes = np.array([outcome for outcome, _ in row], dtype=np.int64)
            chances = np.array([chance for _, chance in row])
            split = self._split(weight[members], chances / chances.sum())
            member, outcome = np.nonzero(split)
            rows.append(rest[members[member]])
            columns.append(outcomes[outcome])
            amounts.append(split[member, outcome])
        row_, column_, amount_ = np.concatenate(rows), np.concatenate(columns), np.concatenate(amounts)
        shape = (int(rest.max()) + 1, int(column_.max()) + 1)
        merged = sparse.coo_array((amount_, (row_, column_)), shape=shape).tocsr().tocoo()
        return merged.row, merged.col, merged.data

    def _split(self, amounts: Ints, chances: NDArray[np.float64]) -> Ints:
        if len(chances) == 1:
            return amounts[:, None]
        return self._generator.multinomial(amounts, chances)

    def add(self, weight: Ints, group: Ints, groups: int) -> Ints:
        sums = np.zeros(groups, dtype=np.int64)
        np.add.at(sums, group, weight)
        return sums


def _objects(values: list[Any]) -> NDArray[Any]:
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array
