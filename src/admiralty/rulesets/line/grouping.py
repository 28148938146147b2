"""When the bot groups its ships: L-22, L-26, L-33."""

from __future__ import annotations

from collections.abc import Sequence

from .seeing import own_signature, spots
from .state import ENEMY, Line, MoveOrder, active


def with_groups(state: Line, side: str, orders: Sequence[MoveOrder]) -> list[MoveOrder]:
    """The orders, with ships that will stand together joined where pooled PD helps and nobody is seen for it."""
    theirs = active(state, ENEMY[side])
    if not any(gun.physical for number in theirs for gun in state.setting.roster[number].guns):
        return list(orders)
    meeting: dict[int, list[int]] = {}
    for place, order in enumerate(orders):
        number = state.setting.index[order.ship]
        if order.action != "charge_jump":
            point = state.ships[number].position + (order.distance or 0)
            meeting.setdefault(point, []).append(place)
    grouped = list(orders)
    for point, places in meeting.items():
        if len(places) > 1 and _worth_it(state, theirs, point, [state.setting.index[orders[p].ship] for p in places]):
            for place in places:
                grouped[place] = _joined(state, orders[place])
    return grouped


def _joined(state: Line, order: MoveOrder) -> MoveOrder:
    """The order with ``join:line``, if the ship is in no group yet."""
    ship = state.ships[state.setting.index[order.ship]]
    return order if ship.group is not None else order.but(group="join:line")


def _worth_it(state: Line, theirs: Sequence[int], point: int, members: Sequence[int]) -> bool:
    """Some member has PD, none glows, and no enemy sees a member for the group's signature alone."""
    ships, roster = state.ships, state.setting.roster
    if not any(roster[number].pd_dice for number in members) or any(ships[n].signature_boost for n in members):
        return False
    common = max(own_signature(ships[number]) for number in members) + len(members) - 1
    there, least = ships[members[0]].but(position=point), min(own_signature(ships[number]) for number in members)
    return all(spots(ships[other], there, least) or not spots(ships[other], there, common) for other in theirs)
