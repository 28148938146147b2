"""What should I fly? The chart of two pieces of a battle: ``admiralty rules --for FILE``. D-34."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from .conftest import EXAMPLES, STRIKE

GOLDEN = Path(__file__).parents[1] / "golden" / "duel.json"
WASPS = EXAMPLES / "wasp_duel.toml"
HAND = {"kind": "character", "id": "hand", "side": "blue", "health": 50}
SHOTS = ("Basic Shot", "Power Shot", "Sweep Shot", "Engine Shot", "Trick Shot", "Booster Shot", "Cyclone Shot")
EVASIONS = ("Swing", "Dive", "Barrel Roll", "Afterburner", "Erratic Pattern")


def case(number: str) -> dict[str, Any]:
    return next(one for one in json.loads(GOLDEN.read_text(encoding="utf-8")) if one["id"] == number)


def battle(workshop: Path, attacker: dict[str, Any], defender: dict[str, Any], *more: dict[str, Any]) -> Path:
    pieces = [attacker | {"id": "slow", "side": "red"}, defender | {"id": "ace", "side": "blue"}, *more]
    file = workshop / "pair.json"
    file.write_text(json.dumps({"ruleset": "duel", "title": "Two pilots", "pieces": pieces}), encoding="utf-8")
    return file


@pytest.fixture
def pair(workshop: Path) -> Path:
    """Level 3 Dex 40 attacks level 3 Dex 80."""
    given = case("duel-53")["given"]
    return battle(workshop, given["attacker"], given["defender"])


def chart(data: Any, *arguments: object) -> dict[str, Any]:
    (only,) = data("rules", "duel", "--for", *arguments)["charts"]
    return dict(only)


def mix(lines: list[dict[str, str]]) -> dict[str, str]:
    return {line["key"]: line["mix"] for line in lines if line["mix"] != "0"}


@pytest.mark.parametrize("number", [f"duel-{n}" for n in range(47, 57)])
def test_the_chart_is_that_of_the_golden_case(data: Any, workshop: Path, number: str) -> None:
    given, expect = case(number)["given"], case(number)["expect"]
    found = chart(data, battle(workshop, given["attacker"], given["defender"]))
    assert found["cells"]["damage"] == expect["matrix"]
    assert (found["value"], found["unique"]) == (expect["value"], expect["unique"])
    if expect["unique"]:
        assert (mix(found["rows"]), mix(found["columns"])) == (expect["attack_mix"], expect["defense_mix"])


def test_power_and_cyclone_are_mixed_against_an_ace(data: Any, pair: Path) -> None:
    found = chart(data, pair)
    assert found["value"] == "105231/28825"
    assert mix(found["rows"]) == {"power": "243/1153", "cyclone": "910/1153"}
    assert mix(found["columns"]) == {"swing": "348/1153", "erratic": "805/1153"}


def test_chances_to_hit_are_final(data: Any, pair: Path) -> None:
    """40 + AC 15 + 8 of the ace's Dex + 15 Swing - 4 of the shooter's = 74, or 84 against a Power Shot's +25."""
    hit = chart(data, pair)["cells"]["hit"]
    assert hit["basic"]["swing"] == "27/100"
    assert hit["power"]["swing"] == "17/100"


@pytest.mark.parametrize("columns", [80, 100, 120])
def test_the_table_fits_a_terminal(run: Any, pair: Path, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    said = run("rules", "duel", "--for", pair).stdout
    assert max(len(line.rstrip()) for line in said.splitlines()) <= columns
    assert all(name in said for name in (*SHOTS, "Swing", "Afterburner", "21.08 %", "78.92 %", "30.18 %", "69.82 %"))
    assert "slow fires at ace" in said
    assert "Value: 3.6507 = 105231/28825" in said
    assert "This is the only best play." in said


def test_a_cell_has_expected_damage_and_chance_to_hit(run: Any, pair: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    rows = {line[:13].strip(): line[13:].split("  ") for line in run("rules", "--for", pair).stdout.splitlines()}
    assert [cell.strip() for cell in rows["Basic Shot"] if cell.strip()] == [
        "1.89 · 27.0 %",
        "2.24 · 32.0 %",
        "1.82 · 26.0 %",
        "2.59 · 37.0 %",
        "2.10 · 30.0 %",
        "–",
    ]


def test_other_play_as_good_is_told(run: Any, workshop: Path) -> None:
    given = case("duel-56")["given"]
    said = run("rules", "--for", battle(workshop, given["attacker"], given["defender"])).stdout
    assert "There are other plays as good as this one." in said


def test_the_chart_in_russian(run: Any, pair: Path) -> None:
    said = run("rules", "duel", "--for", pair, "--lang", "ru").stdout
    assert "Цена игры: 3,6507 = 105231/28825" in said
    assert "Если ace объявит силовой выстрел, попасть в него на 10 легче (D-8)." in said


def test_the_first_fighter_of_each_side_unless_named(data: Any, pair: Path) -> None:
    assert chart(data, pair)["title"] == "slow fires at ace"
    assert chart(data, pair, "--attacker", "ace")["title"] == "ace fires at slow"
    assert chart(data, pair, "--defender", "slow")["title"] == "ace fires at slow"
    assert chart(data, pair, "--attacker", "ace", "--defender", "slow")["title"] == "ace fires at slow"


def test_a_pilot_without_engine_control_has_one_row(data: Any, workshop: Path) -> None:
    given = case("duel-53")["given"]
    found = chart(data, battle(workshop, given["attacker"] | {"systems": {"engine": 2}}, given["defender"]))
    assert [row["key"] for row in found["rows"]] == ["basic"]
    assert "slow is without engine control and fires Basic Shots only (D-17)." in found["text"]


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (["--attacker", "slo"], "unknown_piece", "there is no slo; did you mean slow?"),
        (["--defender", "moon"], "unknown_piece", "there is no moon; known are: ace, hand, slow, wing"),
        (["--attacker", "slow", "--defender", "slow"], "target_gone", "slow and slow are on the same side"),
        (["--attacker", "ace", "--defender", "wing"], "target_gone", "ace and wing are on the same side"),
        (["--attacker", "hand"], "no_manoeuvres", "hand is no fighter, and only fighters fly manoeuvres"),
        (["--attacker", "wing"], "no_laser", "wing has no laser"),
    ],
)
def test_pieces_that_cannot_be_meant(
    run: Any, data: Any, workshop: Path, options: list[str], code: str, said: str
) -> None:
    given = case("duel-53")["given"]
    wing = {"kind": "fighter", "id": "wing", "side": "blue", "laser": None}
    file = battle(workshop, given["attacker"], given["defender"], HAND, wing)
    (fault,) = data("rules", "--for", file, *options, code=1)["refused"]
    assert (fault["code"], fault["text"]) == (code, said)
    assert said in run("rules", "--for", file, *options, code=1).stderr


