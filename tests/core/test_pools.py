"""Pools: reading thrown faces has exactly the stated odds; closed forms agree with counting and other libraries."""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import Any

import dyce
import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from admiralty.core.need import Need
from admiralty.core.pool import (
    Chart,
    Check,
    Face,
    Hits,
    Icons,
    Odds,
    Pick,
    Pool,
    Sum,
    Together,
    Versus,
    enumerated,
    hits,
    throw,
)

needs = st.integers(min_value=-3, max_value=14).map(Need)
lots = st.lists(st.tuples(st.integers(0, 2), needs), min_size=1, max_size=2)
hit_pools = lots.map(lambda lots: hits(*lots, sides=10))
sums = st.builds(Sum, st.integers(0, 3), st.integers(2, 6), st.integers(-3, 3))
icon_pools = st.lists(
    st.tuples(st.lists(st.sampled_from("abc"), min_size=1, max_size=4).map(tuple), st.integers(0, 2)),
    min_size=1,
    max_size=2,
).map(lambda kinds: Icons(tuple(kinds)))
small_pools = st.one_of(
    hit_pools,
    sums,
    st.builds(Check, st.integers(-2, 12), st.integers(2, 10)),
    st.builds(Face, st.integers(1, 12)),
    st.lists(st.integers(0, 4), min_size=1, max_size=4).filter(any).map(lambda w: Pick(tuple(w))),
    st.lists(st.integers(0, 3), min_size=1, max_size=10).map(lambda r: Chart(tuple(r))),
    st.builds(Versus, sums, sums),
    icon_pools,
    st.lists(st.one_of(sums, hit_pools), min_size=0, max_size=2).map(lambda pools: Together(tuple(pools))),
)


def chances(odds: Odds[Any]) -> dict[Any, Fraction]:
    return {outcome: odds.chance(outcome) for outcome, _ in odds}


@given(small_pools)
def test_reading_every_combination_of_faces_gives_exactly_the_odds(pool: Pool[Any]) -> None:
    assert chances(pool.odds()) == chances(enumerated(pool))


@given(small_pools)
def test_a_throw_takes_the_dice_the_pool_names_in_order(pool: Pool[Any]) -> None:
    drawn: list[int] = []
    faces = throw(pool, lambda sides: drawn.append(sides) or sides)
    assert tuple(drawn) == pool.dice()
    assert pool.read(faces) in pool.odds().weights


@pytest.mark.parametrize("count", [1, 7, 60, 200])
@pytest.mark.parametrize("number", [2, 6, 10])
def test_hits_of_many_dice_agree_with_icepool(count: int, number: int) -> None:
    ours = chances(hits((count, Need(number))).odds())
    theirs = count @ icepool.d(10).map(lambda face: face >= number)
    assert ours == {outcome: Fraction(theirs.quantity(outcome), theirs.denominator()) for outcome in theirs}


def test_hits_at_two_thresholds_agree_with_dyce() -> None:
    ours = chances(hits((5, Need(8)), (7, Need(6))).odds())
    theirs = 5 @ dyce.H(10).ge(8) + 7 @ dyce.H(10).ge(6)
    assert ours == {int(outcome): Fraction(weight, theirs.total) for outcome, weight in theirs.items()}


@given(st.integers(0, 6), st.sampled_from([2, 3, 6, 8, 10]), st.integers(-5, 5))
def test_sums_agree_with_icepool(count: int, sides: int, bonus: int) -> None:
    ours = chances(Sum(count, sides, bonus).odds())
    theirs = count @ icepool.d(sides) + bonus
    assert ours == {outcome: Fraction(theirs.quantity(outcome), theirs.denominator()) for outcome in theirs}


def test_the_sum_of_many_dice_agrees_with_icepool() -> None:
    theirs = 60 @ icepool.d(10)
    assert Sum(60, 10).odds().weights == dict(theirs.items())


SHOT = ("miss", "miss", "hit", "hit", "hit", "crit", "shield", "blank")


@pytest.mark.parametrize(
    "pool",
    [
        Icons(((SHOT, 3), (("a", "b", "c", "d", "e", "f"), 2), (("b", "a", "b"), 2))),
        Icons(((("a", "b", "c", "d", "e", "f"), 5),)),
        Icons(((SHOT, 4),)),
        Icons(((("a", "a"), 3), (SHOT, 0), (("b", "c"), 4))),
        Icons(()),
        Together((hits((2, Need(8))), Sum(2, 6, 1), Icons(((("a", "b", "b"), 2),)))),
    ],
)
def test_every_weight_is_the_number_of_combinations_that_read_so(pool: Pool[Any]) -> None:
    assert pool.odds().weights == enumerated(pool).weights
    assert pool.odds().total == prod(pool.dice())


def test_icons_are_read_in_printed_order_without_those_that_did_not_come_up() -> None:
    pool = Icons(((("miss", "hit", "miss"), 2), (("x",), 1)))
    assert pool.read((2, 3, 1)) == ((("miss", 1), ("hit", 1)), (("x", 1),))
    assert pool.odds().weights == {
        ((("hit", 2),), (("x", 1),)): 1,
        ((("miss", 1), ("hit", 1)), (("x", 1),)): 4,
        ((("miss", 2),), (("x", 1),)): 4,
    }


@pytest.mark.parametrize("count", [1, 7, 50])
def test_how_many_of_the_same_dice_reach_two_numbers_agrees_with_icepool(count: int) -> None:
    ours = Icons(((("miss",) * 5 + ("six",) * 3 + ("nine",) * 2, count),)).odds()
    nine = icepool.coin(2, 5)
    theirs = icepool.map(lambda six: icepool.tupleize(six, six @ nine), count @ icepool.coin(1, 2))
    found = {}
    for (counts,), _ in ours:
        shown = {"six": 0, "nine": 0, **dict(counts)}
        found[shown["six"] + shown["nine"], shown["nine"]] = ours.chance((counts,))
    assert found == {outcome: Fraction(quantity, theirs.denominator()) for outcome, quantity in theirs.items()}


def test_opposed_sums_agree_with_icepool() -> None:
    versus = Versus(Sum(1, 6, 2), Sum(1, 6, 0)).odds()
    difference = icepool.d(6) + 2 - icepool.d(6)
    assert versus.chance(1) == (difference > 0).probability(True)
    assert versus.chance(0) == (difference == 0).probability(True)


def test_the_order_of_lots_does_not_change_the_odds() -> None:
    a, b = (3, Need(8)), (2, Need(5))
    assert chances(hits(a, b).odds()) == chances(hits(b, a).odds())


def test_a_thousand_dice_and_five_thousand_dice_are_answered() -> None:
    for count in (1_000, 5_000):
        odds = Hits((hits((count, Need(8))).lots[0],)).odds()
        assert len(odds) == count + 1
        assert odds.total == 10**count


def test_no_dice_hit_nothing() -> None:
    assert chances(hits((0, Need(8))).odds()) == {0: 1}


def test_cumulative_chances_start_at_one_and_end_at_zero() -> None:
    from admiralty.run.distribution import Distribution

    odds = hits((4, Need(8))).odds()
    found = Distribution("hits", chances(odds))
    at_least_one = 1 - Fraction(7, 10) ** 4
    assert [found.at_least(k) for k in (0, 1, 4, 5)] == [1, at_least_one, Fraction(3, 10) ** 4, 0]
