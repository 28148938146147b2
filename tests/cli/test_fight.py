"""Fighting, replaying and verifying: the same seed, the same bytes, whoever answers and however often it stops."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import admiralty
from admiralty.cli import asking
from admiralty.run.dice import commitment

from .conftest import EXAMPLES, SEED, STRIKE


def test_the_same_seed_gives_the_same_bytes(run: Any, workshop: Path) -> None:
    for name in ("one.jsonl", "two.jsonl"):
        run("fight", STRIKE, "--seed", SEED, "--out", name)
    assert (workshop / "one.jsonl").read_bytes() == (workshop / "two.jsonl").read_bytes()


def test_the_library_gives_the_same_bytes(run: Any, workshop: Path) -> None:
    run("fight", STRIKE, "--seed", SEED, "--out", "one.jsonl")
    replay = admiralty.fight(admiralty.load(STRIKE), seed=SEED)
    assert replay.text.encode() == (workshop / "one.jsonl").read_bytes()
    assert replay.verify().ok
    assert len(replay.events) > 0


def test_data_of_a_fight(data: Any) -> None:
    found = data("fight", STRIKE, "--seed", SEED)
    replay = admiralty.fight(admiralty.load(STRIKE), seed=SEED)
    assert (found["seed"], found["commitment"], found["measures"]) == (SEED, commitment(SEED), replay.result)


def test_without_a_seed_every_battle_has_its_own(data: Any) -> None:
    assert data("fight", STRIKE)["seed"] != data("fight", STRIKE)["seed"]


def test_verify_counts_dice_and_lines(data: Any, run: Any, workshop: Path) -> None:
    run("fight", STRIKE, "--seed", SEED, "--out", "one.jsonl")
    found = data("verify", "one.jsonl")
    lines = (workshop / "one.jsonl").read_text(encoding="utf-8").splitlines()
    thrown = sum(len(json.loads(line).get("faces", ())) for line in lines)
    assert found == {"ok": True, "dice": thrown, "lines": len(lines)}


def test_an_altered_die_fails_verify_and_replay(run: Any, data: Any, workshop: Path) -> None:
    run("fight", STRIKE, "--seed", SEED, "--out", "one.jsonl")
    file = workshop / "one.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines()
    number = next(n for n, line in enumerate(lines) if '"faces"' in line)
    event = json.loads(lines[number])
    event["faces"][0] = event["faces"][0] % 10 + 1
    lines[number] = json.dumps(event, separators=(",", ":"))
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert data("verify", "one.jsonl", code=1)["line"] == number + 1
    assert f"line {number + 1} is wrong" in run("verify", "one.jsonl", code=1).stderr
    assert "is wrong" in run("replay", "one.jsonl", "--out", "page.html", "--as", "html", code=1).stderr
    assert not (workshop / "page.html").exists()


@pytest.mark.parametrize("kind", ["text", "markdown", "bbcode", "html", "json"])
def test_every_kind_of_report(run: Any, workshop: Path, kind: str) -> None:
    run("fight", STRIKE, "--seed", SEED, "--out", "one.jsonl")
    told = run("replay", "one.jsonl", "--as", kind)
    assert "verified" in told.stderr
    run("replay", "one.jsonl", "--as", kind, "--out", "told")
    assert (workshop / "told").read_text(encoding="utf-8") == told.stdout
    assert "Carrier strike" in told.stdout


def test_a_battle_nobody_answers_in_says_how_to_answer(run: Any, toy: Path, workshop: Path) -> None:
    said = run("fight", toy, "--out", "one.jsonl", code=1).stderr
    assert "Aim or dodge?" in said
    assert "--bots" in said
    assert not (workshop / "one.jsonl").exists()


def test_bots_fight_a_battle_to_its_end(run: Any, data: Any, toy: Path) -> None:
    run("fight", toy, "--bots", "--seed", SEED, "--out", "one.jsonl")
    assert data("verify", "one.jsonl")["ok"]


def test_answers_from_a_file(run: Any, toy: Path, workshop: Path) -> None:
    answers = '[left]\nstance = { each = ["aim", "dodge"] }\ngive_up = "no"\n[right]\nstance = "aim"\ngive_up = "no"\n'
    (workshop / "answers.toml").write_text(answers, encoding="utf-8")
    run("fight", toy, "--seed", SEED, "--answers", "answers.toml", "--out", "one.jsonl")
    lines = [json.loads(line) for line in (workshop / "one.jsonl").read_text().splitlines()]
    stances = [line["answer"] for line in lines if line.get("side") == "left" and line["question"].endswith("stance")]
    assert stances == ["aim", "dodge", "dodge"][: len(stances)]
    assert stances


@pytest.fixture
def seated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody sits at the terminal, and what is hidden is read like the rest."""
    monkeypatch.setattr(asking, "_interactive", lambda: True)
    monkeypatch.setattr("getpass.getpass", lambda prompt: _line())


