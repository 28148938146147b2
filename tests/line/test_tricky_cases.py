"""The tricky cases of the sheet, one test each, in its order and named after it."""

from __future__ import annotations

from fractions import Fraction

from admiralty.core.pool import Hits
from admiralty.rulesets.line.damage import meets_threshold, rolls_due
from admiralty.rulesets.line.fire import hit_need
from admiralty.rulesets.line.groups import pool_of
from admiralty.rulesets.line.orders import fire_faults, movement_faults
from admiralty.rulesets.line.score import is_over, score
from admiralty.rulesets.line.seeing import seen_by, side_shown, signatures
from admiralty.rulesets.line.state import FireOrder, FireSheet, House, Line, MoveOrder

from .scene import LASER, SURE, Dice, at, battle, fire, fought, moved, odds, play, ship

STERN = {**LASER, "mount": "stern"}
BROADSIDE = {**LASER, "mount": "broadside"}
TWO = [fire("A1", 0, "B1"), fire("A1", 1, "B1")]
ONE = [fire("A1", 0, "B1")]


def duel(guns: list[dict[str, object]], **fields: object) -> Line:
    """One shooter at arm's length of a target without guns."""
    return battle(ship("A1", guns=guns, **fields), ship("B1", position=8))


def glow(guns: int, *turns: list[dict[str, object]], faces: list[int], **fields: object) -> list[int]:
    """The own signature of A1 at the start of each turn and after the last."""
    state = duel([SURE] * guns, **fields)
    found = [signatures(state)[0]]
    for orders in turns:
        spent, faces = faces[: len(orders)], faces[len(orders) :]
        state = fought(state.but(setting=state.setting.but(first_turn=state.turn)), [{"fire": orders}], spent)
        found.append(signatures(state)[0])
    return found


def test_01_base_3_with_two_guns_three_times_is_3_9_15_15() -> None:
    assert glow(2, TWO, TWO, TWO, faces=[1] * 6) == [3, 9, 15, 15]


def test_02_one_gun_of_six_attacks_neither_glows_nor_fades() -> None:
    swarm = {"type": "swarm_launcher", "mount": "bow"}
    state = fought(duel([swarm], signature_boost=6), [{"fire": ONE}], [1] * 6)
    assert at(state, "A1").signature_boost == 6
    assert at(fought(duel([swarm]), [{"fire": ONE}], [1] * 6), "A1").signature_boost == 0


def test_03_boost_12_stays_with_one_gun_and_falls_to_6_when_silent() -> None:
    assert glow(1, ONE, [], faces=[1], signature_boost=12) == [15, 15, 9]


def test_04_two_guns_ordered_one_void_is_one_gun_fired() -> None:
    state = fought(duel([SURE, STERN]), [{"fire": TWO}], [1])
    assert at(state, "A1").signature_boost == 0


def test_05_the_glow_of_this_turns_volley_does_not_help_this_turns_enemy() -> None:
    state = battle(ship("A1", guns=[SURE, SURE], sensors=20), ship("B1", position=15, sensors=10, guns=[SURE]))
    turn = {"fire": [*TWO, fire("B1", 0, "A1")]}
    table = Dice([1, 1], [turn])
    after, _ = play(state, table)
    assert [note.kind for note in table.notes] == ["order_void"]
    assert seen_by(after, 1) == [0]


def test_06_a_group_of_7_3_5_is_9_and_its_rest_is_6() -> None:
    members = [ship(f"A{n}", base_signature=base, group="A/g") for n, base in ((1, 7), (2, 3), (3, 5))]
    state = battle(*members, ship("B1"))
    assert signatures(state)[:3] == [9, 9, 9]
    gone = battle({**members[0], "status": "destroyed"}, *members[1:], ship("B1"))
    assert signatures(gone)[1:3] == [6, 6]


def test_07_a_glowing_3_lifts_two_quiet_3s_to_17() -> None:
    quiet = [ship(f"A{n}", group="A/g") for n in (2, 3)]
    state = battle(ship("A1", group="A/g", signature_boost=12), *quiet, ship("B1"))
    assert signatures(state)[:3] == [17, 17, 17]


def test_08_visibility_is_not_symmetric() -> None:
    state = battle(ship("A1", sensors=10, base_signature=2), ship("B1", position=14, sensors=10, base_signature=5))
    assert (seen_by(state, 0), seen_by(state, 1)) == ([1], [])


def test_09_sensors_0_against_signature_6_at_distance_5_may_shoot() -> None:
    state = battle(ship("A1", sensors=0), ship("B1", position=5, base_signature=6))
    assert seen_by(state, 0) == [1]


