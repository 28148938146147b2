"""What a replay tells of a fighter phase: dice, chips, sentences and the panel, exactly. W-96."""

from __future__ import annotations

import pytest

from admiralty.core.show import Step
from admiralty.rulesets.wave.report import RULE_TEXTS
from admiralty.rulesets.wave.report.blows import counts_as
from admiralty.rulesets.wave.tables import DAMAGE, ROLLS

from .scenes import Scene, cap, scene, ship, wave
from .told import added, begun, chips, dice, facts, piece, told, words, wrecked

BASE = (ship("cv", "CV", max_hp=10), ship("fb", "FB", fighters=40), ship("r", "CV", "red", fighters=40))


def raid(*more: Scene, fb: int = 0, r: int = 1, **fields: object) -> Scene:
    """Red's wave at the blue Carrier, CAP from a Fighter Base."""
    return scene([*BASE, *more], cap(fb=fb) if fb else [], [wave("w", "cv", r=r)], **fields)  # type: ignore[arg-type]


def attack(scenario: Scene, **faces: list[tuple[int, ...]]) -> Step:
    return told(scenario, **faces)["A1-attack"]


# --- the dogfight ---------------------------------------------------------------------------------------------------


def test_cap_die_stands_over_strike_die_and_stacks_name_their_dice() -> None:
    step = told(raid(fb=5, r=2), cap_intercept=[(7, 5)], return_fire=[(9, 8)])["A1-dogfight"]
    intercept, fire = step.throws
    assert step.duels
    assert (intercept.side, fire.side) == (0, 1)
    assert dice(intercept) == ["3-on-1 7/6 hit", "2-on-1 5/7 miss"]
    assert dice(fire) == ["9/9 hit", "8/9 miss"]
    assert chips(intercept) == ["+2 3-on-1 W-22 on 0", "+1 2-on-1 W-22 on 1"]
    assert added(intercept) == ["d10 + 2 ≥ 8 → needs 6+ (×1 die)", "d10 + 1 ≥ 8 → needs 7+ (×1 die)"]
    assert words(step.lead) == (
        "5 CAP fighters meet 2 Strike fighters. The CAP of blue: 5 from fb. 2 columns, one die a side in each. "
        "CAP stands 3 deep in the first column, 2 in the others. "
        "CAP needs 6+ or 7+, Strike 9+; both shoot in the same instant."
    )
    assert words(step.result) == (
        "Lost: 1 Strike fighter and 1 CAP fighter. 1 Strike fighter flies on to the flak. "
        "The CAP of blue has fought: from now on its dice are at −1."
    )
    assert str(step.summary) == "1 Strike and 1 CAP down"
    assert facts(step, "fb") == "4 CAP flying, fatigued; 35 aboard"


def test_surplus_strike_is_told_unopposed() -> None:
    step = told(raid(fb=3, r=5), cap_intercept=[(8, 1, 1)], return_fire=[(1, 1, 1)])["A1-dogfight"]
    assert "2 Strike fighters are unopposed: they are not shot at and do not shoot." in words(step.lead)
    assert words(step.result).startswith(
        "Lost: 1 Strike fighter. 4 Strike fighters fly on to the flak: 2 from the columns, 2 unopposed."
    )


def test_no_cap_is_told_without_dice() -> None:
    step = told(raid(r=3))["A1-dogfight"]
    assert not step.throws
    assert str(step.summary) == "no CAP to meet it"
    assert words(step.lead) == "No CAP of blue is flying: nobody shoots in this dogfight."
    assert words(step.result) == "All 3 Strike fighters go to the flak."


def test_a_wave_that_is_shot_down_has_neither_flak_nor_attack() -> None:
    steps = told(raid(fb=1), cap_intercept=[(8,)], return_fire=[(1,)])
    assert list(steps) == ["launch", "A1-dogfight", "handover"]
    assert "Nobody is left of the wave: no flak, no attack." in words(steps["A1-dogfight"].result)
    assert str(piece(steps["A1-dogfight"], "A1 → cv").gone) == "nobody left"


