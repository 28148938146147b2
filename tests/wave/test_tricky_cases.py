"""The sheet's tricky cases, in its order and by its numbers."""

from __future__ import annotations

from typing import Any

from admiralty.rulesets.wave import handover, sections, tables
from admiralty.rulesets.wave.limits import limit
from admiralty.rulesets.wave.setup import begin
from admiralty.rulesets.wave.state import WRECK, Strike

from .scenes import (
    F,
    Scene,
    cap,
    cap_needs,
    columns,
    flak_slots,
    mustered,
    odds,
    outcomes,
    run,
    scene,
    ship,
    strike_needs,
    up,
    wave,
)


def duel(cap_count: int, strike_count: int, target: Scene | None = None, **fields: Any) -> Scene:
    """CAP off a Fighter Base against one wave at a Carrier."""
    ships = [
        target or ship("cv", "CV"),
        ship("fb", "FB", fighters=cap_count),
        ship("r1", "CV", "red", fighters=strike_count),
    ]
    return scene(ships, cap(fb=cap_count), [wave("w", "cv", r1=strike_count)], **fields)


def test_1_seven_cap_on_three_strike_are_three_dice_with_stacks() -> None:
    state = up(duel(7, 3))
    assert cap_needs(state) == [6, 7, 7]
    assert [one.stack for one in columns(state)] == [3, 2, 2]


def test_2_five_strike_on_three_cap_leave_two_untouched_and_do_not_outnumber() -> None:
    assert strike_needs(up(duel(3, 5))) == [9, 9, 9]
    assert min(odds(duel(3, 5), "through_dogfight:w")) == 2
    assert strike_needs(up(duel(3, 6))) == [8, 8, 8]


def test_3_thirty_strike_on_three_cap_still_have_plus_one_on_three_dice() -> None:
    assert strike_needs(up(duel(3, 30))) == [8, 8, 8]


def test_4_both_can_die_in_one_column() -> None:
    assert odds(duel(1, 1), "joint_dogfight:blue/w")["0,0"] == F(3, 10) * F(2, 10)


def test_5_elite_carrier_defended_by_its_own_cap_has_both_bonuses() -> None:
    ships = [ship("cv", "CV", xp=30, fighters=2), ship("r1", "CV", "red", fighters=2)]
    assert cap_needs(up(scene(ships, cap(cv=2), [wave("w", "cv", r1=2)]))) == [6, 6]


def test_6_losing_the_bridge_costs_that_column_two_points() -> None:
    ships = [ship("cv", "CV", xp=30, fighters=2, hp=5, wrecked=["bridge"]), ship("r1", "CV", "red", fighters=2)]
    assert cap_needs(up(scene(ships, cap(cv=2), [wave("w", "cv", r1=2)]))) == [8, 8]


def test_7_a_veteran_carrier_helps_only_when_it_is_the_target() -> None:
    ships = [
        ship("cv", "CV"),
        ship("vet", "CV", xp=10, fighters=2),
        ship("far", "CV", xp=12),
        ship("r1", "CV", "red", fighters=2),
    ]
    assert cap_needs(up(scene(ships, cap(vet=2), [wave("w", "cv", r1=2)]))) == [8, 8]
    assert cap_needs(up(scene(ships, cap(vet=2), [wave("w", "vet", r1=2)]))) == [7, 7]


def test_8_twelve_stacked_elites_with_the_card_need_two_and_still_miss_on_one() -> None:
    ships = [ship("cv", "CV"), ship("e", "CV", xp=25, fighters=12), ship("r1", "CV", "red", fighters=1)]
    scenario = scene(ships, cap(e=12), [wave("w", "cv", r1=1)], blue={"afd": True})
    assert cap_needs(up(scenario)) == [2]
    assert odds(scenario, "through_dogfight:w") == {0: F(9, 10), 1: F(1, 10)}


def test_9_the_number_is_held_after_everything_is_summed() -> None:
    wrecked = ship("cv", "CV", hp=4, wrecked=["bridge"])
    nebula = {"nebula": True}
    state = up(duel(2, 2, wrecked, system=nebula))
    assert cap_needs(state.but(fatigued=(True, True))) == [10, 10]
    ships = [wrecked, ship("e", "CV", xp=25, fighters=9), ship("r1", "CV", "red", fighters=1)]
    stacked = up(scene(ships, cap(e=9), [wave("w", "cv", r1=1)], blue={"afd": True}, system=nebula))
    assert cap_needs(stacked) == [2]