def test_10_a_mates_sighting_does_not_help() -> None:
    ships = [ship("A1", sensors=1), ship("A2", position=10), ship("B1", position=12)]
    assert seen_by(battle(*ships), 0) == []
    assert seen_by(battle(*ships, house_rules={"shared_sensors": True}), 0) == [2]


def test_11_a_ship_that_runs_past_an_enemy_shows_it_the_stern() -> None:
    state = battle(
        ship("A1", position=9, engine_power=5, guns=[LASER, STERN]), ship("B1", position=11), ship("B2", position=20)
    )
    after = moved(state, {"A1": {"action": "move", "distance": 5}})
    assert at(after, "A1").position == 14
    assert [side_shown(after.ships[0], enemy) for enemy in after.ships[1:]] == ["stern", "bow"]
    sheet = FireSheet((FireOrder("A1", 0, ("B1",)), FireOrder("A1", 1, ("B1",)), FireOrder("A1", 0, ("B2",))))
    assert fire_faults(after, "A", sheet) == [{"B1": ("does_not_bear",)}, {}, {}]


def test_12_evading_ships_lose_bow_and_stern_and_the_next_hold_keeps_the_broadside() -> None:
    state = battle(ship("A1", guns=[LASER, STERN, BROADSIDE]), ship("B1", position=8, guns=[SURE]))
    after = moved(state, {"A1": {"action": "evade"}})
    sheet = FireSheet(tuple(FireOrder("A1", gun, ("B1",)) for gun in range(3)))
    assert fire_faults(after, "A", sheet) == [{"B1": ("does_not_bear",)}, {"B1": ("does_not_bear",)}, {}]
    state = fought(state, [{"movement": {"A1": {"action": "evade"}}}])
    after = moved(state.but(setting=state.setting.but(first_turn=2)), {"A1": {"action": "hold"}})
    assert (at(after, "A1").attitude, at(after, "A1").evading) == ("broadside", False)


def test_13_engine_1_halves_to_0_and_may_still_charge() -> None:
    struck = battle(ship("A1", guns=[SURE]), ship("B1", hp=6, engine_power=1, position=8, jump_drive=True), turn=4)
    after = fought(struck, [{"fire": ONE}], [2, 2])
    assert at(after, "B1").engine_power == 0
    orders = {
        "move": MoveOrder("B1", "move", 1),
        "turn": MoveOrder("B1", "move", 0, 1),
        "evade": MoveOrder("B1", "evade"),
        "charge": MoveOrder("B1", "charge_jump"),
        "stay": MoveOrder("B1", "move", 0),
    }
    assert {name: movement_faults(after, "B", order) for name, order in orders.items()} == {
        "move": ("move_over_engine",),
        "turn": ("turn_needs_engine",),
        "evade": ("evade_needs_engine",),
        "charge": (),
        "stay": (),
    }


def test_14_accuracy_minus_3_hits_an_evader_on_a_6_and_plus_9_misses_on_a_1() -> None:
    assert [hit_need(-3, 0, True, True).value, hit_need(9, 0, False, True).value] == [6, 2]


def test_15_armour_2_against_penetration_2_rolls_no_die() -> None:
    railgun = {"type": "railgun", "mount": "bow"}
    state = battle(ship("A1", guns=[railgun]), ship("B1", position=8, armour=2))
    assert at(fought(state, [{"fire": ONE}], [6]), "B1").hp == 7


def test_16_beams_never_meet_pd() -> None:
    state = battle(ship("A1", guns=[SURE]), ship("B1", position=8, pd_dice=9))
    assert at(fought(state, [{"fire": ONE}], [6]), "B1").hp == 9


def test_17_pd_goes_by_priority_not_by_order_of_firing() -> None:
    guns = [{"type": "swarm_launcher", "mount": "bow"}, {"type": "torpedo_tube", "mount": "bow"}]
    state = battle(ship("A1", guns=guns), ship("B1", position=8, pd_dice=1))
    after = fought(state, [{"fire": TWO}], [4, 1, 1, 1, 1, 1, 3, 6])
    assert at(after, "B1").hp == 9  # the torpedo is stopped, the one swarm hit is not


def test_18_dice_spent_for_one_member_are_gone_for_the_other_and_the_third_is_lost() -> None:
    rack = {"type": "torpedo_tube", "mount": "bow"}
    members = [ship(f"B{n}", position=8, group="B/g", pd_dice=dice) for n, dice in ((1, 1), (2, 0))]
    turn = {"fire": [fire("A1", 0, "B1"), fire("A1", 1, "B2")]}
    state = battle(ship("A1", guns=[rack, rack]), *members)
    after = fought(state, [turn], [3, 3, 6, 1])  # both hit; the only die meets B1's; critical of B2
    assert [at(after, name).hp for name in ("B1", "B2")] == [10, 4]
    many = battle(ship("A1", guns=[rack, rack]), {**members[0], "pd_dice": 3}, members[1])
    after = fought(many, [turn], [3, 3, 6, 6])  # two dice for two hits, the third is lost
    assert [at(after, name).hp for name in ("B1", "B2")] == [10, 10]


