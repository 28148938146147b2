"""Three kinds of weights that a spread of states can carry: doubles, fractions, and counts of sampled battles.

All three do the same two things: share the weight of each (rest, touched) pair out over the outcomes of the touched
part, and add up what meets.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
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

    @property
    def bound(self) -> bool:
        """Whether the parts of a spread never stand apart: counts of battles are not a product of counts."""

    @property
    def few(self) -> int:
        """Rows up to which a part is a dictionary, which only plain numbers can be the values of."""

    @property
    def start(self) -> Any:
        """The weight of the opening state."""

    @property
    def one(self) -> Any:
        """A weight that changes nothing."""

    def array(self, weights: Sequence[Any]) -> NDArray[Any]:
        """Weights as an array."""

    def times(self, left: NDArray[Any], right: NDArray[Any]) -> NDArray[Any]:
        """The weights of every row of one part with every row of another."""

    def total(self, weight: NDArray[Any]) -> Any:
        """The sum of all weights."""

    def share(self, weight: NDArray[Any], rest: Ints, touched: Ints, shares: Shares) -> tuple[Ints, Ints, NDArray[Any]]:
        """(rest, outcome, weight) of every pair that can come of it, each pair once."""

    def add(self, weight: NDArray[Any], group: Ints, groups: int) -> NDArray[Any]:
        """The sum of the weights in each group."""


FEW_CELLS = 4096
"""Cells up to which a full matrix is quicker than a sparse one, also where a product of full ones takes threads."""


def matrix(row: Ints, column: Ints, value: NDArray[np.float64], shape: tuple[int, int]) -> Any:
    """A matrix of these values, each at another place: an array, or a sparse one if it is large."""
    if shape[0] > 1 and shape[0] * shape[1] > FEW_CELLS:
        return sparse.csr_array((value, (row, column)), shape=shape)
    cells = np.zeros(shape)
    cells[row, column] = value
    return cells


@dataclass(frozen=True)
class Leads:
    """A matrix of chances: ``chance[i]`` leads from ``ways[i]`` to ``ends[i]``, each pair once."""

    ways: Ints
    ends: Ints
    chance: NDArray[np.float64]
    shape: tuple[int, int]

    @cached_property
    def _matrix(self) -> Any:
        return matrix(self.ways, self.ends, self.chance, self.shape)

    def after(self, cells: Any) -> Any:
        """Weights by what was before (whatever they have in common, row by row), as weights by what comes after."""
        if cells.shape[0] > 1:
            return cells @ self._matrix
        return np.bincount(self.ends, cells[0, self.ways] * self.chance, self.shape[1])[None]


class Doubles:
    """Chances as doubles: a sparse matrix product. All terms are positive, so tails keep their relative precision."""

    weigh = staticmethod(double)
    bound = False
    few = 200
    start = one = 1.0

    def array(self, weights: Sequence[float]) -> NDArray[np.float64]:
        return np.array(weights, dtype=np.float64)

    def times(self, left: NDArray[np.float64], right: NDArray[np.float64]) -> NDArray[np.float64]:
        return right if _is_one(left) else np.multiply.outer(left, right).ravel()

    def total(self, weight: NDArray[np.float64]) -> float:
        return float(weight.sum())

    def share(
        self, weight: NDArray[np.float64], rest: Ints, touched: Ints, shares: Shares
    ) -> tuple[Ints, Ints, NDArray[np.float64]]:
        ways = np.repeat(np.arange(len(shares)), [len(row) for row in shares])
        outcome = np.array([number for row in shares for number, _ in row], dtype=np.int64)
        chance = np.array([chance for row in shares for _, chance in row])
        leads = Leads(ways, outcome, chance, (len(shares), int(outcome.max()) + 1))
        result: Any = leads.after(matrix(rest, touched, weight, (int(rest.max()) + 1, len(shares))))
        if isinstance(result, np.ndarray):
            row, column = np.nonzero(result)
            return row, column, result[row, column]
        listed = result.tocoo()
        return listed.row, listed.col, listed.data

    def add(self, weight: NDArray[np.float64], group: Ints, groups: int) -> NDArray[np.float64]:
        return np.bincount(group, weights=weight, minlength=groups).astype(np.float64, copy=False)


class Ratio:
    """An exact chance whose parts are not reduced: all of one step share a denominator, which keeps sums cheap."""

    __slots__ = ("denominator", "numerator")

    def __init__(self, numerator: int, denominator: int) -> None:
        self.numerator = numerator
        self.denominator = denominator

    def __mul__(self, other: Ratio) -> Ratio:
        return Ratio(self.numerator * other.numerator, self.denominator * other.denominator)

    def fraction(self) -> Fraction:
        return Fraction(self.numerator, self.denominator)


class Fractions:
    """Chances as exact fractions. Sums are made of whole numbers over one denominator, which is many times faster."""

    weigh = staticmethod(fraction)
    bound = False
    few = 0
    start = one = Ratio(1, 1)

    def array(self, weights: Sequence[Ratio]) -> NDArray[Any]:
        array = np.empty(len(weights), dtype=object)
        array[:] = weights
        return array

    def times(self, left: NDArray[Any], right: NDArray[Any]) -> NDArray[Any]:
        if _is_one(left):
            return right
        (above, below), (factors, under) = _over_one(left), _over_one(right)
        return self.array([Ratio(number * factor, below * under) for number in above for factor in factors])

    def total(self, weight: NDArray[Any]) -> Ratio:
        amounts, below = _over_one(weight)
        return Ratio(sum(amounts), below)

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
        return pairs[:, 0], pairs[:, 1], self._ratios(list(sums.values()), below * parts_below)

    def add(self, weight: NDArray[Any], group: Ints, groups: int) -> NDArray[Any]:
        return self._ratios(*_sums(weight, group, groups))

    def _ratios(self, numerators: list[int], below: int) -> NDArray[Any]:
        """Chances over one denominator, as far reduced as all of them allow."""
        common = math.gcd(below, *numerators)
        return self.array([Ratio(numerator // common, below // common) for numerator in numerators])


def _is_one(weights: NDArray[Any]) -> bool:
    """Whether these are the weights of one row that changes nothing."""
    return len(weights) == 1 and bool(plain(weights[0]) == 1)


def plain(weight: Any) -> Any:
    """A weight as a plain number: a double, a count or a fraction."""
    return weight.fraction() if isinstance(weight, Ratio) else weight


def added(weight: NDArray[Any], group: Ints, groups: int) -> list[Any]:
    """The sum of weights of any kind in each group, as plain numbers."""
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


class Counts:
    """Battles shared out multinomially: the same law as so many independent battles, at the cost of the states."""

    weigh = staticmethod(double)
    bound = True
    few = 0
    one = 1

    def __init__(self, battles: int, generator: np.random.Generator) -> None:
        self.start = battles
        self._generator = generator

    def array(self, weights: Sequence[int]) -> Ints:
        return np.array(weights, dtype=np.int64)

    def times(self, left: Ints, right: Ints) -> Ints:
        return right if _is_one(left) else (left[:, None] * right).ravel()

    def total(self, weight: Ints) -> int:
        return int(weight.sum())

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
