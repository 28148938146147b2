"""What a side may see: L-4, L-54. All of the state is public; pending sheets never stand in it while anyone waits."""

from __future__ import annotations

from admiralty.core.state import Plain

from .groups import pool_of
from .score import destroyed_mass, score
from .seeing import seen_by, side_shown, signatures
from .state import ACTIVE, SIDES, Line


def view(state: Line, side: str | None) -> Plain:
    """The published battle, the same for both sides and the public: rosters (L-4), current values, who sees whom."""
    shared = signatures(state)
    return {
        "ruleset": "line",
        "turn": state.turn,
        "phase": state.phase,
        "score": {one: score(state, one) for one in SIDES},
        "destroyed_mass": {one: destroyed_mass(state, one) for one in SIDES},
        "ships": [_ship(state, number, shared[number]) for number in range(len(state.ships))],
    }


def _ship(state: Line, number: int, signature: int) -> Plain:
    entry, ship = state.setting.roster[number], state.ships[number]
    fixed = entry.plain()
    listed = {key: fixed[key] for key in ("ship_id", "side", "tonnage", "max_hp", "pd_dice", "jump_drive", "guns")}
    if ship.status != ACTIVE:
        return {**listed, "status": ship.status, "hp": ship.hp}
    return {**listed, **ship.plain(), "signature": signature, **_sight(state, number)}


def _sight(state: Line, number: int) -> dict[str, Plain]:
    """T4: what is published before fire orders."""
    roster, ships = state.setting.roster, state.ships
    facing = {
        roster[other].ship_id: side_shown(ships[number], ships[other])
        for other in range(len(ships))
        if roster[other].side != roster[number].side and ships[other].status == ACTIVE
    }
    return {
        "pd_pool": pool_of(state, number).dice,
        "sees": [roster[other].ship_id for other in seen_by(state, number)],
        "facing": facing,
    }
