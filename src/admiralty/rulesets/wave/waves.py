"""Waves come up one at a time, biggest first, and each runs through dogfight, flak and attack. W-13 to W-17."""

from __future__ import annotations

from admiralty.core.phase import phase
from admiralty.core.table import Table

from .launch import strike_of
from .state import NO_STRIKE, FighterPhase, Group, Wave

RUNNING = ("attacker", "defender", "aim", "near", "target", "berth", "degraded", "turned_back", "sent", "strike")
"""What ``muster`` and ``approach`` set for the wave that is up and ``homeward`` wipes."""


@phase(touches=("wave", "waves", "attacker", "defender", "aim", "near", "degraded", "sent", "strike"))
def muster(state: FighterPhase, table: Table) -> FighterPhase:
    """The next wave comes up, against the empire that owns its target alone. W-13, W-14."""
    if state.wave == len(state.waves):
        return state.but(phase="handover")
    wave = state.waves[state.wave]
    group = state.setting.groups[wave.target]
    sent = strike_of(state.setting, wave)
    return state.but(
        attacker=wave.attacker,
        defender=group.empire,
        aim=wave.target,
        near=group.ships + state.setting.empires[group.empire].escorts,
        degraded=degraded(state.waves, wave),
        sent=sent,
        strike=sent,
        phase="approach",
    )


@phase(touches=("aim", "defender", "lines", "ships[near].alive", "target", "berth", "turned_back"))
def approach(state: FighterPhase, table: Table) -> FighterPhase:
    """It finds its target, or what is left of it. W-16."""
    group = state.setting.groups[state.aim]
    carrier = living_carrier(state, group)
    return state.but(
        target=carrier,
        berth=state.lines[state.defender].index(carrier) if carrier >= 0 else -1,
        turned_back=state.setting.rules.target_gone == "turn_back" and not living(state, group),
        phase="intercept",
    )


def living(state: FighterPhase, group: Group) -> tuple[int, ...]:
    """The ships of a group that still exist, in listed order. Without any, the target is gone (W-16)."""
    return tuple(ship for ship in group.ships if state.ships[ship].alive)


def living_carrier(state: FighterPhase, group: Group) -> int:
    """The Carrier a wave comes at: only a living one gives its Veteran crew or lacks its Bridge (W-16, W-26, W-27)."""
    return group.ships[0] if group.kind == "CV" and state.ships[group.ships[0]].alive else -1


def degraded(waves: tuple[Wave, ...], wave: Wave) -> bool:
    """Whether two or more waves of its attacker were launched at its target. W-47."""
    return sum((other.attacker, other.target) == (wave.attacker, wave.target) for other in waves) > 1


def homeward(state: FighterPhase) -> FighterPhase:
    """A wave is done; nothing of it matters to the next."""
    return state.but(
        attacker=-1,
        defender=-1,
        aim=-1,
        near=(),
        target=-1,
        berth=-1,
        degraded=False,
        turned_back=False,
        sent=NO_STRIKE,
        strike=NO_STRIKE,
        wave=state.wave + 1,
        dealt=0,
        phase="muster",
    )
