"""The story of a battle: every die explained, the sheet's sentences, and nothing a reader may not see."""

from __future__ import annotations

import tomllib
from typing import Any

from admiralty.core.show import Step
from admiralty.report import html
from admiralty.report.story import story
from admiralty.rulesets.line import RULES
from admiralty.rulesets.line.view import view
from admiralty.run.battle import Battle
from admiralty.run.play import Play
from admiralty.run.policy import bots

from .scene import LASER, SURE, Dice, battle, fire, play, ship

RACK = {"type": "missile_rack", "mount": "bow"}


def told(state: Any, turn: dict[str, Any], faces: list[int]) -> dict[str, Step]:
    """The steps of one turn by the end of their address."""
    table = Dice(faces, [turn])
    _, records = play(state, table)
    assert table.faces == []
    return {step.anchor.partition("-")[2]: step for step in RULES.tell(records)}


def lines(texts: Any) -> list[str]:
    return [str(text) for text in texts]


def test_visibility_line() -> None:
    state = battle(ship("A1", sensors=10), ship("B1", position=15, sensors=3, base_signature=7))
    step = told(state, {}, [])["sight"]
    assert step.strip is not None
    assert [(link.source, link.target, link.kind, str(link.text)) for link in step.strip.links] == [
        ("A1", "B1", "sees", "distance 15 ≤ sensors 10 + signature 7 = 17")
    ]
    assert lines(step.result) == [
        "Seen: 1 pair of watcher and target out of 2.",
        "B1→A1 distance 15 > sensors 3 + signature 3 = 6: not seen.",
    ]


def test_signature_parts() -> None:
    ships = [ship("A1", group="A/g", signature_boost=6), ship("A2", group="A/g"), ship("B1", position=8)]
    assert lines(told(battle(*ships), {}, [])["sight"].lead) == [
        "A1: own signature 9 = base 3 + glow 6.",
        "Group A/g (A1, A2): signature 10 = highest 9 + 1.",
    ]


def test_hit_dice_with_chips_that_add_up() -> None:
    state = battle(ship("A1", guns=[LASER], accuracy_mod=-1), ship("B1", position=8))
    turn = {"movement": {"B1": {"action": "evade"}}, "fire": [fire("A1", 0, "B1")]}
    (throw,) = told(state, turn, [3])["hits"].throws
    assert str(throw.title) == "A1: light laser at B1"
    assert str(throw.text) == "bow (heading +1, target ahead)"
    assert [(chip.value, str(chip.reason), chip.rule) for chip in throw.chips] == [
        (1, "accuracy of the gun", "L-31"),
        (-1, "critical damage", "L-46"),
        (-1, "the target evades", "L-19"),
    ]
    (die,) = throw.dice
    assert (die.face, die.target, die.verdict, throw.start) == (3, 5, "miss", 4)
    assert throw.start is not None
    assert throw.start - sum(chip.value for chip in throw.chips) == die.target


def test_naturals_say_so_where_they_decide() -> None:
    guns = [{**LASER, "accuracy": -9}, SURE]
    turn = {"fire": [fire("A1", 0, "B1"), fire("A1", 1, "B1")]}
    steps = told(battle(ship("A1", guns=guns), ship("B1", position=8)), turn, [6, 1])
    dice = [throw.dice[0] for throw in steps["hits"].throws]
    assert [(str(die.remark), str(die.word)) for die in dice] == [("natural 6", "hit"), ("natural 1", "miss")]


def test_pd_lines_name_every_hit_and_the_pool() -> None:
    state = battle(ship("A1", guns=[RACK, SURE]), ship("B1", position=8, pd_dice=1, armour=1))
    turn = {"fire": [fire("A1", 0, "B1"), fire("A1", 1, "B1")]}
    step = told(state, turn, [6, 6, 6, 4, 5])["pd"]
    (throw,) = step.throws
    assert (str(throw.title), str(throw.text)) == ("PD: B1", "PD dice: 1 → 0")
    assert [(str(die.label), die.target, str(die.word)) for die in throw.dice] == [
        ("A1: missile rack", 4, "intercepted")
    ]
    assert lines(step.result) == [
        "1 hit is intercepted.",
        "B1: 1 hit by a beam, PD does not apply.",
        "B1: 1 hit is not met, the pool is empty.",
    ]


