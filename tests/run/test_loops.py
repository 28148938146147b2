"""Draining loops on dense arrays, and battles without limit: other ways to the same odds."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import Any

import pytest
from toy import SIDES, TOY, Gunner, Toy, begin, bot, declare, shoot

from admiralty.core.errors import Complaint
from admiralty.core.phase import Phase, phase
from admiralty.core.pool import Pick
from admiralty.core.ruleset import Measure, Ruleset
from admiralty.core.state import State
from admiralty.core.table import Table
from admiralty.rulesets import find
from admiralty.rulesets.duel.casestate import battle as dogfight
from admiralty.rulesets.duel.casestate import flies
from admiralty.run.odds import battle_odds
from admiralty.run.policy import fixed
from admiralty.run.spread import loops
from admiralty.run.spread.engine import Engine
from admiralty.run.spread.weights import Doubles

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


# A loop is begun with the phases that were met in it, and anew when it comes to another


class Siege(State, frozen=True):
    """Hits are applied one by one to a base whose fighters are up; a heavy one may burn some of these."""

    phase: str
    heavy: bool = False  # whether damage can be heavy
    turn: int = 0
    hits: int = 0
    hp: int = 9
    cap: int = 0
    blow: int = 0


@phase(touches=("hits",))
def fire(state: Siege, table: Table) -> Siege:
    return state.but(hits=table.roll(Pick((1, 2, 1)), "hits"), phase="scramble")


@phase(touches=("cap",))
def scramble(state: Siege, table: Table) -> Siege:
    return state.but(cap=state.cap + table.roll(Pick((1, 1, 1)), "cap"), phase="hit")


@phase(touches=("hits",), drains=("hits",))
def hit(state: Siege, table: Table) -> Siege:
    return state.but(hits=state.hits - 1, phase="damage") if state.hits else state.but(phase="lull")


@phase(touches=("heavy", "hp", "blow"), drains=("hits",))
def damage(state: Siege, table: Table) -> Siege:
    blow = 1 + table.roll(Pick((2, 1, 1) if state.heavy else (2, 1)), "damage")
    return state.but(hp=max(0, state.hp - blow), blow=blow if blow > 2 else 0, phase="burn" if blow > 2 else "hit")


@phase(touches=("blow", "cap"), drains=("hits",))
def burn(state: Siege, table: Table) -> Siege:
    return state.but(cap=max(0, state.cap - table.roll(Pick((1, 1)), "burn")), blow=0, phase="hit")


@phase(touches=("turn",))
def lull(state: Siege, table: Table) -> Siege:
    return state.but(turn=state.turn + 1, phase="over" if state.turn else "fire")


ANY: Ruleset[Any] = TOY
SIEGE = dataclasses.replace(
    ANY,
    order=(fire, scramble, hit, damage, burn, lull),
    clock=("turn",),
    measures=lambda state: (
        Measure("hp", lambda state: state.hp, ("hp",)),
        Measure("cap", lambda state: state.cap, ("cap",)),
    ),
)


def siege(heavy: bool, **options: Any) -> dict[Any, Any]:
    return dict(battle_odds(SIEGE, Siege("fire", heavy), **options).joint("hp", "cap").chances)


@pytest.mark.parametrize("heavy", [False, True])
def test_a_loop_begins_with_the_phases_met_so_far_and_anew_at_another(begun: Any, heavy: bool) -> None:
    expected = {ends: float(chance) for ends, chance in siege(heavy, exact=True).items()}
    assert siege(heavy) == pytest.approx(expected, rel=1e-13)
    phases = [["hit"], ["hit", "damage"], ["hit", "damage", "burn"]]
    once = phases if heavy else phases[:2]
    assert [met for met, _ in begun] == [*once, once[-1]]  # in the second turn they are known


def test_what_no_phase_that_was_met_touches_does_not_enter_the_loop(begun: Any) -> None:
    siege(heavy=False)
    assert all("cap" not in fields for _, fields in begun)
    siege(heavy=True)
    assert [met for met, fields in begun if "cap" in fields] == [["hit", "damage", "burn"]] * 2


@pytest.mark.parametrize("heavy", [False, True])
def test_fighters_and_damage_stay_apart_unless_a_phase_ties_them(begun: Any, heavy: bool) -> None:
    engine = Engine(SIEGE, Siege("fire", heavy), Doubles(), {}, SIEGE.measures(Siege("fire")))
    spread = engine.run()
    parts = [{engine.layout.leaves[column] for column in part.columns} for part in spread.product.parts]
    assert sorted(map(sorted, parts)) == ([[("cap",), ("hp",)]] if heavy else [[("cap",)], [("hp",)]])


def scratch(state: Siege, table: Table) -> Siege:
    return state.but(hp=max(0, state.hp - 1 - table.roll(Pick((2, 1)), "damage")), phase="hit")


@pytest.mark.parametrize("cells", [0, 4_000_000])
def test_a_loop_may_be_made_of_phases_that_all_touch_the_same(
    begun: Any, monkeypatch: pytest.MonkeyPatch, cells: int
) -> None:
    """Then every column tells arrays apart, and each array has one cell."""
    monkeypatch.setattr(loops, "MOST_CELLS", cells)
    alike = (("hits", "hp", "cap"), ("hits",))
    order = (fire, scramble, Phase("hit", hit.run, *alike), Phase("damage", scratch, *alike), lull)
    rules = dataclasses.replace(SIEGE, order=order)
    exact = battle_odds(rules, Siege("fire"), exact=True).joint("hp", "cap")
    found = battle_odds(rules, Siege("fire")).joint("hp", "cap")
    assert begun
    assert dict(found.chances) == pytest.approx({ends: float(chance) for ends, chance in exact.items()}, rel=1e-13)


# Battles without limit


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


@pytest.mark.parametrize("few", [0, 1, 5, 10_000])
def test_exact_and_double_odds_without_limit_agree(monkeypatch: pytest.MonkeyPatch, few: int) -> None:
    monkeypatch.setattr(Doubles, "few", few)
    opening = begin({"points": [2, 1]})
    exact = battle_odds(ENDLESS, opening, policies=POLICIES, exact=True)["winner"]
    doubles = battle_odds(ENDLESS, opening, policies=POLICIES)["winner"]
    assert dict(doubles.chances) == pytest.approx({k: float(v) for k, v in exact.items()})


@pytest.mark.parametrize("few", [0, 1, 5, 10_000])
def test_a_dogfight_without_limit_has_the_odds_that_fractions_have(monkeypatch: pytest.MonkeyPatch, few: int) -> None:
    """One of the two is nearly lost and attacks in every second round, so that rounds come round in pairs."""
    monkeypatch.setattr(Doubles, "few", few)
    mite = {"max_hp": 6, "laser": {"dice": 1, "sides": 2, "bonus": 2}}
    opening = dogfight([{**mite, "hp": 1, "attack_every": 2}], [mite], max_rounds=None)
    policies = dict.fromkeys("ab", flies("basic", "swing"))
    names = ("winner", "hp:a1", "hp:b1")
    exact = battle_odds(find("duel"), opening, policies=policies, exact=True).joint(*names)
    found = battle_odds(find("duel"), opening, policies=policies).joint(*names)
    assert dict(found.chances) == pytest.approx({ends: float(chance) for ends, chance in exact.items()}, rel=1e-12)


def test_a_battle_that_never_ends_is_refused() -> None:
    dodge = dict.fromkeys(SIDES, fixed("dodge"))
    with pytest.raises(Complaint, match="never ends"):
        battle_odds(ENDLESS, begin({"points": [1, 1]}), policies=dodge)
