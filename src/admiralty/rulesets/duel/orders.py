"""Declarations: how an order is written, which orders are legal and why not. D-2, D-3, D-7, D-17, D-25, D-33.

An order sheet is a table with an entry per piece; a piece without one holds:

    {"a1": {"do": "fire", "target": "b1", "attack": "cyclone", "defense": "swing"},
     "monitor": {"do": "fire", "guns": {"b1": 10, "b2": 10}}}
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from admiralty.core import document
from admiralty.core.errors import Fault
from admiralty.core.state import Plain
from admiralty.core.words import Text, say

from .checks import attack_multiple, defense_multiple
from .fire import bearing, guns_of
from .state import CHARACTER, FIGHTER, HOLD, LARGE, Craft, Duel, Order, attacks_in
from .tables import ATTACKS, DEFENSES

Action = Literal["fire", "collide", "ram", "disengage", "jump", "hold"]
ACTIONS: Mapping[str, tuple[str, ...]] = {
    FIGHTER: ("fire", "collide", "ram", "disengage", "jump", "hold"),
    LARGE: ("fire", "jump", "hold"),
    CHARACTER: ("fire", "hold"),
}
AIMED = ("fire", "collide", "ram")
IN_POSITION = ("fire", "collide", "disengage", "jump")
"""What a fighter may do only in an attack round (D-2)."""
STEERED = ("collide", "ram", "disengage")
"""What needs engine control (D-17)."""

Fail = Callable[[str, str, Text, str], None]


class Sheet(msgspec.Struct):
    """What a piece is ordered to do."""

    do: Action = "hold"
    target: str | None = None
    attack: str | None = None
    defense: str | None = None
    guns: dict[str, Annotated[int, Meta(ge=1)]] | None = None


def read_order(state: Duel, index: int, written: Plain, path: str) -> tuple[Order, list[Fault]]:
    """One piece's order as a value, and every fault in it, with paths below ``path``."""
    sheet, faults = document.read(Sheet, written, lambda *_: ("bad_value", "D-3"))
    if sheet is None or faults:
        return HOLD, [_below(fault, path) for fault in faults]
    numbers = {craft.id: number for number, craft in enumerate(state.setting.crafts)}
    names = [name for name in (sheet.target, *(sheet.guns or ())) if name is not None and name not in numbers]
    if names:
        text = say("there is no piece {name}", name=names[0])
        return HOLD, [Fault("bad_value", path, text, "D-3", names[0])]
    order = _order_of(state.setting.crafts[index], sheet, numbers)
    return order, [_below(fault, path) for fault in faults_of(state, index, order)]


def _below(fault: Fault, path: str) -> Fault:
    return msgspec.structs.replace(fault, path=document.join(path, fault.path) if fault.path else path)


def _order_of(craft: Craft, sheet: Sheet, numbers: Mapping[str, int]) -> Order:
    """A written order with its names looked up; a fighter that fires and names no shot fires a Basic Shot."""
    shares = tuple(sorted((numbers[name], guns) for name, guns in (sheet.guns or {}).items()))
    aim = numbers[sheet.target] if sheet.target is not None else -1
    attack = sheet.attack or ("basic" if craft.kind == FIGHTER and sheet.do == "fire" else "")
    return Order(sheet.do, aim, attack, "" if sheet.defense in (None, "none") else str(sheet.defense), shares)


def write_order(state: Duel, order: Order) -> dict[str, Plain]:
    """An order as a document; ``read_order`` gives it back."""
    crafts = state.setting.crafts
    written: dict[str, Plain] = {"do": order.action}
    if order.aim >= 0:
        written["target"] = crafts[order.aim].id
    if order.attack:
        written["attack"] = order.attack
    if order.defense:
        written["defense"] = order.defense
    if order.shares:
        written["guns"] = {crafts[target].id: guns for target, guns in order.shares}
    return written


def faults_of(state: Duel, index: int, order: Order) -> list[Fault]:
    """Everything that is wrong with an order now."""
    faults: list[Fault] = []

    def fail(code: str, field: str, text: Text, rule: str) -> None:
        faults.append(Fault(code, field, text, rule))

    kind = state.setting.crafts[index].kind
    if order.action not in ACTIONS[kind]:
        fail("bad_value", "do", say("a piece of this kind cannot {action}", action=order.action), "D-3")
    elif kind == FIGHTER:
        _fighter(state, index, order, fail)
    elif kind == LARGE:
        _large(state, index, order, fail)
    else:
        _character(state, index, order, fail)
    return faults


