"""A part is the same few rows in a dictionary as many rows in arrays, whatever is done to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product as combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from admiralty.run.spread import weights
from admiralty.run.spread.few import Few, picker
from admiralty.run.spread.many import Many
from admiralty.run.spread.product import Part, Terms
from admiralty.run.spread.rows import numbered, parted
from admiralty.run.spread.weights import Doubles

Row = tuple[int, ...]
Chances = Mapping[frozenset[tuple[int, int]], float]
"""Each row, as its numbers by column, with its weight."""
Kernel = Callable[[Row], list[tuple[Row, float]]]
Draw = Any
VALUES = 3
laws = settings(max_examples=20)


def rows_of(part: Part) -> Chances:
    chances = part.chances if isinstance(part, Few) else part.listed()
    assert part.size == len(chances)
    return {frozenset(zip(part.columns, row, strict=True)): chance for row, chance in chances.items()}


def terms(few: int) -> Terms:
    """Parts are dictionaries up to so many rows."""
    kind = Doubles()
    kind.few = few
    return Terms(kind, 10_000)


# Parts made at random, each in both kinds; weights are whole sixteenths, so that sums are exact


def stay(row: Row) -> list[tuple[Row, float]]:
    return [(row, 1.0)]


@st.composite
def twins(draw: Draw, columns: Sequence[int] = (0, 1, 2, 3), least: int = 1) -> tuple[Few, Many]:
    """The same rows in both kinds. Phases that change nothing leave the arrays in several factors."""
    order = tuple(draw(st.permutations(columns)))
    row = st.tuples(*(st.integers(0, VALUES - 1) for _ in order))
    chances = draw(st.dictionaries(row, st.integers(1, 15), min_size=least, max_size=12))
    few = Few(order, {row: number / 16 for row, number in chances.items()})
    many = terms(0).many(few)
    for _ in range(draw(st.integers(0, 2))):
        many = many.advanced(draw(some_columns(order)), stay)
    return few, many


def some_columns(columns: Sequence[int]) -> st.SearchStrategy[list[int]]:
    return st.lists(st.sampled_from(columns), unique=True)


@st.composite
def kernels(draw: Draw, width: int) -> Kernel:
    """Where the numbers in so many columns lead, by halves and quarters."""
    ends = st.lists(st.tuples(*(st.integers(0, VALUES) for _ in range(width))), min_size=1, max_size=3, unique=True)
    shares = {1: (1.0,), 2: (0.5, 0.5), 3: (0.5, 0.25, 0.25)}
    led = {row: draw(ends) for row in combinations(range(VALUES), repeat=min(width, 2))}
    return lambda row: list(zip(led[row[:2]], shares[len(led[row[:2]])], strict=True))


@given(twins())
@laws
def test_both_kinds_list_the_same_rows(both: tuple[Few, Many]) -> None:
    few, many = both
    assert rows_of(few) == rows_of(many)
    assert few.total == many.total
    assert many.columns == tuple(sorted(few.columns))


@given(twins((0, 1)), twins((2, 3)))
@laws
def test_both_kinds_are_crossed_alike(left: tuple[Few, Many], right: tuple[Few, Many]) -> None:
    few, many = left[0].crossed(right[0]), left[1].crossed(right[1])
    assert rows_of(few) == rows_of(many)
    assert few.size == left[0].size * right[0].size


@given(twins((0, 1)), twins((2, 3)), st.data())
@laws
def test_a_row_taken_out_of_many_is_crossed_like_any_other(
    left: tuple[Few, Many], right: tuple[Few, Many], data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, left[1].size - 1))
    one = left[1].take(np.array([place]))
    crossed = one.crossed(right[1])
    back = crossed.take(np.arange(crossed.size)[::-1])
    (taken,) = rows_of(one)
    assert rows_of(back) == {taken | row: one.total * chance for row, chance in rows_of(right[0]).items()}


@given(st.data(), twins(), st.integers(1, 3))
@laws
def test_both_kinds_are_joined_alike_whatever_order_their_columns_have(
    data: st.DataObject, first: tuple[Few, Many], number: int
) -> None:
    others = [data.draw(twins()) for _ in range(number)]
    few, many = first[0].joined([one for one, _ in others]), first[1].joined([other for _, other in others])
    expected: dict[Any, float] = {}
    for part, _ in (first, *others):
        for row, chance in rows_of(part).items():
            expected[row] = expected.get(row, 0) + chance
    assert rows_of(few) == rows_of(many) == expected


@given(twins(), st.data())
@laws
def test_both_kinds_are_parted_alike(both: tuple[Few, Many], data: st.DataObject) -> None:
    columns = data.draw(some_columns(both[0].columns))
    few, many = ({frozenset(rows_of(piece).items()) for piece in kind.parted(columns)} for kind in both)
    assert few == many
    for piece in few:
        assert len({frozenset(pair for pair in row if pair[0] in columns) for row, _ in piece}) == 1
    assert frozenset().union(*few) == frozenset(rows_of(both[0]).items())


@given(twins())
@laws
def test_both_kinds_settle_the_same_columns(both: tuple[Few, Many]) -> None:
    (still, few), (alike, many) = both[0].settled(), both[1].settled()
    assert still == alike
    assert rows_of(few) == rows_of(many)
    assert all(len({dict(row)[column] for row in rows_of(few)}) > 1 for column in few.columns)
    assert {row | frozenset(still.items()) for row in rows_of(few)} == set(rows_of(both[0]))


@given(twins(), st.data())
@laws
def test_both_kinds_are_led_on_alike(both: tuple[Few, Many], data: st.DataObject) -> None:
    touched = data.draw(some_columns(both[0].columns))
    kernel = data.draw(kernels(len(touched)))
    few, many = (kind.advanced(touched, kernel) for kind in both)
    expected: dict[Any, float] = {}
    for row, weight in rows_of(both[0]).items():
        for end, chance in kernel(tuple(dict(row)[column] for column in touched)):
            after = frozenset({**dict(row), **dict(zip(touched, end, strict=True))}.items())
            expected[after] = expected.get(after, 0) + weight * chance
    assert rows_of(few) == rows_of(many) == expected


@given(twins(), st.data())
@laws
def test_a_sparse_matrix_leads_where_a_full_one_does(both: tuple[Few, Many], data: st.DataObject) -> None:
    touched = data.draw(some_columns(both[0].columns))
    kernel = data.draw(kernels(len(touched)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(weights, "FEW_CELLS", 1)
        assert rows_of(both[1].advanced(touched, kernel)) == rows_of(both[0].advanced(touched, kernel))


@given(twins(), st.integers(0, 16))
@laws
def test_both_kinds_drop_the_same_rows(both: tuple[Few, Many], sixteenths: int) -> None:
    few, many = (kind.cut(sixteenths / 16) for kind in both)
    kept = {row: chance for row, chance in rows_of(both[0]).items() if chance >= sixteenths / 16}
    assert rows_of(few) == rows_of(many) == kept


# Which kind a part is


@pytest.mark.parametrize("size", [1, 5, 6, 7, 12])
def test_a_part_is_a_dictionary_up_to_so_many_rows_and_arrays_beyond(size: int) -> None:
    kept = terms(6)
    few = Few((1, 0), {(n, -n): n / 16 for n in range(1, size + 1)})
    for part in (few, kept.many(few)):
        fitted = kept.fitted(part)
        assert isinstance(fitted, Few if size <= 6 else Many)
        assert rows_of(fitted) == rows_of(few)


@given(twins((0, 1)), twins((2, 3)), st.sampled_from([1, 4, 9, 10_000]))
@laws
def test_parts_of_both_kinds_are_crossed_as_what_the_size_asks_for(
    left: tuple[Few, Many], right: tuple[Few, Many], few: int
) -> None:
    kept = terms(few)
    crossed = kept.crossed([kept.single({7: 1}, 0.5), kept.fitted(left[0]), kept.fitted(right[1])])
    assert isinstance(crossed, Few if left[0].size * right[0].size <= few else Many)
    expected = rows_of(left[0].crossed(right[0]))
    assert rows_of(crossed) == {row | {(7, 1)}: 0.5 * chance for row, chance in expected.items()}


@given(twins(), twins(), st.sampled_from([1, 4, 9, 10_000]))
@laws
def test_parts_of_both_kinds_are_joined_as_what_the_size_asks_for(
    left: tuple[Few, Many], right: tuple[Few, Many], few: int
) -> None:
    kept = terms(few)
    joined = kept.joined([kept.fitted(left[0]), kept.fitted(right[0])])
    assert isinstance(joined, Few if left[0].size + right[0].size <= few else Many)
    assert rows_of(joined) == rows_of(left[0].joined([right[0]]))


def test_of_no_rows_nothing_is_left_and_nothing_fails() -> None:
    few = Few((0, 1), {(0, 0): 0.5, (1, 1): 0.5}).cut(1.0)
    many = terms(0).many(Few((0, 1), {(0, 0): 0.5, (1, 1): 0.5})).cut(1.0)
    for part in (few, many):
        assert (part.size, part.total, rows_of(part)) == (0, 0, {})
        assert terms(5).settled(part)[0] == {}


# Rows by number


def test_a_picker_takes_places_out_of_a_row_always_as_a_row() -> None:
    row = (4, 5, 6)
    assert [picker(places)(row) for places in ([], [1], [2, 0], [0, 0])] == [(), (5,), (6, 4), (4, 4)]


LARGE = (1, 3, 40_000, 2**31 - 2)
"""Widths of columns: so large that combinations are sorted, and some together larger than any number."""


@given(st.data(), st.lists(st.sampled_from(LARGE), max_size=4), st.integers(1, 30))
@laws
def test_rows_are_numbered_by_the_combination_they_have(data: st.DataObject, tops: list[int], size: int) -> None:
    drawn = [data.draw(st.lists(st.sampled_from((0, top)), min_size=size, max_size=size)) for top in tops]
    first, number = numbered([np.array(column, dtype=np.int64) for column in drawn], size)
    rows = list(zip(*drawn, strict=True)) if drawn else [()] * size
    assert len(first) == len(set(rows))
    assert [rows[first[group]] for group in number.tolist()] == rows


@given(st.lists(st.integers(0, 5), min_size=1))
@laws
def test_groups_of_rows_are_told_in_order_and_miss_nobody(numbers: list[int]) -> None:
    groups = list(parted(np.array(numbers, dtype=np.int32), 6))
    assert [group.tolist() for group in groups] == [
        [row for row, number in enumerate(numbers) if number == wanted] for wanted in range(6)
    ]
