"""The baseline bot at every question, and its reasons."""

from __future__ import annotations

import random
import tomllib
from typing import Any

from admiralty.rulesets.line import RULES
from admiralty.rulesets.line.advice import advice
from admiralty.rulesets.line.bot import PATIENCE
from admiralty.rulesets.line.orders import fire_faults, movement_faults
from admiralty.rulesets.line.questions import fire_choice, movement_choice
from admiralty.rulesets.line.state import FireSheet, Line, MoveSheet
from admiralty.run.sample import SampleTable, play_once

from .scene import LASER, SURE, Dice, at, battle, fire, play, ship


def moves(state: Line, side: str = "A") -> MoveSheet:
    ((sheet, chance),) = RULES.bot(state, side, movement_choice(state, side))
    assert chance == 1
    assert isinstance(sheet, MoveSheet)
    return sheet


def fires(state: Line, side: str = "A") -> FireSheet:
    ((sheet, _),) = RULES.bot(state, side, fire_choice(state, side))
    assert isinstance(sheet, FireSheet)
    return sheet


def test_it_closes_at_full_engine_when_nothing_can_be_seen() -> None:
    state = battle(ship("A1", sensors=5, guns=[SURE]), ship("B1", position=30))
    assert [(order.action, order.distance) for order in moves(state).orders] == [("move", 3)]
    assert [(order.action, order.distance) for order in moves(state, "B").orders] == [("move", -3)]


def test_it_stays_where_it_can_fire_already() -> None:
    state = battle(ship("A1", guns=[SURE]), ship("B1", position=8))
    assert [(order.action, order.distance) for order in moves(state).orders] == [("move", 0)]


def test_it_steps_into_sight() -> None:
    state = battle(ship("A1", sensors=5, guns=[SURE]), ship("B1", position=10))
    assert [(order.action, order.distance) for order in moves(state).orders] == [("move", 2)]


def test_it_turns_its_broadside_where_its_guns_are() -> None:
    state = battle(ship("A1", guns=[{**SURE, "mount": "broadside"}]), ship("B1", position=8))
    assert [order.action for order in moves(state).orders] == ["evade"]


def test_half_a_ship_charges_from_turn_4_on_if_it_will_probably_live() -> None:
    def action(hp: int, turn: int, **fields: Any) -> str:
        gun = {"guns": [LASER]}
        state = battle(ship("A1", hp=hp, jump_drive=True, **gun), ship("B1", position=8, **gun, **fields), turn=turn)
        return moves(state).orders[0].action

    assert [action(5, 4), action(5, 3), action(6, 4)] == ["charge_jump", "move", "move"]
    assert action(1, 4, accuracy_mod=0) == "charge_jump"


def test_without_a_gun_on_the_field_it_evades_or_charges() -> None:
    state = battle(ship("A1"), ship("A2", jump_drive=True), ship("B1"), turn=4)
    assert [order.action for order in moves(state).orders] == ["evade", "charge_jump"]


def test_it_kills_first_then_takes_the_greatest_share() -> None:
    state = battle(
        ship("A1", guns=[SURE]), ship("B1", position=8), ship("B2", position=8, hp=1, max_hp=1), ship("B3", position=8)
    )
    assert [order.targets for order in fires(state).orders] == [("B2",)]


def test_a_second_gun_fires_only_if_it_is_worth_being_seen() -> None:
    weak = {**LASER, "accuracy": -2}
    guns = [SURE, weak]
    hidden = battle(
        ship("A1", guns=guns, base_signature=1),
        ship("B1", position=10),
        ship("B2", position=10, sensors=5, guns=[{**SURE, "damage": 6}]),
    )
    assert [order.gun for order in fires(hidden).orders] == [0]
    known = battle(ship("A1", guns=guns), ship("B1", position=10))
    assert [order.gun for order in fires(known).orders] == [0, 1]