def _line() -> str:
    import sys

    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


LEFT = ("--policy", "left.stance=aim", "--policy", "left.give_up=no")
RIGHT = ("--policy", "right.stance=dodge", "--policy", "right.give_up=no")


@pytest.mark.usefixtures("seated")
def test_questions_are_asked_until_the_answer_is_legal(run: Any, toy: Path) -> None:
    found = run("fight", toy, "--seed", SEED, *RIGHT, typed="hide\n1\naim\naim\n")
    assert "must be one of: aim, dodge" in found.stderr
    assert "1. aim" in found.stderr
    assert commitment(SEED) in found.stderr


@pytest.mark.usefixtures("seated")
def test_a_stopped_battle_goes_on_where_it_was(run: Any, toy: Path, workshop: Path) -> None:
    run("fight", toy, "--seed", SEED, *RIGHT, "--out", "whole.jsonl", typed="aim\ndodge\naim\n")
    said = run("fight", toy, "--seed", SEED, *RIGHT, "--out", "half.jsonl", typed="aim\n", code=130)
    assert "Go on with: admiralty fight half.jsonl" in said.stderr
    run("verify", "half.jsonl")
    run("fight", "half.jsonl", *RIGHT, "--out", "half.jsonl", typed="dodge\naim\n")
    assert (workshop / "half.jsonl").read_bytes() == (workshop / "whole.jsonl").read_bytes()


@pytest.mark.usefixtures("seated")
def test_a_battle_stopped_without_a_place_is_kept_all_the_same(run: Any, toy: Path, workshop: Path) -> None:
    run("fight", toy, "--seed", SEED, *RIGHT, typed="aim\n", code=130)
    run("verify", "toy-unfinished-1.jsonl")


@pytest.mark.usefixtures("seated")
def test_answers_are_kept_when_a_policy_fails_later(run: Any, toy: Path) -> None:
    said = run("fight", toy, "--seed", SEED, "--policy", "right.stance=dodge", typed="aim\n" * 9 + "no\n", code=1)
    assert "there is no answer for give_up" in said.stderr
    run("verify", "toy-unfinished-1.jsonl")


def test_dice_thrown_by_hand(run: Any, toy: Path, workshop: Path) -> None:
    typed = "7\n4\n" + "1\n" * 20
    said = run("fight", toy, "--by-hand", *LEFT, *RIGHT, "--out", "h.jsonl", typed=typed)
    assert "Throw 1 × d6 for shot (left)" in said.stderr
    assert "a d6 shows 1 to 6" in said.stderr
    faces = [json.loads(line)["faces"] for line in (workshop / "h.jsonl").read_text().splitlines() if '"faces"' in line]
    assert faces[0] == [4]
    assert "thrown by hand" in run("replay", "h.jsonl").stdout


def test_strings_of_the_players_change_the_dice(data: Any) -> None:
    plain, mixed = data("fight", STRIKE, "--seed", SEED), data("fight", STRIKE, "--seed", SEED, "--string", "red=salt")
    assert plain["measures"] != mixed["measures"]


def test_a_string_of_no_side_is_refused(run: Any) -> None:
    assert "sides are: blue, red" in run("fight", STRIKE, "--string", "green=salt", code=1).stderr


def test_a_replay_shows_itself_in_a_notebook_in_a_frame(toy: Path) -> None:
    shown = admiralty.fight(admiralty.load(STRIKE), seed=SEED)._repr_html_()
    assert shown.startswith("<iframe srcdoc=")


def test_a_report_is_in_the_language_of_its_scenario_unless_the_reader_asks_for_one(run: Any, workshop: Path) -> None:
    scenario = (EXAMPLES / "two_frigates.toml").read_text(encoding="utf-8")
    (workshop / "ru.toml").write_text(f'language = "ru"\n{scenario}', encoding="utf-8")
    run("fight", "ru.toml", "--bots", "--seed", SEED, "--out", "ru.jsonl")
    for words in (("fight", "ru.toml", "--bots", "--seed", SEED), ("replay", "ru.jsonl")):
        assert "── Ход 1 ──" in run(*words).stdout
        assert "── Turn 1 ──" in run(*words, "--lang", "en").stdout
