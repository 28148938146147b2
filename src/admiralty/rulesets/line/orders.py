"""What is wrong with an order: L-20, L-22, L-24, L-29, L-57, L-58. Pure functions of the state.

Codes only; ``words.py`` says them. A player is told them before the deadline; at execution the same codes make a
movement order a hold and a fire order void.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .catalogue import EARLIEST_JUMP
from .groups import group_warning
from .seeing import bears, in_range, sees, signatures
from .state import ACTIVE, BROADSIDE, FireOrder, FireSheet, Gun, Line, MoveOrder, MoveSheet, Ship, Shot

Codes = tuple[str, ...]


def movement_faults(state: Line, side: str, order: MoveOrder, sheet: MoveSheet | None = None) -> Codes:
    """All reasons against a movement order, sorted (L-57). ``sheet``: the sheet it stands in, to find a second order
    for the same ship: then both are refused, so that the order of lines decides nothing."""
    number = state.setting.index.get(order.ship)
    if number is None:
        return ("unknown_ship",)
    if state.setting.roster[number].side != side:
        return ("not_your_ship",)
    if state.ships[number].status != ACTIVE:
        return ("ship_not_active",)
    codes = list(_action_faults(state, number, order))
    if sheet is not None and _given_twice(sheet, order.ship):
        codes.append("duplicate_order")
    return tuple(sorted(codes)) if codes else ()


def _given_twice(sheet: MoveSheet, ship: str) -> bool:
    found = False
    for order in sheet.orders:
        if order.ship == ship:
            if found:
                return True
            found = True
    return False


def _action_faults(state: Line, number: int, order: MoveOrder) -> Sequence[str]:
    ship = state.ships[number]
    if order.action == "move":
        return _move_faults(state, ship, order)
    if order.action == "evade":
        return () if ship.engine_power >= 1 else ("evade_needs_engine",)
    if order.action == "charge_jump":
        return _charge_faults(state, number, order)
    return () if order.action == "hold" else ("unknown_action",)


def _move_faults(state: Line, ship: Ship, order: MoveOrder) -> list[str]:
    """L-17, L-24. With ``clamp_overlong_moves`` a long move is cut, but a dead engine still holds (L-57)."""
    steps = order.distance or 0
    codes = []
    if abs(steps) > ship.engine_power and not (state.setting.house.clamp_overlong_moves and ship.engine_power):
        codes.append("move_over_engine")
    if steps and order.heading is not None and (order.heading > 0) != (steps > 0):
        codes.append("heading_contradicts_move")
    if not steps and not ship.engine_power and _turns(ship, order):
        codes.append("turn_needs_engine")
    return codes


def _turns(ship: Ship, order: MoveOrder) -> bool:
    """Whether a zero move changes the heading or comes out of the broadside (L-24)."""
    return ship.attitude == BROADSIDE or (order.heading is not None and order.heading != ship.heading)


def _charge_faults(state: Line, number: int, order: MoveOrder) -> list[str]:
    """L-16, L-20."""
    codes = []
    if not state.setting.roster[number].jump_drive:
        codes.append("no_jump_drive")
    only = state.setting.house.jump_only_turn_4
    if state.turn < EARLIEST_JUMP or (only and state.turn > EARLIEST_JUMP):
        codes.append("jump_turn")
    if order.group is not None:
        codes.append("charge_with_group_action")
    return codes


def movement_warning(ship: Ship, order: MoveOrder) -> str | None:
    """L-22: why only the group part of an order is dropped."""
    return None if order.action == "charge_jump" else group_warning(ship, order.group)


class Judged:
    """The fire orders of one side, judged in the order listed, in the published state after movement (L-29, L-58).

    ``shots`` and ``reasons`` run along the orders: the shots that can be carried out with their target, and the
    reasons against each target that was tried before (against ``""`` where no target was looked at).
    """

    def __init__(self, state: Line, side: str, sheet: FireSheet) -> None:
        self._state = state
        self._side = side
        self._signatures = signatures(state)
        self._used: set[tuple[int, int]] = set()
        self.shots: list[tuple[tuple[int, Shot], ...]] = []  # (target, shot)
        self.reasons: list[dict[str, Codes]] = []
        for order in sheet.orders:
            reasons: dict[str, Codes] = {}
            shots = self._judge(order, reasons)
            if shots:
                self._used.add((shots[0][1].shooter, order.gun))
            self.shots.append(shots)
            self.reasons.append(reasons)

    def _judge(self, order: FireOrder, reasons: dict[str, Codes]) -> tuple[tuple[int, Shot], ...]:
        number = self._state.setting.index.get(order.ship, -1)
        code = self._order_fault(number, order)
        if code:
            reasons[""] = (code,)
            return ()
        gun = self._state.setting.roster[number].guns[order.gun]
        if order.split:
            return tuple(self._split(number, gun, order, reasons))
        for target in order.targets:
            codes = self._target_faults(number, gun, target)
            if not codes:
                return ((self._state.setting.index[target], Shot(number, order.gun, gun.attacks)),)
            reasons[target] = codes
        return ()

    def _split(self, number: int, gun: Gun, order: FireOrder, reasons: dict[str, Codes]) -> Iterator[tuple[int, Shot]]:
        """L-29: each part of a split stands or is void by itself."""
        for target, attacks in order.split:
            codes = self._target_faults(number, gun, target)
            if codes:
                reasons[target] = codes
            else:
                yield self._state.setting.index[target], Shot(number, order.gun, attacks)

    def _order_fault(self, number: int, order: FireOrder) -> str:
        """The fault that stands alone, whatever the target; "" if there is none."""
        if number < 0:
            return "unknown_ship"
        entry = self._state.setting.roster[number]
        if entry.side != self._side:
            return "not_your_ship"
        if not 0 <= order.gun < len(entry.guns):
            return "unknown_gun_index"
        if (number, order.gun) in self._used:
            return "gun_already_used"
        if self._state.ships[number].status != ACTIVE:
            return "shooter_not_active"
        return _split_fault(entry.guns[order.gun], order)

    def _target_faults(self, number: int, gun: Gun, target: str) -> Codes:
        """L-58: what stands against one target; a friend is tested for bearing and sight too."""
        setting, ships = self._state.setting, self._state.ships
        aim = setting.index.get(target)
        if aim is None:
            return ("unknown_ship",)
        if ships[aim].status != ACTIVE:
            return ("target_not_active",)
        shooter, house, codes = ships[number], setting.house, []
        if shooter.charging and not house.jump_charge_may_fire:
            codes.append("charging")
        if not bears(house, gun, shooter, ships[aim]):
            codes.append("does_not_bear")
        if setting.roster[aim].side == self._side:
            codes.append("friendly_target")
        if not sees(self._state, number, aim, self._signatures[aim]):
            codes.append("not_seen")
        if not in_range(house, gun, shooter, ships[aim]):
            codes.append("out_of_range")
        return tuple(codes)


def _split_fault(gun: Gun, order: FireOrder) -> str:
    """L-29: only guns that may split, and never more attacks than the gun has."""
    if order.split and not gun.multi_target:
        return "split_not_allowed"
    if sum(attacks for _, attacks in order.split) > gun.attacks:
        return "value_out_of_range"
    return ""


def fire_faults(state: Line, side: str, sheet: FireSheet) -> list[dict[str, Codes]]:
    """For each order in turn the reasons against each target of it (``""``: against the order whatever its target),
    or nothing if it can be carried out (L-58)."""
    judged = Judged(state, side, sheet)
    return [
        {} if shots and not order.split else reasons
        for order, shots, reasons in zip(sheet.orders, judged.shots, judged.reasons, strict=True)
    ]
