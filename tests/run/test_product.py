"""A product of independent parts stands for the dictionary of all its states, whatever is done to it."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import product as combinations
from math import prod
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from admiralty.core.errors import TooWide
from admiralty.run.spread.few import Few
from admiralty.run.spread.product import Part, Product, Terms, merged
from admiralty.run.spread.weights import Counts, Doubles, Fractions, Ratio, Weights, plain

Row = tuple[int, ...]
Whole = Mapping[frozenset[tuple[int, int]], Any]
"""Every state, as its numbers by column, with its weight as a plain number."""
Draw = Any
laws = settings(max_examples=25)


def doubles(few: int) -> Doubles:
    """Doubles whose parts are dictionaries up to so many rows."""
    weights = Doubles()
    weights.few = few
    return weights


def counts() -> Counts:
    return Counts(1, np.random.Generator(np.random.PCG64(5)))


def rows_of(part: Part) -> Whole:
    chances: Mapping[Row, Any] = part.chances if isinstance(part, Few) else part.listed()
    return {frozenset(zip(part.columns, row, strict=True)): plain(weight) for row, weight in chances.items()}


def whole(product: Product) -> Whole:
    """All states one by one, and nothing of the product's own arithmetic."""
    factors: list[Whole] = [{frozenset(product.still.items()): plain(product.mass)}, *map(rows_of, product.parts)]
    ways = combinations(*(rows.items() for rows in factors))
    return {frozenset().union(*(row for row, _ in way)): prod(weight for _, weight in way) for way in ways}


def added(wholes: Iterable[Whole]) -> Whole:
    sums: Counter[Any] = Counter()
    for states in wholes:
        for state, weight in states.items():
            sums[state] += weight
    return dict(sums)


def seen(states: Whole, columns: Iterable[int]) -> Whole:
    """The states with nothing but some columns left of them."""
    wanted = set(columns)
    return added({frozenset(pair for pair in state if pair[0] in wanted): weight} for state, weight in states.items())


# Products made at random: 1 to 4 parts, in doubles whose sums are exact, in fractions and in counts

KINDS: dict[str, Callable[[], Weights]] = {
    "arrays": lambda: doubles(0),
    "nearly all arrays": lambda: doubles(2),
    "both": lambda: doubles(9),
    "dictionaries": lambda: doubles(10_000),
    "fractions": Fractions,
    "counts": counts,
}


def weight_of(weights: Weights, number: int) -> Any:
    """A weight made of a small number, in sixteenths but for counts."""
    if isinstance(weights, Doubles):
        return number / 16
    return Ratio(number, 16) if isinstance(weights, Fractions) else number


@st.composite
def parts(draw: Draw, columns: tuple[int, ...], kind: Weights) -> Part:
    """Some rows in these columns, listed in any order."""
    row = st.tuples(*(st.integers(0, 2) for _ in columns))
    chances = draw(st.dictionaries(row, st.integers(1, 15), min_size=1, max_size=6))
    chosen = Few(tuple(draw(st.permutations(columns))), {})
    order = [columns.index(column) for column in chosen.columns]
    weighed = {tuple(one[place] for place in order): weight_of(kind, number) for one, number in chances.items()}
    return Terms(kind, 10_000).fitted(Few(chosen.columns, weighed))


@st.composite
def products(draw: Draw, kind: str | None = None) -> Product:
    """1 to 4 parts of 1 or 2 columns, and a column that is still. Counts never stand apart, so there it is one part."""
    weights = KINDS[kind or draw(st.sampled_from(sorted(KINDS)))]()
    number = 1 if weights.bound else draw(st.integers(1, 4))
    columns = iter(draw(st.permutations(range(2 * number))))
    product = Product({2 * number: 7}, weight_of(weights, draw(st.integers(1, 15))), (), Terms(weights, 10_000))
    for _ in range(number):
        group = (next(columns), next(columns))[: draw(st.integers(1, 2))]
        product = product.put(draw(parts(group, weights)))
    return product


def some_of(product: Product) -> st.SearchStrategy[list[int]]:
    return st.lists(st.sampled_from(product.columns), unique=True)


def touches(product: Product, part: Part, columns: Iterable[int]) -> bool:
    return product.terms.weights.bound or not set(columns).isdisjoint(part.columns)