def test_10_fatigue_never_grows_and_comes_from_any_attacker() -> None:
    ships = [
        ship("sb", "SB", fighters=4),
        ship("x1", "CV", "red", fighters=2),
        ship("x2", "CV", "green", fighters=2),
        ship("x3", "CV", "red", fighters=2),
    ]
    waves = [
        wave("w", "sb", x1=2),
        wave("w2", "sb", attacker="green", x2=2),
        wave("w3", "sb", x3=2),
    ]
    scenario = scene(ships, cap(sb=4), waves)
    scenario["empires"].append({"id": "green"})
    state = up(scenario)
    assert cap_needs(state) == [7, 7]
    for _ in range(3):
        state = run("return_fire", run("intercept", state, (0,)), (0,))
        assert state.fatigued == (True, False, False)
        state = mustered(run("deal", state.but(strike=Strike(), phase="deal")))
        if state.phase == "intercept":
            assert cap_needs(state) == [8, 8]
    assert state.phase == "handover"


def test_11_with_cap_gone_the_next_wave_goes_whole_to_the_flak() -> None:
    state = up(duel(3, 6)).but(caps=((0, 0), (0,)), fatigued=(True, False))
    assert columns(state) == []
    after = run("return_fire", run("intercept", state))
    assert (after.strike, after.phase) == (Strike(0, 6), "flak")


def test_12_two_waves_of_one_attacker_degrade_flak_from_the_first_on() -> None:
    ships = [ship("cv", "CV"), *(ship(f"r{n}", "CV", "red", fighters=9) for n in (1, 2))]
    ships.append(ship("g1", "CV", "green", fighters=3))
    both = scene(ships, [], [wave("w", "cv", r1=6), wave("w2", "cv", r2=5)])
    other = scene(ships, [], [wave("w", "cv", r1=6), wave("w2", "cv", attacker="green", g1=3)])
    for scenario in (both, other):
        scenario["empires"].append({"id": "green"})
    assert flak_slots(up(both)) == [("cv", 5)]
    assert flak_slots(up(both, "w2")) == [("cv", 5)]
    assert flak_slots(up(other)) == [("cv", 4)]


def test_13_freighter_flak_stays_at_ten() -> None:
    ships = [ship("fr", "FR"), *(ship(f"r{n}", "CV", "red", fighters=2) for n in (1, 2))]
    waves = [wave("w", "fr", r1=2), wave("w2", "fr", r2=2)]
    scenario = scene(ships, [], waves, blue={"supplied": False}, system={"nebula": True})
    assert flak_slots(up(scenario)) == [("fr", 10)]


def test_14_wrecked_flak_guns_keep_their_slot() -> None:
    ships = [
        ship("cv", "CV", hp=5, wrecked=["flak_guns"]),
        *(ship(f"d{n}", "DD") for n in range(5)),
        ship("r1", "CV", "red", fighters=9),
    ]
    slots = flak_slots(up(scene(ships, [], [wave("w", "cv", r1=9)])))
    assert slots == [("cv", None), ("d0", 9), ("d1", 9), ("d2", 9), ("d3", 9)]


def test_15_two_fighters_meet_five_dice_and_lose_two_at_most() -> None:
    ships = [ship("cv", "CV"), *(ship(f"c{n}", "CR") for n in range(4)), ship("r1", "CV", "red", fighters=2)]
    state = up(scene(ships, [], [wave("w", "cv", r1=2)]), phase="flak")
    assert len(flak_slots(state)) == 5
    assert run("flak", state, 5).strike == Strike(0, 0)


def test_16_defense_satellites_never_escort_and_fire_only_for_themselves() -> None:
    ships = [
        ship("cv", "CV"),
        *(ship(f"s{n}", "DS", group="ring") for n in range(3)),
        ship("cr", "CR"),
        ship("r1", "CV", "red", fighters=6),
    ]
    assert flak_slots(up(scene(ships, [], [wave("w", "cv", r1=6)]))) == [("cv", 4), ("cr", 8)]
    assert flak_slots(up(scene(ships, [], [wave("w", "ring", r1=6)]))) == [("s0", 9), ("s1", 9), ("s2", 9)]


def test_17_six_escorts_leave_no_slot_for_freighters_nor_for_the_sixth() -> None:
    ships = [
        ship("fr", "FR"),
        *(ship(f"d{n}", "DD") for n in range(6)),
        ship("r1", "CV", "red", fighters=6),
    ]
    slots = flak_slots(up(scene(ships, [], [wave("w", "fr", r1=6)])))
    assert slots == [(f"d{n}", 9) for n in range(5)]


def test_18_the_card_never_makes_four_hit_points() -> None:
    die = {wing: dict(enumerate(results, 1)) for wing, results in tables.DAMAGE.items()}
    assert die[False, True][9] == 3
    assert die[True, False][9] == 4
    assert (die[True, True][8], die[True, True][9]) == (3, 4)