def _fighter(state: Duel, index: int, order: Order, fail: Fail) -> None:
    piece = state.pieces[index]
    if order.action in IN_POSITION and not attacks_in(state.setting.crafts[index], state.round):
        fail("no_attack_this_round", "do", say("the fighter is not in position to attack this round"), "D-2")
    if piece.course.opened and order.action not in ("jump", "hold"):
        fail("no_attack_this_round", "do", say("the ship is out of laser range; it may launch, jump or hold"), "D-33")
    if order.action in STEERED and piece.out.engine:
        fail("engine_out", "do", say("without engine control the ship flies straight on"), "D-17")
    if order.action == "fire":
        _weapons(state, index, fail)
    if order.action == "jump":
        _jump(state, index, fail)
    if order.shares:
        fail("bad_value", "guns", say("only a large ship shares out guns"), "D-25")
    _attack(state, index, order, fail)
    _defense(state, index, order, fail)
    _target(state, index, order, fail)


def _weapons(state: Duel, index: int, fail: Fail) -> None:
    if state.setting.crafts[index].weapon is None:
        fail("no_laser", "do", say("there is no laser to fire"), "D-3")
    if state.pieces[index].out.weapons:
        fail("weapons_out", "do", say("the weapons are out"), "D-17")


def _jump(state: Duel, index: int, fail: Fail) -> None:
    if not state.setting.crafts[index].lsd:
        fail("no_lsd", "do", say("the ship has no LSD"), "D-33")
    elif state.pieces[index].out.lsd:
        fail("lsd_out", "do", say("the LSD is out"), "D-33")


def _attack(state: Duel, index: int, order: Order, fail: Fail) -> None:
    if not order.attack:
        return
    if order.attack not in ATTACKS:
        known = ", ".join(ATTACKS)
        fail("unknown_maneuver", "attack", say("there is no such attack; there are {known}", known=known), "D-7")
    elif order.action != "fire":
        fail("bad_value", "attack", say("only a fighter that fires flies an attack manoeuvre"), "D-3")
    elif attack_multiple(state.setting.crafts[index], order.attack) is None:
        fail(
            "maneuver_not_available",
            "attack",
            say("a pilot of this level does not know {name}", name=order.attack),
            "D-7",
        )
    elif order.attack != "basic" and state.pieces[index].out.engine:
        fail("engine_out", "attack", say("without engine control only a Basic Shot can be fired"), "D-17")


def _defense(state: Duel, index: int, order: Order, fail: Fail) -> None:
    if not order.defense:
        return
    if order.defense not in DEFENSES:
        known = ", ".join(DEFENSES)
        fail("unknown_maneuver", "defense", say("there is no such defence; there are {known}", known=known), "D-7")
    elif defense_multiple(state.setting.rules, state.setting.crafts[index], order.defense) is None:
        fail(
            "maneuver_not_available",
            "defense",
            say("a pilot of this level does not know {name}", name=order.defense),
            "D-7",
        )
    elif state.pieces[index].out.engine:
        fail("engine_out", "defense", say("without engine control no defence can be flown"), "D-17")


def _target(state: Duel, index: int, order: Order, fail: Fail) -> None:
    if order.action not in AIMED:
        if order.aim >= 0:
            fail("bad_value", "target", say("only fire, a collision or a ram has a target"), "D-3")
    elif order.aim < 0:
        fail("bad_value", "target", say("a target must be given"), "D-3")
    elif order.aim not in contacts(state, index):
        fail("target_gone", "target", say("that is no enemy in laser contact"), "D-39")
    elif not _fits(order.action, state.setting.crafts[order.aim].kind):
        fail("bad_value", "target", say("a fighter collides with fighters and rams large ships"), "D-29")


def _fits(action: str, kind: str) -> bool:
    """Fighters are collided with, large ships rammed (D-29, D-31)."""
    return action == "fire" or kind == (FIGHTER if action == "collide" else LARGE)


