"""Every refusal of a scenario: its code, the path of the field, and all of them at once."""

from __future__ import annotations

from typing import Any

import pytest

from admiralty.core.errors import Refusal
from admiralty.rulesets.line.setup import begin

from .scene import ship

FRIGATE: dict[str, Any] = {
    "tonnage": 100,
    "engine_power": 4,
    "sensors": 6,
    "armour": 1,
    "pd": ["pd_light"],
    "guns": [{"type": "light_laser", "mount": "bow"}],
}


def design(ship_id: str, **fields: Any) -> dict[str, Any]:
    return {"ship_id": ship_id, "side": ship_id[0], **FRIGATE, **fields}


def refused(*ships: dict[str, Any], **fields: Any) -> set[tuple[str, str]]:
    """The codes and paths of a refusal."""
    with pytest.raises(Refusal) as refusal:
        begin({"ruleset": "line", "ships": list(ships), **fields})
    assert all(str(fault.text) for fault in refusal.value.faults)
    return {(fault.code, fault.path) for fault in refusal.value.faults}


BARE: dict[str, Any] = {"engine_power": 0, "armour": 0, "sensors": 0, "pd": [], "guns": []}

DESIGNS = {
    "tonnage_not_multiple_of_20": ({"tonnage": 110}, "tonnage"),
    "over_tonnage": ({"tonnage": 60}, "tonnage"),
    "extra_hull_over_base": (
        {"extra_hull": 5, "engine_power": 0, "armour": 0, "sensors": 0, "pd": [], "guns": []},
        "extra_hull",
    ),
    "armour_out_of_range": ({"tonnage": 200, "armour": 6}, "armour"),
    "sensors_out_of_range": ({"tonnage": 200, "sensors": 16}, "sensors"),
    "engine_out_of_range": ({"tonnage": 200, "engine_power": 9}, "engine_power"),
    "stealth_out_of_range": ({"tonnage": 300, "stealth_plates": 3}, "stealth_plates"),
    "ship_over_500": ({"tonnage": 520}, "tonnage"),
    "mount_not_allowed:spinal_lance@stern": (
        {"tonnage": 300, "guns": [{"type": "spinal_lance", "mount": "stern"}]},
        "guns[0].mount",
    ),
    "mount_not_allowed:light_laser@turret": ({"guns": [{"type": "light_laser", "mount": "turret"}]}, "guns[0].mount"),
    "unknown_gun": ({"guns": [{"type": "light_lazer", "mount": "bow"}]}, "guns[0].type"),
    "unknown_component": ({"pd": ["pd_medium"]}, "pd[0]"),
}


@pytest.mark.parametrize("code", DESIGNS)
def test_design(code: str) -> None:
    fields, path = DESIGNS[code]
    assert refused(design("A1", **fields), design("B1")) == {(code, f"ships[0].{path}")}


STATISTICS = {
    "hp above max_hp": ({"hp": 11}, "hp"),
    "no HP on an active ship": ({"hp": 0}, "hp"),
    "HP on a destroyed ship": ({"hp": 3, "status": "destroyed"}, "hp"),
    "a boost of 7": ({"signature_boost": 7}, "signature_boost"),
    "a heading of 0": ({"heading": 0}, "heading"),
    "a position of 1.5": ({"position": 1.5}, "position"),
    "a position of true": ({"position": True}, "position"),
    "NaN sensors": ({"sensors": float("nan")}, "sensors"),
    "negative sensors": ({"sensors": -1}, "sensors"),
    "negative engine": ({"engine_power": -1}, "engine_power"),
    "negative armour": ({"armour": -1}, "armour"),
    "better accuracy": ({"accuracy_mod": 1}, "accuracy_mod"),
    "no signature": ({"base_signature": 0}, "base_signature"),
    "negative PD": ({"pd_dice": -1}, "pd_dice"),
    "an attitude": ({"attitude": "sideways"}, "attitude"),
    "a status": ({"status": "hiding"}, "status"),
    "no engine": ({"engine_power": None}, "engine_power"),
    "text for a number": ({"hp": "3"}, "hp"),
    "too large a number": ({"position": 10**20}, "position"),
}


