"""However a spread is kept, the odds are the same: few rows or many, together or apart, remembered or not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

import pytest

from admiralty.core.ruleset import Measure, Moment
from admiralty.rulesets.wave import RULES
from admiralty.rulesets.wave.measures import measure
from admiralty.rulesets.wave.setup import begin
from admiralty.rulesets.wave.state import FighterPhase
from admiralty.run.odds import BattleOdds, battle_odds
from admiralty.run.spread import loops
from admiralty.run.spread.engine import Engine
from admiralty.run.spread.memory import memory_of
from admiralty.run.spread.product import Product
from admiralty.run.spread.spread import Spread
from admiralty.run.spread.weights import Doubles

from .battles import all_measures, gone_through, half_at_home
from .scenes import Scene, cap, scene, ship, wave

SIZES = [1, 5, 10_000]
"""Rows beyond which a part is kept in arrays: nearly always, soon, never."""
WAYS = ["fractions", *SIZES]
"""Fractions, or doubles with a size."""


def carrier(**rules: Any) -> Scene:
    """Two waves at a Carrier that has been hurt before: sections, fighters lost aboard, flak that is degraded."""
    ships = [
        ship("cv", "CV", xp=10, max_hp=8, hp=7, wrecked=["landing_bay"], fighters=6),
        ship("dd", "DD"),
        ship("e", "CV", "red", xp=25, fighters=5),
        ship("r", "SB", "red", fighters=5),
    ]
    return scene(ships, cap(cv=3), [wave("a", "cv", e=2, r=3), wave("b", "cv", e=2)], rules)


def screen() -> Scene:
    """A wave at two ships together, and one at a base."""
    ships = [
        ship("cr", "CR", group="g", max_hp=3),
        ship("dd", "DD", group="g", max_hp=3),
        ship("fb", "FB", fighters=4),
        ship("e", "CV", "red", xp=25, fighters=5),
        ship("r", "SB", "red", fighters=5),
    ]
    return scene(ships, cap(fb=3), [wave("a", "g", e=2, r=2), wave("b", "fb", r=2)], {"flak_casualties": "random"})


def two_sided(fighters: int = 2, hp: int = 4) -> Scene:
    """Both sides strike at the other's Carrier."""
    ships = [
        ship("bcv", "CV", xp=10, max_hp=hp, fighters=2 * fighters),
        ship("rcv", "CV", "red", max_hp=hp, fighters=2 * fighters),
        ship("bdd", "DD"),
        ship("rcr", "CR", "red"),
    ]
    waves = [wave("w1", "bcv", rcv=fighters), wave("w2", "rcv", "blue", bcv=fighters)]
    return scene(ships, cap(bcv=1, rcv=1), waves)


BATTLES = {"carrier": carrier, "screen": screen, "two-sided": two_sided}
TOGETHER = {
    "carrier": ("hp:cv", "cap:blue", "wrecked:cv", "grounded:cv", "distracted:dd"),
    "screen": ("hp:cr", "hp:dd", "hp:fb", "cap:blue"),
    "two-sided": ("hp:bcv", "cap:red", "hp:rcv", "wrecked:rcv"),
}


def tables(found: BattleOdds, together: tuple[str, ...]) -> dict[str, dict[Any, Any]]:
    """All distributions, and the joint one of some measures."""
    return {name: dict(found[name].chances) for name in found} | {"": dict(found.joint(*together).chances)}


@lru_cache
def expected(name: str) -> dict[str, dict[Any, Fraction]]:
    return tables(battle_odds(RULES, begin(BATTLES[name]()), exact=True), TOGETHER[name])


def agree(found: Mapping[str, Mapping[Any, float]], exact: Mapping[str, Mapping[Any, Fraction]]) -> None:
    """The same outcomes of the same measures, and chances that agree also where they are tiny."""
    assert found.keys() == exact.keys()
    for name, chances in exact.items():
        assert found[name] == doubles(chances), name


def same(chances: Mapping[Any, Any]) -> Any:
    """What equals these chances: fractions to the last bit."""
    exact = any(isinstance(chance, Fraction) for chance in chances.values())
    return dict(chances) if exact else pytest.approx(dict(chances), rel=1e-12, abs=0)


def doubles(chances: Mapping[Any, Any]) -> Any:
    """What equals these chances as doubles."""
    return same({outcome: float(chance) for outcome, chance in chances.items()})


# Few rows or many