def _large(state: Duel, index: int, order: Order, fail: Fail) -> None:
    _no_maneuvers(order, fail)
    if order.action == "jump":
        _jump(state, index, fail)
    if order.aim >= 0:
        fail("bad_value", "target", say("a large ship shares out its guns instead"), "D-25")
    if order.shares and order.action != "fire":
        fail("bad_value", "guns", say("only a ship that fires shares out its guns"), "D-25")
    guns = guns_of(state, index)
    if order.action == "fire" and state.setting.crafts[index].guns and not guns:
        fail("weapons_out", "do", say("the weapons are out"), "D-26")
    if sum(count for _, count in order.shares) > guns:
        fail("too_many_guns", "guns", say("only {n} guns work", n=guns), "D-25")
    for target, count in order.shares:
        where = f"guns.{state.setting.crafts[target].id}"
        if target not in contacts(state, index):
            fail("target_gone", where, say("that is no enemy in laser contact"), "D-39")
        elif count > bearing(state.setting, guns, target):
            most = bearing(state.setting, guns, target)
            fail("too_many_guns", where, say("only {n} guns bear on one target like this", n=most), "D-25")


def _no_maneuvers(order: Order, fail: Fail) -> None:
    for field, name in (("attack", order.attack), ("defense", order.defense)):
        if name and name not in (*ATTACKS, *DEFENSES):
            fail("unknown_maneuver", field, say("there is no manoeuvre {name}", name=name), "D-7")
        elif name:
            fail("maneuver_not_available", field, say("only fighters fly manoeuvres"), "D-7")


def _character(state: Duel, index: int, order: Order, fail: Fail) -> None:
    """A person may fire or hold, and flies nothing. D-38."""
    _no_maneuvers(order, fail)
    if order.action == "fire":
        _weapons(state, index, fail)
    if order.shares:
        fail("bad_value", "guns", say("only a large ship shares out guns"), "D-25")
    _target(state, index, order, fail)


def contacts(state: Duel, index: int) -> tuple[int, ...]:
    """The enemies that a piece can aim at: in the battle and in laser contact (D-33)."""
    return tuple(
        enemy
        for enemy in state.setting.enemies(index)
        if not state.pieces[enemy].fate and not state.pieces[enemy].course.opened
    )


def legal_orders(state: Duel, index: int) -> Iterator[Order]:
    """Every legal order of a piece. With ``maneuvers_only`` those of D-34: fire if possible, and fly a defence if
    possible."""
    craft = state.setting.crafts[index]
    candidates = _shared(state, index) if craft.kind == LARGE else _candidates(state, index)
    legal = [order for order in candidates if not faults_of(state, index, order)]
    yield from _strict(legal) if state.setting.maneuvers_only else legal


def _candidates(state: Duel, index: int) -> Iterator[Order]:
    """Orders of a fighter or a character, legal or not."""
    fighter = state.setting.crafts[index].kind == FIGHTER
    defenses = ("", *DEFENSES) if fighter else ("",)
    yield from (Order("hold", defense=defense) for defense in defenses)
    for target, attack, defense in product(contacts(state, index), ATTACKS if fighter else ("",), defenses):
        yield Order("fire", target, attack, defense)
    if fighter:
        yield from (Order(action, defense=d) for action, d in product(("disengage", "jump"), defenses))
        aimed = product(("collide", "ram"), contacts(state, index), defenses)
        yield from (Order(action, target, "", defense) for action, target, defense in aimed)


def _shared(state: Duel, index: int) -> Iterator[Order]:
    """Orders of a large ship: every way to share out its guns."""
    yield HOLD
    yield Order("jump")
    guns, targets = guns_of(state, index), contacts(state, index)
    counts = [range(bearing(state.setting, guns, target) + 1) for target in targets]
    for split in product(*counts):
        shares = tuple((target, count) for target, count in zip(targets, split, strict=True) if count)
        if shares and sum(split) <= guns:
            yield Order("fire", shares=shares)


def _strict(legal: list[Order]) -> list[Order]:
    """The orders that D-34 lets a side choose from."""
    firing = [order for order in legal if order.action == "fire"]
    kept = firing or [order for order in legal if order.action == "hold"]
    flying = [order for order in kept if order.defense]
    return flying or kept
