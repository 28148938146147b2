"""One ship of a scenario document: its faults, its roster entry and its opening state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from admiralty.core.errors import Fault
from admiralty.core.words import Text, say

from . import catalogue as cat
from . import design as designs
from .design import Design, Mounted
from .forms import DESIGN_ONLY, GUN_VALUES, STATISTICS_ONLY, GunForm, Scenario, ShipForm
from .state import ACTIVE, DESTROYED, Entry, Gun, Ship, wiped

FIELD_OF = {
    "over_tonnage": "tonnage",
    "tonnage_not_multiple_of_20": "tonnage",
    "extra_hull_over_base": "extra_hull",
    "armour_out_of_range": "armour",
    "sensors_out_of_range": "sensors",
    "engine_out_of_range": "engine_power",
    "stealth_out_of_range": "stealth_plates",
}


def ship_faults(form: Scenario, ship: ShipForm, path: str) -> Iterator[Fault]:
    """The faults of one ship by itself."""
    if ship.max_hp is None:
        yield from _misplaced(ship, path, STATISTICS_ONLY, say("only a ship with max_hp has this field"))
        yield from _missing(ship, path, ("tonnage", "engine_power", "sensors"))
        yield from _design_faults(form, ship, path)
    else:
        yield from _misplaced(ship, path, DESIGN_ONLY, say("a ship with max_hp is given by its statistics"))
        yield from _missing(ship, path, ("engine_power", "sensors", "base_signature"))
        yield from _statistics_faults(form, ship, path)
        for number, gun in enumerate(ship.guns):
            yield from _gun_faults(gun, f"{path}.guns[{number}]", form.house_rules.turret_mounts)


def _misplaced(ship: ShipForm, path: str, fields: tuple[str, ...], text: Text) -> Iterator[Fault]:
    for field in fields:
        if getattr(ship, field) is not None:
            yield Fault("unknown_field", f"{path}.{field}", text)


def _missing(ship: ShipForm, path: str, fields: tuple[str, ...]) -> Iterator[Fault]:
    for field in fields:
        if getattr(ship, field) is None:
            yield Fault("value_out_of_range", f"{path}.{field}", say("must be given"))


def as_design(ship: ShipForm) -> Design:
    """The design of a ship without ``max_hp``."""
    return Design(
        tonnage=ship.tonnage or 0,
        engine_power=ship.engine_power or 0,
        sensors=ship.sensors or 0,
        armour=ship.armour,
        extra_hull=ship.extra_hull or 0,
        stealth_plates=ship.stealth_plates or 0,
        jump_drive=ship.jump_drive,
        pd=tuple(ship.pd or ()),
        guns=tuple(Mounted(gun.type, gun.mount) for gun in ship.guns),
    )


def _design_faults(form: Scenario, ship: ShipForm, path: str) -> Iterator[Fault]:
    """L-2, L-5 to L-9."""
    design = as_design(ship)
    if ship.tonnage is not None:
        for code in designs.design_faults(design, form.house_rules.turret_mounts, form.ship_mass_limit):
            if not code.startswith(("mount_not_allowed", "unknown_")):
                field = FIELD_OF.get(code, "tonnage")
                yield Fault(code, f"{path}.{field}", _design_text(code, design, form), "L-5", getattr(ship, field))
    yield from _part_faults(ship, path, form.house_rules.turret_mounts)


def _design_text(code: str, design: Design, form: Scenario) -> Text:
    if code == "over_tonnage":
        used = designs.masses(design).used
        return say("the parts weigh {used} M, more than the tonnage of {tonnage} M", used=used, tonnage=design.tonnage)
    if code == "tonnage_not_multiple_of_20":
        return say("must be a multiple of 20 from 20 on")
    if code == "extra_hull_over_base":
        return say("must be a whole number from {low} to {high}", low=0, high=designs.frame_hp(design.tonnage))
    if code.startswith("ship_over_"):
        return say("no ship may weigh more than {limit} M", limit=form.ship_mass_limit)
    return say("must be a whole number from {low} to {high}", low=0, high=cat.LIMITS[FIELD_OF[code]])


def _part_faults(ship: ShipForm, path: str, turrets: bool) -> Iterator[Fault]:
    """L-9 and the spelling of parts."""
    for number, system in enumerate(ship.pd or ()):
        if system not in cat.PD:
            text = say("must be one of: {options}", options=", ".join(cat.PD))
            yield Fault("unknown_component", f"{path}.pd[{number}]", text, "", system)
    for number, gun in enumerate(ship.guns):
        here = f"{path}.guns[{number}]"
        if gun.type not in cat.GUNS:
            yield _unknown_gun(gun, here)
        elif not cat.may_stand(gun.type, gun.mount, turrets):
            text = say("this gun may not stand there; it may stand on: {sides}", sides=_sides(gun.type, turrets))
            yield Fault(f"mount_not_allowed:{gun.type}@{gun.mount}", f"{here}.mount", text, "L-9", gun.mount)
        for field in GUN_VALUES:
            if field in given_values(gun):
                shown = "class" if field == "gun_class" else field
                text = say("the guns of a design have the values of the catalogue")
                yield Fault("unknown_field", f"{here}.{shown}", text, "L-9")


def _sides(gun: str, turrets: bool) -> str:
    return ", ".join(mount for mount in (*cat.ALL_SIDES, cat.TURRET) if cat.may_stand(gun, mount, turrets))


def _unknown_gun(gun: GunForm, path: str) -> Fault:
    text = say("there is no such gun in the catalogue; known are {known}", known=", ".join(cat.GUNS))
    return Fault("unknown_gun", f"{path}.type", text, "L-9", gun.type)


def _statistics_faults(form: Scenario, ship: ShipForm, path: str) -> Iterator[Fault]:
    """The value ranges of State."""
    for field in ("engine_power", "sensors", "armour"):
        if (getattr(ship, field) or 0) < 0:
            text = say("must be a whole number, {low} or more", low=0)
            yield Fault("value_out_of_range", f"{path}.{field}", text, "", getattr(ship, field))
    if ship.tonnage is not None:
        for code in designs.tonnage_faults(ship.tonnage, form.ship_mass_limit):
            text = _design_text(code, as_design(ship), form)
            yield Fault(code, f"{path}.tonnage", text, "L-2" if code.startswith("ship") else "L-5", ship.tonnage)
    hp, most = hp_of(ship), ship.max_hp or 0
    if hp > most:
        text = say("must not be more than max_hp, {max_hp}", max_hp=most)
        yield Fault("value_out_of_range", f"{path}.hp", text, "L-39", hp)
    elif (hp == 0) != (ship.status == DESTROYED):
        text = say("a ship has 0 HP if and only if it is destroyed")
        yield Fault("value_out_of_range", f"{path}.hp", text, "L-39", hp)


def _gun_faults(gun: GunForm, path: str, turrets: bool) -> Iterator[Fault]:
    """A gun among direct statistics: it may differ from the catalogue, but must be complete."""
    mounts = (*cat.ALL_SIDES, cat.TURRET) if turrets else cat.ALL_SIDES
    if gun.mount not in mounts:
        text = say("must be one of: {options}", options=", ".join(mounts))
        yield Fault("value_out_of_range", f"{path}.mount", text, "L-9", gun.mount)
    if gun.type not in cat.GUNS and None in (gun.gun_class, gun.attacks, gun.accuracy, gun.damage, gun.penetration):
        yield _unknown_gun(gun, path)
        return
    made = gun_of(gun)
    if made.gun_class == "beam" and made.physical:
        text = say("beams have no physical ammunition")
        yield Fault("value_out_of_range", f"{path}.physical", text, "L-33", True)
    if made.physical == (made.intercept_difficulty is None):
        text = say("guns with physical ammunition have a number from 2 to 6 here, the others none")
        yield Fault("value_out_of_range", f"{path}.intercept_difficulty", text, "L-35", made.intercept_difficulty)


def gun_of(form: GunForm) -> Gun:
    """A gun among direct statistics; what is left out is the catalogue's."""
    listed = cat.gun(form.type, form.mount) if form.type in cat.GUNS else None
    given = given_values(form)
    if listed is not None:
        return _consistent(listed.but(**given), form)
    plain = {"physical": form.gun_class != "beam", "intercept_difficulty": None, **given}
    return Gun(type=form.type, mount=form.mount, **plain)


