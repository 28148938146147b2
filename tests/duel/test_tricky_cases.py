"""The thirty tricky cases of the sheet, each by its number."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from admiralty.core.pool import Check, Sum, hits
from admiralty.rulesets.duel.casestate import launcher
from admiralty.rulesets.duel.checks import defense_multiple, limit
from admiralty.rulesets.duel.collisions import ram_dice, speed_now
from admiralty.rulesets.duel.damage import damage_dice, system_check
from admiralty.rulesets.duel.fire import armor, bearing, effective_ac, percent, working
from admiralty.rulesets.duel.launches import avoid_faults
from admiralty.rulesets.duel.state import NO_GUARD, Blow, Guard, HouseRules, Out, Weapon, out_of
from admiralty.rulesets.duel.tables import ATTACKS, HALF, PERMANENT
from admiralty.rulesets.duel.vacuum import breath_rounds, health_check

from .scenes import ACE, DART, FIGHTER, LANCE, PICKET, WASP, Order, battle, run, told

PLAIN = HouseRules()


def ac_of(piece: dict[str, Any], out: Out, guard: Guard, seen: str = "basic") -> int:
    craft = battle([piece], [FIGHTER]).setting.crafts[0]
    return effective_ac(armor(craft, out, guard, seen))


def test_1_swing_against_a_power_shot_is_25_not_40() -> None:
    still = ac_of(FIGHTER, Out(), NO_GUARD)
    assert ac_of(FIGHTER, Out(), Guard("swing"), "power") - still == 25
    assert ac_of(FIGHTER, Out(), Guard("swing"), "sweep") - still == 0


def test_2_a_failed_trick_shot_against_a_dive_meets_10() -> None:
    state = battle([{"dex": 60, "s_flight": 3}], [{"dex": 60, "s_flight": 3}])
    sheet = {0: Order("fire", 1, "trick"), 1: Order("hold", defense="dive")}
    _, table = run(state, [("attack check", False), ("laser", 0)], told(sheet))
    (need,) = table.thrown[-1][2].needs()
    assert need.mod("evasion") == -10
    assert need.mod("shot") == 0


def test_3_an_engine_shot_does_not_aim_at_the_engine() -> None:
    state = battle([ACE], [FIGHTER])
    rolls = [("laser", 1), ("damage", 8), ("system damage", True), ("system", 5), ("repair", 3)]
    state, table = run(state, rolls, told({0: Order("fire", 1, "engine")}))
    assert state.pieces[1].out == Out(radar=True)
    assert table.thrown[2][2] == Check(16, 24)


def test_4_a_level_3_pilot_has_80_per_cent_for_what_a_beginner_has_for_free() -> None:
    old, new = (battle([{"dex": 40, "s_flight": level}], [FIGHTER]).setting.crafts[0] for level in (3, 1))
    assert limit(PLAIN, defense_multiple(PLAIN, old, "afterburner"), 40) == 80
    assert limit(PLAIN, defense_multiple(PLAIN, new, "afterburner"), 40) == 100


@pytest.mark.parametrize(("base", "chance"), [(97, "1/20"), (200, "1/20"), (-50, "19/20"), (96, "1/20"), (95, "6/100")])
def test_5_naturals_leave_5_and_95_per_cent(base: int, chance: str) -> None:
    assert hits((1, percent(base, (), 5)), sides=100).odds().chance(1) == Fraction(chance)


def test_6_ten_points_of_fifty_are_20_per_cent_whatever_is_left() -> None:
    state = battle([{"laser": {"dice": 0, "sides": 2, "bonus": 10}}], [{"max_hp": 50, "hp": 15}])
    _, table = run(state, [("laser", 1), ("system damage", False)], told({0: Order("fire", 1, "basic")}))
    assert table.thrown[1][2].odds().chance(True) == Fraction(1, 5)


def test_7_seven_points_of_2000_are_seven_in_2000() -> None:
    setting = battle([FIGHTER], [FIGHTER]).setting
    assert system_check(setting, 7, 2000, "basic").odds().chance(True) == Fraction(7, 2000)


def test_8_damage_taken_by_shields_breaks_nothing() -> None:
    state = battle([FIGHTER], [{"max_shields": 8}])
    state, _ = run(state, [("laser", 1), ("damage", 8)], told({0: Order("fire", 1, "basic")}))
    assert (state.pieces[1].hull.hp, state.pieces[1].hull.shields) == (24, 0)


def test_9_the_killing_blow_makes_no_system_roll() -> None:
    state = battle([FIGHTER], [{"hp": 8}])
    state, _ = run(state, [("laser", 1), ("damage", 8)], told({0: Order("fire", 1, "basic")}))
    assert state.pieces[1].fate == "destroyed"


def test_10_a_running_clock_runs_on_without_auto_repair_a_later_loss_is_permanent() -> None:
    hurt = {"max_hp": 100, "systems": {"radar": 2}}
    state = battle([FIGHTER, FIGHTER], [hurt], max_rounds=9)
    shots = told({0: Order("fire", 2, "basic"), 1: Order("fire", 2, "basic")})
    rolls = [
        ("initiative", ((0,), (1,))),
        *[("laser", 1), ("damage", 3), ("system damage", True), ("system", 6)],
        *[("laser", 1), ("damage", 3), ("system damage", True), ("system", 1)],
    ]
    state, _ = run(state, rolls, shots, until="close")
    assert state.pieces[2].clocks.systems == (PERMANENT, 0, 0, 0, 1, PERMANENT)


def test_11_engine_out_halves_ac_15_to_7_and_leaves_minus_5() -> None:
    straight = Out(engine=True)
    assert ac_of({"ac": 15, "dex": 67}, straight, Guard("swing")) == 7
    assert ac_of({"ac": -5, "dex": 67}, straight, NO_GUARD) == -5


def test_12_a_cyclone_whose_engine_is_gone_is_a_basic_shot_to_erratic_too() -> None:
    state = battle([ACE], [{**ACE, "max_hp": 99}])
    sheet = {0: Order("fire", 1, "cyclone"), 1: Order("fire", 0, "basic", "erratic")}
    rolls = [
        *[("attack check", True), ("defence check", True), ("initiative", ((1,), (0,)))],
        *[("laser", 1), ("damage", 3), ("system damage", True), ("system", 1), ("repair", 2)],
        ("laser", 1),
        *[("damage", 8), ("system damage", False)],
    ]
    state, table = run(state, rolls, told(sheet))
    (need,) = table.thrown[8][2].needs()
    assert (need.mod("evasion"), need.mod("evasion_against"), need.mod("shot")) == (-15, 0, 0)
    assert state.pieces[1].hull.hp == 99 - 8


def test_13_power_costs_10_ac_against_those_who_fired_first_and_if_it_is_never_fired() -> None:
    state = battle([{**ACE, "hp": 3}], [FIGHTER])
    sheet = {0: Order("fire", 1, "power"), 1: Order("fire", 0, "basic")}
    rolls = [("initiative", ((1,), (0,))), ("laser", 1), ("damage", 3)]
    state, table = run(state, rolls, told(sheet))
    (need,) = table.thrown[1][2].needs()
    assert need.mod("power_declared") == 10
    assert state.pieces[0].fate == "destroyed"
    assert ("void", {"piece": "a1", "target": "b1", "reason": "gone"}) in table.notes


def test_14_equal_initiative_both_shots_land_and_mutual_destruction_is_a_draw() -> None:
    state = battle([{"hp": 3}], [{"hp": 3}])
    sheet = {0: Order("fire", 1, "basic"), 1: Order("fire", 0, "basic")}
    rolls = [("initiative", ((0, 1),)), ("laser", 1), ("laser", 1), ("damage", 3), ("damage", 3)]
    state, _ = run(state, rolls, told(sheet), until="over")
    assert state.result == "draw"


def test_15_three_attackers_meet_one_barrel_roll_check() -> None:
    state = battle([FIGHTER] * 3, [{"dex": 60, "s_flight": 2}])
    sheet = {n: Order("fire", 3, "basic") for n in range(3)} | {3: Order("hold", defense="barrel_roll")}
    rolls = [("defence check", True), ("initiative", ((0, 1, 2),)), ("laser", 0), ("laser", 0), ("laser", 0)]
    _, table = run(state, rolls, told(sheet))
    assert [why for why, _, _ in table.thrown].count("defence check") == 1
    assert all(pool.needs()[0].mod("evasion") == -20 for why, _, pool in table.thrown if why == "laser")


def test_16_a_one_die_sweep_still_rolls_one_die() -> None:
    setting = battle([FIGHTER], [FIGHTER]).setting
    assert damage_dice(setting, Weapon(1, 6, 2), "sweep") == Sum(1, 6, 2)
    assert damage_dice(setting, Weapon(5, 6, 2), "sweep") == Sum(2, 6, 2)
    assert damage_dice(setting, Weapon(0, 6, 7), "sweep") == Sum(0, 6, 7)


def test_17_speed_1004_rams_with_5_dice_after_a_flown_booster_with_4() -> None:
    craft = battle([{"speed": 1004}], [FIGHTER]).setting.crafts[0]
    assert ram_dice(speed_now(craft, False)) == Sum(5, 10)
    assert ram_dice(speed_now(craft, True)) == Sum(4, 10)


@pytest.mark.parametrize(("speed", "codes"), [(3200, ["not_faster"]), (3201, [])])
def test_18_the_same_speed_is_not_faster(speed: int, codes: list[str]) -> None:
    state = battle([{"missiles": [DART]}], [{"speed": speed}], round=0)
    faults = avoid_faults(state, Blow(1, 0, "missile", missile=0), "outrun")
    assert [fault.code for fault in faults] == codes


def test_19_a_launch_made_before_outrunning_still_counts() -> None:
    state = battle([{"missiles": [DART], "max_hp": 60}], [{"missiles": [LANCE], "speed": 4000}], round=0)
    bot = launches_first(avoid={"a": "take", "b": "outrun"})
    rolls = [("missile", 1), ("damage", 30), ("system damage", False), ("missile", 1)]
    state, table = run(state, rolls, bot)
    assert [who for why, who, _ in table.thrown if why == "missile"] == ["b1", "a1"]
    assert state.pieces[0].hull.hp == 30
    assert state.pieces[1].hull.hp == 24


def launches_first(avoid: dict[str, str]) -> Any:
    policies = {side: launcher(answer) for side, answer in avoid.items()}
    return lambda state, side, choice: policies[side](state, side, choice)


def test_20_ten_guns_work_10_8_5_3_0_and_one_or_two_bear() -> None:
    setting = battle([FIGHTER], [FIGHTER]).setting
    left = [working(10, quarters) for quarters in range(5)]
    assert left == [10, 8, 5, 3, 0]
    assert [bearing(setting, guns, 0) for guns in left] == [2, 2, 1, 1, 0]


def test_21_a_fighter_shot_down_in_the_volley_does_not_ram() -> None:
    state = battle([{"hp": 3}], [PICKET])
    sheet = {0: Order("ram", 1), 1: Order("fire", shares=((0, 3),))}
    state, _ = run(state, [("laser", 1), ("damage", 8)], told(sheet))
    assert state.pieces[0].fate == "destroyed"
    assert state.pieces[1].hull.shields == 80


def test_22_the_75_per_cent_roll_is_only_for_the_round_of_the_loss() -> None:
    sheet = {0: Order("fire", 1, "basic"), 1: Order("fire", shares=((0, 1),))}
    fresh = battle([{"max_hp": 50}], [PICKET])
    loss = [("laser", 1), ("damage", 3), ("system damage", True), ("system", 1), ("repair", 2)]
    state, _ = run(fresh, [("initiative", ((1,), (0,))), *loss, ("laser", 0), ("crash", False)], told(sheet))
    assert not state.pieces[0].fate
    before = battle([{"max_hp": 50, "systems": {"engine": 3}}], [PICKET])
    run(before, [("initiative", ((1,), (0,))), ("laser", 0), ("laser", 0)], told(sheet))


def test_23_colliding_with_weapons_and_radar_out_has_no_penalty() -> None:
    state = battle([{"systems": {"weapons": 2, "radar": 2}}], [FIGHTER])
    state, table = run(state, [("collide", 1)], told({0: Order("collide", 1)}))
    (need,) = table.thrown[0][2].needs()
    assert need.value == 60 + 10 + 5 - 5
    assert [piece.fate for piece in state.pieces] == ["collided", "collided"]


@pytest.mark.parametrize(("breath", "rolls"), [("tank", [("airtank", True)]), ("hold", []), ("immune", [])])
def test_24_a_hit_without_damage_may_burst_a_tank_and_takes_no_breath(breath: str, rolls: list[Any]) -> None:
    person = {"kind": "character", "health": 45, "breath": breath}
    state = battle([{"laser": {"dice": 0, "sides": 2}}], [person])
    state, _ = run(state, [("laser", 1), *rolls], told({0: Order("fire", 1, "basic")}))
    assert state.pieces[1].fate == ("tank" if rolls else "")


def test_25_health_240_is_15_rounds_of_breath_and_a_90_per_cent_check() -> None:
    assert breath_rounds(240) == 15
    assert health_check(PLAIN, 240, 0).odds().chance(True) == Fraction(9, 10)


def test_26_initiative_is_not_rolled_when_one_ship_attacks() -> None:
    state = battle([FIGHTER], [FIGHTER])
    _, table = run(state, [("laser", 0)], told({0: Order("fire", 1, "basic")}))
    assert [why for why, _, _ in table.thrown] == ["laser"]


def test_27_a_generator_with_one_tick_left_gives_no_shields_this_round() -> None:
    ship = {"max_shields": 10, "shield_regen": 4, "shields": 1, "systems": {"shield_gen": 1}}
    state, _ = run(battle([ship], [FIGHTER], max_rounds=9), [], told({}), until="close")
    assert state.pieces[0].hull.shields == 1
    assert not state.pieces[0].out.shield_gen


def test_28_half_of_dex_1_is_0_and_cannot_succeed() -> None:
    assert limit(PLAIN, HALF, 1) == 0
    state = battle([{"dex": 1, "s_flight": 2}], [FIGHTER])
    _, table = run(state, [("laser", 0)], told({0: Order("fire", 1, "cyclone")}))
    assert table.thrown[0][2].needs()[0].mod("shot") == 0


def test_29_a_large_ship_without_engine_keeps_its_ac() -> None:
    ship = {**PICKET, "ac": 15, "dex": 40}
    assert ac_of(ship, Out(engine=True), NO_GUARD) == ac_of(ship, Out(), NO_GUARD) == 19


@pytest.mark.parametrize("guns", [1, 3, 10, 11])
def test_30_the_fourth_weapons_result_takes_the_last_gun(guns: int) -> None:
    assert working(guns, 3) > 0
    assert working(guns, 4) == 0


def test_the_example_battle_of_the_sheet_round_by_round() -> None:
    wasp_a, wasp_b = {**WASP, "dex": 67, "s_flight": 2}, {**WASP, "dex": 44, "s_flight": 3}
    state = battle([wasp_a], [wasp_b], round=0, max_rounds=50)
    bot = launches_first(avoid={"a": "take", "b": "dodge"})
    rolls = [("missile", 1), ("dodge", False), ("missile", 0), ("damage", 15), ("system damage", False)]
    state, table = run(state, rolls, bot, until="close")
    needs = [pool.needs()[0] for why, _, pool in table.thrown if why == "missile"]
    assert [need.value for need in needs] == [40 + 15 + 4 - 6 - 10, 40 + 15 + 6 - 4 - 10]
    assert (state.pieces[1].hull.hp, state.pieces[1].hull.shields) == (45, 2)
    state, _ = run(state, [], told({}), until="declare")
    sheet = {0: Order("fire", 1, "cyclone", "swing"), 1: Order("fire", 0, "power", "erratic")}
    rolls = [
        *[("attack check", True), ("defence check", False), ("initiative", ((1,), (0,)))],
        *[("laser", 1), ("damage", 7), ("system damage", True), ("system", 5), ("repair", 3)],
        *[("laser", 1), ("damage", 8), ("system damage", False)],
    ]
    state, table = run(state, rolls, told(sheet), until="close")
    needs = [pool.needs()[0] for why, _, pool in table.thrown if why == "laser"]
    assert [need.value for need in needs] == [82, 38]
    assert [(p.hull.hp, p.hull.shields) for p in state.pieces] == [(46, 2), (29, 2)]
    assert state.pieces[0].clocks.systems[4] == 3
    state, _ = run(state, [], told({}), until="declare")
    sheet = {0: Order("fire", 1, "basic", "swing"), 1: Order("fire", 0, "cyclone", "dive")}
    rolls = [
        *[("attack check", False), ("initiative", ((0,), (1,)))],
        *[("laser", 1), ("damage", 5), ("system damage", True), ("system", 1), ("repair", 2), ("laser", 0)],
    ]
    state, table = run(state, rolls, told(sheet), until="close")
    needs = [pool.needs()[0] for why, _, pool in table.thrown if why == "laser"]
    assert [need.value for need in needs] == [73, 57]
    assert state.pieces[1].clocks.systems[0] == 2
    assert out_of(state.pieces[1].clocks).engine
    state, _ = run(state, [], told({}), until="declare")
    _, table = run(state, [("laser", 0)], told({0: Order("fire", 1, "basic")}))
    assert table.thrown[0][2].needs()[0].value == 51


def test_the_power_row_of_the_table_is_the_only_one_that_costs_ac() -> None:
    assert [name for name, row in ATTACKS.items() if row.own_ac] == ["power"]
