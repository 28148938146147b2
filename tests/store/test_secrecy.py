"""Nothing a side can get tells it anything of the other side's pending orders. L-54.

The other side here tries everything: every command with its own key and with none, in text and as
data, before the deadline and after it. The table file itself is the master's own and readable by nobody else.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from admiralty.store import check_orders, questions, submit, view
from store.commands import EVENING, MORNING, Shell
from store.stand import LEFT, RIGHT, Board

MARK = "zanzibar"
SHEETS = ("aim", json.dumps({"stance": "aim", "motto": MARK}), json.dumps({"stance": "dodge", "motto": MARK * 400}))

KINDS = ("bbcode", "markdown", "html", "text", "json", "replay")
TRIES: tuple[tuple[str, ...], ...] = (
    ("list",),
    ("questions", "duel"),
    *(("view", "duel", *side) for side in ((), ("--side", RIGHT), ("--side", LEFT), ("--side", "master"))),
    *(("export", "duel", "--as", kind, "--side", RIGHT) for kind in KINDS),
    ("export", "duel", "--as", "json"),
    ("export", "duel", "--as", "json", "--side", LEFT),
    *(("check-orders", "duel", side, "own.txt") for side in (RIGHT, LEFT)),
    *(("submit", "duel", side, file) for side in (RIGHT, LEFT) for file in ("own.txt", "bad.txt", "old.txt")),
    ("seal", "duel", RIGHT, "0" * 64, "--question", "1-stance"),
    ("seal", "duel", LEFT, "0" * 64, "--question", "1-stance"),
    ("reveal", "duel", LEFT, "own.txt", "--salt", "x"),
    ("close", "duel"),
    ("close", "duel", "--reason", "curiosity"),
    ("reveal-seed", "duel"),
    *(
        ("override", "duel", kind, "--reason", "curiosity", "--side", LEFT)
        for kind in ("default", "end", "undo", "new-key")
    ),
)


def overheard(shell: Shell) -> Iterator[str]:
    """Everything the right side gets to read, whatever it tries. Its own folder is named in no output."""
    own = {name: str(shell.folder / name) for name in ("own.txt", "bad.txt", "old.txt")}
    handle = shell.handle
    shell.file("own.txt", f"question: {handle}\naim\n")
    shell.file("bad.txt", f"question: {handle}\nfire\n")
    shell.file("old.txt", "question: 1-stance@000000000000\naim\n")
    for words in TRIES:
        typed = [own.get(word, word) for word in words]
        for key, *more in ((RIGHT,), (RIGHT, "--json"), ("",)):
            if "--as" not in words or not more:
                shell.run(*typed, *more, key=key)
                yield f"{words} {key} {more} {shell.code}\n{shell.said}".replace(str(shell.folder), "")


def heard_while_pending(answers: tuple[str, ...], now: str) -> list[str]:
    """What right can hear while left has sent these sheets, one after another, at an otherwise equal table."""
    with tempfile.TemporaryDirectory() as folder:
        shell = Shell(Path(folder))
        shell.open()
        for answer in answers:
            sheet = shell.file("left.toml", _sheet(shell.handle, answer))
            shell.run("submit", "duel", LEFT, sheet, key=LEFT)
            assert shell.code == 0
            shell.run("submit", "duel", LEFT, shell.file("left.toml", _sheet(shell.handle, MARK)), key=LEFT)
            assert shell.code == 1
        shell.now = now
        heard = list(overheard(shell))
        assert sorted(
            path.name for path in Path(folder).iterdir() if path.name not in ("left.toml", "scenario.json")
        ) == [
            "bad.txt",
            "old.txt",
            "own.txt",
            "table.db",
        ]
        return heard


def _sheet(handle: str, answer: str) -> str:
    """A sheet in TOML with the mark in a comment too."""
    written = answer if answer.startswith("{") else json.dumps(answer)
    return f"# {MARK}\nquestion = {json.dumps(handle)}\nanswer = {_inline(written)}\n"


def _inline(written: str) -> str:
    value = json.loads(written)
    if isinstance(value, str):
        return json.dumps(value)
    return "{" + ", ".join(f"{name} = {json.dumps(word)}" for name, word in value.items()) + "}"


@pytest.mark.parametrize("now", [MORNING, EVENING], ids=["before the deadline", "after the deadline"])
def test_whatever_the_other_side_tries_it_hears_the_same_whatever_was_sent(now: str) -> None:
    first, other = (heard_while_pending(answers, now) for answers in (SHEETS[:1], SHEETS[::-1]))
    assert len(first) > 80
    assert other == first
    assert not any(MARK in said for said in first)
    assert sum("A sheet has arrived" in said for said in first) > 0


def statements(board: Board, *deeds: Any) -> list[tuple[str, str]]:
    """The SQL that deeds carry out, with its parameters: how long they take depends on nothing else of the file."""
    carried: list[tuple[str, str]] = []

    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        carried.append((statement, "" if "INSERT" in statement else repr(parameters)))

    event.listen(board.desk.engine, "before_cursor_execute", note)
    for deed in deeds:
        deed()
    event.remove(board.desk.engine, "before_cursor_execute", note)
    return carried


def test_a_command_does_the_same_work_whatever_the_other_side_has_sent(folder: Path) -> None:
    found = []
    for number, answer in enumerate(SHEETS):
        (folder / str(number)).mkdir()
        board = Board(folder / str(number))
        text = _sheet(board.handle, answer)
        submit(board.desk, "duel", LEFT, text, key=board.keys[LEFT])
        key, own = board.keys[RIGHT], f"question: {board.handle}\naim"
        found.append(
            statements(
                board,
                lambda board=board: questions(board.desk, "duel"),
                lambda board=board, key=key: view(board.desk, "duel", RIGHT, key=key),
                lambda board=board, own=own: check_orders(board.desk, "duel", RIGHT, own),
                lambda board=board, own=own, key=key: submit(board.desk, "duel", RIGHT, own, key=key),
            )
        )
    assert found[0] == found[1] == found[2]
    assert len(found[0]) > 10


def test_a_secret_answer_stays_its_senders_after_publication_until_the_seed_is_told(folder: Path) -> None:
    shell = Shell(folder)
    shell.open()
    shell.run("submit", "duel", LEFT, shell.file("left.toml", _sheet(shell.handle, SHEETS[1])), key=LEFT)
    shell.now = EVENING
    shell.run("close", "duel", key="master")
    assert MARK not in shell.said
    assert not any(MARK in said for said in overheard(shell))
    assert MARK in shell.run("view", "duel", "--side", LEFT, key=LEFT)
    assert MARK in shell.run("view", "duel", "--side", "master", key="master")
    shell.run("override", "duel", "end", "--reason", "both agree", key="master")
    assert MARK not in shell.run("view", "duel")
    shell.run("reveal-seed", "duel", key="master")
    assert MARK in shell.run("view", "duel")
    assert MARK in shell.run("export", "duel", "--as", "replay")


def test_the_master_sees_no_sheet_before_it_is_closed(board: Board) -> None:
    submit(board.desk, "duel", LEFT, _sheet(board.handle, SHEETS[1]), key=board.keys[LEFT])
    assert MARK not in repr(view(board.desk, "duel", "master", key=board.keys["master"]))
    board.at_deadline()
    assert MARK in repr(view(board.desk, "duel", "master", key=board.keys["master"]))


def test_the_owner_sees_own_sheets_at_once(board: Board) -> None:
    submit(board.desk, "duel", LEFT, _sheet(board.handle, SHEETS[1]), key=board.keys[LEFT])
    assert MARK in view(board.desk, "duel", LEFT, key=board.keys[LEFT]).sheets[0].text
