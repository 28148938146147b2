"""Every reason code of the sheet's "Bad input", its finer points, and that all faults are told at once. W-95."""

from __future__ import annotations

import copy
import math
from typing import Any

import pytest

from admiralty.core.errors import Refusal
from admiralty.rulesets.wave.scenario import Scenario
from admiralty.rulesets.wave.setup import begin

from .scenes import Scene, cap, refused, scene, ship, wave


def good(**fields: Any) -> Scene:
    """A scenario without faults."""
    ships = [
        ship("cv", "CV", fighters=6),
        ship("fb", "FB", fighters=4),
        ship("d1", "DD", group="ring"),
        ship("d2", "DD", group="ring"),
        ship("r1", "CV", "red", fighters=8),
    ]
    return scene(ships, cap(cv=3), [wave("w", "cv", r1=4)], **fields)


def changed(ship_number: int | None = None, **fields: Any) -> Scene:
    """The good scenario with fields of one ship, or of itself, changed."""
    scenario = good()
    (scenario if ship_number is None else scenario["ships"][ship_number]).update(fields)
    return scenario


def with_ship(one: Scene) -> Scene:
    scenario = good()
    scenario["ships"].append(one)
    return scenario


def test_the_good_scenario_is_accepted() -> None:
    assert refused(good()) == []


def test_unknown_house_rule() -> None:
    assert refused(good(rules={"attack_elite_tohit": True})) == [
        ("unknown_house_rule", "house_rules.attack_elite_tohit")
    ]


@pytest.mark.parametrize(
    ("switch", "value"),
    [
        ("attack_elite_to_hit", 1),
        ("strike_allocation", "evenly"),
        ("fighter_base_escorts", 6),
        ("fighter_base_escorts", True),
        ("two_hp_section_chance", "3/2"),
        ("two_hp_section_chance", "-1/2"),
        ("two_hp_section_chance", "1/0"),
        ("two_hp_section_chance", "half"),
        ("two_hp_section_chance", 0.5),
        ("heavy_crit_chance", "1/2 "),
        ("heavy_crit_loss_3", -1),
        ("heavy_crit_loss_4", 1.5),
        ("half_wing_rounding", None),
    ],
)
def test_bad_house_rule_value(switch: str | None, value: Any) -> None:
    assert refused(good(rules={switch: value})) == [("bad_house_rule_value", f"house_rules.{switch}")]


@pytest.mark.parametrize("value", ["0", "1", "1/3", "2/4", "0/5", "10/10"])
def test_fractions_from_nought_to_one_are_taken(value: Any) -> None:
    assert refused(good(rules={"two_hp_section_chance": value, "heavy_crit_chance": value})) == []


def test_duplicate_id_of_empires() -> None:
    scenario = good()
    scenario["empires"].append({"id": "red"})
    assert refused(scenario) == [("duplicate_id", "empires[2].id")]


def test_duplicate_id_of_ships() -> None:
    assert refused(with_ship(ship("fb", "CR", group="fb2"))) == [("duplicate_id", "ships[5].id")]


def test_duplicate_id_of_waves() -> None:
    scenario = good()
    scenario["waves"].append(wave("w", "cv", r1=1))
    assert refused(scenario) == [("duplicate_id", "waves[1].id")]


def test_the_same_id_for_an_empire_a_ship_and_a_wave_is_fine() -> None:
    scenario = with_ship(ship("blue", "CR"))
    scenario["waves"].append(wave("blue", "blue", r1=1))
    assert refused(scenario) == []


def test_unknown_empire_of_a_ship() -> None:
    assert refused(changed(3, empire="green", group="d2")) == [("unknown_empire", "ships[3].empire")]


def test_unknown_empire_of_a_wave() -> None:
    scenario = good()
    scenario["waves"][0]["attacker"] = "green"
    assert refused(scenario) == [("unknown_empire", "waves[0].attacker")]


@pytest.mark.parametrize("value", ["XX", "cv", 3, None])
def test_unknown_class(value: Any) -> None:
    assert refused(changed(3, **{"class": value})) == [("unknown_class", "ships[3].class")]


BAD_COUNTS = [-1, 2.5, math.inf, math.nan, "3 ", True, None, 10**400]


@pytest.mark.parametrize("value", BAD_COUNTS, ids=[str(value)[:5] for value in BAD_COUNTS])
@pytest.mark.parametrize("field", ["xp", "fighters", "flight_ops"])
def test_bad_number_of_a_ship(field: str, value: Any) -> None:
    assert refused(changed(1, **{field: value})) == [("bad_number", f"ships[1].{field}")]


@pytest.mark.parametrize("value", [0, -1, 2.5, "2", True, None])
def test_bad_number_in_cap_and_waves(value: Any) -> None:
    scenario = good()
    scenario["cap"][0]["count"] = value
    scenario["waves"][0]["fighters"][0]["count"] = value
    assert refused(scenario) == [
        ("bad_number", "cap[0].count"),
        ("bad_number", "waves[0].fighters[0].count"),
    ]