def test_it_groups_for_pd_against_missiles_and_not_where_that_is_seen() -> None:
    rack = {"type": "missile_rack", "mount": "bow"}

    def groups(sensors: int, **fields: Any) -> list[str | None]:
        enemy = ship("B1", position=30, sensors=sensors, guns=[rack])
        state = battle(ship("A1", pd_dice=1, guns=[rack]), ship("A2", guns=[rack], **fields), enemy)
        return [order.group for order in moves(state).orders]

    assert groups(5) == ["join:line", "join:line"]
    assert groups(23) == [None, None]  # from 3 units nearer it would see a signature of 4, and of 3 it does not
    assert groups(5, signature_boost=6) == [None, None]


def test_pd_meets_the_hits_that_would_destroy_a_ship_first() -> None:
    guns = [{"type": "torpedo_tube", "mount": "bow"}, {"type": "missile_rack", "mount": "bow"}]
    members = [ship("B1", position=8, group="B/g", pd_dice=1), ship("B2", position=8, group="B/g", hp=2, max_hp=2)]
    state = battle(ship("A1", guns=guns), *members, house_rules={"pd_choice": "owner"})

    class Owner(Dice):
        def ask(self, side: str, choice: Any) -> Any:
            if choice.name == "pd_order":
                self.answers.append(RULES.bot(self.state, side, choice)[0][0])
                return self.answers[-1]
            return super().ask(side, choice)

    table = Owner([6, 6, 6, 6, 1], [{"fire": [fire("A1", 0, "B1"), fire("A1", 1, "B2")]}])
    after, _ = play(state, table)
    assert table.answers == [(1, 2)]
    assert at(after, "B2").status == "destroyed"  # one of the two was met, the other was not


def test_it_follows_written_orders_while_they_last() -> None:
    orders = [{"movement": {"A1": {"action": "evade"}}, "fire": [fire("A1", 0, "B1")]}]
    state = battle(ship("A1", guns=[SURE]), ship("B1", position=8), orders=orders)
    assert [order.action for order in moves(state).orders] == ["evade"]
    assert [order.targets for order in fires(state).orders] == [("B1",)]
    assert [order.action for order in moves(state, "B").orders] == []
    assert [order.action for order in moves(state.but(turn=2)).orders] == ["move"]


def test_two_bots_that_keep_apart_agree_to_end() -> None:
    state = battle(ship("A1"), ship("B1"))
    assert not moves(state).agree_to_end
    assert moves(state.but(turn=1 + PATIENCE)).agree_to_end


def test_its_orders_are_always_legal() -> None:
    opening = RULES.begin(tomllib.loads(RULES.examples["fleet_duel"]))
    checked = 0

    def watched(state: Any, side: str, choice: Any) -> Any:
        nonlocal checked
        ((answer, _),) = RULES.bot(state, side, choice)
        if choice.name == "movement":
            found = [movement_faults(state, side, order, answer) for order in answer.orders]
            assert not any(found)
        else:
            assert not any(fire_faults(state, side, answer))
        checked += 1
        assert choice.read(choice.write(answer)) == answer
        return ((answer, 1),)

    watched.whole = RULES.bot.whole  # type: ignore[attr-defined]
    for seed in range(12):
        table = SampleTable(random.Random(seed), dict.fromkeys("AB", watched))
        play_once(RULES, opening, table, RULES.measures(opening))
    assert checked > 100


def test_its_reasons_show_the_two_best_options_with_numbers() -> None:
    state = battle(ship("A1", guns=[SURE]), ship("B1", position=8, hp=4), ship("B2", position=8))
    told = [str(line) for line in advice(state, "A", "movement")]
    assert told[0] == "A1 moves +0: deals 0.83 HP, risks 0.00 HP, balance 0.83"
    assert len(told) == 2
    assert [str(line) for line in advice(state, "A", "fire")] == [
        "A1, lance at B1: 0.83 HP of 4 on average",
        "A1, lance at B2: 0.83 HP of 10 on average",
    ]
