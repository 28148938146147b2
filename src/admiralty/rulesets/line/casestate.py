"""States that conformance cases start from."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from .setup import begin
from .state import ACTIVE, SIDES, Entry, Gun, House, Line, MoveSheet, Salvo, Setting, Ship, Shot, Volley, wiped

Given = Mapping[str, Any]


def text_of(chance: Fraction) -> str:
    """A chance as cases write it: p/q in lowest terms."""
    return f"{chance.numerator}/{chance.denominator}"


def battle_of(given: Given, **fields: Any) -> Line:
    """The opening state of a case that lists ships."""
    document = {
        "ruleset": "line",
        "ships": given["ships"],
        "house_rules": given.get("house_rules", {}),
        "turn": given.get("turn", given.get("first_turn", 1)),
        **fields,
    }
    return begin(document)


def side_of(state: Line, ship: str) -> str:
    """Whose order for a ship it is; one for a ship that does not exist is A's mistake."""
    number = state.setting.index.get(ship)
    return SIDES[0] if number is None else state.setting.roster[number].side


def sheets_of(state: Line, sheet: MoveSheet) -> tuple[MoveSheet, ...]:
    """Movement orders of both sides, as each side's sheet."""
    return tuple(MoveSheet(tuple(one for one in sheet.orders if side_of(state, one.ship) == side)) for side in SIDES)


def standings(given: Given) -> Line:
    """The state of a case whose ships have only what a score needs: side, status and perhaps a tonnage."""
    state = dummy(House(**given.get("house_rules", {})))
    blank, ships = state.ships[0], given["ships"]
    roster = tuple(Entry(one["ship_id"], one["side"], 1, 0, 0, tonnage=one.get("tonnage")) for one in ships)
    return state.but(
        setting=state.setting.but(roster=roster),
        ships=tuple(wiped(blank, one.get("status", ACTIVE), 1) for one in ships),
    )


def dummy(house: House, accuracy: int = 0, base_signature: int = 3) -> Line:
    """Two ships at arm's length; the first has one gun of one attack."""
    gun = Gun("gun", "beam", "bow", 1, accuracy, 1, 0, False, None)
    roster = (
        Entry("A1", "A", max_hp=9, engine_power=1, sensors=9, guns=(gun,)),
        Entry("B1", "B", max_hp=9, engine_power=1, sensors=9, pd_dice=1),
    )
    ship = Ship(hp=9, engine_power=1, sensors=9, armour=0, base_signature=base_signature, position=0, heading=1)
    return Line(
        phase="movement_orders",
        turn=1,
        salvo=0,
        setting=Setting(roster, house),
        ships=(ship, ship.but(heading=-1)),
    )


def attack_on(accuracy: int, evading: bool, house: House) -> Line:
    """One attack, ready to be rolled."""
    state = dummy(house, accuracy)
    ships = (state.ships[0], state.ships[1].but(evading=evading))
    volley = Volley(target=1, damage=1, penetration=0, intercept=0, shots=(Shot(0, 0, 1),))
    return state.but(ships=ships, salvos=(Salvo((volley,), ()),))
