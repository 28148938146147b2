"""No possible event at 0 %, no uncertain one at 100 %, no digit beyond the method."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from admiralty.report.language import language
from admiralty.report.numbers import fraction, number, percent, sampled, whole, with_fraction


@pytest.mark.parametrize(
    ("chance", "shown"),
    [
        (0, "0 %"),
        (0.0, "0 %"),
        (4e-6, "<0.01 %"),
        (5e-324, "<0.01 %"),
        (0.0001, "0.01 %"),
        (0.125, "12.5 %"),
        (Fraction(1, 3), "33.33 %"),
        (0.3, "30 %"),
        (0.9999, "99.99 %"),
        (0.999998, ">99.99 %"),
        (Fraction(10**30 - 1, 10**30), ">99.99 %"),
        (1, "100 %"),
        (1.0, "100 %"),
    ],
)
def test_an_exact_chance(chance: float | Fraction, shown: str) -> None:
    assert percent(chance) == shown


@given(st.fractions(min_value=0, max_value=1))
def test_only_the_impossible_is_0_and_only_the_certain_100(chance: Fraction) -> None:
    assert (percent(chance) == "0 %") == (chance == 0)
    assert (percent(chance) == "100 %") == (chance == 1)


@pytest.mark.parametrize(
    ("chance", "half_width", "shown"),
    [
        (0.371642, 0.003, "37.2 %"),
        (0.371642, 0.0004, "37.16 %"),
        (0.371642, 0.000004, "37.16 %"),
        (0.371642, 0.02, "37 %"),
        (0.371642, 0.12, "40 %"),
        (0.0, 0.003, "<0.1 %"),
        (1.0, 0.003, ">99.9 %"),
        (0.9996, 0.003, ">99.9 %"),
        (0.02, 0.12, "<10 %"),
    ],
)
def test_a_sampled_chance_has_no_digit_its_interval_does_not_justify(
    chance: float, half_width: float, shown: str
) -> None:
    assert percent(chance, half_width=half_width) == shown


def test_a_sampled_chance_with_its_interval_rounded_up() -> None:
    assert sampled(0.371642, 0.00312) == "37.2 % ± 0.4 %"
    assert sampled(0.371642, 0.00312, language("ru")) == "37,2 % ± 0,4 %"


@pytest.mark.parametrize("chance", [-0.1, 1.1, float("nan"), float("inf")])
def test_what_is_no_chance_is_refused(chance: float) -> None:
    with pytest.raises(ValueError, match="not a chance"):
        percent(chance)


def test_means_and_their_precision() -> None:
    assert number(3.41666) == "3.42"
    assert number(-0.004) == "0"
    assert number(-2.5) == "−2.5"
    assert number(3.41666, half_width=0.3) == "3.4"
    assert number(341.666, half_width=20) == "340"
    assert number(3.41666, language("ru")) == "3,42"


def test_a_number_that_is_not_finite_is_refused() -> None:
    with pytest.raises(ValueError, match="not a finite number"):
        number(float("nan"))


def test_russian_has_a_decimal_comma() -> None:
    assert percent(0.125, language("ru")) == "12,5 %"
    assert percent(4e-6, language("ru")) == "<0,01 %"


def test_fractions_and_thousands() -> None:
    assert fraction(Fraction(3, 8)) == "3/8"
    assert fraction(Fraction(4, 2)) == "2"
    assert whole(457000) == "457,000"
    assert whole(457000, language("ru")) == "457\u00a0000"


def test_in_columns_zeros_at_the_end_are_kept() -> None:
    assert number(2.1, fixed=True) == "2.10"
    assert number(Fraction(-1, 1000), fixed=True) == "0.00"
    assert percent(Fraction(27, 100), digits=1, fixed=True) == "27.0 %"
    assert percent(Fraction(1, 10**6), digits=1, fixed=True) == "<0.1 %"


def test_an_exact_value_has_its_fraction_beside_it_where_that_is_short() -> None:
    assert with_fraction(Fraction(105231, 28825)) == "3.6507 = 105231/28825"
    assert with_fraction(Fraction(4)) == "4"
    assert with_fraction(Fraction(1, 10**6 + 3)) == "0"
    assert with_fraction(0.25) == "0.25"
