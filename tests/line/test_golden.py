"""The conformance cases, answered through the product's own phases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from admiralty.rulesets.line import RULES
from admiralty.run.odds import RunOracle

CASES = json.loads((Path(__file__).parents[1] / "golden" / "line.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    assert RULES.answer(case, RunOracle(RULES)) == case["expect"]


def test_naturals_off_give_a_second_set_of_chances() -> None:
    given = {"kind": "hit_chance", "accuracies": [3, -3], "evading": [False], "also_house_rules": {"naturals": False}}
    found = RULES.answer({"given": given, "expect": {}}, RunOracle(RULES))
    assert found == {"3/steady": "5/6", "-3/steady": "1/6", "3/steady/nonat": "1/1", "-3/steady/nonat": "0/1"}


def test_armour_pairs_without_naturals() -> None:
    given = {"kind": "armour_chance", "pairs": [[6, 0], [1, 1]], "also_house_rules": {"naturals": False}}
    found = RULES.answer({"given": given, "expect": {}}, RunOracle(RULES))
    assert found == {"6/0": "5/6", "1/1": "0/1", "6/0/nonat": "1/1", "1/1/nonat": "0/1"}


def test_a_burning_ship_doubles_its_base_at_the_end_of_the_turn() -> None:
    given = {
        "kind": "signature_track",
        "base_signature": 5,
        "guns_fired_per_turn": [2, 2, 0, 0],
        "critical_6_after_turn": [2],
    }
    found = RULES.answer({"given": given, "expect": {}}, RunOracle(RULES))
    assert found == {"signature": [5, 11, 22, 16, 10]}
