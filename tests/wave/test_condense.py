"""What nobody asks about is not followed, and no odds change by it."""

from __future__ import annotations

from typing import Any

import pytest

from admiralty.core.ruleset import Measure
from admiralty.rulesets.wave import RULES
from admiralty.rulesets.wave.measures import measure, measures
from admiralty.rulesets.wave.setup import begin
from admiralty.rulesets.wave.state import FighterPhase
from admiralty.run.odds import battle_odds
from admiralty.run.spread.engine import Engine
from admiralty.run.spread.weights import Doubles

from .scenes import Scene, cap, scene, ship, wave
from .test_odds import ODD_RULES


def struck(**rules: Any) -> Scene:
    """Two waves at a Veteran Carrier with wrecked sections, one at another Carrier, one at a group."""
    ships = [
        ship("cv", "CV", xp=25, max_hp=9, hp=5, wrecked=["landing_bay", "weapon_array_port"], fighters=5),
        ship("cw", "CV", max_hp=6, fighters=2),
        ship("d1", "DD", group="g"),
        ship("d2", "DD", group="g"),
        ship("e", "CV", "red", xp=25, fighters=9),
    ]
    waves = [wave("a", "cv", e=2), wave("b", "cv", e=1), wave("c", "cw", e=1), wave("d", "g", e=1)]
    return scene(ships, cap(cv=1, cw=1), waves, rules)


@pytest.mark.parametrize("rules", [{}, ODD_RULES], ids=["defaults", "house rules"])
def test_a_measure_asked_for_alone_has_the_odds_it_has_among_all(rules: Scene) -> None:
    state = begin(struck(**rules))
    together = battle_odds(RULES, state)
    for one in measures(state):
        alone = battle_odds(RULES, state, measures=[one])
        assert dict(alone[one.name].chances) == pytest.approx(dict(together[one.name].chances), rel=1e-12), one.name


@pytest.mark.parametrize("name", ["hp:cv", "section:cv/bridge", "gun:cv", "distracted:d1", "cap:blue"])
def test_no_phase_of_a_condensed_battle_reads_or_changes_what_it_does_not_touch(name: str) -> None:
    wanted = [measure(begin(struck()), name)]
    assert RULES.condense
    state = RULES.condense(begin(struck()), wanted)
    spread = Engine(RULES, state, Doubles(), {}, wanted, thorough=True).run()
    assert spread.total == pytest.approx(1, rel=1e-12)


@pytest.mark.parametrize("path", ["*", "ships", "ships[*]"])
def test_a_measure_that_reads_all_ships_leaves_nothing_out(path: str) -> None:
    state = begin(struck())
    everything: Measure[FighterPhase] = Measure("all", lambda s: s.ships[0].flight_deck, (path,))
    assert RULES.condense
    assert RULES.condense(state, [everything]) is state


def test_idle_sections_are_counted_as_one_kind() -> None:
    state = begin(struck())
    assert RULES.condense
    ship = RULES.condense(state, [measure(state, "section:cv/bridge")]).ships[0]
    assert ship.wrecked() == (0, 0, 0, 0, 2)
    ship = RULES.condense(state, [measure(state, "wrecked:cv")]).ships[0]
    assert ship.wrecked() == (0, 0, 0, 0, 2)
    ship = RULES.condense(state, [measure(state, "gun:cv")]).ships[0]
    assert ship.wrecked() == (0, 0, 1, 0, 1)
