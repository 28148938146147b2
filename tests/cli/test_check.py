"""Conformance cases: what passes, what differs, and how closely."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from admiralty.run.check import differences, plain

GOLDEN = Path(__file__).parents[1] / "golden"


def test_all_dice_cases_pass(data: Any) -> None:
    found = data("check", GOLDEN / "dice.json")
    assert (found["cases"], found["passed"], found["failed"]) == (5, 5, 0)


def test_some_wave_cases_pass(run: Any) -> None:
    run("check", GOLDEN / "wave.json", "--only", "wave-dice")


def test_the_ruleset_is_told_by_the_case_whatever_the_file_is_called(run: Any, workshop: Path) -> None:
    cases = json.loads((GOLDEN / "wave.json").read_text())[:1] + json.loads((GOLDEN / "dice.json").read_text())[:1]
    (workshop / "mine.json").write_text(json.dumps(cases))
    assert "2 of 2 cases pass." in run("check", "mine.json").stdout


def test_a_difference_is_shown_and_is_exit_code_1(run: Any, data: Any, workshop: Path) -> None:
    case = json.loads((GOLDEN / "dice.json").read_text())[0]
    case["expect"]["faces"][2] = 7
    (workshop / "dice.json").write_text(json.dumps([case]))
    said = run("check", "dice.json", code=1).stdout
    assert "dice-g-1: faces[2]: expected 7, found 6" in said
    assert "0 of 1 case passes." in said
    found = data("check", "dice.json", code=1)
    assert found["differing"][0]["differences"] == [{"path": "faces[2]", "expected": "7", "found": "6"}]


def test_a_case_that_cannot_be_answered_fails(run: Any, workshop: Path) -> None:
    case = {"id": "wave-x", "ask": "weather", "given": {}, "expect": {}}
    (workshop / "wave.json").write_text(json.dumps([case]))
    assert "wave-x: " in run("check", "wave.json", code=1).stdout


@pytest.mark.parametrize("text", ["{}", "[1]", '[{"id": "a"}]', "nothing"])
def test_a_file_that_holds_no_cases_is_refused(run: Any, workshop: Path, text: str) -> None:
    (workshop / "wave.json").write_text(text)
    run("check", "wave.json", code=1)


def test_a_tolerance_that_is_none_is_refused(data: Any, workshop: Path) -> None:
    case = {"id": "wave-x", "ask": "phase", "given": {}, "expect": {}, "tolerance": "roughly"}
    (workshop / "wave.json").write_text(json.dumps([case]))
    assert [fault["path"] for fault in data("check", "wave.json", code=1)["refused"]] == ["[0].tolerance"]


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        ("1", "1/1"),
        ("3/8", plain(Fraction(3, 8))),
        ({"a": [1, None]}, {"a": [1, None]}),
        ({"refused": "bad_hp"}, {"refused": ["duplicate_id", "bad_hp"]}),
        (True, True),
    ],
)
def test_what_is_the_same(expected: Any, found: Any) -> None:
    assert list(differences(expected, found)) == []


@pytest.mark.parametrize(
    ("expected", "found", "path"),
    [
        ({"a": "1/3"}, {"a": "0.3333333333333333"}, "a"),
        ({"a": 1}, {"a": True}, "a"),
        ({"a": 1}, {}, "a"),
        ({}, {"a": 1}, "a"),
        ({"a": [1, 2]}, {"a": [1]}, "a.length"),
        ({"a": {"b": ["x"]}}, {"a": {"b": ["y"]}}, "a.b[0]"),
        ({"refused": "bad_hp"}, {"refused": ["duplicate_id"]}, "refused"),
        ({"a": "1"}, {"a": 1.0}, "a"),
        ({"a": "1/2"}, {"a": "1/3"}, "a"),
    ],
)
def test_what_is_not_the_same(expected: Any, found: Any, path: str) -> None:
    assert [difference.path for difference in differences(expected, found)] == [path]


@pytest.mark.parametrize(
    ("found", "same"),
    [("6.302751236143601e-16", True), ("6.30275123615e-16", False), (6.3027512361436013e-16, True), ("0", False)],
)
def test_a_relative_tolerance_holds_in_the_tails(found: Any, same: bool) -> None:
    wanted = {"0": "6.3027512361436013043290740E-16"}
    assert (list(differences(wanted, {"0": found}, "relative 1e-12")) == []) is same
