"""What can be declared, in the words of an order sheet: the form of the question.

It says of every piece what it may do and at whom, which manoeuvres its pilot knows and can fly now, and how many guns
bear on whom:

    {"a1": {"do": {"fire": ["b1"], "jump": [], "hold": []}, "attack": ["basic"], "defense": ["none", "swing"]},
     "monitor": {"do": {"fire": ["b1"], "hold": []}, "guns": {"b1": 10}, "working": 40}}
"""

from __future__ import annotations

from collections.abc import Iterable

from admiralty.core.state import Plain

from .fire import bearing, guns_of
from .game import attacks_of, defenses_of
from .orders import ACTIONS, AIMED, contacts, faults_of
from .state import FIGHTER, LARGE, Duel, Order


def declare_form(state: Duel, pieces: Iterable[int]) -> dict[str, Plain]:
    """What each of some pieces may declare (D-3)."""
    return {state.setting.crafts[index].id: order_form(state, index) for index in pieces}


def order_form(state: Duel, index: int) -> dict[str, Plain]:
    """What one piece may declare now."""
    craft, out = state.setting.crafts[index], state.pieces[index].out
    actions = actions_of(state, index)
    form: dict[str, Plain] = {"do": {action: _names(state, targets) for action, targets in actions.items()}}
    if craft.kind == LARGE and "fire" in actions:
        guns = guns_of(state, index)
        form["guns"] = {state.setting.crafts[n].id: bearing(state.setting, guns, n) for n in actions["fire"]}
        form["working"] = guns
    if craft.kind == FIGHTER:
        form["attack"] = list(attacks_of(state.setting, index, out)) if "fire" in actions else []
        form["defense"] = ["none", *filter(None, defenses_of(state.setting, index, out))]
    return form


def actions_of(state: Duel, index: int) -> dict[str, tuple[int, ...]]:
    """What a piece may do now, and at whom if it needs a target."""
    kind = state.setting.crafts[index].kind
    found: dict[str, tuple[int, ...]] = {}
    for action in ACTIONS[kind]:
        if action in AIMED:
            targets = tuple(n for n in contacts(state, index) if not faults_of(state, index, _at(kind, action, n)))
            found |= {action: targets} if targets else {}
        elif not faults_of(state, index, Order(action)):
            found[action] = ()
    return found


def _at(kind: str, action: str, target: int) -> Order:
    """The plainest order of an action against a target."""
    return Order(action, shares=((target, 1),)) if kind == LARGE else Order(action, target)


def _names(state: Duel, pieces: Iterable[int]) -> list[Plain]:
    return [state.setting.crafts[index].id for index in pieces]
