"""The printed component lists, as data. Guns: L-9 and the table Guns; the rest: L-6 to L-8 and Other components."""

from __future__ import annotations

from typing import NamedTuple

from .state import Gun

ALL_SIDES = ("bow", "stern", "broadside")
TURRET = "turret"  # only with the switch turret_mounts


class GunType(NamedTuple):
    """A line of the gun table. ``intercept`` 0: beams, which PD cannot stop. ``max_range`` 0: none."""

    gun_class: str
    mass: int
    attacks: int
    accuracy: int
    damage: int
    penetration: int
    intercept: int
    max_range: int
    mounts: tuple[str, ...] = ALL_SIDES


GUNS: dict[str, GunType] = {
    "light_laser": GunType("beam", 10, 1, 1, 1, 0, 0, 14),
    "pulse_laser": GunType("beam", 24, 3, 0, 1, 0, 0, 10),
    "heavy_laser": GunType("beam", 30, 1, 1, 3, 1, 0, 14),
    "spinal_lance": GunType("beam", 80, 1, 0, 6, 3, 0, 18, ("bow",)),
    "autocannon": GunType("kinetic", 12, 3, 0, 1, 0, 5, 8),
    "railgun": GunType("kinetic", 30, 1, 0, 3, 2, 6, 18),
    "mass_driver": GunType("kinetic", 60, 2, 0, 4, 2, 5, 16, ("bow", "broadside")),
    "missile_rack": GunType("missile", 16, 2, 1, 2, 0, 4, 0),
    "torpedo_tube": GunType("missile", 30, 1, 1, 5, 1, 4, 0),
    "swarm_launcher": GunType("missile", 40, 6, 0, 1, 0, 4, 0),
}

PD: dict[str, tuple[int, int]] = {"pd_light": (8, 1), "pd_heavy": (20, 3)}
"""Mass and dice of each PD system."""

TONNAGE_STEP = 20  # L-5
HP_TONNAGE = 25  # tonnage per hull point of the frame, L-6
EXTRA_HULL_MASS = 10  # L-6
SENSOR_MASS = 4  # L-7
STEALTH_MASS = 30  # L-7
FRAME_SHARE = 5  # the frame weighs this part of the tonnage, L-6
POINT_SHARE = 20  # a point of engine or armour, L-7
JUMP_SHARE = 10  # a jump drive, L-7

LIMITS: dict[str, int] = {"engine_power": 8, "armour": 5, "sensors": 15, "stealth_plates": 2}  # L-7

FLEET_MASS = 1000  # L-1
SHIP_MASS = 500  # L-2

CRITICALS = {
    1: "hull",
    2: "engines",
    3: "armour",
    4: "accuracy",
    5: "sensors",
    6: "signature",
}
"""What each face of the critical table strikes: L-43 to L-48."""

BOOST_STEP, BOOST_CAP = 6, 12  # L-38, L-50
EARLIEST_JUMP = 4  # L-20
HIT_DIFFICULTY = 4  # L-31
ARMOUR_NUMBER = 7  # L-36


def gun(type_name: str, mount: str) -> Gun:
    """A gun as the catalogue lists it. ``KeyError`` for an unknown type."""
    line = GUNS[type_name]
    return Gun(
        type=type_name,
        gun_class=line.gun_class,
        mount=mount,
        attacks=line.attacks,
        accuracy=line.accuracy,
        damage=line.damage,
        penetration=line.penetration,
        physical=line.gun_class != "beam",
        intercept_difficulty=line.intercept or None,
        max_range=line.max_range or None,
    )


def gun_mass(type_name: str, mount: str) -> int:
    """L-9: the same on each side; a turret weighs half as much again (switch ``turret_mounts``)."""
    mass = GUNS[type_name].mass
    return mass * 3 // 2 if mount == TURRET else mass


def may_stand(type_name: str, mount: str, turrets: bool) -> bool:
    """L-9: the sides a gun may stand on; turrets only for guns that may stand on all three."""
    mounts = GUNS[type_name].mounts
    return mount in mounts or (turrets and mount == TURRET and mounts == ALL_SIDES)
