"""Conformance cases about large ships. D-16, D-25 to D-30, D-32."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from admiralty.core.ruleset import Measure, Moment, Oracle

from .cases_battle import fate_measure
from .cases_small import FIGHTER, broken_down, struck
from .casestate import Given, battle, both, full_volley, orders, staying
from .collisions import drift
from .damage import malfunction
from .fire import bearing, working
from .state import DRIFT, END, FIRE, HOLD, Duel, Order
from .systems import repair
from .tables import QUARTERS, SYSTEMS


def large_system(given: Given, oracle: Oracle) -> dict[str, Any]:
    """D-16, D-26: which system a loss of hull points breaks."""
    state = struck(battle([FIGHTER], [given["large"]], given.get("house_rules")), given["hull_loss"])
    found = {name: Fraction(0) for name in ("no_system", *SYSTEMS)}
    for after, chance in oracle.outcomes(malfunction.name, state):
        found[SYSTEMS[after.system] if after.system >= 0 else "no_system"] += chance
    return found


def hand_repair(given: Given, oracle: Oracle) -> dict[str, Any]:
    """D-28: rounds that a large ship's system is out."""
    lost = given["auto_repair"] == "out" and given["system"] != "auto_repair"  # its own loss is what is asked about
    systems = {"auto_repair": "permanent"} if lost else {}
    state = battle([FIGHTER], [{"kind": "large", "max_hp": 100, "systems": systems}])
    place = SYSTEMS.index(given["system"])
    rounds: dict[int, Fraction] = {}
    for after, chance in oracle.outcomes(repair.name, broken_down(state, given["system"])):
        clocks = after.pieces[1].clocks
        ticks = clocks.quarters[0] if given["system"] == "weapons" else clocks.systems[place]
        rounds[ticks - 1] = rounds.get(ticks - 1, Fraction(0)) + chance
    spread = {"mean": mean(rounds), "min": min(rounds), "max": max(rounds)}
    return spread | {"p_10_or_less": sum((rounds[n] for n in rounds if n <= 10), Fraction(0))}


def mean(chances: dict[int, Fraction]) -> Fraction:
    return sum((number * chance for number, chance in chances.items()), Fraction(0))


def guns(given: Given, oracle: Oracle) -> dict[str, Any]:
    """D-25."""
    other = {"kind": "large", "max_hp": 1} if given["target"] == "large" else {"kind": given["target"]}
    person = {"health": 1} if given["target"] == "character" else {}
    setting = battle([FIGHTER], [{**other, **person}], given.get("house_rules")).setting
    if isinstance(given["quarters_out"], int):
        return {"guns": bearing(setting, working(given["guns"], given["quarters_out"]), 1)}
    left = [working(given["guns"], quarters) for quarters in given["quarters_out"]]
    return {"working": left, "bearing": [bearing(setting, count, 1) for count in left]}


def volley(given: Given, oracle: Oracle) -> dict[str, Any]:
    """D-27: hits on one fighter, its defence check included."""
    systems = {**given["large"].get("systems", {}), **({"radar": "permanent"} if given["radar_out"] else {})}
    quarters = [9] * min(QUARTERS, given["weapon_quarters_out"])
    ship = {**given["large"], "systems": systems, "weapon_quarters_out": quarters}
    state = battle([ship], [given["fighter"]], given.get("house_rules"))
    defense = "" if given["defense"] == "none" else given["defense"]
    sheet = {0: full_volley(state, 0, 1), 1: Order("hold", defense=defense)}
    measure: Measure[Duel] = Measure("hits", lambda after: sum(blow.hits for blow in after.blows), ("blows",))
    until = Moment("land", (1, FIRE, 1))
    found = oracle.odds(state, [measure], policies=both(orders(sheet)), until=until)["hits"]
    return {"hits": {str(number): chance for number, chance in sorted(found.items())}}


def fate_of_fighter(given: Given, oracle: Oracle) -> dict[str, Any]:
    """One laser round of a fighter against a large ship that fires all it can at it."""
    state = battle([staying(given["fighter"])], [staying(given["large"])], given.get("house_rules"))
    defense = "" if given["defense"] == "none" else given["defense"]
    firing = given["intent"] == "fire"
    order = Order("fire", 1, given["attack"], defense) if firing else Order("ram", 1, "", defense)
    policies = both(orders({0: order, 1: full_volley(state, 1, 0)}))
    found = oracle.odds(state, [fate_measure(0)], policies=policies, until=Moment("regenerate", (1, END, 0)))["fate0"]
    rammed = found.get("crashed", Fraction(0)) + found.get("rammed", Fraction(0))
    shot_down = found.get("destroyed", Fraction(0))
    return {"fighter_shot_down": shot_down, "crash_or_ram": rammed, "fighter_survives": found.get("", Fraction(0))}


def rammed(given: Given, oracle: Oracle) -> dict[str, Any]:
    """D-29: damage to the large ship, system roll left out."""
    rules = {**given.get("house_rules", {}), "system_damage": False}
    state = battle([{"speed": given["speed"]}], [given["large"]], rules)
    policies = both(orders({0: Order("ram", 1), 1: HOLD}))
    measure: Measure[Duel] = Measure("hp", lambda after: after.pieces[1].hull.hp, ("pieces[1].hull",))
    found = oracle.odds(state, [measure], policies=policies, until=Moment("regenerate", (1, END, 0)))["hp"]
    return {"destroyed": found.get(0, Fraction(0)), "mean_hp": mean(found)}


def collision_damage(given: Given, oracle: Oracle) -> dict[str, Any]:
    """D-32: damage to each of the two."""
    drifter = {"kind": "large", "max_hp": 1, "speed": given["drifter_speed"], "systems": {"engine": "permanent"}}
    state = battle([{**drifter, "collision_in": 1}], [FIGHTER], given.get("house_rules"))
    damage: dict[int, Fraction] = {}
    for after, chance in oracle.outcomes(drift.name, state.but(phase=drift.name, step=DRIFT)):
        amount = after.blows[0].amount
        damage[amount] = damage.get(amount, Fraction(0)) + chance
    return {"mean": mean(damage), "min": min(damage), "max": max(damage)}


def drifting(given: Given, oracle: Oracle) -> dict[str, Any]:
    """D-32: whether engine control, lost in one round, is still out when the collision is due."""
    first, due = given["damage_round"], given["collision_in_round"]
    systems = {"auto_repair": "permanent"} if given["auto_repair"] == "out" else {}
    ship = {"kind": "large", "max_hp": 10**6, "speed": 900, "systems": systems, "collision_in": due - first + 1}
    state = battle([FIGHTER], [ship], given.get("house_rules"), round=first, max_rounds=due)
    measure: Measure[Duel] = Measure("met", lambda after: after.pieces[1].hull.hp < 10**6, ("pieces[1].hull",))
    idle = both(orders({0: HOLD, 1: HOLD}))
    found = oracle.odds(_losing_control(state), [measure], policies=idle)["met"]
    return {"collision": found.get(True, Fraction(0))}


def _losing_control(state: Duel) -> Duel:
    """In the fire step of the round in which the large ship's engine control goes."""
    return broken_down(state, "engine")
