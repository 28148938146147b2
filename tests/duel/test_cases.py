"""Conformance cases beyond the golden ones: other values, switches and fields of the same kinds."""

from __future__ import annotations

from typing import Any

import pytest

from admiralty.rulesets import find
from admiralty.run.check import check

from .scenes import ACE, PICKET, WASP

SLOW_CLOCK = {"repair_counts_damage_round": True}


def wrong(given: dict[str, Any], expect: Any, ask: str = "") -> Any:
    """What is different, or why there is no answer; nothing if all is as expected."""
    checked = check({"id": "duel-x", "given": given, "ask": ask, "expect": expect}, "duel", find)
    return checked.differences or (str(checked.problem) if checked.problem else ())


@pytest.mark.parametrize(
    ("given", "expect"),
    [
        ({"health": 19, "house_rules": {}}, {"rounds": 3, "check": "19/100"}),
        ({"health": 240, "house_rules": {"check_cap": 40}}, {"rounds": 15, "check": "2/5"}),
        ({"speed": 1004, "house_rules": {}}, {"without_booster": 5, "with_booster": 4}),
        ({"hit_damage": 5, "health": 25}, {"hold": "4/5", "tank": "1/20", "immune": "0"}),
        (
            {"dex_a": 23, "dex_b": 109, "house_rules": {"initiative_tie": "reroll"}},
            {"a_first": "15/94", "simultaneous": "0", "b_first": "79/94"},
        ),
        (
            {"dex_a": 20, "dex_b": 20, "house_rules": {"initiative_die": 2}},
            {"a_first": "1/4", "simultaneous": "1/2", "b_first": "1/4"},
        ),
        (
            {"hull_loss": 10, "max_hp": 50, "attack": "engine", "house_rules": {"system_damage": False}},
            {"chance": "0"},
        ),
        (
            {"system": "auto_repair", "auto_repair": "out"},
            {"mean": "15", "min": 6, "max": 24, "p_10_or_less": "51/1024"},
        ),
        ({"system": "weapons", "auto_repair": "ok"}, {"mean": "7/2", "min": 2, "max": 5, "p_10_or_less": "1"}),
        (
            {"damage_round": 1, "collision_in_round": 5, "auto_repair": "ok", "house_rules": SLOW_CLOCK},
            {"collision": "1/4"},
        ),
        ({"disengager_speed": 9, "pursuer_speed": 9, "pursuer_attack": "none"}, {"away": False}),
        (
            {"round": 3, "attack_every": 2, "first_attack": 1, "pursued": True},
            {"missile_round": None, "laser_combat_from": 4},
        ),
    ],
)
def test_small_cases(given: dict[str, Any], expect: dict[str, Any]) -> None:
    assert wrong(given, expect) == ()


def test_d35_any_chance_to_hit_will_do() -> None:
    given = {"character": {"kind": "character", "health": 2, "breath": "immune"}, "rounds": 1, "damage": "0d6+3"}
    expect = {"alive": "2/3", "killed": "1/3", "breath": "0", "tank": "0", "suffocated": "0"}
    assert wrong({**given, "hit_chance": "1/3"}, expect) == ()
    assert wrong({**given, "hit_chance": "0"}, {**expect, "alive": "1", "killed": "0"}) == ()


def test_d27_no_gun_that_works_hits_nobody() -> None:
    given = {"large": PICKET, "weapon_quarters_out": 4, "radar_out": True, "fighter": WASP, "defense": "none"}
    assert wrong(given, {"hits": {"0": "1"}}) == ()


def test_d3_a_ship_without_a_laser_does_not_attack() -> None:
    given = {"a": {"laser": None}, "b": {"laser": None}, "a_flies": ["basic", "none"], "b_flies": ["basic", "none"]}
    assert wrong({**given, "rounds": 2}, {"a_wins": "0", "b_wins": "0", "draw": "0", "undecided": "1"}) == ()


def test_d34_over_many_rounds_nothing_breaks_and_shields_do_not_grow() -> None:
    mite = {"max_hp": 6, "laser": {"dice": 1, "sides": 2, "bonus": 2}, "max_shields": 1, "shield_regen": 1}
    given = {"a": {**mite, "dex": 50}, "b": {**mite, "dex": 65}, "rounds": 2}
    still = {side: {**given[side], "shield_regen": 0} for side in "ab"}  # type: ignore[dict-item]
    value = answer({**still, "rounds": 2, "house_rules": {"system_damage": False}})["value"]
    assert wrong(given, {"value": f"{value.numerator}/{value.denominator}"}) == ()


