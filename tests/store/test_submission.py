"""Sheets: when they count, which one counts, what is refused. L-53 to L-57."""

from __future__ import annotations

import json
import sqlite3
from datetime import timedelta
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from admiralty.store import check_orders, questions, replay_file, submit, tell_seed, view
from store.stand import DEADLINE, LEFT, RIGHT, Board, codes


def rows(board: Board) -> dict[str, int]:
    with sqlite3.connect(board.path) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {table: connection.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0] for table in tables}


def answers(board: Board) -> dict[str, Any]:
    """What was played at the first question, as the master sees it."""
    seen = view(board.desk, "duel", "master", key=board.keys["master"])
    return {event["side"]: event["answer"] for event in seen.published if event.get("question") == "1-stance"}


def test_a_sheet_at_the_deadline_is_in_time_and_one_after_it_is_late(board: Board) -> None:
    board.watch.now = DEADLINE
    assert board.send(LEFT, "aim").number == 1
    board.watch.now = DEADLINE + timedelta(microseconds=1)
    assert codes(lambda: board.send(RIGHT, "aim")) == ("late",)
    board.close()
    assert answers(board) == {LEFT: "aim", RIGHT: {"stance": "dodge", "motto": ""}}


def test_late_sheets_are_ignored_but_an_earlier_one_still_counts(board: Board) -> None:
    board.send(LEFT, "aim")
    board.watch.pass_deadline()
    assert codes(lambda: board.send(LEFT, "dodge")) == ("late",)
    board.close()
    assert answers(board)[LEFT] == "aim"


def test_with_accept_late_a_sheet_counts_until_its_phase_is_published(folder: Path) -> None:
    board = Board(folder, house_rules={"accept_late_until_publication": True})
    board.send(LEFT, "aim")
    old = board.handle
    board.watch.pass_deadline()
    assert board.send(LEFT, "dodge").number == 2
    board.close()
    assert answers(board)[LEFT] == "dodge"
    assert codes(lambda: board.send(LEFT, "aim", handle=old)) == ("older_state",)


def test_the_last_sheet_counts_as_a_whole_and_both_are_kept(board: Board) -> None:
    assert codes(lambda: board.send(LEFT, "nonsense")) == ("bad_order",)
    submit(
        board.desk,
        "duel",
        LEFT,
        json.dumps({"question": board.handle, "stance": "aim", "motto": "one"}),
        key=board.keys[LEFT],
    )
    board.watch.now += timedelta(minutes=1)
    board.send(LEFT, "dodge")
    sheets = view(board.desk, "duel", LEFT, key=board.keys[LEFT]).sheets
    assert [(sheet.number, sheet.counts) for sheet in sheets] == [(1, False), (2, True)]
    board.at_deadline()
    assert answers(board)[LEFT] == "dodge"


def test_of_two_sheets_at_the_same_time_the_one_listed_later_counts(board: Board) -> None:
    board.send(LEFT, "aim")
    board.send(LEFT, "dodge")
    board.at_deadline()
    assert answers(board)[LEFT] == "dodge"


def test_the_number_on_a_receipt_counts_only_the_sides_own_sheets(board: Board) -> None:
    for _ in range(5):
        board.send(LEFT, "aim")
    assert board.send(RIGHT, "aim").number == 1


def test_a_sheet_must_name_the_question_and_an_older_one_is_told_the_newer(board: Board) -> None:
    assert codes(lambda: submit(board.desk, "duel", LEFT, "aim", key=board.keys[LEFT])) == ("no_question",)
    old = board.handle
    board.at_deadline()
    with pytest.raises(Exception, match=board.handle):
        board.send(LEFT, "aim", handle=old)
    assert codes(lambda: board.send(LEFT, "aim", handle=old)) == ("older_state",)
    assert codes(lambda: board.send(LEFT, "aim", handle="2-stance@000000000000")) == ("other_question",)
    assert codes(lambda: board.send(LEFT, "aim", handle="2-stance")) == ("other_question",)


@pytest.mark.parametrize(
    "text",
    [
        "question: {handle}\naim\n",
        "\n  Вопрос :  {handle}\r\n\r\n  aim  \r\n",
        'question = "{handle}"\nanswer = "aim"\n',
        'question = "{handle}"\nstance = "aim"\n',
        '# mine\n"question" = "{handle}"\n[answer]\nstance = "aim"\n',
        '{{"question": "{handle}", "answer": "aim"}}',
        '{{"question": "{handle}", "answer": {{"stance": "aim"}}}}',
    ],
)
def test_sheets_come_as_plain_text_toml_or_json(board: Board, text: str) -> None:
    submit(board.desk, "duel", LEFT, text.format(handle=board.handle), key=board.keys[LEFT])
    board.at_deadline()
    assert answers(board)[LEFT] in ("aim", {"stance": "aim"})


