"""Passing the deadline: once, whole, and the same answer whoever asks again. L-53, L-55, L-59."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from admiralty.run.battle import Battle
from admiralty.run.play import Play
from admiralty.run.replay import read_header, text, verify
from admiralty.store import (
    Desk,
    engine_for,
    open_battle,
    override,
    questions,
    replay_file,
    submit,
    tell_seed,
    view,
)
from admiralty.store.closing import close
from admiralty.store.ledger import Ledger
from store.stand import DEADLINE, LEFT, RIGHT, SCENARIO, SEED, Board, codes, find


def test_before_and_at_the_deadline_nothing_is_closed_even_if_all_sheets_are_there(board: Board) -> None:
    board.send(LEFT, "aim")
    board.send(RIGHT, "aim")
    board.watch.now = DEADLINE
    assert codes(board.close) == ("not_due",)
    board.watch.now += timedelta(microseconds=1)
    assert board.close().result.missing == ()


def test_missing_sheets_become_default_orders_and_are_marked(board: Board) -> None:
    board.send(LEFT, "aim")
    assert board.at_deadline().result.missing == (RIGHT,)
    seen = view(board.desk, "duel", RIGHT, key=board.keys[RIGHT]).published
    assert [event["answer"] for event in seen if event.get("defaulted")] == [{"stance": "dodge", "motto": ""}]


def test_a_second_close_gives_the_firsts_result(board: Board) -> None:
    board.send(LEFT, "aim")
    handle = board.handle
    first = board.at_deadline()
    for second in (board.close(), board.close(handle=handle)):
        assert second.again
        assert (second.position, second.result, second.closed_at, second.next) == (
            first.position,
            first.result,
            first.closed_at,
            first.next,
        )
    assert questions(board.desk, "duel").position == first.next


def test_after_a_restart_the_answer_is_the_same(board: Board) -> None:
    first = board.at_deadline()
    fresh = Desk(engine_for(board.path), find, board.watch)
    again = close(fresh, "duel", key=board.keys["master"], handle=first.position.handle)
    assert (again.again, again.result, again.closed_at) == (True, first.result, first.closed_at)


def test_a_close_that_names_the_open_question_is_told_when_it_is_due(board: Board) -> None:
    board.at_deadline()
    assert codes(lambda: board.close(handle=board.handle)) == ("not_due",)
    assert codes(lambda: board.close(handle="1-stance@000000000000")) == ("other_question",)


def test_only_the_master_closes(board: Board) -> None:
    board.watch.pass_deadline()
    assert codes(lambda: close(board.desk, "duel", key=board.keys[LEFT])) == ("wrong_key",)
    assert questions(board.desk, "duel").position.handle == board.handle


def test_the_next_deadline_lies_a_span_after_publication_or_where_the_master_puts_it(board: Board) -> None:
    board.at_deadline()
    assert questions(board.desk, "duel").deadline == (board.watch.now + timedelta(hours=12)).isoformat()
    board.watch.now += timedelta(days=2)
    board.close(deadline=board.watch.now + timedelta(hours=1))
    assert questions(board.desk, "duel").deadline == (board.watch.now + timedelta(hours=1)).isoformat()


def test_without_a_deadline_it_is_closed_when_all_sheets_have_arrived(folder: Path) -> None:
    board = Board(folder, every=None)
    board.send(LEFT, "aim")
    assert codes(board.close) == ("not_due",)
    board.send(RIGHT, "aim")
    assert not board.close().again


def test_with_a_reason_the_master_closes_early_and_that_is_marked(board: Board) -> None:
    board.send(LEFT, "aim")
    closed = board.close(reason="right has been away for a week")
    assert (closed.result.forced, closed.result.missing) == (True, (RIGHT,))
    marked = questions(board.desk, "duel").overrides
    assert [(one.kind, one.reason) for one in marked] == [("force", "right has been away for a week")]


def test_a_reason_that_was_not_needed_marks_nothing(board: Board) -> None:
    board.watch.pass_deadline()
    assert not board.close(reason="in a hurry").result.forced
    assert questions(board.desk, "duel").overrides == ()


def test_where_there_are_no_default_orders_the_master_must_enter_some(board: Board) -> None:
    opened = open_battle(board.desk, "toy", {"ruleset": "toy", "points": [2, 2]}, deadline=DEADLINE, seed=SEED)
    key, handle = opened.keys["master"], opened.position.handle
    submit(board.desk, "toy", LEFT, f"question: {handle}\naim", key=opened.keys[LEFT])
    board.watch.pass_deadline()
    assert codes(lambda: close(board.desk, "toy", key=key)) == ("no_default",)
    override(board.desk, "toy", "sheet", key=key, reason="sent by mail", side=RIGHT, text="dodge")
    assert close(board.desk, "toy", key=key).result.missing == ()


def test_an_open_question_to_one_side_is_answered_in_the_same_way(folder: Path) -> None:
    board = Board(folder, may_give_up=True, rounds=30)
    while questions(board.desk, "duel").position.secret:
        board.send(LEFT, "dodge")
        board.send(RIGHT, "aim")
        board.at_deadline()
    asked = questions(board.desk, "duel")
    assert (asked.position.sides, asked.position.question[-7:]) == ((LEFT,), "give_up")
    assert codes(lambda: board.send(RIGHT, "yes")) == ("not_asked",)
    board.send(LEFT, "yes")
    assert board.at_deadline().next.question == ""


def played(board: Board) -> str:
    """The battle to its end, left aiming and right silent; its replay file."""
    while questions(board.desk, "duel").position.question:
        board.send(LEFT, "aim")
        board.at_deadline()
    tell_seed(board.desk, "duel", key=board.keys["master"])
    return replay_file(board.desk, "duel")


def test_the_replay_file_verifies_and_equals_the_battle_played_live(board: Board) -> None:
    content = played(board)
    assert verify(content, find).ok
    battle = Battle("stand", 1, dict(SCENARIO), SEED)
    play = Play(battle, find)
    while (waiting := play.waiting) is not None:
        play.answer(LEFT, "aim", waiting.name)
        play.answer(RIGHT, {"stance": "dodge", "motto": ""}, waiting.name, defaulted=True)
    assert text(play) == content
    assert read_header(content).seed == SEED


def test_the_journal_holds_nothing_of_a_pending_sheet(board: Board) -> None:
    board.send(LEFT, "aim")
    with board.desk.engine.connect() as connection:
        assert Ledger(connection, "duel").journal(1) == ()


def test_a_sheet_for_which_there_is_no_room_is_refused_and_the_earlier_one_counts(board: Board) -> None:
    board.send(LEFT, "aim")
    full = engine_for(board.path)
    event.listen(full, "connect", lambda connection, _: connection.execute("PRAGMA max_page_count = 1"))
    text = f'{{"question": "{board.handle}", "stance": "dodge", "motto": "{"long " * 3000}"}}'
    desk = Desk(full, find, board.watch)
    assert codes(lambda: submit(desk, "duel", LEFT, text, key=board.keys[LEFT])) == ("store_failed",)
    assert board.at_deadline().result.missing == (RIGHT,)


@pytest.mark.parametrize("room", range(4))
def test_a_full_disk_changes_nothing_and_close_works_when_there_is_room(board: Board, room: int) -> None:
    """The file may not grow, or only by so many pages; the sheets are so large that a page more is always needed."""
    motto = "long " * 3000
    for side in (LEFT, RIGHT):
        text = f'{{"question": "{board.handle}", "stance": "aim", "motto": "{motto}"}}'
        submit(board.desk, "duel", side, text, key=board.keys[side])
    board.watch.pass_deadline()
    before = hashlib.sha256(board.path.read_bytes()).hexdigest()
    full = engine_for(board.path)

    def limit(connection: Any, _record: Any) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages + room}")

    event.listen(full, "connect", limit)
    with pytest.raises(Exception, match="disk is full") as told:
        close(Desk(full, find, board.watch), "duel", key=board.keys["master"])
    assert motto[:40] not in str(told.value)
    assert hashlib.sha256(board.path.read_bytes()).hexdigest() == before
    assert not board.close().again
    assert verify(played(board), find).ok
