"""Scenario document -> opening state. Every fault is refused with its code, field path and rule; all at once. D-39."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from admiralty.core import document
from admiralty.core.errors import Fault, Refusal
from admiralty.core.state import Plain
from admiralty.core.words import say

from .flow import begin_round, decided, finished
from .scenario import CharacterEntry, Entry, FighterEntry, LargeEntry, MissileEntry, Scenario, WeaponEntry
from .state import (
    CHARACTER,
    FIGHTER,
    LARGE,
    Clocks,
    Course,
    Craft,
    Duel,
    Hull,
    Missile,
    Piece,
    Rack,
    Setting,
    Weapon,
    look_of,
    out_of,
)
from .tables import PERMANENT, QUARTERS, SYSTEMS

CODES = {
    "dex": ("dex_out_of_range", "D-1"),
    "s_flight": ("s_flight_out_of_range", "D-7"),
    "hp": ("hp_out_of_range", "D-15"),
    "max_hp": ("hp_out_of_range", "D-15"),
    "shields": ("shields_out_of_range", "D-15"),
    "max_shields": ("shields_out_of_range", "D-15"),
    "dice": ("bad_dice", "D-14"),
    "sides": ("bad_dice", "D-14"),
}
"""The sheet's own codes for some fields; everything else is ``bad_value``."""

_WEAPONS = re.compile(r"\.(laser|gun|weapon|missiles\[\d+\])\.(bonus|accuracy)$")
_CLOCKS = re.compile(r"\.systems\.\w+$|\.weapon_quarters_out\[\d+\]$")
_MEMBERSHIP = re.compile(r"^pieces(\[\d+\](\.(side|kind))?)?$")
"""Faults after which it cannot be told which sides there are."""
_SYSTEM = re.compile(r"\.systems\.\w+$")


def begin(written: Plain) -> Duel:
    """The opening state of a scenario. Raises ``Refusal`` with every fault."""
    scenario, faults = document.read(Scenario, written, name_fault)
    if scenario is None:
        raise Refusal(faults)
    faults += list(further_faults(scenario, written))
    if not any(_MEMBERSHIP.search(fault.path) for fault in faults):
        faults += list(_two_sides(scenario.pieces))
    if faults:
        raise Refusal(faults)
    return opening(scenario)


def name_fault(path: str, problem: document.Problem, value: Plain) -> tuple[str, str]:
    """The sheet's code and rule for a fault of form."""
    last = path.rsplit(".", 1)[-1]
    if path.startswith("house_rules."):
        return ("unknown_house_rule" if problem == "unknown_field" else "bad_house_rule_value"), "D-39"
    if problem == "unknown_field":
        return ("unknown_system", "D-17") if _SYSTEM.search(path) else ("unknown_field", "D-39")
    if problem == "missing":
        return "bad_value", "D-39"
    if _CLOCKS.search(path):
        return "bad_clock", "D-18"
    if _WEAPONS.search(path):
        return "bad_value", "D-14"
    return CODES.get(last, ("bad_value", "D-39")) if path != "sides" else ("bad_value", "D-39")


def further_faults(scenario: Scenario, written: Plain) -> Iterator[Fault]:
    """What is wrong beyond the form of single fields. Paths follow the document, where faulty pieces are left out."""
    places = _places(scenario.pieces, written)
    yield from _duplicates(scenario.pieces, places)
    large = {entry.id for entry in scenario.pieces if isinstance(entry, LargeEntry)}
    for entry, place in zip(scenario.pieces, places, strict=True):
        yield from _piece_faults(entry, f"pieces[{place}]", large)
    if scenario.max_rounds is not None and scenario.round > scenario.max_rounds:
        yield Fault("bad_value", "round", say("must not be after the last round, {n}", n=scenario.max_rounds), "D-21")


def _places(entries: Sequence[Entry], written: Plain) -> list[int]:
    """Where in the document each entry stands: entries that could not be read at all are missing among them."""
    listed = written.get("pieces", []) if isinstance(written, dict) else []
    kinds = (FIGHTER, LARGE, CHARACTER)
    items = enumerate(listed) if isinstance(listed, list | tuple) else ()
    places = [n for n, item in items if isinstance(item, dict) and item.get("kind") in kinds]
    return places if len(places) == len(entries) else list(range(len(entries)))


def _duplicates(entries: Sequence[Entry], places: Sequence[int]) -> Iterator[Fault]:
    seen: set[str] = set()
    for entry, place in zip(entries, places, strict=True):
        if entry.id in seen:
            text = say("another piece has this id")
            yield Fault("duplicate_id", f"pieces[{place}].id", text, "D-39", entry.id)
        seen.add(entry.id)


def _two_sides(entries: Sequence[Entry]) -> Iterator[Fault]:
    sides = dict.fromkeys(entry.side for entry in entries)
    if len(sides) != 2:
        text = say("must belong to two sides; these belong to {n}", n=len(sides))
        yield Fault("bad_value", "pieces", text, "D-21", ", ".join(sides))


def _piece_faults(entry: Entry, path: str, large: set[str]) -> Iterator[Fault]:
    if isinstance(entry, CharacterEntry):
        return
    yield from _above(entry.hp, entry.max_hp, f"{path}.hp", "hp_out_of_range")
    yield from _above(entry.shields, entry.max_shields, f"{path}.shields", "shields_out_of_range")
    yield from _same_missiles(entry, path)
    if isinstance(entry, LargeEntry):
        yield from _large_faults(entry, path, large)


def _above(value: int | None, most: int, path: str, code: str) -> Iterator[Fault]:
    if value is not None and value > most:
        yield Fault(code, path, say("must be at most {most}", most=most), "D-15", value)