def test_a_crew_is_named_with_the_carrier_and_elite_pilots_carry_a_star() -> None:
    ace = ship("cv", "CV", xp=30, fighters=4)
    scenario = scene([ace, BASE[2]], cap(cv=1), [wave("w", "cv", r=1)])
    intercept = told(scenario, cap_intercept=[(6,)], return_fire=[(1,)])["A1-dogfight"].throws[0]
    assert chips(intercept) == ["+1 Elite Pilots ★ W-25", "+1 Veteran crew, cv W-26"]
    assert dice(intercept) == ["6/6 hit ★"]


def test_veteran_pilots_never_show_on_a_fighter() -> None:
    veteran = ship("cv", "CV", xp=10, fighters=4)
    scenario = scene([veteran, BASE[2]], cap(cv=1), [wave("w", "cv", r=1)])
    step = told(scenario, cap_intercept=[(7,)], return_fire=[(1,)])["A1-dogfight"]
    assert not any(die.star for throw in step.throws for die in throw.dice)
    assert str(piece(step, "cv").kind) == "Carrier · Veteran"


def test_a_wrecked_bridge_names_the_carrier() -> None:
    veteran = ship("cv", "CV", xp=10, hp=9, wrecked=["bridge"])
    scenario = scene([veteran, *BASE[1:]], cap(fb=1), [wave("w", "cv", r=1)])
    step = told(scenario, cap_intercept=[(9,)], return_fire=[(1,)])["A1-dogfight"]
    assert chips(step.throws[0]) == ["-1 Bridge destroyed, cv W-27"]
    assert wrecked(step, "cv") == ["Bridge"]


def test_all_modifiers_of_return_fire_have_their_chips() -> None:
    elite = ship("r", "CV", "red", xp=25, fighters=8)
    scenario = scene([*BASE[:2], elite], cap(fb=1), [wave("w", "cv", r=2)], red={"afd": True}, system={"nebula": True})
    intercept, fire = told(scenario, cap_intercept=[(1,)], return_fire=[(7,)])["A1-dogfight"].throws
    assert chips(intercept) == ["-1 Nebula W-29"]
    assert chips(fire) == [
        "+1 Outnumbers CAP 2:1 W-33",
        "+1 Elite Pilots ★ W-34",
        "+1 Advanced Fighter Design W-35",
        "-1 Nebula W-36",
    ]
    assert added(fire) == ["d10 + 1 + 1 + 1 − 1 ≥ 9 → needs 7+"]


def test_a_number_held_at_10_says_so_and_a_natural_10_that_decides_too() -> None:
    blind = ship("cv", "CV", hp=7, wrecked=["bridge"])
    waves = [wave("w", "cv", r=2), wave("x", "cv", r=1)]
    scenario = scene([blind, *BASE[1:]], cap(fb=1), waves, system={"nebula": True})
    for face, out in ((9, "9/10 miss (held at 10)"), (10, "10/10 hit (natural 10)")):
        thrown: list[tuple[int, ...]] = [(1,), (face,)]
        steps = told(scenario, cap_intercept=thrown, return_fire=[(1,), (1,)], flak=[(1,)], attack=[(1, 1)])
        assert dice(steps["A1-dogfight"].throws[0]) == ["1/10 miss"]
        second = steps["A2-dogfight"].throws[0]
        assert dice(second) == [out]
        assert chips(second)[-1] == "+0 held at 10 W-11"
        assert added(second) == ["d10 − 1 − 1 − 1 ≥ 8 → 11, held at 10+"]


def test_a_flak_number_beyond_10_is_held_and_its_natural_10_hits() -> None:
    scenario = scene([ship("fr", "FR"), BASE[2]], [], [wave("w", "fr", r=1)], blue={"supplied": False})
    throw = told(scenario, flak=[(10,)])["A1-flak"].throws[0]
    assert dice(throw) == ["fr, Freighter 10/10 hit (natural 10)"]
    assert chips(throw) == ["-1 Out of Ion-9 supply W-48", "+0 held at 10 W-11"]
    assert added(throw) == ["d10 − 1 ≥ 10 → 11, held at 10+"]


