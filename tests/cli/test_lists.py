"""Rules, examples, schemas and best play on the command line."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

import admiralty

from .conftest import EXAMPLES


def test_the_charts_of_the_fighter_phase(run: Any, data: Any) -> None:
    said = run("rules", "wave").stdout
    charts = data("rules", "wave")["charts"]
    assert len(charts) >= 4
    assert all(chart["title"] in said for chart in charts)
    assert all(len(row) == len(chart["columns"]) for chart in charts for row in chart["rows"])


def test_rulesets_are_listed(data: Any) -> None:
    listed = {one["name"]: one for one in data("rules")}
    assert listed["wave"]["version"] == admiralty.ruleset("wave").version
    assert "toy" in listed


@pytest.mark.parametrize("example", list(admiralty.ruleset("wave").examples))
def test_every_example_loads_and_is_the_one_in_the_repository(run: Any, workshop: Path, example: str) -> None:
    run("new", "wave", "--example", example)
    file = workshop / f"{example}.toml"
    assert admiralty.load(file).rules.name == "wave"
    assert file.read_text(encoding="utf-8") == (EXAMPLES / file.name).read_text(encoding="utf-8")


def test_new_overwrites_only_by_force(run: Any, workshop: Path) -> None:
    (workshop / "mine.toml").write_text("mine")
    assert "--force" in run("new", "wave", "--out", "mine.toml", code=1).stderr
    assert (workshop / "mine.toml").read_text() == "mine"
    run("new", "wave", "--out", "mine.toml", "--force")
    assert tomllib.loads((workshop / "mine.toml").read_text(encoding="utf-8"))["ruleset"] == "wave"


def test_an_example_there_is_not_names_those_there_are(run: Any) -> None:
    assert "carrier_strike" in run("new", "wave", "--example", "moon", code=1).stderr


def test_the_schema_knows_the_scenarios_fields_and_no_others(data: Any, run: Any) -> None:
    schema = json.loads(run("schema", "wave").stdout)
    root = schema["$defs"][schema["$ref"].rsplit("/", 1)[-1]]
    assert root["properties"]["ruleset"] == {"const": "wave"}
    assert root["additionalProperties"] is False
    for file in EXAMPLES.glob("*.toml"):
        scenario = tomllib.loads(file.read_text(encoding="utf-8"))
        if scenario["ruleset"] == "wave":
            assert set(scenario) <= set(root["properties"])


def test_the_schema_can_be_written_to_a_file(run: Any, workshop: Path) -> None:
    run("schema", "wave", "--out", "wave.schema.json")
    assert json.loads((workshop / "wave.schema.json").read_text(encoding="utf-8"))["$defs"]


def test_best_play_has_a_value_and_mixes(run: Any, data: Any, toy: Path) -> None:
    found = data("solve", toy, "--rounds", 1)
    assert found["payoff"] == "winner=left - winner=right"
    assert found["exact"]
    sides = found["questions"][0]["sides"]
    assert set(sides) == {"left", "right"}
    said = run("solve", toy, "--rounds", 1).stdout
    assert "Value: " in said
    assert "left: Aim or dodge?" in said


def test_best_play_can_be_played(run: Any, data: Any, toy: Path) -> None:
    toy.write_text(toy.read_text().replace("rounds = 3", "rounds = 1").replace("true", "false"))
    value = data("solve", toy, "--save", "best.json")["value"]
    winner = data("odds", toy, "--policy", "best.json", "--exact")["measures"]["winner"]["fractions"]
    from fractions import Fraction

    assert Fraction(winner.get("left", "0")) - Fraction(winner.get("right", "0")) == Fraction(value)


def test_best_play_needs_a_goal_where_nobody_wins(run: Any) -> None:
    assert "--payoff" in run("solve", EXAMPLES / "carrier_strike.toml", code=1).stderr


def test_best_play_where_nothing_is_asked(run: Any, workshop: Path) -> None:
    ships = [{"id": "cv", "empire": "a", "class": "CV"}, {"id": "r", "empire": "b", "class": "CV", "fighters": 1}]
    wave = {"id": "w", "attacker": "b", "target": "cv", "fighters": [{"launcher": "r", "count": 1}]}
    scenario = {"ruleset": "wave", "empires": [{"id": "a"}, {"id": "b"}], "ships": ships, "waves": [wave]}
    (workshop / "quiet.json").write_text(json.dumps(scenario))
    assert "nothing to choose" in run("solve", "quiet.json", "--payoff", "hp:cv").stdout
