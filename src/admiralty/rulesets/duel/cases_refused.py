"""Conformance cases about what is refused. D-39."""

from __future__ import annotations

from typing import Any

from admiralty.core.errors import Fault, Refusal

from .casestate import Given, battle
from .launches import avoid_faults, read_launches
from .orders import read_order
from .setup import begin
from .state import FIGHTER, Blow, Duel
from .tables import DEFENSES, MISSILES

ASKED = ("declare", "answer", "ship_speed", "missile_speed")
BATTLE = ("round", "max_rounds", "house_rules")
"""Fields of a case that are no fields of the piece: what is asked, and what belongs to the battle."""

NEEDS: dict[str, dict[str, Any]] = {
    "fighter": {"missiles": [MISSILES["dart"]]},
    "large": {"max_hp": 100, "guns": 4, "gun": {"dice": 1, "sides": 6}, "tubes": 1, "missiles": [MISSILES["dart"]]},
    "character": {"health": 50, "weapon": {"dice": 1, "sides": 6}},
}
"""What a piece of each kind needs to act, unless the case takes it away."""


def refusal(given: Given, wanted: str | None) -> dict[str, Any]:
    """The expected code if it is among the faults; else all codes, or ``None`` if nothing is refused."""
    codes = tuple(fault.code for fault in faults(given))
    return {"error": wanted if wanted in codes else ", ".join(codes) or None}


def faults(given: Given) -> tuple[Fault, ...]:
    """Every fault of a scenario, a declaration or an answer."""
    try:
        state = scenario(given)
    except Refusal as refused:
        return refused.faults
    if "answer" in given:
        return tuple(avoid_faults(state, Blow(0, 1, "missile", missile=0), given["answer"]))
    if given.get("declare") == "launch":
        missile = (given.get("missiles") or [MISSILES["dart"]])[0]
        return tuple(read_launches(state, 0, [{"missile": missile["name"], "target": "b1"}], "a1")[1])
    if "declare" in given:
        return tuple(read_order(state, 0, sheet(given), "a1")[1])
    return ()


def scenario(given: Given) -> Duel:
    """The piece of the case, alone against an enemy that fits. Whole scenarios are taken as they stand."""
    if "pieces" in given:
        return begin(dict(given))
    acts = "declare" in given or "answer" in given
    needs = NEEDS.get(given.get("kind", FIGHTER), {}) if acts else {}
    piece = {**needs, **{key: value for key, value in given.items() if key not in (*ASKED, *BATTLE)}}
    if "ship_speed" in given:
        piece["speed"] = given["ship_speed"]
    launching = given.get("declare") == "launch"
    first = 0 if launching else 1
    rounds = {"round": given.get("round", first), "max_rounds": given.get("max_rounds")}
    return battle([piece], [_enemy(given)], given.get("house_rules"), **rounds)


def _enemy(given: Given) -> dict[str, Any]:
    """What the case needs as a target, or as the carrier of the missile that is answered."""
    hull: dict[str, Any] = {"kind": "large", "max_hp": 100} if given.get("declare") == "ram" else {}
    return {**hull, "missiles": [{**MISSILES["dart"], "speed": given.get("missile_speed", MISSILES["dart"]["speed"])}]}


def sheet(given: Given) -> dict[str, Any]:
    """A declaration of the case format as an order."""
    declared = given["declare"]
    if declared in ("jump", "hold", "disengage"):
        return {"do": declared}
    if declared in ("collide", "ram"):
        return {"do": declared, "target": "b1"}
    if declared in DEFENSES:
        return {"do": "hold", "defense": declared}
    if given.get("kind") == "large":
        return {"do": "fire", "attack": declared}
    return {"do": "fire", "target": "b1", "attack": declared}