def test_armour_line() -> None:
    gun = {"type": "heavy_laser", "mount": "bow"}
    state = battle(ship("A1", guns=[gun, SURE]), ship("B1", position=8, armour=3))
    turn = {"fire": [fire("A1", 0, "B1"), fire("A1", 1, "B1")]}
    step = told(state, turn, [6, 6, 5])["armour"]
    (throw,) = step.throws
    assert str(throw.text) == "armour 3 − penetration 1 = 2"
    assert [(die.face, die.target, str(die.word)) for die in throw.dice] == [(5, 5, "stopped by armour")]
    assert lines(step.result) == [
        "Armour stops 1 hit.",
        "B1: armour 3 − penetration 9, effective 0, no roll for 1 hit.",
    ]


def test_damage_overkill_criticals_and_end() -> None:
    guns = [{**SURE, "damage": 6}, {**SURE, "damage": 9}]
    ships = [ship("A1", guns=guns, tonnage=100), ship("B1", position=8, tonnage=200), ship("B2", position=8, max_hp=2)]
    turn = {"fire": [fire("A1", 0, "B1"), fire("A1", 1, "B2")]}
    steps = told(battle(*ships), turn, [2, 2, 2])
    assert lines(steps["damage"].lead) == [
        "B1 takes 6 HP: lance of A1 (6).",
        "B2 takes 9 HP: lance of A1 (9).",
    ]
    assert lines(steps["damage"].result) == ["B1: 10 HP → 4 HP.", "B2: 2 HP → 0 HP, 7 HP too many."]
    assert lines(steps["criticals"].lead) == ["B1 has lost 6 of 10 HP; critical rolls from 5 lost on."]
    (throw,) = steps["criticals"].throws
    assert (str(throw.text), str(throw.dice[0].word)) == ("engine 3 → 1", "engines halved")
    assert lines(steps["criticals"].result) == ["B2 is destroyed.", "B1: engine 3 → 1."]
    assert lines(steps["end"].result) == ["A1 fired 2 guns: glow 0 → 6.", "Score: A 1, B 0."]


def test_the_score_line_shows_tonnage() -> None:
    gun = {**SURE, "damage": 99}
    ships = [ship("A1", guns=[gun], tonnage=100), ship("B1", position=8, tonnage=200)]
    end = told(battle(*ships), {"fire": [fire("A1", 0, "B1")]}, [2])["end"]
    assert lines(end.result)[1:] == [
        "Score: A 1, B 0.",
        "Tonnage destroyed: by A 200 M, by B 0 M.",
        "The battle is over: side A leads.",
    ]


def test_movement_lines_and_where_ships_came_from() -> None:
    names = ("A1", "A2", "A3", "A4", "A5", "A6")
    state = battle(*(ship(name, jump_drive=True) for name in names), ship("B1"), turn=4)
    movement = {
        "A1": {"action": "move", "distance": 3, "group": "join:g"},
        "A2": {"action": "move", "distance": -2},
        "A3": {"action": "evade"},
        "A4": {"action": "charge_jump"},
        "A5": {"action": "move", "distance": 0, "heading": -1},
    }
    step = told(state, {"movement": movement}, [])["movement"]
    assert lines(step.result) == [
        "2 ships move.",
        "A1 moves 3 up the line to 3.",
        "A2 moves 2 down the line to −2.",
        "A3 turns its broadside and evades at 0.",
        "A4 charges its jump drive at 0.",
        "A5 turns its bow down the line at 0.",
        "A6 holds at 0.",
        "B1 holds at 20.",
        "A1 joins group A/g.",
    ]
    assert step.strip is not None
    assert [mark.came_from for mark in step.strip.marks[:2]] == [0, 0]


