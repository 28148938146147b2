"""A player who follows orders written down beforehand, turn by turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from admiralty.core.choice import Choice
from admiralty.core.ruleset import Bot, Weighted

from .state import FireSheet, Line, MoveSheet, TurnScript


def orders_for(state: Line, side: str, turn: TurnScript, question: str) -> MoveSheet | FireSheet | tuple[int, ...]:
    """A side's part of the orders of one turn."""
    index, roster = state.setting.index, state.setting.roster

    def ours(ship: str) -> bool:
        return ship in index and roster[index[ship]].side == side

    if question == "movement":
        return MoveSheet(tuple(order for order in turn.movement if ours(order.ship)))
    if question == "fire":
        return FireSheet(tuple(order for order in turn.fire if ours(order.ship)))
    return ()


def scripted(turns: Sequence[TurnScript]) -> Bot:
    """A policy that follows the orders; on turns without any its ships hold and are silent."""

    def bot(state: Any, side: str, choice: Choice[Any]) -> Weighted:
        turn = state.turn - state.setting.first_turn
        orders = turns[turn] if turn < len(turns) else TurnScript()
        return ((orders_for(state, side, orders, choice.name), 1),)

    return bot
