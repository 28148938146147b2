"""Laws of the fighter phase, on random small battles: odds, samples and play are one; relabelling changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from admiralty.rulesets.wave import RULES
from admiralty.rulesets.wave.setup import begin
from admiralty.run.distribution import wilson
from admiralty.run.odds import battle_odds
from admiralty.run.sample import sample

from .battles import BIG_DRAWS, all_measures, battles, gone_through, half_at_home
from .scenes import Scene, cap, scene, ship, wave


@given(battles())
@settings(max_examples=30, suppress_health_check=BIG_DRAWS)
def test_odds_are_what_every_face_of_every_die_gives(scenario: Scene) -> None:
    opening, measures = begin(scenario), all_measures(scenario)
    found = battle_odds(RULES, opening, measures=measures, exact=True)
    expected = gone_through(opening, measures)
    ends = [one.name for one in measures if not one.at]
    assert found.joint(*ends).chances == expected.pop("")
    assert {name: dict(chances) for name, chances in found.items()} == expected


def asked(**blue: int) -> Scene:
    ships = [
        ship("cv", "CV", xp=10, max_hp=2, fighters=blue["carrier"]),
        ship("fb", "FB", fighters=blue["base"]),
        ship("r", "CV", "red", xp=25, max_hp=2, fighters=2),
    ]
    return scene(ships, launch="asked")


@pytest.mark.parametrize(("carrier", "base"), [(0, 1), (1, 1), (2, 0)])
def test_odds_of_a_hidden_launch_are_those_of_every_answer_and_every_face(carrier: int, base: int) -> None:
    opening = begin(asked(carrier=carrier, base=base))
    measures = all_measures(asked(carrier=carrier, base=base))
    policies = dict.fromkeys(RULES.sides(opening), half_at_home)
    found = battle_odds(RULES, opening, measures=measures, policies=policies, exact=True)
    expected = gone_through(opening, measures, half=True)
    assert found.joint(*(one.name for one in measures)).chances == expected.pop("")
    assert {name: dict(chances) for name, chances in found.items()} == expected


TYPICAL = scene(
    [
        ship("cv", "CV", xp=10, max_hp=6, fighters=3),
        ship("fb", "FB", fighters=3),
        ship("cr", "CR", group="g"),
        ship("dd", "DD", group="g"),
        ship("r1", "CV", "red", xp=25, fighters=4),
        ship("r2", "SB", "red", fighters=5),
    ],
    cap(cv=2, fb=3),
    [wave("a", "cv", r1=4), wave("b", "g", r2=3), wave("c", "cv", r2=2)],
)


@pytest.mark.parametrize(("method", "number"), [("counted", 1_000_000), ("single", 1_000)])
def test_samples_keep_to_the_odds_within_five_deviations(method: Any, number: int) -> None:
    opening = begin(TYPICAL)
    exact = battle_odds(RULES, opening)
    found = sample(RULES, opening, number, seed=7, method=method, workers=1)
    for name, distribution in exact.items():
        assert set(found[name]) <= set(distribution)
        for outcome, chance in distribution.items():
            low, high = wilson(float(found[name].chance(outcome)), number, z=5)
            assert low <= float(chance) <= high


# Names and the order of what has nothing to do with each other


def relabelled(scenario: Scene, names: dict[str, str], random: Random) -> Scene:
    """Other names, and another order of empires, of their fleets, of groups inside a fleet, of CAP of different
    empires and of waves of different sizes."""
    owner = {one["id"]: one["empire"] for one in scenario["ships"]}
    shuffled = {
        **scenario,
        "empires": sorted(scenario["empires"], key=lambda one: random.random()),
        "ships": mixed(scenario["ships"], lambda one: (one["empire"], one.get("group", one["id"])), random),
        "cap": mixed(scenario["cap"], lambda some: owner[some["launcher"]], random),
        "waves": mixed(scenario["waves"], lambda one: sum(some["count"] for some in one["fighters"]), random),
    }
    renamed: Scene = rename(shuffled, names)
    return renamed


def mixed(items: list[Scene], kind: Callable[[Scene], Any], random: Random) -> list[Scene]:
    """The kinds shuffled among each other, the items of each kind in the order they had."""
    kinds = [kind(item) for item in items]
    random.shuffle(kinds)
    lines = {each: iter([item for item in items if kind(item) == each]) for each in kinds}
    return [next(lines[each]) for each in kinds]


def rename(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: item if key == "house_rules" else rename(item, names) for key, item in value.items()}
    if isinstance(value, list):
        return [rename(item, names) for item in value]
    return names.get(value, value) if isinstance(value, str) else value


def renamed_measure(name: str, names: dict[str, str]) -> str:
    kind, _, rest = name.partition(":")
    return f"{kind}:{'/'.join(names.get(part, part) for part in rest.split('/'))}"


@given(battles(), st.randoms(use_true_random=False))
@settings(max_examples=12, suppress_health_check=BIG_DRAWS)
def test_other_names_and_another_order_of_unrelated_things_relabel_the_odds(scenario: Scene, random: Any) -> None:
    ids = [one["id"] for part in ("empires", "ships", "waves") for one in scenario[part]]
    ids += [one["group"] for one in scenario["ships"] if "group" in one]
    names = {id: f"{random.randrange(1000)}-{id[::-1]}" for id in dict.fromkeys(ids)}
    one = battle_odds(RULES, begin(scenario), exact=True)
    other = battle_odds(RULES, begin(relabelled(scenario, names, random)), exact=True)
    assert {renamed_measure(name, names): dict(chances) for name, chances in one.items()} == {
        name: dict(chances) for name, chances in other.items()
    }


def test_two_sides_in_each_others_place_swap_the_odds() -> None:
    """The same forces at each other's throats: what holds for one holds for the other."""
    ships = [ship(f"{side}cv", "CV", side, max_hp=3, fighters=4) for side in ("blue", "red")]
    ships += [ship(f"{side}dd", "DD", side) for side in ("blue", "red")]
    waves = [wave("w-blue", "redcv", "blue", bluecv=2), wave("w-red", "bluecv", "red", redcv=2)]
    found = {
        first["id"]: battle_odds(RULES, begin(scene(ships, cap(bluecv=2, redcv=2), [first, second])), exact=True)
        for first, second in (waves, waves[::-1])
    }
    for kind, of in (("hp", "{}cv"), ("cap", "{}"), ("gun", "{}cv"), ("through_flak", "w-{}"), ("grounded", "{}cv")):
        swapped = found["w-red"][f"{kind}:{of.format('red')}"]
        assert found["w-blue"][f"{kind}:{of.format('blue')}"].chances == swapped.chances
