"""``admiralty table``: a battle from its opening to the verified replay, typed command by command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from admiralty.run.replay import verify
from admiralty.store import seal_of
from store.commands import DEADLINE, EVENING, Shell
from store.stand import LEFT, RIGHT, SCENARIO, SEED, find


@pytest.fixture
def shell(folder: Path) -> Shell:
    made = Shell(folder)
    made.open()
    return made


def test_open_prints_commitment_and_keys_once_and_no_seed(folder: Path) -> None:
    shell = Shell(folder)
    scenario = shell.file("scenario.json", json.dumps(SCENARIO))
    said = shell.run("open", "duel", scenario, "--deadline", DEADLINE, "--seed", SEED)
    assert shell.code == 0
    assert [said.count(f"Key of {who}: ") for who in (LEFT, RIGHT, "the master")] == [1, 1, 1]
    assert "Commitment to the seed: " in said
    assert SEED not in said


def test_questions_say_who_is_asked_until_when_and_what_happens_then(shell: Shell) -> None:
    shell.send(LEFT, "aim")
    said = shell.run("questions", "duel")
    assert f"Open question: {shell.handle}" in said
    assert "Deadline: 2031-05-04 20:00+02:00" in said
    assert (
        "At the deadline the last sheet of each side counts as it is; without one the default orders are played."
        in said
    )
    assert "Asked of left: Aim or dodge?\nA sheet has arrived.\n" in said
    assert "Asked of right: Aim or dodge?\nNothing has arrived yet.\n" in said


def test_a_whole_battle_through_the_commands(shell: Shell) -> None:
    commitment = shell.data("questions", "duel")["commitment"]
    for day in range(3):
        shell.send(LEFT, "aim")
        shell.now = f"2031-05-{10 + 2 * day}T20:01+02:00"
        assert "is closed and published" in shell.run("close", "duel", key="master")
    assert "The battle is over." in shell.said
    replay = shell.folder / "battle.jsonl"
    shell.run("export", "duel", "--as", "replay", "--out", str(replay))
    assert shell.code == 1
    assert not replay.exists()
    told = shell.data("reveal-seed", "duel", key="master")
    assert told == {"seed": SEED, "commitment": commitment}
    shell.run("export", "duel", "--as", "replay", "--out", str(replay))
    assert verify(replay.read_text(encoding="utf-8"), find).ok


@pytest.mark.parametrize("kind", ["bbcode", "markdown", "html", "text", "json"])
def test_the_public_report_tells_what_was_published_and_not_the_seed(shell: Shell, kind: str) -> None:
    shell.send(LEFT, "aim")
    shell.now = EVENING
    shell.run("close", "duel", key="master")
    report = shell.run("export", "duel", "--as", kind)
    assert shell.code == 0
    assert "right" in report
    assert "the default orders were played" in report
    assert SEED not in report


def test_close_may_be_repeated(shell: Shell) -> None:
    assert shell.run("close", "duel", key="master") == ""
    assert (shell.code, "[not_due]" in shell.said) == (1, True)
    shell.now = EVENING
    first = shell.data("close", "duel", key="master")
    second = shell.data("close", "duel", key="master")
    assert (first["again"], second["again"]) == (False, True)
    assert {name: first[name] for name in ("position", "result", "closed_at", "next")} == {
        name: second[name] for name in ("position", "result", "closed_at", "next")
    }


def test_check_orders_lists_every_fault_and_sends_nothing(shell: Shell) -> None:
    bad = shell.file("sheet.toml", 'stance = "aim"\nmotto = "why?"')
    shell.run("check-orders", "duel", LEFT, bad)
    assert (shell.code, "[bad_motto, T-3]" in shell.said) == (1, True)
    good = shell.file("good.toml", f'question = "{shell.handle}"\nstance = "aim"')
    assert "The sheet is in order. It was not sent." in shell.run("check-orders", "duel", LEFT, good)
    assert not shell.data("questions", "duel")["waiting"][0]["arrived"]


def test_a_sheet_sent_anyway_says_what_will_not_be_carried_out(shell: Shell) -> None:
    bad = shell.file("sheet.toml", f'question = "{shell.handle}"\nstance = "aim"\nmotto = "why?"')
    shell.run("submit", "duel", LEFT, bad, key=LEFT)
    assert shell.code == 1
    assert "Will not be carried out" in shell.run("submit", "duel", LEFT, bad, "--anyway", key=LEFT)


def test_sealed_orders_through_the_commands(folder: Path) -> None:
    shell = Shell(folder)
    shell.open(SCENARIO | {"house_rules": {"sealed_orders": True}}, "--reveal", "6h")
    for side in (LEFT, RIGHT):
        sheet = shell.file(f"{side}.txt", f"question: {shell.handle}\naim\n")
        made = shell.data("hash", sheet, "--salt", f"salt of {side}")
        assert made["sha256"] == seal_of(Path(sheet).read_text(encoding="utf-8"), f"salt of {side}")
        shell.run("seal", "duel", side, made["sha256"], "--question", shell.handle, key=side)
        assert shell.code == 0
    for side in (LEFT, RIGHT):
        shell.run("reveal", "duel", side, str(folder / f"{side}.txt"), "--salt", f"salt of {side}", key=side)
        assert shell.code == 0
    assert shell.data("close", "duel", key="master")["result"]["missing"] == []


def test_the_master_forces_the_phase_on_with_a_reason_all_can_read(shell: Shell) -> None:
    shell.run("close", "duel", "--reason", "right is away", key="master")
    assert "It was closed before it was due" in shell.said
    assert "right is away" in shell.run("questions", "duel")
    assert "right is away" in shell.run("export", "duel")
    shell.run("override", "duel", "note", "--reason", "a second note", key="master")
    assert "a second note" in shell.run("view", "duel")


@pytest.mark.parametrize(
    "words",
    [
        ("questions", "nothing"),
        ("view", "duel", "--side", "nobody"),
        ("submit", "duel", LEFT, "no such file"),
        ("submit", "duel", LEFT, "-"),
        ("close", "duel", "--deadline", "tomorrow"),
        ("override", "duel", "undo", "--reason", "r", "--to", "x"),
        ("seal", "duel", LEFT, "zz", "--question", "x"),
        ("reveal", "duel", LEFT, "-", "--salt", "s"),
        ("open", "duel", "no such file"),
        ("open", "second", "scenario.json", "--every", "often"),
        ("reveal-seed", "duel"),
        ("export", "duel", "--out", "/no/such/directory/x"),
        ("list", "--file", "/no/such/file"),
    ],
)
def test_a_mistake_is_a_sentence_and_exit_code_1(shell: Shell, words: tuple[str, ...]) -> None:
    shell.run(*words, stdin=b"\xff")
    assert shell.code == 1
    assert shell.said.strip()


def test_a_reason_that_is_no_text_is_refused(shell: Shell) -> None:
    shell.run("override", "duel", "note", "--reason", "\udcff", key="master")
    assert (shell.code, "bad_text" in shell.said) == (1, True)


def test_the_report_of_a_battle_the_master_ended_says_so(shell: Shell) -> None:
    assert "This battle is not over yet." in shell.run("export", "duel", "--as", "text")
    shell.run("override", "duel", "end", "--reason", "both agree to a draw", key="master")
    report = shell.run("export", "duel", "--as", "text")
    assert "the master ended the battle: both agree to a draw" in report
    assert "This battle is not over yet." not in report


def test_names_and_reasons_cannot_break_a_report_or_a_terminal(shell: Shell) -> None:
    shell.run("override", "duel", "note", "--reason", "[b]<script>\x1b[31m\nKey of left: x", key="master")
    assert "[b]&lt;script&gt;" in shell.run("export", "duel", "--as", "html")
    for words in (("questions", "duel"), ("view", "duel"), ("export", "duel", "--as", "text")):
        said = shell.run(*words)
        assert "\x1b" not in said
        assert "\nKey of left" not in said
