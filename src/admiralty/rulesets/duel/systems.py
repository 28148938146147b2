"""Systems that break and what it takes to mend them. D-17 to D-19, D-26, D-28."""

from __future__ import annotations

from collections.abc import Callable

from admiralty.core.phase import phase
from admiralty.core.pool import Sum
from admiralty.core.state import replaced
from admiralty.core.table import Table

from .flow import next_hit
from .state import FIGHTER, LARGE, Clocks, Craft, Duel, HouseRules, out_of
from .tables import (
    AUTO_REPAIR,
    HAND_REPAIR_DICE,
    HAND_REPAIR_SIDES,
    PERMANENT,
    QUARTERS,
    REPAIR_PLUS,
    REPAIR_SIDES,
    SYSTEMS,
    WEAPONS,
)

Rounds = Callable[[], int]
"""Rolls for how many rounds a system is out."""


@phase(
    touches=("hits_left", "system", "pieces[target].clocks", "pieces[target].out", "pieces[target].wake"),
    drains=("hits_left",),
)
def repair(state: Duel, table: Table) -> Duel:
    """How long the broken system is out (D-18, D-28). One that is out already stays as it is."""
    setting, target, system = state.setting, state.target, state.system
    craft, before = setting.crafts[target], state.pieces[target]
    pool = repair_dice(craft, before.clocks, system)
    clocks = broken(setting.rules, craft, before.clocks, system, lambda: table.roll(pool, "repair", craft.id))
    if clocks == before.clocks:
        table.note("repeat", piece=craft.id, system=SYSTEMS[system])
    out = out_of(clocks)
    lost_now = out.engine and not before.out.engine and craft.kind == FIGHTER and setting.has_large
    wake = before.wake.but(astray=before.wake.astray or lost_now)
    return next_hit(state.with_piece(target, clocks=clocks, out=out, wake=wake).but(system=-1))


def repair_dice(craft: Craft, clocks: Clocks, system: int) -> Sum:
    """1d4+1 rounds; by hand, on a large ship without auto-repair, 6d4 (D-18, D-28)."""
    if craft.kind == LARGE and (clocks.systems[AUTO_REPAIR] or system == AUTO_REPAIR):
        return Sum(HAND_REPAIR_DICE, HAND_REPAIR_SIDES)
    return Sum(1, REPAIR_SIDES, REPAIR_PLUS)


def broken(rules: HouseRules, craft: Craft, clocks: Clocks, system: int, rounds: Rounds) -> Clocks:
    """A ship's clocks after a system result (D-17 to D-19, D-26, D-28)."""
    if craft.kind == LARGE and system == WEAPONS:
        return _quarter_lost(rules, clocks, rounds)
    ticks = clocks.systems[system]
    if ticks and not _repeat_counts(rules, ticks, system):
        return clocks
    if craft.kind == FIGHTER and (system == AUTO_REPAIR or clocks.systems[AUTO_REPAIR]):
        lost = clocks.but(systems=replaced(clocks.systems, system, PERMANENT))
        return _all_stop(lost) if system == AUTO_REPAIR and rules.auto_repair_stops == "all" else lost
    return clocks.but(systems=replaced(clocks.systems, system, max(ticks, clock_for(rules, rounds()))))


def _repeat_counts(rules: HouseRules, ticks: int, system: int) -> bool:
    """Whether a result on a system that is out does anything: by the house rule the longer clock is kept (D-18)."""
    return rules.repeat_system_hit == "longer" and ticks != PERMANENT and system != AUTO_REPAIR


def _quarter_lost(rules: HouseRules, clocks: Clocks, rounds: Rounds) -> Clocks:
    """Another quarter of a large ship's guns and tubes; the fifth result does nothing (D-26)."""
    if len(clocks.quarters) >= QUARTERS:
        return clocks
    return clocks.but(quarters=tuple(sorted((*clocks.quarters, clock_for(rules, rounds())))))


def _all_stop(clocks: Clocks) -> Clocks:
    """Repairs that had begun stop as well, by the house rule ``auto_repair_stops`` (D-19)."""
    return clocks.but(systems=tuple(PERMANENT if ticks else 0 for ticks in clocks.systems))


def clock_for(rules: HouseRules, rounds: int) -> int:
    """Ticks of a system that is out for some rounds; the round of the damage is not counted (D-18)."""
    return rounds if rules.repair_counts_damage_round else rounds + 1


def ticked(clocks: Clocks) -> Clocks:
    """One end of round later; what is permanent stays (D-20)."""
    systems = tuple(ticks - 1 if ticks > 0 else ticks for ticks in clocks.systems)
    return Clocks(systems, tuple(ticks - 1 for ticks in clocks.quarters if ticks != 1))