@pytest.mark.parametrize("wrong", STATISTICS)
def test_value_out_of_range(wrong: str) -> None:
    fields, path = STATISTICS[wrong]
    assert refused(ship("A1", **fields), ship("B1")) == {("value_out_of_range", f"ships[0].{path}")}


@pytest.mark.parametrize("missing", ["engine_power", "sensors", "base_signature"])
def test_a_statistic_that_is_missing(missing: str) -> None:
    fields = {key: value for key, value in ship("A1").items() if key != missing}
    assert refused(fields, ship("B1")) == {("value_out_of_range", f"ships[0].{missing}")}


GUNS: dict[str, tuple[dict[str, Any], str, str]] = {
    "mount": ({"type": "railgun", "mount": "keel"}, "value_out_of_range", "mount"),
    "turret": ({"type": "railgun", "mount": "turret"}, "value_out_of_range", "mount"),
    "unknown": ({"type": "lance", "mount": "bow"}, "unknown_gun", "type"),
    "attacks": ({"type": "railgun", "mount": "bow", "attacks": 0}, "value_out_of_range", "attacks"),
    "damage": ({"type": "railgun", "mount": "bow", "damage": 0}, "value_out_of_range", "damage"),
    "penetration": ({"type": "railgun", "mount": "bow", "penetration": -1}, "value_out_of_range", "penetration"),
    "intercept": (
        {"type": "railgun", "mount": "bow", "intercept_difficulty": 7},
        "value_out_of_range",
        "intercept_difficulty",
    ),
    "beam with PD": (
        {"type": "light_laser", "mount": "bow", "intercept_difficulty": 4},
        "value_out_of_range",
        "intercept_difficulty",
    ),
    "class": ({"type": "railgun", "mount": "bow", "class": "rope"}, "value_out_of_range", "class"),
}


@pytest.mark.parametrize("wrong", GUNS)
def test_gun(wrong: str) -> None:
    gun, code, path = GUNS[wrong]
    assert refused(ship("A1", guns=[gun]), ship("B1")) == {(code, f"ships[0].guns[0].{path}")}


def test_a_physical_beam() -> None:
    gun = {"type": "light_laser", "mount": "bow", "physical": True, "intercept_difficulty": 4}
    assert refused(ship("A1", guns=[gun]), ship("B1")) == {("value_out_of_range", "ships[0].guns[0].physical")}


def test_fleet_over_1000() -> None:
    heavy = [ship(f"A{n}", tonnage=340) for n in range(3)]
    assert refused(*heavy, ship("B1")) == {("fleet_over_1000", "ships")}
    assert refused(*heavy, ship("B1"), fleet_mass_limit=900) == {("fleet_over_900", "ships")}


def test_fleet_empty() -> None:
    assert refused(ship("A1")) == {("fleet_empty", "ships")}


def test_ship_over_its_limit_also_among_statistics() -> None:
    assert refused(ship("A1", tonnage=520), ship("B1")) == {("ship_over_500", "ships[0].tonnage")}
    found = refused(ship("A1", tonnage=320), ship("B1"), ship_mass_limit=300)
    assert found == {("ship_over_300", "ships[0].tonnage")}
    assert begin({"ships": [ship("A1", tonnage=500), ship("B1")]}).setting.roster[0].tonnage == 500


def test_duplicate_ship_id() -> None:
    assert refused(ship("A1"), ship("B1"), ship("A1")) == {("duplicate_ship_id", "ships[2].ship_id")}


def test_unknown_side() -> None:
    assert refused(ship("A1"), ship("B1"), {**ship("A2"), "side": "C"}) == {("unknown_side", "ships[2].side")}


def test_unknown_ship_in_written_orders() -> None:
    orders = [{"movement": {"A9": {"action": "hold"}}, "fire": [{"ship": "A1", "gun": 0, "target": "B9"}]}]
    assert refused(ship("A1"), ship("B1"), orders=orders) == {
        ("unknown_ship", "orders[0].movement.A9"),
        ("unknown_ship", "orders[0].fire[0].target"),
    }


