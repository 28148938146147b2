"""Conformance cases about attacks, duels, missiles, departures and people adrift: whole battles or parts of one."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from admiralty.core.alike import AnyOrder, OneOf
from admiralty.core.errors import Complaint
from admiralty.core.matrix import Mix
from admiralty.core.ruleset import Bot, Measure, Moment, Oracle
from admiralty.core.words import say

from .casestate import A, B, Given, battle, both, condition, flies, launcher, orders, staying
from .fire import armor, effective_ac
from .game import matrix
from .launches import reachable
from .orders import contacts
from .state import END, HOLD, NO_GUARD, Duel, Order, Piece, floored
from .tables import MISSILES, SYSTEMS, WEAPONS

AFTER_FIRE = Moment("regenerate", (1, END, 0))


def whole(index: int) -> tuple[str, ...]:
    """All that an attack can change of a piece."""
    return tuple(f"pieces[{index}].{part}" for part in ("hull", "fate", "clocks"))


def attack(given: Given, oracle: Oracle, full: bool = False) -> dict[str, Any]:
    """One laser attack with both checks."""
    state = battle([given["attacker"]], [given["defender"]], given.get("house_rules"))
    power = "power" if given.get("defender_declared_power_shot") else ""
    shot = Order("fire", 1, given["attack"])
    policies = both(orders({0: shot, 1: Order("hold", attack=power, defense=_flown(given))}))
    if not full:
        return summary(state, oracle, policies)
    measure: Measure[Duel] = Measure("state", lambda after: condition(after, 1), whole(1))
    return dict(oracle.odds(state, [measure], policies=policies, until=AFTER_FIRE)["state"])


def _flown(given: Given) -> str:
    return "" if given["defense"] == "none" else str(given["defense"])


def summary(state: Duel, oracle: Oracle, policies: Any) -> dict[str, Any]:
    """What one attack does to b1, in marginals; all but ``destroyed`` of a b1 that still flies."""
    before = state.pieces[1]
    fate: Measure[Duel] = Measure("fate", lambda after: after.pieces[1].fate, whole(1))
    hp: Measure[Duel] = Measure("hp", lambda after: after.pieces[1].hull.hp, whole(1))
    same: Measure[Duel] = Measure("same", lambda after: _untouched(before, after.pieces[1]), whole(1))
    newly = [_newly_out(before, place) for place in range(len(SYSTEMS))]
    found = oracle.odds(state, [fate, hp, same, *newly], joint=True, policies=policies, until=AFTER_FIRE)[""]
    flying = {reading: chance for reading, chance in found.items() if not reading[0]}
    levels = sorted({reading[1] for reading in flying}, reverse=True)

    def total(place: int, value: Any) -> Fraction:
        return sum((chance for reading, chance in flying.items() if reading[place] == value), Fraction(0))

    return {
        "destroyed": 1 - sum(flying.values(), Fraction(0)),
        "unchanged": total(2, True),
        "hp": {str(level): total(1, level) for level in levels},
        "newly_out": {name: total(3 + place, True) for place, name in enumerate(SYSTEMS)},
    }


def _untouched(before: Piece, after: Piece) -> bool:
    return (after.hull, after.clocks) == (before.hull, before.clocks)


def _newly_out(before: Piece, place: int) -> Measure[Duel]:
    """Whether a system that worked before is out now, or another quarter of a large ship's guns."""
    works, quarters = not before.clocks.systems[place], len(before.clocks.quarters)

    def newly(after: Duel) -> bool:
        clocks = after.pieces[1].clocks
        return (works and clocks.systems[place] != 0) or (place == WEAPONS and len(clocks.quarters) > quarters)

    return Measure(SYSTEMS[place], newly, whole(1))


def attacks(given: Given, oracle: Oracle) -> dict[str, Any]:
    """Several attackers, one defence check."""
    state = battle(given["attackers"], [given["defender"]], given.get("house_rules"))
    target = len(given["attackers"])
    sheet = {index: Order("fire", target, shot) for index, shot in enumerate(given["attacks"])}
    power = "power" if given.get("defender_declared_power_shot") else ""
    sheet[target] = Order("hold", attack=power, defense=_flown(given))
    return {"destroyed": 1 - ends(oracle, state, both(orders(sheet)), target, ("",))}


def ends(oracle: Oracle, state: Duel, policies: Any, index: int, fates: tuple[str, ...]) -> Fraction:
    """The chance that a piece has met one of some fates by the end of the round's fire."""
    measure = fate_measure(index)
    found = oracle.odds(state, [measure], policies=policies, until=Moment("regenerate", (state.round, END, 0)))
    return sum((chance for fate, chance in found[measure.name].items() if fate in fates), Fraction(0))


def fate_measure(index: int) -> Measure[Duel]:
    return Measure(f"fate{index}", lambda state: state.pieces[index].fate, (f"pieces[{index}].fate",))