def test_a_number_held_at_2_says_so_and_a_natural_1_that_decides_too() -> None:
    steps = told(raid(fb=9), cap_intercept=[(1,)], return_fire=[(1,)], flak=[(1,)], attack=[(1,)])
    throw = steps["A1-dogfight"].throws[0]
    assert dice(throw) == ["9-on-1 1/2 miss (natural 1)"]
    assert added(throw) == ["d10 + 8 ≥ 8 → 0, held at 2+"]


def test_the_retired_odds_bonus_takes_the_place_of_pairing() -> None:
    scenario = raid(fb=2, rules={"retired_cap_odds_bonus": True})
    throw = told(scenario, cap_intercept=[(7,)], return_fire=[(1,)])["A1-dogfight"].throws[0]
    assert chips(throw) == ["+1 CAP outnumbers Strike 2:1 W-90"]


# --- flak -----------------------------------------------------------------------------------------------------------


def test_each_flak_slot_has_ship_and_class_and_starts_from_its_own_base() -> None:
    scenario = raid(ship("cr", "CR"), ship("dd", "DD"), r=2)
    scenario["waves"].append(wave("x", "cv", r=1))
    step = told(scenario, flak=[(5, 8, 10)])["A1-flak"]
    (throw,) = step.throws
    assert dice(throw) == ["cv, Carrier 5/5 hit", "cr, Cruiser 8/9 miss", "dd, Destroyer 10/10 hit"]
    assert chips(throw) == ["-1 Firing at more than one wave W-47"]
    assert sorted(added(throw)) == [
        "d10 − 1 ≥ 4 → needs 5+ (×1 die)",
        "d10 − 1 ≥ 8 → needs 9+ (×1 die)",
        "d10 − 1 ≥ 9 → needs 10+ (×1 die)",
    ]
    assert words(step.result) == "2 Strike fighters are shot down. Nobody is left to attack."


def test_a_silent_slot_says_why_and_throws_no_die() -> None:
    mute = ship("cv", "CV", hp=7, wrecked=["flak_guns"])
    scenario = scene([mute, BASE[2], ship("cr", "CR")], [], [wave("w", "cv", r=1)], system={"nebula": True})
    (throw,) = told(scenario, flak=[(1,)])["A1-flak"].throws
    assert dice(throw) == ["cv, Carrier flak guns destroyed – no die", "cr, Cruiser 1/9 miss"]
    assert throw.dice[0].face == 0
    assert added(throw) == ["d10 − 1 ≥ 8 → needs 9+"]


def test_nobody_fires_for_an_unescorted_fighter_base() -> None:
    scenario = scene([BASE[1], BASE[2]], [], [wave("w", "fb", r=1)])
    step = told(scenario, attack=[(1,)])["A1-flak"]
    assert not step.throws
    assert words(step.lead) == "1 Strike fighter flies into the flak of fb. Nobody there has flak to fire."


def test_spare_flak_hits_are_wasted() -> None:
    step = told(raid(ship("cr", "CR")), flak=[(10, 10)])["A1-flak"]
    assert words(step.result) == "1 Strike fighter is shot down. 1 hit is wasted. Nobody is left to attack."


def test_a_draw_of_flak_losses_is_told_die_by_die() -> None:
    ships = [BASE[0], BASE[2], ship("e", "CV", "red", xp=25, fighters=2), ship("cr", "CR")]
    scenario = scene(ships, [], [wave("w", "cv", r=1, e=2)], rules={"flak_casualties": "random"})
    step = told(scenario, flak=[(10, 10)], flak_losses=[(3, 1)])["A1-flak"]
    assert dice(step.throws[1]) == ["3 regular", "1 Elite ★"]
    assert "Elite ★ among them: 1; regular: 1." in words(step.result)


