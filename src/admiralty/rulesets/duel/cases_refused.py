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

ASKED = ("declare", "answer", "round", "ship_speed", "missile_speed")
"""Fields of a case that are no fields of the piece."""

NEEDS: dict[str, dict[str, Any]] = {
    "fighter": {"missiles": [MISSILES["dart"]]},
    "large": {"max_hp": 100, "guns": 4, "gun": {"dice": 1, "sides": 6}, "tubes": 1, "missiles": [MISSILES["dart"]]},
    "character": {"health": 50, "weapon": {"dice": 1, "sides": 6}},
}
"""What a piece of each kind has unless the case takes it away."""


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
    """The piece of the case, alone against an enemy that fits."""
    kind = given.get("kind", FIGHTER)
    piece = {**NEEDS.get(kind, {}), **{key: value for key, value in given.items() if key not in ASKED}}
    if "house_rules" in piece or "max_rounds" in piece or "pieces" in piece:
        return begin(dict(given))
    if "ship_speed" in given:
        piece["speed"] = given["ship_speed"]
    enemy: dict[str, Any] = {"kind": "large", "max_hp": 100} if given.get("declare") == "ram" else {}
    missile = {**MISSILES["dart"], "speed": given.get("missile_speed", MISSILES["dart"]["speed"])}
    launching = given.get("declare") == "launch"
    return battle(
        [piece], [{**enemy, "missiles": [missile]}], round=given.get("round", 0 if launching else 1), max_rounds=99
    )


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
