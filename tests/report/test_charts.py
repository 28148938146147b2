"""Drawings of odds: names for a reader, nothing that is settled, and figures where there is room for them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from admiralty.core.errors import Complaint
from admiralty.report.charts import drawing, name_of
from admiralty.report.language import language
from admiralty.report.voice import plain_voice
from admiralty.run.distribution import Certainty, Distribution

pytest.importorskip("altair")
pytest.importorskip("vl_convert")

SURE = Certainty("exact")
ENGLISH = plain_voice(language("en"))


def drawn(*found: Distribution, lang: str = "en") -> str:
    return drawing({one.name: one for one in found}, "svg", language(lang), "Raid").decode()


def even(name: str, *outcomes: object) -> Distribution:
    return Distribution(name, dict.fromkeys(outcomes, Fraction(1, len(outcomes))), SURE)


@pytest.mark.parametrize(
    ("name", "shown"),
    [("through_flak:a", "through flak: a"), ("hp:red_fox", "hp: red_fox"), ("round", "round"), ("a_b", "a b")],
)
def test_a_measure_has_a_name_for_readers(name: str, shown: str) -> None:
    assert name_of(name, ENGLISH) == shown


def test_settled_measures_are_left_out() -> None:
    svg = drawn(even("hp:cv", 0, 1, 2), even("hp:dd", 2), even("destroyed:dd", False))
    assert "hp: cv" in svg
    assert ": dd" not in svg


def test_a_number_has_its_mean_and_a_figure_on_every_column() -> None:
    svg = drawn(even("hp:cv", 0, 1, 4))
    assert "mean 1.67" in svg
    assert svg.count(">33 %<") == 3


def test_numbers_that_cannot_come_out_keep_their_place() -> None:
    assert all(f">{number}<" in drawn(even("hp:cv", 0, 4)) for number in range(5))


def test_what_is_yes_or_no_stands_the_likeliest_first() -> None:
    rare = Distribution("destroyed:a", {False: Fraction(3, 4), True: Fraction(1, 4)}, SURE)
    often = Distribution("destroyed:b", {False: Fraction(1, 4), True: Fraction(3, 4)}, SURE)
    svg = drawn(rare, often)
    assert svg.index(">destroyed: b<") < svg.index(">destroyed: a<")
    assert svg.index(">75 %<") < svg.index(">25 %<")


def test_a_drawing_in_russian() -> None:
    assert "среднее 0,5" in drawn(even("hp:cv", 0, 1), lang="ru")


def test_there_must_be_something_to_draw() -> None:
    with pytest.raises(Complaint, match="nothing to draw"):
        drawing({}, "svg")
