"""Random small battles for the laws, and the slow, plain ways to know what comes of one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import Any

from hypothesis import HealthCheck
from hypothesis import strategies as st

from admiralty.core.choice import Choice
from admiralty.core.phase import Done, step
from admiralty.core.pool import Odds, enumerated
from admiralty.core.ruleset import Measure
from admiralty.core.table import Roll
from admiralty.rulesets import find
from admiralty.rulesets.wave import RULES
from admiralty.rulesets.wave.measures import measure
from admiralty.rulesets.wave.setup import begin
from admiralty.rulesets.wave.state import FighterPhase, HouseRules, Orders
from admiralty.run.battle import Battle
from admiralty.run.play import Play
from admiralty.run.spread.agenda import at_moment

from .scenes import Scene, ship, wave

Draw = Any
BIG_DRAWS = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]
SECTION_SETS: tuple[list[str], ...] = (
    [],
    ["flak_guns"],
    ["bridge"],
    ["weapon_array_port", "landing_bay"],
    ["bridge", "flak_guns", "engine_pod_port", "weapon_array_starboard", "launch_tubes_port"],
)
CHANCES = ("0", "1/3", "1/2", "1")
SWITCHES: dict[str, st.SearchStrategy[Any]] = {
    "attack_elite_to_hit": st.booleans(),
    "attack_afd_to_hit": st.booleans(),
    "attack_nebula_to_hit": st.booleans(),
    "strike_allocation": st.sampled_from(["even", "focus"]),
    "strike_line_order": st.sampled_from(["elite_first", "regular_first"]),
    "cap_column_casualty": st.sampled_from(["rearmost", "front"]),
    "flak_casualties": st.sampled_from(["regular_first", "elite_first", "random"]),
    "flak_capped_by_incoming": st.booleans(),
    "fighter_base_escorts": st.integers(0, 5),
    "two_hp_section_chance": st.sampled_from(CHANCES),
    "heavy_crit_chance": st.sampled_from(CHANCES),
    "heavy_crit_loss_3": st.integers(0, 2),
    "heavy_crit_loss_4": st.integers(0, 3),
    "heavy_crit_order": st.sampled_from(["grounded_first", "cap_first"]),
    "target_gone": st.sampled_from(["dogfight_then_return", "turn_back"]),
    "half_wing_rounding": st.sampled_from(["down", "up"]),
    "flight_ops_rounding": st.sampled_from(["down", "up"]),
    "retired_cap_odds_bonus": st.booleans(),
    "retired_crown_flak_bonus": st.booleans(),
}
LAUNCHERS = {"blue": ("bcv", "bfb", "ace"), "red": ("rcv", "rsb"), "green": ("gcv",)}
TARGETS = {"blue": ("bcv", "bfb", "screen", "convoy"), "red": ("rcv", "rsb"), "green": ("gcv",)}


@st.composite
def battles(draw: Draw, waves: int = 2, biggest: int = 2, cap: int = 3, escorts: int = 0) -> Scene:
    """A battle of two or three empires with everything the sheet knows, small enough to go through by hand: at most
    so many waves, fighters in a wave from up to two launchers, CAP fighters and further escorts of blue."""
    empires = ["blue", "red", *(["green"] if draw(st.booleans()) else [])]
    scenario: Scene = {
        "empires": [draw(an_empire(name)) for name in draw(st.permutations(empires))],
        "ships": [one for name in empires for one in draw(FLEETS[name]())],
        "system": {"nebula": draw(st.booleans())},
        "house_rules": draw(house_rules()),
        "cap": draw(some_fighters(LAUNCHERS["blue"], draw(st.sampled_from([0, *range(1, cap + 1), cap])))),
        "waves": [draw(a_wave(f"w{n}", empires, biggest)) for n in range(draw(one_to(waves)))],
    }
    for n in range(draw(one_to(escorts)) if escorts else 0):
        scenario["ships"].append(ship(f"e{n}", draw(st.sampled_from(["CR", "DD", "N", "MI"])), max_hp=2))
    for name in empires[1:]:
        scenario["cap"] += draw(some_fighters(LAUNCHERS[name], draw(st.sampled_from([0, 1, 1]))))
    return manned(scenario, draw(st.integers(0, 2)))


def manned(scenario: Scene, grounded: int) -> Scene:
    """Every launcher has the fighters and the deck for all it launches, also out of supply, and some stay aboard."""
    launched: Counter[str] = Counter()
    for some in [*scenario["cap"], *(some for one in scenario["waves"] for some in one["fighters"])]:
        launched[some["launcher"]] += some["count"]
    supplied = {empire["id"]: empire["supplied"] for empire in scenario["empires"]}
    for one in scenario["ships"]:
        if one["class"] in ("CV", "SB", "FB"):
            count = launched[one["id"]]
            one["fighters"] = count + grounded if supplied[one["empire"]] else 2 * count + grounded
            one["flight_ops"] = 3 * count
    return scenario


def house_rules() -> st.SearchStrategy[Scene]:
    """Every switch at random in two of three battles, none in the others."""
    some = st.fixed_dictionaries(SWITCHES)
    return st.sampled_from([some, some, st.just({})]).flatmap(lambda chosen: chosen)


def an_empire(name: str) -> st.SearchStrategy[Scene]:
    flags = {flag: st.booleans() for flag in ("afd", "supplied", "crown")}
    return st.fixed_dictionaries({"id": st.just(name), **flags})


@st.composite
def a_carrier(draw: Draw, id: str, empire: str) -> Scene:
    """Green, Veteran or Elite, hurt, with sections wrecked before."""
    hp = draw(st.integers(1, 5))
    xp = draw(st.sampled_from([0, 10, 25]))
    return ship(id, "CV", empire, max_hp=6, hp=hp, xp=xp, wrecked=draw(st.sampled_from(SECTION_SETS)))


@st.composite
def blue_fleet(draw: Draw) -> list[Scene]:
    screen = [draw(st.sampled_from(["CR", "DD", "N", "MI", "DS"])) for _ in range(draw(one_to(2)))]
    ships = [
        draw(a_carrier("bcv", "blue")),
        ship("bfb", "FB", max_hp=2),
        ship("ace", "CV", xp=25, max_hp=1),
        *(ship(f"s{n}", kind, group="screen", max_hp=2) for n, kind in enumerate(screen)),
        *(ship(f"f{n}", "FR", group="convoy") for n in range(draw(one_to(2)))),
    ]
    return list(draw(st.permutations(ships)))


@st.composite
def red_fleet(draw: Draw) -> list[Scene]:
    return [draw(a_carrier("rcv", "red")), ship("rsb", "SB", "red", max_hp=3)]


@st.composite
def green_fleet(draw: Draw) -> list[Scene]:
    return [draw(a_carrier("gcv", "green"))]


FLEETS = {"blue": blue_fleet, "red": red_fleet, "green": green_fleet}


@st.composite
def some_fighters(draw: Draw, launchers: tuple[str, ...], number: int) -> list[Scene]:
    """So many fighters, from one launcher or several, in any order."""
    lifted = [draw(st.sampled_from(launchers)) for _ in range(number)]
    return [{"launcher": name, "count": count} for name, count in Counter(lifted).items()]


def one_to(most: int) -> st.SearchStrategy[int]:
    """1 to so many, the most twice as often as the others: hypothesis itself likes small numbers."""
    return st.sampled_from([*range(1, most + 1), most])


@st.composite
def a_wave(draw: Draw, id: str, empires: list[str], biggest: int) -> Scene:
    attacker = draw(st.sampled_from(["red", "red", "red", *empires]))
    target = draw(st.sampled_from([aim for name in empires if name != attacker for aim in TARGETS[name]]))
    return {**wave(id, target, attacker), "fighters": draw(some_fighters(LAUNCHERS[attacker], draw(one_to(biggest))))}


assert set(SWITCHES) == set(HouseRules.__struct_fields__)


# Everything that can happen, one way at a time


def all_measures(scenario: Scene) -> list[Any]:
    """Every measure of a battle, and those of two things at once that are read in the middle of it."""
    state = begin(scenario)
    found = list(RULES.measures(state))
    for up in state.waves:
        defender = state.setting.empires[state.setting.groups[up.target].empire].id
        found += [measure(state, f"{kind}:{defender}/{up.id}") for kind in ("joint_dogfight", "joint_cap_flak")]
    return found


def gone_through(opening: FighterPhase, measures: list[Measure[FighterPhase]], half: bool = False) -> dict[str, Any]:
    """Odds by running every phase on whole states with every face of every die. Per measure outcome -> chance, and
    under "" those of all measures at the end at once. ``half``: each side launches as the bot says or stays at home."""
    found: dict[str, dict[Any, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    ends = [one for one in measures if not one.at]
    spread = {opening: Fraction(1)}
    while spread:
        after: dict[FighterPhase, Fraction] = defaultdict(Fraction)
        for state, chance in spread.items():
            for one in measures:
                if one.at and at_moment(one.at, state.phase, (state.wave, state.dealt)):
                    found[one.name][one.read(state)] += chance
            if state.phase == "over":
                readings = tuple(one.read(state) for one in ends)
                found[""][readings] += chance
                for one, reading in zip(ends, readings, strict=True):
                    found[one.name][reading] += chance
            else:
                for end, share in ways(state, half):
                    after[end] += chance * share
        spread = after
    return {name: dict(chances) for name, chances in found.items()}


def ways(state: FighterPhase, half: bool) -> Iterator[tuple[FighterPhase, Fraction]]:
    """Every way the phase of a state can go, with its chance."""
    phase = RULES.phases[state.phase]
    begun: list[tuple[tuple[Any, ...], Fraction]] = [((), Fraction(1))]
    while begun:
        answers, chance = begun.pop()
        outcome = step(phase, state, answers)
        if isinstance(outcome, Done):
            yield outcome.state, chance
        elif isinstance(outcome, Roll):
            odds = faces_of(outcome.pool)
            begun += [((*answers, each), chance * Fraction(weight, odds.total)) for each, weight in odds]
        else:
            assert half, outcome
            plans: list[tuple[dict[str, Any], Fraction]] = [({}, chance)]
            for side, choice in outcome.choices:  # type: ignore[union-attr]
                plans = [
                    ({**plan, side: order}, share * Fraction(part))
                    for plan, share in plans
                    for order, part in half_at_home(state, side, choice)
                ]
            begun += [((*answers, plan), share) for plan, share in plans]


@lru_cache(maxsize=4096)
def faces_of(pool: Any) -> Odds[Any]:
    """What a pool can read, by looking at every combination of faces; in large pools the pool's word is taken."""
    return enumerated(pool) if prod(pool.dice()) <= 1000 else pool.odds()  # type: ignore[no-any-return]


def half_at_home(state: FighterPhase, side: str, choice: Choice[Any]) -> tuple[tuple[Orders, Fraction], ...]:
    """A player who launches as the bot does, or nothing at all, with equal chances."""
    ((orders, _),) = RULES.bot(state, side, choice)
    return (orders, Fraction(1, 2)), (Orders(), Fraction(1, 2))


def played(scenario: Scene, seed: int = 0) -> Play:
    """A battle fought with dice."""
    return Play(Battle("wave", RULES.version, {"ruleset": "wave", **scenario}, f"{seed:064x}"), find)