# --- the attack -----------------------------------------------------------------------------------------------------


def test_a_hit_is_followed_from_fighter_to_section_and_aboard() -> None:
    carrier = ship("cv", "CV", max_hp=10, fighters=3)
    scenario = scene([carrier, BASE[2]], cap(cv=1), [wave("w", "cv", r=4)])
    step = attack(
        scenario,
        cap_intercept=[(1,)],
        return_fire=[(1,)],
        flak=[(1,)],
        attack=[(6, 1, 7, 10)],
        damage=[(8,), (10,), (1,)],
        section_chance=[(2,)],
        section=[(2,)],
        aboard=[(1,)],
    )
    to_hit, damage, sections, aboard = step.throws
    assert dice(to_hit) == ["6/6 hit", "1/6 miss", "7/6 hit", "10/6 hit"]
    assert dice(damage) == ["by No. 1 8 2 HP", "by No. 3 10 4 HP", "by No. 4 1 1 HP"]
    assert dice(sections) == ["by No. 1 2/1 no section opened", "by No. 3 2 Bridge"]
    assert dice(aboard) == ["by No. 3 1/1 2 grounded lost"]
    assert words(step.result) == (
        "cv loses 7 HP: 3 of 10 left. Opened: Bridge. "
        "From the next wave, CAP that defends it is at −1, without the Veteran bonus (W-27). "
        "Lost aboard cv: 2 grounded. cv is distracted: no fire in Round 1."
    )
    assert str(step.summary) == "3 hits, 7 HP"
    assert facts(step, "cv") == "1 CAP flying, fatigued; distracted: no fire in Round 1"
    assert wrecked(step, "cv") == ["Bridge"]


def test_a_killing_blow_opens_nothing_and_tells_the_hp_lost_to_the_cap() -> None:
    carrier = ship("cv", "CV", max_hp=10, hp=3, fighters=5)
    scenario = scene([carrier, BASE[2]], [], [wave("w", "cv", r=3)])
    step = attack(scenario, flak=[(1,)], attack=[(9, 9, 9)], damage=[(1,), (10,)])
    assert [str(throw.title) for throw in step.throws] == ["Attack on cv", "Damage to cv"]
    assert dice(step.throws[1]) == ["by No. 1 1 1 HP", "by No. 2 10 4 HP (destroys the ship, 2 HP lost to the cap)"]
    assert "1 more hit came when the ship was destroyed already; it does nothing." in str(step.throws[1].text)
    assert words(step.result) == (
        "cv is destroyed. 5 grounded fighters go down with cv. "
        "3 fighters are used up: their ship is gone, so they distract nobody."
    )
    assert str(piece(step, "cv").gone) == "destroyed"
    assert not piece(step, "cv").parts


def test_the_faces_damage_dice_count_as_are_those_of_the_damage_table() -> None:
    plain = DAMAGE[False, False]
    for (elite, afd), results in DAMAGE.items():
        assert tuple(plain[counts_as(face, elite, afd) - 1] for face in range(1, 11)) == results


def test_an_elite_damage_die_shows_its_star_and_the_face_it_counts_as() -> None:
    ships = [ship("sb", "SB"), ship("e", "CV", "red", xp=25, fighters=2), BASE[2]]
    scenario = scene(ships, [], [wave("w", "sb", e=1, r=1)], red={"afd": True})
    step = attack(scenario, flak=[(1,)], attack=[(6, 6)], damage=[(8,), (8,)])
    assert dice(step.throws[1]) == [
        "by No. 1 8 3 HP ★ (counts as 9)",
        "by No. 2 8 3 HP (counts as 9)",
    ]


def test_an_elite_that_counts_as_10_is_past_the_card() -> None:
    assert [counts_as(face, True, True) for face in (7, 8, 9, 10)] == [9, 9, 10, 10]
    assert [counts_as(face, False, True) for face in (8, 9, 10)] == [9, 9, 10]


