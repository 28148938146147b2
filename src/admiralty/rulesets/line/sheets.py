"""Order sheets as documents: L-16, L-29, L-53.

A sheet is a table with ``orders`` and, if its author likes, the ``turn`` and ``phase`` it is meant for; a bare list of
orders, or for movement a table from ship to order, will do too, and so will the text a player types in a forum
(``forum.py``). Reading is strict about form only. What the rules hold against an order is told by ``questions.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeVar

import msgspec

from admiralty.core import document
from admiralty.core.errors import Fault, Refusal
from admiralty.core.state import Plain
from admiralty.core.words import say

from . import forum
from .state import FireOrder, FireSheet, MoveOrder, MoveSheet
from .words import fault

Name = Annotated[str, msgspec.Meta(min_length=1)]
ACTIONS = ("move", "evade", "charge_jump", "hold")
Form = TypeVar("Form", bound=msgspec.Struct)


class MoveForm(msgspec.Struct):
    """One movement order as a document."""

    ship: Name
    action: Name
    distance: int | None = None
    heading: Literal[1, -1] | None = None
    group: str | None = None


class MoveSheetForm(msgspec.Struct):
    orders: list[MoveForm] = []
    turn: int | None = None
    phase: str | None = None
    agree_to_end: bool = False


class SplitForm(msgspec.Struct):
    """Some attacks of a gun that may split them (L-29)."""

    target: Name
    attacks: Annotated[int, msgspec.Meta(ge=1)]


class FireForm(msgspec.Struct):
    """One fire order as a document. ``gun``: its number, or ``all`` guns of the ship, each with an order of its own.
    ``target``: a ship, or several tried from left to right."""

    ship: Name
    gun: Annotated[int, msgspec.Meta(ge=0)] | Literal["all"]
    target: Name | list[Name] | None = None
    split: list[SplitForm] | None = None


class FireSheetForm(msgspec.Struct):
    orders: list[FireForm] = []
    turn: int | None = None
    phase: str | None = None


FIELDS = ("orders", "turn", "phase", "agree_to_end", "movement", "fire")


def unfolded(sheet: Plain, phase: str) -> tuple[Plain, list[str], list[Fault]]:
    """Any accepted shape as the table of ``MoveSheetForm`` or ``FireSheetForm``, with what to call each order in a
    message, and the faults of a text."""
    if isinstance(sheet, str):
        return forum.read(sheet, phase)
    if isinstance(sheet, dict) and phase in sheet and "orders" not in sheet:
        sheet = {("orders" if key == phase else key): value for key, value in sheet.items()}
    elif isinstance(sheet, list | tuple) or (isinstance(sheet, dict) and not any(key in sheet for key in FIELDS)):
        sheet = {"orders": sheet}
    if not isinstance(sheet, dict):
        return sheet, [], []
    orders = sheet.get("orders")
    if isinstance(orders, dict):
        named = [{"ship": ship, **order} if isinstance(order, dict) else order for ship, order in orders.items()]
        return {**sheet, "orders": named}, [str(ship) for ship in orders], []
    many = len(orders) if isinstance(orders, list | tuple) else 0
    return sheet, [f"orders[{number}]" for number in range(many)], []


def _name_problem(path: str, problem: document.Problem, value: Plain) -> tuple[str, str]:
    return ("unknown_field" if problem == "unknown_field" else "value_out_of_range"), "L-53"


def _form(shape: type[Form], sheet: Plain, phase: str, turn: int, more: Callable[[Form], list[Fault]]) -> Form:
    """The sheet as a form; raises ``Refusal`` with every fault of form."""
    plain, labels, faults = unfolded(sheet, phase)
    form, wrong = document.read(shape, plain, _name_problem)
    if form is not None:
        known = {one.path for one in wrong}
        wrong += [one for one in (*_addressed(form, phase, turn), *more(form)) if one.path not in known]
    faults = [*faults, *(_labelled(one, labels) for one in wrong)]
    if faults or form is None:
        raise Refusal(faults)
    return form


def _labelled(one: Fault, labels: Sequence[str]) -> Fault:
    """The fault with the order called by the name its author knows: ship, place in the list or line of text."""
    if not one.path.startswith("orders["):
        return one
    number, _, rest = one.path[len("orders[") :].partition("]")
    label = labels[int(number)] if int(number) < len(labels) else f"orders[{number}]"
    return msgspec.structs.replace(one, path=label + (f" {rest[1:]}" if label.startswith("line ") and rest else rest))


def _addressed(form: Any, phase: str, turn: int) -> list[Fault]:
    """Whether the sheet is for the question that is asked."""
    faults = []
    if form.turn is not None and form.turn != turn:
        faults.append(fault("wrong_turn", "turn", form.turn))
    if form.phase is not None and form.phase != phase:
        faults.append(fault("wrong_phase", "phase", form.phase))
    return faults


def _move_form_faults(form: MoveSheetForm) -> list[Fault]:
    """L-16, L-17: a move needs a distance; other actions have neither distance nor heading."""
    faults = []
    for number, order in enumerate(form.orders):
        if order.action == "move" and order.distance is None:
            faults.append(Fault("value_out_of_range", f"orders[{number}].distance", say("must be given"), "L-17"))
        if order.action in ACTIONS and order.action != "move":
            faults += [
                Fault("unknown_field", f"orders[{number}].{field}", say("only a move has this field"), "L-16", value)
                for field, value in (("distance", order.distance), ("heading", order.heading))
                if value is not None
            ]
    return faults


def _fire_form_faults(form: FireSheetForm) -> list[Fault]:
    """L-29: a target or a split, not both."""
    return [
        Fault("value_out_of_range", f"orders[{number}]", say("must have either a target or a split"), "L-29")
        for number, order in enumerate(form.orders)
        if bool(order.target) == bool(order.split)
    ]


def read_moves(turn: int, sheet: Plain) -> MoveSheet:
    """A movement sheet from a document or text; raises ``Refusal`` with every fault of form."""
    form = _form(MoveSheetForm, sheet, "movement", turn, _move_form_faults)
    orders = tuple(MoveOrder(one.ship, one.action, one.distance, one.heading, one.group) for one in form.orders)
    return MoveSheet(orders, form.agree_to_end)


def read_fires(guns: Mapping[str, int], turn: int, sheet: Plain) -> FireSheet:
    """A fire sheet from a document or text; raises ``Refusal`` with every fault of form. ``guns``: how many guns each
    ship has."""
    form = _form(FireSheetForm, sheet, "fire", turn, _fire_form_faults)
    return FireSheet(tuple(order for one in form.orders for order in fire_orders_of(one, guns)))


def fire_orders_of(form: FireForm, guns: Mapping[str, int]) -> Iterator[FireOrder]:
    """The order, or with ``all`` one for each gun of the ship."""
    targets = (form.target,) if isinstance(form.target, str) else tuple(form.target or ())
    split = tuple((part.target, part.attacks) for part in form.split or ())
    numbers = range(guns.get(form.ship, 1)) if form.gun == "all" else (form.gun,)
    for number in numbers:
        yield FireOrder(form.ship, number, targets, split)


def write_moves(turn: int, sheet: MoveSheet) -> Plain:
    """The document of a movement sheet."""
    plain: dict[str, Plain] = {"turn": turn, "phase": "movement", "orders": [_filled(one) for one in sheet.orders]}
    return {**plain, "agree_to_end": True} if sheet.agree_to_end else plain


def write_fires(turn: int, sheet: FireSheet) -> Plain:
    """The document of a fire sheet."""
    return {"turn": turn, "phase": "fire", "orders": [_fire_document(one) for one in sheet.orders]}


def _filled(order: MoveOrder) -> dict[str, Plain]:
    return {key: value for key, value in order.plain().items() if value is not None}


def _fire_document(order: FireOrder) -> dict[str, Plain]:
    plain: dict[str, Plain] = {"ship": order.ship, "gun": order.gun}
    if order.split:
        plain["split"] = [{"target": target, "attacks": attacks} for target, attacks in order.split]
    else:
        plain["target"] = order.targets[0] if len(order.targets) == 1 else list(order.targets)
    return plain