def test_19_a_critical_that_kills_opens_nothing_and_loses_the_grounded() -> None:
    ships = [ship("cv", "CV", hp=2, fighters=5), ship("r1", "CV", "red", fighters=3)]
    state = up(scene(ships, cap(cv=2), [wave("w", "cv", r1=3)])).but(hits_regular=2, target=0, phase="hit")
    after = run("damage", run("hit", state), 2)
    assert (after.blow, after.ships[0].alive, after.hits_regular) == (0, False, 1)
    after = run("aftermath", run("hit", after))
    assert after.ships[0] == WRECK
    assert after.caps[0] == (2,)


def test_20_a_section_bites_in_later_waves_and_in_round_one_only() -> None:
    ships = [ship("cv", "CV", xp=10), ship("fb", "FB", fighters=2), ship("r1", "CV", "red", fighters=2)]
    state = up(scene(ships, cap(fb=2), [wave("w", "cv", r1=2)]))
    assert cap_needs(state) == [7, 7]
    hit = state.but(target=0, blow=3, phase="section")
    torn = {after.ships[0] for after in outcomes("section", hit)}
    assert {(one.bridge, one.weapon_arrays) for one in torn} >= {(1, 0), (0, 1)}
    bridge = next(one for one in torn if one.bridge)
    assert cap_needs(state.but(ships=(bridge, *state.ships[1:]))) == [9, 9]
    array = next(one for one in torn if one.weapon_arrays)
    assert (handover.carrier_gun(array), handover.round_one_gun(array)) == (5, "5")


def test_21_a_ship_that_was_attacked_and_missed_is_distracted() -> None:
    ships = [ship("ds", "DS"), ship("r1", "CV", "red", fighters=1)]
    chances = odds(scene(ships, [], [wave("w", "ds", r1=1)]), "distracted:ds", "hp:ds")
    assert chances["distracted:ds"][True] == F(8, 10) * (F(1, 2) + F(1, 2) * F(6, 10))


def test_22_ships_nobody_is_dealt_to_are_not_distracted() -> None:
    ships = [*(ship(f"c{n}", "CR", group="g") for n in range(4)), ship("r1", "CV", "red", fighters=2)]
    chances = odds(scene(ships, [], [wave("w", "g", r1=2)]), "distracted:c2", "hp:c2", "distracted:c0")
    assert chances["distracted:c2"] == {False: F(1, 1)}
    assert chances["hp:c2"] == {3: F(1, 1)}
    assert chances["distracted:c0"][True] > 0


def test_23_cap_lost_aboard_makes_outnumbering_easier() -> None:
    ships = [ship("cv", "CV", max_hp=20, fighters=3), ship("r1", "CV", "red", fighters=5)]
    state = up(scene(ships, cap(cv=3), [wave("w", "cv", r1=5)]))
    assert strike_needs(state) == [9, 9, 9]
    hit = state.but(target=0, blow=3, phase="aboard")
    assert outcomes("aboard", hit) == {
        hit.but(blow=0, phase="hit"): F(1, 2),
        hit.but(blow=0, phase="hit", caps=((2,), (0,))): F(1, 2),
    }
    assert strike_needs(state.but(caps=((2,), (0,)))) == [8, 8]


def test_24_ordinary_fire_can_become_impossible() -> None:
    assert handover.ordinary_fire(5, [-1] * 6).value == 11
    assert tables.ATTACK.need(tuple(tables.ATTACK["nebula"].mod() for _ in range(9))).value == 10


def test_25_a_starbase_out_of_supply_launches_all_and_fires_at_minus_one() -> None:
    ships = [ship("sb", "SB", fighters=11), ship("r1", "CV", "red", fighters=3)]
    scenario = scene(ships, [], [wave("w", "sb", r1=3)], blue={"supplied": False})
    state = begin(scenario)
    assert limit(state.setting, state.ships, 0) == 11
    assert flak_slots(up(scenario)) == [("sb", 5)]


def test_26_in_both_nebulae_no_phase_is_played() -> None:
    scenario = scene([ship("cv", "CV", fighters=3)], system={"nebula": True, "ion_nebula": True})
    state = begin(scenario)
    assert limit(state.setting, state.ships, 0) == 0
    assert mustered(state).phase == "handover"
    assert odds(scenario, "grounded:cv") == {3: F(1, 1)}


def test_27_elite_strike_off_a_destroyed_carrier_attacks_as_elite() -> None:
    ships = [
        ship("bcv", "CV", fighters=4),
        ship("dd", "DD"),
        ship("e", "CV", "red", xp=25, fighters=3),
    ]
    waves = [wave("b", "e", attacker="blue", bcv=4), wave("w", "dd", e=2)]
    state = begin(scene(ships, [], waves))
    after = mustered(state.but(ships=(*state.ships[:2], WRECK), wave=1))
    assert after.strike == Strike(2, 0)


def test_intact_sections_are_nine() -> None:
    assert sum(sections.intact_sections(WRECK)) == 9