def test_reasons_stand_in_the_story_only_where_their_notes_are() -> None:
    """L-54: the public report shows only the hold."""
    table = Dice((), [{"movement": {"A1": {"action": "move", "distance": 9}}}])
    _, records = play(battle(ship("A1"), ship("B1")), table)
    sentence = "A1 holds instead of its order: the move is longer than the engine power."
    for shown, lead in ((records, [sentence]), ([_public(record) for record in records], [])):
        (movement,) = [step for step in RULES.tell(shown) if step.anchor.endswith("movement")]
        assert lines(movement.lead) == lead
        assert "A1 holds at 0." in lines(movement.result)


def _public(record: Any) -> Any:
    import msgspec

    seen = tuple(event for event in record.events if event.seen_by is None)
    return msgspec.structs.replace(record, events=seen)


def test_every_die_of_a_fleet_action_stands_in_the_story_once() -> None:
    document = tomllib.loads(RULES.examples["fleet_action"])
    play_ = Play(Battle("line", RULES.version, document, "5a" * 32), lambda _: RULES)
    play_.play_bots(bots(RULES, play_.state))
    steps = RULES.tell(play_.records)
    shown = [die.face for step in steps for throw in step.throws for die in throw.dice]
    thrown = [face for record in play_.records for event in record.events for face in getattr(event, "faces", ())]
    assert shown == thrown
    cited = {chip.rule for step in steps for throw in step.throws for chip in throw.chips}
    assert cited <= set(RULES.rule_texts)
    for step in steps:
        for throw in step.throws:
            for number, die in enumerate(throw.dice):
                if die.target is not None and throw.start is not None:
                    moved = sum(chip.value for chip in throw.chips if not chip.on or number in chip.on)
                    assert die.target == min(6, max(2, throw.start - moved))


def test_both_sides_and_the_public_see_the_same_published_state() -> None:
    state = battle(ship("A1", guns=[SURE]), ship("B1", position=8), ship("B2", status="destroyed"))
    public = view(state, None)
    assert public == view(state, "A") == view(state, "B")
    assert isinstance(public, dict)
    first, second, third = public["ships"]
    assert first["sees"] == ["B1"]
    assert first["facing"] == {"B1": "bow"}
    assert (second["signature"], third["status"], "position" in third) == (3, "destroyed", False)


def test_damage_names_every_hit_that_got_through() -> None:
    guns = [{**RACK, "attacks": 2}, {**SURE, "damage": 2}]
    state = battle(ship("A1", guns=guns), ship("B1", position=8, max_hp=20, pd_dice=1))
    turn = {"fire": [fire("A1", 0, "B1"), fire("A1", 1, "B1")]}
    steps = told(state, turn, [6, 6, 6, 1])
    assert lines(steps["damage"].lead) == ["B1 takes 6 HP: lance of A1 (2), 2 × missile rack of A1 (2 each)."]


def test_void_orders_of_one_reason_are_one_sentence_after_the_hits() -> None:
    state = battle(ship("A1", guns=[SURE, SURE]), ship("B1", position=-8))
    step = told(state, {"fire": [fire("A1", 0, "B1"), fire("A1", 1, "B1")]}, [])["hits"]
    assert lines(step.result) == [
        "Nobody fires.",
        "A1, guns 0, 1 cannot fire at B1: the gun does not stand on the side that the ship shows to the target.",
    ]


def test_the_page_of_a_fleet_action_is_under_300_kib() -> None:
    document = tomllib.loads(RULES.examples["fleet_action"])
    play_ = Play(Battle("line", RULES.version, document, "ab" * 32), lambda _: RULES)
    play_.play_bots(bots(RULES, play_.state))
    assert len(html(story(play_)).encode()) < 300 * 1024
