"""A user's mistake: a sentence for each fault, exit code 1, nothing written, never a traceback."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .conftest import SEED, STRIKE


def broken(workshop: Path) -> Path:
    """A scenario with three faults."""
    text = STRIKE.read_text(encoding="utf-8")
    text = (
        text.replace('id = "cr1"', 'id = "cv"')
        .replace("max_hp = 10", "max_hp = 0")
        .replace("[[waves]]", "[[wawes]]", 1)
    )
    file = workshop / "broken.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_file_that_is_not_there(run: Any) -> None:
    assert "gone.toml: cannot be read: No such file or directory" in run("odds", "gone.toml", code=1).stderr


def test_a_directory_instead_of_a_file(run: Any, workshop: Path) -> None:
    assert "cannot be read: Is a directory" in run("odds", workshop, code=1).stderr


@pytest.mark.parametrize("command", ["odds", "fight", "solve", "replay", "verify", "check"])
def test_a_binary_file(run: Any, workshop: Path, command: str) -> None:
    (workshop / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe\x00")
    assert "picture.png: is not UTF-8 text" in run(command, "picture.png", code=1).stderr


@pytest.mark.parametrize("command", ["odds", "fight", "solve", "replay", "verify", "check"])
def test_an_empty_file(run: Any, workshop: Path, command: str) -> None:
    (workshop / "empty").write_text("")
    run(command, "empty", code=1)


def test_bad_toml_names_the_line(run: Any, workshop: Path) -> None:
    (workshop / "bad.toml").write_text('ruleset = "wave"\nships = = 3\n', encoding="utf-8")
    assert "bad.toml: Invalid value (at line 2, column 9)" in run("odds", "bad.toml", code=1).stderr


def test_bad_json_names_the_line(run: Any, workshop: Path) -> None:
    (workshop / "bad.json").write_text('{"ruleset": "wave",\n"ships": [}', encoding="utf-8")
    assert "bad.json: Expecting value: line 2 column 11" in run("odds", "bad.json", code=1).stderr


def test_a_scenario_without_a_ruleset(run: Any, workshop: Path) -> None:
    (workshop / "none.toml").write_text('title = "x"\n', encoding="utf-8")
    assert "the scenario must say which ruleset it is for" in run("odds", "none.toml", code=1).stderr


def test_an_unknown_ruleset_names_the_near_one(run: Any, workshop: Path) -> None:
    (workshop / "near.toml").write_text('ruleset = "wvae"\n', encoding="utf-8")
    assert "did you mean wave?" in run("odds", "near.toml", code=1).stderr


def test_every_fault_has_a_line_with_path_value_code_and_rule(run: Any, workshop: Path) -> None:
    lines = run("odds", broken(workshop), code=1).stderr.splitlines()
    assert lines[0].endswith(f"broken.toml: refused for {len(lines) - 1} faults")
    assert len(lines) >= 4
    assert any(line.startswith("ships[0].max_hp = 0: ") and "W-95]" in line for line in lines)
    assert any(line.startswith('ships[1].id = "cv": ') and "[duplicate_id, " in line for line in lines)


def test_faults_as_data(data: Any, workshop: Path) -> None:
    found = data("odds", broken(workshop), code=1)
    assert found["file"].endswith("broken.toml")
    assert {"duplicate_id", "unknown_field"} <= {fault["code"] for fault in found["refused"]}
    assert all(set(fault) == {"code", "path", "value", "rule", "text"} for fault in found["refused"])
    assert all(fault["text"] and fault["path"] for fault in found["refused"])


@pytest.mark.parametrize("command", ["odds", "fight", "solve", "replay", "verify", "check", "rules", "new", "schema"])
def test_a_refusal_is_data_where_data_was_asked_for(data: Any, command: str) -> None:
    (fault,) = data(command, "nowhere", code=1)["refused"]
    assert fault["text"]


@pytest.mark.parametrize("seed", ["abc", "x" * 64, SEED + "0", "0 " * 32])
def test_a_seed_that_is_none(run: Any, seed: str) -> None:
    assert "a seed is 64 hex characters" in run("fight", STRIKE, "--seed", seed, code=1).stderr


def test_nothing_is_written_on_refusal(run: Any, workshop: Path) -> None:
    file = broken(workshop)
    (workshop / "battle.jsonl").write_text("before")
    run("fight", file, "--out", "battle.jsonl", code=1)
    run("odds", file, "--plot", "odds.svg", code=1)
    assert {place.name for place in workshop.iterdir()} == {"battle.jsonl", "broken.toml"}
    assert (workshop / "battle.jsonl").read_text() == "before"


@pytest.mark.parametrize("out", ["nowhere/battle.jsonl", "."])
def test_a_place_that_cannot_be_written(run: Any, out: str) -> None:
    assert "directory" in run("fight", STRIKE, "--out", out, code=1).stderr


def test_a_drawing_of_an_unknown_kind(run: Any) -> None:
    assert "must end in one of .svg, .png, .html" in run("odds", STRIKE, "--plot", "odds.gif", code=1).stderr


def test_names_are_shown_as_they_are_without_markup_or_control_letters(run: Any, workshop: Path) -> None:
    file = workshop / "names.json"
    scenario = {"ruleset": "wave", "empires": [{"id": "[bold]red[/bold]"}, {"id": "[bold]red[/bold]"}], "ships": []}
    file.write_text(json.dumps(scenario | {"\x1b[31mfield": 1, "\ud800": 2}), encoding="utf-8")
    said = run("odds", file, code=1).stderr
    assert "[bold]red[/bold]" in said
    assert "\x1b" not in said


def test_a_missing_policy_says_what_to_do(run: Any, toy: Path) -> None:
    said = run("odds", toy, code=1).stderr
    assert "how left plays" in said
    assert "--bots" in said


def test_too_many_states_say_what_to_do(run: Any) -> None:
    said = run("odds", STRIKE, "--limit", 10, code=1).stderr
    assert "more than the limit of 10" in said
    assert "ask for a sample" in said


def test_a_sample_is_not_exact(run: Any) -> None:
    assert "neither exact" in run("odds", STRIKE, "--sample", 10, "--exact", code=1).stderr


def test_an_unknown_measure_names_near_ones(run: Any) -> None:
    assert "did you mean hp:cv" in run("odds", STRIKE, "--measure", "hp:cw", code=1).stderr
