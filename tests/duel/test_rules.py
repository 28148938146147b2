"""Rules that no tricky case names: missile rounds, departures, large ships, people, and the end of the battle."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from admiralty.core.pool import Sum, enumerated
from admiralty.rulesets.duel.damage import system_check
from admiralty.rulesets.duel.departures import pursuers
from admiralty.rulesets.duel.initiative import Ranking
from admiralty.rulesets.duel.launches import reachable
from admiralty.rulesets.duel.orders import contacts
from admiralty.rulesets.duel.rounds import next_round
from admiralty.rulesets.duel.state import END, Launch, attacks_in
from admiralty.rulesets.duel.systems import repair_dice, ticked
from admiralty.rulesets.duel.tables import AUTO_REPAIR, PERMANENT, RADAR, WEAPONS

from .scenes import DART, FIGHTER, LANCE, PICKET, Order, battle, run, told
from .test_tricky_cases import launches_first


@pytest.mark.parametrize(
    ("every", "first", "rounds"), [(1, 1, [1, 2, 3, 4, 5]), (2, 1, [1, 3, 5]), (2, 2, [2, 4]), (3, 2, [2, 5])]
)
def test_d2_attack_rounds(every: int, first: int, rounds: list[int]) -> None:
    craft = battle([{"attack_every": every, "first_attack": first}], [FIGHTER]).setting.crafts[0]
    assert [number for number in range(6) if attacks_in(craft, number)] == rounds


def test_d2_large_ships_and_people_attack_every_round() -> None:
    crafts = battle([PICKET], [{"kind": "character", "health": 9}]).setting.crafts
    assert all(attacks_in(craft, number) for craft in crafts for number in range(5))


@pytest.mark.parametrize("bonuses", [(2, 2), (0, 5), (1, 2, 2), (0, 10)])
def test_d4_ranking_reads_with_exactly_its_odds(bonuses: tuple[int, ...]) -> None:
    pool = Ranking(bonuses, 6)
    assert pool.odds().weights == enumerated(pool).weights


def test_d5_d10_checks_are_made_by_id_attack_before_defence() -> None:
    pilot = {"s_flight": 2, "dex": 45}
    state = battle([pilot], [pilot])
    sheet = {0: Order("fire", 1, "cyclone", "erratic"), 1: Order("fire", 0, "sweep", "barrel_roll")}
    checks = [("attack check", False), ("defence check", False)]
    rolls = [*checks, *checks, ("initiative", ((0, 1),)), ("laser", 0), ("laser", 0)]
    _, table = run(state, rolls, told(sheet))
    assert [who for _, who, _ in table.thrown[:4]] == ["a1", "a1", "b1", "b1"]


def test_d13_a_target_already_destroyed_makes_the_shot_void() -> None:
    state = battle([FIGHTER, FIGHTER], [{"hp": 3}])
    sheet = {0: Order("fire", 2, "basic"), 1: Order("fire", 2, "basic")}
    rolls = [("initiative", ((0,), (1,))), ("laser", 1), ("damage", 3)]
    _, table = run(state, rolls, told(sheet))
    assert ("void", {"piece": "a2", "target": "b1", "reason": "target_gone"}) in table.notes


def test_d13_lost_weapons_cost_the_shot_and_lost_radar_10() -> None:
    loss = [("laser", 1), ("damage", 3), ("system damage", True)]
    sheet = {0: Order("fire", 1, "basic"), 1: Order("fire", 0, "basic")}
    first = ("initiative", ((0,), (1,)))
    run(battle([FIGHTER], [FIGHTER]), [first, *loss, ("system", 2), ("repair", 2)], told(sheet))
    rolls = [first, *loss, ("system", 5), ("repair", 2), ("laser", 0)]
    _, table = run(battle([FIGHTER], [FIGHTER]), rolls, told(sheet))
    assert table.thrown[-1][2].needs()[0].mod("radar_out") == -10


def test_d13_in_a_simultaneous_group_everything_is_rolled_on_the_state_before_it() -> None:
    sheet = {0: Order("fire", 1, "basic"), 1: Order("fire", 0, "basic")}
    rolls = [
        *[("initiative", ((0, 1),)), ("laser", 1), ("laser", 1)],
        *[("damage", 3), ("system damage", True), ("system", 2), ("repair", 2)],
        *[("damage", 4), ("system damage", False)],
    ]
    state, _ = run(battle([FIGHTER], [FIGHTER]), rolls, told(sheet))
    assert [piece.hull.hp for piece in state.pieces] == [20, 21]


def test_d13_a_second_hit_of_a_group_on_a_destroyed_ship_is_wasted() -> None:
    sheet = {0: Order("fire", 2, "basic"), 1: Order("fire", 2, "basic")}
    rolls = [("initiative", ((0, 1),)), ("laser", 1), ("laser", 1), ("damage", 3)]
    _, table = run(battle([FIGHTER, FIGHTER], [{"hp": 3}]), rolls, told(sheet))
    assert ("wasted", {"piece": "b1"}) in table.notes


def test_d13_a_declared_collision_is_off_without_engine() -> None:
    sheet = {0: Order("collide", 1), 1: Order("fire", 0, "basic")}
    rolls = [
        ("initiative", ((1,), (0,))),
        ("laser", 1),
        ("damage", 3),
        ("system damage", True),
        ("system", 1),
        ("repair", 2),
    ]
    state, table = run(battle([FIGHTER], [FIGHTER]), rolls, told(sheet))
    assert ("void", {"piece": "a1", "target": "b1", "reason": "engine_out"}) in table.notes
    assert not state.pieces[1].fate


def test_d31_a_failed_collision_changes_nothing() -> None:
    state, _ = run(battle([FIGHTER], [FIGHTER]), [("collide", 0)], told({0: Order("collide", 1)}))
    assert [piece.fate for piece in state.pieces] == ["", ""]


def test_d18_out_through_round_r_plus_n() -> None:
    clocks = battle([FIGHTER], [{"systems": {"radar": 3}}]).pieces[1].clocks
    left = []
    for _ in range(4):
        left.append(clocks.systems[RADAR])
        clocks = ticked(clocks)
    assert left == [3, 2, 1, 0]


@pytest.mark.parametrize(
    ("auto_repair", "system", "dice"),
    [(0, RADAR, Sum(1, 4, 1)), (3, RADAR, Sum(6, 4)), (0, AUTO_REPAIR, Sum(6, 4)), (3, WEAPONS, Sum(6, 4))],
)
def test_d28_a_large_ship_repairs_by_hand_without_auto_repair(auto_repair: int, system: int, dice: Sum) -> None:
    state = battle([FIGHTER], [{**PICKET, "systems": {"auto_repair": auto_repair}}])
    assert repair_dice(state.setting.crafts[1], state.pieces[1].clocks, system) == dice


def test_d28_each_lost_quarter_has_its_own_clock() -> None:
    state = battle([PICKET], [FIGHTER])
    sheet = {1: Order("fire", 0, "basic")}
    hit = [("laser", 1), ("damage", 8), ("system damage", True), ("system", 2)]
    state = battle([{**PICKET, "shields": 0, "weapon_quarters_out": [2]}], [FIGHTER], max_rounds=9)
    state, _ = run(state, [*hit, ("repair", 3)], told(sheet))
    assert state.pieces[0].clocks.quarters == (2, 4)
    state, _ = run(state, [], told({}), until="close")
    assert state.pieces[0].clocks.quarters == (1, 3)
    assert state.pieces[0].out.quarters == 2


def test_d26_a_fifth_weapons_result_rolls_no_repair_die() -> None:
    ship = {**PICKET, "shields": 0, "weapon_quarters_out": [2, 2, 2, 2]}
    hit = [("laser", 1), ("damage", 8), ("system damage", True), ("system", 2)]
    state, _ = run(battle([ship], [FIGHTER]), hit, told({1: Order("fire", 0, "basic")}))
    assert state.pieces[0].clocks.quarters == (2, 2, 2, 2)


def test_d25_guns_lost_since_the_declaration_are_missing() -> None:
    ship = {**PICKET, "guns": 8, "shields": 0, "weapon_quarters_out": [9, 9]}
    sheet = {0: Order("fire", shares=((1, 1),)), 1: Order("fire", 0, "basic")}
    loss = [("laser", 1), ("damage", 8), ("system damage", True), ("system", 2), ("repair", 2)]
    first, hit = ("initiative", ((1,), (0,))), [("laser", 1), ("damage", 2), ("system damage", False)]
    _, table = run(battle([ship], [FIGHTER]), [first, *loss, *hit], told(sheet))
    assert [pool.lots[0].count for why, _, pool in table.thrown if why == "laser"] == [1, 1]
    last = {**ship, "weapon_quarters_out": [9, 9, 9]}
    _, table = run(battle([last], [FIGHTER]), [first, *loss], told(sheet))
    assert ("void", {"piece": "a1", "target": "b1", "reason": "weapons_out"}) in table.notes


def test_d26_a_large_ship_without_radar_fires_at_minus_40() -> None:
    ship = {**PICKET, "systems": {"radar": 5}}
    _, table = run(battle([ship], [FIGHTER]), [("laser", 0)], told({0: Order("fire", shares=((1, 3),))}))
    (need, *_) = table.thrown[0][2].needs()
    assert need.mod("radar_out") == -40


def test_d27_hits_of_a_volley_are_applied_one_by_one() -> None:
    rolls = [("laser", 2), ("damage", 4), ("damage", 4), ("system damage", False)]
    state, _ = run(battle([PICKET], [{"max_shields": 5}]), rolls, told({0: Order("fire", shares=((1, 3),))}))
    assert (state.pieces[1].hull.hp, state.pieces[1].hull.shields) == (21, 0)


def test_d29_a_ram_costs_the_fighter_and_does_one_die_per_200_of_speed() -> None:
    state = battle([{"speed": 1199}], [{**PICKET, "shields": 0}])
    rolls = [("collision damage", 30), ("system damage", True), ("system", 1), ("repair", 2)]
    state, table = run(state, rolls, told({0: Order("ram", 1)}))
    assert table.thrown[0][2] == Sum(5, 10)
    assert state.pieces[0].fate == "rammed"
    assert state.pieces[1].hull.hp == 370
    assert state.pieces[1].out.engine


def test_d30_a_ram_or_crash_into_a_destroyed_ship_does_not_happen() -> None:
    state = battle([{"speed": 1000}, {"speed": 1000}], [{**PICKET, "shields": 0, "hp": 10}])
    sheet = {0: Order("ram", 2), 1: Order("ram", 2)}
    state, _ = run(state, [("collision damage", 30)], told(sheet))
    assert [piece.fate for piece in state.pieces] == ["rammed", "", "destroyed"]


def test_d30_a_declared_ram_without_control_becomes_a_crash_roll() -> None:
    sheet = {0: Order("ram", 1), 1: Order("fire", shares=((0, 1),))}
    loss = [("laser", 1), ("damage", 3), ("system damage", True), ("system", 1), ("repair", 2)]
    rolls = [*loss, ("crash", True), ("collision damage", 60)]
    state, _ = run(battle([{"max_hp": 50}], [PICKET]), rolls, told(sheet), until="regenerate")
    assert state.pieces[0].fate == "crashed"
    assert state.pieces[1].hull.shields == 20


def test_d32_a_ship_with_control_steers_clear_and_the_count_is_over() -> None:
    state = battle([{**PICKET, "collision_in": 1, "collision_with": "b1"}], [PICKET], max_rounds=9)
    state, _ = run(state, [], told({}))
    assert state.pieces[0].course.collision_in == 0
    state, _ = run(state.but(phase="tick"), [], told({}), until="declare")
    run(state, [], told({}), until="close")


def test_d32_both_objects_take_one_roll_through_shields_with_a_system_roll_each() -> None:
    drifter = {**PICKET, "collision_in": 1, "collision_with": "b1", "systems": {"engine": 5}}
    rolls = [("collision damage", 20), ("system damage", False), ("system damage", False)]
    state, table = run(battle([drifter], [PICKET]), rolls, told({}), until="regenerate")
    assert table.thrown[0][2] == Sum(4, 10)
    assert [(p.hull.hp, p.hull.shields) for p in state.pieces] == [(280, 0), (280, 0)]


def test_d32_this_rounds_tick_comes_after_the_collision() -> None:
    drifter = {**PICKET, "collision_in": 1, "systems": {"engine": 1}}
    state, _ = run(battle([drifter], [FIGHTER]), [("collision damage", 4)], told({}), until="regenerate")
    assert state.pieces[0].hull.shields == 40


def test_d22_longest_range_goes_first_and_a_ship_hit_before_may_not_launch() -> None:
    state = battle([{"missiles": [DART], "max_hp": 60}], [{"missiles": [LANCE]}], round=0)
    hit = [("missile", 1), ("damage", 20), ("system damage", True), ("system", 5), ("repair", 2)]
    _, table = run(state, hit, launches_first({"a": "take", "b": "take"}))
    assert ("not_launched", {"piece": "a1", "target": "b1"}) in table.notes
    assert table.state.pieces[0].rack.left == (1,)


def test_d22_missiles_of_one_range_all_fly_even_when_the_carrier_outruns() -> None:
    piece = {"missiles": [DART], "speed": 4000}
    state = battle([piece], [piece], round=0)
    _, table = run(state, [("missile", 1), ("missile", 1)], launches_first({"a": "outrun", "b": "outrun"}))
    assert [piece.rack.left for piece in table.state.pieces] == [(0,), (0,)]


def test_d23_missiles_know_no_manoeuvre_but_accuracy_dex_and_ac() -> None:
    state = battle([{"missiles": [DART], "dex": 60}], [{"dex": 44, "ac": 15}], round=0)
    _, table = run(state, [("missile", 0)], launches_first({"a": "take", "b": "take"}))
    (need,) = table.thrown[0][2].needs()
    assert {mod.name: mod.value for mod in need.mods} == {"ac": -15, "target_dex": -4, "dex": 6, "accuracy": 10}


def test_d24_engine_out_forbids_dodge_and_outrun_so_nothing_is_asked() -> None:
    target = {"s_flight": 3, "speed": 9999, "systems": {"engine": 2}}
    state = battle([{"missiles": [DART]}], [target], round=0)
    rolls = [("missile", 1), ("damage", 4), ("system damage", False)]
    _, table = run(state, rolls, launches_first({"a": "take", "b": "take"}))
    assert ("b", "avoid") not in table.asked


def test_d25_a_large_ship_launches_up_to_its_working_tubes() -> None:
    ship = {**PICKET, "tubes": 4, "missiles": [{**DART, "count": 9}], "weapon_quarters_out": [9]}
    state = battle([ship], [FIGHTER], round=0)
    four = ((0, (Launch(0, 1),) * 4),)
    bot = lambda state, side, choice: ((four, 1),)  # noqa: E731
    _, table = run(state, [("missile", 0)] * 3, bot)
    assert [note for note, _ in table.notes] == ["not_launched"]
    assert table.state.pieces[0].rack.left == (6,)


@pytest.mark.parametrize(
    ("pursuer", "caught"),
    [
        ({"speed": 2400}, True),
        ({"speed": 2399}, False),
        ({"speed": 9999, "systems": {"engine": 1}}, False),
        ({"speed": 9999, "opened": True}, False),
    ],
)
def test_d33_who_may_pursue(pursuer: dict[str, Any], caught: bool) -> None:
    assert bool(pursuers(battle([FIGHTER], [pursuer]), 0)) is caught


def test_d33_a_booster_really_flown_may_cost_the_pursuit() -> None:
    sheet = {0: Order("disengage"), 1: Order("fire", 0, "booster")}
    state = battle([FIGHTER], [{"s_flight": 2}], max_rounds=9)
    state, table = run(state, [("laser", 0)], told(sheet, pursue="pursue"))
    assert state.pieces[0].course.opened
    assert ("b", "pursue") not in table.asked


@pytest.mark.parametrize(("answer", "away"), [("pursue", False), ("let_go", True)])
def test_d33_a_pursuer_keeps_the_contact(answer: str, away: bool) -> None:
    state = battle([FIGHTER], [FIGHTER])
    state, _ = run(state, [], told({0: Order("disengage")}, pursue=answer))
    assert state.pieces[0].course.opened is away


def test_d33_away_until_the_own_missile_round_then_lasers_from_the_next() -> None:
    piece = {"attack_every": 2, "missiles": [DART]}
    state = battle([piece], [{"missiles": [LANCE]}], round=3, max_rounds=9)
    state, _ = run(state, [], told({0: Order("disengage")}, pursue="let_go"), until="close")
    for number in (4, 5):
        state, _ = run(state, [], told({}), until="launch")
        assert state.round == number
        assert contacts(state, 1) == ()
        missiles = number == 5
        assert bool(reachable(state, 0)) is missiles
        assert bool(reachable(state, 1)) is missiles
        state, _ = run(state, [], told({}, launch=()), until="close")
    assert contacts(state, 1) == (0,)


def test_d33_jumping_leaves_the_battle_and_may_lose_it() -> None:
    state, _ = run(battle([FIGHTER], [FIGHTER]), [], told({0: Order("jump")}), until="over")
    assert (state.pieces[0].fate, state.result) == ("jumped", "b")


@pytest.mark.parametrize(("order", "system"), [(Order("jump"), 4), (Order("disengage"), 1)])
def test_d33_what_is_lost_before_step_6_keeps_the_ship(order: Order, system: int) -> None:
    sheet = {0: order, 1: Order("fire", 0, "basic")}
    rolls = [("laser", 1), ("damage", 3), ("system damage", True), ("system", system), ("repair", 2)]
    state, table = run(battle([FIGHTER], [FIGHTER]), rolls, told(sheet, pursue="let_go"))
    assert not state.pieces[0].fate
    assert not state.pieces[0].course.opened
    assert ("cannot_leave", {"piece": "a1", "action": order.action}) in table.notes


def test_d35_breath_lasts_its_rounds_and_a_missile_round_counts() -> None:
    person = {"kind": "character", "health": 19}
    state = battle([{"missiles": [DART]}], [person], round=0, max_rounds=9)
    state, _ = run(state, [], told({}, launch=()), until="over")
    assert (state.round, state.pieces[1].fate, state.result) == (3, "suffocated", "a")


def test_d35_breath_is_that_of_the_health_given_whatever_was_lost_since() -> None:
    person = {"kind": "character", "health": 20, "rounds_out": 3}
    shot = told({0: Order("fire", 1, "basic")})
    state = battle([FIGHTER], [person], max_rounds=9)
    state, _ = run(state, [("laser", 1), ("damage", 3), ("health check", True)], shot, until="close")
    state, _ = run(state, [], shot, until="over")
    assert state.pieces[1].fate == "suffocated"


def test_d38_a_person_fires_like_a_fighters_basic_shot() -> None:
    person = {"kind": "character", "health": 50, "dex": 70, "weapon": {"dice": 1, "sides": 4, "accuracy": 3}}
    _, table = run(battle([person], [FIGHTER]), [("laser", 0)], told({0: Order("fire", 1)}))
    assert table.thrown[0][2].needs()[0].value == 40 + 10 + 5 - 7 - 3


def test_d21_the_last_round_is_undecided() -> None:
    state, _ = run(battle([FIGHTER], [FIGHTER], max_rounds=3), [], told({}), until="over")
    assert (state.round, state.result) == (3, "undecided")


def test_d21_a_side_that_starts_without_a_piece_has_lost() -> None:
    state = battle([{"hp": 0}], [FIGHTER])
    assert (state.phase, state.result) == ("over", "b")


def test_d21_without_a_limit_equal_situations_are_equal_states() -> None:
    state = battle([FIGHTER], [FIGHTER], max_rounds=None)
    again, _ = run(state.but(phase="regenerate", step=END), [], told({}), until="declare")
    assert again == state


@pytest.mark.parametrize(
    ("pieces", "rounds"),
    [
        ([{}, {}], [1, 1, 1, 1]),
        ([{"attack_every": 2}, {}], [2, 1, 2, 1]),
        ([{"attack_every": 2}, {"attack_every": 3, "first_attack": 2}], [2, 3, 4, 5, 6, 7, 2, 3]),
    ],
)
def test_d21_without_a_limit_rounds_come_round(pieces: list[dict[str, Any]], rounds: list[int]) -> None:
    setting = battle(pieces[:1], pieces[1:], max_rounds=None).setting
    numbers, number = [], 1
    for _ in rounds:
        number = next_round(setting, number)
        numbers.append(number)
    assert numbers == rounds


def test_d20_a_missile_round_ends_like_any_other() -> None:
    ship = {"max_shields": 9, "shields": 1, "shield_regen": 2, "systems": {"radar": 2, "lsd": "permanent"}}
    state = battle([ship], [{"missiles": [DART]}], round=0, max_rounds=5)
    state, _ = run(state, [], told({}, launch=()), until="declare")
    assert state.round == 1
    assert state.pieces[0].hull.shields == 3
    assert state.pieces[0].clocks.systems == (0, 0, 0, PERMANENT, 1, 0)


def test_d16_the_printed_example() -> None:
    setting = battle([FIGHTER], [FIGHTER]).setting
    assert system_check(setting, 10, 50, "basic").odds().chance(True) == Fraction(20, 100)
    assert system_check(setting, 30, 50, "engine").odds().chance(True) == 1