@pytest.mark.parametrize("name", BATTLES)
@pytest.mark.parametrize("few", SIZES)
def test_odds_do_not_depend_on_the_size_at_which_parts_become_arrays(
    monkeypatch: pytest.MonkeyPatch, name: str, few: int
) -> None:
    monkeypatch.setattr(Doubles, "few", few)
    agree(tables(battle_odds(RULES, begin(BATTLES[name]())), TOGETHER[name]), expected(name))


LOOPS = {
    "never on dense arrays": {"ROOMY": 0, "SPARSEST": 0},
    "if they are crowded": {"ROOMY": 0},
    "if they are tiny": {"MOST_CELLS": 40},
    "always": {"ROOMY": 10**9, "MOST_CELLS": 10**9},
}


@pytest.mark.parametrize("name", BATTLES)
@pytest.mark.parametrize("limits", LOOPS)
def test_odds_do_not_depend_on_when_loops_are_played_on_dense_arrays(
    monkeypatch: pytest.MonkeyPatch, name: str, limits: str
) -> None:
    monkeypatch.setattr(Doubles, "few", 1)
    for limit, value in LOOPS[limits].items():
        monkeypatch.setattr(loops, limit, value)
    agree(tables(battle_odds(RULES, begin(BATTLES[name]())), TOGETHER[name]), expected(name))


@pytest.mark.parametrize("few", SIZES)
def test_a_launch_that_is_drawn_from_a_mix_ties_parts_together_the_same_way(
    monkeypatch: pytest.MonkeyPatch, few: int
) -> None:
    """Each side launches or stays at home; who has launched has less aboard, and fewer hits on its Carrier."""
    monkeypatch.setattr(Doubles, "few", few)
    ships = [ship(f"{side}cv", "CV", side, max_hp=3, fighters=4) for side in ("blue", "red")]
    opening = begin(scene([*ships, ship("dd", "DD")], launch="asked"))
    policies = dict.fromkeys(RULES.sides(opening), half_at_home)
    together = ("hp:bluecv", "grounded:bluecv", "hp:redcv", "cap:red")
    exact = battle_odds(RULES, opening, policies=policies, exact=True)
    agree(tables(battle_odds(RULES, opening, policies=policies), together), tables(exact, together))
    assert exact.joint("hp:bluecv", "hp:redcv").chances != multiplied(exact, "hp:bluecv", "hp:redcv")


def multiplied(found: BattleOdds, one: str, other: str) -> dict[Any, Any]:
    """The joint distribution of two measures if they had nothing to do with each other."""
    return {(a, b): p * q for a, p in found[one].items() for b, q in found[other].items()}


# Fights that have nothing to do with each other


def test_two_carriers_of_different_sides_are_hurt_independently(found: BattleOdds) -> None:
    for pair in (("hp:bcv", "hp:rcv"), ("hp:bcv", "wrecked:rcv"), ("cap:blue", "cap:red"), ("hp:bcv", "cap:red")):
        assert found.joint(*pair).chances == same(multiplied(found, *pair))
    assert found.joint("hp:bcv", "wrecked:bcv").chances != multiplied(found, "hp:bcv", "wrecked:bcv")


def test_independent_odds_are_those_of_every_face_of_every_die() -> None:
    scenario = two_sided(1, 2)
    measures = all_measures(scenario)
    found = battle_odds(RULES, begin(scenario), measures=measures, exact=True)
    naive = gone_through(begin(scenario), measures)
    assert found.joint(*(one.name for one in measures if not one.at)).chances == naive.pop("")
    assert {name: dict(chances) for name, chances in found.items()} == naive


def rows_held(product: Product) -> int:
    return sum(part.size for part in product.parts)


@pytest.mark.parametrize("few", SIZES)
def test_a_fight_at_two_carriers_keeps_them_in_different_parts(monkeypatch: pytest.MonkeyPatch, few: int) -> None:
    """To the end, and on the way: rows are added where states are multiplied."""
    monkeypatch.setattr(Doubles, "few", few)
    opening = begin(two_sided(3, 6))
    engine = Engine(RULES, opening, Doubles(), {}, RULES.measures(opening))
    widest = [0, 0]

    def watch(phase: str, clock: Any, spread: Spread) -> None:
        widest[:] = max(widest[0], spread.states), max(widest[1], rows_held(spread.product))

    spread = engine.run(watch)
    hulls = [
        {engine.layout.leaves[column][1] for column in part.columns if engine.layout.leaves[column][0] == "ships"}
        for part in spread.product.parts
    ]
    assert sorted(hulls, key=min) == [{0}, {1}]
    blue, red = (part.size for part in spread.product.parts)
    assert (spread.states, rows_held(spread.product)) == (blue * red, blue + red)
    assert widest[0] > 30 * widest[1]
    assert widest[1] < 1000


