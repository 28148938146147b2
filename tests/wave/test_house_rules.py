"""Each switch of the sheet's Rulings: its default and every other value, by exact outcomes."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from admiralty.core.pool import enumerated
from admiralty.rulesets.wave import RULES, attack
from admiralty.rulesets.wave.flak import Draw
from admiralty.rulesets.wave.limits import limit
from admiralty.rulesets.wave.measures import measure
from admiralty.rulesets.wave.setup import begin
from admiralty.rulesets.wave.state import FighterPhase, HouseRules, Strike
from admiralty.rulesets.wave.tables import DAMAGE
from admiralty.run.odds import RunOracle

from .scenes import (
    F,
    Scene,
    cap,
    cap_needs,
    columns,
    flak_slots,
    mustered,
    odds,
    outcomes,
    run,
    scene,
    ship,
    strike_needs,
    up,
    wave,
)


def odds_from(state: FighterPhase, *names: str) -> Any:
    found = RunOracle(RULES).odds(state, [measure(state, name) for name in names])
    return found[names[0]] if len(names) == 1 else found


def test_the_defaults_are_those_of_the_sheet() -> None:
    assert HouseRules().plain() == {
        "attack_elite_to_hit": False,
        "attack_afd_to_hit": False,
        "attack_nebula_to_hit": False,
        "strike_allocation": "even",
        "strike_line_order": "elite_first",
        "cap_column_casualty": "rearmost",
        "flak_casualties": "regular_first",
        "flak_capped_by_incoming": False,
        "fighter_base_escorts": 4,
        "two_hp_section_chance": "1/2",
        "heavy_crit_chance": "1/2",
        "heavy_crit_loss_3": 1,
        "heavy_crit_loss_4": 2,
        "heavy_crit_order": "grounded_first",
        "target_gone": "dogfight_then_return",
        "half_wing_rounding": "down",
        "flight_ops_rounding": "down",
        "retired_cap_odds_bonus": False,
        "retired_crown_flak_bonus": False,
    }


@pytest.mark.parametrize(
    ("switch", "elite", "regular"),
    [
        (None, 6, 6),
        ("attack_elite_to_hit", 5, 6),
        ("attack_afd_to_hit", 5, 5),
        ("attack_nebula_to_hit", 7, 7),
    ],
)
def test_attack_modifiers_only_by_house_rule(switch: str | None, elite: int, regular: int) -> None:
    ships = [ship("dd", "DD"), ship("e", "CV", "red", xp=25, fighters=2)]
    rules = {switch: True} if switch else {}
    state = up(scene(ships, [], [wave("w", "dd", e=2)], rules, red={"afd": True}, system={"nebula": True}))
    assert attack.attack_need(state, True).value == elite
    assert attack.attack_need(state, False).value == regular


def dealt(kind: str, ships: int, strike: Strike, **rules: Any) -> FighterPhase:
    """A wave about to be dealt over a group of like ships."""
    pieces = [*(ship(f"s{n}", kind, group="g") for n in range(ships)), ship("r1", "CV", "red", fighters=9)]
    return up(scene(pieces, [], [wave("w", "g", r1=9)], rules), phase="deal", strike=strike)


def test_strike_allocation_even_deals_round_robin_elite_first() -> None:
    state, shares = dealt("CR", 3, Strike(2, 5)), []
    while state.phase == "deal":
        state = run("deal", state)
        if state.phase == "attack":
            shares.append((state.target, state.share))
            state = run("aftermath", state.but(phase="aftermath", share=Strike()))
    assert shares == [(0, Strike(1, 2)), (1, Strike(1, 1)), (2, Strike(0, 2))]


def test_strike_allocation_even_on_two_freighters() -> None:
    chances = odds_from(dealt("FR", 2, Strike(0, 2)), "ships_lost:g", "distracted:s0", "distracted:s1")
    assert chances["ships_lost:g"] == {0: F(1, 4), 1: F(1, 2), 2: F(1, 4)}
    assert chances["distracted:s0"][True] == chances["distracted:s1"][True] == F(1, 2)


def test_strike_allocation_focus_on_two_freighters() -> None:
    state = dealt("FR", 2, Strike(0, 2), strike_allocation="focus")
    chances = odds_from(state, "joint_hp:s0/s1", "distracted:s0", "distracted:s1")
    assert chances["joint_hp:s0/s1"] == {"1,1": F(1, 4), "0,1": F(1, 2), "0,0": F(1, 4)}
    assert chances["distracted:s0"][True] == F(1, 4)  # both missed it
    assert chances["distracted:s1"][True] == F(1, 4)  # the first killed, the second missed the next


def by_hand(ships: list[int], fighters: list[bool]) -> dict[tuple[int, ...], Fraction]:
    """Focus, fighter by fighter: each attacks the first ship still alive; hit 1/2, then the damage die."""
    ends = {tuple(ships): Fraction(1)}
    for elite in fighters:
        after: dict[tuple[int, ...], Fraction] = {}
        for hp, chance in ends.items():
            target = next((n for n, left in enumerate(hp) if left), None)
            results = [(0, F(1, 2)), *((damage, F(1, 20)) for damage in DAMAGE[elite, False])]
            for damage, share in results if target is not None else [(0, F(1, 1))]:
                new = hp if target is None else (*hp[:target], max(0, hp[target] - damage), *hp[target + 1 :])
                after[new] = after.get(new, Fraction(0)) + chance * share
        ends = after
    return ends


def test_strike_allocation_focus_against_fighter_by_fighter() -> None:
    state = dealt("CR", 3, Strike(2, 3), strike_allocation="focus")
    expected = by_hand([3, 3, 3], [True, True, False, False, False])
    found = odds_from(state, "joint_hp:s0/s1/s2")
    assert found == {",".join(map(str, hp)): chance for hp, chance in expected.items()}


@pytest.mark.parametrize(("order", "needs"), [("elite_first", [8, 9]), ("regular_first", [9, 9])])
def test_strike_line_order(order: str, needs: list[int]) -> None:
    ships = [
        ship("sb", "SB", fighters=2),
        ship("e", "CV", "red", xp=25, fighters=1),
        ship("r1", "CV", "red", fighters=2),
    ]
    scenario = scene(ships, cap(sb=2), [wave("w", "sb", e=1, r1=2)], {"strike_line_order": order})
    assert strike_needs(up(scenario)) == needs


@pytest.mark.parametrize(("casualty", "elites"), [("rearmost", (2, 1)), ("front", (1, 2))])
def test_cap_column_casualty(casualty: str, elites: tuple[int, int]) -> None:
    ships = [
        ship("sb", "SB"),
        ship("e", "CV", xp=25, fighters=2),
        ship("fb", "FB", fighters=2),
        ship("r1", "CV", "red", fighters=2),
    ]
    scenario = scene(ships, cap(e=2, fb=2), [wave("w", "sb", r1=2)], {"cap_column_casualty": casualty})
    state = up(scenario, phase="return_fire")
    assert [one.stack for one in columns(state)] == [2, 2]
    after = outcomes("return_fire", state)
    one_lost = {tuple(left for left in one.caps[0] if left) for one in after if sum(one.caps[0]) == 3}
    assert one_lost == {elites}


def test_rearmost_casualties_of_uneven_stacks_belong_to_the_right_launcher() -> None:
    ships = [
        ship("sb", "SB"),
        ship("x", "CV", fighters=6),
        ship("fb", "FB", fighters=1),
        ship("r1", "CV", "red", fighters=3),
    ]
    state = up(scene(ships, cap(x=6, fb=1), [wave("w", "sb", r1=3)]))
    assert [one.casualty for one in columns(state)] == [1, 0, 0]  # fighters 6, 4 and 5 of the line


@pytest.mark.parametrize(
    ("rule", "left"),
    [
        ("regular_first", {Strike(2, 1): F(1, 1)}),
        ("elite_first", {Strike(0, 3): F(1, 1)}),
        ("random", {Strike(2, 1): F(3, 10), Strike(1, 2): F(6, 10), Strike(0, 3): F(1, 10)}),
    ],
)
def test_flak_casualties(rule: str, left: Any) -> None:
    ships = [
        ship("cv", "CV"),
        ship("d", "DD"),
        ship("e", "CV", "red", xp=25, fighters=2),
        ship("r1", "CV", "red", fighters=3),
    ]
    scenario = scene(ships, [], [wave("w", "cv", e=2, r1=3)], {"flak_casualties": rule})
    after = outcomes("flak", up(scenario, phase="flak"))
    both_hit = {state.strike: chance for state, chance in after.items() if state.strike.total == 3}
    assert both_hit == {strike: chance * F(7, 10) * F(2, 10) for strike, chance in left.items()}


@pytest.mark.parametrize(("elite", "regular"), [(1, 1), (2, 3), (4, 1), (0, 2), (3, 3)])
def test_reading_a_draw_of_casualties_has_its_odds(elite: int, regular: int) -> None:
    for number in range(1, elite + regular + 1):
        pool = Draw(elite, regular, number)
        closed, counted = pool.odds(), enumerated(pool)
        assert {k: closed.chance(k) for k, _ in closed} == {k: counted.chance(k) for k, _ in counted}


@pytest.mark.parametrize(("capped", "slots"), [(False, 5), (True, 2)])
def test_flak_capped_by_incoming_counts_the_silent_slot(capped: bool, slots: int) -> None:
    ships = [
        ship("cv", "CV", hp=5, wrecked=["flak_guns"]),
        *(ship(f"d{n}", "DD") for n in range(4)),
        ship("r1", "CV", "red", fighters=2),
    ]
    found = flak_slots(up(scene(ships, [], [wave("w", "cv", r1=2)], {"flak_capped_by_incoming": capped})))
    assert len(found) == slots
    assert found[0] == ("cv", None)


@pytest.mark.parametrize("number", range(6))
def test_fighter_base_escorts(number: int) -> None:
    ships = [ship("fb", "FB"), *(ship(f"d{n}", "DD") for n in range(6)), ship("r1", "CV", "red", fighters=2)]
    rules = {"fighter_base_escorts": number}
    assert len(flak_slots(up(scene(ships, [], [wave("w", "fb", r1=2)], rules)))) == number


def struck(blow: int, phase: str, cap_count: int = 2, grounded: int = 3, **rules: Any) -> FighterPhase:
    """A Carrier that has just survived a critical."""
    ships = [ship("cv", "CV", max_hp=20, fighters=cap_count + grounded), ship("r1", "CV", "red", fighters=2)]
    cap_list = cap(cv=cap_count) if cap_count else []
    return up(scene(ships, cap_list, [wave("w", "cv", r1=2)], rules), phase=phase, target=0, blow=blow)


@pytest.mark.parametrize(("chance", "opened"), [("1/2", F(1, 2)), ("0", F(0, 1)), ("1", F(1, 1)), ("2/6", F(1, 3))])
def test_two_hp_section_chance(chance: str, opened: Fraction) -> None:
    after = outcomes("section", struck(2, "section", two_hp_section_chance=chance))
    assert sum((share for one, share in after.items() if sum(one.ships[0].wrecked())), F(0, 1)) == opened


@pytest.mark.parametrize("blow", [3, 4])
def test_a_heavy_critical_always_opens_a_section_whatever_the_switch(blow: int) -> None:
    after = outcomes("section", struck(blow, "section", two_hp_section_chance="0"))
    assert sorted(after.values()) == sorted([F(1, 9), F(1, 9), F(2, 9), F(3, 9), F(2, 9)])


@pytest.mark.parametrize(("chance", "lost"), [("1/2", F(1, 2)), ("0", F(0, 1)), ("1", F(1, 1)), ("3/4", F(3, 4))])
def test_heavy_crit_chance(chance: str, lost: Fraction) -> None:
    after = outcomes("aboard", struck(3, "aboard", heavy_crit_chance=chance))
    assert sum((share for one, share in after.items() if one.ships[0].grounded == 2), F(0, 1)) == lost


@pytest.mark.parametrize(("three", "four"), [(1, 2), (0, 3), (5, 9)])
def test_heavy_crit_losses_are_as_many_as_there_are(three: int, four: int) -> None:
    rules: Scene = {"heavy_crit_chance": "1", "heavy_crit_loss_3": three, "heavy_crit_loss_4": four}
    for blow, loss in ((3, three), (4, four)):
        (after,) = outcomes("aboard", struck(blow, "aboard", **rules))
        assert after.ships[0].grounded + sum(after.caps[0]) == 5 - min(5, loss)


@pytest.mark.parametrize(("order", "grounded", "left"), [("grounded_first", 0, 1), ("cap_first", 1, 0)])
def test_heavy_crit_order(order: str, grounded: int, left: Any) -> None:
    state = struck(4, "aboard", 2, 1, heavy_crit_order=order, heavy_crit_chance="1")
    (after,) = outcomes("aboard", state)
    assert (after.ships[0].grounded, sum(after.caps[0])) == (grounded, left)


def gone(rule: str) -> FighterPhase:
    """A second wave whose Destroyer is destroyed already."""
    ships = [
        ship("dd", "DD"),
        ship("fb", "FB", fighters=1),
        ship("r1", "CV", "red", fighters=4),
        ship("r2", "CV", "red", fighters=3),
    ]
    waves = [wave("w", "dd", r1=4), wave("w2", "dd", r2=3)]
    state = begin(scene(ships, cap(fb=1), waves, {"target_gone": rule}))
    dead = state.ships[0].but(alive=False, hp=0)
    return mustered(state.but(ships=(dead, *state.ships[1:]), wave=1))


def test_target_gone_dogfight_then_return() -> None:
    state = gone("dogfight_then_return")
    assert cap_needs(state) == [8]
    after = run("return_fire", run("intercept", state, (1,)), (0,))
    assert (after.strike, after.fatigued) == (Strike(0, 2), (True, False))
    after = run("deal", run("flak", after))
    assert (after.phase, after.wave) == ("muster", 2)


def test_target_gone_turn_back_meets_nobody_and_tires_nobody() -> None:
    state = gone("turn_back")
    assert columns(state) == []
    after = run("flak", run("return_fire", run("intercept", state)))
    assert (after.strike, after.fatigued, after.caps[0]) == (Strike(0, 3), (False, False), (1,))
    assert run("deal", after).phase == "muster"


@pytest.mark.parametrize(("rounding", "most"), [("down", 5), ("up", 6)])
def test_half_wing_rounding(rounding: str, most: int) -> None:
    scenario = scene([ship("cv", "CV", fighters=11)], rules={"half_wing_rounding": rounding}, blue={"supplied": False})
    state = begin(scenario)
    assert limit(state.setting, state.ships, 0) == most


@pytest.mark.parametrize(
    ("rounding", "wrecked", "most"),
    [("down", 1, 7), ("up", 1, 8), ("down", 2, 3), ("up", 2, 4), ("up", 3, 0)],
)
def test_flight_ops_rounding(rounding: str, wrecked: int, most: int) -> None:
    decks = ["landing_bay", "launch_tubes_port", "launch_tubes_starboard"][:wrecked]
    carrier = ship("cv", "CV", fighters=20, flight_ops=11, hp=3, wrecked=decks)
    state = begin(scene([carrier], rules={"flight_ops_rounding": rounding}))
    assert limit(state.setting, state.ships, 0) == most


def test_the_smallest_limit_counts() -> None:
    for fighters, ops, supplied in product((4, 9), (3, 12), (True, False)):
        carrier = ship("cv", "CV", fighters=fighters, flight_ops=ops)
        state = begin(scene([carrier], blue={"supplied": supplied}))
        assert limit(state.setting, state.ships, 0) == min(fighters, ops, fighters if supplied else fighters // 2)


@pytest.mark.parametrize(
    ("cap_count", "now", "retired"),
    [(6, [7, 7, 7], [7, 7, 7]), (5, [7, 7, 8], [8, 8, 8]), (9, [6, 6, 6], [7, 7, 7]), (2, [8, 8], [8, 8])],
)
def test_retired_cap_odds_bonus(cap_count: int, now: list[int], retired: list[int]) -> None:
    for switch, needs in ((False, now), (True, retired)):
        ships = [ship("sb", "SB", fighters=9), ship("r1", "CV", "red", fighters=3)]
        rules = {"retired_cap_odds_bonus": switch}
        assert cap_needs(up(scene(ships, cap(sb=cap_count), [wave("w", "sb", r1=3)], rules))) == needs


@pytest.mark.parametrize(("switch", "crown", "need"), [(False, True, 4), (True, True, 3), (True, False, 4)])
def test_retired_crown_flak_bonus(switch: str | None, crown: bool, need: int) -> None:
    ships = [ship("sb", "SB"), ship("r1", "CV", "red", fighters=3)]
    scenario = scene(ships, [], [wave("w", "sb", r1=3)], {"retired_crown_flak_bonus": switch}, blue={"crown": crown})
    assert flak_slots(up(scenario)) == [("sb", need)]


def test_a_house_rule_changes_whole_battles() -> None:
    ships = [ship("cv", "CV", max_hp=20, fighters=3), ship("r1", "CV", "red", fighters=4)]
    means = []
    for chance in ("0", "1"):
        scenario = scene(ships, [], [wave("w", "cv", r1=4)], {"heavy_crit_chance": chance})
        means.append(sum(outcome * share for outcome, share in odds(scenario, "grounded:cv").items()))
    assert means[0] == 3 > means[1]
