"""Faults that people met in programs of this kind, as tests of the fighter phase. Each is named after its report."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from report.test_names import NASTY, Tags
from rich.console import Console

from admiralty.core.errors import TooWide
from admiralty.core.ruleset import Moment
from admiralty.core.show import Bar
from admiralty.report.odds import bars, tables
from admiralty.report.replay import Replay
from admiralty.rulesets.wave import RULES
from admiralty.rulesets.wave.measures import measure
from admiralty.rulesets.wave.setup import begin
from admiralty.run.odds import battle_odds
from admiralty.run.replay import result

from .audit import Audit
from .battles import BIG_DRAWS, battles, played
from .scenes import F, Scene, cap, flak_slots, odds, scene, ship, up, wave

# Losses


def test_overkill_no_damage_is_told_that_cannot_be_dealt() -> None:
    """Two fighters at 3 HP: what is left is 0 to 3, and the chance of 0 is that of 3 or more in all."""
    raider = ship("r", "SB", "red", fighters=2)
    left = odds(scene([ship("fb", "FB", max_hp=3), raider], waves=[wave("w", "fb", r=2)]), "hp:fb")
    one = {0: F(1, 2), 1: F(3, 10), 2: F(1, 10), 3: F(1, 20), 4: F(1, 20)}
    dealt: dict[int, Fraction] = {}
    for first, chance in one.items():
        for second, other in one.items():
            dealt[min(3, first + second)] = dealt.get(min(3, first + second), F(0, 1)) + chance * other
    assert left == {3 - lost: chance for lost, chance in dealt.items()}


def test_overkill_damage_beyond_one_ship_never_reaches_the_next() -> None:
    """Two fighters dealt to two freighters of 1 HP kill one each at most, however hard they hit."""
    ships = [ship("f1", "FR", group="g"), ship("f2", "FR", group="g"), ship("r", "SB", "red", fighters=2)]
    scenario = scene(ships, waves=[wave("w", "g", r=2)])
    exact = battle_odds(RULES, begin(scenario), exact=True)
    assert exact["ships_lost:g"].at_most(2) == 1
    one_came = battle_odds(RULES, begin({**scenario, "waves": [wave("w", "g", r=1)]}), exact=True)
    assert set(one_came["ships_lost:g"]) == {0, 1}
    assert set(one_came["destroyed:f2"]) == {False}


def test_casualties_among_equals_any_order_of_like_launchers_costs_the_same() -> None:
    """CAP of three green Carriers is one pool: the order of the list decides whose fighters die, not how many."""
    counts = {"c1": 1, "c2": 2, "c3": 1}
    found = []
    for order in permutations(counts):
        ships = [ship("fb", "FB"), *(ship(id, "CV", fighters=2) for id in counts), ship("r", "SB", "red", fighters=3)]
        scenario = scene(ships, cap(**{id: counts[id] for id in order}), [wave("w", "fb", r=3)])
        found.append(odds(scenario, "cap:blue", "through_flak:w", "hp:fb", "cap_of:c1"))
    for name in ("cap:blue", "through_flak:w", "hp:fb"):
        assert all(one[name] == found[0][name] for one in found)
    assert len({tuple(one["cap_of:c1"].items()) for one in found}) > 1


def test_a_replay_names_the_rule_by_which_equals_were_lost() -> None:
    rules = {"flak_casualties": "elite_first", "cap_column_casualty": "front"}
    ships = [ship("fb", "FB"), ship("r", "SB", "red", fighters=1)]
    told = Replay(played(scene(ships, waves=[wave("w", "fb", r=1)], rules=rules))).report("text")
    assert "House rule flak_casualties: elite_first" in told
    assert "House rule cap_column_casualty: front" in told


def test_a_destroyed_escort_frees_its_slot_for_the_next_wave() -> None:
    ships = [ship("sb", "SB"), *(ship(f"d{n}", "DD") for n in range(6)), ship("r", "SB", "red", fighters=9)]
    state = up(scene(ships, waves=[wave("w", "sb", r=9)]))
    before = [id for id, _ in flak_slots(state)]
    dead = tuple(one.but(alive=False, hp=0) if n == 2 else one for n, one in enumerate(state.ships))
    after = [id for id, _ in flak_slots(state.but(ships=dead))]
    assert (before, after) == (["sb", "d0", "d1", "d2", "d3"], ["sb", "d0", "d2", "d3", "d4"])


# Nobody there


def hulk(**fields: Any) -> Scene:
    wrecks = ["flak_guns"]
    return ship("cv", "CV", **{"max_hp": 9, "hp": 5, "wrecked": wrecks, "fighters": 4, **fields})


RAIDER = ship("r", "SB", "red", fighters=5)
EMPTY: dict[str, tuple[Scene, set[str]]] = {
    "nobody at all": (scene([]), set()),
    "no fighters": (scene([ship("cv", "CV"), ship("r", "CV", "red")]), set()),
    "CAP and no Strike": (scene([hulk(), RAIDER], cap(cv=4)), set()),
    "Strike, no CAP, no guns": (scene([hulk(), RAIDER], [], [wave("w", "cv", r=5)]), {"attack"}),
    "Strike, no CAP, an unarmed base": (scene([ship("fb", "FB"), RAIDER], [], [wave("w", "fb", r=5)]), {"attack"}),
    "Strike and CAP, no guns": (
        scene([hulk(), RAIDER], cap(cv=4), [wave("w", "cv", r=5)]),
        {"cap_intercept", "return_fire", "attack"},
    ),
    "Strike and guns, no CAP": (
        scene([hulk(wrecked=[]), RAIDER], [], [wave("w", "cv", r=5)]),
        {"flak", "attack"},
    ),
}


@pytest.mark.parametrize(("scenario", "rolls"), EMPTY.values(), ids=EMPTY)
def test_empty_forces_throw_no_dice_and_have_odds(scenario: Scene, rolls: set[str]) -> None:
    judged = {"cap_intercept", "return_fire", "flak", "attack"}
    play = played(scenario, 1)
    assert play.over
    assert {event.why for record in play.records for event in record.events} & judged == rolls  # type: ignore[union-attr]
    found = battle_odds(RULES, begin(scenario), exact=True)
    assert all(sum(one.values()) == 1 for one in found.values())
    assert rolls or all(len(one) == 1 for one in found.values())
    Audit(scenario, play)


def test_a_wave_that_is_gone_throws_no_more_dice() -> None:
    """Where dogfight and flak leave nobody, nobody attacks, and the Carrier is not distracted."""
    ships = [ship("cv", "CV", max_hp=99, fighters=3), ship("dd", "DD"), ship("r", "SB", "red", fighters=2)]
    scenario = scene(ships, cap(cv=3), [wave("w", "cv", r=2)])
    found = battle_odds(RULES, begin(scenario), exact=True)
    none = 1 - found["through_flak:w"].at_least(1)
    assert none > 0
    assert found["distracted:cv"].chance(False) == none


# Numbers


def shown(*drawn: Any) -> str:
    console = Console(width=140, no_color=True, highlight=False)
    with console.capture() as capture:
        for one in drawn:
            console.print(one)
    return capture.get()


def test_forty_fighters_at_a_lone_base_are_not_told_to_win_for_certain() -> None:
    raider = ship("r", "SB", "red", fighters=40)
    found = battle_odds(RULES, begin(scene([ship("fb", "FB"), raider], [], [wave("w", "fb", r=40)])))
    assert 1 - 1e-6 < found["destroyed:fb"].chance(True) < 1
    assert ">99.99 %" in shown(*tables([found["destroyed:fb"]]))
    for distribution in (found["hp:fb"], found["destroyed:fb"]):
        told = shown(bars(distribution))
        assert "<0.01 %" in told
        assert not re.search(r"\b0 %", told)


@pytest.mark.parametrize("number", [100, 200])
def test_hundreds_of_duels_are_answered(number: int) -> None:
    ships = [ship("fb", "FB", fighters=number), ship("r", "SB", "red", fighters=number)]
    state = begin(scene(ships, cap(fb=number), [wave("w", "fb", r=number)]))
    wanted = [measure(state, "joint_dogfight:blue/w"), measure(state, "through_dogfight:w")]
    both = battle_odds(RULES, state, measures=wanted, until=Moment("deal"))
    assert sum(both["joint_dogfight:blue/w"].values()) == pytest.approx(1, rel=1e-9)
    found = both["through_dogfight:w"]
    assert found.mean == pytest.approx(number * 0.7, rel=1e-9)


def test_a_million_against_a_million_is_refused_with_a_reason() -> None:
    ships = [ship("fb", "FB", fighters=10**6), ship("r", "SB", "red", fighters=10**6)]
    state = begin(scene(ships, cap(fb=10**6), [wave("w", "fb", r=10**6)]))
    with pytest.raises(TooWide, match=r"1,000,000 dice"):
        battle_odds(RULES, state)


# Reports


@given(battles(waves=3, biggest=5, cap=5), st.integers(0, 10**9))
@settings(max_examples=25, suppress_health_check=BIG_DRAWS)
def test_the_result_is_what_the_pieces_that_are_left_say(scenario: Scene, seed: int) -> None:
    play = played(scenario, seed)
    seen, told = RULES.view(play.state, None), result(play)
    assert isinstance(seen, dict)
    for id, empire in seen["empires"].items():
        assert told[f"cap:{id}"] == sum(empire["cap"].values())
    for id, one in seen["ships"].items():
        assert told[f"hp:{id}"] == one["hp"]
        assert told[f"destroyed:{id}"] == (one["hp"] == 0)
        assert told[f"distracted:{id}"] == one["distracted"]
        if one["class"] == "CV":
            assert told[f"wrecked:{id}"] == (sum(one["wrecked"].values()) if one["hp"] else "dead")
            assert (told[f"gun:{id}"] == "dead") == (one["hp"] == 0)
            assert (told[f"gun:{id}"] == "locked") == one["distracted"]


@given(battles(waves=3, biggest=5, cap=5), st.integers(0, 10**9))
@settings(max_examples=25, suppress_health_check=BIG_DRAWS)
def test_the_first_step_shows_the_launch_the_last_the_end_and_none_shows_another(scenario: Scene, seed: int) -> None:
    play = played(scenario, seed)
    steps = RULES.tell(play.records)
    hulls = [{piece.name: hull.value for piece in step.panel for hull in hull_bars(piece)} for step in steps]
    left = {hull.id: ship.hp for hull, ship in zip(play.state.setting.hulls, play.state.ships, strict=True)}  # type: ignore[attr-defined]
    start = {one["id"]: one.get("hp", one.get("max_hp")) for one in scenario["ships"]}
    assert hulls[0] == {id: start[id] or hulls[0][id] for id in hulls[0]}
    assert hulls[-1] == {id: left[id] for id in hulls[-1]}
    states = [
        {hull.id: ship.hp for hull, ship in zip(record.after.setting.hulls, record.after.ships, strict=True)}
        for record in play.records
    ]
    at = 0
    for shown_now in hulls:  # every step shows a moment of the battle, none earlier than the step before
        at = next(n for n in range(at, len(states)) if shown_now.items() <= states[n].items())


def hull_bars(piece: Any) -> list[Bar]:
    return [bar for bar in piece.bars if bar.kind == "hull"]


# Names


def named(mark: str) -> Scene:
    """A battle in which everything that has a name has this mark in it."""

    def n(name: str) -> str:
        return f"{mark}{name}"

    ships = [
        {"id": n("cv"), "empire": n("blue"), "class": "CV", "xp": 10, "max_hp": 3, "fighters": 2},
        {"id": n("f1"), "empire": n("blue"), "class": "FR", "group": n("convoy")},
        {"id": n("f2"), "empire": n("blue"), "class": "FR", "group": n("convoy")},
        {"id": n("r"), "empire": n("red"), "class": "CV", "xp": 25, "fighters": 9},
    ]
    waves = [(n("w1"), n("cv"), 5), (n("w2"), n("convoy"), 3)]
    return {
        "title": n("title"),
        "empires": [{"id": n("blue")}, {"id": n("red")}],
        "ships": ships,
        "cap": [{"launcher": n("cv"), "count": 2}],
        "waves": [
            {"id": id, "attacker": n("red"), "target": aim, "fighters": [{"launcher": n("r"), "count": count}]}
            for id, aim, count in waves
        ],
    }


PLAIN = Replay(played(named("Ardent"), 5))
BBCODE = re.compile(r"\[/?(?:b|i|u|s|size|color|list|url|img|quote|code|\*)(?:=[^\]\n]*)?\]")
MARKS = {key: name for key, name in NASTY.items() if key != "surrogate"}  # half a pair is refused, not shown


@pytest.mark.parametrize("mark", MARKS.values(), ids=MARKS)
def test_names_are_only_names_in_every_report_of_a_battle(mark: str) -> None:
    replay = Replay(played(named(mark), 5))
    assert replay.verify().ok
    assert Replay.read(replay.text).report("json") == Replay(replay.play, verified=True).report("json")
    pages = [Tags(), Tags()]
    for page, told in zip(pages, (PLAIN, replay), strict=True):
        page.feed(told.report("html"))
    assert pages[0].seen == pages[1].seen
    assert BBCODE.findall(replay.report("bbcode")) == BBCODE.findall(PLAIN.report("bbcode"))
    markdown, plain = replay.report("markdown").splitlines(), PLAIN.report("markdown").splitlines()
    assert [frame(line) for line in markdown] == [frame(line) for line in plain]
    assert "\x1b" not in replay.report("text")


def frame(line: str) -> tuple[int, str]:
    """What Markdown sees of a line: cells, and what kind of block begins here."""
    block = re.match(r"(#+ |- |> |\d+[.)] |\||```|$)?", line)
    return len(re.findall(r"(?<!\\)\|", line)), str(block and block[1])


@pytest.mark.parametrize("mark", MARKS.values(), ids=MARKS)
def test_names_are_only_names_in_tables_of_odds(mark: str) -> None:
    found = battle_odds(RULES, begin(named(mark)))
    assert len(found) == len(battle_odds(RULES, begin(named("Ardent"))))
    told = shown(*tables(found.values()), *(bars(one) for one in list(found.values())[:3]))
    assert "\x1b" not in told
    assert "\u202e" not in told
    assert "<script" not in found._repr_html_()
