"""Two closes at once, and kill -9 in the middle of one: nothing is resolved twice, nothing is lost."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import IntegrityError

from admiralty.core.errors import Complaint
from admiralty.run.replay import verify
from admiralty.store import Desk, close, closing, database, engine_for, questions, replay_file, submit, tell_seed
from store.processes import Child, die, together
from store.stand import LEFT, RIGHT, Board, codes, find

ROUNDS = 15


def closed_by_another(board: Board, **more: Any) -> Any:
    """Close by a connection of one's own, as another process would."""
    desk = Desk(engine_for(board.path), find, board.watch)
    closed = close(desk, "duel", key=board.keys["master"], **more)
    return msgspec.structs.asdict(closed) | {"again": closed.again}


def send_both(board: Board, number: int) -> None:
    board.handle = questions(board.desk, "duel").position.handle
    board.send(LEFT, "aim" if number % 3 else "dodge")
    board.send(RIGHT, "dodge" if number % 2 else "aim")


def finished(board: Board) -> str:
    while questions(board.desk, "duel").position.question:
        board.handle = questions(board.desk, "duel").position.handle
        board.at_deadline()
    tell_seed(board.desk, "duel", key=board.keys["master"])
    return replay_file(board.desk, "duel")


def undisturbed(folder: Path, rounds: int) -> str:
    """The replay of the same battle without any accident."""
    folder.mkdir()
    board = Board(folder, points=[99, 99], rounds=rounds)
    for number in range(rounds):
        send_both(board, number)
        board.at_deadline()
    return finished(board)


def consistent(board: Board) -> None:
    """What must hold at any moment: every closing has its journal entries and the position after it, and only those."""
    with sqlite3.connect(board.path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        positions = [number for (number,) in connection.execute("SELECT number FROM position ORDER BY number")]
        closings = [number for (number,) in connection.execute("SELECT position FROM closing ORDER BY position")]
        entries = [
            tuple(row) for row in connection.execute("SELECT position, side FROM journal ORDER BY position, place")
        ]
    assert positions == list(range(1, len(closings) + 2))
    assert closings == positions[:-1]
    assert entries == [(number, side) for number in closings for side in (LEFT, RIGHT)]


def test_kill_9_at_random_points_of_close_loses_nothing_and_resolves_nothing_twice(folder: Path) -> None:
    board = Board(folder, points=[99, 99], rounds=ROUNDS)
    random = Random(20310504)
    interrupted = 0
    for number in range(ROUNDS):
        send_both(board, number)
        board.watch.pass_deadline()
        for _ in range(3):
            interrupted += Child(lambda: closed_by_another(board)).kill_after(random.uniform(0, 0.05))
            consistent(board)
        closed_by_another(board, handle=board.handle)
        consistent(board)
    assert interrupted >= ROUNDS // 2
    assert finished(board) == undisturbed(folder / "quiet", ROUNDS)


def dying_at(board: Board, statement: int) -> Any:
    """Close, but die just before so many statements have been carried out; the last one is the commit."""
    desk = Desk(engine_for(board.path), find, board.watch)
    seen = [0]

    def count(*_: Any) -> None:
        seen[0] += 1
        if seen[0] == statement:
            die()

    event.listen(desk.engine, "before_cursor_execute", count)
    event.listen(desk.engine, "commit", count)
    close(desk, "duel", key=board.keys["master"])
    return seen[0]


def test_kill_9_before_every_single_statement_of_close(folder: Path) -> None:
    board = Board(folder, points=[99, 99], rounds=3)
    send_both(board, 1)
    board.watch.pass_deadline()
    statement = 0
    total = None
    while statement < 100:
        statement += 1
        total = Child(lambda: dying_at(board, statement)).outcome()  # noqa: B023
        if total is not None:
            break
        consistent(board)
        assert questions(board.desk, "duel").position.number == 1
    assert total == statement - 1
    assert statement > 10
    assert questions(board.desk, "duel").position.number == 2
    assert verify(finished(board), find).ok


@pytest.mark.parametrize("named", [True, False])
def test_closes_at_once_give_one_resolution_and_the_same_answer(folder: Path, named: bool) -> None:
    board = Board(folder, points=[99, 99], rounds=4)
    for number in range(4):
        send_both(board, number)
        board.watch.pass_deadline()
        more = {"handle": board.handle} if named else {}
        told = together([lambda: closed_by_another(board, **more)] * 3)  # noqa: B023
        assert sorted(one.pop("again") for one in told) == [False, True, True]
        for one in told:
            one.pop("waiting")
        assert all(one == told[0] for one in told)
        consistent(board)
    assert finished(board) == undisturbed(folder / "quiet", 4)


def test_sheets_sent_while_others_close_are_taken_whole_or_refused(folder: Path) -> None:
    board = Board(folder, points=[99, 99], rounds=5, house_rules={"accept_late_until_publication": True})

    def late(side: str, handle: str) -> Any:
        desk = Desk(engine_for(board.path), find, board.watch)
        text = f"question: {handle}\naim"
        return codes(lambda: submit(desk, "duel", side, text, key=board.keys[side]))

    for _ in range(5):
        handle = questions(board.desk, "duel").position.handle
        board.watch.pass_deadline()
        deeds = [lambda: closed_by_another(board), lambda: late(LEFT, handle), lambda: late(RIGHT, handle)]  # noqa: B023
        closed, *sent = together(deeds)
        taken = {side for side, told in zip((LEFT, RIGHT), sent, strict=True) if told == ()}
        assert set(sent) <= {(), ("older_state",), ("battle_over",)}
        assert taken == {LEFT, RIGHT} - set(closed["result"].missing)
        consistent(board)
    assert verify(finished(board), find).ok


def test_a_close_that_the_key_turns_away_finds_the_firsts_result(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a database that lets two write at once, the second of two equal keys is refused."""
    first = []

    @contextmanager
    def beaten(engine: Engine) -> Iterator[Connection]:
        monkeypatch.undo()
        first.append(board.close())
        raise IntegrityError("INSERT", {}, Exception())
        yield

    board.watch.pass_deadline()
    monkeypatch.setattr(closing, "writing", beaten)
    second = close(board.desk, "duel", key=board.keys["master"])
    assert (first[0].again, second.again) == (False, True)
    assert (second.position, second.result, second.next) == (first[0].position, first[0].result, first[0].next)


def test_a_file_that_another_keeps_in_use_is_told_in_a_sentence(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.05)
    desk = Desk(engine_for(board.path), find, board.watch)
    board.watch.pass_deadline()
    other = sqlite3.connect(board.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Complaint, match="in use by another command"):
        close(desk, "duel", key=board.keys["master"])
    assert questions(desk, "duel").position.number == 1
    other.close()
    assert not board.close().again
