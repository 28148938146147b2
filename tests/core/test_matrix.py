"""Matrix games: known games, brute force over supports, an independent solver, and what must hold for every answer."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import nashpy
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from admiralty.core.errors import TooWide
from admiralty.core.matrix import MatrixSolution, solve_matrix

Rows = list[list[Fraction]]
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def pure(place: int, size: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(int(n == place)) for n in range(size))


def blend(entries: Any, mix: Any) -> Fraction:
    return sum((Fraction(entry) * chance for entry, chance in zip(entries, mix, strict=True)), Fraction(0))


# Known games


def test_matching_pennies_is_fair_and_both_throw_evenly() -> None:
    found = solve_matrix([[1, -1], [-1, 1]])
    assert (found.value, found.row_mix, found.col_mix) == (0, (HALF, HALF), (HALF, HALF))
    assert found.unique


def test_rock_paper_scissors_is_played_in_thirds() -> None:
    found = solve_matrix([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    assert (found.value, found.row_mix, found.col_mix) == (0, (THIRD,) * 3, (THIRD,) * 3)
    assert found.unique


def test_rock_paper_scissors_with_rock_wins_counting_double() -> None:
    found = solve_matrix([[0, -1, 2], [1, 0, -1], [-2, 1, 0]])
    assert found.value == 0
    assert found.row_mix == found.col_mix == (Fraction(1, 4), HALF, Fraction(1, 4))
    assert found.unique


def test_rock_paper_scissors_with_a_second_rock_is_not_unique() -> None:
    found = solve_matrix([[0, -1, 1, 0], [1, 0, -1, 1], [-1, 1, 0, -1], [0, -1, 1, 0]])
    mixes = {(THIRD, THIRD, THIRD, 0), (0, THIRD, THIRD, THIRD)}
    assert found.value == 0
    assert set(found.row_mixes) == set(found.col_mixes) == mixes
    assert not found.unique


def test_a_saddle_point_is_played_without_mixing() -> None:
    found = solve_matrix([[3, 1], [0, -5]])
    assert (found.value, found.row_mix, found.col_mix, found.unique) == (1, (1, 0), (0, 1), True)
    assert (found.row_costs, found.col_costs) == ((0, 6), (2, 0))


def test_dominated_choices_are_left_out_and_cost_something() -> None:
    found = solve_matrix([[2, -1, 5], [-1, 1, 5], [-2, -2, 4]])
    assert found.value == Fraction(1, 5)
    assert found.row_mix == (Fraction(2, 5), Fraction(3, 5), 0)
    assert found.col_mix == (Fraction(2, 5), Fraction(3, 5), 0)
    assert found.row_costs == (0, 0, Fraction(11, 5))
    assert found.col_costs == (0, 0, Fraction(24, 5))


def test_one_side_may_have_many_best_mixes_and_the_other_only_one() -> None:
    found = solve_matrix([[1, 1, 1], [0, 0, 0]])
    assert (found.row_unique, found.col_unique, found.unique) == (True, False, False)
    assert found.row_mixes == ((1, 0),)
    assert set(found.col_mixes) == {pure(n, 3) for n in range(3)}


def test_where_nothing_matters_every_choice_is_an_extreme_best_mix() -> None:
    found = solve_matrix([[Fraction(7, 10)] * 6 for _ in range(7)])
    assert found.value == Fraction(7, 10)
    assert set(found.row_mixes) == {pure(n, 7) for n in range(7)}
    assert set(found.col_mixes) == {pure(n, 6) for n in range(6)}


def test_extreme_best_mixes_may_be_mixed_and_pure() -> None:
    """The column side may play its first column alone, or blend the other two."""
    found = solve_matrix([[0, 1, -1], [0, -1, 1]])
    assert found.value == 0
    assert set(found.col_mixes) == {(1, 0, 0), (0, HALF, HALF)}
    assert set(found.row_mixes) == {(HALF, HALF)}


def test_a_choice_that_costs_nothing_need_not_spoil_uniqueness() -> None:
    """A corner that lies on more constraints than it needs is still the only one."""
    found = solve_matrix([[1, -1], [-1, 1], [0, 0]])
    assert not found.row_unique
    assert set(found.row_mixes) == {(HALF, HALF, 0), (0, 0, 1)}
    assert found.col_unique
    assert found.col_mixes == ((HALF, HALF),)


def test_single_rows_and_columns() -> None:
    assert solve_matrix([[5]]).value == 5
    assert solve_matrix([[5, 3, 4]]).col_mix == (0, 1, 0)
    assert solve_matrix([[5], [7], [7]]).row_mixes == ((0, 1, 0), (0, 0, 1))


def test_huge_and_tiny_payoffs_stay_exact() -> None:
    big = Fraction(10**40, 7)
    found = solve_matrix([[big, -big], [-big, big + Fraction(1, 10**40)]])
    small = Fraction(1, 10**40)
    assert found.value == (big * (big + small) - big * big) / (4 * big + small)


@pytest.mark.parametrize("rows", [[], [[]], [[1, 2], [3]]])
def test_what_is_no_matrix_is_refused(rows: list[list[int]]) -> None:
    with pytest.raises(ValueError, match="a matrix game needs"):
        solve_matrix(rows)


def test_too_many_extreme_mixes_are_refused_with_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("admiralty.core.matrix.WIDEST", 5)
    found = solve_matrix([[1, -1, 1, -1, 1, -1], [-1, 1, -1, 1, -1, 1]])
    with pytest.raises(TooWide, match="9 corners"):
        _ = found.col_mixes


# What must hold for every answer

ENTRIES = st.one_of(st.integers(-2, 2), st.fractions(-3, 3, max_denominator=6))


@st.composite
def matrices(draw: st.DrawFn, height: int = 5, width: int = 5) -> Rows:
    rows, columns = draw(st.integers(1, height)), draw(st.integers(1, width))
    matrix = [[Fraction(draw(ENTRIES)) for _ in range(columns)] for _ in range(rows)]
    if draw(st.booleans()):
        matrix.append(list(draw(st.sampled_from(matrix))))
    return matrix


def assert_best(rows: Rows, value: Fraction, row_mix: Any, col_mix: Any) -> None:
    """Neither side can do better alone, and both mixes are mixes."""
    for mix in (row_mix, col_mix):
        assert sum(mix) == 1
        assert min(mix) >= 0
    assert all(blend(row, col_mix) <= value for row in rows)
    assert all(blend(column, row_mix) >= value for column in zip(*rows, strict=True))


@settings(max_examples=200, deadline=None)
@given(matrices())
def test_no_choice_beats_the_mix_of_the_other_side(rows: Rows) -> None:
    found = solve_matrix(rows)
    assert_best(rows, found.value, found.row_mix, found.col_mix)
    assert found.row_costs == tuple(found.value - blend(row, found.col_mix) for row in rows)
    assert all(not cost for cost, chance in zip(found.row_costs, found.row_mix, strict=True) if chance)
    assert all(not cost for cost, chance in zip(found.col_costs, found.col_mix, strict=True) if chance)


@settings(max_examples=80, deadline=None)
@given(matrices(4, 4))
def test_extreme_mixes_and_uniqueness_agree_with_brute_force_over_supports(rows: Rows) -> None:
    found = solve_matrix(rows)
    value, row_mixes, col_mixes = by_supports(rows)
    assert found.value == value
    assert (set(found.row_mixes), set(found.col_mixes)) == (row_mixes, col_mixes)
    assert len(set(found.row_mixes)) == len(found.row_mixes)
    assert (found.row_unique, found.col_unique) == (len(row_mixes) == 1, len(col_mixes) == 1)


@settings(max_examples=100, deadline=None)
@given(matrices())
def test_the_mirrored_game_has_the_opposite_value_and_the_same_mixes(rows: Rows) -> None:
    found = solve_matrix(rows)
    mirror = solve_matrix([[-entry for entry in column] for column in zip(*rows, strict=True)])
    assert mirror.value == -found.value
    assert set(mirror.row_mixes) == set(found.col_mixes)
    assert set(mirror.col_mixes) == set(found.row_mixes)


@settings(max_examples=100, deadline=None)
@given(matrices(), st.fractions(-5, 5, max_denominator=9), st.fractions(Fraction(1, 9), 5, max_denominator=9))
def test_another_scale_of_payoffs_changes_no_mix(rows: Rows, shift: Fraction, factor: Fraction) -> None:
    found = solve_matrix(rows)
    other = solve_matrix([[factor * entry + shift for entry in row] for row in rows])
    assert other.value == factor * found.value + shift
    assert (set(other.row_mixes), set(other.col_mixes)) == (set(found.row_mixes), set(found.col_mixes))


@settings(max_examples=60, deadline=None)
@given(matrices(7, 6))
def test_values_agree_with_an_independent_solver(rows: Rows) -> None:
    doubles = np.array([[float(entry) for entry in row] for row in rows])
    row_mix, col_mix = nashpy.Game(doubles).linear_program()
    assert float(solve_matrix(rows).value) == pytest.approx(float(row_mix @ doubles @ col_mix), abs=1e-6)


# Brute force: every extreme best mix is the solution of a square part of the game (Shapley and Snow)


def by_supports(rows: Rows) -> tuple[Fraction, set[tuple[Fraction, ...]], set[tuple[Fraction, ...]]]:
    """The value and all extreme best mixes, from every square part of the matrix. The entries are lifted so that the
    value is not 0, as the theorem asks for."""
    lift = 1 - min(min(row) for row in rows)
    lifted = [[entry + lift for entry in row] for row in rows]
    height, width = len(rows), len(rows[0])
    row_mixes, col_mixes, values = set(), set(), set()
    for size in range(1, min(height, width) + 1):
        for part in combinations(range(height), size):
            for columns in combinations(range(width), size):
                square = [[lifted[i][j] for j in columns] for i in part]
                found = part_solution(square)
                if found is None:
                    continue
                value, left, right = found
                row_mix, col_mix = spread(left, part, height), spread(right, columns, width)
                if is_best(lifted, value, row_mix, col_mix):
                    values.add(value - lift)
                    row_mixes.add(row_mix)
                    col_mixes.add(col_mix)
    (value,) = values
    return value, row_mixes, col_mixes


def is_best(rows: Rows, value: Fraction, row_mix: Any, col_mix: Any) -> bool:
    return (
        min(row_mix) >= 0
        and min(col_mix) >= 0
        and all(blend(row, col_mix) <= value for row in rows)
        and all(blend(column, row_mix) >= value for column in zip(*rows, strict=True))
    )


def part_solution(square: Rows) -> tuple[Fraction, list[Fraction], list[Fraction]] | None:
    """Mixes that make the other side indifferent on a square part, if its matrix can be inverted."""
    right = solve_linear(square)
    left = solve_linear([list(column) for column in zip(*square, strict=True)])
    if right is None or left is None or not sum(right):
        return None
    total = sum(right)
    return 1 / total, [share / total for share in left], [share / total for share in right]


def solve_linear(square: Rows) -> list[Fraction] | None:
    """x with ``square x = 1``; None if the matrix is singular."""
    size = len(square)
    lines = [[*row, Fraction(1)] for row in square]
    for column in range(size):
        pivot = next((i for i in range(column, size) if lines[i][column]), None)
        if pivot is None:
            return None
        lines[column], lines[pivot] = lines[pivot], lines[column]
        lines[column] = [entry / lines[column][column] for entry in lines[column]]
        for i in range(size):
            if i != column:
                factor = lines[i][column]
                lines[i] = [a - factor * b for a, b in zip(lines[i], lines[column], strict=True)]
    return [line[-1] for line in lines]


def spread(shares: list[Fraction], places: tuple[int, ...], size: int) -> tuple[Fraction, ...]:
    """Shares of some choices as a mix of all."""
    by_place = dict(zip(places, shares, strict=True))
    return tuple(by_place.get(n, Fraction(0)) for n in range(size))


def test_the_answer_is_a_plain_value() -> None:
    assert solve_matrix([[1, 2], [3, 0]]) == solve_matrix([[1, 2], [3, 0]])
    assert isinstance(solve_matrix([[1]]), MatrixSolution)


def test_best_mixes_are_known_from_others() -> None:
    half, third = Fraction(1, 2), Fraction(1, 3)
    game = solve_matrix([[1, 1], [1, 1], [0, 3]])
    assert game.best_for_rows((half, half, Fraction(0)))
    assert not game.best_for_rows((third, third, third))
    assert not game.best_for_rows((half, Fraction(0), Fraction(0)))
    assert not game.best_for_rows((Fraction(2), Fraction(-1), Fraction(0)))
    assert game.best_for_cols((Fraction(1), Fraction(0)))
    assert game.best_for_cols((2 * third, third))
    assert not game.best_for_cols((half, half))
    assert not game.best_for_cols((Fraction(1),))
