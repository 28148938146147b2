"""How many fighters a launcher may put up. W-2 to W-7."""

from __future__ import annotations

from admiralty.core.words import NOTHING, Text, say

from .state import HouseRules, Hull, Setting, Ship
from .tables import DECKS


def limit(setting: Setting, ships: tuple[Ship, ...], ship: int) -> int:
    """The most fighters a launcher may put up, CAP and Strike together. W-3."""
    hull, live = setting.hulls[ship], ships[ship]
    if barred(setting, hull, live):
        return 0
    rules = setting.rules
    wing = wing_limit(hull, setting.empires[hull.empire].supplied, rules)
    return min(hull.fighters, operations(hull, live, rules), wing)


def barred(setting: Setting, hull: Hull, live: Ship) -> Text:
    """Why a ship may launch nothing at all; empty if it may. W-2, W-4, W-5, W-3."""
    if not hull.launcher:
        return say("it is not a Carrier, Starbase or Fighter Base")
    if setting.ion_nebula:
        return say("nobody launches in an Ion Nebula")
    if not live.alive:
        return say("it is destroyed")
    if not setting.empires[hull.empire].in_fight:
        return say("its empire is not in the fight")
    if hull.carrier and hull.move_order:
        return say("it is under a move order")
    return NOTHING


def operations(hull: Hull, live: Ship, rules: HouseRules) -> int:
    """Flight operations with the deck as it is. W-7."""
    return _part(hull.flight_ops * (DECKS - live.flight_deck), DECKS, rules.flight_ops_rounding)


def wing_limit(hull: Hull, supplied: bool, rules: HouseRules) -> int:
    """The whole wing, or half of it for a Carrier out of supply. W-6."""
    if supplied or not hull.carrier:
        return hull.fighters
    return _part(hull.fighters, 2, rules.half_wing_rounding)


def _part(whole: int, by: int, rounding: str) -> int:
    return -(-whole // by) if rounding == "up" else whole // by


def reason(setting: Setting, ships: tuple[Ship, ...], ship: int) -> Text:
    """What holds a launcher's limit down; its wing, if nothing else does."""
    hull, live = setting.hulls[ship], ships[ship]
    why = barred(setting, hull, live)
    if why:
        return why
    most = limit(setting, ships, ship)
    if most == hull.fighters:
        return say("it has no more aboard")
    if most == operations(hull, live, setting.rules):
        return say("its flight operations allow no more")
    return say("it is out of Ion-9 supply and launches half its wing")
