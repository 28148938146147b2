"""Conformance cases about one roll or one number."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from admiralty.core.need import Mod
from admiralty.core.phase import Done, step
from admiralty.core.pool import Check, hits
from admiralty.core.ruleset import Measure, Moment, Oracle

from .casestate import Given, battle, both, orders
from .checks import limit
from .collisions import ram_dice, speed_now
from .damage import malfunction
from .fire import armor_with, effective_ac, percent
from .rounds import close, regenerate, tick
from .state import FIRE, Blow, Duel, HouseRules, Order
from .systems import repair
from .tables import SYSTEMS
from .vacuum import breath_rounds, health_check

FIGHTER: Given = {}


def house(given: Given) -> HouseRules:
    """A case's house rules."""
    return HouseRules(**given.get("house_rules", {}))


def check(given: Given, oracle: Oracle) -> dict[str, Any]:
    """D-5."""
    number = limit(house(given), Fraction(given["multiple"]), given["dex"])
    return {"success": Check(number).odds().chance(True)}


def to_hit(given: Given, oracle: Oracle) -> dict[str, Any]:
    """D-12."""
    modifiers = (Mod("ac", -given["effective_ac"], "D-11"), Mod("bonus", given["to_hit_bonus"], "D-12"))
    need = percent(given["difficulty"], modifiers, house(given).natural_band)
    return {"hit": hits((1, need), sides=100).odds().chance(1)}


def armor_class(given: Given, oracle: Oracle) -> dict[str, Any]:
    """D-11, with the figure of the manoeuvre given."""
    state = battle([given["ship"]], [FIGHTER])
    figure = (Mod("evasion", -given["maneuver_bonus_if_flown"], "D-9"),)
    craft, out = state.setting.crafts[0], state.pieces[0].out
    return {"effective_ac": effective_ac(armor_with(craft, out, figure, given["declared_power_shot"]))}


def system_chance(given: Given, oracle: Oracle) -> dict[str, Any]:
    """D-16."""
    ship = {"max_hp": given["max_hp"]}
    state = struck(battle([FIGHTER], [ship], given.get("house_rules")), given["hull_loss"], given["attack"])
    return {"chance": chance_of(oracle, state, lambda after: after.phase == "repair")}


def struck(state: Duel, loss: int, attack: str = "basic") -> Duel:
    """Right after an attack on b1 that took so many hull points."""
    blow = Blow(state.setting.enemies(0)[0], 0, "laser", attack)
    return state.but(phase=malfunction.name, step=FIRE, turn=1, blow=blow, target=blow.target, loss=loss)


def chance_of(oracle: Oracle, state: Duel, test: Any) -> Fraction:
    """The chance that one phase leads to a state that passes a test."""
    return sum((chance for after, chance in oracle.outcomes(state.phase, state) if test(after)), Fraction(0))


def broken_down(state: Duel, system: str) -> Duel:
    """Just before it is rolled how long a system of b1 is out."""
    target = state.setting.enemies(0)[0]
    return state.but(phase=repair.name, step=FIRE, turn=1, target=target, system=SYSTEMS.index(system))


def out_through(given: Given, oracle: Oracle) -> dict[str, Any]:
    """D-18, with the face of the d4 given."""
    first = given["damage_round"]
    state = battle([FIGHTER], [FIGHTER], given.get("house_rules"), round=first, max_rounds=first + 30)
    repaired = step(repair, broken_down(state, "engine"), [given["roll_1d4"] + 1])
    assert isinstance(repaired, Done)
    last = first + rounds_out(repaired.state) - 1
    return {"out_through_round": last, "works_again_in_round": last + 1}


def rounds_out(state: Duel) -> int:
    """In how many rounds from now on b1's engine is out, by ends of round."""
    count = 0
    while state.pieces[1].out.engine:
        state, count = end_of_round(state), count + 1
    return count