def test_odds_come_out_although_the_states_are_more_than_the_limit() -> None:
    opening = begin(two_sided(3, 6))
    found = battle_odds(RULES, opening, limit=3_000)
    assert found.states > 30_000
    free = battle_odds(RULES, opening)
    assert {name: dict(found[name].chances) for name in found} == {name: dict(free[name].chances) for name in free}


# What is asked of independent parts


@pytest.fixture(params=WAYS)
def found(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> BattleOdds:
    """The odds of both sides' strikes."""
    if request.param == "fractions":
        return battle_odds(RULES, begin(two_sided()), exact=True)
    monkeypatch.setattr(Doubles, "few", request.param)
    return battle_odds(RULES, begin(two_sided()))


def test_given_one_carrier_is_lost_the_other_fares_as_ever(found: BattleOdds) -> None:
    lost = found.given("destroyed:bcv")
    for name in ("hp:rcv", "grounded:rcv", "section:rcv/bridge", "cap:red"):
        assert lost[name].chances == same(found[name].chances)
    assert lost["hp:bcv"].chances == {0: 1}


def test_a_condition_on_both_carriers_is_the_joint_over_the_condition(found: BattleOdds) -> None:
    """It ties together what had nothing to do with each other."""
    better = found.given(lambda readings: readings["hp:bcv"] > readings["hp:rcv"], "hp:bcv", "hp:rcv")
    names = ("hp:bcv", "hp:rcv", "wrecked:rcv", "cap:blue")
    one = conditional(found.joint(*names).chances, lambda bcv, rcv, *_: bcv > rcv)
    assert better.joint(*names).chances == same(one)
    both = better.given(lambda readings: readings["wrecked:rcv"] == 1, "wrecked:rcv")
    two = conditional(one, lambda bcv, rcv, wrecked, _: wrecked == 1)
    assert both.joint(*names).chances == same(two)


def conditional(chances: Mapping[Any, Any], keep: Callable[..., bool]) -> dict[Any, Any]:
    """Chances among the outcomes that pass a test."""
    kept = {outcome: chance for outcome, chance in chances.items() if keep(*outcome)}
    return {outcome: chance / sum(kept.values()) for outcome, chance in kept.items()}


SECOND = Moment("flak", (1, 0))


def moment_measures() -> list[Measure[FighterPhase]]:
    """Read when the second wave meets flak: the Carrier that the first has struck, what is left of the second, both."""

    def hp(state: FighterPhase) -> int:
        return state.ships[0].hp

    return [
        Measure("hp", hp, ("ships[0].hp",), SECOND),
        Measure("strike", lambda state: state.strike.total, ("strike",), SECOND),
        Measure("both", lambda state: f"{hp(state)},{state.strike.total}", ("ships[0].hp", "strike"), SECOND),
    ]


@pytest.mark.parametrize("exact", [True, False])
def test_what_is_read_in_the_middle_of_a_battle_may_lie_in_several_parts(exact: bool) -> None:
    opening = begin(two_sided(1, 2))
    naive = gone_through(opening, moment_measures())
    found = battle_odds(RULES, opening, measures=moment_measures(), exact=exact)
    for name in ("hp", "strike", "both"):
        assert found[name].chances == (naive[name] if exact else doubles(naive[name]))
    joint = {f"{hp},{strike}": chance for (hp, strike), chance in found.joint("hp", "strike").chances.items()}
    assert joint == (naive["both"] if exact else doubles(naive["both"]))
    assert found.joint("hp", "strike").chances == same(multiplied(found, "hp", "strike"))


@pytest.mark.parametrize("few", SIZES)
@pytest.mark.parametrize("drop", [1e-4, 1e-3, 1e-2])
def test_what_is_dropped_of_independent_parts_is_accounted_for(
    monkeypatch: pytest.MonkeyPatch, few: int, drop: float
) -> None:
    monkeypatch.setattr(Doubles, "few", few)
    opening = begin(two_sided())
    engine = Engine(RULES, opening, Doubles(), {}, RULES.measures(opening), drop=drop)
    assert engine.run().total == pytest.approx(1 - engine.dropped, rel=1e-12)
    assert 0 < engine.dropped < 0.5
    found = battle_odds(RULES, opening, drop=drop)
    lost = found.certainty.lost
    assert lost == engine.dropped
    for name, chances in expected("two-sided").items():
        if name and not found.measure(name).at:
            for outcome, chance in chances.items():
                assert found[name].chance(outcome) - 1e-12 <= chance <= found[name].chance(outcome) + lost + 1e-12


# Dense loops: begun with the phases met so far


def struck(kind: str, **rules: Any) -> Scene:
    """One wave of Elite and regular fighters."""
    ships = [ship("t", kind, max_hp=6, fighters=4), ship("e", "CV", "red", xp=25, fighters=2)]
    return scene([*ships, ship("r", "SB", "red", fighters=3)], cap(t=3), [wave("w", "t", e=2, r=3)], rules)


def test_a_loop_at_a_carrier_is_begun_anew_until_all_its_phases_are_met(begun: Any) -> None:
    battle_odds(RULES, begin(struck("CV")))
    assert [met for met, _ in begun] == [
        ["hit"],
        ["hit", "damage"],
        ["hit", "damage", "section"],
        ["hit", "damage", "section", "aboard"],
    ]
    assert ["caps.0" in fields for _, fields in begun] == [False, False, False, True]


def test_at_a_starbase_no_phase_of_a_carrier_is_met_and_cap_and_damage_stay_apart(begun: Any) -> None:
    opening = begin(struck("SB"))
    engine = Engine(RULES, opening, Doubles(), {}, RULES.measures(opening))
    spread = engine.run()
    assert [met for met, _ in begun] == [["hit"], ["hit", "damage"]]
    assert all("caps.0" not in fields for _, fields in begun)
    parts = [{engine.layout.leaves[column][:2] for column in part.columns} for part in spread.product.parts]
    assert sorted(parts, key=sorted) == [{("caps", 0)}, {("ships", 0)}]
    found = battle_odds(RULES, opening, exact=True)
    assert found.joint("hp:t", "cap:blue").chances == multiplied(found, "hp:t", "cap:blue")


def test_a_battle_goes_on_with_the_phases_that_earlier_waves_have_met(begun: Any) -> None:
    battle_odds(RULES, begin(carrier()))
    assert [len(met) for met, _ in begun] == [1, 2, 3, 4, 4]


# What was remembered


@pytest.fixture
def _forgotten() -> Iterator[None]:
    memory_of.cache_clear()
    yield
    memory_of.cache_clear()


def told(scenario: Scene, *names: str, exact: bool = False) -> dict[str, dict[Any, Any]]:
    """Odds to the last bit; of the named measures, or of all."""
    opening = begin(scenario)
    measures = [measure(opening, name) for name in names] or RULES.measures(opening)
    found = battle_odds(RULES, opening, measures=measures, exact=exact)
    return {name: dict(found[name].chances) for name in found}


def changed(scenario: Scene, **fields: Any) -> Scene:
    """With another first ship."""
    return {**scenario, "ships": [{**scenario["ships"][0], **fields}, *scenario["ships"][1:]]}


VARIANTS: dict[str, Scene] = {
    "as it is": struck("CV"),
    "sections always open": struck("CV", two_hp_section_chance="1"),
    "nobody is lost aboard": struck("CV", heavy_crit_chance="0"),
    "regulars in front": struck("CV", strike_line_order="regular_first"),
    "a veteran crew": changed(struck("CV"), xp=10),
    "hurt before": changed(struck("CV"), hp=4),
    "in a nebula": {**struck("CV"), "system": {"nebula": True}},
    "better damage": {**struck("CV"), "empires": [{"id": "blue"}, {"id": "red", "afd": True}]},
}


@pytest.mark.usefixtures("_forgotten")
@pytest.mark.parametrize("exact", [False, True])
def test_no_other_setting_or_house_rule_answers_from_memory(exact: bool) -> None:
    names = ("hp:t", "cap:blue", "wrecked:t", "grounded:t", "through_flak:w")
    fresh = []
    for scenario in VARIANTS.values():
        memory_of.cache_clear()
        fresh.append(told(scenario, *names, exact=exact))
    assert len({str(one) for one in fresh}) == len(VARIANTS)
    memory_of.cache_clear()
    assert [told(scenario, *names, exact=exact) for scenario in VARIANTS.values()] == fresh


@pytest.mark.usefixtures("_forgotten")
def test_asking_for_one_thing_after_another_changes_no_bit() -> None:
    asked = (("hp:t",), (), ("wrecked:t", "cap:blue"), ("section:t/bridge",), ("hp:t",), ())
    fresh = []
    for names in asked:
        memory_of.cache_clear()
        fresh.append(told(struck("CV"), *names))
    memory_of.cache_clear()
    assert [told(struck("CV"), *names) for names in asked] == fresh