def test_xp_on_non_carrier() -> None:
    assert refused(changed(1, xp=5)) == [("xp_on_non_carrier", "ships[1].xp")]
    assert refused(changed(1, xp=0)) == []


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"hp": 9}, "ships[0].hp"),
        ({"hp": -1}, "ships[0].hp"),
        ({"max_hp": 0}, "ships[0].max_hp"),
        ({"max_hp": -3}, "ships[0].max_hp"),
        ({"max_hp": 5, "hp": 6}, "ships[0].hp"),
    ],
)
def test_bad_hp(fields: Scene, path: str) -> None:
    assert refused(changed(0, **fields)) == [("bad_hp", path)]


def test_a_veteran_may_have_two_hit_points_more() -> None:
    assert refused(changed(0, hp=10, xp=10)) == []


@pytest.mark.parametrize("kind", ["CV", "SB", "FB"])
def test_single_target_in_group(kind: str) -> None:
    assert refused(with_ship(ship("x", kind, group="y"))) == [("single_target_in_group", "ships[5].group")]
    assert refused(with_ship(ship("x", kind, group="x"))) == []


def test_sections_on_non_carrier() -> None:
    assert refused(changed(1, hp=3, wrecked=["bridge"])) == [("sections_on_non_carrier", "ships[1].wrecked")]


def test_bad_section_unknown() -> None:
    assert refused(changed(0, hp=3, wrecked=["bridge", "galley"])) == [("bad_section", "ships[0].wrecked[1]")]


def test_bad_section_twice() -> None:
    wrecked = ["bridge", "landing_bay", "bridge"]
    assert refused(changed(0, hp=3, wrecked=wrecked)) == [("bad_section", "ships[0].wrecked[2]")]


def test_wrecked_at_full_hp() -> None:
    assert refused(changed(0, wrecked=["bridge"])) == [("wrecked_at_full_hp", "ships[0].wrecked")]
    assert refused(changed(0, hp=5, max_hp=5, wrecked=["bridge"])) == [("wrecked_at_full_hp", "ships[0].wrecked")]


def test_fighters_on_non_launcher() -> None:
    assert refused(changed(2, fighters=1)) == [("fighters_on_non_launcher", "ships[2].fighters")]
    assert refused(changed(2, flight_ops=1)) == [("fighters_on_non_launcher", "ships[2].flight_ops")]
    assert refused(changed(2, fighters=0)) == []


def test_fighters_on_non_launcher_in_cap_and_waves() -> None:
    scenario = good()
    scenario["cap"] += cap(d1=1)
    scenario["waves"][0]["fighters"] += cap(d2=1)
    assert set(refused(scenario)) == {
        ("fighters_on_non_launcher", "cap[1].launcher"),
        ("fighters_on_non_launcher", "waves[0].fighters[1].launcher"),
        ("launcher_of_another_empire", "waves[0].fighters[1].launcher"),
    }


def test_group_of_two_empires() -> None:
    assert refused(with_ship(ship("x", "DD", "red", group="ring"))) == [("group_of_two_empires", "ships[5].group")]


def test_mixed_group() -> None:
    assert refused(with_ship(ship("x", "FR", group="ring"))) == [("mixed_group", "ships[5].group")]
    assert refused(with_ship(ship("x", "CR", group="ring"))) == []


@pytest.mark.parametrize("single", ["cv", "fb"])
def test_mixed_group_with_a_single_target(single: str) -> None:
    assert refused(with_ship(ship("x", "CR", group=single))) == [("mixed_group", "ships[5].group")]


def test_unknown_launcher() -> None:
    scenario = good()
    scenario["cap"] += cap(cw=1)
    scenario["waves"][0]["fighters"] += cap(r7=1)
    assert refused(scenario) == [
        ("unknown_launcher", "cap[1].launcher"),
        ("unknown_launcher", "waves[0].fighters[1].launcher"),
    ]


def test_launcher_of_another_empire() -> None:
    scenario = good()
    scenario["waves"][0]["fighters"] = cap(fb=1)
    assert refused(scenario) == [("launcher_of_another_empire", "waves[0].fighters[0].launcher")]


def test_unknown_target() -> None:
    scenario = good()
    scenario["waves"][0]["target"] = "d1"  # a ship of a group is no target: its group is
    assert refused(scenario) == [("unknown_target", "waves[0].target")]


def test_target_of_own_empire() -> None:
    scenario = good()
    scenario["waves"][0]["target"] = "r1"
    assert refused(scenario) == [("target_of_own_empire", "waves[0].target")]


def test_empty_wave() -> None:
    scenario = good()
    scenario["waves"][0]["fighters"] = []
    assert refused(scenario) == [("empty_wave", "waves[0].fighters")]


def test_target_already_destroyed() -> None:
    scenario = good()
    scenario["ships"][2]["hp"] = scenario["ships"][3]["hp"] = 0
    scenario["waves"][0]["target"] = "ring"
    assert refused(scenario) == [("target_already_destroyed", "waves[0].target")]
    scenario["ships"][2]["hp"] = 1
    assert refused(scenario) == []


