"""A sensible player for the one decision there is: the launch. The sheet's baseline, see "Decisions and AI"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from admiralty.core.choice import Choice, Side
from admiralty.core.ruleset import Weighted

from . import limits
from .launch import launchable
from .orders import targets
from .state import Detachment, FighterPhase, Orders, Wave, place_of
from .waves import living


def bot(state: FighterPhase, side: Side, choice: Choice[Any]) -> Weighted:
    """The launch orders of a side."""
    empire = place_of(state.setting.empires, side)
    return ((plan(state, empire), 1.0),)


def plan(state: FighterPhase, empire: int) -> Orders:
    """Half or a quarter of the fighters as CAP, the rest in one or two waves at the best target."""
    wings = wings_of(state, empire)
    total = sum(wing.count for wing in wings)
    aims = targets(state.setting, state.ships, empire)
    cap_size = min(likely_cap(state, empire), 2 * likely_biggest_wave(state, empire)) if aims else total
    cap, strike = split(wings, cap_size)
    if not strike:
        return Orders(cap)
    aim = min(aims, key=lambda group: worth(state, group))
    parts = in_waves(strike, likely_cap(state, state.setting.groups[aim].empire))
    name = state.setting.empires[empire].id
    return Orders(cap, tuple(Wave(f"{name}-{n}", empire, aim, part) for n, part in enumerate(parts, 1)))


def wings_of(state: FighterPhase, empire: int) -> list[Detachment]:
    """What each launcher may put up: bases first, then regular, then Elite Carriers. CAP is taken from the front."""
    hulls = state.setting.hulls
    wings = [
        Detachment(ship, limits.limit(state.setting, state.ships, ship)) for ship in state.setting.launchers(empire)
    ]
    return sorted(
        (wing for wing in wings if wing.count), key=lambda wing: (hulls[wing.ship].elite, hulls[wing.ship].carrier)
    )


def likely_cap(state: FighterPhase, empire: int) -> int:
    """Half of all it can launch if a Carrier or Starbase of its own is under threat, else a quarter."""
    share = 2 if threatened(state, empire) else 4
    return launchable(state, empire) // share


def threatened(state: FighterPhase, empire: int) -> bool:
    """Whether it has a Carrier or Starbase, and anybody else fighters to send at it."""
    precious = any(
        hull.empire == empire and hull.kind in ("CV", "SB") and ship.alive
        for hull, ship in zip(state.setting.hulls, state.ships, strict=True)
    )
    return precious and any(launchable(state, other) for other in others(state, empire))


def others(state: FighterPhase, empire: int) -> Iterable[int]:
    return (other for other in range(len(state.setting.empires)) if other != empire)


def likely_biggest_wave(state: FighterPhase, empire: int) -> int:
    """All that the strongest enemy does not keep as CAP, at once."""
    return max((launchable(state, other) - likely_cap(state, other) for other in others(state, empire)), default=0)


def split(wings: Sequence[Detachment], front: int) -> tuple[tuple[Detachment, ...], tuple[Detachment, ...]]:
    """The first so many fighters, and the rest."""
    first, rest = [], []
    for wing in wings:
        taken = min(front, wing.count)
        front -= taken
        first.append(Detachment(wing.ship, taken))
        rest.append(Detachment(wing.ship, wing.count - taken))
    return tuple(wing for wing in first if wing.count), tuple(wing for wing in rest if wing.count)


def in_waves(strike: Sequence[Detachment], enemy_cap: int) -> list[tuple[Detachment, ...]]:
    """Two waves if the enemy's CAP is at least half the Strike: the second, with the Elites, meets tired CAP."""
    total = sum(wing.count for wing in strike)
    if 2 * enemy_cap < total or total < 2:
        return [tuple(strike)]
    return list(split(strike, -(-total // 2)))


def worth(state: FighterPhase, group: int) -> tuple[int, Fraction]:
    """How good a target is, the best least: the weakest Carrier, then Starbases, then the group with most Round 1
    fire per hit point, then Fighter Bases, which do not fire, then freighters."""
    target = state.setting.groups[group]
    alive = living(state, target)
    hp = sum(state.ships[ship].hp for ship in alive)
    if target.kind == "CV":
        escorts = sum(state.ships[ship].alive for ship in state.setting.empires[target.empire].escorts)
        return 0, Fraction(hp + 2 * escorts)
    if target.kind == "screen":
        return 2, Fraction(-len(alive), hp)
    return {"SB": 1, "FB": 3}.get(target.kind, 4), Fraction(hp)