def test_the_question_may_be_named_beside_the_sheet_but_not_against_it(board: Board) -> None:
    submit(board.desk, "duel", LEFT, "aim", key=board.keys[LEFT], handle=board.handle)
    text = f"question: {board.handle}\naim"
    wrong = "1-stance@000000000000"
    assert codes(lambda: submit(board.desk, "duel", LEFT, text, key=board.keys[LEFT], handle=wrong)) == (
        "other_question",
    )


NO_SHEETS = [
    "",
    "{",
    "\x00",
    "\ud800",
    "[[[[" * 2000,
    "x" * 300_000,
    '{"question": 5}',
    '{"answer": NaN}',
    '{"answer": "\\ud800"}',
    '{"a": 1, "a": 2}',
    "answer = 1979-05-27",
    "answer = inf",
    "a = 1\na = 2",
    'answer = "aim"\nstance = "aim"',
]


@pytest.mark.parametrize("text", NO_SHEETS, ids=range(len(NO_SHEETS)))
def test_a_sheet_that_is_no_sheet_is_refused_in_a_sentence_and_changes_nothing(board: Board, text: str) -> None:
    before = rows(board)
    assert codes(lambda: submit(board.desk, "duel", LEFT, text, key=board.keys[LEFT], handle=board.handle)) != ()
    assert rows(board) == before


def test_an_illegal_sheet_is_sent_back_with_all_reasons(board: Board) -> None:
    bad = json.dumps({"question": board.handle, "stance": "aim", "motto": "who?"})
    assert codes(lambda: submit(board.desk, "duel", LEFT, bad, key=board.keys[LEFT])) == ("bad_motto",)
    assert not questions(board.desk, "duel").waiting[0].arrived


def test_sent_anyway_it_stands_and_the_rules_say_what_becomes_of_it(board: Board) -> None:
    bad = json.dumps({"question": board.handle, "stance": "aim", "motto": "who?"})
    receipt = submit(board.desk, "duel", LEFT, bad, key=board.keys[LEFT], anyway=True)
    assert [fault.code for fault in receipt.faults] == ["bad_motto"]
    board.at_deadline()
    own = view(board.desk, "duel", LEFT, key=board.keys[LEFT]).published
    other = view(board.desk, "duel", RIGHT, key=board.keys[RIGHT]).published
    assert any(event.get("kind") == "struck_out" for event in own)
    assert "who?" not in repr(other)


def test_checking_a_sheet_changes_nothing_and_minds_no_deadline(board: Board) -> None:
    before = rows(board)
    board.watch.pass_deadline()
    good = check_orders(board.desk, "duel", LEFT, f"question: {board.handle}\naim")
    bad = check_orders(board.desk, "duel", LEFT, '{"stance": "aim", "motto": "?"}')
    assert (good.faults, [fault.code for fault in bad.faults]) == ((), ["bad_motto"])
    assert codes(lambda: check_orders(board.desk, "duel", LEFT, "fire")) == ("bad_order",)
    assert rows(board) == before


def test_checking_needs_the_key_where_a_side_sees_more_than_the_public(board: Board) -> None:
    text = json.dumps({"question": board.handle, "stance": "aim", "motto": "mine"})
    submit(board.desk, "duel", LEFT, text, key=board.keys[LEFT])
    board.at_deadline()
    assert codes(lambda: check_orders(board.desk, "duel", LEFT, "aim")) == ("wrong_key",)
    assert check_orders(board.desk, "duel", LEFT, "aim", key=board.keys[LEFT]).faults == ()
    assert check_orders(board.desk, "duel", RIGHT, "aim").faults == ()
    assert codes(lambda: check_orders(board.desk, "duel", "nobody", "aim")) == ("no_side",)


def test_the_order_of_submission_never_matters(folder: Path) -> None:
    """Four sheets of two sides in every order that keeps each side's own."""
    sent = ((LEFT, "dodge"), (LEFT, "aim"), (RIGHT, "aim"), (RIGHT, "dodge"))
    found = set()
    for number, order in enumerate(permutations(range(4))):
        if order.index(0) > order.index(1) or order.index(2) > order.index(3):
            continue
        (folder / str(number)).mkdir()
        board = Board(folder / str(number))
        for place in order:
            board.send(*sent[place])
        for _ in range(3):
            board.at_deadline()
        tell_seed(board.desk, "duel", key=board.keys["master"])
        found.add(replay_file(board.desk, "duel"))
    assert len(found) == 1


def test_after_the_end_nothing_is_taken(board: Board) -> None:
    for _ in range(3):
        board.at_deadline()
    assert questions(board.desk, "duel").position.question == ""
    assert codes(lambda: board.send(LEFT, "aim", handle="3-stance@000000000000")) == ("battle_over",)