def test_a_group_is_told_ship_by_ship_with_those_left_alone() -> None:
    screen = [ship(f"dd{n}", "DD", group="screen") for n in (1, 2, 3)]
    scenario = scene([*screen, BASE[2]], [], [wave("w", "screen", r=2)])
    step = attack(scenario, flak=[(1, 1)], attack=[(6,), (1,)], damage=[(7,)])
    assert words(step.lead) == "2 Strike fighters at the ships of screen: 1 at dd1, 1 at dd2. Needed: 6+."
    assert words(step.result) == (
        "dd1 is destroyed. Not hit: dd2. 1 fighter is used up: its ship is gone, so it distracts nobody. "
        "Not attacked: dd3. dd2 is distracted: no fire in Round 1."
    )


def test_focused_fighters_at_one_ship_make_one_row_of_dice() -> None:
    screen = [ship(f"dd{n}", "DD", group="screen") for n in (1, 2)]
    rules = {"strike_allocation": "focus"}
    scenario = scene([*screen, BASE[2]], [], [wave("w", "screen", r=3)], rules=rules)
    step = attack(scenario, flak=[(1, 1)], attack=[(1,), (6,), (6,)], damage=[(7,), (1,)])
    titles = [str(throw.title) for throw in step.throws]
    assert titles == ["Attack on dd1", "Damage to dd1", "Attack on dd2", "Damage to dd2"]
    assert dice(step.throws[0]) == ["1/6 miss", "6/6 hit"]
    assert dice(step.throws[1]) == ["by No. 2 7 2 HP (destroys the ship)"]


def test_of_twins_the_first_intact_one_in_printed_order_is_shown_wrecked() -> None:
    carrier = ship("cv", "CV", max_hp=10, hp=9, wrecked=["weapon_array_port"])
    scenario = scene([carrier, BASE[2]], [], [wave("w", "cv", r=1)])
    step = attack(scenario, flak=[(1,)], attack=[(6,)], damage=[(9,)], section=[(3,)])
    assert dice(step.throws[2]) == ["by No. 1 3 Weapon Array, starboard"]
    assert "It has no gun left for Rounds 1 and 2 (W-81)." in words(step.result)
    assert wrecked(step, "cv") == ["Array P", "Array S"]


def test_house_rules_on_attack_dice_have_their_chips() -> None:
    rules = {"attack_elite_to_hit": True, "attack_afd_to_hit": True, "attack_nebula_to_hit": True}
    ships = [BASE[0], ship("e", "CV", "red", xp=25, fighters=1), BASE[2]]
    scenario = scene(ships, [], [wave("w", "cv", e=1, r=1)], rules=rules, red={"afd": True}, system={"nebula": True})
    throw = attack(scenario, flak=[(1,)], attack=[(1, 1)]).throws[0]
    assert chips(throw) == ["+1 Advanced Fighter Design W-51", "-1 Nebula W-51", "+1 Elite Pilots ★ W-51 on 0"]


# --- launch, target gone, hand-over ---------------------------------------------------------------------------------


def test_the_launch_tells_who_flies_where_and_what_stays() -> None:
    step = told(raid(fb=2, r=3))["launch"]
    assert str(step.summary) == "2 CAP · 3 Strike"
    assert words(step.lead) == ("blue keeps as CAP: 2 from fb. red sends A1 at cv: 3 Strike fighters (3 from r).")
    assert words(step.result) == "38 fighters stay aboard fb. 37 fighters stay aboard r."


def test_a_launcher_that_was_held_back_says_why() -> None:
    scenario = scene([BASE[0], ship("r", "CV", "red", fighters=5)], [], [wave("w", "cv", r=2)], red={"supplied": False})
    assert "It could launch 2 at most: it is out of Ion-9 supply and launches half its wing." in words(
        told(scenario)["launch"].result
    )


def test_in_an_ion_nebula_nobody_launches() -> None:
    steps = told(scene([*BASE], system={"ion_nebula": True}))
    assert list(steps) == ["launch", "handover"]
    assert words(steps["launch"].lead) == "In an Ion Nebula nobody launches: no phase is played (W-2)."


