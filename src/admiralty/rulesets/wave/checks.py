"""Everything a scenario is refused for, beyond its form. W-95.

What ships and empires say of themselves is checked first, then groups, then launches. A value that is faulty itself is
left out of the later checks, so that one slip is told once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from msgspec import UnsetType

from admiralty.core.errors import Fault
from admiralty.core.words import say

from . import orders, tables
from .scenario import EmpireDoc, Scenario, ShipDoc, WaveDoc, kind_of
from .state import Setting, Ship, place_of

MOST_SIDES = 10**9  # the finest fraction a house rule may name: the draw is a die of so many sides


def piece_faults(doc: Scenario, faults: Sequence[Fault]) -> list[Fault]:
    """What is wrong with house rules, empires, ships and groups, given the faults of form."""
    draft = Draft(doc, faults)
    found = [*house_rule_faults(draft), *empire_faults(draft), *ship_faults(draft)]
    return [*found, *group_faults(Draft(doc, [*faults, *found]))]


class Draft:
    """A document with what is known to be wrong with it."""

    def __init__(self, doc: Scenario, faults: Iterable[Fault]) -> None:
        self.doc = doc
        self._faulty = {fault.path for fault in faults}

    def sound(self, path: str, *fields: str) -> bool:
        """Whether a path (or these fields below it) and everything in it are free of faults so far."""
        places = [f"{path}.{field}" for field in fields] or [path]
        return not any(
            faulty == place or faulty.startswith((f"{place}.", f"{place}["))
            for faulty in self._faulty
            for place in places
        )

    def rows(self, field: str, items: Sequence[object]) -> list[str]:
        """The path of each item of a list as the writer counts: items that were no tables fell away."""
        dropped = {
            int(match[1]) for path in self._faulty if (match := re.fullmatch(rf"{re.escape(field)}\[(\d+)\]", path))
        }
        kept = [n for n in range(len(items) + len(dropped)) if n not in dropped]
        return [f"{field}[{n}]" for n in kept]

    @property
    def ships(self) -> list[tuple[str, ShipDoc]]:
        return list(zip(self.rows("ships", self.doc.ships), self.doc.ships, strict=True))

    @property
    def empires(self) -> list[tuple[str, EmpireDoc]]:
        return list(zip(self.rows("empires", self.doc.empires), self.doc.empires, strict=True))

    @property
    def waves(self) -> list[tuple[str, WaveDoc]]:
        return list(zip(self.rows("waves", self.doc.waves), self.doc.waves, strict=True))


def house_rule_faults(draft: Draft) -> Iterator[Fault]:
    """Fractions must be fractions from 0 to 1."""
    for field in ("two_hp_section_chance", "heavy_crit_chance"):
        path, value = f"house_rules.{field}", getattr(draft.doc.house_rules, field)
        if draft.sound(path) and not fits(value):
            text = say('must be a fraction from 0 to 1 as text, such as "1/2"')
            yield Fault("bad_house_rule_value", path, text, "W-95", value)


def fits(value: str) -> bool:
    """Whether a text is a fraction from 0 to 1 with whole figures."""
    if not re.fullmatch(r"[0-9]{1,10}(/0*[1-9][0-9]{0,9})?", value):
        return False
    fraction = Fraction(value)
    return fraction <= 1 and fraction.denominator <= MOST_SIDES


def empire_faults(draft: Draft) -> Iterator[Fault]:
    yield from twice(draft, [(f"{path}.id", empire.id) for path, empire in draft.empires])


def twice(draft: Draft, ids: Iterable[tuple[str, str]]) -> Iterator[Fault]:
    """Names that were given before among their like."""
    seen: set[str] = set()
    for path, id in ids:
        if draft.sound(path):
            if id in seen:
                yield Fault("duplicate_id", path, say("{id} is there already", id=id), "W-95", id)
            seen.add(id)


def ship_faults(draft: Draft) -> Iterator[Fault]:
    empires = tuple(empire.id for empire in draft.doc.empires)
    yield from twice(draft, [(f"{path}.id", ship.id) for path, ship in draft.ships])
    for path, ship in draft.ships:
        if draft.sound(path, "empire") and ship.empire not in empires:
            yield Fault("unknown_empire", f"{path}.empire", orders.unknown(ship.empire, empires), "W-95", ship.empire)
        yield from hull_faults(draft, path, ship)
        if draft.sound(path, "class"):
            yield from class_faults(draft, path, ship)


def hull_faults(draft: Draft, path: str, ship: ShipDoc) -> Iterator[Fault]:
    """Hit points and the sections that go with them. W-61, W-68."""
    if not draft.sound(path, "hp", "max_hp", "class", "xp"):
        return
    hp, most = ship.hit_points, ship.most_hp
    if hp > most:
        yield Fault("bad_hp", f"{path}.hp", say("must be 0 to {most}", most=most), "W-95", hp)
    if ship.wrecked and ship.kind == "CV" and hp == most:
        text = say("a Carrier at full hit points has all its sections back")
        yield Fault("wrecked_at_full_hp", f"{path}.wrecked", text, "W-68", list(ship.wrecked))


def class_faults(draft: Draft, path: str, ship: ShipDoc) -> Iterator[Fault]:
    """What a ship of its class cannot have."""
    if ship.kind != "CV":
        if ship.xp:
            yield Fault("xp_on_non_carrier", f"{path}.xp", say("only a CV has experience"), "W-95", ship.xp)
        if ship.wrecked:
            text = say("only a CV has sections")
            yield Fault("sections_on_non_carrier", f"{path}.wrecked", text, "W-60", list(ship.wrecked))
    for n, where in enumerate(draft.rows(f"{path}.wrecked", ship.wrecked)):
        if ship.wrecked[n] in ship.wrecked[:n]:
            text = say("{section} is in the list twice", section=ship.wrecked[n])
            yield Fault("bad_section", where, text, "W-61", ship.wrecked[n])
    if ship.kind not in tables.LAUNCHERS:
        for field, number in (("fighters", ship.fighters), ("flight_ops", ship.flight_ops)):
            if number and not isinstance(number, UnsetType):
                text = say("only CV, SB and FB have fighters")
                yield Fault("fighters_on_non_launcher", f"{path}.{field}", text, "W-95", number)
    elif ship.target != ship.id:
        text = say("a CV, SB or FB always stands alone; its group is its own id")
        yield Fault("single_target_in_group", f"{path}.group", text, "W-95", ship.target)


def group_faults(draft: Draft) -> Iterator[Fault]:
    """A group is of one empire and one kind. Reported at the first ship that does not go with those before it."""
    first: dict[str, ShipDoc] = {}
    for path, ship in draft.ships:
        if not draft.sound(path, "id", "group", "class", "empire") or stray(ship):
            continue
        leader = first.setdefault(ship.target, ship)
        where = f"{path}.id" if isinstance(ship.group, UnsetType) else f"{path}.group"
        if leader.empire != ship.empire:
            text = say(
                "group {group} has ships of {one} and {other}", group=ship.target, one=leader.empire, other=ship.empire
            )
            yield Fault("group_of_two_empires", where, text, "W-95", ship.target)
        if kind_of(leader.kind) != kind_of(ship.kind):
            text = say("group {group} has {one} and {other}", group=ship.target, one=leader.kind, other=ship.kind)
            yield Fault("mixed_group", where, text, "W-95", ship.target)


def stray(ship: ShipDoc) -> bool:
    """A single target that names another group: told once, as such."""
    return ship.kind in tables.LAUNCHERS and ship.target != ship.id


def launch_faults(draft: Draft, setting: Setting, ships: tuple[Ship, ...]) -> list[Fault]:
    """What is wrong with ``cap`` and ``waves``."""
    doc = draft.doc
    faults = list(twice(draft, [(f"{path}.id", wave.id) for path, wave in draft.waves]))
    faults += frame_faults(doc)
    mentions = [
        orders.Mention(path, entry.launcher, entry.count)
        for path, entry in zip(draft.rows("cap", doc.cap), doc.cap, strict=True)
        if draft.sound(path)
    ]
    for path, wave in draft.waves:
        faults += wave_faults(draft, setting, ships, path, wave)
        mentions += sound_mentions(draft, setting, path, wave)
    sure = [draft.sound(path) for path, _ in draft.ships]
    return faults + orders.launch_faults(setting, ships, mentions, lambda ship: sure[ship])


def frame_faults(doc: Scenario) -> Iterator[Fault]:
    """Where nothing may be launched, or the sides are to decide it. W-2."""
    for field, entries in (("cap", doc.cap), ("waves", doc.waves)):
        if entries and doc.system.ion_nebula:
            yield Fault("ion_nebula_launch", field, say("nobody launches in an Ion Nebula"), "W-2")
        if entries and doc.launch == "asked":
            text = say('the sides decide on launches themselves: leave this out, or say launch = "given"')
            yield Fault("launch_is_asked", field, text, "W-3")


def wave_faults(draft: Draft, setting: Setting, ships: tuple[Ship, ...], path: str, wave: WaveDoc) -> Iterator[Fault]:
    attacker = place_of(setting.empires, wave.attacker)
    if draft.sound(path, "attacker") and attacker < 0:
        known = tuple(empire.id for empire in setting.empires)
        yield Fault("unknown_empire", f"{path}.attacker", orders.unknown(wave.attacker, known), "W-95", wave.attacker)
    if draft.sound(path, "target"):
        yield from orders.target_faults(setting, ships, f"{path}.target", wave.target, attacker)
    if draft.sound(path, "fighters"):
        yield from orders.empty_faults(f"{path}.fighters", wave.fighters)


def sound_mentions(draft: Draft, setting: Setting, path: str, wave: WaveDoc) -> list[orders.Mention]:
    """A wave's entries that can be checked further."""
    attacker = place_of(setting.empires, wave.attacker)
    where = draft.rows(f"{path}.fighters", wave.fighters)
    return [
        orders.Mention(place, entry.launcher, entry.count, attacker)
        for place, entry in zip(where, wave.fighters, strict=True)
        if draft.sound(place)
    ]
