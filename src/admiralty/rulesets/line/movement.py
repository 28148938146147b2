"""The movement phase: L-13 to L-24. Turn opens, ships jump away, secret orders, all movement at once, groups."""

from __future__ import annotations

from collections.abc import Iterator

from admiralty.core.phase import phase
from admiralty.core.table import Table

from .groups import group_after, stragglers
from .orders import movement_faults, movement_warning
from .questions import movement_choice
from .score import is_over
from .state import (
    ACTIVE,
    BROADSIDE,
    END_ON,
    JUMPED,
    SIDES,
    Line,
    MoveOrder,
    Ship,
    active,
    wiped,
)


@phase(touches=("turn", "ships[*].status", "ships[*].charging"))
def departure(state: Line, table: Table) -> Line:
    """T1, L-15: ships that charged last turn jump away before anything else; L-13: is the battle over?"""
    leaving = [n for n, ship in enumerate(state.ships) if ship.charging and ship.status == ACTIVE]
    if leaving:
        ships = tuple(ship.but(status=JUMPED) if number in leaving else ship for number, ship in enumerate(state.ships))
        return state.but(ships=ships, phase="clearance")
    return state.but(phase="over" if is_over(state) else "movement_orders")


@phase(touches=("turn", *(f"ships[*].{field}" for field in Ship.__struct_fields__)))
def clearance(state: Line, table: Table) -> Line:
    """L-51: what is void of ships that jumped is wiped; their last hull points are kept."""
    ships = tuple(wiped(ship, JUMPED, ship.hp) if ship.status == JUMPED else ship for ship in state.ships)
    return state.but(ships=ships, phase="over" if is_over(state) else "movement_orders")


@phase(touches=("turn", "moves"))
def movement_orders(state: Line, table: Table) -> Line:
    """T2, L-53: both sides give their movement sheets in secret. L-13: the battle ends if both agree to end it."""
    answers = table.ask_all({side: movement_choice(state, side) for side in SIDES})
    sheets = tuple(answers[side] for side in SIDES)
    if all(sheet.agree_to_end for sheet in sheets):
        table.note("agreed_end")
        return state.but(phase="over")
    return state.but(moves=sheets, phase="movement")


MOVED = ("position", "heading", "attitude", "evading", "charging", "group", "engine_power", "status")


@phase(touches=("turn", "moves", *(f"ships[*].{field}" for field in MOVED)))
def movement(state: Line, table: Table) -> Line:
    """T3: every action at once, then group membership (L-23). Illegal orders become hold (L-57), missing ones too."""
    moved = list(state.ships)
    orders = dict(executed(state, table))
    for side in SIDES:
        for number in active(state, side):
            moved[number] = after_order(state, number, orders.get(number))
    for number in stragglers(moved):
        moved[number] = moved[number].but(group=None)
    return state.but(ships=tuple(moved), moves=(), phase="fire_orders")


def executed(state: Line, table: Table) -> Iterator[tuple[int, MoveOrder]]:
    """The legal orders by ship. Reasons against the others are told to their owner alone (L-54)."""
    index = state.setting.index
    for side, sheet in zip(SIDES, state.moves, strict=True):
        for order in sheet.orders:
            faults = movement_faults(state, side, order, sheet)
            if faults:
                table.note("order_held", seen_by=(side,), side=side, ship=order.ship, reasons=faults)
                continue
            number = index[order.ship]
            if order.group is not None:
                warning = movement_warning(state.ships[number], order)
                if warning:
                    table.note("group_dropped", seen_by=(side,), side=side, ship=order.ship, reasons=(warning,))
            yield number, order


def after_order(state: Line, number: int, order: MoveOrder | None) -> Ship:
    """One ship after its action: L-17, L-19, L-20 or L-21."""
    ship = state.ships[number]
    if order is None:
        return ship.but(evading=False, charging=False) if ship.evading or ship.charging else ship
    group = ship.group if order.group is None else group_after(ship, state.setting.roster[number].side, order.group)
    if order.action == "move":
        return _moved(state, ship, order, group)
    if order.action == "evade":
        return ship.but(attitude=BROADSIDE, evading=True, charging=False, group=group)
    return ship.but(evading=False, charging=order.action == "charge_jump", group=group)


def _moved(state: Line, ship: Ship, order: MoveOrder, group: str | None) -> Ship:
    """L-17; with the switch ``clamp_overlong_moves`` a move is cut to the engine."""
    steps = order.distance or 0
    if state.setting.house.clamp_overlong_moves:
        steps = max(-ship.engine_power, min(ship.engine_power, steps))
    heading = (1 if steps > 0 else -1) if steps else order.heading or ship.heading
    return ship.but(
        position=ship.position + steps,
        heading=heading,
        attitude=END_ON,
        evading=False,
        charging=False,
        group=group,
    )