def test_19_a_ship_killed_this_phase_has_fired_and_its_pd_has_defended() -> None:
    rack = {"type": "torpedo_tube", "mount": "bow"}
    dying = ship("B1", position=8, hp=1, max_hp=1, group="B/g", pd_dice=1, guns=[SURE])
    state = battle(ship("A1", guns=[SURE, rack]), dying, ship("B2", position=8, group="B/g"))
    turn = {"fire": [fire("A1", 0, "B1"), fire("A1", 1, "B2"), fire("B1", 0, "A1")]}
    after = fought(state, [turn], [2, 3, 2, 4])  # three hits; B1's PD die stops B2's torpedo
    assert [at(after, name).hp for name in ("A1", "B1", "B2")] == [9, 0, 10]
    assert at(after, "B1").status == "destroyed"


def test_20_ten_hits_in_one_phase_give_one_critical_roll() -> None:
    assert rolls_due(20, 20, (10,), House()) == 1
    swarm = {**SURE, "attacks": 6}
    after = fought(duel([swarm]), [{"fire": ONE}], [6] * 6 + [4])
    assert (at(after, "B1").hp, at(after, "B1").accuracy_mod) == (4, -1)


def test_21_half_is_rounded_down_and_one_hp_never_rolls() -> None:
    def least(most: int) -> int:
        return next(lost for lost in range(1, most + 1) if meets_threshold(most, most - lost, House()))

    assert [least(most) for most in (11, 2, 3)] == [5, 1, 1]
    assert rolls_due(1, 1, (1,), House()) == 0


def test_22_critical_1_at_1_hp_destroys_without_a_second_roll_and_counts_for_the_threshold() -> None:
    state = battle(ship("A1", guns=[SURE]), ship("B1", position=8, hp=2), ship("B2", position=8))
    after = fought(state, [{"fire": ONE}], [2, 1])
    assert (at(after, "B1").hp, at(after, "B1").status) == (0, "destroyed")
    counted = battle(ship("A1", guns=[SURE]), ship("B1", position=8, hp=5), ship("B2", position=8))
    assert at(fought(counted, [{"fire": ONE}], [2, 1]), "B1").hp == 3


def test_23_critical_6_on_base_5_with_boost_12_is_22_then_16_then_10() -> None:
    state = battle(
        ship("A1", guns=[SURE]),
        ship("B1", hp=6, base_signature=5, signature_boost=12, position=8, guns=[SURE]),
    )
    turns = [{"fire": [*ONE, fire("B1", 0, "A1")]}, {}, {}]
    state = fought(state, turns[:1], [2, 1, 6])
    found = [signatures(state)[1]]
    for _ in range(2):
        state = fought(state.but(setting=state.setting.but(first_turn=state.turn)), [{}])
        found.append(signatures(state)[1])
    assert found == [22, 16, 10]


def test_24_a_charge_on_turn_3_is_a_hold_and_one_on_turn_4_is_gone_on_turn_5() -> None:
    ships = [
        ship("A1", jump_drive=True, guns=[SURE]),
        ship("A2"),
        ship("B1", position=8, guns=[SURE]),
    ]
    charge = {"movement": {"A1": {"action": "charge_jump"}}, "fire": ONE}
    early = fought(battle(*ships, turn=3), [charge], [1])
    assert at(early, "A1").charging is False
    table = Dice([2], [charge, {"fire": [fire("B1", 0, "A1", "A2")]}])
    late, _ = play(battle(*ships, turn=4), table, turns=2)
    assert (at(late, "A1").status, at(late, "A2").hp, table.faces) == ("jumped", 9, [])
    assert [note.facts["reasons"] for note in table.notes] == [{"B1": ("charging",)}]


def test_25_both_last_ships_destroy_each_other() -> None:
    state = battle(ship("A1", max_hp=1, guns=[SURE]), ship("B1", max_hp=1, guns=[SURE], position=8))
    after = fought(state, [{"fire": [*ONE, fire("B1", 0, "A1")]}], [6, 6])
    assert (after.phase, is_over(after)) == ("over", True)
    assert [score(after, side) for side in "AB"] == [1, 1]


def test_26_a_charging_ship_that_is_destroyed_does_not_jump() -> None:
    ships = [ship("A1", max_hp=1, jump_drive=True), ship("A2"), ship("B1", position=8, guns=[SURE])]
    charge = {"movement": {"A1": {"action": "charge_jump"}}, "fire": [fire("B1", 0, "A1")]}
    after, _ = play(battle(*ships, turn=4), Dice([6], [charge, {}]), turns=2)
    assert at(after, "A1").status == "destroyed"