@given(st.data(), st.sampled_from(sorted(KINDS)))
@laws
def test_put_multiplies_every_state_with_every_row(data: st.DataObject, kind: str) -> None:
    product = data.draw(products(kind))
    if product.terms.weights.bound:
        product = Product({9: 1}, product.terms.weights.one, (), product.terms)
    part = data.draw(parts((10, 11), product.terms.weights))
    expected = {
        state | row: weight * share for state, weight in whole(product).items() for row, share in rows_of(part).items()
    }
    assert whole(product.put(part)) == expected


@given(products())
@laws
def test_what_has_one_value_in_every_state_is_in_no_part(product: Product) -> None:
    states = whole(product)
    for part in product.parts:
        assert part.size > 1
        assert all(len(seen(states, [column])) > 1 for column in part.columns)
    assert set(product.columns) == {column for column, _ in next(iter(states))}


@given(products())
@laws
def test_states_and_total_are_those_of_the_whole(product: Product) -> None:
    states = whole(product)
    assert product.states == len(states)
    assert plain(product.total) == sum(states.values())


@given(st.data(), products())
@laws
def test_pulling_and_putting_back_keeps_every_state(data: st.DataObject, product: Product) -> None:
    columns = data.draw(some_of(product))
    part, rest = product.pull(columns)
    assert set(columns) <= set(part.columns)
    assert set(part.columns).isdisjoint(rest.columns)
    assert whole(rest.put(part)) == whole(product)
    assert plain(rest.mass) == 1
    assert part.size == product.rows(columns)


@given(st.data(), products())
@laws
def test_pulling_leaves_the_other_parts_as_they_are(data: st.DataObject, product: Product) -> None:
    columns = data.draw(some_of(product))
    _, rest = product.pull(columns)
    untouched = [part for part in product.parts if not touches(product, part, columns)]
    assert [id(part) for part in rest.parts] == [id(part) for part in untouched]


@given(st.data(), products())
@laws
def test_a_marginal_is_the_whole_with_the_other_columns_added_up(data: st.DataObject, product: Product) -> None:
    columns = data.draw(some_of(product))
    marginal = product.marginal(columns)
    assert set(columns) <= set(marginal.columns)
    assert rows_of(marginal) == seen(whole(product), marginal.columns)


@given(st.data(), products())
@laws
def test_parting_sorts_the_states_by_some_columns(data: st.DataObject, product: Product) -> None:
    columns = data.draw(some_of(product))
    pieces = [whole(piece) for piece in product.parted(columns)]
    assert [len(seen(piece, columns)) for piece in pieces] == [1] * len(pieces)
    assert len(pieces) == len(seen(whole(product), columns))
    assert added(pieces) == whole(product)


@given(st.data(), products())
@laws
def test_merging_what_was_parted_gives_the_same_states(data: st.DataObject, product: Product) -> None:
    pieces = list(product.parted(data.draw(some_of(product))))
    assert whole(merged(data.draw(st.permutations(pieces)))) == whole(product)


@given(st.data(), products())
@laws
def test_a_part_that_nobody_touched_is_itself_after_parting_and_merging(data: st.DataObject, product: Product) -> None:
    columns = data.draw(some_of(product))
    met = merged(list(product.parted(columns)))
    for part in product.parts:
        if not touches(product, part, columns):
            assert any(kept is part for kept in met.parts)


@st.composite
def kernels(draw: Draw, width: int, weights: Weights) -> Callable[[Row], list[tuple[Row, Any]]]:
    """Where the values of so many columns lead, by halves and quarters; battles that are counted are not shared out."""
    ends = st.tuples(*(st.integers(0, 2) for _ in range(width)))
    most = 1 if weights.bound else 3
    led = {
        row: draw(st.lists(ends, min_size=1, max_size=most, unique=True))
        for row in combinations(range(8), repeat=min(width, 1))
    }
    shares = {1: (4,), 2: (2, 2), 3: (2, 1, 1)}

    def kernel(row: Row) -> list[tuple[Row, Any]]:
        after = led[row[:1]]
        return [(end, share_of(weights, share)) for end, share in zip(after, shares[len(after)], strict=True)]

    return kernel


