"""What a master may do beside the rules: always a marked entry with its reason, never an edit."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from admiralty.cli.table_options import Override
from admiralty.cli.table_story import DEEDS
from admiralty.run.replay import read_header, verify
from admiralty.store import KINDS, override, questions, replay_file, submit, tell_seed, view
from store.stand import DEADLINE, LEFT, RIGHT, Board, codes, find


def act(board: Board, kind: str, **more: Any) -> Any:
    key = more.pop("key", board.keys["master"])
    return override(board.desk, "duel", kind, key=key, reason=more.pop("reason", "because"), **more)


def reasons(board: Board) -> list[tuple[str, str]]:
    return [(one.kind, one.side) for one in questions(board.desk, "duel").overrides]


def test_the_command_line_offers_and_tells_every_override() -> None:
    assert tuple(kind.value for kind in Override) == KINDS
    assert set(DEEDS) == {*KINDS, "force"}


@pytest.mark.parametrize("kind", KINDS)
def test_no_override_without_the_masters_key_or_a_reason(board: Board, kind: str) -> None:
    assert codes(lambda: act(board, kind, key=board.keys[LEFT])) == ("wrong_key",)
    assert codes(lambda: act(board, kind, reason="  ")) == ("no_reason",)
    assert reasons(board) == []


def test_a_sheet_entered_for_a_side_counts_though_it_is_late_and_is_marked_after_the_close(board: Board) -> None:
    board.watch.pass_deadline()
    act(board, "sheet", side=RIGHT, text="aim")
    assert reasons(board) == []
    assert board.close().result.missing == (LEFT,)
    assert reasons(board) == [("sheet", RIGHT)]
    assert view(board.desk, "duel", RIGHT, key=board.keys[RIGHT]).sheets[0].by_master


def test_a_sheet_set_aside_gives_default_orders(board: Board) -> None:
    board.send(LEFT, "aim")
    act(board, "default", side=LEFT)
    assert board.at_deadline().result.missing == (LEFT, RIGHT)


def test_a_sheet_sent_after_one_was_set_aside_counts(board: Board) -> None:
    board.send(LEFT, "aim")
    act(board, "default", side=LEFT)
    board.send(LEFT, "aim")
    assert board.at_deadline().result.missing == (RIGHT,)


def test_an_undo_goes_back_and_takes_nothing_away(board: Board) -> None:
    first = board.handle
    board.send(LEFT, "aim")
    board.send(RIGHT, "aim")
    before = board.at_deadline()
    again = act(board, "undo", back_to=first, reason="right's mail was lost").position
    assert (again.number, again.question) == (3, "1-stance")
    assert again.handle != first
    assert codes(lambda: board.send(LEFT, "aim", handle=first)) == ("older_state",)
    board.handle = again.handle
    board.send(RIGHT, "dodge")
    after = board.at_deadline()
    assert (after.next.question, after.result.missing) == ("2-stance", (LEFT,))
    assert board.close(handle=first).result == before.result
    kept = [sheet.handle for sheet in view(board.desk, "duel", "master", key=board.keys["master"]).sheets]
    assert kept == [first, first, again.handle]
    for _ in range(2):
        board.at_deadline()
    tell_seed(board.desk, "duel", key=board.keys["master"])
    content = replay_file(board.desk, "duel")
    assert verify(content, find).ok
    assert [entry.answer for entry in read_header(content).journal[:2]] == [{"stance": "dodge", "motto": ""}, "dodge"]


def test_an_undo_of_an_undo_restores_what_stood_before(board: Board) -> None:
    handles = [board.handle]
    for _ in range(2):
        board.at_deadline()
        handles.append(board.handle)
    act(board, "undo", back_to=handles[0])
    back = act(board, "undo", back_to=handles[2]).position
    assert back.question == "3-stance"
    board.handle = back.handle
    assert board.at_deadline().next.question == ""


@pytest.mark.parametrize("to", ["", "1-stance@000000000000"])
def test_an_undo_names_a_past_question(board: Board, to: str) -> None:
    board.at_deadline()
    assert codes(lambda: act(board, "undo", back_to=to)) == ("other_question",)
    assert codes(lambda: act(board, "undo", back_to=board.handle)) == ("other_question",)
    assert reasons(board) == []


def test_when_the_seed_is_told_nothing_is_undone(board: Board) -> None:
    first = board.handle
    act(board, "end")
    tell_seed(board.desk, "duel", key=board.keys["master"])
    assert codes(lambda: act(board, "undo", back_to=first)) == ("seed_told",)


def test_an_ended_battle_can_be_taken_up_again_before_the_seed_is_told(board: Board) -> None:
    board.at_deadline()
    second = board.handle
    assert act(board, "end").position.question == ""
    assert codes(lambda: act(board, "end")) == ("battle_over",)
    assert act(board, "undo", back_to=second).position.question == "2-stance"


def test_an_ended_battle_has_a_replay_that_verifies(board: Board) -> None:
    board.at_deadline()
    act(board, "end", reason="both agree")
    assert codes(lambda: replay_file(board.desk, "duel")) == ("seed_secret",)
    tell_seed(board.desk, "duel", key=board.keys["master"])
    assert verify(replay_file(board.desk, "duel"), find).ok


def test_the_seed_is_told_only_at_the_end_and_may_be_asked_for_again(board: Board) -> None:
    key = board.keys["master"]
    assert codes(lambda: tell_seed(board.desk, "duel", key=key)) == ("not_over",)
    act(board, "end")
    assert codes(lambda: tell_seed(board.desk, "duel", key=board.keys[LEFT])) == ("wrong_key",)
    assert tell_seed(board.desk, "duel", key=key) == tell_seed(board.desk, "duel", key=key)


def test_a_deadline_moves_only_ahead(board: Board) -> None:
    later = DEADLINE + timedelta(days=2)
    act(board, "deadline", deadline=later)
    board.watch.now = later
    assert board.send(LEFT, "aim").number == 1
    assert codes(lambda: act(board, "deadline", deadline=later)) == ("deadline_past",)
    assert codes(lambda: act(board, "deadline")) == ("bad_time",)
    assert reasons(board) == [("deadline", "")]


def test_a_new_key_replaces_a_lost_one(board: Board) -> None:
    old, new = board.keys[LEFT], act(board, "new-key", side=LEFT).key
    assert codes(lambda: view(board.desk, "duel", LEFT, key=old)) == ("wrong_key",)
    text = f"question: {board.handle}\naim"
    assert submit(board.desk, "duel", LEFT, text, key=new).number == 1
    assert codes(lambda: act(board, "new-key", side="master")) == ("no_side",)


def test_a_refused_override_leaves_no_mark(board: Board) -> None:
    assert codes(lambda: act(board, "sheet", side=LEFT, text="fire")) == ("bad_order",)
    assert codes(lambda: act(board, "sheet", side="nobody", text="aim")) == ("no_side",)
    assert codes(lambda: act(board, "shuffle")) == ("bad_override",)
    board.at_deadline()
    assert reasons(board) == []