def given_values(form: GunForm) -> dict[str, Any]:
    """The values a gun is given by itself. A ``max_range`` of ``None`` is one: no range of its own (L-28)."""
    values = {field: getattr(form, field) for field in GUN_VALUES if getattr(form, field) is not None}
    if form.max_range is UNSET:
        del values["max_range"]
        return values
    return {**values, "max_range": form.max_range}


def _consistent(gun: Gun, form: GunForm) -> Gun:
    """A catalogue gun that was made a beam or physical has not the catalogue's intercept number."""
    if form.gun_class is not None and form.physical is None:
        gun = gun.but(physical=form.gun_class != "beam")
    if not gun.physical and form.intercept_difficulty is None:
        gun = gun.but(intercept_difficulty=None)
    return gun


def hp_of(ship: ShipForm) -> int:
    """The hull points of a ship that are given or follow."""
    if ship.hp is not None:
        return ship.hp
    return 0 if ship.status == DESTROYED else ship.max_hp or 0


def entry_of(ship: ShipForm) -> Entry:
    """What the roster lists: from the statistics, or from the design by L-6 to L-9."""
    design = as_design(ship)
    direct = ship.max_hp is not None
    return Entry(
        ship_id=ship.ship_id,
        side=ship.side,
        max_hp=ship.max_hp if ship.max_hp is not None else designs.max_hp(design),
        engine_power=ship.engine_power or 0,
        sensors=ship.sensors or 0,
        pd_dice=(ship.pd_dice or 0) if direct else designs.pd_dice(design),
        jump_drive=ship.jump_drive,
        guns=tuple(gun_of(gun) for gun in ship.guns) if direct else designs.guns(design),
        tonnage=ship.tonnage,
        critical_log=tuple(ship.critical_log or ()),
    )


def ship_of(ship: ShipForm, position: int) -> Ship:
    """A ship as it enters the battle description."""
    design, direct = as_design(ship), ship.max_hp is not None
    if ship.status not in (None, ACTIVE):
        return wiped(_placed(ship, position, hp_of(ship), 1), str(ship.status), hp_of(ship))
    if direct:
        return _placed(ship, position, hp_of(ship), ship.base_signature or 1)
    return _placed(ship, position, designs.max_hp(design), designs.base_signature(design))


def _placed(ship: ShipForm, position: int, hp: int, signature: int) -> Ship:
    return Ship(
        hp=hp,
        engine_power=ship.engine_power or 0,
        sensors=ship.sensors or 0,
        armour=ship.armour,
        base_signature=signature,
        position=position,
        heading=ship.heading or (1 if ship.side == "A" else -1),
        accuracy_mod=ship.accuracy_mod or 0,
        signature_boost=ship.signature_boost or 0,
        attitude=ship.attitude,
        evading=bool(ship.evading),
        charging=bool(ship.charging),
        group=ship.group,
    )
