"""Faults that people met in programs of this kind, as tests of ours: those that concern every ruleset.

Each test is named after its report. Those about the fighter phase alone are in ``wave/test_field_reports.py``.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import Any

import pytest
from rich.console import Console
from test_every_ruleset import EXAMPLES, each_example, played, scenario, spoilt, spots
from toy import SIDES, TOY, begin, bot

from admiralty.core.errors import Refusal
from admiralty.core.event import Thrown
from admiralty.report import render
from admiralty.report.language import language
from admiralty.report.odds import bars, certainty_sentence, tables
from admiralty.report.odds_data import distribution_data
from admiralty.report.replay import Replay
from admiralty.report.story import story
from admiralty.rulesets import find
from admiralty.run.battle import Battle, load, parse_text
from admiralty.run.distribution import Certainty, Distribution
from admiralty.run.odds import battle_odds
from admiralty.run.play import Play
from admiralty.run.policy import bots
from admiralty.run.replay import result, text

EIGHTH = {True: Fraction(1, 8), False: Fraction(7, 8)}


def shown(*drawn: Any) -> str:
    console = Console(width=120, no_color=True, highlight=False)
    with console.capture() as capture:
        for one in drawn:
            console.print(one)
    return capture.get()


def thrown(play: Play) -> list[Thrown]:
    return [event for record in play.records for event in record.events if isinstance(event, Thrown)]


# Numbers of the odds


def test_the_word_exact_appears_only_on_exact_results() -> None:
    told = {kind: str(certainty_sentence(Certainty(kind, 1e-9, 1000))) for kind in ("exact", "bounded", "sampled")}
    assert told["exact"] == "Exact."
    assert "but" in told["bounded"]
    assert "1e-09" in told["bounded"]
    assert "xact" not in told["sampled"]
    assert "1,000 battles" in told["sampled"]


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_at_least_none_is_certain_at_least_all_is_the_last_and_more_than_all_is_impossible(rounds: int) -> None:
    found = battle_odds(
        TOY, begin({"points": [3, 2], "rounds": rounds}), policies=dict.fromkeys(SIDES, bot), exact=True
    )
    for name in ("left", "right"):
        distribution = found[name]
        least, most = min(distribution), max(distribution)
        assert distribution.at_least(least) == distribution.at_most(most) == 1
        assert distribution.at_least(most) == distribution[most]
        assert distribution.at_least(most + 1) == distribution.at_most(least - 1) == 0
        for number in range(least, most + 2):
            assert distribution.at_least(number) + distribution.at_most(number - 1) == 1


def test_one_success_from_one_try_is_not_shown_as_nought() -> None:
    """The column "or more" of a table: certain at the first line, the last chance at the last."""
    rows = [line.split() for line in shown(bars(Distribution("hits", {0: 0.5, 1: 0.5}))).splitlines()[2:]]
    assert [row[:3] + row[-2:] for row in rows] == [["0", "50", "%", "100", "%"], ["1", "50", "%", "50", "%"]]


def test_a_chance_of_an_eighth_is_12_5_per_cent_in_every_language_and_0_125_in_data() -> None:
    distribution = Distribution("sunk", EIGHTH)
    for code, told in (("en", "12.5 %"), ("ru", "12,5 %")):
        assert told in shown(*tables([distribution], language(code)))
        assert told in shown(bars(distribution, language(code)))
    data = distribution_data(distribution)
    assert (data["unit"], data["chance"], data["chances"]["true"]) == ("probability", 0.125, 0.125)
    assert data["fractions"] == {"true": "1/8", "false": "7/8"}


def test_what_is_almost_certain_is_not_shown_as_certain_nor_what_is_almost_impossible_as_impossible() -> None:
    near = Distribution("sunk", {True: 0.999998, False: 2e-6})
    assert ">99.99 %" in shown(*tables([near]))
    assert "<0.01 %" in shown(bars(near))
    assert not re.search(r"\b(100|0) %", shown(*tables([near]), bars(near)))


# Battles and their records


@pytest.mark.parametrize("seed", range(20))
def test_the_winner_is_who_is_left(seed: int) -> None:
    play = Play(Battle("toy", 1, {"ruleset": "toy", "points": [2, 2]}, f"{seed:064x}"), lambda name: TOY)
    play.play_bots(bots(TOY, play.state))
    told = result(play)
    left, right = (gunner.points for gunner in play.state.gunners)  # type: ignore[attr-defined]
    assert (told["left"], told["right"]) == (left, right)
    assert told["winner"] == {1: "left", 0: "draw", -1: "right"}[(left > right) - (left < right)]


@each_example
def test_the_chance_of_every_throw_before_it_falls_and_what_it_came_to_are_of_one_pool(name: str, example: str) -> None:
    for event in thrown(played(name, example)):
        assert all(1 <= face <= sides for face, sides in zip(event.faces, event.pool.dice(), strict=True))
        assert event.pool.read(event.faces) == event.outcome
        if len(event.faces) <= 200:
            assert event.pool.odds().chance(event.outcome) > 0


@each_example
def test_dice_are_numbered_without_a_gap(name: str, example: str) -> None:
    play = played(name, example)
    first = 0
    for event in thrown(play):
        assert event.first == first
        first += len(event.faces)
    assert first == play.dice_thrown


DIE = re.compile(r"\bd(\d+)=(\d+)\b")
JUDGED = re.compile(r"\bd(\d+)=(\d+)[^d|]*?(?: vs |\| )(≤ \d+|\d+\+)(?::| \|)")


@each_example
@pytest.mark.parametrize("kind", ["text", "markdown", "bbcode"])
def test_raw_die_and_comparison_stand_apart_and_can_be_read_back(name: str, example: str, kind: Any) -> None:
    """A reader must never take a total for the raw die: every form names die, face and needed number apart."""
    told = story(played(name, example))
    dice = [die for step in told.steps for throw in step.throws for die in throw.dice if not die.silent]
    under = [throw.under for step in told.steps for throw in step.throws for die in throw.dice if not die.silent]
    report = " ".join(render(told, kind).split())
    assert Counter((int(a), int(b)) for a, b in DIE.findall(report)) == Counter((die.sides, die.face) for die in dice)
    needs = [(f"≤ {die.target}" if low else f"{die.target}+") for die, low in zip(dice, under, strict=True)]
    wanted = Counter(
        (die.sides, die.face, need) for die, need in zip(dice, needs, strict=True) if die.target is not None
    )
    read = Counter((int(a), int(b), need) for a, b, need in JUDGED.findall(report))
    assert read == wanted


@pytest.mark.parametrize("seed", ["00" * 32, "5a" * 32])
def test_nothing_is_kept_from_one_battle_to_the_next_nor_shared_by_eight_threads(seed: str) -> None:
    def fought(which: tuple[str, str]) -> str:
        name, example = which
        rules = find(name)
        play = Play(Battle(name, rules.version, scenario(name, example), seed), find)
        play.play_bots(bots(rules, play.state))
        return text(play)

    quick = [which for which in EXAMPLES if which[1] not in ("fleet_action", "fleet_duel")]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(fought, quick * 2))
    assert together == [fought(which) for which in reversed(quick * 2)][::-1]


@each_example
def test_a_replay_tells_the_same_three_times(name: str, example: str) -> None:
    content = text(played(name, example))
    told = [Replay.read(content) for _ in range(3)]
    assert [replay.text for replay in told] == [content] * 3
    assert [replay.report("json") for replay in told] == [told[0].report("json")] * 3


# Input


def whole_numbers(document: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    for path in spots(document):
        value: Any = document
        for key in path:
            value = value[key]
        if type(value) is int:
            yield path


def written(path: tuple[Any, ...]) -> str:
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path).lstrip(".")


NO_COUNT = {"2.5": 2.5, "1e400": math.inf, "nan": math.nan, "text": "3 ", "true": True, "list": [], "huge": 10**400}


@each_example
@pytest.mark.parametrize("value", NO_COUNT.values(), ids=NO_COUNT)
def test_no_count_is_coerced_in_silence(name: str, example: str, value: Any) -> None:
    """Every whole number of a scenario at once is something else, and every one is refused with its field."""
    document = scenario(name, example)
    paths = list(whole_numbers(document))
    for path in paths:
        document = spoilt(document, path, value)
    with pytest.raises(Refusal) as refused:
        load(document, find)
    assert paths
    assert {written(path) for path in paths} <= {fault.path for fault in refused.value.faults}
    assert all(str(fault.text) for fault in refused.value.faults)


@pytest.mark.parametrize("number", ["-1", "2.5", "1e400", '"3 "', "true", "null", "NaN", "-Infinity"])
def test_numbers_as_they_are_typed_are_refused_with_field_and_range(number: str) -> None:
    ship = f'{{"id": "s", "empire": "a", "class": "CV", "fighters": {number}}}'
    typed = f'{{"ruleset": "wave", "empires": [{{"id": "a"}}], "ships": [{ship}]}}'
    with pytest.raises(Refusal) as refused:
        load(parse_text(typed, "scenario.json"), find)
    ((path, told),) = [(fault.path, str(fault.text)) for fault in refused.value.faults]
    assert (path, told) == ("ships[0].fighters", "must be a whole number, 0 or more")


HALF = "half a pair \ud800"


def test_half_of_a_surrogate_pair_is_no_text_in_a_name_a_title_or_a_players_string() -> None:
    document = scenario("wave", "carrier_strike")
    for path in (("ships", 0, "id"), ("empires", 0, "id"), ("waves", 0, "id"), ("title",)):
        with pytest.raises(Refusal) as refused:
            load(spoilt(document, path, HALF), find)
        assert written(path) in [fault.path for fault in refused.value.faults]
    with pytest.raises(Refusal) as refused:
        Play(Battle("wave", 1, document, "00" * 32, {"blue": HALF}), find)
    assert [fault.path for fault in refused.value.faults] == ["strings.blue"]


def test_all_faults_are_told_with_the_titles() -> None:
    document = {**scenario("wave", "carrier_strike"), "title": 3, "cap": [{"launcher": "fb", "count": 0}]}
    with pytest.raises(Refusal) as refused:
        load(document, find)
    assert [fault.path for fault in refused.value.faults] == ["title", "cap[0].count"]
