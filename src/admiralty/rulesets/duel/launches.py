"""Missiles: who may launch what at whom, how a hit may be avoided; questions and their legality. D-22 to D-25."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import Any

import msgspec

from admiralty.core import document
from admiralty.core.choice import Choice
from admiralty.core.errors import Fault, Refusal
from admiralty.core.state import Plain
from admiralty.core.words import Text, say

from .checks import dodge_multiple
from .fire import working
from .state import FIGHTER, LARGE, Blow, Duel, Launch, attacks_in

Planned = tuple[Launch, ...]
Plan = tuple[tuple[int, Planned], ...]
"""Launches by piece."""


class LaunchSheet(msgspec.Struct):
    """A missile to launch, by name, and at whom."""

    missile: str
    target: str


def can_launch(state: Duel, index: int, made: int) -> bool:
    """Whether a piece can launch another missile now, having made some launches this round (D-22, D-25)."""
    piece = state.pieces[index]
    return not piece.fate and not piece.out.radar and made < launches_of(state, index)


def launches_of(state: Duel, index: int) -> int:
    """How many missiles a piece may launch in a missile round (D-22, D-25)."""
    craft, out = state.setting.crafts[index], state.pieces[index].out
    if craft.kind == LARGE:
        return working(craft.tubes, out.quarters)
    return 0 if out.weapons else 1


def reachable(state: Duel, index: int) -> tuple[int, ...]:
    """Whom a piece may launch at: in round 0 every enemy; later a ship that had disengaged every enemy, the others
    only such a ship, in its missile round (D-22, D-33)."""
    enemies = (enemy for enemy in state.setting.enemies(index) if state.alive(enemy))
    if state.round == 0 or returns(state, index):
        return tuple(enemies)
    return tuple(enemy for enemy in enemies if returns(state, enemy))


def returns(state: Duel, index: int) -> bool:
    """Whether this is the missile round of a ship that had disengaged (D-33)."""
    return state.pieces[index].course.opened and attacks_in(state.setting.crafts[index], state.round)


def launch_choice(state: Duel, side: str) -> Choice[Plan] | None:
    """The question to a side; ``None`` if none of its pieces can launch anything."""
    able = [index for index in state.setting.of_side(state.setting.sides.index(side)) if _may_launch(state, index)]
    if not able:
        return None
    return Choice(
        "launch",
        say("Which missiles are launched, and at whom?"),
        lambda written: _read_plan(state, able, written),
        lambda plan: _write_plan(state, plan),
        lambda: _plans(state, able),
        default=(),
        form={state.setting.crafts[index].id: launch_form(state, index) for index in able},
    )


def launch_form(state: Duel, index: int) -> dict[str, Plain]:
    """Which missiles a piece has left, at whom it may launch them, and how many of them in this round."""
    crafts, left = state.setting.crafts, state.pieces[index].rack.left
    missiles = zip(crafts[index].missiles, left, strict=True)
    return {
        "missiles": {missile.name: count for missile, count in missiles if count},
        "target": [crafts[enemy].id for enemy in reachable(state, index)],
        "most": launches_of(state, index),
    }


def _may_launch(state: Duel, index: int) -> bool:
    return can_launch(state, index, 0) and any(state.pieces[index].rack.left) and bool(reachable(state, index))


def _read_plan(state: Duel, able: list[int], written: Plain) -> Plan:
    """A launch sheet: piece -> {missile, target} or, for a large ship, a list of them."""
    if not isinstance(written, dict):
        raise Refusal([Fault("bad_value", "", say("must be a table of pieces"), "D-22", document.shown(written))])
    faults: list[Fault] = []
    plan: list[tuple[int, Planned]] = []
    numbers = {craft.id: number for number, craft in enumerate(state.setting.crafts)}
    side = state.setting.crafts[able[0]].side
    for name, entry in written.items():
        index = numbers.get(str(name), -1)
        if index < 0 or state.setting.crafts[index].side != side:
            faults.append(Fault("unknown_field", str(name), say("that is no piece of this side"), "D-22"))
            continue
        planned, wrong = read_launches(state, index, entry if isinstance(entry, list) else [entry], str(name))
        faults += wrong
        plan.append((index, planned))
    if faults:
        raise Refusal(faults)
    return tuple(sorted(((index, planned) for index, planned in plan if planned), key=lambda item: item[0]))


def read_launches(state: Duel, index: int, entries: list[Any], path: str) -> tuple[Planned, list[Fault]]:
    """A piece's launches as a value, and every fault in them."""
    faults = [Fault(code, path, text, rule) for code, text, rule in _unable(state, index)]
    planned: list[Launch] = []
    for entry in entries:
        sheet, wrong = document.read(LaunchSheet, entry, lambda *_: ("bad_value", "D-22"))
        faults += [msgspec.structs.replace(fault, path=document.join(path, fault.path)) for fault in wrong]
        if sheet is not None and not wrong:
            item, more = _launch(state, index, sheet, path)
            faults += more
            planned += [item] if item else []
    faults += _numbers(state, index, planned, path)
    return tuple(sorted(planned, key=lambda item: (item.missile, item.target))), faults


