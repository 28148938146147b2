"""Launching: the secret question, legality of orders, order and labels of waves, the bot. W-2 to W-9, W-14, W-15."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from admiralty.core.choice import Choice
from admiralty.core.errors import Refusal
from admiralty.core.phase import step
from admiralty.core.table import AskAll
from admiralty.rulesets.wave import RULES
from admiralty.rulesets.wave import bot as bots
from admiralty.rulesets.wave.launch import labels
from admiralty.rulesets.wave.setup import begin
from admiralty.rulesets.wave.state import FighterPhase, Orders, Strike
from admiralty.run.odds import RunOracle
from admiralty.run.policy import fixed

from .scenes import F, Scene, cap, mustered, odds, run, scene, ship, wave


def asked(**fields: Any) -> Scene:
    """Both sides have fighters and decide themselves."""
    ships = [
        ship("cv", "CV", fighters=6),
        ship("e", "CV", xp=25, fighters=4),
        ship("fb", "FB", fighters=4),
        ship("r1", "CV", "red", fighters=8),
        ship("dd", "DD", "red"),
    ]
    return scene(ships, launch="asked", **fields)


def question(state: FighterPhase) -> dict[str, Choice[Orders]]:
    pending = step(RULES.phases["launch"], state, ())
    assert isinstance(pending, AskAll)
    return dict(pending.choices)


def codes(choice: Choice[Orders], document: Any) -> list[tuple[str, str]]:
    with pytest.raises(Refusal) as caught:
        choice.read(document)
    return [(fault.code, fault.path) for fault in caught.value.faults]


BLUE: Any = {
    "cap": [{"launcher": "fb", "count": 3}, {"launcher": "e", "count": 1}],
    "waves": [
        {"target": "dd", "fighters": [{"launcher": "cv", "count": 2}]},
        {"target": "r1", "fighters": [{"launcher": "cv", "count": 3}, {"launcher": "e", "count": 3}]},
    ],
}
RED: Any = {
    "cap": [{"launcher": "r1", "count": 2}],
    "waves": [{"target": "cv", "fighters": [{"launcher": "r1", "count": 6}]}],
}


def test_all_sides_are_asked_at_once_and_in_secret() -> None:
    assert set(question(begin(asked()))) == {"blue", "red"}


def test_who_can_launch_nothing_is_not_asked() -> None:
    assert set(question(begin(asked(red={"in_fight": False})))) == {"blue"}


def test_with_nobody_to_ask_the_phase_goes_on() -> None:
    state = begin(asked(red={"in_fight": False}, blue={"in_fight": False}))
    assert run("launch", state).phase == "muster"


def test_in_an_ion_nebula_nobody_is_asked() -> None:
    assert begin(asked(system={"ion_nebula": True})).phase == "muster"


def test_orders_read_and_write_back() -> None:
    choice = question(begin(asked()))["blue"]
    orders = choice.read(BLUE)
    assert choice.write(orders) == BLUE
    assert choice.read(choice.write(orders)) == orders
    assert choice.default == choice.read({}) == Orders()


def test_asked_orders_give_the_same_battle_as_given_ones() -> None:
    state = begin(asked())
    choices = question(state)
    answers = {"blue": choices["blue"].read(BLUE), "red": choices["red"].read(RED)}
    after = run("launch", state, answers)
    given = asked()
    del given["launch"]
    given["cap"] = BLUE["cap"] + RED["cap"]
    given["waves"] = [
        {"id": "blue-1", "attacker": "blue", **BLUE["waves"][0]},
        {"id": "blue-2", "attacker": "blue", **BLUE["waves"][1]},
        {"id": "red-1", "attacker": "red", **RED["waves"][0]},
    ]
    assert after == begin(given)
    assert [wave.id for wave in after.waves] == ["blue-2", "red-1", "blue-1"]
    assert after.ships[0].grounded == 1


def test_odds_take_a_policy_for_the_launch() -> None:
    state = begin(asked())
    policies = {"blue": fixed({}), "red": fixed(RED)}
    found = RunOracle(RULES).odds(state, RULES.measures(state), policies=policies)
    assert found["cap:blue"] == {0: F(1, 1)}
    assert found["distracted:cv"][True] > 0


@pytest.mark.parametrize(
    ("document", "fault"),
    [
        ({"cap": [{"launcher": "fb", "count": 5}]}, ("launch_over_limit", "cap[0].count")),
        ({"cap": [{"launcher": "fb", "count": 0}]}, ("bad_number", "cap[0].count")),
        ({"cap": [{"launcher": "fb", "count": True}]}, ("bad_number", "cap[0].count")),
        ({"cap": [{"launcher": "r1", "count": 1}]}, ("launcher_of_another_empire", "cap[0].launcher")),
        ({"cap": [{"launcher": "dd", "count": 1}]}, ("fighters_on_non_launcher", "cap[0].launcher")),
        ({"cap": [{"launcher": "fv", "count": 1}]}, ("unknown_launcher", "cap[0].launcher")),
        ({"waves": [{"target": "dd", "fighters": []}]}, ("empty_wave", "waves[0].fighters")),
        ({"waves": [{"target": "cv", "fighters": BLUE["cap"]}]}, ("target_of_own_empire", "waves[0].target")),
        ({"waves": [{"target": "xx", "fighters": BLUE["cap"]}]}, ("unknown_target", "waves[0].target")),
        ({"waves": [{"fighters": BLUE["cap"]}]}, ("missing_field", "waves[0].target")),
        ({"wave": []}, ("unknown_field", "wave")),
        ([], ("wrong_type", "")),
        (None, ("wrong_type", "")),
    ],
)
def test_illegal_orders_are_refused(document: Any, fault: tuple[str, str]) -> None:
    assert fault in codes(question(begin(asked()))["blue"], document)


def test_orders_at_a_destroyed_target_are_refused() -> None:
    scenario = asked()
    scenario["ships"][4]["hp"] = 0
    document = {"waves": [{"target": "dd", "fighters": BLUE["cap"]}]}
    assert codes(question(begin(scenario))["blue"], document) == [("target_already_destroyed", "waves[0].target")]


def test_the_form_names_launchers_limits_and_targets() -> None:
    form = question(begin(asked()))["blue"].form
    assert form["launchers"] == {"cv": 6, "e": 4, "fb": 4}  # type: ignore[index,call-overload]
    assert form["targets"] == ["r1", "dd"]  # type: ignore[index,call-overload]


def test_cap_lines_stand_elite_first_then_in_the_order_of_the_list() -> None:
    ships = [
        ship("a", "CV", fighters=2),
        ship("e1", "CV", xp=25, fighters=2),
        ship("fb", "FB", fighters=2),
        ship("e2", "CV", xp=30, fighters=2),
    ]
    state = begin(scene(ships, cap(fb=1, e2=2, a=1)))
    line = [state.setting.hulls[one].id for one in state.lines[0]]
    assert line == ["e2", "e1", "fb", "a"]
    assert state.caps[0] == (2, 0, 1, 1)


def test_starbase_and_fighter_base_fighters_are_regular() -> None:
    ships = [
        ship("cv", "CV"),
        ship("sb", "SB", "red", fighters=2),
        ship("fb", "FB", "red", fighters=2),
        ship("e", "CV", "red", xp=25, fighters=2),
    ]
    state = mustered(begin(scene(ships, [], [wave("w", "cv", sb=2, fb=1, e=2)])))
    assert state.strike == state.sent == Strike(2, 3)


def test_waves_come_biggest_first_and_ties_as_listed() -> None:
    ships = [ship("cv", "CV", fighters=9), *(ship(f"r{n}", "CV", "red", fighters=9) for n in range(4))]
    waves = [
        wave("a", "cv", r0=3),
        wave("b", "r0", attacker="blue", cv=5),
        wave("c", "cv", r1=5),
        wave("d", "cv", r2=3),
    ]
    state = begin(scene(ships, [], waves))
    assert [one.id for one in state.waves] == ["b", "c", "a", "d"]
    assert labels(state.waves) == ("A1", "B1", "B2", "B3")


def test_a_twenty_seventh_attacker_has_two_letters() -> None:
    ships = [ship("cv", "CV"), *(ship(f"f{n}", "CV", f"x{n}", fighters=1) for n in range(27))]
    scenario = scene(ships, [], [wave(f"w{n}", "cv", f"x{n}", **{f"f{n}": 1}) for n in range(27)])
    scenario["empires"] += [{"id": f"x{n}"} for n in range(27)]
    assert labels(begin(scenario).waves)[24:] == ("Y1", "Z1", "AA1")


@pytest.mark.parametrize("example", sorted(RULES.examples))
def test_the_bot_always_launches_legally(example: str) -> None:
    document = tomllib.loads(RULES.examples[example]) | {"launch": "asked", "cap": [], "waves": []}
    state = begin(document)
    for side, choice in question(state).items():
        ((orders, chance),) = RULES.bot(state, side, choice)
        assert chance == 1
        assert choice.read(choice.write(orders)) == orders


def plan(scenario: Scene, empire: int) -> Orders:
    return bots.plan(begin(scenario | {"launch": "asked"}), empire)


def named(scenario: Scene, orders: Orders) -> tuple[dict[str, int], list[tuple[str, dict[str, int]]]]:
    setting = begin(scenario | {"launch": "asked"}).setting
    counts = [{setting.hulls[one.ship].id: one.count for one in some} for some in (orders.cap,)]
    waves = [
        (setting.groups[wave.target].id, {setting.hulls[one.ship].id: one.count for one in wave.fighters})
        for wave in orders.waves
    ]
    return counts[0], waves


def test_the_bot_keeps_half_as_cap_from_bases_and_sends_elites() -> None:
    ships = [
        ship("e", "CV", xp=25, fighters=6),
        ship("fb", "FB", fighters=6),
        ship("r1", "CV", "red", fighters=6),
        ship("rfb", "FB", "red"),
    ]
    counts, waves = named(scene(ships), plan(scene(ships), 0))
    assert counts == {"fb": 6}
    assert waves == [("r1", {"e": 3}), ("r1", {"e": 3})]


def test_the_bot_keeps_no_more_cap_than_twice_the_likely_wave() -> None:
    ships = [ship("cv", "CV", fighters=20), ship("r1", "CV", "red", fighters=2)]
    counts, _ = named(scene(ships), plan(scene(ships), 0))
    assert counts == {"cv": 2}  # red keeps one of its two at home


def test_the_bot_comes_twice_where_the_enemy_cap_is_strong() -> None:
    ships = [ship("cv", "CV", fighters=8), ship("r1", "CV", "red", fighters=8)]
    counts, waves = named(scene(ships), plan(scene(ships), 0))
    assert (counts, waves) == ({"cv": 4}, [("r1", {"cv": 2}), ("r1", {"cv": 2})])


@pytest.mark.parametrize(
    ("kinds", "aim"),
    [
        (["CV", "SB", "DD", "FR"], 0),
        (["FR", "SB", "CR"], 1),
        (["FR", "CR", "DD"], 2),
        (["FR", "FB"], 1),
        (["FR"], 0),
    ],
)
def test_the_bot_prefers_targets_in_the_order_of_the_sheet(kinds: list[str], aim: int) -> None:
    ships = [ship("cv", "CV", fighters=8), *(ship(f"t{n}", kind, "red") for n, kind in enumerate(kinds))]
    _, waves = named(scene(ships), plan(scene(ships), 0))
    assert {target for target, _ in waves} == {f"t{aim}"}


def test_the_bot_picks_the_weakest_carrier() -> None:
    ships = [ship("cv", "CV", fighters=8), ship("t0", "CV", "red"), ship("t1", "CV", "red", hp=3)]
    _, waves = named(scene(ships), plan(scene(ships), 0))
    assert {target for target, _ in waves} == {"t1"}


def test_without_any_enemy_the_bot_keeps_all_as_cap() -> None:
    ships = [ship("cv", "CV", fighters=8)]
    assert named(scene(ships), plan(scene(ships), 0)) == ({"cv": 8}, [])


@pytest.mark.parametrize("fighters", [0, 3])
def test_empty_forces_are_a_battle_without_dice(fighters: int) -> None:
    scenario = scene([ship("cv", "CV", fighters=fighters), ship("r1", "CV", "red")])
    assert odds(scenario, "hp:cv", "cap:blue", "grounded:cv") == {
        "hp:cv": {8: F(1, 1)},
        "cap:blue": {0: F(1, 1)},
        "grounded:cv": {fighters: F(1, 1)},
    }


def test_no_ships_and_no_empires_are_a_battle_too() -> None:
    state = begin({"empires": [], "ships": []})
    assert run("handover", mustered(state)).phase == "over"
