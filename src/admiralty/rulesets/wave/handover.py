"""The state in which Round 1 starts: who is locked out and what a Carrier's gun needs. W-57, W-80 to W-82."""

from __future__ import annotations

from collections.abc import Iterable

from admiralty.core.need import Mod, Need
from admiralty.core.phase import phase
from admiralty.core.table import Table

from .state import FighterPhase, Ship
from .tables import CARRIER_GUN, FLOOR


@phase(touches=())
def handover(state: FighterPhase, table: Table) -> FighterPhase:
    """The fighter phase is over. What Round 1 needs to know is read off the state."""
    return state.but(phase="over")


def carrier_gun(ship: Ship) -> int | None:
    """The number a Carrier's standard gun fires at in Rounds 1 and 2; None if it has no gun left. W-81."""
    return CARRIER_GUN[ship.weapon_arrays]


def round_one_gun(ship: Ship) -> str:
    """A Carrier's gun in Round 1: "dead", "locked" (distracted), "3", "5" or "none". W-57, W-81."""
    if not ship.alive:
        return "dead"
    if ship.distracted:
        return "locked"
    gun = carrier_gun(ship)
    return "none" if gun is None else str(gun)


def ordinary_fire(base: int, modifiers: Iterable[int]) -> Need:
    """Ship fire of Rounds 1 and 2, and fighters in an ambush: a 1 misses, but a 10 saves nobody. W-80."""
    return Need(base, tuple(Mod("modifier", value, "W-80") for value in modifiers), FLOOR)
