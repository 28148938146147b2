"""Whole turns and battles: laws, order of dice, the same odds however states are carried, jumps and ends."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from typing import Any

import pytest

from admiralty.core.event import Thrown
from admiralty.rulesets.line import RULES
from admiralty.rulesets.line.cases_battle import turn_script
from admiralty.rulesets.line.condense import condensed
from admiralty.rulesets.line.groups import pool_of
from admiralty.rulesets.line.script import scripted
from admiralty.rulesets.line.seeing import seen_by, signatures
from admiralty.rulesets.line.state import SIDES, Line
from admiralty.run.odds import RunOracle
from admiralty.run.sample import sample
from admiralty.run.spread.kernel import branches

from .scene import LASER, SURE, Dice, at, battle, fire, fought, odds, play, ship

RACK = {"type": "missile_rack", "mount": "bow"}
PULSE = {"type": "pulse_laser", "mount": "bow"}
TUBE = {"type": "torpedo_tube", "mount": "bow"}


def brawl(**fields: Any) -> Line:
    """Two a side, a group with PD, armour, like guns of two ships."""
    return battle(
        ship("A1", max_hp=4, armour=1, guns=[RACK, LASER]),
        ship("A2", max_hp=3, guns=[RACK], pd_dice=1),
        ship("B1", max_hp=4, position=8, group="B/g", pd_dice=1, guns=[TUBE]),
        ship("B2", max_hp=3, armour=2, position=8, group="B/g", guns=[PULSE]),
        **fields,
    )


TURN = {
    "fire": [
        fire("A1", 0, "B1"),
        fire("A1", 1, "B2"),
        fire("A2", 0, "B1"),
        fire("B1", 0, "A2"),
        fire("B2", 0, "A1"),
    ]
}


def brute(state: Line, turns: list[dict[str, Any]]) -> dict[Line, Fraction]:
    """Every final state with its chance, by running every phase on every state: no kernels, no touches."""
    bot = scripted([turn_script(state, turn) for turn in turns])
    rows, done = {state: Fraction(1)}, dict[Line, Fraction]()
    while rows:
        now, chance = rows.popitem()
        for after, share in branches(RULES.phases[now.phase], now, dict.fromkeys(SIDES, bot)):
            place = done if after.phase == "over" else rows
            place[after] = place.get(after, Fraction(0)) + chance * share
    return done


HOUSES: list[dict[str, Any]] = [{}, {"crit_event": "gun"}, {"pd_choice": "owner"}, {"pd_second_pass": True}]


@pytest.mark.parametrize("house", HOUSES)
def test_the_order_of_publication_and_pool_by_pool_have_the_same_odds(house: dict[str, Any]) -> None:
    """L-59 orders dice; it changes no chance. Nor does forgetting what nobody asks for."""
    state = brawl(max_turns=1, house_rules=house)
    names = ("joint_hp", "joint_status", "survivors")
    by_brute: dict[str, dict[Any, Fraction]] = {name: {} for name in names}
    measures = {measure.name: measure for measure in RULES.measures(state)}
    for final, chance in brute(state, [TURN]).items():
        for name in names:
            reading = measures[name].read(final)
            by_brute[name][reading] = by_brute[name].get(reading, Fraction(0)) + chance
    assert odds(state, [TURN], *names) == by_brute
    with_states = odds(state, [TURN], *names, "state:A1", "state:B2")
    assert {name: with_states[name] for name in names} == by_brute


def test_condensing_forgets_only_where_hull_points_alone_are_asked_for() -> None:
    measures = {measure.name: measure for measure in RULES.measures(brawl())}
    assert condensed(brawl(), [measures["hp:A1"], measures["leader"]]).setting.hulls_only
    assert not condensed(brawl(), [measures["hp:A1"], measures["state:A1"]]).setting.hulls_only


def test_mutual_destruction_is_the_product_of_independent_shots() -> None:
    state = battle(
        ship("A1", max_hp=1, guns=[LASER]), ship("B1", max_hp=1, position=8, guns=[{**LASER, "accuracy": 0}])
    )
    found = odds(state, [{"fire": [fire("A1", 0, "B1"), fire("B1", 0, "A1")]}], "survivors", "leader")
    assert found["survivors"] == {
        "A=0 B=0": Fraction(1, 3),
        "A=1 B=0": Fraction(1, 3),
        "A=0 B=1": Fraction(1, 6),
        "A=1 B=1": Fraction(1, 6),
    }
    assert found["leader"] == {"draw": Fraction(1, 2), "A": Fraction(1, 3), "B": Fraction(1, 6)}


def test_swapping_sides_swaps_the_odds() -> None:
    one = battle(ship("A1", max_hp=3, guns=[PULSE]), ship("B1", max_hp=5, position=8, guns=[TUBE]))
    other = battle(ship("A1", max_hp=5, guns=[TUBE]), ship("B1", max_hp=3, position=8, guns=[PULSE]))
    turns = [{"fire": [fire("A1", 0, "B1"), fire("B1", 0, "A1")]}] * 2
    left, right = odds(one, turns, "hp:A1", "hp:B1"), odds(other, turns, "hp:A1", "hp:B1")
    assert (left["hp:A1"], left["hp:B1"]) == (right["hp:B1"], right["hp:A1"])


def test_seeds_example_of_a_ten_hp_ship_pays_three_rolls() -> None:
    """L-41: 5 HP lost in turn 1, then 2, then 1."""
    guns = [{**SURE, "damage": damage} for damage in (5, 2, 1)]
    state = battle(ship("A1", guns=guns), ship("B1", position=8))
    turns = [{"fire": [fire("A1", gun, "B1")]} for gun in range(3)]
    after = fought(state, turns, [2, 4, 2, 4, 2, 4])
    assert (at(after, "B1").hp, at(after, "B1").accuracy_mod) == (2, -3)


def test_dice_fall_in_the_order_of_publication() -> None:
    """L-59: hits by shooter and gun, then PD by pool, then armour, then criticals."""
    table = Dice([6] * 9 + [1] * 4 + [1] * 40, [TURN])
    _, records = play(brawl(), table)
    fell = [(event.why, event.who) for record in records for event in record.events if isinstance(event, Thrown)]
    assert [who for why, who in fell if why == "hit"] == ["A1", "A1", "A2", "B1", "B2"]
    assert [who for why, who in fell if why == "pd"] == ["A2", "B1"]
    stages = [why for why, _ in fell]
    assert stages == sorted(stages, key=["hit", "pd", "armour", "critical"].index)
    firsts = [event.first for record in records for event in record.events if isinstance(event, Thrown)]
    assert firsts == sorted(firsts)


def test_the_certain_facts_of_the_examples_first_turn() -> None:
    """The sheet lists them under its complete battle."""
    state = RULES.begin(tomllib.loads(RULES.examples["fleet_action"]))
    bots = Dice()
    bots.ask = lambda side, choice: RULES.bot(bots.state, side, choice)[0][0]  # type: ignore[method-assign]
    after, _ = play(state, bots, until="fire_orders")
    roster = [entry.ship_id for entry in state.setting.roster]
    assert dict(zip(roster, (one.position for one in after.ships), strict=True)) == {
        **dict.fromkeys(("A1", "A2"), 3),
        **dict.fromkeys(("A3", "A4", "A5", "A6"), 4),
        "B1": 18,
        **dict.fromkeys(("B2", "B3", "B4"), 16),
    }
    assert (signatures(after)[2], pool_of(after, 2).dice, at(after, "A3").group) == (6, 4, "A/screen")
    seen = {roster[n]: [roster[other] for other in seen_by(after, n)] for n in range(len(roster))}
    assert "B1" in seen["A1"]
    assert "B2" not in seen["A3"]
    assert "A3" in seen["B2"]
    assert "A3" in seen["B4"]
    aimed = RULES.phases["aim"].run(play(after, bots, until="aim")[0], bots)
    fired = [
        (roster[shot.shooter], shot.gun, roster[volley.target])
        for volley in aimed.salvos[0].volleys
        for shot in volley.shots
    ]
    assert fired == [
        ("A1", 0, "B1"),
        ("A2", 0, "B1"),
        ("B1", 0, "A1"),
        ("B1", 1, "A1"),
        ("B2", 0, "A3"),
        ("B3", 0, "A3"),
        ("B4", 0, "A3"),
    ]


def test_a_charging_ship_keeps_its_group_unless_the_larger_part_moves_off() -> None:
    """L-20, L-23."""
    members = [ship(f"A{n}", group="A/g", jump_drive=True) for n in (1, 2, 3)]
    state = battle(*members, ship("B1"), turn=4)
    charge = {"action": "charge_jump"}
    stay, off = {"A1": charge}, {"A1": charge, **{f"A{n}": {"action": "move", "distance": 1} for n in (2, 3)}}
    for movement, groups in ((stay, ["A/g"] * 3), (off, [None, "A/g", "A/g"])):
        after, _ = play(state, Dice((), [{"movement": movement}]), until="fire_orders")
        assert [one.group for one in after.ships[:3]] == groups


def test_a_jumped_ship_keeps_its_last_hp_and_leaves_its_group() -> None:
    """L-51."""
    ships = [ship("A1", hp=7, group="A/g", jump_drive=True), ship("A2", group="A/g"), ship("B1")]
    turns = [{"movement": {"A1": {"action": "charge_jump"}}}, {}]
    after, _ = play(battle(*ships, turn=4), Dice((), turns), turns=2)
    assert (at(after, "A1").hp, at(after, "A1").status, at(after, "A1").group) == (7, "jumped", None)
    assert pool_of(after, 1).members == (1,)


def test_the_last_ship_that_jumps_ends_the_battle_at_the_start_of_the_turn() -> None:
    """L-13, L-15."""
    state = battle(ship("A1", jump_drive=True), ship("B1"), turn=4)
    after, records = play(state, Dice((), [{"movement": {"A1": {"action": "charge_jump"}}}]), turns=9)
    assert (after.phase, after.turn, records[-1].phase) == ("over", 5, "clearance")


def test_the_battle_ends_at_its_last_turn_and_everything_is_frozen() -> None:
    """L-13."""
    state = battle(ship("A1", jump_drive=True), ship("B1"), turn=4, max_turns=4)
    after, _ = play(state, Dice((), [{"movement": {"A1": {"action": "charge_jump"}}}]), turns=9)
    assert (after.phase, after.turn, at(after, "A1").status) == ("over", 4, "active")


BEGINS = {"movement": "departure", "fire": "fire_orders", "end": "turn_end", "over": "over"}


@pytest.mark.parametrize(("phase", "begins"), BEGINS.items())
def test_a_battle_may_begin_in_any_phase(phase: str, begins: str) -> None:
    state = battle(ship("A1"), ship("B1"), phase=phase)
    assert state.phase == begins
    assert play(state, Dice(), turns=2)[0].turn in (1, 2, 3)


def test_damage_of_a_dead_ship_and_its_mates_orders_change_nothing() -> None:
    """Golden ``battle``: orders for ships that are not active change nothing."""
    state = battle(ship("A1", status="destroyed"), ship("A2"), ship("B1"))
    assert state == fought(state, [{"movement": {"A1": {"action": "move", "distance": 2}}}]).but(
        phase=state.phase, turn=1
    )


def test_odds_of_the_case_runner_and_of_the_library_are_one() -> None:
    state = brawl(max_turns=1)
    bot = scripted([turn_script(state, TURN)])
    measures = [measure for measure in RULES.measures(state) if measure.name == "hp:B1"]
    found = RunOracle(RULES).odds(state, measures, policies=dict.fromkeys(SIDES, bot))
    assert found["hp:B1"] == odds(state, [TURN], "hp:B1")["hp:B1"]
    assert sum(found["hp:B1"].values()) == 1


def test_the_complete_battle_of_the_sheet_ends_as_its_simulation_says() -> None:
    """20,000 battles there: A loses 2.6 ships on average, B 0.6; A1 jumps in 0.14, B2 in 0.57. A fixed seed here."""
    opening = RULES.begin(tomllib.loads(RULES.examples["fleet_action"]))
    names = ("score:A", "score:B", "status:A1", "status:B2")
    measures = [measure for measure in RULES.measures(opening) if measure.name in names]
    policies = dict.fromkeys(SIDES, RULES.bot)
    found = sample(RULES, opening, 500, policies=policies, measures=measures, method="single", workers=1, seed=7)
    assert abs(found["score:B"].mean - 2.6) < 0.2
    assert abs(found["score:A"].mean - 0.6) < 0.15
    assert abs(found["status:A1"].chances["jumped"] - 0.14) < 0.06
    assert abs(found["status:B2"].chances["jumped"] - 0.57) < 0.08
