"""Who sees whom and with which side: L-10, L-18, L-25 to L-28. Pure functions of the state after movement."""

from __future__ import annotations

from collections.abc import Sequence

from .catalogue import TURRET
from .groups import members_of
from .state import ACTIVE, BROADSIDE, Gun, House, Line, Ship, active, once


def distance(one: Ship, other: Ship) -> int:
    """L-10."""
    return abs(one.position - other.position)


def side_shown(ship: Ship, other: Ship) -> str:
    """L-18: the side a ship turns to another; distance 0 counts as ahead."""
    if ship.attitude == BROADSIDE:
        return BROADSIDE
    return "bow" if (other.position - ship.position) * ship.heading >= 0 else "stern"


def own_signature(ship: Ship) -> int:
    """L-26: base plus boost."""
    return ship.base_signature + ship.signature_boost


def shared_signatures(ships: Sequence[Ship]) -> list[int]:
    """The signature of every ship, groups counted (L-26): the highest of the members, plus 1 for each further one."""
    own = [ship.base_signature + ship.signature_boost for ship in ships]
    for members in members_of(ships).values():
        common = max(own[number] for number in members) + len(members) - 1
        for number in members:
            own[number] = common
    return own


@once
def signatures(state: Line) -> list[int]:
    """``shared_signatures`` of a state's ships. Not to be changed."""
    return shared_signatures(state.ships)


def spots(watcher: Ship, target: Ship, signature: int) -> bool:
    """L-25: sensors plus the target's signature reach the distance; equal is enough."""
    return watcher.sensors + signature >= abs(watcher.position - target.position)


def sees(state: Line, shooter: int, target: int, signature: int) -> bool:
    """Whether a ship may shoot at another by sight alone: L-25, or L-27 with the switch ``shared_sensors``."""
    ships = state.ships
    if spots(ships[shooter], ships[target], signature):
        return True
    if not state.setting.house.shared_sensors:
        return False
    mates = active(state, state.setting.roster[shooter].side)
    return any(spots(ships[mate], ships[target], signature) for mate in mates)


def seen_by(state: Line, watcher: int) -> list[int]:
    """T4: the active enemies a ship may shoot at by sight, in roster order."""
    roster, shared = state.setting.roster, signatures(state)
    return [
        number
        for number, ship in enumerate(state.ships)
        if ship.status == ACTIVE
        and roster[number].side != roster[watcher].side
        and sees(state, watcher, number, shared[number])
    ]


def bears(house: House, gun: Gun, shooter: Ship, target: Ship) -> bool:
    """L-28: the gun's mount is the side its ship shows to the target."""
    if gun.mount == TURRET or gun.mount == side_shown(shooter, target):
        return True
    return house.zero_distance_all_mounts and shooter.position == target.position


def in_range(house: House, gun: Gun, shooter: Ship, target: Ship) -> bool:
    """L-28: guns have no range of their own, but with the switch ``gun_ranges``."""
    return not house.gun_ranges or gun.max_range is None or distance(shooter, target) <= gun.max_range