def _unable(state: Duel, index: int) -> Iterator[tuple[str, Text, str]]:
    """Why a piece can launch nothing now."""
    craft, out = state.setting.crafts[index], state.pieces[index].out
    if state.pieces[index].fate:
        yield "bad_value", say("the piece is no longer in the battle"), "D-22"
    if out.weapons or (craft.tubes and not working(craft.tubes, out.quarters)):
        yield "weapons_out", say("the weapons are out"), "D-17"
    if out.radar:
        yield "radar_out", say("without radar no missile can be launched"), "D-17"
    if not any(state.pieces[index].rack.left):
        yield "no_missile_left", say("there is no missile left"), "D-22"


def _launch(state: Duel, index: int, sheet: LaunchSheet, path: str) -> tuple[Launch | None, list[Fault]]:
    names = [missile.name for missile in state.setting.crafts[index].missiles]
    targets = {state.setting.crafts[enemy].id: enemy for enemy in reachable(state, index)}
    faults = []
    if sheet.missile not in names and names:
        known = ", ".join(names)
        faults.append(Fault("bad_value", f"{path}.missile", say("there are only {known}", known=known), "D-22"))
    if sheet.target not in targets:
        faults.append(Fault("target_gone", f"{path}.target", say("that is no enemy in reach of missiles"), "D-39"))
    if faults or not names:
        return None, faults
    return Launch(names.index(sheet.missile), targets[sheet.target]), []


def _numbers(state: Duel, index: int, planned: list[Launch], path: str) -> list[Fault]:
    faults = []
    most = launches_of(state, index)
    if len(planned) > most and not any(_unable(state, index)):
        faults.append(Fault("bad_value", path, say("at most {n} can be launched in a round", n=most), "D-22"))
    for kind, left in enumerate(state.pieces[index].rack.left):
        if left and sum(item.missile == kind for item in planned) > left:
            faults.append(Fault("no_missile_left", path, say("only {n} of these missiles are left", n=left), "D-22"))
        if not left and any(item.missile == kind for item in planned) and any(state.pieces[index].rack.left):
            faults.append(Fault("no_missile_left", path, say("there is no missile of this kind left"), "D-22"))
    return faults


def _write_plan(state: Duel, plan: Plan) -> Plain:
    crafts = state.setting.crafts
    written: dict[str, Plain] = {}
    for index, planned in plan:
        entries = [
            {"missile": crafts[index].missiles[item.missile].name, "target": crafts[item.target].id} for item in planned
        ]
        written[crafts[index].id] = entries if crafts[index].kind == LARGE else dict(entries[0])
    return written


def _plans(state: Duel, able: list[int]) -> Iterator[Plan]:
    """Every legal plan of a side."""
    for combination in product(*(list(_options(state, index)) for index in able)):
        yield tuple((index, planned) for index, planned in zip(able, combination, strict=True) if planned)


def _options(state: Duel, index: int) -> Iterator[Planned]:
    """Every legal set of launches of a piece, none first."""
    left = state.pieces[index].rack.left
    kinds = [kind for kind, count in enumerate(left) if count]
    single = [Launch(kind, target) for kind, target in product(kinds, reachable(state, index))]
    for number in range(launches_of(state, index) + 1):
        for planned in combinations_with_replacement(single, number):
            if all(sum(item.missile == kind for item in planned) <= left[kind] for kind in kinds):
                yield planned


def avoid_choice(state: Duel, blow: Blow) -> Choice[str] | None:
    """What a pilot does about a missile that hits; ``None`` if he can only take it (D-24)."""
    craft = state.setting.crafts[blow.target]
    if craft.kind != FIGHTER:
        return None
    options = tuple(answer for answer in ("dodge", "outrun", "take") if not avoid_faults(state, blow, answer))
    if len(options) == 1:
        return None
    missile = state.setting.crafts[blow.source].missiles[blow.missile]
    text = say("{missile} hits {ship}. Does it dodge, outrun or take it?", missile=missile.name, ship=craft.id)

    def read(written: Plain) -> str:
        faults = avoid_faults(state, blow, written)
        if faults:
            raise Refusal(faults)
        return str(written)

    return Choice(
        "avoid", text, read, lambda answer: answer, lambda: iter(options), len(options), "take", list(options)
    )


def avoid_faults(state: Duel, blow: Blow, answer: Plain) -> list[Fault]:
    """Why an answer to a missile is not legal (D-24)."""
    craft, out = state.setting.crafts[blow.target], state.pieces[blow.target].out
    missile = state.setting.crafts[blow.source].missiles[blow.missile]
    if answer not in ("dodge", "outrun", "take"):
        return [Fault("bad_value", "", say("must be one of: dodge, outrun, take"), "D-24", document.shown(answer))]
    faults = []
    if answer != "take" and out.engine:
        faults.append(Fault("engine_out", "", say("without engine control a missile cannot be avoided"), "D-17"))
    if answer == "dodge" and (craft.kind != FIGHTER or dodge_multiple(craft) is None):
        faults.append(Fault("dodge_not_available", "", say("a pilot of this level cannot dodge"), "D-24"))
    if answer == "outrun" and craft.kind != FIGHTER:
        faults.append(Fault("bad_value", "", say("only fighters outrun missiles"), "D-24", document.shown(answer)))
    elif answer == "outrun" and craft.speed <= missile.speed:
        faults.append(Fault("not_faster", "", say("the ship is not faster than the missile"), "D-24"))
    return faults
