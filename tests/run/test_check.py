"""Comparing answers: lists in any order, and one right answer of several, where the ruleset says so."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from admiralty.core.alike import AnyOrder, OneOf
from admiralty.run.check import differences, plain

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
MIXES = AnyOrder(({"a": HALF, "b": HALF}, {"a": Fraction(1)}))


def paths(expected: Any, found: Any) -> list[str]:
    return [one.path for one in differences(expected, plain(found))]


@pytest.mark.parametrize("expected", [[{"a": "1/2", "b": "1/2"}, {"a": "1"}], [{"a": "1"}, {"b": "1/2", "a": "2/4"}]])
def test_the_order_of_such_a_list_means_nothing(expected: list[Any]) -> None:
    assert paths({"mixes": expected}, {"mixes": MIXES}) == []


@pytest.mark.parametrize(
    ("expected", "differing"),
    [
        ([{"a": "1"}], ["mixes.length"]),
        ([{"a": "1"}, {"a": "1"}], ["mixes[1].a", "mixes[1].b"]),
        ([{"a": "1"}, {"b": "1"}], ["mixes[1].b", "mixes[1].a"]),
        ([{"a": "1"}, {"a": "1/2", "b": "1/2"}, {"c": "1"}], ["mixes.length"]),
        ("a", ["mixes"]),
    ],
)
def test_what_is_missing_or_too_much_in_such_a_list_is_told(expected: Any, differing: list[str]) -> None:
    assert paths({"mixes": expected}, {"mixes": MIXES}) == differing


def test_other_lists_keep_their_order() -> None:
    assert paths([1, 2], [2, 1]) == ["[0]", "[1]"]


def test_another_right_answer_is_right_and_a_wrong_one_is_compared_with_the_example() -> None:
    even = OneOf(THIRD, lambda written: written in ("1/3", "2/3"))
    assert paths("2/3", even) == []
    assert [(one.expected, one.found) for one in differences("1/2", plain(even))] == [('"1/2"', '"1/3"')]
