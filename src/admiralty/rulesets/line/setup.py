"""From a scenario document to the opening state; every refusal with its code, field path and rule, all at once.

``begin`` first reads the form (``core.document``), then checks each ship, then what ships must be together: names,
masses, groups. A faulty value is set aside by the reader, so one mistake hides no other.
"""

from __future__ import annotations

from collections.abc import Iterator

from admiralty.core import document
from admiralty.core.errors import Fault, Refusal
from admiralty.core.state import Plain
from admiralty.core.words import Text, say

from .fleet import fleet_faults
from .forms import OrderForm, Scenario, ShipForm, planned
from .readship import entry_of, ship_faults, ship_of
from .sheets import fire_orders_of
from .state import SIDES, Line, MoveOrder, Setting, TurnScript

PHASES = {"movement": "departure", "fire": "fire_orders", "end": "turn_end", "over": "over"}


def begin(scenario: Plain) -> Line:
    """The opening state. Raises ``Refusal`` with every fault."""
    form, faults = document.read(Scenario, scenario, name_problem)
    if form is None:
        raise Refusal(faults)
    faulty = {fault.path for fault in faults}
    faults += [fault for fault in rule_faults(form) if fault.path not in faulty]
    if faults:
        raise Refusal(faults)
    return opening(form)


def name_problem(path: str, problem: document.Problem, value: Plain) -> tuple[str, str]:
    """The sheet's code and rule for a problem of form at a path."""
    if path.startswith("house_rules."):
        return ("unknown_house_rule" if problem == "unknown_field" else "bad_house_rule_value"), ""
    if problem == "unknown_field":
        return "unknown_field", ""
    if path.endswith(".side"):
        return "unknown_side", ""
    return "value_out_of_range", ""


def rule_faults(form: Scenario) -> list[Fault]:
    """Everything the rules hold against a document of the right form."""
    faults = [fault for number, ship in enumerate(form.ships) for fault in ship_faults(form, ship, f"ships[{number}]")]
    return [*faults, *_name_faults(form), *_mass_faults(form), *_group_faults(form), *_turn_faults(form)]


def _name_faults(form: Scenario) -> Iterator[Fault]:
    known: set[str] = set()
    for number, ship in enumerate(form.ships):
        if ship.ship_id in known:
            text = say("another ship of the battle has this name")
            yield Fault("duplicate_ship_id", f"ships[{number}].ship_id", text, "", ship.ship_id)
        known.add(ship.ship_id)
    for turn, orders in enumerate(form.orders):
        named = [*((f"movement.{ship}", ship) for ship in orders.movement)]
        named += [(f"fire[{number}].ship", one.ship) for number, one in enumerate(orders.fire)]
        for number, one in enumerate(orders.fire):
            targets = [one.target] if isinstance(one.target, str) else one.target or []
            named += [(f"fire[{number}].target", target) for target in targets]
        for path, name in named:
            if name not in known:
                text = say("there is no ship of this name in the battle")
                yield Fault("unknown_ship", f"orders[{turn}].{path}", text, "L-53", name)


def _mass_faults(form: Scenario) -> Iterator[Fault]:
    """L-1, on the tonnages that are given; L-12, where the score needs them."""
    for side in SIDES:
        ships = [ship for ship in form.ships if ship.side == side]
        for code in fleet_faults([ship.tonnage or 0 for ship in ships], form.fleet_mass_limit):
            total = sum(ship.tonnage or 0 for ship in ships)
            yield Fault(code, "ships", _fleet_text(side, total, form.fleet_mass_limit), "L-1", total)
    for number, ship in enumerate(form.ships):
        if form.house_rules.score_by_mass and ship.tonnage is None:
            text = say("a score by mass needs the tonnage of every ship")
            yield Fault("tonnage_needed", f"ships[{number}].tonnage", text, "L-12")


def _fleet_text(side: str, total: int, limit: int) -> Text:
    if not total:
        return say("side {side} has no ship", side=side)
    return say("the fleet of side {side} weighs {total} M, more than {limit} M", side=side, total=total, limit=limit)


def _group_faults(form: Scenario) -> Iterator[Fault]:
    """L-22, L-23: a group is of one side and stands on one point."""
    points: dict[str, int] = {}
    for number, ship in enumerate(form.ships):
        if ship.group is None:
            continue
        path = f"ships[{number}].group"
        side, slash, name = ship.group.partition("/")
        if side not in SIDES or not slash or not name:
            text = say("must be the side, a slash and a name, such as A/vanguard")
            yield Fault("value_out_of_range", path, text, "L-22", ship.group)
        elif side != ship.side:
            text = say("a group is of one side only")
            yield Fault("group_mixed_sides", path, text, "L-22", ship.group)
        elif points.setdefault(ship.group, position_of(form, ship)) != position_of(form, ship):
            text = say("the members of a group must stand on one point")
            yield Fault("group_not_same_point", path, text, "L-23", ship.group)


def _turn_faults(form: Scenario) -> Iterator[Fault]:
    if form.max_turns is not None and form.max_turns < form.turn:
        text = say("the last turn is before the first, turn {turn}", turn=form.turn)
        yield Fault("value_out_of_range", "max_turns", text, "L-13", form.max_turns)
    for turn, orders in enumerate(form.orders):
        for number, order in enumerate(orders.fire):
            if bool(order.target) == bool(order.split):
                text = say("must have either a target or a split")
                yield Fault("value_out_of_range", f"orders[{turn}].fire[{number}]", text, "L-29")


def position_of(form: Scenario, ship: ShipForm) -> int:
    """L-11: where a ship starts."""
    if ship.position is not None:
        return ship.position
    return 0 if ship.side == "A" else form.start_distance


def opening(form: Scenario) -> Line:
    """The state of a document that was found good."""
    guns = {ship.ship_id: len(ship.guns) for ship in form.ships}
    setting = Setting(
        roster=tuple(entry_of(ship) for ship in form.ships),
        house=form.house_rules,
        first_turn=form.turn,
        max_turns=form.max_turns,
        script=tuple(_script(orders, guns) for orders in form.orders),
        title=form.title,
        language=form.language,
    )
    return Line(
        phase=PHASES[form.phase],
        turn=form.turn,
        salvo=0,
        setting=setting,
        ships=tuple(ship_of(ship, position_of(form, ship)) for ship in form.ships),
        fired=(0,) * len(form.ships) if form.phase == "end" else (),
    )


def _script(orders: OrderForm, guns: dict[str, int]) -> TurnScript:
    moves = (planned(ship, order) for ship, order in orders.movement.items())
    return TurnScript(
        tuple(MoveOrder(one.ship, one.action, one.distance, one.heading, one.group) for one in moves),
        tuple(order for one in orders.fire for order in fire_orders_of(one, guns)),
    )