def answer(given: dict[str, Any]) -> Any:
    from admiralty.run.odds import RunOracle

    rules = find("duel")
    return rules.answer({"given": given, "ask": ""}, RunOracle(rules))


FAR = {**WASP, **ACE, "ac": 100, "dex": 60}
"""Against such a ship only naturals hit, so that all defences are as good."""
HALVES = {"swing": "1/2", "erratic": "1/2"}


def far(**changes: Any) -> dict[str, Any]:
    """The answer to D-34 between two of them, as a case writes it, with some parts put another way."""
    rows = {attack: {"swing": v, "dive": v, "barrel_roll": v, "afterburner": v, "erratic": v} for attack, v in PAYOFFS}
    defenses = [{name: "1"} for name in ("dive", "swing", "erratic", "afterburner", "barrel_roll")]
    expect = {
        "value": "7/10",
        "unique": False,
        "attack_mix": {"power": "1"},
        "defense_mix": {"dive": "1"},
        "matrix": rows,
    }
    extremes = {"all_extreme_attack_mixes": [{"power": "1"}], "all_extreme_defense_mixes": defenses}
    return {**expect, **extremes, **changes}


PAYOFFS = (
    ("basic", "7/20"),
    ("power", "7/10"),
    ("sweep", "7/40"),
    ("engine", "7/20"),
    ("trick", "7/20"),
    ("booster", "7/20"),
    ("cyclone", "13/20"),
)


@pytest.mark.parametrize("mix", [{"swing": "1"}, HALVES, {"dive": "1/3", "barrel_roll": "2/3"}])
def test_d34_any_optimal_mix_is_right(mix: dict[str, str]) -> None:
    assert wrong({"attacker": FAR, "defender": FAR}, far(defense_mix=mix)) == ()


@pytest.mark.parametrize(
    "changes",
    [
        {"attack_mix": {"cyclone": "1"}},
        {"attack_mix": {"power": "1/2", "cyclone": "1/2"}},
        {"defense_mix": {"swing": "1/2"}},
        {"defense_mix": {"swing": "3/2", "dive": "-1/2"}},
        {"defense_mix": {"swing": "1", "dive": "0"}},
        {"defense_mix": {"loop": "1"}},
        {"defense_mix": {"swing": 1.0}},
        {"defense_mix": "swing"},
        {"all_extreme_defense_mixes": [{"swing": "1"}]},
        {"all_extreme_defense_mixes": [{"swing": "1"}, HALVES, {"dive": "1"}, {"erratic": "1"}, {"afterburner": "1"}]},
    ],
)
def test_d34_no_other_mix_is_right(changes: dict[str, Any]) -> None:
    found = wrong({"attacker": FAR, "defender": FAR}, far(**changes))
    (field,) = changes
    assert found
    assert all(one.path.startswith(field) for one in found)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (
            {"declare": "power", "s_flight": 1, "house_rules": {"afterburner_row": "never_worse"}},
            "maneuver_not_available",
        ),
        ({"house_rules": {"warp": 1}}, "unknown_house_rule"),
        ({"house_rules": {"natural_band": 50}}, "bad_house_rule_value"),
        ({"house_rules": 5}, "bad_value"),
        ({"kind": "large"}, "bad_value"),
        ({"kind": "large", "max_hp": 9, "guns": 4}, "bad_value"),
        ({"kind": "large", "declare": "launch", "weapon_quarters_out": [1, 1, 1, 1]}, "weapons_out"),
        ({"kind": "large", "declare": "launch", "tubes": 0}, "bad_value"),
        ({"kind": "large", "answer": "outrun", "ship_speed": 5000, "missile_speed": 1}, "bad_value"),
        ({"kind": "large", "answer": "take"}, None),
        ({"declare": "basic", "round": 150}, None),
        ({"declare": "ram", "round": 2, "attack_every": 2}, None),
        ({"pieces": [{"kind": "fighter", "id": "x", "side": side} for side in "ab"]}, "duplicate_id"),
    ],
)
def test_refusals(given: dict[str, Any], code: str | None) -> None:
    assert wrong(given, {"error": code}) == ()
