"""Objective and end: L-12, L-13."""

from __future__ import annotations

from .state import DESTROYED, ENEMY, SIDES, Line, active


def kills(state: Line, side: str) -> list[int]:
    """The enemy ships that are destroyed, whoever destroyed them. Jumped ships never count (L-12)."""
    return [number for number in state.setting.of_side[ENEMY[side]] if state.ships[number].status == DESTROYED]


def destroyed_mass(state: Line, side: str) -> int:
    """The tonnage of the destroyed enemy ships; ships given without one are left out."""
    return sum(state.setting.roster[number].tonnage or 0 for number in kills(state, side))


def score(state: Line, side: str) -> int:
    """L-12: destroyed enemy ships, or their tonnage with the switch ``score_by_mass``."""
    return destroyed_mass(state, side) if state.setting.house.score_by_mass else len(kills(state, side))


def leader(state: Line) -> str:
    """The side with the higher score, or ``draw``."""
    ours, theirs = (score(state, side) for side in SIDES)
    if ours == theirs:
        return "draw"
    return "A" if ours > theirs else "B"


def is_over(state: Line) -> bool:
    """L-13: a side has no active ship."""
    return not active(state, "A") or not active(state, "B")
