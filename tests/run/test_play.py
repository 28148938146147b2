"""Play: one audited battle, resumed at any question with the same bytes, verified to the last byte."""

from __future__ import annotations

import json

import pytest
from toy import SIDES, TOY

from admiralty.core.errors import Complaint, Refusal
from admiralty.core.words import say
from admiralty.run.battle import Battle
from admiralty.run.play import HandDice, Play, Question
from admiralty.run.replay import read_header, text, verify

SCENARIO = {"ruleset": "toy", "points": [2, 2], "rounds": 4, "may_give_up": True}


def find(name: str) -> object:
    if name != "toy":
        raise Complaint(say("there is no ruleset {name}", name=name))
    return TOY


def battle(seed: str = "11" * 32, **changes: object) -> Battle:
    return Battle("toy", 1, SCENARIO, seed, **changes)  # type: ignore[arg-type]


def played(seed: str = "11" * 32) -> Play:
    play = Play(battle(seed), find)
    play.play_bots(dict.fromkeys(SIDES, TOY.bot))
    assert play.over
    return play


def test_a_battle_waits_for_every_side_and_tells_nobody_the_others_answer() -> None:
    play = Play(battle(), find)
    assert isinstance(play.waiting, Question)
    assert (play.waiting.name, set(play.waiting.choices), play.waiting.secret) == ("1-stance", set(SIDES), True)
    before = play.state
    play.answer("left", "aim", "1-stance")
    assert set(play.waiting.choices) == {"right"}
    assert play.state == before
    assert not play.records


def test_a_battle_resumed_at_every_question_gives_the_same_bytes() -> None:
    whole = played()
    for cut in range(len(whole.battle.journal) + 1):
        play = Play(battle(journal=whole.battle.journal[:cut]), find)
        for entry in whole.battle.journal[cut:]:
            play.answer(entry.side, entry.answer, entry.question)
        assert text(play) == text(whole)


def test_the_order_of_answers_to_one_question_does_not_matter() -> None:
    replays = []
    for order in (SIDES, SIDES[::-1]):
        play = Play(battle(), find)
        for side in order:
            play.answer(side, "aim")
        replays.append([record.events for record in play.records])
    assert replays[0] == replays[1]


def test_an_answer_nobody_asked_for_or_to_another_question_is_refused_and_changes_nothing() -> None:
    play = Play(battle(), find)
    play.answer("left", "aim")
    before = play.battle
    with pytest.raises(Complaint, match="nothing is asked of left"):
        play.answer("left", "dodge")
    with pytest.raises(Complaint, match="1-stance is asked now"):
        play.answer("right", "dodge", "2-stance")
    with pytest.raises(Refusal):
        play.answer("right", "hide")
    assert play.battle == before


def test_dice_thrown_by_hand_are_asked_for_checked_and_marked() -> None:
    play = Play(battle(by_hand=True), find)
    play.answer("left", "aim")
    play.answer("right", "aim")
    assert play.waiting == HandDice("dice-0", (6,), "shot", "left")
    with pytest.raises(Refusal, match="d6 shows 1 to 6"):
        play.enter_dice((7,))
    with pytest.raises(Refusal, match="1 die is needed, 2 given"):
        play.enter_dice((1, 2))
    play.enter_dice((4,))
    assert play.waiting == HandDice("dice-1", (6,), "shot", "right")
    play.enter_dice((1,))
    assert '"by_hand":true' in text(play)
    assert play.state.gunners[1].points == 1


def test_the_same_seed_gives_the_same_battle_and_another_seed_another() -> None:
    assert text(played()) == text(played())
    assert text(played("22" * 32)).splitlines()[1:] != text(played()).splitlines()[1:]


def test_a_replay_verifies_three_times_in_one_process() -> None:
    replay = text(played())
    for _ in range(3):
        verdict = verify(replay, find)
        assert verdict.ok
        assert verdict.lines == len(replay.splitlines())


def test_a_replay_changed_in_any_byte_fails() -> None:
    replay = text(played())
    for place in range(0, len(replay), 7):
        changed = replay[:place] + chr(ord(replay[place]) ^ 1) + replay[place + 1 :]
        assert not verify(changed, find).ok, f"byte {place}"


@pytest.mark.parametrize("cut", [0, 1, 10, 200, -1, -40])
def test_a_replay_cut_short_fails(cut: int) -> None:
    assert not verify(text(played())[:cut], find).ok


def test_a_replay_with_a_line_missing_added_or_swapped_fails() -> None:
    lines = text(played()).splitlines(keepends=True)
    assert not verify("".join(lines[:2] + lines[3:]), find).ok
    assert not verify("".join([*lines, lines[-1]]), find).ok
    assert not verify("".join([lines[0], lines[2], lines[1], *lines[3:]]), find).ok


@pytest.mark.parametrize("answer", [[9], ["x"], [True], [1, 1], "4", None])
def test_a_replay_with_impossible_dice_by_hand_is_refused_in_words(answer: object) -> None:
    play = Play(battle(by_hand=True), find)
    play.answer("left", "aim")
    play.answer("right", "aim")
    play.enter_dice((4,))
    good = text(play)
    bad = good.replace(
        '"question":"dice-0","side":"","answer":[4]', f'"question":"dice-0","side":"","answer":{json.dumps(answer)}'
    )
    assert bad != good
    assert not verify(bad, find).ok


def test_a_file_that_is_no_replay_is_refused_in_words() -> None:
    with pytest.raises(Complaint, match="not a replay file"):
        read_header("hello")
