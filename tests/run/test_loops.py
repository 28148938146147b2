"""Draining loops on dense arrays, and battles without limit: other ways to the same odds."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import Any

import pytest
from toy import SIDES, TOY, Gunner, Toy, begin, bot, declare, shoot

from admiralty.core.errors import Complaint
from admiralty.core.phase import Phase, phase
from admiralty.core.table import Table
from admiralty.rulesets import find
from admiralty.run.odds import battle_odds
from admiralty.run.policy import fixed
from admiralty.run.spread import loops

POLICIES = dict.fromkeys(SIDES, bot)
RAID = {
    "empires": [{"id": "blue"}, {"id": "red"}],
    "ships": [
        {"id": "cv", "empire": "blue", "class": "CV", "max_hp": 8, "xp": 12, "fighters": 4},
        {"id": "cr", "empire": "blue", "class": "CR"},
        {"id": "red1", "empire": "red", "class": "CV", "xp": 30, "fighters": 5},
        {"id": "red2", "empire": "red", "class": "SB", "fighters": 3},
    ],
    "cap": [{"launcher": "cv", "count": 3}],
    "waves": [
        {"id": "a", "attacker": "red", "target": "cv", "fighters": [{"launcher": "red1", "count": 5}]},
        {"id": "b", "attacker": "red", "target": "cv", "fighters": [{"launcher": "red2", "count": 3}]},
    ],
}


def joint(**options: Any) -> dict[Any, Any]:
    wave = find("wave")
    found = battle_odds(wave, wave.begin(RAID), **options)
    return dict(found.joint("hp:cv", "cap:blue", "wrecked:cv", "grounded:cv").chances)


def test_dense_arrays_give_what_fractions_give_row_by_row() -> None:
    exact = {outcome: float(chance) for outcome, chance in joint(exact=True).items()}
    assert joint() == pytest.approx(exact, rel=1e-12)


@pytest.mark.parametrize("cells", [1, 40, 400])
def test_a_loop_too_large_for_arrays_goes_on_row_by_row(monkeypatch: pytest.MonkeyPatch, cells: int) -> None:
    dense = joint()
    monkeypatch.setattr(loops, "MOST_CELLS", cells)
    assert joint() == pytest.approx(dense, rel=1e-12)


@phase(touches=("gunners[*]", "round", "me", "foe"))
def endless_count(state: Toy, table: Table) -> Toy:
    gunners = tuple(Gunner(max(0, gunner.points)) for gunner in state.gunners)
    alive = all(gunner.points for gunner in gunners)
    return state.but(gunners=gunners, phase="declare" if alive else "over")


ENDLESS = dataclasses.replace(
    TOY, order=(declare, shoot, Phase("count", endless_count.run, endless_count.touches)), home=lambda state: "declare"
)


def test_a_duel_without_limit_drops_the_rounds_in_which_nothing_happens() -> None:
    """Both aim, one point each: 1/4 both, 1/4 each alone, 1/4 nothing, which is thrown again."""
    aim = dict.fromkeys(SIDES, fixed("aim"))
    found = battle_odds(ENDLESS, begin({"points": [1, 1]}), policies=aim, exact=True)
    assert found["winner"].chances == {"draw": Fraction(1, 3), "left": Fraction(1, 3), "right": Fraction(1, 3)}


def test_a_duel_without_limit_is_what_very_many_rounds_come_to() -> None:
    endless = battle_odds(ENDLESS, begin({"points": [2, 2]}), policies=POLICIES)["winner"]
    long = battle_odds(TOY, begin({"points": [2, 2], "rounds": 200}), policies=POLICIES)["winner"]
    assert dict(long.chances) == pytest.approx(dict(endless.chances), rel=1e-9)


def test_exact_and_double_odds_without_limit_agree() -> None:
    opening = begin({"points": [2, 1]})
    exact = battle_odds(ENDLESS, opening, policies=POLICIES, exact=True)["winner"]
    doubles = battle_odds(ENDLESS, opening, policies=POLICIES)["winner"]
    assert dict(doubles.chances) == pytest.approx({k: float(v) for k, v in exact.items()})


def test_a_battle_that_never_ends_is_refused() -> None:
    dodge = dict.fromkeys(SIDES, fixed("dodge"))
    with pytest.raises(Complaint, match="never ends"):
        battle_odds(ENDLESS, begin({"points": [1, 1]}), policies=dodge)
