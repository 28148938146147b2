"""The same battle made narrower for exact odds: equal chances of everything asked, fewer different states on the way.

Two things change, neither of them a rule. Dice are thrown group by group instead of in the order of publication
(``Setting.by_pool``). And where only hull points and status are asked for (``Setting.hulls_only``), what can matter to
nothing any more is forgotten as soon as the fire orders of the last turn are settled.
"""

from __future__ import annotations

from collections.abc import Sequence

from admiralty.core.phase import phase
from admiralty.core.ruleset import Measure
from admiralty.core.table import Table

from .state import ACTIVE, Line, Ship, wiped

HULLS = (".status", ".hp")
FORGOTTEN = (
    "status",
    "engine_power",
    "sensors",
    "base_signature",
    "signature_boost",
    "position",
    "heading",
    "attitude",
    "charging",
    "group",
)


def condensed(state: Line, measures: Sequence[Measure[Line]]) -> Line:
    """An opening state whose battles have the same odds of these measures."""
    hulls_only = all(path == "turn" or path.endswith(HULLS) for measure in measures for path in measure.touches)
    return state.but(setting=state.setting.but(by_pool=True, hulls_only=hulls_only))


def nothing_follows(state: Line) -> bool:
    """Whether after this turn's fire only hull points and status are looked at."""
    return state.setting.hulls_only and state.turn == state.setting.max_turns


@phase(touches=("turn", "fired", *(f"ships[*].{field}" for field in FORGOTTEN)))
def forget(state: Line, table: Table) -> Line:
    """Wipe what the rest of the last turn does not look at. Who fires at whom is settled already."""
    if not nothing_follows(state):
        return state.but(phase="attack")
    ships = tuple(forgotten(ship) if ship.status == ACTIVE else ship for ship in state.ships)
    return state.but(ships=ships, fired=(0,) * len(ships), phase="attack")


def forgotten(ship: Ship) -> Ship:
    """A ship of which only hull points, armour, accuracy and evasion are left."""
    blank = wiped(ship, ACTIVE, 1)
    return ship.but(**{field: getattr(blank, field) for field in FORGOTTEN})


def forgotten_wholly(ship: Ship) -> Ship:
    """A ship of which only hull points are left."""
    return wiped(ship, ACTIVE, ship.hp)
