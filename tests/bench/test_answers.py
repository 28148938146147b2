"""Benchmarks ask everybody the same question: on small sizes all ways give the same answer. Nothing is timed."""

from __future__ import annotations

import sys
import warnings
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))

from bench import duel, pools, wave
from bench.ask import Question, Way
from bench.groups import NAMES, group
from bench.scenes import at_starbase, golden, twenty_a_side

QUESTIONS = (
    pools.two_halves(6),
    pools.same_dice(5),
    wave.waves(3, [3]),
    wave.waves(2, [2, 2, 2]),
    wave.waves(1, [2, 1]),
    duel.chart(),
)


def answer(way: Way) -> dict[Any, Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # dyce warns that ``expand`` may change
        return {outcome: chance for outcome, chance in way.plain(way.prepare()()).items() if chance}


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.text)
def test_all_ways_of_answering_agree(question: Question) -> None:
    answers = [answer(way) for way in question.ways]
    exact = [found for found in answers if all(isinstance(chance, Fraction) for chance in found.values())]
    assert exact
    assert all(found == exact[0] for found in exact)
    for found in answers:
        assert found == pytest.approx({outcome: float(chance) for outcome, chance in exact[0].items()}, rel=1e-9)


def test_every_benchmarked_question_has_a_name_of_its_own_and_is_answered_by_admiralty() -> None:
    for name in NAMES:
        questions = group(name).questions
        assert len({question.key for question in questions}) == len(questions)
        assert all(question.ways[0].who == "admiralty" for question in questions)


def test_damage_to_the_starbase_is_never_capped() -> None:
    for question in group("wave").questions:
        waves, size = map(int, question.key.split("x"))
        assert waves * size * 4 < at_starbase(size, [size] * waves)["ships"][0]["max_hp"]


def test_the_cases_that_are_measured_are_there() -> None:
    from bench import line

    assert sum(case["ask"] == "phase_large" for case in golden("wave")) == 2
    assert line.LARGEST in [case["id"] for case in golden("line")]
    assert len(twenty_a_side()["ships"]) == 40
