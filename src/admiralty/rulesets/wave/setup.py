"""A scenario document becomes the opening state, or is refused with every fault. W-95.

Form is checked first (``scenario.py`` and ``core.document``), then everything else (``checks.py``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import UnsetType

from admiralty.core import document
from admiralty.core.errors import Refusal
from admiralty.core.state import Plain

from . import checks, launch, orders, tables
from .scenario import EmpireDoc, Scenario, ShipDoc, WaveDoc, code_of, kind_of
from .state import WRECK, Empire, FighterPhase, Group, Hull, Orders, Setting, Ship, Wave, place_of


def begin(scenario: Plain) -> FighterPhase:
    """The opening state of a scenario. Raises ``Refusal`` with every fault."""
    doc, faults = document.read(Scenario, scenario, code_of)
    if doc is None:
        raise Refusal(faults)
    faults += checks.piece_faults(doc, faults)
    setting, ships = setting_of(doc), tuple(ship_of(ship) for ship in doc.ships)
    faults += checks.launch_faults(checks.Draft(doc, faults), setting, ships)
    if faults:
        raise Refusal(faults)
    return opening(doc, setting, ships)


def opening(doc: Scenario, setting: Setting, ships: tuple[Ship, ...]) -> FighterPhase:
    """The state in which the battle starts: launched already, or with the launch to be asked."""
    empires = range(len(setting.empires))
    state = FighterPhase(
        "launch",
        setting,
        ships,
        waves=(),
        lines=tuple(launch.cap_line(setting, n, ()) for n in empires),
        caps=tuple((0,) * len(setting.launchers(n)) for n in empires),
        fatigued=(False,) * len(setting.empires),
    )
    if doc.launch == "asked" and not setting.ion_nebula:
        return state
    waves = tuple(wave_of(setting, wave) for wave in doc.waves)
    return launch.launched(state, Orders(orders.summed(setting, doc.cap), waves))


def setting_of(doc: Scenario) -> Setting:
    """The fixed data. Also made of a faulty document, as far as it goes, for the checks that follow."""
    ids = tuple(dict.fromkeys(ship.target for ship in doc.ships))
    empires = tuple(empire.id for empire in doc.empires)
    hulls = tuple(hull_of(ship, empires, ids) for ship in doc.ships)
    return Setting(
        doc.system.nebula,
        doc.system.ion_nebula,
        doc.house_rules,
        tuple(empire_of(empire, n, hulls) for n, empire in enumerate(doc.empires)),
        hulls,
        tuple(group_of(id, n, hulls) for n, id in enumerate(ids)),
    )


def empire_of(doc: EmpireDoc, number: int, hulls: Sequence[Hull]) -> Empire:
    own = [n for n, hull in enumerate(hulls) if hull.empire == number and hull.kind in tables.ESCORTS]
    return Empire(doc.id, doc.afd, doc.supplied, doc.crown, doc.in_fight, best_flak_first(own, hulls))


def best_flak_first(ships: Iterable[int], hulls: Sequence[Hull]) -> tuple[int, ...]:
    """Ships by flak, ties in listed order. W-44."""
    return tuple(sorted(ships, key=lambda ship: tables.FLAK[hulls[ship].kind]))


def hull_of(ship: ShipDoc, empires: Sequence[str], groups: Sequence[str]) -> Hull:
    return Hull(
        ship.id,
        empires.index(ship.empire) if ship.empire in empires else -1,
        ship.kind,
        groups.index(ship.target),
        ship.most_hp,
        ship.xp,
        ship.fighters,
        ship.fighters if isinstance(ship.flight_ops, UnsetType) else ship.flight_ops,
        ship.move_order,
    )


def group_of(id: str, number: int, hulls: Sequence[Hull]) -> Group:
    ships = tuple(n for n, hull in enumerate(hulls) if hull.group == number)
    return Group(id, hulls[ships[0]].empire, kind_of(hulls[ships[0]].kind), ships)


def ship_of(doc: ShipDoc) -> Ship:
    """A ship's live data before anything is launched."""
    if not doc.hit_points:
        return WRECK
    wrecked = {kind.kind: sum(name in doc.wrecked for name in kind.names) for kind in tables.SECTIONS}
    return Ship(True, doc.hit_points, grounded=doc.fighters).but(**wrecked)


def wave_of(setting: Setting, doc: WaveDoc) -> Wave:
    fighters = orders.summed(setting, doc.fighters)
    return Wave(doc.id, place_of(setting.empires, doc.attacker), place_of(setting.groups, doc.target), fighters)