def winner_measure() -> Measure[Duel]:
    return Measure("winner", lambda state: state.result, ("result",))


def duel(given: Given, oracle: Oracle) -> dict[str, Any]:
    """Both fly the same pair every round."""
    rounds = given["rounds"]
    state = battle([staying(given["a"])], [staying(given["b"])], given.get("house_rules"), max_rounds=rounds)
    policies = {A: flies(*given["a_flies"]), B: flies(*given["b_flies"])}
    found = oracle.odds(state, [winner_measure()], policies=policies)["winner"]
    names = {"a_wins": A, "b_wins": B, "draw": "draw"} | ({} if rounds is None else {"undecided": "undecided"})
    return {name: found.get(result, Fraction(0)) for name, result in names.items()}


def best_duel(given: Given, oracle: Oracle) -> dict[str, Any]:
    """D-34 over many rounds: both choose a pair every round; system damage off, no regeneration."""
    rules = {**given.get("house_rules", {}), "system_damage": False}
    first, second = ({**given[side], "shield_regen": 0} for side in (A, B))
    state = battle([first], [second], rules, max_rounds=given["rounds"], maneuvers_only=True)
    worth = {A: 1, B: -1}
    return {"value": oracle.solve(state, lambda end: worth.get(end.result, 0), None).value}


def what_to_fly(given: Given, oracle: Oracle) -> dict[str, Any]:
    """D-34, one attack."""
    state = battle([given["attacker"]], [given["defender"]], given.get("house_rules"))
    game = matrix(state.setting, 0, 1, (state.pieces[0].out, state.pieces[1].out))
    defenses = tuple(defense or "none" for defense in game.defenses)
    solution = game.solution
    found = {
        "value": solution.value,
        "unique": solution.unique,
        "attack_mix": _any_best(game.attacks, solution.row_mixes[0], solution.best_for_rows),
        "defense_mix": _any_best(defenses, solution.col_mixes[0], solution.best_for_cols),
        "matrix": {
            attack: {defense: cell.damage for defense, cell in zip(defenses, row, strict=True)}
            for attack, row in zip(game.attacks, game.cells, strict=True)
        },
    }
    if not solution.unique:
        found["all_extreme_attack_mixes"] = AnyOrder(tuple(_mix(game.attacks, mix) for mix in solution.row_mixes))
        found["all_extreme_defense_mixes"] = AnyOrder(tuple(_mix(defenses, mix) for mix in solution.col_mixes))
    return found


def _mix(names: tuple[str, ...], mix: Mix) -> dict[str, Fraction]:
    return {name: chance for name, chance in zip(names, mix, strict=True) if chance}


def _any_best(names: tuple[str, ...], mix: Mix, best: Callable[[Mix], bool]) -> OneOf:
    """An optimal mix; any other is as right (tested against the exact matrix and value)."""

    def right(written: Any) -> bool:
        mix = _read_mix(names, written)
        return mix is not None and best(mix)

    return OneOf(_mix(names, mix), right)


def _read_mix(names: tuple[str, ...], written: Any) -> Mix | None:
    """A mix as a case writes it, its chances exact and none of them 0; ``None`` for anything else."""
    exact = isinstance(written, dict) and all(isinstance(chance, str) and chance != "0" for chance in written.values())
    if not exact or not set(written) <= set(names):
        return None
    try:
        return tuple(Fraction(written.get(name, 0)) for name in names)
    except (ValueError, ZeroDivisionError):
        return None


def missiles(given: Given, oracle: Oracle) -> dict[str, Any]:
    """D-22 to D-24, one missile each."""
    state = battle([given["a"]], [given["b"]], given.get("house_rules"), round=0, max_rounds=9)
    policies = {A: launcher(given["a_answer"]), B: launcher(given["b_answer"])}
    fresh = [(piece.hull, piece.clocks) for piece in state.pieces]

    def hurt(index: int) -> Measure[Duel]:
        return Measure(
            f"hurt{index}",
            lambda after: (after.pieces[index].hull, after.pieces[index].clocks) != fresh[index],
            whole(index),
        )

    measures = [fate_measure(0), fate_measure(1), hurt(0), hurt(1)]
    until = Moment("regenerate", (0, END, 0))
    found = oracle.odds(state, measures, joint=True, policies=policies, until=until)[""]

    def total(place: int) -> Fraction:
        return sum((chance for reading, chance in found.items() if reading[place]), Fraction(0))

    mutual = sum((chance for reading, chance in found.items() if reading[0] and reading[1]), Fraction(0))
    ended = {"a_destroyed": total(0), "b_destroyed": total(1), "both_destroyed": mutual}
    return ended | {"a_hurt": total(2), "b_hurt": total(3)}


