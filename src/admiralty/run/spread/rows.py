"""Rows of column numbers, kept in factors.

A factor is some columns together: a small table of the combinations that occur in them, and per row which of these it
has. What a phase touches becomes one factor, its outcomes being the table; the rest stays as it was. So the work per
row hardly depends on how many columns there are, and a factor with a single combination costs nothing at all.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[Any]
"""Numbers of rows, combinations, outcomes: an integer array."""
Table = NDArray[np.int32]

_DENSE = 16
"""A table of marks is faster than sorting up to about so many marks a row."""


@dataclass(frozen=True)
class Factor:
    """``table[i]`` are the numbers of combination i in ``columns``, which are in order; ``which[row]`` says which
    combination a row has, ``None`` that all rows have the only one."""

    columns: tuple[int, ...]
    table: Table
    which: NDArray[Any] | None

    def take(self, rows: NDArray[Any]) -> Factor:
        return self if self.which is None else Factor(self.columns, self.table, self.which[rows])

    def part(self, columns: Iterable[int]) -> Factor:
        """The same rows seen through some of the columns only."""
        wanted = set(columns)
        places = [place for place, column in enumerate(self.columns) if column in wanted]
        if len(places) == len(self.columns):
            return self
        chosen = tuple(self.columns[place] for place in places)
        return _compact(chosen, self.table[:, places], self.which)

    def used(self) -> Factor:
        """The same rows, combinations that no row has left out."""
        if self.which is None:
            return self
        if len(self.table) == 1:
            return Factor(self.columns, self.table, None)
        seen = np.zeros(len(self.table), dtype=bool)
        seen[self.which] = True
        if seen.all():
            return self
        place = np.cumsum(seen, dtype=np.int32) - 1
        table = self.table[seen]
        return Factor(self.columns, table, place[self.which] if len(table) > 1 else None)

    def settled(self) -> tuple[dict[int, int], tuple[Factor, ...]]:
        """Columns with one number in all rows, and what is left of the factor."""
        factor = self.used()
        if factor.which is None:
            return dict(zip(factor.columns, factor.table[0].tolist(), strict=True)), ()
        same = (factor.table == factor.table[0]).all(axis=0)
        if not same.any():
            return {}, (factor,)
        still = {
            column: number
            for column, number, alike in zip(factor.columns, factor.table[0].tolist(), same.tolist(), strict=True)
            if alike
        }
        varied = tuple(column for column in factor.columns if column not in still)
        return still, (Factor(varied, factor.table[:, ~same], factor.which),)


def _compact(columns: tuple[int, ...], table: Table, which: NDArray[Any] | None) -> Factor:
    """A factor from a table with repeated combinations."""
    if which is None:
        return Factor(columns, table, None)
    first, number = _combinations(table)
    if len(first) == 1:
        return Factor(columns, table[:1], None)
    return Factor(columns, table[first], number[which])


def _combinations(table: Table) -> tuple[Ints, Ints]:
    """Distinct rows of a table: (one of each, the number of every row)."""
    differing = table.min(axis=0) != table.max(axis=0)
    return numbered(list(table[:, differing].T), len(table))


@dataclass(frozen=True)
class Rows:
    """``size`` rows; every column stands in exactly one factor."""

    size: int
    factors: tuple[Factor, ...]

    @classmethod
    def of(cls, table: Table) -> Rows:
        """Rows as they stand in a table with all columns."""
        columns = tuple(range(table.shape[1]))
        return cls(len(table), (_compact(columns, table, np.arange(len(table))),))

    @classmethod
    def single(cls, numbers: Mapping[int, int]) -> Rows:
        """One row with these numbers by column."""
        if not numbers:
            return cls(1, ())
        columns = tuple(sorted(numbers))
        return cls(1, (Factor(columns, np.array([[numbers[c] for c in columns]], dtype=np.int32), None),))

    @cached_property
    def columns(self) -> tuple[int, ...]:
        return tuple(sorted(column for factor in self.factors for column in factor.columns))

    def settled(self) -> tuple[dict[int, int], Rows]:
        """Columns with one number in all rows, and the rows without them."""
        if not self.size:
            return {}, self
        still: dict[int, int] = {}
        factors: list[Factor] = []
        for factor in self.factors:
            alike, left = factor.settled()
            still.update(alike)
            factors += left
        return still, Rows(self.size, tuple(factors))

    def take(self, rows: NDArray[Any]) -> Rows:
        """Some of the rows, by number or by mask."""
        size = int(rows.sum()) if rows.dtype == bool else len(rows)
        return Rows(size, tuple(factor.take(rows) for factor in self.factors))

    def split(self, columns: Iterable[int]) -> tuple[list[Factor], list[Factor]]:
        """Factors of these columns and factors of all others."""
        wanted = set(columns)
        inside: list[Factor] = []
        outside: list[Factor] = []
        for factor in self.factors:
            here = wanted.intersection(factor.columns)
            if here:
                inside.append(factor.part(here))
            if len(here) < len(factor.columns):
                outside.append(factor.part(set(factor.columns) - here))
        return inside, outside

    def distinct(self, columns: Iterable[int]) -> tuple[Ints, Ints]:
        """Distinct combinations in some columns: (a row of each, the combination number of every row)."""
        return distinct([factor.part(columns) for factor in self._with(columns)], self.size)

    def _with(self, columns: Iterable[int]) -> list[Factor]:
        wanted = set(columns)
        return [factor for factor in self.factors if not wanted.isdisjoint(factor.columns)]

    def block(self, columns: Sequence[int]) -> Factor:
        """Columns that stand in one factor, as a factor."""
        (factor,) = self._with(columns)
        return factor.part(columns).used()

    def tuples(self, columns: Sequence[int]) -> list[tuple[int, ...]]:
        """The rows as tuples of the numbers in some columns, in the given order."""
        table = np.empty((self.size, len(columns)), dtype=np.int32)
        place = {column: i for i, column in enumerate(columns)}
        for factor in self._with(columns):
            for number, column in enumerate(factor.columns):
                if column in place:
                    values = factor.table[:, number]
                    table[:, place[column]] = values[0] if factor.which is None else values[factor.which]
        return list(map(tuple, table.tolist()))


def distinct(factors: Sequence[Factor], size: int) -> tuple[Ints, Ints]:
    """Distinct combinations of factors: (a row of each, the combination number of every row)."""
    return numbered([factor.which for factor in factors if factor.which is not None], size)


def crossed(left: Rows, right: Rows) -> Rows:
    """Every row of the one with every row of the other."""
    if left.size == 1:
        return Rows(right.size, (*(factor.used() for factor in left.factors), *right.factors))
    repeated, tiled = np.repeat(np.arange(left.size), right.size), np.tile(np.arange(right.size), left.size)
    left, right = left.take(repeated), right.take(tiled)
    return Rows(right.size, (*left.factors, *right.factors))


def joined(chunks: Sequence[Rows]) -> Rows:
    """Chunks of rows one after another, in factors that are common to all of them."""
    if len(chunks) == 1:
        return Rows(chunks[0].size, tuple(factor.used() for factor in chunks[0].factors))
    sizes = [chunk.size for chunk in chunks]
    factors = [_stacked([chunk.block(columns) for chunk in chunks], sizes) for columns in _blocks(chunks)]
    return Rows(sum(sizes), tuple(factors))


def _blocks(chunks: Sequence[Rows]) -> list[list[int]]:
    """Columns that stand together in every chunk."""
    blocks: dict[tuple[int, ...], list[int]] = {}
    homes = [
        {column: number for number, factor in enumerate(chunk.factors) for column in factor.columns} for chunk in chunks
    ]
    for column in sorted(homes[0]):
        blocks.setdefault(tuple(home[column] for home in homes), []).append(column)
    return list(blocks.values())


def _stacked(parts: Sequence[Factor], sizes: Sequence[int]) -> Factor:
    """The same columns of several chunks as one factor."""
    table = np.concatenate([part.table for part in parts])
    first, number = _combinations(table)
    columns = parts[0].columns
    if len(first) == 1:
        return Factor(columns, table[:1], None)
    which, start = [], 0
    for part, size in zip(parts, sizes, strict=True):
        names = number[start : start + len(part.table)]
        which.append(np.full(size, names[0]) if part.which is None else names[part.which])
        start += len(part.table)
    return Factor(columns, table[first], np.concatenate(which))


def numbered(columns: Sequence[NDArray[Any]], size: int) -> tuple[Ints, Ints]:
    """Distinct combinations of some columns: (a row of each, the combination number of every row)."""
    if not columns or size == 1:
        return np.zeros(min(size, 1), dtype=np.int32), np.zeros(size, dtype=np.int32)
    widths = [int(column.max()) + 1 for column in columns]
    code: NDArray[Any] = np.zeros(size, dtype=np.int32 if math.prod(widths) < 1 << 31 else np.int64)
    span = 1
    for column, width in zip(columns, widths, strict=True):
        if span * width > 1 << 60:
            span, code = _dense(code, span)
        code *= width
        code += column.astype(code.dtype, copy=False)
        span *= width
    groups, number = _dense(code, span)
    row = np.empty(groups, dtype=np.int32)
    row[number] = np.arange(size, dtype=np.int32)
    return row, number


def _dense(code: NDArray[Any], span: int) -> tuple[int, Ints]:
    """Codes renumbered without gaps: (how many, the new codes)."""
    if span > _DENSE * len(code) + 1024:
        distinct, number = np.unique(code, return_inverse=True)
        return len(distinct), number.astype(np.int32)
    seen = np.zeros(span, dtype=bool)
    seen[code] = True
    place = np.cumsum(seen, dtype=np.int32) - 1
    return int(place[-1]) + 1, place[code]


def parted(number: Ints, groups: int) -> Iterator[Ints]:
    """The rows of each group; few groups are sorted by their radix, which is fast."""
    short = number.astype(np.uint16) if groups < 1 << 16 else number
    order = np.argsort(short, kind="stable")
    bounds = np.searchsorted(short[order], np.arange(groups + 1, dtype=np.int64))
    for group in range(groups):
        yield order[bounds[group] : bounds[group + 1]]
