"""Groups: L-22, L-23, L-33. Who is in one, who falls out, and whose PD dice defend whom."""

from __future__ import annotations

from collections.abc import Sequence

from .state import ACTIVE, Line, PdPool, Ship, once


def members_of(ships: Sequence[Ship]) -> dict[str, list[int]]:
    """The active members of every group, in roster order."""
    groups: dict[str, list[int]] = {}
    for number, ship in enumerate(ships):
        if ship.group is not None and ship.status == ACTIVE:
            groups.setdefault(ship.group, []).append(number)
    return groups


def stragglers(ships: Sequence[Ship]) -> list[int]:
    """L-23: members that do not stand where most of their group stand; on a tie the earliest ship of the roster
    decides between the tied points."""
    out: list[int] = []
    for members in members_of(ships).values():
        points = [ships[number].position for number in members]
        most = max(points.count(point) for point in points)
        kept = next(point for point in points if points.count(point) == most)
        out += [number for number, point in zip(members, points, strict=True) if point != kept]
    return out


def group_warning(ship: Ship, order: str | None) -> str | None:
    """L-22: why the group part of an order is dropped; ``None`` if it stands or there is none."""
    if order is None:
        return None
    if order == "leave":
        return "leave_without_group" if ship.group is None else None
    if not order.startswith("join:") or not order[5:].strip():
        return "unknown_group_order"
    return "join_while_in_group" if ship.group is not None else None


def group_after(ship: Ship, side: str, order: str | None) -> str | None:
    """L-22: the group of a ship after its order, before L-23."""
    if order is None or group_warning(ship, order):
        return ship.group
    return None if order == "leave" else f"{side}/{order[5:].strip()}"


@once
def pools(state: Line) -> tuple[PdPool, ...]:
    """L-33: for every ship the pool that defends it. The pool of ships that are gone is their own."""
    roster = state.setting.roster
    own = [PdPool((number,), entry.pd_dice) for number, entry in enumerate(roster)]
    for members in members_of(state.ships).values():
        pool = PdPool(tuple(members), sum(roster[number].pd_dice for number in members))
        for number in members:
            own[number] = pool
    return tuple(own)


def pool_of(state: Line, target: int) -> PdPool:
    """L-33: the ships whose PD defends a ship, itself among them, and their dice."""
    return pools(state)[target]