def share_of(weights: Weights, quarters: int) -> Any:
    return Fraction(quarters, 4) if isinstance(weights, Fractions) else quarters / 4


def stepped(states: Whole, columns: list[int], kernel: Callable[[Row], list[tuple[Row, Any]]], one: Any) -> Whole:
    """The states after a phase, one by one."""
    after: Counter[Any] = Counter()
    for state, weight in states.items():
        numbers = dict(state)
        for end, chance in kernel(tuple(numbers[column] for column in columns)):
            after[frozenset({**numbers, **dict(zip(columns, end, strict=True))}.items())] += weight * one(chance)
    return dict(after)


@given(st.data(), products())
@laws
def test_a_phase_leads_every_state_where_it_leads_the_columns_it_touches(data: st.DataObject, product: Product) -> None:
    columns = sorted(data.draw(some_of(product)))
    kernel = data.draw(kernels(len(columns), product.terms.weights))
    one = int if product.terms.weights.bound else lambda chance: chance
    assert whole(product.advanced(columns, kernel)) == stepped(whole(product), columns, kernel, one)


@given(st.data(), products())
@laws
def test_merging_adds_up_the_states_of_several_ways(data: st.DataObject, product: Product) -> None:
    """The ways share what no phase has touched, and share nothing else."""
    ways = [product]
    for _ in range(data.draw(st.integers(1, 2))):
        columns = sorted(data.draw(some_of(product)))
        ways.append(product.advanced(columns, data.draw(kernels(len(columns), product.terms.weights))))
    assert whole(merged(ways)) == added(map(whole, ways))


# What parts save


def uniform(columns: tuple[int, ...], size: int, terms: Terms) -> Part:
    """So many different rows."""
    return terms.fitted(Few(columns, {(n,) * len(columns): 1 / size for n in range(size)}))


@pytest.mark.parametrize("few", [0, 10, 10_000])
def test_rows_of_independent_parts_are_added_and_not_multiplied(few: int) -> None:
    terms = Terms(doubles(few), 1000)
    product = Product({}, 1.0, (), terms)
    for column in range(4):
        product = product.put(uniform((column,), 32, terms))
    assert product.states == 32**4
    assert sum(part.size for part in product.parts) == 128
    assert product.rows([0, 3]) == 1024
    assert product.total == 1


@pytest.mark.parametrize("few", [0, 10, 10_000])
def test_ways_that_part_and_meet_again_do_not_multiply_out_what_nobody_touched(few: int) -> None:
    terms = Terms(doubles(few), 1000)
    product = Product({}, 1.0, (), terms)
    for column in range(3):
        product = product.put(uniform((column,), 8, terms))
    ways = [piece.advanced([0], lambda row: [((row[0] % 2,), 0.5), ((9,), 0.5)]) for piece in product.parted([0])]
    met = merged(ways)
    assert [part.size for part in met.parts] == [8, 8, 3]
    assert met.parts[:2] == product.parts[1:]


def test_ways_parted_by_two_parts_share_the_pieces_of_both() -> None:
    """Parted by both, and merged by the first alone: what was parted twice is one part again, and itself."""
    terms = Terms(doubles(200), 1000)
    product = Product({}, 1.0, (), terms).put(uniform((0, 1), 2, terms))
    product = product.put(Few((2, 3), {(0, 0): 0.25, (0, 1): 0.25, (1, 0): 0.5}))
    pieces = list(product.parted([0, 2]))
    assert [piece.states for piece in pieces] == [2, 1, 2, 1]
    same = [piece for piece in pieces if piece.states == 2]
    (shared,) = merged(same).parts[:1]
    assert all(shared in piece.parts for piece in same)
    assert whole(merged(pieces)) == whole(product)


def test_counts_never_stand_apart() -> None:
    terms = Terms(counts(), 1000)
    rows: dict[Row, float] = {(n, m, 0): 1 for n in range(3) for m in range(2)}
    product = Product.of(terms.many(Few((0, 1, 2), rows)), terms)
    part, rest = product.pull([0])
    assert set(part.columns) == {0, 1}
    assert rest.parts == ()
    assert [piece.states for piece in product.parted([0])] == [2, 2, 2]


