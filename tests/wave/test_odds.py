"""Whole battles: honest touches, chances that sum to one, empty and one-sided forces, counted lumps."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from admiralty.rulesets.wave import RULES
from admiralty.rulesets.wave.measures import measure
from admiralty.rulesets.wave.setup import begin
from admiralty.run.odds import RunOracle
from admiralty.run.policy import bots
from admiralty.run.spread.engine import Engine
from admiralty.run.spread.weights import Doubles

from .scenes import F, Scene, cap, odds, scene, ship, wave

ODD_RULES: Scene = {
    "strike_allocation": "focus",
    "strike_line_order": "regular_first",
    "cap_column_casualty": "front",
    "flak_casualties": "random",
    "heavy_crit_order": "cap_first",
    "target_gone": "turn_back",
    "two_hp_section_chance": "1/3",
    "retired_cap_odds_bonus": True,
    "retired_crown_flak_bonus": True,
}


def crowded(**rules: Any) -> Scene:
    """Both sides strike at Carriers, groups and freighters, Elite and regular mixed."""
    ships = [
        ship("cv", "CV", xp=10, hp=3, wrecked=["landing_bay"], fighters=5),
        ship("c1", "CR", group="g"),
        ship("d1", "DD", group="g"),
        ship("fr1", "FR", group="conv"),
        ship("fr2", "FR", group="conv"),
        ship("e", "CV", "red", xp=25, max_hp=3, fighters=5),
        ship("rfb", "FB", "red", max_hp=3, fighters=4),
    ]
    waves = [
        wave("w1", "cv", e=2, rfb=1),
        wave("w2", "g", e=1, rfb=1),
        wave("w3", "conv", rfb=1),
        wave("w4", "e", attacker="blue", cv=1),
        wave("w5", "cv", e=1),
    ]
    return scene(ships, cap(cv=2, e=1, rfb=1), waves, rules, blue={"crown": True}, system={"nebula": True})


@pytest.mark.parametrize("rules", [{}, ODD_RULES], ids=["defaults", "house rules"])
def test_no_phase_reads_or_changes_what_it_does_not_touch(rules: Scene) -> None:
    state = begin(crowded(**rules))
    spread = Engine(RULES, state, Doubles(), {}, RULES.measures(state), thorough=True).run()
    assert spread.total == pytest.approx(1, rel=1e-12)


@pytest.mark.parametrize("example", sorted(RULES.examples))
def test_examples_have_odds_that_sum_to_one(example: str) -> None:
    state = begin(tomllib.loads(RULES.examples[example]))
    found = RunOracle(RULES).odds(state, RULES.measures(state), policies=bots(RULES, state), exact=False)
    for chances in found.values():
        assert sum(chances.values()) == pytest.approx(1, rel=1e-12)


def test_defaults_and_no_waves_leave_everything_as_it_was() -> None:
    scenario = scene([ship("cv", "CV", fighters=4), ship("dd", "DD")], cap(cv=3))
    assert odds(scenario, "joint_cap_hp:blue/cv") == {"3,8": F(1, 1)}


def test_a_wave_of_one_against_no_guns_at_all() -> None:
    ships = [ship("fb", "FB"), ship("r1", "CV", "red", fighters=1)]
    chances = odds(scene(ships, [], [wave("w", "fb", r1=1)]), "hp:fb")
    assert chances == {6: F(1, 2), 5: F(3, 10), 4: F(1, 10), 3: F(1, 20), 2: F(1, 20)}


def test_cap_of_its_launchers_adds_up_to_the_pool() -> None:
    state = begin(crowded())
    names = ["cap:red", "cap_of:e", "cap_of:rfb"]
    joint = RunOracle(RULES).odds(state, [measure(state, name) for name in names], joint=True, exact=False)[""]
    assert all(whole == elite + base for whole, elite, base in joint)


def test_a_destroyed_ship_is_neither_distracted_nor_wrecked_nor_has_anybody_aboard() -> None:
    state = begin(crowded())
    names = ["destroyed:cv", "distracted:cv", "wrecked:cv", "grounded:cv", "gun:cv", "hp:cv"]
    joint = RunOracle(RULES).odds(state, [measure(state, name) for name in names], joint=True, exact=False)[""]
    dead = {readings[1:] for readings in joint if readings[0]}
    assert dead == {(False, "dead", 0, "dead", 0)}
    assert all(hp > 0 for gone, *_, hp in joint if not gone)


def test_sections_never_exceed_those_there_are() -> None:
    ships = [
        ship("cv", "CV", max_hp=60, hp=59, wrecked=["flak_guns", "bridge", "engine_pod_port"]),
        ship("r1", "CV", "red", xp=25, fighters=14),
    ]
    scenario = scene(ships, [], [wave("w", "cv", r1=14)], {"two_hp_section_chance": "1"})
    state = begin(scenario)
    kinds = ["flak_guns", "bridge", "weapon_arrays", "flight_deck", "engine_pods"]
    measures = [measure(state, f"section:cv/{kind}") for kind in kinds]
    joint = RunOracle(RULES).odds(state, measures, joint=True, exact=False)[""]
    living = [row for row in joint if row[0] != "dead"]
    assert max(living) == (1, 1, 2, 3, 2)
    assert min(living) == (1, 1, 0, 0, 1)
