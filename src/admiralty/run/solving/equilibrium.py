"""Best play of one question, given what every combination of answers is worth.

A question to one side takes its best answer; a secret question of two sides is a matrix game, solved in fractions by
``admiralty.core.matrix`` or in doubles by SciPy's HiGHS.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

from ...core.choice import Side
from ...core.matrix import MatrixSolution, Number, solve_matrix
from .solution import Part
from .tree import Branch

TINY = 1e-9
"""Doubles nearer to each other than this, as a share of the largest difference of payoffs, count as equal."""

Payoffs = Sequence[Sequence[Number | float]]
Doubles = NDArray[np.float64]


class Equilibrium(Protocol):
    """Best play of a zero-sum matrix game: see ``MatrixSolution``."""

    @property
    def value(self) -> Any: ...
    @property
    def row_mix(self) -> Sequence[Any]: ...
    @property
    def col_mix(self) -> Sequence[Any]: ...
    @property
    def row_unique(self) -> bool: ...
    @property
    def col_unique(self) -> bool: ...
    @property
    def row_costs(self) -> Sequence[Any]: ...
    @property
    def col_costs(self) -> Sequence[Any]: ...


@dataclass(frozen=True)
class Approximate:
    """Best play in doubles, right to about nine digits of the largest difference of payoffs."""

    value: float
    row_mix: tuple[float, ...]
    col_mix: tuple[float, ...]
    row_unique: bool
    col_unique: bool
    row_costs: tuple[float, ...]
    col_costs: tuple[float, ...]


def equilibrium(rows: Payoffs, exact: bool) -> Equilibrium:
    """Best play of the game in which the row side gets ``rows[i][j]`` from the column side."""
    if exact:
        return solve_matrix([[Fraction(entry) for entry in row] for row in rows])
    return approximate(np.array(rows, dtype=np.float64))


def approximate(payoffs: Doubles) -> Approximate:
    """Best play in doubles."""
    low, span = float(payoffs.min()), float(np.ptp(payoffs)) or 1.0
    scaled = (payoffs - low) / span
    row_mix, col_mix = _saddle(scaled) or _program(scaled)
    value = float(row_mix @ scaled @ col_mix)
    row_costs, col_costs = value - scaled @ col_mix, row_mix @ scaled - value
    unique = _unique(scaled, row_mix, col_mix, row_costs, col_costs)
    return Approximate(
        low + span * value,
        tuple(row_mix.tolist()),
        tuple(col_mix.tolist()),
        unique,
        unique,
        tuple((span * row_costs.clip(0)).tolist()),
        tuple((span * col_costs.clip(0)).tolist()),
    )


def _saddle(scaled: Doubles) -> tuple[Doubles, Doubles] | None:
    """Best play without mixing, if there is one: no linear program is needed then."""
    worst, best = scaled.min(axis=1), scaled.max(axis=0)
    row, column = int(worst.argmax()), int(best.argmin())
    if worst[row] < best[column]:
        return None
    return np.eye(len(worst))[row], np.eye(len(best))[column]


def _program(scaled: Doubles) -> tuple[Doubles, Doubles]:
    """The mixes of both sides: the rows' program, and its dual."""
    height, width = scaled.shape
    found = linprog(
        np.append(np.zeros(height), -1.0),
        A_ub=np.hstack([-scaled.T, np.ones((width, 1))]),
        b_ub=np.zeros(width),
        A_eq=np.append(np.ones(height), 0.0)[None, :],
        b_eq=[1.0],
        bounds=[(0, None)] * height + [(None, None)],
        method="highs",
    )
    if found.x is None:  # the program always has a best answer, so this is the solver giving up
        raise ArithmeticError(found.message)
    return _as_mix(found.x[:-1]), _as_mix(-found.ineqlin.marginals)


def _as_mix(shares: Doubles) -> Doubles:
    cleared = np.where(shares > TINY, shares, 0.0)
    return np.asarray(cleared / cleared.sum(), dtype=np.float64)


def _unique(scaled: Doubles, row_mix: Doubles, col_mix: Doubles, row_costs: Doubles, col_costs: Doubles) -> bool:
    """Whether both mixes are the only ones: exactly the choices that cost nothing are played, as many on each side,
    and the equations between them leave no freedom."""
    rows, columns = row_mix > 0, col_mix > 0
    if not np.array_equal(rows, row_costs <= TINY) or not np.array_equal(columns, col_costs <= TINY):
        return False
    kernel = scaled[np.ix_(rows, columns)]
    if kernel.shape[0] != kernel.shape[1]:
        return False
    bordered = np.block([[kernel, np.ones((len(kernel), 1))], [np.ones((1, len(kernel))), np.zeros((1, 1))]])
    return bool(np.linalg.matrix_rank(bordered, tol=TINY) == len(bordered))


def mean(worths: Sequence[tuple[int, Any]], total: int, exact: bool) -> Any:
    """The mean under whole-number weights. Fractions are added over one common denominator, which is many times
    faster than one by one."""
    if not exact:
        return sum(weight / total * worth for weight, worth in worths)
    scale = lcm(*{worth.denominator for _, worth in worths})
    whole = sum(weight * worth.numerator * (scale // worth.denominator) for weight, worth in worths)
    return Fraction(whole, scale * total)


def answer(branch: Branch, worths: Sequence[Any], first: Side, exact: bool) -> tuple[Any, tuple[Part, ...]]:
    """What a question is worth to the first side, given the worth of each combination of answers, and the best
    answers of the sides that are asked."""
    if len(branch.parts) == 1:
        return alone(branch, worths, first)
    return against(branch, worths, first, exact)


def alone(branch: Branch, worths: Sequence[Any], first: Side) -> tuple[Any, tuple[Part, ...]]:
    """The best answer of the one side that is asked: the first of those that are equally good."""
    (asked,) = branch.parts
    best = max(worths) if asked.side == first else min(worths)
    costs = tuple(abs(best - worth) for worth in worths)
    near = TINY * max(map(abs, worths)) if isinstance(best, float) else 0
    place = worths.index(best)
    mix = tuple(Fraction(int(n == place)) for n in range(len(worths)))
    return best, (Part(asked, mix, costs, sum(cost <= near for cost in costs) == 1),)


def against(branch: Branch, worths: Sequence[Any], first: Side, exact: bool) -> tuple[Any, tuple[Part, ...]]:
    """Best play of a secret question of both sides. The rows of the matrix are the first side's answers."""
    left, right = branch.parts
    width = len(right.options)
    rows = [worths[start : start + width] for start in range(0, len(worths), width)]
    swapped = left.side != first
    found = equilibrium(list(zip(*rows, strict=True)) if swapped else rows, exact)
    mine, theirs = (right, left) if swapped else (left, right)
    game = found if isinstance(found, MatrixSolution) else None
    my_part = Part(mine, found.row_mix, found.row_costs, found.row_unique, game, rows=True)
    their_part = Part(theirs, found.col_mix, found.col_costs, found.col_unique, game, rows=False)
    return found.value, (my_part, their_part)