def _same_missiles(entry: FighterEntry | LargeEntry, path: str) -> Iterator[Fault]:
    names = [missile.name for missile in entry.missiles]
    for place, name in enumerate(names):
        if name in names[:place]:
            text = say("these missiles are listed already; give their number as count")
            yield Fault("bad_value", f"{path}.missiles[{place}].name", text, "D-22", name)


def _large_faults(entry: LargeEntry, path: str, large: set[str]) -> Iterator[Fault]:
    if entry.guns and entry.gun is None:
        yield Fault("bad_value", f"{path}.gun", say("must be given for a ship with guns"), "D-25")
    if len(entry.weapon_quarters_out) > QUARTERS:
        text = say("a ship has only {n} quarters of its guns", n=QUARTERS)
        yield Fault("bad_value", f"{path}.weapon_quarters_out", text, "D-26", len(entry.weapon_quarters_out))
    other = entry.collision_with
    if other is not None and (other not in large or other == entry.id):
        other_text = say("must be the id of another large ship")
        yield Fault("bad_value", f"{path}.collision_with", other_text, "D-32", other)


def opening(scenario: Scenario) -> Duel:
    """The opening state of a faultless scenario. Pieces are put in the order of their ids, sides as they are listed."""
    sides = tuple(dict.fromkeys(entry.side for entry in scenario.pieces))
    entries = sorted(scenario.pieces, key=lambda entry: entry.id)
    numbers = {entry.id: number for number, entry in enumerate(entries)}
    crafts = tuple(_craft(entry, sides.index(entry.side), numbers) for entry in entries)
    feared = _feared(crafts)
    crafts = tuple(craft.but(typical=feared[1 - craft.side]) for craft in crafts)
    setting = Setting(crafts, (sides[0], sides[1]), scenario.house_rules, scenario.max_rounds, scenario.maneuvers_only)
    pieces = tuple(_piece(setting, number, entry) for number, entry in enumerate(entries))
    state = Duel(setting, pieces, round=scenario.round)
    result = decided(state)
    return finished(state, result) if result else begin_round(state)


def _craft(entry: Entry, side: int, numbers: dict[str, int]) -> Craft:
    """A piece's fixed data."""
    if isinstance(entry, CharacterEntry):
        weapon = _weapon(entry.weapon)
        return Craft(entry.id, side, CHARACTER, entry.dex, entry.ac, entry.health, weapon=weapon, breath=entry.breath)
    common = Craft(
        entry.id,
        side,
        LARGE if isinstance(entry, LargeEntry) else FIGHTER,
        entry.dex,
        entry.ac,
        entry.max_hp,
        max_shields=entry.max_shields,
        shield_regen=entry.shield_regen,
        speed=entry.speed,
        missiles=tuple(_missile(missile) for missile in entry.missiles),
        lsd=entry.lsd,
    )
    if isinstance(entry, FighterEntry):
        pilot = {"s_flight": entry.s_flight, "attack_every": entry.attack_every, "first_attack": entry.first_attack}
        return common.but(weapon=_weapon(entry.laser), **pilot)
    other = -1 if entry.collision_with is None else numbers[entry.collision_with]
    course = {"drifts": entry.collision_in is not None, "collision_with": other}
    return common.but(weapon=_weapon(entry.gun), guns=entry.guns, tubes=entry.tubes, **course)


def _weapon(entry: WeaponEntry | None) -> Weapon | None:
    return None if entry is None else Weapon(entry.dice, entry.sides, entry.bonus, entry.accuracy)


def _missile(entry: MissileEntry) -> Missile:
    weapon = Weapon(entry.dice, entry.sides, entry.bonus, entry.accuracy)
    return Missile(entry.name, entry.range, entry.speed, weapon)


def _feared(crafts: Sequence[Craft]) -> tuple[int, int]:
    """About the damage of a hit by each side's best laser or gun: the measure of ``Look.life``."""
    weapons = [(craft.side, craft.weapon) for craft in crafts if craft.weapon is not None]
    hits = [(side, weapon.dice * (weapon.sides + 1) // 2 + weapon.bonus) for side, weapon in weapons]
    first, second = (max([1, *(hit for side, hit in hits if side == number)]) for number in (0, 1))
    return first, second


def _piece(setting: Setting, index: int, entry: Entry) -> Piece:
    """A piece's live data at the start."""
    if isinstance(entry, CharacterEntry):
        hull = Hull(entry.health)
        return Piece(hull, look=look_of(setting, index, hull), course=Course(rounds_out=entry.rounds_out))
    hp = entry.max_hp if entry.hp is None else entry.hp
    hull = Hull(hp, entry.max_shields if entry.shields is None else entry.shields)
    if not hp:
        return Piece(Hull(0), fate="destroyed")
    quarters = tuple(sorted(entry.weapon_quarters_out)) if isinstance(entry, LargeEntry) else ()
    clocks = Clocks(tuple(_ticks(entry, name) for name in SYSTEMS), quarters)
    rack = Rack(tuple(missile.count for missile in entry.missiles))
    return Piece(hull, "", look_of(setting, index, hull), clocks, out_of(clocks), rack, _course(entry))


def _ticks(entry: FighterEntry | LargeEntry, system: str) -> int:
    ticks: int | str = getattr(entry.systems, system, 0)
    return PERMANENT if isinstance(ticks, str) else ticks


def _course(entry: FighterEntry | LargeEntry) -> Course:
    if isinstance(entry, FighterEntry):
        return Course(opened=entry.opened)
    return Course(collision_in=entry.collision_in or 0)