def test_ion_nebula_launch_without_launch_over_limit() -> None:
    assert refused(good(system={"ion_nebula": True})) == [
        ("ion_nebula_launch", "cap"),
        ("ion_nebula_launch", "waves"),
    ]


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"move_order": True}, "it is under a move order"),
        ({"hp": 0}, "it is destroyed"),
        ({"fighters": 2}, "it has no more aboard"),
        ({"flight_ops": 2}, "its flight operations allow no more"),
        ({"flight_ops": 4, "hp": 1, "wrecked": ["landing_bay"]}, "its flight operations allow no more"),
    ],
)
def test_launch_over_limit_says_why(fields: Scene, why: str) -> None:
    scenario = changed(0, **fields)
    scenario["waves"] = []
    with pytest.raises(Refusal) as caught:
        begin(scenario)
    (fault,) = caught.value.faults
    assert (fault.code, fault.path, fault.rule) == ("launch_over_limit", "cap[0].count", "W-3")
    assert why in str(fault.text)


@pytest.mark.parametrize(
    ("empire", "why"),
    [({"in_fight": False}, "its empire is not in the fight"), ({"supplied": False}, "launches half its wing")],
)
def test_launch_over_limit_by_empire(empire: Scene, why: str) -> None:
    scenario = good(blue=empire)
    scenario["cap"][0]["count"] = 4
    with pytest.raises(Refusal) as caught:
        begin(scenario)
    (fault,) = caught.value.faults
    assert fault.code == "launch_over_limit"
    assert why in str(fault.text)


def test_launch_over_limit_adds_up_cap_and_all_waves() -> None:
    scenario = good()
    scenario["cap"] += cap(r1=3)
    scenario["waves"].append(wave("w2", "fb", r1=2))
    assert refused(scenario) == [("launch_over_limit", "waves[1].fighters[0].count")]
    scenario["waves"][1]["fighters"] = cap(r1=1)
    assert refused(scenario) == []


def test_a_launcher_listed_twice_is_summed() -> None:
    scenario = good()
    scenario["cap"] = cap(cv=2) + cap(fb=1) + cap(cv=4)
    assert begin(scenario).caps[0] == (6, 1)
    scenario["cap"] += cap(cv=1)
    assert refused(scenario) == [("launch_over_limit", "cap[3].count")]


def test_a_scenario_without_cap_or_waves_is_valid_and_asks_nothing() -> None:
    scenario = good()
    del scenario["cap"], scenario["waves"], scenario["house_rules"]
    assert begin(scenario).phase == "muster"


def test_launches_cannot_be_given_and_asked() -> None:
    assert refused(good(launch="asked")) == [("launch_is_asked", "cap"), ("launch_is_asked", "waves")]


def test_unknown_and_missing_fields_and_wrong_types() -> None:
    scenario = good(launch="guessed", weather="fine")
    del scenario["ships"][0]["id"]
    scenario["empires"][0]["afd"] = 1
    scenario["ships"][1]["move_order"] = "no"
    assert set(refused(scenario)) >= {
        ("wrong_value", "launch"),
        ("unknown_field", "weather"),
        ("missing_field", "ships[0].id"),
        ("wrong_type", "empires[0].afd"),
        ("wrong_type", "ships[1].move_order"),
    }


@pytest.mark.parametrize("document", [None, [], 3, "text", {}, {"empires": 3, "ships": None}])
def test_no_document_is_so_wrong_that_it_cannot_be_refused(document: Any) -> None:
    assert refused(document)


def test_all_faults_are_told_at_once_and_each_slip_once() -> None:
    scenario = good(rules={"nonsense": 1, "heavy_crit_chance": "2"})
    ships = scenario["ships"]
    ships[0].update(hp=99)
    ships[1].update(xp=12)
    ships[2].update({"class": "ZZ"})
    ships.insert(3, 17)
    ships[5].update(fighters=-4)
    scenario["waves"].append(wave("w", "nowhere", r1=0))
    scenario["cap"].append({"launcher": "fb", "count": 9})
    assert set(refused(scenario)) == {
        ("unknown_house_rule", "house_rules.nonsense"),
        ("bad_house_rule_value", "house_rules.heavy_crit_chance"),
        ("bad_hp", "ships[0].hp"),
        ("xp_on_non_carrier", "ships[1].xp"),
        ("unknown_class", "ships[2].class"),
        ("wrong_type", "ships[3]"),
        ("bad_number", "ships[5].fighters"),
        ("duplicate_id", "waves[1].id"),
        ("unknown_target", "waves[1].target"),
        ("bad_number", "waves[1].fighters[0].count"),
    }


def test_a_near_miss_is_named_and_never_taken() -> None:
    scenario = good()
    scenario["waves"][0]["target"] = "rnig"
    with pytest.raises(Refusal) as caught:
        begin(scenario)
    assert str(caught.value.faults[0].text) == "there is no rnig; did you mean ring?"


def test_reading_changes_nothing_in_the_document() -> None:
    scenario = good(rules={"nonsense": 1})
    before = copy.deepcopy(scenario)
    refused(scenario)
    assert scenario == before


def test_the_shape_gives_a_schema() -> None:
    import msgspec

    schema = msgspec.json.schema(Scenario)
    assert set(schema["$defs"]["ShipDoc"]["required"]) == {"id", "empire", "class"}
