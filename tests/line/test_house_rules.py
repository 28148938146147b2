"""Every switch of the Rulings table, by what it changes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from admiralty.rulesets.line.damage import boost_after, halved, meets_threshold, rolls_due
from admiralty.rulesets.line.defence import met, met_as_chosen
from admiralty.rulesets.line.fire import hit_need
from admiralty.rulesets.line.orders import fire_faults, movement_faults
from admiralty.rulesets.line.score import leader, score
from admiralty.rulesets.line.seal import Received, counting_sheet, matches, seal
from admiralty.rulesets.line.state import FireOrder, FireSheet, Hit, House, MoveOrder

from .scene import LASER, SURE, Dice, at, battle, fire, fought, moved, odds, play, ship

RACK = {"type": "missile_rack", "mount": "bow"}
TUBE = {"type": "torpedo_tube", "mount": "bow"}
ONE = [fire("A1", 0, "B1")]


def test_crit_event_gun_rolls_for_each_gun_that_does_damage() -> None:
    """L-41."""
    assert rolls_due(10, 10, (4, 1, 2), House(crit_event="gun")) == 2
    state = battle(ship("A1", guns=[SURE, SURE]), ship("B1", hp=5, position=8), house_rules={"crit_event": "gun"})
    turn = {"fire": [fire("A1", 0, "B1"), fire("A1", 1, "B1")]}
    assert at(fought(state, [turn], [2, 2, 4, 4]), "B1").accuracy_mod == -2


def test_crit_event_gun_stops_at_0_hp() -> None:
    """L-49: rolls are taken one after another and stop at 0 HP."""
    state = battle(ship("A1", guns=[SURE, SURE]), ship("B1", hp=3, position=8), house_rules={"crit_event": "gun"})
    turn = {"fire": [fire("A1", 0, "B1"), fire("A1", 1, "B1")]}
    after = fought(state, [turn], [2, 2, 1])
    assert at(after, "B1").status == "destroyed"


def test_crit_threshold_remaining_floor() -> None:
    """L-40: 7 HP: 4 lost, 11 HP: 6 lost."""
    house = House(crit_threshold="remaining_floor")
    least = [next(lost for lost in range(1, most + 1) if meets_threshold(most, most - lost, house)) for most in (7, 11)]
    assert least == [4, 6]


@pytest.mark.parametrize(("rule", "values"), [("current_floor", [5, 2, 1, 0, 0]), ("of_original", [5, 2, 0, 0, 0])])
def test_crit_halving(rule: Any, values: list[int]) -> None:
    """L-44, L-47."""
    house, found = House(crit_halving=rule), [5]
    for _ in range(4):
        found.append(halved(found[-1], 5, house))
    assert found == values


def test_armour_mode_reduce() -> None:
    """L-36: no roll; damage − effective armour."""
    state = battle(ship("A1", guns=[TUBE]), ship("B1", armour=4, position=8), house_rules={"armour_mode": "reduce"})
    assert at(fought(state, [{"fire": ONE}], [6]), "B1").hp == 8
    thick = battle(ship("A1", guns=[RACK]), ship("B1", armour=5, position=8), house_rules={"armour_mode": "reduce"})
    assert at(fought(thick, [{"fire": ONE}], [6, 6]), "B1").hp == 10


def test_naturals_off() -> None:
    """L-32."""
    assert [hit_need(9, 0, False, False).value, hit_need(-9, 0, False, False).value] == [-5, 13]
    lance = {**SURE, "accuracy": 3}
    state = battle(ship("A1", guns=[lance]), ship("B1", position=8), house_rules={"naturals": False})
    assert odds(state, [{"fire": ONE}], "hp:B1") == {"hp:B1": {9: Fraction(1)}}


def test_gun_ranges() -> None:
    """L-28."""
    ships = [ship("A1", sensors=30, guns=[LASER, RACK]), ship("B1", position=15)]
    sheet = FireSheet((FireOrder("A1", 0, ("B1",)), FireOrder("A1", 1, ("B1",))))
    assert fire_faults(battle(*ships), "A", sheet) == [{}, {}]
    assert fire_faults(battle(*ships, house_rules={"gun_ranges": True}), "A", sheet) == [{"B1": ("out_of_range",)}, {}]


def test_zero_distance_all_mounts() -> None:
    """L-28."""
    ships = [ship("A1", guns=[{**LASER, "mount": "stern"}]), ship("B1", position=0)]
    sheet = FireSheet((FireOrder("A1", 0, ("B1",)),))
    assert fire_faults(battle(*ships), "A", sheet) == [{"B1": ("does_not_bear",)}]
    assert fire_faults(battle(*ships, house_rules={"zero_distance_all_mounts": True}), "A", sheet) == [{}]


LATE = ("jump_turn",)


@pytest.mark.parametrize(("turn", "only", "codes"), [(3, False, LATE), (5, False, ()), (4, True, ()), (5, True, LATE)])
def test_jump_only_turn_4(turn: int, only: bool, codes: tuple[str, ...]) -> None:
    """L-20."""
    state = battle(ship("A1", jump_drive=True), ship("B1"), turn=turn, house_rules={"jump_only_turn_4": only})
    assert movement_faults(state, "A", MoveOrder("A1", "charge_jump")) == codes


def test_jump_charge_may_fire() -> None:
    """L-20."""
    ships = [ship("A1", guns=[SURE], jump_drive=True), ship("B1", position=8)]
    turn = {"movement": {"A1": {"action": "charge_jump"}}, "fire": ONE}
    assert at(fought(battle(*ships, turn=4), [turn]), "B1").hp == 10
    may = battle(*ships, turn=4, house_rules={"jump_charge_may_fire": True})
    assert at(fought(may, [turn], [2]), "B1").hp == 9


def test_clamp_overlong_moves_forgives_length_only() -> None:
    """L-57."""
    state = battle(ship("A1"), ship("A2"), ship("B1"), house_rules={"clamp_overlong_moves": True})
    orders = {
        "A1": {"action": "move", "distance": -9},
        "A2": {"action": "move", "distance": 9, "heading": -1},
    }
    assert [one.position for one in moved(state, orders).ships[:2]] == [-3, 0]


def test_pd_choice_owner_orders_the_hits_of_a_short_pool() -> None:
    """L-34."""
    state = battle(ship("A1", guns=[TUBE, RACK]), ship("B1", position=8, pd_dice=1), house_rules={"pd_choice": "owner"})
    table = Dice([6, 6, 6, 4, 4], [{"fire": [*ONE, fire("A1", 1, "B1")]}], answers=[[1]])
    after, _ = play(state, table, until="turn_end")
    side, choice = table.asked[-1]
    assert (side, choice.name, choice.form["dice"]) == ("B", "pd_order", 1)
    assert [hit["damage"] for hit in choice.form["hits"]] == [5, 2, 2]
    assert str(choice.text).endswith("Hits: 0: torpedo tube of A1 at B1; 1–2: missile rack of A1 at B1")
    assert after.ships[1].hp == 10 - 5 - 2
    assert choice.read("2, 0") == choice.read([2, 0]) == (2, 0)  # as it is typed at a table


def test_pd_choice_owner_is_not_asked_where_dice_suffice() -> None:
    state = battle(ship("A1", guns=[TUBE]), ship("B1", position=8, pd_dice=1), house_rules={"pd_choice": "owner"})
    table = Dice([6, 4], [{"fire": ONE}])
    play(state, table)
    assert [choice.name for _, choice in table.asked] == ["movement", "movement", "fire", "fire"]


def test_hits_not_named_follow_in_the_default_order() -> None:
    lots = [Hit(5, 1, 4, 1, 0, 0, 1), Hit(2, 0, 4, 1, 0, 1, 2)]
    assert met(lots, 2) == (1, 1)
    assert met_as_chosen(lots, 2, (2,)) == (1, 1)
    assert met_as_chosen(lots, 2, (2, 1)) == (0, 2)
    assert met_as_chosen(lots, 3, ()) == (1, 2)


def test_pd_second_pass_meets_standing_hits_once_more_and_never_thrice() -> None:
    """L-34: three dice, one hit: two are rolled, the third is lost."""
    state = battle(ship("A1", guns=[TUBE]), ship("B1", position=8, pd_dice=3), house_rules={"pd_second_pass": True})
    assert at(fought(state, [{"fire": ONE}], [6, 3, 4]), "B1").hp == 10
    assert at(fought(state, [{"fire": ONE}], [6, 3, 3, 2]), "B1").hp == 5
    assert at(fought(state, [{"fire": ONE}], [6, 4]), "B1").hp == 10


def test_pd_counts_as_fire_blocks_fading_for_the_whole_group() -> None:
    """L-38, L-50: every member with PD dice counts as having rolled, one without does not."""
    members = [
        ship(f"B{n}", position=8, group="B/g", pd_dice=dice, signature_boost=6) for n, dice in ((1, 1), (2, 0), (3, 2))
    ]
    ships = [ship("A1", guns=[TUBE]), *members, ship("B4", position=8, pd_dice=1, signature_boost=6)]
    after = fought(battle(*ships, house_rules={"pd_counts_as_fire": True}), [{"fire": ONE}], [6, 4])
    assert [one.signature_boost for one in after.ships[1:]] == [6, 0, 6, 0]
    plain = fought(battle(*ships), [{"fire": ONE}], [6, 4])
    assert [one.signature_boost for one in plain.ships[1:]] == [0, 0, 0, 0]
    assert boost_after(6, 1, True) == 6


def test_turret_mounts_bear_on_every_side() -> None:
    """L-9."""
    state = battle(
        ship("A1", guns=[{**LASER, "mount": "turret"}]),
        ship("B1", position=-3),
        house_rules={"turret_mounts": True},
    )
    assert fire_faults(state, "A", FireSheet((FireOrder("A1", 0, ("B1",)),))) == [{}]


def test_score_by_mass() -> None:
    """L-12."""
    ships = [
        ship("A1", tonnage=300, status="destroyed"),
        ship("A2", tonnage=100),
        ship("B1", tonnage=100, status="destroyed"),
        ship("B2", tonnage=100, status="destroyed"),
        ship("B3", tonnage=100),
    ]
    by_ships, by_mass = battle(*ships), battle(*ships, house_rules={"score_by_mass": True})
    assert ([score(by_ships, side) for side in "AB"], leader(by_ships)) == ([2, 1], "A")
    assert ([score(by_mass, side) for side in "AB"], leader(by_mass)) == ([200, 300], "B")


def test_accept_late_until_publication() -> None:
    """L-56: strictly before publication, and being later it replaces an earlier one."""
    sheets = [Received("early", 5), Received("late", 11), Received("at publication", 12)]
    assert counting_sheet(sheets, 10, 12, accept_late=False) == "early"
    assert counting_sheet(sheets, 10, 12, accept_late=True) == "late"
    assert counting_sheet(sheets[1:], 10, 12) == "missing"


def test_of_two_sheets_of_the_same_time_the_one_listed_later_counts() -> None:
    """L-53."""
    assert counting_sheet([Received("one", 7), Received("two", 7)], 10) == "two"
    assert counting_sheet([Received("two", 9), Received("one", 7)], 10) == "two"


def test_sealed_orders() -> None:
    """L-60."""
    posted = seal("A1 move +3", "salt")
    assert matches("A1 move +3", "salt", posted)
    assert matches("A1 move +3", "salt", posted.upper() + "\n")
    assert not matches("A1 move +2", "salt", posted)


def test_open_fire_declaration_asks_a_then_b_who_sees_a_sheet() -> None:
    """L-54."""
    state = battle(ship("A1", guns=[SURE]), ship("B1", position=8), house_rules={"open_fire_declaration": True})
    table = Dice([1], [{"fire": ONE}])
    play(state, table)
    (first, _), (second, choice) = table.asked[2:]
    assert (first, second) == ("A", "B")
    assert choice.form["declared"]["A"]["orders"] == [{"ship": "A1", "gun": 0, "target": "B1"}]


def test_multi_target_guns_split_their_attacks_and_count_once() -> None:
    """L-29: each part stands or is void by itself."""
    gun = {**SURE, "attacks": 3, "multi_target": True}
    state = battle(ship("A1", guns=[gun]), ship("B1", position=8), ship("B2", position=-8))
    parts = [{"target": "B1", "attacks": 2}, {"target": "B2", "attacks": 1}]
    table = Dice([2, 2], [{"fire": [{"ship": "A1", "gun": 0, "split": parts}]}])
    after, _ = play(state, table)
    assert [one.hp for one in after.ships[1:]] == [8, 10]
    assert [note.facts["reasons"] for note in table.notes] == [{"B2": ("does_not_bear",)}]


def test_a_gun_that_fires_at_two_targets_does_not_glow() -> None:
    gun = {**SURE, "attacks": 2, "multi_target": True}
    state = battle(ship("A1", guns=[gun]), ship("B1", position=8), ship("B2", position=8))
    parts = [{"target": "B1", "attacks": 1}, {"target": "B2", "attacks": 1}]
    after = fought(state, [{"fire": [{"ship": "A1", "gun": 0, "split": parts}]}], [2, 2])
    assert ([one.hp for one in after.ships[1:]], at(after, "A1").signature_boost) == ([9, 9], 0)


@pytest.mark.parametrize(
    ("multi", "attacks", "code"), [(False, 1, "split_not_allowed"), (True, 9, "value_out_of_range")]
)
def test_a_split_that_is_not_allowed(multi: bool, attacks: int, code: str) -> None:
    state = battle(ship("A1", guns=[{**SURE, "multi_target": multi}]), ship("B1", position=8))
    sheet = FireSheet((FireOrder("A1", 0, split=(("B1", attacks),)),))
    assert fire_faults(state, "A", sheet) == [{"": (code,)}]