def test_unknown_field() -> None:
    assert refused(ship("A1", speed=3), ship("B1"), wind=2) == {
        ("unknown_field", "ships[0].speed"),
        ("unknown_field", "wind"),
    }


def test_fields_of_a_design_among_statistics_and_the_other_way_round() -> None:
    assert refused(ship("A1", extra_hull=1), ship("B1")) == {("unknown_field", "ships[0].extra_hull")}
    assert refused(design("A1", pd_dice=2), ship("B1")) == {("unknown_field", "ships[0].pd_dice")}
    gun = {"type": "light_laser", "mount": "bow", "damage": 9}
    assert refused(design("A1", guns=[gun]), ship("B1")) == {("unknown_field", "ships[0].guns[0].damage")}


def test_house_rules() -> None:
    house = {"crit_event": "salvo", "naturals": 1, "naturels": False}
    assert refused(ship("A1"), ship("B1"), house_rules=house) == {
        ("bad_house_rule_value", "house_rules.crit_event"),
        ("bad_house_rule_value", "house_rules.naturals"),
        ("unknown_house_rule", "house_rules.naturels"),
    }


def test_tonnage_needed() -> None:
    ships = (ship("A1", tonnage=100), ship("B1"))
    assert refused(*ships, house_rules={"score_by_mass": True}) == {("tonnage_needed", "ships[1].tonnage")}


def test_groups() -> None:
    apart = (ship("A1", group="A/g"), ship("A2", group="A/g", position=3), ship("B1"))
    assert refused(*apart) == {("group_not_same_point", "ships[1].group")}
    assert refused(ship("A1", group="A/g"), ship("B1", group="A/g")) == {("group_mixed_sides", "ships[1].group")}
    assert refused(ship("A1", group="g"), ship("B1")) == {("value_out_of_range", "ships[0].group")}


def test_last_turn_before_the_first() -> None:
    assert refused(ship("A1"), ship("B1"), turn=4, max_turns=3) == {("value_out_of_range", "max_turns")}


def test_a_written_fire_order_without_a_target() -> None:
    orders = [{"fire": [{"ship": "A1", "gun": 0}]}]
    assert refused(ship("A1"), ship("B1"), orders=orders) == {("value_out_of_range", "orders[0].fire[0]")}


def test_all_faults_of_a_document_are_listed_at_once() -> None:
    found = refused(
        design("A1", tonnage=110, armour=6, guns=[{"type": "raygun", "mount": "bow"}]),
        ship("A1", hp=11, heading=3),
        max_turns=0,
    )
    assert {code for code, _ in found} == {
        "tonnage_not_multiple_of_20",
        "armour_out_of_range",
        "unknown_gun",
        "duplicate_ship_id",
        "value_out_of_range",
        "fleet_empty",
    }
    assert {path for code, path in found if code == "value_out_of_range"} == {
        "ships[1].hp",
        "ships[1].heading",
        "max_turns",
    }


@pytest.mark.parametrize("document", [None, 3, "ships", [], {"ships": 3}, {"ships": [3]}, {"ships": [{}]}])
def test_documents_that_are_no_scenario_are_refused(document: Any) -> None:
    with pytest.raises(Refusal):
        begin(document)


def test_boundaries_of_a_design() -> None:
    """L-5: tonnage 20 with a sum of 20 is legal, 21 is not."""
    tiny = design("A1", tonnage=20, engine_power=2, sensors=1, armour=0, pd=[], guns=[])
    legal = {**tiny, "guns": [{"type": "light_laser", "mount": "bow"}]}  # 4 + 2 + 4 + 10 = 20
    assert begin({"ships": [legal, ship("B1")]}).setting.roster[0].max_hp == 1
    assert refused({**legal, "engine_power": 3}, ship("B1")) == {("over_tonnage", "ships[0].tonnage")}