def collision(given: Given, oracle: Oracle) -> dict[str, Any]:
    """D-31 with the defence check."""
    state = battle([given["rammer"]], [given["target"]], given.get("house_rules"))
    power = "power" if given.get("target_declared_power_shot") else ""
    sheet = {0: Order("collide", 1), 1: Order("hold", attack=power, defense=_flown(given))}
    return {"both_destroyed": ends(oracle, state, both(orders(sheet)), 0, ("collided",))}


def away(given: Given, oracle: Oracle) -> dict[str, Any]:
    """D-33 with an enemy who wants to pursue."""
    leaver = {"speed": given["disengager_speed"]}
    systems = {"engine": given.get("pursuer_engine", 0)}
    hunter = {"speed": given["pursuer_speed"], "systems": systems, "s_flight": 3, "laser": {"dice": 0, "sides": 2}}
    state = battle([leaver], [hunter], max_rounds=9)
    shot = given.get("pursuer_attack") or "none"
    sheet = {0: Order("disengage"), 1: Order() if shot == "none" else Order("fire", 0, shot)}
    opened: Measure[Duel] = Measure("away", lambda after: after.pieces[0].course.opened, ("pieces[0].course",))
    policies = both(orders(sheet, {"pursue": "pursue"}))
    found = oracle.odds(state, [opened], policies=policies, until=AFTER_FIRE)["away"]
    (result,) = found
    return {"away": result}


def disengaged(given: Given, oracle: Oracle) -> dict[str, Any]:
    """D-33: in which round a ship that got away, or did not, may launch, and from which it meets lasers again."""
    first = given["round"]
    leaver = {
        "attack_every": given["attack_every"],
        "first_attack": given["first_attack"],
        "missiles": [MISSILES["dart"]],
    }
    state = battle([leaver], [{}], round=first, max_rounds=first + 3 * given["attack_every"])
    answers = {"pursue": "pursue" if given["pursued"] else "let_go", "launch": ()}
    state = _next(oracle, state, both(orders({0: Order("disengage")}, answers)), "close")
    missile_round = None
    while True:
        state = _next(oracle, state, both(orders({}, answers)), "launch")
        if missile_round is None and reachable(state, 0):
            missile_round = state.round
        state = _next(oracle, state, both(orders({}, answers)), "declare")
        if contacts(state, 1):
            return {"missile_round": missile_round, "laser_combat_from": state.round}


def _next(oracle: Oracle, state: Duel, policies: Any, phase: str) -> Duel:
    """Rounds in which no dice fall, to the next time a phase comes up."""
    while state.phase != phase:
        ((state, _),) = oracle.outcomes(state.phase, state, policies)
    return state


_DICE = re.compile(r"^(?:(?P<dice>\d+)d(?P<sides>\d+)(?=[+-]|$))?(?P<bonus>[+-]?\d+)?$")


def vacuum(given: Given, oracle: Oracle) -> dict[str, Any]:
    """D-35 to D-38: one attack a round with a given chance to hit."""
    rules = {**given.get("house_rules", {}), "natural_band": 0}
    state = battle([{"laser": _dice(given)}], [given["character"]], rules, max_rounds=given["rounds"])
    policies = {A: _hitting(Fraction(given["hit_chance"])), B: orders({})}
    fates = oracle.odds(_sure_to_hit(state), [fate_measure(1)], policies=policies)["fate1"]
    names = {"": "alive", **{fate: fate for fate in ("killed", "breath", "tank", "suffocated")}}
    return {name: fates.get(fate, Fraction(0)) for fate, name in names.items()}


def _dice(given: Given) -> dict[str, int]:
    """The damage of a hit, "2d6+1", as a weapon."""
    found = _DICE.match(str(given["damage"]))
    if not found:
        raise Complaint(say("the damage must be dice such as 2d6+1"), "bad_case")
    return {"dice": int(found["dice"] or 0), "sides": int(found["sides"] or 6), "bonus": int(found["bonus"] or 0)}


def _hitting(chance: Fraction) -> Bot:
    """Fires a shot that hits, or none: whatever the chance is, in hundredths or not."""
    shots = [(((0, Order("fire", 1, "basic")),), chance), (((0, HOLD),), 1 - chance)]
    return lambda state, side, choice: tuple((order, share) for order, share in shots if share)


def _sure_to_hit(state: Duel) -> Duel:
    """The shooter's accuracy made such that it needs a 1 against the person; with no natural misses that is certain."""
    shooter, person = state.setting.crafts
    assert shooter.weapon is not None
    without = state.setting.rules.base_difficulty + effective_ac(armor(person, state.pieces[1].out, NO_GUARD, "basic"))
    weapon = shooter.weapon.but(accuracy=without - floored(shooter.dex) - 1)
    return state.but(setting=state.setting.but(crafts=(shooter.but(weapon=weapon), person)))
