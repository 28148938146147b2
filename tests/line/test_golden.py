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


def test_pd_numbers_out_of_range_are_no_beams() -> None:
    """L-35: the clamps hold for any number; without naturals every face reaches 1 and less."""
    given = {"kind": "pd_chance", "intercept_difficulties": [0, -3, 9], "also_house_rules": {"naturals": False}}
    found = RULES.answer({"given": given, "expect": {}}, RunOracle(RULES))
    assert found == {"0": "5/6", "-3": "5/6", "9": "1/6", "0/nonat": "1/1", "-3/nonat": "1/1", "9/nonat": "0/1"}


def test_a_score_by_mass_is_of_any_tonnage() -> None:
    """L-12: a score is no design check; fleets may be of a battle with other limits."""
    rows = (("A1", "destroyed", 730), ("A2", "jumped", 500), ("B1", "destroyed", 500), ("B2", "active", 700))
    ships = [{"ship_id": name, "side": name[0], "status": status, "tonnage": mass} for name, status, mass in rows]
    given = {"kind": "score", "ships": ships, "house_rules": {"score_by_mass": True}}
    found = RULES.answer({"given": given, "expect": {}}, RunOracle(RULES))
    assert found == {"score": {"A": 500, "B": 730}, "leader": "B", "over": True}


def test_orders_for_ships_there_are_not() -> None:
    """L-57, L-58: ``unknown_ship``, and the other orders are judged all the same."""
    bare = {"max_hp": 4, "engine_power": 2, "sensors": 12, "base_signature": 3}
    laser = {"type": "light_laser", "mount": "bow"}
    ships = [{"ship_id": "A1", "side": "A", "guns": [laser], **bare}, {"ship_id": "B1", "side": "B", **bare}]
    given = {
        "kind": "order_check",
        "turn": 1,
        "ships": ships,
        "movement": {"A9": {"action": "hold"}, "A1": {"action": "move", "distance": 6}},
        "fire": [{"ship": "A9", "gun": 0, "target": "B1"}, {"ship": "A1", "gun": 0, "target": "B9"}],
    }
    assert RULES.answer({"given": given, "expect": {}}, RunOracle(RULES)) == {
        "movement_faults": {"A9": ["unknown_ship"], "A1": ["move_over_engine"]},
        "fire_faults": [["unknown_ship"], ["unknown_ship"]],
        "positions": {"A1": 0, "B1": 20},
    }


def test_a_gun_without_a_range_of_its_own_though_its_type_has_one() -> None:
    """L-28, ``gun_ranges``: a ``max_range`` of null is a value; left out it is the catalogue's."""
    bare = {"max_hp": 4, "engine_power": 2, "sensors": 30, "base_signature": 3}
    for given_range, faults in (({}, ["out_of_range"]), ({"max_range": None}, [])):
        laser = {"type": "light_laser", "mount": "bow", **given_range}
        ships = [{"ship_id": "A1", "side": "A", "guns": [laser], **bare}, {"ship_id": "B1", "side": "B", **bare}]
        fire = [{"ship": "A1", "gun": 0, "target": "B1"}]
        given = {"kind": "order_check", "turn": 1, "ships": ships, "movement": {}, "fire": fire}
        given["house_rules"] = {"gun_ranges": True}
        assert RULES.answer({"given": given, "expect": {}}, RunOracle(RULES))["fire_faults"] == [faults]
