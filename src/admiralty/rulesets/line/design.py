"""Ships as designs: masses, derived values and every fault. L-2, L-5 to L-9."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from . import catalogue as cat
from .state import Gun


class Mounted(NamedTuple):
    """A gun type and the side it stands on."""

    type: str
    mount: str


class Design(NamedTuple):
    """What a roster lists of a ship."""

    tonnage: int
    engine_power: int
    sensors: int
    armour: int = 0
    extra_hull: int = 0
    stealth_plates: int = 0
    jump_drive: bool = False
    pd: tuple[str, ...] = ()
    guns: tuple[Mounted, ...] = ()


class Masses(msgspec.Struct, frozen=True):
    """What each part of a design weighs, in M."""

    frame: int
    engines: int
    armour: int
    sensors: int
    extra_hull: int
    stealth: int
    jump: int
    pd: int
    guns: int

    @property
    def used(self) -> int:
        return sum(msgspec.structs.astuple(self))


def masses(design: Design) -> Masses:
    """L-6, L-7, L-9. Unknown components weigh nothing here: they are faults of their own."""
    tonnage = design.tonnage
    return Masses(
        frame=tonnage // cat.FRAME_SHARE,
        engines=design.engine_power * tonnage // cat.POINT_SHARE,
        armour=design.armour * tonnage // cat.POINT_SHARE,
        sensors=design.sensors * cat.SENSOR_MASS,
        extra_hull=design.extra_hull * cat.EXTRA_HULL_MASS,
        stealth=design.stealth_plates * cat.STEALTH_MASS,
        jump=tonnage // cat.JUMP_SHARE if design.jump_drive else 0,
        pd=sum(cat.PD[system][0] for system in design.pd if system in cat.PD),
        guns=sum(cat.gun_mass(gun.type, gun.mount) for gun in design.guns if gun.type in cat.GUNS),
    )


def frame_hp(tonnage: int) -> int:
    """L-6: the hull points of the frame alone."""
    return max(1, tonnage // cat.HP_TONNAGE)


def max_hp(design: Design) -> int:
    """L-6."""
    return frame_hp(design.tonnage) + design.extra_hull


def base_signature(design: Design) -> int:
    """L-8."""
    return max(1, 2 - (-design.tonnage // 100) - design.stealth_plates)


def pd_dice(design: Design) -> int:
    """The dice of all PD systems together."""
    return sum(cat.PD[system][1] for system in design.pd if system in cat.PD)


def guns(design: Design) -> tuple[Gun, ...]:
    """The guns with their catalogue values; unknown types are left out."""
    return tuple(cat.gun(gun.type, gun.mount) for gun in design.guns if gun.type in cat.GUNS)


def design_faults(design: Design, turrets: bool = False, ship_limit: int = cat.SHIP_MASS) -> list[str]:
    """L-2, L-5 to L-9: the code of every fault, sorted."""
    codes = [*_mass_faults(design, ship_limit), *_range_faults(design), *_part_faults(design, turrets)]
    return sorted(codes)


def _mass_faults(design: Design, ship_limit: int) -> list[str]:
    codes = tonnage_faults(design.tonnage, ship_limit)
    if masses(design).used > design.tonnage:
        codes.append("over_tonnage")
    return codes


def tonnage_faults(tonnage: int, ship_limit: int) -> list[str]:
    """L-2 and the multiple of 20 of L-5."""
    codes = []
    if tonnage > ship_limit:
        codes.append(f"ship_over_{ship_limit}")
    if tonnage < cat.TONNAGE_STEP or tonnage % cat.TONNAGE_STEP:
        codes.append("tonnage_not_multiple_of_20")
    return codes


def _range_faults(design: Design) -> list[str]:
    names = {"engine_power": "engine", "stealth_plates": "stealth"}
    codes = [
        f"{names.get(field, field)}_out_of_range"
        for field, limit in cat.LIMITS.items()
        if not 0 <= getattr(design, field) <= limit
    ]
    if not 0 <= design.extra_hull <= frame_hp(design.tonnage):
        codes.append("extra_hull_over_base")
    return codes


def _part_faults(design: Design, turrets: bool) -> list[str]:
    codes = ["unknown_component" for system in design.pd if system not in cat.PD]
    for gun in design.guns:
        if gun.type not in cat.GUNS:
            codes.append("unknown_gun")
        elif not cat.may_stand(gun.type, gun.mount, turrets):
            codes.append(f"mount_not_allowed:{gun.type}@{gun.mount}")
    return codes