# Limits


def test_too_many_rows_are_refused_with_both_numbers_before_they_are_made() -> None:
    terms = Terms(Doubles(), 4_000_000)
    product = Product({}, 1.0, (), terms)
    for column in range(3):
        product = product.put(uniform((column,), 1000, terms))
    tracemalloc.start()
    try:
        for ask in (product.pull, product.marginal):
            with pytest.raises(TooWide, match=r"^1,000,000,000 different states .* the limit of 4,000,000:"):
                ask([0, 1, 2])
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 1_000_000
    assert product.marginal([2]).size == 1000


@pytest.mark.parametrize("few", [0, 10_000])
def test_as_many_rows_as_the_limit_are_held(few: int) -> None:
    for limit, refused in ((36, False), (35, True)):
        terms = Terms(doubles(few), limit)
        product = Product({}, 1.0, (), terms).put(uniform((0,), 6, terms)).put(uniform((1,), 6, terms))
        if refused:
            with pytest.raises(TooWide, match=r"^36 different states .* the limit of 35:"):
                product.pull([0, 1])
        else:
            assert product.pull([0, 1])[0].size == 36


@pytest.mark.parametrize("few", [0, 10_000])
def test_ways_that_meet_are_refused_if_they_are_too_many_together(few: int) -> None:
    terms = Terms(doubles(few), 7)
    one, other = (Few((0,), {(n,): 0.125 for n in range(start, start + 4)}) for start in (0, 3))
    ways = [Product.of(part, terms) for part in (one, other)]
    assert merged(ways).states == 7  # one of the eight is the same state
    third = Product.of(Few((0,), {(8,): 0.5, (9,): 0.5}), terms)
    with pytest.raises(TooWide, match=r"^9 different states .* the limit of 7:"):
        merged([*ways, third])


# Weights that are dropped


@given(products("both") | products("dictionaries") | products("arrays"), st.sampled_from([1, 2, 4, 8, 12]))
@laws
def test_no_state_of_the_least_weight_is_dropped_and_no_weight_that_stays_is_changed(
    product: Product, sixteenths: int
) -> None:
    least = sixteenths / 16 * product.total / 4
    states, kept = whole(product), whole(product.cut(least))
    assert kept.items() <= states.items()
    assert {state for state, weight in states.items() if weight >= least} <= set(kept)
    dropped = [weight for state, weight in states.items() if state not in kept]
    assert product.cut(least).total == product.total - sum(dropped)


@given(products("both"))
@laws
def test_nothing_dropped_is_the_same_product(product: Product) -> None:
    assert product.cut(min(whole(product).values())) is product


@pytest.mark.parametrize("few", [0, 10_000])
def test_a_row_is_dropped_if_all_its_states_together_are_too_light(few: int) -> None:
    """Rows of 1/16 and 15/16 in one part, of halves in another: the row of 1/16 goes, with both its states."""
    terms = Terms(doubles(few), 1000)
    product = Product({5: 0}, 1.0, (), terms)
    product = product.put(terms.fitted(Few((0,), {(0,): 0.0625, (1,): 0.9375})))
    product = product.put(terms.fitted(Few((1,), {(0,): 0.5, (1,): 0.5})))
    cut = product.cut(0.125)
    assert cut.still == {5: 0, 0: 1}
    assert (cut.states, cut.total) == (2, 0.9375)


@pytest.mark.parametrize("few", [0, 10_000])
def test_states_of_which_each_is_light_stay_if_their_rows_are_not(few: int) -> None:
    terms = Terms(doubles(few), 1000)
    product = Product({}, 1.0, (), terms).put(uniform((0,), 4, terms)).put(uniform((1,), 4, terms))
    assert set(whole(product).values()) == {0.0625}
    assert product.cut(0.25) is product


@pytest.mark.parametrize("few", [0, 10_000])
def test_where_every_state_is_too_light_nothing_is_left(few: int) -> None:
    terms = Terms(doubles(few), 1000)
    product = Product({}, 0.125, (), terms).put(uniform((0,), 2, terms)).put(uniform((1,), 2, terms))
    cut = product.cut(0.25)
    assert (cut.states, cut.total) == (0, 0)
    assert cut.columns == (0, 1)
