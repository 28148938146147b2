"""What a side may see. Everything is open once it is launched; launch orders are secret only until all are given."""

from __future__ import annotations

from typing import Any

from .launch import labels
from .state import FighterPhase
from .tables import SECTIONS


def sides(state: FighterPhase) -> tuple[str, ...]:
    return tuple(empire.id for empire in state.setting.empires)


def view(state: FighterPhase, side: str | None) -> dict[str, Any]:
    """The state in the sheet's words; the same for everybody."""
    return {
        "phase": state.phase,
        "wave": state.waves[state.wave].id if state.wave < len(state.waves) else None,
        "waves": [
            {
                "id": wave.id,
                "label": label,
                "attacker": state.setting.empires[wave.attacker].id,
                "target": state.setting.groups[wave.target].id,
                "launched": wave.size,
            }
            for wave, label in zip(state.waves, labels(state.waves), strict=True)
        ],
        "empires": {empire.id: empire_view(state, n) for n, empire in enumerate(state.setting.empires)},
        "ships": {hull.id: ship_view(state, n) for n, hull in enumerate(state.setting.hulls)},
        "strike": {"elite": state.strike.elite, "regular": state.strike.regular},
    }


def empire_view(state: FighterPhase, empire: int) -> dict[str, Any]:
    line = state.lines[empire]
    cap = {state.setting.hulls[ship].id: left for ship, left in zip(line, state.caps[empire], strict=True)}
    return {"cap": cap, "fatigued": state.fatigued[empire]}


def ship_view(state: FighterPhase, ship: int) -> dict[str, Any]:
    hull, live = state.setting.hulls[ship], state.ships[ship]
    seen: dict[str, Any] = {
        "empire": state.setting.empires[hull.empire].id,
        "class": hull.kind,
        "group": state.setting.groups[hull.group].id,
        "hp": live.hp,
        "max_hp": hull.max_hp,
        "distracted": live.distracted,
    }
    if hull.launcher:
        seen["grounded"] = live.grounded
    if hull.carrier:
        seen["wrecked"] = {kind.kind: getattr(live, kind.kind) for kind in SECTIONS}
    return seen
