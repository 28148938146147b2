"""What a side may see. Everything is open; declarations and launches are secret only until all are given."""

from __future__ import annotations

from typing import Any

from .state import CHARACTER, LARGE, Duel, named


def sides(state: Duel) -> tuple[str, ...]:
    return state.setting.sides


def view(state: Duel, side: str | None) -> dict[str, Any]:
    """The state in the sheet's words; the same for everybody."""
    return {
        "phase": state.phase,
        "round": state.round,
        "result": state.result or None,
        "pieces": {craft.id: piece_view(state, index) for index, craft in enumerate(state.setting.crafts)},
    }


def piece_view(state: Duel, index: int) -> dict[str, Any]:
    """One piece: what it is, what is left of it, what is out."""
    craft, piece = state.setting.crafts[index], state.pieces[index]
    seen: dict[str, Any] = {"side": state.setting.sides[craft.side], "kind": craft.kind, "fate": piece.fate or "flying"}
    if craft.kind == CHARACTER:
        return seen | {"health": piece.hull.hp, "breath": craft.breath, "rounds_out": piece.course.rounds_out}
    seen |= {"hp": piece.hull.hp, "max_hp": craft.max_hp, "shields": piece.hull.shields}
    seen |= {"max_shields": craft.max_shields, "systems": dict(named(piece.clocks)), "opened": piece.course.opened}
    if craft.kind == LARGE:
        seen |= {"weapon_quarters_out": list(piece.clocks.quarters), "collision_in": piece.course.collision_in or None}
    if craft.missiles:
        names = (missile.name for missile in craft.missiles)
        seen["missiles"] = dict(zip(names, piece.rack.left, strict=True))
    return seen
