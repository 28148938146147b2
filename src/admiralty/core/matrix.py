"""Zero-sum matrix games, solved exactly.

The rows are what the maximising side may do, the columns what the other side may do. The game is a linear program,
solved by the simplex method (with Bland's rule where it could go round in circles) on a tableau of whole numbers: all
entries share one denominator, every pivot divides without a remainder, and fractions appear only in the answer. All
extreme optimal mixes are found by cutting the cone of all mixes down to the optimal ones, one constraint after
another, keeping its edges (the double description method).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm

from .errors import TooWide

Number = Fraction | int
Mix = tuple[Fraction, ...]
"""The chance of each row (or column), in order."""

WIDEST = 2_000
"""So many edges of the cone are kept at once while extreme mixes are sought."""


@dataclass(frozen=True)
class MatrixSolution:
    """Best play of a zero-sum matrix game.

    ``value`` is what the row side gets; ``row_mix`` and ``col_mix`` are one optimal mix each; ``row_unique`` and
    ``col_unique`` say whether it is the only one.
    """

    rows: tuple[tuple[Number, ...], ...]
    value: Fraction
    row_mix: Mix
    col_mix: Mix
    row_unique: bool
    col_unique: bool

    @property
    def unique(self) -> bool:
        """Whether neither side has another best play."""
        return self.row_unique and self.col_unique

    @cached_property
    def row_costs(self) -> Mix:
        """What each row, played alone against ``col_mix``, loses: 0 or more."""
        return tuple(self.value - _blend(row, self.col_mix) for row in self.rows)

    @cached_property
    def col_costs(self) -> Mix:
        """What each column, played alone against ``row_mix``, gives away: 0 or more."""
        return tuple(_blend(column, self.row_mix) - self.value for column in zip(*self.rows, strict=True))

    def best_for_rows(self, mix: Mix) -> bool:
        """Whether the row side loses nothing by this mix, whatever the other side does."""
        return _is_mix(mix, len(self.rows)) and all(
            _blend(column, mix) >= self.value for column in zip(*self.rows, strict=True)
        )

    def best_for_cols(self, mix: Mix) -> bool:
        """Whether the column side gives nothing away by this mix, whatever the other side does."""
        return _is_mix(mix, len(self.rows[0])) and all(_blend(row, mix) <= self.value for row in self.rows)

    @cached_property
    def row_mixes(self) -> tuple[Mix, ...]:
        """All extreme optimal mixes of the row side; every optimal mix is a blend of these. Raises ``TooWide``
        if more than ``WIDEST`` edges would have to be kept."""
        if self.row_unique:
            return (self.row_mix,)
        columns = [[entry - self.value for entry in column] for column in zip(*self.rows, strict=True)]
        return _extreme(columns, self.col_mix, self.row_costs)

    @cached_property
    def col_mixes(self) -> tuple[Mix, ...]:
        """All extreme optimal mixes of the column side, as ``row_mixes``."""
        if self.col_unique:
            return (self.col_mix,)
        rows = [[self.value - entry for entry in row] for row in self.rows]
        return _extreme(rows, self.row_mix, self.col_costs)


def solve_matrix(rows: Sequence[Sequence[Number]]) -> MatrixSolution:
    """Best play of the game in which the row side gets ``rows[i][j]`` from the column side.

    Raises ``ValueError`` unless there is at least one row and one column and all rows are as long.
    """
    if not rows or not rows[0] or any(len(row) != len(rows[0]) for row in rows):
        raise ValueError("a matrix game needs at least one row and one column, and rows of one length")
    base, unit, positive = _positive(rows)
    tableau = Tableau.of_game(positive)
    tableau.improve()
    row_mix, col_mix = tableau.mixes()
    value = base + unit * (tableau.value - 1)
    row_unique = tableau.mirrored().only()
    return MatrixSolution(tuple(map(tuple, rows)), value, row_mix, col_mix, row_unique, tableau.only())


def _positive(rows: Sequence[Sequence[Number]]) -> tuple[Fraction, Fraction, list[list[int]]]:
    """The matrix as ``base + unit * (entry - 1)`` with whole entries from 1 up, as small as may be."""
    entries = [entry for row in rows for entry in row]
    scale = lcm(*(entry.denominator for entry in entries))
    whole = [[entry.numerator * (scale // entry.denominator) for entry in row] for row in rows]
    least = min(min(row) for row in whole)
    step = gcd(*(entry - least for row in whole for entry in row)) or 1
    positive = [[(entry - least) // step + 1 for entry in row] for row in whole]
    return Fraction(least, scale), Fraction(step, scale), positive


class Tableau:
    """Simplex tableau in whole numbers.

    Each line but the last reads ``scale * inside + sum(line[j] * outside[j]) = line[-1]``, where ``inside`` is the
    line's own variable and the ``outside`` ones are 0 at this corner; the last line is the objective. Variables 0 to
    columns - 1 are the columns' shares, the rest the slack of each row.
    """

    def __init__(self, lines: list[list[int]], scale: int, inside: list[int], outside: list[int]) -> None:
        self.lines = lines
        self.scale = scale
        self.inside = inside
        self.outside = outside

    @classmethod
    def of_game(cls, positive: Sequence[Sequence[int]]) -> Tableau:
        """Largest sum of the columns' shares so that no row gets more than 1: with all entries positive, the game's
        value is one over that sum and the mix is the shares times the value."""
        width = len(positive[0])
        lines = [[*row, 1] for row in positive]
        return cls([*lines, [-1] * width + [0]], 1, [width + i for i in range(len(lines))], list(range(width)))

    @property
    def value(self) -> Fraction:
        return Fraction(self.scale, self.lines[-1][-1])

    def mixes(self) -> tuple[Mix, Mix]:
        """The optimal mix of the rows and of the columns."""
        shares = {variable: line[-1] for variable, line in zip(self.inside, self.lines, strict=False)}
        shares |= dict(zip(self.outside, self.lines[-1], strict=False))
        total, width = self.lines[-1][-1], len(self.outside)
        inside = set(self.inside)
        rows = (0 if v in inside else shares[v] for v in range(width, width + len(self.inside)))
        columns = (shares[v] if v in inside else 0 for v in range(width))
        return tuple(Fraction(share, total) for share in rows), tuple(Fraction(share, total) for share in columns)

    def improve(self, enough: bool = False) -> None:
        """Walk to a best corner; with ``enough`` stop as soon as the objective is above 0."""
        stuck = False
        while not (enough and self.lines[-1][-1] > 0):
            column = self._entering(stuck)
            if column is None:
                return
            row = self._leaving(column)
            stuck = self.lines[row][-1] == 0
            self._pivot(row, column)

    def _entering(self, stuck: bool) -> int | None:
        """Of the variables that improve the objective the steepest; while the walk is stuck at one corner the first
        (Bland's rule, which cannot go round in circles)."""
        goal = self.lines[-1]
        better = [j for j in range(len(self.outside)) if goal[j] < 0]
        return min(better, key=lambda j: self.outside[j] if stuck else goal[j], default=None)

    def _leaving(self, column: int) -> int:
        """The line that bounds the entering variable; of equal ones the first variable. There always is one, as the
        mixes are bounded."""
        bounds = [i for i in range(len(self.inside)) if self.lines[i][column] > 0]
        best = bounds[0]
        for i in bounds[1:]:
            tighter = self.lines[i][-1] * self.lines[best][column] - self.lines[best][-1] * self.lines[i][column]
            if tighter < 0 or (not tighter and self.inside[i] < self.inside[best]):
                best = i
        return best

    def _pivot(self, row: int, column: int) -> None:
        """Exchange an inside and an outside variable. The divisions leave no remainder: every entry is a minor."""
        chosen, scale = self.lines[row], self.scale
        pivot = chosen[column]
        for i, line in enumerate(self.lines):
            if i != row:
                factor = line[column]
                self.lines[i] = [(a * pivot - factor * b) // scale for a, b in zip(line, chosen, strict=True)]
                self.lines[i][column] = -factor
        chosen[column] = scale
        self.scale = pivot
        self.inside[row], self.outside[column] = self.outside[column], self.inside[row]

    def mirrored(self) -> Tableau:
        """The same corner seen from the other side: the dual program."""
        height, width = len(self.inside), len(self.outside)
        lines = [[-self.lines[i][j] for i in range(height)] + [self.lines[-1][j]] for j in range(width)]
        goal = [line[-1] for line in self.lines[:-1]]
        return Tableau([*lines, [*goal, self.lines[-1][-1]]], self.scale, self.outside[:], self.inside[:])

    def only(self) -> bool:
        """Whether this best corner is the only best point: none of the variables that cost nothing can be raised."""
        free = [j for j in range(len(self.outside)) if self.lines[-1][j] == 0]
        if not free:
            return True
        lines = [[*(line[j] for j in free), line[-1]] for line in self.lines[:-1]]
        goal = [-self.scale] * len(free) + [0]
        probe = Tableau([*lines, goal], self.scale, self.inside[:], [self.outside[j] for j in free])
        probe.improve(enough=True)
        return not probe.lines[-1][-1]


def _is_mix(mix: Mix, size: int) -> bool:
    return len(mix) == size and all(chance >= 0 for chance in mix) and sum(mix) == 1


def _blend(entries: Iterable[Number], mix: Mix) -> Fraction:
    """The mean of some entries under a mix."""
    return sum((entry * chance for entry, chance in zip(entries, mix, strict=True) if chance), Fraction(0))


@dataclass(frozen=True)
class _Edge:
    """An edge of a cone: a direction in whole numbers, and which constraints hold with equality along it (bits)."""

    way: tuple[int, ...]
    tight: int


def _extreme(excess: Sequence[Sequence[Number]], replies: Mix, costs: Mix) -> tuple[Mix, ...]:
    """All extreme optimal mixes of one side. ``excess[j][i]`` is what its choice i gets above the value against the
    other side's choice j. Choices that cost something are in no optimal mix; against choices that the other side
    does play every optimal mix gets exactly the value (complementary slackness); against others at least that."""
    kept = [i for i, cost in enumerate(costs) if not cost]
    equal_first = sorted(range(len(excess)), key=lambda j: not replies[j])
    edges = [_Edge(tuple(int(i == j) for j in kept), ~(1 << n) & ((1 << len(kept)) - 1)) for n, i in enumerate(kept)]
    for number, j in enumerate(equal_first):
        constraint = _whole([excess[j][i] for i in kept])
        edges = _cut(edges, constraint, 1 << (len(kept) + number), equality=bool(replies[j]))
    return tuple(sorted((_as_mix(edge.way, kept, len(costs)) for edge in edges), reverse=True))


def _cut(edges: list[_Edge], constraint: list[int], bit: int, equality: bool) -> list[_Edge]:
    """The edges of the part of a cone where a constraint is at least 0 (or exactly 0)."""
    heights = [sum(a * b for a, b in zip(constraint, edge.way, strict=True)) for edge in edges]
    on = [_Edge(edge.way, edge.tight | bit) for edge, height in zip(edges, heights, strict=True) if not height]
    over = [(edge, height) for edge, height in zip(edges, heights, strict=True) if height > 0]
    under = [(edge, height) for edge, height in zip(edges, heights, strict=True) if height < 0]
    between = [_between(a, up, b, -down, bit) for a, up in over for b, down in under if _neighbours(a, b, edges)]
    result = on + between + ([] if equality else [edge for edge, _ in over])
    if len(result) > WIDEST:
        raise TooWide(f"{len(result):,} corners of the optimal mixes at once, more than the limit of {WIDEST:,}")
    return result


def _neighbours(a: _Edge, b: _Edge, edges: list[_Edge]) -> bool:
    """Whether two edges span a face of their own: no other edge lies on all that both lie on."""
    shared = a.tight & b.tight
    return not any(edge.tight & shared == shared for edge in edges if edge is not a and edge is not b)


def _between(a: _Edge, up: int, b: _Edge, down: int, bit: int) -> _Edge:
    """The edge where the face between two edges crosses a constraint."""
    way = [down * x + up * y for x, y in zip(a.way, b.way, strict=True)]
    step = gcd(*way)
    return _Edge(tuple(x // step for x in way), (a.tight & b.tight) | bit)


def _whole(numbers: Sequence[Number]) -> list[int]:
    """Numbers times one positive factor, so that all are whole."""
    scale = lcm(*(number.denominator for number in numbers))
    whole = [number.numerator * (scale // number.denominator) for number in numbers]
    step = gcd(*whole) or 1
    return [number // step for number in whole]


def _as_mix(way: Sequence[int], kept: Sequence[int], size: int) -> Mix:
    shares = dict(zip(kept, way, strict=True))
    return tuple(Fraction(shares.get(i, 0), sum(way)) for i in range(size))
