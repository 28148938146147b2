"""Step 1: all sides declare at once and in secret what their pieces do this round. D-3."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from admiralty.core import document
from admiralty.core.choice import Choice
from admiralty.core.errors import Fault, Refusal
from admiralty.core.phase import phase
from admiralty.core.state import Plain
from admiralty.core.table import Table
from admiralty.core.words import say

from .flow import decided, finished
from .forms import declare_form
from .orders import legal_orders, read_order, write_order
from .state import HOLD, Duel, Order

Declaration = tuple[tuple[int, Order], ...]
"""The orders of a side's pieces in the battle, by piece."""


@phase(
    touches=(
        "round",
        "step",
        "turn",
        "result",
        "pieces[*].fate",
        "pieces[*].out",
        "pieces[*].look",
        "pieces[*].course",
        "pieces[*].wake",
        "pieces[*].order",
    )
)
def declare(state: Duel, table: Table) -> Duel:
    """If breath or missiles have not ended the battle (D-21), everybody declares."""
    result = decided(state)
    if result:
        return finished(state, result)
    answers = table.ask_all({side: declare_choice(state, side) for side in state.setting.sides})
    for orders in answers.values():
        for index, order in orders:
            state = state.with_piece(index, order=order)
    return state.but(phase="fly")


def declare_choice(state: Duel, side: str) -> Choice[Declaration]:
    """The question to a side."""
    mine = [index for index in state.setting.of_side(state.setting.sides.index(side)) if state.alive(index)]
    return Choice(
        "declare",
        say("What does each piece do this round?"),
        lambda written: read_declaration(state, mine, written),
        lambda orders: {state.setting.crafts[index].id: write_order(state, order) for index, order in orders},
        lambda: _declarations(state, mine),
        default=tuple((index, HOLD) for index in mine),
        form=declare_form(state, mine),
    )


def read_declaration(state: Duel, mine: list[int], written: Plain) -> Declaration:
    """An order sheet; pieces that are not in it hold. Raises ``Refusal`` with every fault."""
    if not isinstance(written, dict):
        raise Refusal([Fault("bad_value", "", say("must be a table of pieces"), "D-3", document.shown(written))])
    numbers = {state.setting.crafts[index].id: index for index in mine}
    faults = [
        Fault("unknown_field", str(name), say("that is no piece of this side in the battle"), "D-3")
        for name in written
        if name not in numbers
    ]
    orders: list[tuple[int, Order]] = []
    for name, index in numbers.items():
        order, wrong = read_order(state, index, written.get(name, {}), name)
        orders.append((index, order))
        faults += wrong
    if faults:
        raise Refusal(faults)
    return tuple(orders)


def _declarations(state: Duel, mine: list[int]) -> Iterator[Declaration]:
    """Every legal declaration of a side."""
    for combination in product(*(list(legal_orders(state, index)) for index in mine)):
        yield tuple(zip(mine, combination, strict=True))
