"""Odds on the command line: the library's numbers, under conditions, in tables, as data, as drawings."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import admiralty
from admiralty.cli.condition import Condition, condition, together
from admiralty.core.errors import Complaint

from .conftest import STRIKE


def test_data_holds_every_measure_by_the_sheets_name(data: Any) -> None:
    found = data("odds", STRIKE)
    assert (found["ruleset"], found["unit"], found["certainty"]) == ("wave", "probability", {"kind": "exact"})
    battle = admiralty.load(STRIKE)
    assert list(found["measures"]) == [measure.name for measure in battle.rules.measures(battle.opening)]


def test_data_holds_probabilities_as_numbers(data: Any) -> None:
    one = data("odds", STRIKE, "--measure", "destroyed:cv")["measures"]["destroyed:cv"]
    exact = admiralty.odds(admiralty.load(STRIKE), measures=["destroyed:cv"])["destroyed:cv"]
    assert one["unit"] == "probability"
    assert one["chance"] == one["chances"]["true"] == exact.chance(True)
    assert one["chances"]["false"] + one["chance"] == pytest.approx(1, abs=1e-12)


def test_exact_data_holds_fractions_too(data: Any) -> None:
    one = data("odds", STRIKE, "--exact", "--measure", "destroyed:cv")["measures"]["destroyed:cv"]
    fractions = {outcome: Fraction(text) for outcome, text in one["fractions"].items()}
    assert sum(fractions.values()) == 1
    assert float(fractions["true"]) == one["chance"]


def test_sampled_data_holds_intervals(data: Any) -> None:
    found = data("odds", STRIKE, "--sample", 20_000, "--measure", "hp:cv")
    assert found["certainty"] == {"kind": "sampled", "battles": 20_000, "interval_level": 0.99}
    one = found["measures"]["hp:cv"]
    assert all(low <= one["chances"][outcome] <= high for outcome, (low, high) in one["intervals"].items())
    assert one["mean_half_width"] > 0


def test_the_same_seed_samples_the_same(data: Any) -> None:
    first, again, other = (data("odds", STRIKE, "--sample", 1000, "--seed", seed) for seed in ("a", "a", "b"))
    assert first == again != other


def test_dropped_weight_is_told(data: Any) -> None:
    certainty = data("odds", STRIKE, "--drop", "1e-9")["certainty"]
    assert certainty["kind"] == "bounded"
    assert 0 < certainty["lost"] < 1e-3


@pytest.mark.parametrize("condition", ["hp:cv=10", "cap:blue=0", "hp:cv>=0"])
def test_dropped_weight_bounds_conditional_odds_too(data: Any, condition: str) -> None:
    exact = data("odds", STRIKE, "--given", condition)["measures"]["hp:cv"]
    found = data("odds", STRIKE, "--given", condition, "--drop", "1e-6")["measures"]["hp:cv"]
    lost = found["certainty"]["lost"]
    for outcome, chance in exact["chances"].items():
        assert found["chances"].get(outcome, 0) <= chance + 1e-12
        assert chance <= found["chances"].get(outcome, 0) + lost + 1e-12


def test_conditions_joined_by_and(data: Any) -> None:
    found = data("odds", STRIKE, "--given", "hp:cv>=1", "--given", "cap:blue<3", "--measure", "hp:cv", "--exact")
    joint = admiralty.odds(admiralty.load(STRIKE), exact=True).joint("hp:cv", "cap:blue")
    kept = {hp: Fraction(0) for hp in range(1, 11)}
    for (hp, cap), part in joint.items():
        if hp >= 1 and cap < 3:
            kept[hp] += part
    share = sum(kept.values())
    assert found["given"] == ["hp:cv>=1", "cap:blue<3"]
    assert found["given_chance"] == float(share)
    fractions = found["measures"]["hp:cv"]["fractions"]
    assert {int(hp): Fraction(text) for hp, text in fractions.items()} == {
        hp: part / share for hp, part in kept.items()
    }


def test_a_condition_that_never_holds(run: Any) -> None:
    assert "never happens" in run("odds", STRIKE, "--given", "hp:cv=11", code=1).stderr


def test_joint_odds_by_name(data: Any) -> None:
    found = data("odds", STRIKE, "--joint", "cap:blue,hp:cv")["measures"]
    assert list(found) == ["cap:blue,hp:cv"]
    assert sum(found["cap:blue,hp:cv"]["chances"].values()) == pytest.approx(1, abs=1e-12)


def test_a_table_shows_what_can_come_out_and_sums_up_what_is_settled(run: Any) -> None:
    said = run("odds", STRIKE).stdout
    assert "destroyed:cv" in said
    assert "measures are settled" in said
    assert said.endswith("Exact.\n")


def test_a_sample_says_how_sure_it_is(run: Any) -> None:
    said = run("odds", STRIKE, "--sample", 10_000).stdout
    assert "Sampled from 10,000 battles" in said
    assert "Exact" not in said


@pytest.mark.parametrize(("ending", "start"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("html", b"<!DOCTYPE html>")])
def test_a_drawing(run: Any, workshop: Path, ending: str, start: bytes) -> None:
    file = workshop / f"odds.{ending}"
    run("odds", STRIKE, "--plot", file, "--measure", "hp:cv", "--measure", "destroyed:cv")
    drawn = file.read_bytes()
    assert drawn.lstrip().startswith(start)
    assert b"<script src=" not in drawn
    assert [place.name for place in workshop.iterdir()] == [file.name]


def test_a_drawing_without_the_extra_says_what_to_install(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)
    assert 'extra "plot"' in run("odds", STRIKE, "--plot", "odds.svg", code=1).stderr


def test_policies_by_side_and_by_file(data: Any, toy: Path, workshop: Path) -> None:
    plan = workshop / "plan.toml"
    plan.write_text('[left]\nstance = "aim"\ngive_up = "no"\n[right]\n"*" = "bot"\n', encoding="utf-8")
    by_file = data("odds", toy, "--policy", plan, "--exact")
    library = admiralty.odds(
        admiralty.load(toy),
        policies={"left": admiralty.by_question({"give_up": admiralty.fixed("no")}, admiralty.fixed("aim"))}
        | {"right": admiralty.ruleset("toy").bot},
        exact=True,
    )
    assert by_file["measures"]["winner"]["fractions"] == library["winner"].plain()


def test_a_mix_is_exact(data: Any, toy: Path, workshop: Path) -> None:
    plan = workshop / "mix.json"
    plan.write_text(
        '{"left": {"stance": {"mix": [["aim", "1/3"], ["dodge", "2/3"]]}, "give_up": "no"}, "right": "bot"}',
        encoding="utf-8",
    )
    fractions = data("odds", toy, "--policy", plan, "--exact")["measures"]["winner"]["fractions"]
    assert sum(Fraction(part) for part in fractions.values()) == 1


@pytest.mark.parametrize(
    ("plan", "path"),
    [
        ('{"middle": "bot"}', "middle"),
        ('{"left": 3}', "left"),
        ('{"left": {"stance": {"mix": [["aim", "1/3"]]}}}', "left.stance.mix"),
        ('{"left": {"stance": {"mix": [["aim", "x"]]}}}', "left.stance.mix[0]"),
        ('{"left": {"stance": {"each": []}}}', "left.stance.each"),
    ],
)
def test_a_faulty_plan_is_refused_with_its_path(data: Any, toy: Path, workshop: Path, plan: str, path: str) -> None:
    (workshop / "plan.json").write_text(plan, encoding="utf-8")
    assert path in [fault["path"] for fault in data("odds", toy, "--policy", "plan.json", code=1)["refused"]]


def test_an_answer_that_is_not_legal_is_refused(run: Any, toy: Path) -> None:
    assert "must be one of: aim, dodge" in run("odds", toy, "--policy", "left=hide", "--bots", code=1).stderr


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("hp:cv1=0", ("hp:cv1", "=", "0")),
        ("hp:cv1 == 0", ("hp:cv1", "=", "0")),
        ("cap:blue>=3", ("cap:blue", ">=", "3")),
        ("cap:blue < 3", ("cap:blue", "<", "3")),
        ("winner!=draw", ("winner", "!=", "draw")),
        ("section:s/bridge<=1", ("section:s/bridge", "<=", "1")),
        ("destroyed:cv1", ("destroyed:cv1", "=", "true")),
    ],
)
def test_conditions_as_they_are_typed(text: str, parts: tuple[str, str, str]) -> None:
    assert condition(text) == Condition(*parts)


@pytest.mark.parametrize("text", ["", "=", "=3", ">=", "a=<b"])
def test_what_is_no_condition(text: str) -> None:
    with pytest.raises(Complaint):
        together([condition(text)])({"a": 1})


@pytest.mark.parametrize(
    ("text", "reading", "holds"),
    [
        ("x=2", 2, True),
        ("x!=2", 2, False),
        ("x>2", 2, False),
        ("x>=2", 2, True),
        ("x<=-1", -1, True),
        ("x=true", True, True),
        ("x=no", True, False),
        ("x=dead", "dead", True),
        ("x=3", "3", True),
        ("x!=dead", "locked", True),
    ],
)
def test_whether_a_condition_holds(text: str, reading: Any, holds: bool) -> None:
    assert condition(text).holds(reading) is holds


@pytest.mark.parametrize(("text", "reading"), [("x=two", 2), ("x>1", "dead"), ("x=maybe", True), ("x>=two", 3)])
def test_a_comparison_without_meaning_is_refused(text: str, reading: Any) -> None:
    with pytest.raises(Complaint):
        condition(text).holds(reading)
