"""The same battle without following what no wanted measure shows and what changes nothing else.

Weapon Arrays, flight deck and Engine Pods play no part in the phase once it is launched (W-64): those that nobody asks
about are counted as one kind. Flak Guns and Bridge matter to later waves at their Carrier alone, and distraction to
Round 1 alone (W-57, W-63).
"""

from __future__ import annotations

from collections.abc import Sequence

from admiralty.core.ruleset import Measure

from .state import FighterPhase, Hull, Setting, Ship
from .tables import SECTIONS

IDLE = ("weapon_arrays", "flight_deck", "engine_pods")
"""Sections without effect on the phase once everything is in the air, the last to be followed at the end."""


def condense(state: FighterPhase, wanted: Sequence[Measure[FighterPhase]]) -> FighterPhase:
    """The same battle with less to follow. Nothing is left out before the launch, or if a measure reads all ships."""
    asked = {path for measure in wanted for path in measure.touches if not adds_up(measure, path)}
    if state.phase == "launch" or any(path == "*" or path in ("ships", "ships[*]") for path in asked):
        return state
    hulls = tuple(without(state, number, asked) for number in range(len(state.ships)))
    ships = tuple(counted(ship, hull) for ship, hull in zip(state.ships, hulls, strict=True))
    return state.but(setting=state.setting.but(hulls=hulls), ships=ships)


def adds_up(measure: Measure[FighterPhase], path: str) -> bool:
    """Whether a measure wants a kind of idle section for a sum of all kinds only: the sum stays what it is."""
    return measure.name.startswith("wrecked:") and path.rpartition(".")[2] in IDLE


def without(state: FighterPhase, number: int, asked: set[str]) -> Hull:
    """A ship's data with what need not be followed of it."""
    hull, all_of_it = state.setting.hulls[number], f"ships[{number}]" in asked

    def shown(part: str) -> bool:
        return all_of_it or f"ships[{number}].{part}" in asked or f"ships[*].{part}" in asked

    hull = hull.but(unmarked=not shown("distracted"))
    if not hull.carrier:
        return hull
    kinds = [kind.kind for kind in SECTIONS]
    idle = [kinds.index(kind) for kind in IDLE if not shown(kind)]
    counted_as = tuple(idle[-1] if n in idle else n for n in range(len(kinds)))
    return hull.but(counted_as=counted_as, settled=-1 if any(map(shown, kinds)) else last_wave(state, number))


def last_wave(state: FighterPhase, ship: int) -> int:
    """The last of the waves that are sent at a Carrier; 0 if none is."""
    group = state.setting.hulls[ship].group
    return max((n for n, wave in enumerate(state.waves) if wave.target == group), default=0)


def counted(ship: Ship, hull: Hull) -> Ship:
    """A ship with its wrecked sections counted the way its data say."""
    wrecked = [0] * len(SECTIONS)
    for number, gone in zip(hull.counted_as, ship.wrecked(), strict=True):
        wrecked[number] += gone
    return ship.but(**{kind.kind: gone for kind, gone in zip(SECTIONS, wrecked, strict=True)})


def unfollowed(setting: Setting, ship: int, wave: int) -> bool:
    """Whether nothing more depends on a Carrier's sections: this is the last wave at it and nobody asks."""
    return 0 <= setting.hulls[ship].settled <= wave
