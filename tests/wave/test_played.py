"""Laws of played battles: every die and every loss is accounted for, nothing happens that odds call impossible, and
the same battle is the same bytes whatever was fought before or beside it."""

from __future__ import annotations

from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from admiralty.report.replay import Replay
from admiralty.rulesets import find
from admiralty.rulesets.wave import RULES
from admiralty.rulesets.wave.setup import begin
from admiralty.run.battle import Battle
from admiralty.run.odds import battle_odds
from admiralty.run.play import Play
from admiralty.run.replay import read_header, result, text, verify

from .audit import Audit
from .battles import BIG_DRAWS, battles, played
from .scenes import Scene, cap, scene, ship, wave

LARGE = battles(waves=4, biggest=7, cap=9, escorts=6)


@given(LARGE, st.integers(0, 10**9))
@settings(max_examples=120, suppress_health_check=BIG_DRAWS)
def test_every_die_is_demanded_and_every_fighter_is_accounted_for(scenario: Scene, seed: int) -> None:
    """One die per column and per fighter that attacks, a duel kills one at most, chips add up, no source twice."""
    play = played(scenario, seed)
    audit = Audit(scenario, play)
    measured = result(play)
    for launcher, launched in audit.launched.items():
        lost = audit.lost["dogfight"][launcher] + audit.lost["aboard"][launcher]
        assert launched == measured[f"cap_of:{launcher}"] + lost
    assert audit.fate["sent"] == audit.fate["dogfight"] + audit.fate["flak"] + audit.fate["home"]


def test_launched_is_left_and_lost_on_the_mean_whatever_comes_of_the_target() -> None:
    """Over all battles, and over those alone in which the Carrier lived or died."""
    scenario = carrier_battle()
    sums: dict[bool, Counter[str]] = defaultdict(Counter)
    for seed in range(150):
        play = played(scenario, seed)
        audit, measured = Audit(scenario, play), result(play)
        here = sums[bool(measured["destroyed:cv"])]
        here["battles"] += 1
        here["cap left"] += int(measured["cap:blue"])
        here["cap lost"] += audit.lost["dogfight"].total() + audit.lost["aboard"].total()
        here.update(audit.fate)
    assert min(here["battles"] for here in sums.values()) > 20
    for here in sums.values():
        battles = here["battles"]
        assert Fraction(here["cap left"] + here["cap lost"], battles) == 6
        assert Fraction(here["home"] + here["dogfight"] + here["flak"], battles) == 13
    assert all(here[loss] for here in sums.values() for loss in ("cap lost", "dogfight", "flak"))


def carrier_battle(**rules: Any) -> Scene:
    ships = [
        ship("cv", "CV", xp=10, max_hp=7, fighters=4),
        ship("ace", "CV", xp=25, fighters=2),
        ship("dd", "DD"),
        ship("r1", "CV", "red", xp=25, fighters=8),
        ship("r2", "CV", "red", fighters=5),
    ]
    return scene(ships, cap(cv=4, ace=2), [wave("a", "cv", r1=8), wave("b", "cv", r2=5)], rules)


@given(battles(), st.integers(0, 10**9))
@settings(max_examples=20, suppress_health_check=BIG_DRAWS)
def test_what_is_seen_in_a_fight_has_a_chance_in_the_odds(scenario: Scene, seed: int) -> None:
    found = battle_odds(RULES, begin(scenario), exact=True)
    names = [name for name, one in ((name, found.measure(name)) for name in found) if not one.at]
    joint = found.joint(*names)
    for number in range(5):
        measured = result(played(scenario, seed + number))
        assert joint.chance(tuple(measured[name] for name in names)) > 0


def test_a_battle_after_others_is_the_battle_alone() -> None:
    alone = {seed: text(played(carrier_battle(), seed)) for seed in range(3)}
    other = played(carrier_battle(flak_casualties="random", strike_allocation="focus"), 99)
    odds_between = battle_odds(RULES, begin(carrier_battle()))
    assert other.over
    assert odds_between["cap:blue"].mean < 6
    assert {seed: text(played(carrier_battle(), seed)) for seed in reversed(range(3))} == alone


def test_battles_and_odds_in_eight_threads_are_those_of_one() -> None:
    def fought(seed: int) -> str:
        return text(played(carrier_battle(), seed))

    def chances(number: int) -> dict[str, Any]:
        return battle_odds(RULES, begin(carrier_battle(heavy_crit_loss_3=number))).plain()

    with ThreadPoolExecutor(8) as pool:
        replays, odds = pool.map(fought, range(24)), pool.map(chances, [0, 1, 0, 1])
        assert list(replays) == [fought(seed) for seed in range(24)]
        assert list(odds) == [chances(0), chances(1)] * 2


def test_a_replay_runs_three_times_and_from_any_question_alike() -> None:
    play = Play(Battle("wave", 1, {"ruleset": "wave", **carrier_battle()}, "00" * 32, by_hand=True), find)
    while not play.over:
        play.enter_dice(tuple(1 + (7 * play.dice_thrown + 3 * n) % sides for n, sides in enumerate(play.waiting.sides)))  # type: ignore[union-attr]
    content = text(play)
    told = [Replay.read(content).report("json") for _ in range(3)]
    assert told == [told[0]] * 3
    journal = play.battle.journal
    for cut in range(len(journal)):
        again = Play(Battle("wave", 1, play.battle.scenario, "00" * 32, journal=journal[:cut], by_hand=True), find)
        for entry in journal[cut:]:
            again.enter_dice(tuple(entry.answer))
        assert text(again) == content
    assert read_header(content) == play.battle
    assert verify(content, find).ok
