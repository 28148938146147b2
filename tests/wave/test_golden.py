"""The conformance cases, answered through the product's own phases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from admiralty.core.errors import Complaint
from admiralty.rulesets.wave import RULES
from admiralty.run.odds import RunOracle

CASES = json.loads((Path(__file__).parents[1] / "golden" / "wave.json").read_text(encoding="utf-8"))
EXACT = [case for case in CASES if "tolerance" not in case]
LARGE = [case for case in CASES if "tolerance" in case]


@pytest.mark.parametrize("case", EXACT, ids=lambda case: case["id"])
def test_exact_case(case: dict[str, Any]) -> None:
    assert RULES.answer(case, RunOracle(RULES)) == case["expect"]


@pytest.mark.parametrize("case", LARGE, ids=lambda case: case["id"])
def test_large_case_to_a_relative_1e_12(case: dict[str, Any]) -> None:
    compare(RULES.answer(case, RunOracle(RULES)), case["expect"])


def compare(found: Any, expected: Any) -> None:
    if isinstance(expected, dict):
        assert found.keys() == expected.keys()
        for key, value in expected.items():
            compare(found[key], value)
    else:
        assert float(found) == pytest.approx(float(expected), rel=1e-12, abs=0)


def test_a_refused_case_that_is_refused_for_another_reason_differs() -> None:
    scenario = {"empires": [{"id": "blue"}], "ships": [{"id": "cv", "empire": "blue", "class": "CV", "hp": 99}]}
    case = {"ask": "refused", "given": {"scenario": scenario}, "expect": {"refused": "mixed_group"}}
    assert RULES.answer(case, RunOracle(RULES)) == {"refused": "bad_hp"}


def test_a_refused_case_that_is_accepted_differs() -> None:
    case = {"ask": "refused", "given": {"scenario": {"empires": [], "ships": []}}, "expect": {"refused": "bad_hp"}}
    assert RULES.answer(case, RunOracle(RULES)) == {"refused": None}


def test_an_unknown_question_is_a_complaint() -> None:
    with pytest.raises(Complaint):
        RULES.answer({"ask": "weather", "given": {}, "expect": {}}, RunOracle(RULES))


def test_a_question_about_an_unknown_ship_is_a_complaint() -> None:
    scenario = {"empires": [{"id": "blue"}], "ships": [{"id": "cv", "empire": "blue", "class": "CV", "fighters": 3}]}
    case = {"ask": "launchable", "given": {"scenario": scenario, "ship": "cw"}, "expect": {"launchable": 3}}
    with pytest.raises(Complaint):
        RULES.answer(case, RunOracle(RULES))
