"""Every switch of D-39: what it is by default, and what it changes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from admiralty.core.pool import Check, Sum
from admiralty.rulesets.duel.charts import HOUSE_RULES
from admiralty.rulesets.duel.checks import defense_multiple, limit
from admiralty.rulesets.duel.damage import damage_dice, damage_of, system_check
from admiralty.rulesets.duel.fire import bearing
from admiralty.rulesets.duel.initiative import Ranking
from admiralty.rulesets.duel.state import FIRE, Clocks, HouseRules, Weapon
from admiralty.rulesets.duel.systems import broken, clock_for
from admiralty.rulesets.duel.tables import AUTO, AUTO_REPAIR, PERMANENT, RADAR, X2
from admiralty.rulesets.duel.vacuum import health_check

from .scenes import ACE, DART, FIGHTER, LANCE, ORACLE, PICKET, Order, battle, run, told

DEFAULTS = {
    "base_difficulty": 40,
    "natural_band": 5,
    "check_cap": 100,
    "initiative_die": 10,
    "initiative_tie": "simultaneous",
    "afterburner_row": "printed",
    "power_doubles": "result",
    "sweep_rounding": "down_min1",
    "failed_attack_maneuver": "basic",
    "failed_match": "flown",
    "system_damage": True,
    "system_chance": "exact",
    "repeat_system_hit": "ignored",
    "repair_counts_damage_round": False,
    "auto_repair_stops": "later",
    "large_bearing": "half",
    "outrun_costs_launch": True,
    "breath_check_health": "after",
    "large_collision_factor": 10,
}


def test_the_list_is_complete_with_its_defaults() -> None:
    assert msgspec.to_builtins(HouseRules()) == DEFAULTS
    assert set(HOUSE_RULES) == set(DEFAULTS)


def first_need(rules: dict[str, Any]) -> int:
    state = battle([FIGHTER], [FIGHTER], rules)
    _, table = run(state, [("laser", 0)], told({0: Order("fire", 1, "basic")}))
    (need,) = table.thrown[0][2].needs()
    return int(need.value)


@pytest.mark.parametrize(("difficulty", "needed"), [(40, 50), (50, 60), (0, 10)])
def test_base_difficulty(difficulty: int, needed: int) -> None:
    assert first_need({"base_difficulty": difficulty}) == needed


@pytest.mark.parametrize(("band", "needed"), [(0, 101), (5, 96), (49, 52)])
def test_natural_band(band: int, needed: int) -> None:
    assert first_need({"base_difficulty": 900, "natural_band": band}) == needed


def test_check_cap() -> None:
    assert limit(HouseRules(check_cap=95), X2, 90) == 95
    assert limit(HouseRules(check_cap=95), AUTO, 1) == 100


def test_initiative_die() -> None:
    state = battle([FIGHTER], [FIGHTER], {"initiative_die": 6})
    sheet = {0: Order("fire", 1, "basic"), 1: Order("fire", 0, "basic")}
    _, table = run(state, [("initiative", ((0,), (1,))), ("laser", 0), ("laser", 0)], told(sheet))
    assert table.thrown[0][2] == Ranking((2, 2), 6)


def test_initiative_tie_is_rolled_again_among_the_tied() -> None:
    state = battle([FIGHTER, FIGHTER], [FIGHTER], {"initiative_tie": "reroll"})
    sheet = {0: Order("fire", 2, "basic"), 1: Order("fire", 2, "basic"), 2: Order("fire", 0, "basic")}
    rolls = [
        *[("initiative", ((0, 1), (2,))), ("initiative", ((0, 1),)), ("initiative", ((1,), (0,)))],
        *[("laser", 0)] * 3,
    ]
    _, table = run(state, rolls, told(sheet))
    assert [who for why, who, _ in table.thrown if why == "laser"] == ["a2", "a1", "b1"]


@pytest.mark.parametrize(("row", "multiple"), [("printed", X2), ("never_worse", AUTO)])
def test_afterburner_row(row: Any, multiple: Any) -> None:
    craft = battle([ACE], [FIGHTER]).setting.crafts[0]
    assert defense_multiple(HouseRules(afterburner_row=row), craft, "afterburner") == multiple


@pytest.mark.parametrize(("doubles", "dice", "seven"), [("result", Sum(2, 6, 1), 14), ("dice", Sum(4, 6, 1), 7)])
def test_power_doubles(doubles: str, dice: Sum, seven: int) -> None:
    setting = battle([FIGHTER], [FIGHTER], {"power_doubles": doubles}).setting
    assert damage_dice(setting, Weapon(2, 6, 1), "power") == dice
    assert damage_of(setting, "power", 7) == seven


@pytest.mark.parametrize(("rounding", "dice"), [("down_min1", 1), ("up", 2)])
def test_sweep_rounding(rounding: str, dice: int) -> None:
    setting = battle([FIGHTER], [FIGHTER], {"sweep_rounding": rounding}).setting
    assert damage_dice(setting, Weapon(3, 6), "sweep").count == dice


@pytest.mark.parametrize(("failed", "rolls"), [("basic", [("laser", 0)]), ("lost", [])])
def test_failed_attack_maneuver(failed: str, rolls: list[Any]) -> None:
    state = battle([{"s_flight": 2}], [FIGHTER], {"failed_attack_maneuver": failed})
    run(state, [("attack check", False), *rolls], told({0: Order("fire", 1, "cyclone")}))


def test_a_shot_lost_by_a_failed_check_needs_no_initiative_and_stays_lost_without_engine() -> None:
    state = battle([{"s_flight": 2}], [FIGHTER], {"failed_attack_maneuver": "lost"})
    sheet = {0: Order("fire", 1, "cyclone"), 1: Order("fire", 0, "basic")}
    run(state, [("attack check", False), ("laser", 0)], told(sheet))


@pytest.mark.parametrize(("match", "figure"), [("flown", -10), ("declared", 0)])
def test_failed_match(match: str, figure: int) -> None:
    state = battle([{"s_flight": 3}], [{"s_flight": 3}], {"failed_match": match})
    sheet = {0: Order("fire", 1, "trick"), 1: Order("hold", defense="dive")}
    _, table = run(state, [("attack check", False), ("laser", 0)], told(sheet))
    (need,) = table.thrown[-1][2].needs()
    assert need.mod("evasion") + need.mod("evasion_against") == figure


def test_system_damage_off() -> None:
    state = battle([FIGHTER], [FIGHTER], {"system_damage": False})
    state, _ = run(state, [("laser", 1), ("damage", 8)], told({0: Order("fire", 1, "basic")}))
    assert state.pieces[1].hull.hp == 16


@pytest.mark.parametrize(("chance", "check"), [("exact", Check(7, 30)), ("floor_percent", Check(23, 100))])
def test_system_chance(chance: str, check: Check) -> None:
    setting = battle([FIGHTER], [FIGHTER], {"system_chance": chance}).setting
    assert system_check(setting, 7, 30, "basic") == check


@pytest.mark.parametrize(
    ("repeat", "auto_repair", "rounds", "ticks"),
    [
        ("ignored", 0, 5, 3),
        ("longer", 0, 5, 6),
        ("longer", 0, 2, 3),
        ("longer", PERMANENT, 5, PERMANENT),
        ("ignored", PERMANENT, 5, 3),
    ],
)
def test_repeat_system_hit(repeat: Any, auto_repair: int, rounds: int, ticks: int) -> None:
    craft = battle([FIGHTER], [FIGHTER]).setting.crafts[0]
    clocks = Clocks((0, 0, 0, 0, 3, auto_repair))
    after = broken(HouseRules(repeat_system_hit=repeat), craft, clocks, RADAR, lambda: rounds)
    assert after.systems[RADAR] == ticks


def test_a_second_auto_repair_result_does_nothing_even_by_the_longer_clock() -> None:
    craft = battle([PICKET], [FIGHTER]).setting.crafts[0]
    clocks = Clocks((0, 0, 0, 0, 0, 3))
    after = broken(HouseRules(repeat_system_hit="longer"), craft, clocks, AUTO_REPAIR, lambda: pytest.fail("rolled"))
    assert after == clocks


@pytest.mark.parametrize(("counts", "ticks"), [(False, 4), (True, 3)])
def test_repair_counts_damage_round(counts: bool, ticks: int) -> None:
    assert clock_for(HouseRules(repair_counts_damage_round=counts), 3) == ticks


@pytest.mark.parametrize(("stops", "radar"), [("later", 3), ("all", PERMANENT)])
def test_auto_repair_stops(stops: Any, radar: int) -> None:
    craft = battle([FIGHTER], [FIGHTER]).setting.crafts[0]
    clocks = Clocks((0, 0, 0, 0, 3, 0))
    after = broken(HouseRules(auto_repair_stops=stops), craft, clocks, AUTO_REPAIR, lambda: 2)
    assert after.systems == (0, 0, 0, 0, radar, PERMANENT)


@pytest.mark.parametrize(("bears", "guns"), [("half", 6), ("all", 12)])
def test_large_bearing(bears: str, guns: int) -> None:
    setting = battle([PICKET], [PICKET], {"large_bearing": bears}).setting
    assert bearing(setting, 12, 1) == guns


@pytest.mark.parametrize(("costs", "launches"), [(True, 1), (False, 2)])
def test_outrun_costs_launch(costs: bool, launches: int) -> None:
    from .test_tricky_cases import launches_first

    rules = {"outrun_costs_launch": costs}
    state = battle([{"missiles": [LANCE]}], [{"missiles": [DART], "speed": 4000}], rules, round=0)
    rolls = [("missile", 1)] + [("missile", 0)] * (launches - 1)
    run(state, rolls, launches_first(avoid={"a": "take", "b": "outrun"}))


@pytest.mark.parametrize(("health", "chance"), [("after", "36/100"), ("before", "45/100")])
def test_breath_check_health(health: Any, chance: str) -> None:
    check = health_check(HouseRules(breath_check_health=health), 36, 9)
    assert check.odds().chance(True) == Fraction(chance)


@pytest.mark.parametrize("factor", [10, 1])
def test_large_collision_factor(factor: int) -> None:
    drifter = {**PICKET, "systems": {"engine": "permanent"}, "collision_in": 1}
    state = battle([drifter], [FIGHTER], {"large_collision_factor": factor})
    state, _ = run(state, [("collision damage", 20)], told({}), until="land")
    assert [blow.amount for blow in state.blows] == [20 * factor]


def test_reroll_is_exact_in_odds_and_has_no_ties() -> None:
    state = battle([FIGHTER], [FIGHTER], {"initiative_tie": "reroll"})
    state = state.but(phase="reroll", step=FIRE, queue=((0, 1),))
    found = dict(ORACLE.outcomes("reroll", state))
    assert found[state] == Fraction(1, 10)
    assert {after.queue for after in found} == {((0, 1),), ((0,), (1,)), ((1,), (0,))}
