"""Opening a battle: what is told, what is kept, what is refused."""

from __future__ import annotations

import hashlib
import sqlite3
import stat
from datetime import timedelta
from pathlib import Path

import pytest

from admiralty.core.errors import Complaint
from admiralty.run.replay import verify
from admiralty.store import (
    engine_for,
    names,
    open_battle,
    questions,
    read_span,
    read_time,
    replay_file,
    tell_seed,
    view,
)
from store.stand import DEADLINE, LEFT, RIGHT, SCENARIO, SEED, Board, codes


def test_the_commitment_is_the_hash_of_the_seed_and_the_seed_is_not_told(board: Board) -> None:
    assert board.opened.commitment == hashlib.sha256(bytes.fromhex(SEED)).hexdigest()
    assert SEED not in repr(board.opened)
    assert SEED not in repr(questions(board.desk, "duel"))


def test_every_side_and_the_master_get_a_key_of_their_own(board: Board) -> None:
    assert list(board.keys) == [LEFT, RIGHT, "master"]
    assert len(set(board.keys.values())) == 3


def test_keys_are_kept_only_as_hashes_and_the_file_is_its_owners_alone(board: Board) -> None:
    content = board.path.read_bytes()
    for key in board.keys.values():
        assert key.encode() not in content
        assert key.replace("-", "").encode() not in content
    assert stat.S_IMODE(board.path.stat().st_mode) == 0o600


def test_a_key_may_be_typed_in_capitals_and_without_its_dashes(board: Board) -> None:
    key = board.keys[LEFT].upper().replace("-", " ")
    assert view(board.desk, "duel", LEFT, key=key).side == LEFT


@pytest.mark.parametrize("key", ["", "x", "ключ", "\ud800", "a" * 10_000])
def test_a_wrong_key_is_refused(board: Board, key: str) -> None:
    assert codes(lambda: view(board.desk, "duel", LEFT, key=key)) == ("wrong_key",)


def test_no_key_opens_another_door(board: Board) -> None:
    assert codes(lambda: view(board.desk, "duel", LEFT, key=board.keys[RIGHT])) == ("wrong_key",)
    assert codes(lambda: view(board.desk, "duel", LEFT, key=board.keys["master"])) == ("wrong_key",)
    assert codes(lambda: view(board.desk, "duel", "nobody", key=board.keys[LEFT])) == ("no_side",)


@pytest.mark.parametrize(
    ("name", "code"),
    [("duel", "battle_exists"), ("", "bad_name"), ("a b", "bad_name"), ("../x", "bad_name"), ("a" * 41, "bad_name")],
)
def test_names_that_are_taken_or_no_names_are_refused(board: Board, name: str, code: str) -> None:
    assert codes(lambda: open_battle(board.desk, name, SCENARIO)) == (code,)
    assert names(board.desk) == ["duel"]


def test_a_deadline_that_is_past_is_refused(board: Board) -> None:
    board.watch.now = DEADLINE
    assert codes(lambda: open_battle(board.desk, "second", SCENARIO, deadline=DEADLINE)) == ("deadline_past",)


def test_several_battles_live_in_one_file_and_their_keys_do_not_mix(board: Board) -> None:
    other = open_battle(board.desk, "second", SCENARIO, seed=SEED)
    assert names(board.desk) == ["duel", "second"]
    assert codes(lambda: view(board.desk, "second", LEFT, key=board.keys[LEFT])) == ("wrong_key",)
    assert view(board.desk, "second", LEFT, key=other.keys[LEFT]).name == "second"


def test_without_a_seed_given_every_battle_draws_its_own(board: Board) -> None:
    one, two = (open_battle(board.desk, name, SCENARIO) for name in ("one", "two"))
    assert one.commitment != two.commitment


def test_the_handle_is_keyed_with_the_seed_so_that_a_state_cannot_be_guessed_from_it(board: Board) -> None:
    one, two = (
        open_battle(board.desk, name, SCENARIO, seed=seed) for name, seed in (("one", SEED), ("two", "ab" * 32))
    )
    assert one.position.handle == board.handle
    assert two.position.digest != one.position.digest


@pytest.mark.parametrize("time", ["", "tomorrow", "2031-05-04", "2031-05-04T20:00", "20:00+02:00"])
def test_a_time_needs_its_date_and_zone(time: str) -> None:
    assert codes(lambda: read_time(time)) == ("bad_time",)


def test_times_in_different_zones_are_the_same_moment() -> None:
    assert read_time("2031-05-04T20:00+02:00") == read_time("2031-05-04T18:00Z")


def test_spans() -> None:
    assert [read_span(text) for text in ("90m", "48h", "3d", "1w")] == [
        timedelta(minutes=90),
        timedelta(hours=48),
        timedelta(days=3),
        timedelta(days=7),
    ]
    for text in ("", "0h", "-1h", "1", "h", "1.5h", "1y"):
        assert codes(lambda text=text: read_span(text)) == ("bad_span",)


def test_a_missing_file_and_one_that_is_no_table_are_told_in_a_sentence(folder: Path) -> None:
    assert codes(lambda: engine_for(folder / "none.db")) == ("no_table",)
    (folder / "text.db").write_text("these are no pages of a database, but many words " * 50)
    with pytest.raises(Complaint, match="not a table file"):
        engine_for(folder / "text.db", create=True)
    sqlite3.connect(folder / "empty.db").close()
    assert codes(lambda: engine_for(folder / "empty.db")) == ("not_a_table",)


def test_a_battle_that_asks_nothing_is_over_as_soon_as_it_is_open(board: Board) -> None:
    mute = open_battle(board.desk, "mute", SCENARIO | {"ruleset": "mute"})
    assert mute.position.question == ""
    assert questions(board.desk, "mute").waiting == ()
    assert tell_seed(board.desk, "mute", key=mute.keys["master"]).commitment == mute.commitment
    assert verify(replay_file(board.desk, "mute"), board.desk.find).ok


def test_rows_can_neither_be_edited_nor_deleted(board: Board) -> None:
    board.send(LEFT, "aim")
    with sqlite3.connect(board.path) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        assert len(tables) == 10
        for table in ("sheet", "battle", "position", "key", "deadline"):
            with pytest.raises(sqlite3.IntegrityError, match="only appended"):
                connection.execute(f"DELETE FROM {table}")
        with pytest.raises(sqlite3.IntegrityError, match="only appended"):
            connection.execute("UPDATE sheet SET text = 'dodge'")