def end_of_round(state: Duel) -> Duel:
    """One end of round (D-20)."""
    state = state.but(phase=regenerate.name, turn=0)
    phases = {phase.name: phase for phase in (regenerate, tick, close)}
    while state.phase in phases:
        outcome = step(phases[state.phase], state, ())
        assert isinstance(outcome, Done)
        state = outcome.state
    return state


def out_in_round(given: Given, oracle: Oracle, asked: tuple[str, ...]) -> dict[str, Any]:
    """D-18: the chance that a fighter's system is out in each of the asked rounds, ``round_7``."""
    first = given["damage_round"]
    state = battle([FIGHTER], [FIGHTER], given.get("house_rules"), round=first, max_rounds=first + 30)
    rounds: dict[int, Fraction] = {}
    place = SYSTEMS.index(given["system"])
    for after, chance in oracle.outcomes(repair.name, broken_down(state, given["system"])):
        ticks = after.pieces[1].clocks.systems[place]
        for name in asked:
            number = int(name.removeprefix("round_"))
            out = number >= first and (ticks < 0 or number < first + ticks)
            rounds[number] = rounds.get(number, Fraction(0)) + chance * out
    return {name: rounds[int(name.removeprefix("round_"))] for name in asked}


def regeneration(given: Given, oracle: Oracle) -> dict[str, Any]:
    """D-20, three ends of round."""
    state = battle([given["ship"]], [FIGHTER], max_rounds=9)
    shields = []
    for _ in range(3):
        state = end_of_round(state)
        shields.append(state.pieces[0].hull.shields)
    return {"shields": shields}


def first_to_act(given: Given, oracle: Oracle) -> dict[str, Any]:
    """D-4, both fire."""
    state = battle([{"dex": given["dex_a"]}], [{"dex": given["dex_b"]}], given.get("house_rules"))
    for index, target in ((0, 1), (1, 0)):
        state = state.with_piece(index, order=Order("fire", target, "basic"), shot="basic")
    state = state.but(phase="initiative", step=FIRE)
    names = {((0,), (1,)): "a_first", ((0, 1),): "simultaneous", ((1,), (0,)): "b_first"}
    order: Measure[Duel] = Measure("order", lambda after: names[after.queue], ("queue",))
    found = oracle.odds(state, [order], policies=both(orders({})), until=Moment("fire", (1, FIRE, 0)))["order"]
    return {name: found.get(name, Fraction(0)) for name in names.values()}


def ram_dice_of(given: Given, expect: Mapping[str, Any]) -> dict[str, Any]:
    """D-29."""
    craft = battle([{"speed": given["speed"]}], [FIGHTER]).setting.crafts[0]
    plain, slow = (ram_dice(speed_now(craft, booster)).count for booster in (False, True))
    return {"dice": plain} if "dice" in expect else {"without_booster": plain, "with_booster": slow}


def breath(given: Given) -> dict[str, Any]:
    """D-35."""
    chance = health_check(house(given), given["health"], 0).odds().chance(True)
    return {"rounds": breath_rounds(given["health"]), "check": chance}


def fatal_hit(given: Given, oracle: Oracle) -> dict[str, Any]:
    """D-35, D-36: one hit of known damage on a person, of plenty of health unless that is given."""
    return {breath: _fatal(given, breath, oracle) for breath in ("hold", "tank", "immune")}


def _fatal(given: Given, breath: str, oracle: Oracle) -> Fraction:
    damage = given["hit_damage"]
    person = {"kind": "character", "health": given.get("health", damage + 100), "breath": breath}
    state = battle([FIGHTER], [person], given.get("house_rules"))
    blow = Blow(1, 0, "laser", amount=damage)
    dead = Fraction(0)
    for hit, p in oracle.outcomes("strike", state.but(phase="strike", step=FIRE, turn=1, blow=blow, target=1)):
        for after, q in oracle.outcomes(hit.phase, hit) if hit.phase == "shock" else [(hit, Fraction(1))]:
            dead += p * q if after.pieces[1].fate else 0
    return dead
