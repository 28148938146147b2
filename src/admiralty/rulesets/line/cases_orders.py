"""Conformance cases of the kind ``order_check``: the reasons against every order, and what is executed."""

from __future__ import annotations

from typing import Any

from admiralty.core.ruleset import Oracle

from .casestate import Given, battle_of, sheets_of, side_of
from .movement import movement
from .orders import fire_faults, movement_faults
from .sheets import read_fires, read_moves
from .state import SIDES, FireSheet, Line


def order_check(given: Given, oracle: Oracle, expect: Any) -> Any:
    """L-57, L-58: movement orders as given, fire orders after the movement with faulty orders held."""
    state = battle_of(given)
    sheets = sheets_of(state, read_moves(state.turn, given["movement"]))
    faults = {
        order.ship: list(movement_faults(state, side, order, sheet))
        for side, sheet in zip(SIDES, sheets, strict=True)
        for order in sheet.orders
    }
    ((moved, _),) = oracle.outcomes(movement.name, state.but(moves=sheets, phase="movement"))
    return {
        "movement_faults": {ship: faults[ship] for ship in given["movement"]},
        "fire_faults": _fire_faults(moved, read_fires(state.setting.guns_of, state.turn, given["fire"])),
        "positions": {
            entry.ship_id: ship.position for entry, ship in zip(state.setting.roster, moved.ships, strict=True)
        },
    }


def _fire_faults(state: Line, sheet: FireSheet) -> list[list[str]]:
    """The reasons against each order in turn; each has a single target here."""
    found: dict[int, list[str]] = {}
    for side in SIDES:
        places = [place for place, order in enumerate(sheet.orders) if side_of(state, order.ship) == side]
        own = FireSheet(tuple(sheet.orders[place] for place in places))
        for place, reasons in zip(places, fire_faults(state, side, own), strict=True):
            found[place] = sorted({code for codes in reasons.values() for code in codes})
    return [found[place] for place in range(len(sheet.orders))]