GONE = scene([ship("fr", "FR"), *BASE[1:]], cap(fb=1), [wave("w", "fr", r=3), wave("x", "fr", r=2)])


def test_a_wave_whose_target_is_gone_fights_its_dogfight_and_turns_home() -> None:
    steps = told(
        GONE,
        cap_intercept=[(1,), (1,)],
        return_fire=[(1,), (1,)],
        flak=[(1,)],
        attack=[(6, 1, 1)],
        damage=[(1,)],
    )
    assert list(steps) == ["launch", "A1-dogfight", "A1-flak", "A1-attack", "A2-dogfight", "handover"]
    second = steps["A2-dogfight"]
    assert "fr is destroyed already; the wave still meets the CAP, then turns home." in words(second.lead)
    assert words(second.result) == "Nobody is lost. 2 Strike fighters turn home."
    assert "Strike fighters that fly home: 3 of 3 of A1, 2 of 2 of A2." in words(steps["handover"].result)


def test_with_turn_back_a_wave_whose_target_is_gone_meets_nobody() -> None:
    scenario = {**GONE, "house_rules": {"target_gone": "turn_back"}}
    steps = told(scenario, cap_intercept=[(1,)], return_fire=[(1,)], flak=[(1,)], attack=[(6, 1, 1)], damage=[(1,)])
    assert words(steps["A2-home"].result) == "All 2 Strike fighters fly home. House rule: no dogfight, no fatigue."


def test_the_hand_over_tells_distraction_guns_cap_and_fatigue() -> None:
    carrier = ship("cv", "CV", max_hp=10, hp=9, wrecked=["weapon_array_port"])
    scenario = scene([carrier, *BASE[1:]], cap(fb=2), [wave("w", "cv", r=1)])
    step = told(scenario, cap_intercept=[(1,)], return_fire=[(9,)], flak=[(1,)], attack=[(1,)])["handover"]
    assert words(step.lead) == (
        "No ship is destroyed. cv may not fire in Round 1; its gun hits on 5+ in Round 2. The gun of r hits on 3+."
    )
    assert words(step.result) == (
        "Distracted, no fire in Round 1: cv. blue has 1 CAP fighter left: 1 from fb. The CAP of blue is fatigued. "
        "Strike fighters that fly home: 1 of 1 of A1."
    )


# --- the whole ------------------------------------------------------------------------------------------------------


def large() -> Scene:
    """60 CAP v 80, 60 and 40 Strike at a Starbase with eight other ships."""
    kinds = ("CR", "CR", "DD", "DD", "N", "MI", "DS", "FR")
    ships = [ship("sb", "SB", fighters=60), *(ship(f"s{n}", kind) for n, kind in enumerate(kinds))]
    hangars = [ship(f"r{n}", "SB", "red", fighters=size) for n, size in enumerate((80, 60, 40))]
    waves = [wave("w0", "sb", r0=80), wave("w1", "sb", r1=60), wave("w2", "sb", r2=40)]
    return scene([*ships, *hangars], cap(sb=60), waves)


def test_every_die_of_a_large_battle_is_told_once() -> None:
    play = begun(large())
    steps = play.rules.tell(play.records)
    assert play.over
    assert sum(bool(die.face) for step in steps for throw in step.throws for die in throw.dice) == play.dice_thrown
    assert play.dice_thrown > 200


def test_every_state_of_a_battle_by_hand_can_be_told() -> None:
    whole = begun(raid(fb=2, r=6))
    for end in range(len(whole.records) + 1):
        steps = whole.rules.tell(whole.records[:end])
        assert all(str(text) for step in steps for text in (*step.lead, *step.result))


@pytest.mark.parametrize("roll", ROLLS, ids=lambda roll: roll.key)
def test_every_modifier_has_its_rule_in_the_appendix(roll: object) -> None:
    assert {modifier.rule for modifier in roll.modifiers} <= set(RULE_TEXTS)  # type: ignore[attr-defined]