def test_a_side_without_fighters_has_no_chart(run: Any) -> None:
    said = run("rules", "--for", EXAMPLES / "monitor_raid.toml", code=1).stderr
    assert "amber has no fighter in the battle, and only fighters fly manoeuvres" in said


def test_weapons_out_of_order_fire_at_nobody(run: Any, workshop: Path) -> None:
    given = case("duel-53")["given"]
    file = battle(workshop, given["attacker"] | {"systems": {"weapons": 3}}, given["defender"])
    assert "slow has its weapons out of order (D-17) [weapons_out]" in run("rules", "--for", file, code=1).stderr


def test_the_destroyed_fly_nothing(run: Any, workshop: Path) -> None:
    given = case("duel-53")["given"]
    file = battle(workshop, given["attacker"] | {"hp": 0}, given["defender"])
    assert "slow is destroyed [target_gone]" in run("rules", "--for", file, "--attacker", "slow", code=1).stderr
    assert "red has no fighter in the battle" in run("rules", "--for", file, code=1).stderr


def test_a_ruleset_without_such_a_chart_says_so(run: Any) -> None:
    assert "wave has no chart of two pieces of a battle" in run("rules", "wave", "--for", STRIKE, code=1).stderr


def test_a_battle_of_another_ruleset_is_refused(run: Any) -> None:
    assert "is a battle of duel, not of wave" in run("rules", "wave", "--for", WASPS, code=1).stderr


@pytest.mark.parametrize("options", [["--attacker", "ash"], ["--defender", "ash"], ["--plot", "chart.svg"]])
def test_options_of_the_chart_need_a_battle(run: Any, options: list[str]) -> None:
    assert "need a battle: --for FILE" in run("rules", "duel", *options, code=1).stderr


def test_the_charts_of_the_rules_end_with_how_to_get_it(run: Any) -> None:
    last = run("rules", "duel").stdout.splitlines()[-1]
    assert last.endswith("admiralty rules duel --for FILE --attacker ID --defender ID")
    assert "--for" not in run("rules", "wave").stdout


@pytest.mark.parametrize("ending", ["svg", "html"])
def test_the_heat_map_has_names_figures_and_mixes(run: Any, pair: Path, workshop: Path, ending: str) -> None:
    pytest.importorskip("altair")
    pytest.importorskip("vl_convert")
    run("rules", "duel", "--for", pair, "--plot", f"chart.{ending}")
    drawn = (workshop / f"chart.{ending}").read_text(encoding="utf-8")
    assert all(name in drawn for name in (*SHOTS, *EVASIONS, "21.08 %", "69.82 %", "2.38", "17.0 %", "105231/28825"))


def test_the_heat_map_as_pixels(run: Any, pair: Path, workshop: Path) -> None:
    pytest.importorskip("altair")
    pytest.importorskip("vl_convert")
    assert "Written: chart.png" in run("rules", "duel", "--for", pair, "--plot", "chart.png").stderr
    assert (workshop / "chart.png").read_bytes().startswith(b"\x89PNG")


def test_a_drawing_of_another_kind_is_refused_before_anything_is_shown(run: Any, pair: Path) -> None:
    refused = run("rules", "--for", pair, "--plot", "chart.gif", code=1)
    assert "must end in one of .svg, .png, .html" in refused.stderr
    assert refused.stdout == ""


def test_without_the_extra_a_drawing_says_what_to_install(
    run: Any, pair: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)
    assert 'extra "plot"' in run("rules", "--for", pair, "--plot", "chart.svg", code=1).stderr
