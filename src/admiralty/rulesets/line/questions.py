"""The questions of a battle, and what a player is told of a sheet before the deadline: T2, T5, L-34, L-53, L-57, L-58.

Of a text typed in a forum every fault names its line. Lines that cannot be read hide nothing of the others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeVar

from admiralty.core import document
from admiralty.core.choice import Choice
from admiralty.core.errors import Fault, Refusal
from admiralty.core.state import Plain
from admiralty.core.words import Text, say

from . import forum
from .labels import gun_name
from .orders import Judged, movement_faults, movement_warning
from .sheets import ACTIONS, read_fires, read_moves, write_fires, write_moves
from .state import ENEMY, FireSheet, Hit, Line, MoveSheet
from .words import fault

Sheet = TypeVar("Sheet", MoveSheet, FireSheet)


def check_moves(state: Line, side: str, answer: Plain) -> tuple[Fault, ...]:
    """Everything the rules hold against the orders of a movement sheet that can be read (L-57)."""
    sheet, lines = _read_with_lines(answer, "movement", {}, partial(read_moves, state.turn))
    return tuple(
        fault(code, lines[place] + order.ship, order.action)
        for place, order in enumerate(sheet.orders if sheet else ())
        for code in movement_faults(state, side, order, sheet)
    )


def warn_moves(state: Line, side: str, answer: Plain) -> tuple[Fault, ...]:
    """The group parts that will be dropped (L-22)."""
    sheet, lines = _read_with_lines(answer, "movement", {}, partial(read_moves, state.turn))
    return tuple(
        fault(code, lines[place] + order.ship, order.group)
        for place, order in enumerate(sheet.orders if sheet else ())
        if not movement_faults(state, side, order, sheet)
        for code in (movement_warning(state.ships[state.setting.index[order.ship]], order),)
        if code
    )


def check_fires(state: Line, side: str, answer: Plain) -> tuple[Fault, ...]:
    """Everything the rules hold against the orders that cannot be carried out, target by target (L-58)."""
    guns = state.setting.guns_of
    sheet, lines = _read_with_lines(answer, "fire", guns, partial(read_fires, guns, state.turn))
    if sheet is None:
        return ()
    judged = Judged(state, side, sheet)
    return tuple(
        fault(code, f"{line}{order.ship}/{order.gun}", target or None)
        for order, line, shots, reasons in zip(sheet.orders, lines, judged.shots, judged.reasons, strict=True)
        if order.split or not shots
        for target, codes in reasons.items()
        for code in codes
    )


def _read_with_lines(
    answer: Plain, phase: str, guns: Mapping[str, int], read: Callable[[Plain], Sheet]
) -> tuple[Sheet | None, list[str]]:
    """The sheet without the lines that are not understood (``None``: it cannot be read), and for each of its orders
    the line of text it stands on, with a space; "" where it stands in no text."""
    given: Plain = answer
    labels: list[str] = []
    if isinstance(answer, str):
        given, labels, _ = forum.read(answer, phase)
    try:
        sheet = read(given)
    except Refusal:
        return None, []
    return sheet, list(_lines(given, labels, guns)) if labels else [""] * len(sheet.orders)


def _lines(sheet: Plain, labels: Sequence[str], guns: Mapping[str, int]) -> Iterator[str]:
    """One line for each order; a line about all guns of a ship holds one for each of them."""
    orders = sheet["orders"] if isinstance(sheet, dict) else ()
    for order, label in zip(orders, labels, strict=True):
        yield from [f"{label} "] * (guns.get(order["ship"], 1) if order.get("gun") == "all" else 1)


def movement_choice(state: Line, side: str) -> Choice[MoveSheet]:
    """T2: the movement sheet of a side. A missing sheet has no orders (L-55)."""
    turn = state.turn
    return Choice(
        "movement",
        say("Movement orders for turn {turn}", turn=turn),
        partial(read_moves, turn),
        partial(write_moves, turn),
        default=NO_MOVES,
        form={"sheet": "movement", "turn": turn, "actions": ACTIONS},
        check=partial(check_moves, state, side),
        warn=partial(warn_moves, state, side),
    )


def fire_choice(state: Line, side: str, shown: FireSheet | None = None) -> Choice[FireSheet]:
    """T5: the fire sheet of a side. ``shown``: what the enemy has declared openly (``open_fire_declaration``)."""
    turn = state.turn
    form: dict[str, Plain] = {"sheet": "fire", "turn": turn}
    if shown is not None:
        form["declared"] = {ENEMY[side]: write_fires(turn, shown)}
    return Choice(
        "fire",
        say("Fire orders for turn {turn}", turn=turn),
        partial(read_fires, state.setting.guns_of, turn),
        partial(write_fires, turn),
        default=NO_FIRES,
        form=form,
        check=partial(check_fires, state, side),
    )


def pd_choice(state: Line, side: str, hits: Sequence[Hit], dice: int) -> Choice[tuple[int, ...]]:
    """L-34, ``pd_choice: owner``: in which order a pool that is short meets the hits. The answer lists hits by their
    number in the default order, from 0, in a list or in a text such as "3, 0"; those left out follow in that order."""
    many = sum(hit.count for hit in hits)
    return Choice(
        "pd_order",
        _pd_text(state, hits, dice),
        partial(_read_pd, many),
        list,
        default=(),
        form={"dice": dice, "hits": [_shown(state, hit) for hit in hits for _ in range(hit.count)]},
    )


def _pd_text(state: Line, hits: Sequence[Hit], dice: int) -> Text:
    """The question with its hits and their numbers."""
    first, *others = _numbered(state, hits)
    for other in others:
        first = say("{told}; {seen}", told=first, seen=other)
    return say("Which hits do the PD dice meet first? Dice: {dice}. Hits: {hits}", dice=dice, hits=first)


def _numbered(state: Line, hits: Sequence[Hit]) -> Iterator[Text]:
    roster, first = state.setting.roster, 0
    for hit in hits:
        last = first + hit.count - 1
        shooter, target = roster[hit.shooter], roster[hit.target].ship_id
        yield say(
            "{number}: {gun} of {shooter} at {target}",
            number=f"{first}–{last}" if last > first else str(first),
            gun=gun_name(shooter.guns[hit.gun].type),
            shooter=shooter.ship_id,
            target=target,
        )
        first = last + 1


def _shown(state: Line, hit: Hit) -> Plain:
    roster = state.setting.roster
    return {
        "target": roster[hit.target].ship_id,
        "shooter": roster[hit.shooter].ship_id,
        "gun": hit.gun,
        "damage": hit.damage,
        "penetration": hit.penetration,
        "intercept_difficulty": hit.intercept,
    }


def _read_pd(many: int, answer: Plain) -> tuple[int, ...]:
    if isinstance(answer, str) and NUMBERS.fullmatch(answer):
        answer = [int(number) for number in re.findall(r"\d+", answer)]
    if not isinstance(answer, list | tuple):
        raise Refusal([Fault("value_out_of_range", "", say("must be a list of hit numbers"), "L-34", answer)])
    faults = [
        Fault(
            "value_out_of_range",
            f"[{place}]",
            say("must be a hit number from 0 to {last}, each at most once", last=many - 1),
            "L-34",
            document.shown(number),
        )
        for place, number in enumerate(answer)
        if not _is_number(number) or not 0 <= number < many or number in answer[:place]
    ]
    if faults:
        raise Refusal(faults)
    return tuple(answer)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


NUMBERS = re.compile(r"[\s\d,;\[\]]*", re.ASCII)
NO_MOVES = MoveSheet()
NO_FIRES = FireSheet()