def test_27_a_group_that_parts_two_and_two_keeps_the_part_of_the_earliest_ship() -> None:
    members = [ship(f"A{n}", group="A/g") for n in (1, 2, 3, 4)]
    after = moved(
        battle(*members, ship("B1")),
        {"A1": {"action": "move", "distance": 2}, "A4": {"action": "move", "distance": 2}},
    )
    assert [one.group for one in after.ships[:4]] == ["A/g", None, None, "A/g"]


def test_28_moving_0_brings_a_broadside_ship_end_on_and_hold_does_not() -> None:
    state = battle(ship("A1", attitude="broadside"), ship("A2", attitude="broadside"), ship("B1"))
    after = moved(state, {"A1": {"action": "move", "distance": 0}})
    assert [one.attitude for one in after.ships[:2]] == ["end_on", "broadside"]


def test_29_a_move_beyond_the_engine_is_not_shortened() -> None:
    after = moved(battle(ship("A1"), ship("B1")), {"A1": {"action": "move", "distance": 4}})
    assert at(after, "A1").position == 0


def test_30_a_broadside_target_is_no_easier_or_harder_to_hit() -> None:
    def chance(**fields: object) -> dict[object, Fraction]:
        state = battle(ship("A1", guns=[LASER]), ship("B1", position=8, **fields))
        return odds(state, [{"fire": ONE}], "hp:B1")["hp:B1"]

    assert chance(attitude="broadside") == chance() == {10: Fraction(1, 3), 9: Fraction(2, 3)}


def test_31_damage_beyond_a_ships_hp_does_not_touch_its_group_mates() -> None:
    heavy = {**SURE, "damage": 9}
    members = [ship("B1", max_hp=2, position=8, group="B/g"), ship("B2", position=8, group="B/g")]
    after = fought(battle(ship("A1", guns=[heavy]), *members), [{"fire": ONE}], [6])
    assert [one.hp for one in after.ships[1:]] == [0, 10]


def test_32_the_last_enemy_dies_on_the_turn_a_ship_charges_and_it_never_jumps() -> None:
    ships = [ship("A1", jump_drive=True), ship("A2", guns=[SURE]), ship("B1", max_hp=1, position=8)]
    turn = {"movement": {"A1": {"action": "charge_jump"}}, "fire": [fire("A2", 0, "B1")]}
    after = fought(battle(*ships, turn=4), [turn], [6])
    assert (after.phase, at(after, "A1").status, at(after, "A1").charging) == ("over", "active", True)


def test_33_a_guns_first_order_is_void_and_its_second_fires() -> None:
    state = battle(ship("A1", sensors=5, guns=[SURE]), ship("B1", position=20), ship("B2", position=6))
    after = fought(state, [{"fire": [fire("A1", 0, "B1"), fire("A1", 0, "B2")]}], [6])
    assert at(after, "B2").hp == 9


def test_34_an_early_charge_without_a_drive_that_joins_a_group_has_three_faults() -> None:
    state = battle(ship("A1"), ship("B1"), turn=3)
    faults = movement_faults(state, "A", MoveOrder("A1", "charge_jump", group="join:x"))
    assert faults == ("charge_with_group_action", "jump_turn", "no_jump_drive")


def test_35_two_ships_that_join_at_4_take_the_group_from_the_member_at_0() -> None:
    state = battle(ship("A1", group="A/g"), ship("A2", position=4), ship("A3", position=4), ship("B1"))
    join = {"action": "hold", "group": "join:g"}
    after = moved(state, {"A2": join, "A3": join})
    assert [one.group for one in after.ships[:3]] == [None, "A/g", "A/g"]
    assert pool_of(after, 1).members == (1, 2)


def test_36_astern_and_unseen_are_two_reasons_and_a_fired_gun_is_one() -> None:
    state = battle(ship("A1", sensors=5, guns=[SURE]), ship("B1", position=-20), ship("B2", position=6))
    orders = (FireOrder("A1", 0, ("B1",)), FireOrder("A1", 0, ("B2",)), FireOrder("A1", 0, ("B1",)))
    assert fire_faults(state, "A", FireSheet(orders)) == [
        {"B1": ("does_not_bear", "not_seen")},
        {},
        {"": ("gun_already_used",)},
    ]


def test_hit_dice_of_a_gun_are_one_pool() -> None:
    """Not one of the 36: a weapon of six attacks throws six dice."""
    table = Dice([1] * 6, [{"fire": ONE}])
    _, records = play(duel([{"type": "swarm_launcher", "mount": "bow"}]), table)
    pools = [event.pool for record in records for event in record.events if hasattr(event, "pool")]
    assert [type(pool) for pool in pools] == [Hits]
    assert len(pools[0].dice()) == 6
