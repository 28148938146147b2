"""The printed numbers, as data, each with its rule: manoeuvres T1 and T2, systems T3, sample pieces T4."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

Multiple = Fraction | Literal["auto"] | None
"""The check a manoeuvre asks for, as a multiple of Dex: "auto" needs none, ``None`` is not available."""

AUTO: Literal["auto"] = "auto"
QUARTER, HALF, X1, X2, X3 = Fraction(1, 4), Fraction(1, 2), Fraction(1), Fraction(2), Fraction(3)


@dataclass(frozen=True)
class Attack:
    """A row of T1 (D-7, D-8)."""

    levels: tuple[Multiple, Multiple, Multiple]
    to_hit: int = 0
    damage_times: int = 1
    damage_plus: int = 0
    half_dice: bool = False
    own_ac: int = 0
    system_times: int = 1
    own_speed: int = 0


@dataclass(frozen=True)
class Defense:
    """A row of T2 (D-7, D-9). A figure ``against`` a shot replaces the general one."""

    levels: tuple[Multiple, Multiple, Multiple]
    ac: int
    against: Mapping[str, int] = field(default_factory=dict)


ATTACKS: dict[str, Attack] = {  # T1
    "basic": Attack((AUTO, AUTO, AUTO)),
    "power": Attack((None, AUTO, AUTO), damage_times=2, own_ac=-10),
    "sweep": Attack((None, X1, X2), to_hit=25, half_dice=True),
    "engine": Attack((None, X1, X2), to_hit=-5, system_times=2),
    "trick": Attack((None, None, X1), to_hit=25),
    "booster": Attack((X1, AUTO, AUTO), to_hit=10, own_speed=-5),
    "cyclone": Attack((None, HALF, X1), to_hit=15, damage_plus=10),
}

DEFENSES: dict[str, Defense] = {  # T2
    "swing": Defense((X1, X2, X3), 15, {"power": 25, "sweep": 0}),
    "dive": Defense((X1, X2, AUTO), 10, {"sweep": 30, "trick": 0}),
    "barrel_roll": Defense((None, HALF, X1), 20, {"engine": 30, "trick": 30, "cyclone": 0}),
    "afterburner": Defense((AUTO, X1, X2), 5, {"booster": 30, "power": 0}),
    "erratic": Defense((None, HALF, X1), 15, {"cyclone": 30}),
}

DODGE: tuple[Multiple, Multiple, Multiple] = (None, QUARTER, HALF)  # D-24

SYSTEMS = ("engine", "weapons", "shield_gen", "lsd", "radar", "auto_repair")  # T3, in the order of the d6
ENGINE, WEAPONS, SHIELD_GEN, LSD, RADAR, AUTO_REPAIR = range(6)

PERMANENT = -1
"""The clock of a system that is never repaired (D-19)."""

RADAR_TO_HIT, LARGE_RADAR_TO_HIT, RADAR_AC = -10, -40, -15  # D-11, D-12, D-26
COLLISION_DIFFICULTY = 60  # D-31
CRASH_PERCENT = 75  # D-30
SPEED_PER_DIE, RAM_SIDES = 200, 10  # D-29
BREATH_ROUNDS, HEALTH_PER_ROUND, HEALTH_CHECK_CAP = 3, 20, 90  # D-35
TANK_PERCENT = 5  # D-36
QUARTERS = 4  # D-25
REPAIR_SIDES, REPAIR_PLUS = 4, 1  # D-18: 1d4+1
HAND_REPAIR_DICE, HAND_REPAIR_SIDES = 6, 4  # D-28: 6d4


def _laser(dice: int, sides: int, bonus: int = 0, accuracy: int = 0) -> dict[str, int]:
    return {"dice": dice, "sides": sides, "bonus": bonus, "accuracy": accuracy}


def _missile(name: str, reach: int, speed: int, weapon: dict[str, int]) -> dict[str, Any]:
    return {"name": name, "range": reach, "speed": speed, **weapon}


def _fighter(ac: int, hp: int, shields: tuple[int, int], speed: int, **more: Any) -> dict[str, Any]:
    maximum, regen = shields
    named = {"ac": ac, "max_hp": hp, "max_shields": maximum, "shield_regen": regen, "speed": speed}
    return {"kind": "fighter", **named, **more}


MISSILES: dict[str, dict[str, Any]] = {  # T4
    "dart": _missile("dart", 10, 3200, _laser(4, 6, 0, 10)),
    "spike": _missile("spike", 10, 2000, _laser(3, 10, 0, 5)),
    "lance": _missile("lance", 20, 2500, _laser(6, 6)),
}

PIECES: dict[str, dict[str, Any]] = {  # T4: the fields of a scenario, but id, side and pilot
    "wasp": _fighter(15, 50, (10, 2), 3000, laser=_laser(2, 6), missiles=[{**MISSILES["dart"], "count": 2}]),
    "anvil": _fighter(
        5,
        80,
        (30, 3),
        2200,
        attack_every=2,
        laser=_laser(3, 8, 0, 5),
        missiles=[{**MISSILES["lance"], "count": 1}],
    ),
    "talon": _fighter(25, 36, (6, 2), 3600, laser=_laser(2, 4, 2)),
    "kite": _fighter(10, 24, (0, 0), 2400, laser=_laser(1, 6, 2)),
    "mite": _fighter(10, 6, (0, 0), 2400, laser=_laser(1, 2, 2)),
    "picket": {
        "kind": "large",
        "ac": 0,
        "max_hp": 400,
        "max_shields": 80,
        "shield_regen": 10,
        "speed": 900,
        "guns": 12,
        "gun": _laser(1, 8),
        "tubes": 1,
        "dex": 0,
    },
    "monitor": {
        "kind": "large",
        "ac": -10,
        "max_hp": 2000,
        "max_shields": 300,
        "shield_regen": 30,
        "speed": 600,
        "guns": 40,
        "gun": _laser(2, 8, 2, 5),
        "tubes": 4,
        "dex": 40,
    },
}
