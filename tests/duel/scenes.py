"""Shared by the tests of duel: battles, and a table at which dice and orders are laid down beforehand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from admiralty.core.ruleset import Bot
from admiralty.rulesets.duel import RULES
from admiralty.rulesets.duel.casestate import battle, both, condition, orders
from admiralty.rulesets.duel.state import Duel, Order
from admiralty.run.odds import RunOracle

ORACLE = RunOracle(RULES)
FIGHTER: dict[str, Any] = {}
PICKET = {
    "kind": "large",
    "max_hp": 400,
    "max_shields": 80,
    "shield_regen": 10,
    "speed": 900,
    "guns": 12,
    "gun": {"dice": 1, "sides": 8},
    "tubes": 1,
}
ACE = {"dex": 90, "s_flight": 3}
WASP = {
    "ac": 15,
    "max_hp": 50,
    "max_shields": 10,
    "shield_regen": 2,
    "speed": 3000,
    "laser": {"dice": 2, "sides": 6},
    "missiles": [{"name": "dart", "range": 10, "speed": 3200, "dice": 4, "sides": 6, "accuracy": 10, "count": 2}],
}
LANCE = {"name": "lance", "range": 20, "speed": 2500, "dice": 6, "sides": 6}
DART = {"name": "dart", "range": 10, "speed": 3200, "dice": 4, "sides": 6, "accuracy": 10}


class Script:
    """A table whose dice and answers are known beforehand. Every roll must be the next of the list, by its name."""

    def __init__(self, rolls: Sequence[tuple[str, Any]], bot: Bot) -> None:
        self.rolls = list(rolls)
        self.bot = bot
        self.state: Any = None
        self.thrown: list[tuple[str, str, Any]] = []
        self.asked: list[tuple[str, str]] = []
        self.notes: list[tuple[str, dict[str, Any]]] = []

    def roll(self, pool: Any, why: str, who: str = "", seen_by: tuple[str, ...] | None = None) -> Any:
        assert self.rolls, f"an unexpected roll: {why} of {who}, {pool}"
        wanted, outcome = self.rolls.pop(0)
        assert why == wanted, f"{why} of {who} is rolled, {wanted} was expected"
        assert pool.odds().chance(outcome) > 0, f"{outcome} cannot be rolled with {pool}"
        self.thrown.append((why, who, pool))
        return outcome

    def ask(self, side: str, choice: Any) -> Any:
        self.asked.append((side, choice.name))
        ((answer, _),) = self.bot(self.state, side, choice)
        return answer

    def ask_all(self, choices: Mapping[str, Any]) -> Mapping[str, Any]:
        return {side: self.ask(side, choice) for side, choice in choices.items()}

    def note(self, kind: str, *, seen_by: tuple[str, ...] | None = None, **facts: Any) -> None:
        self.notes.append((kind, facts))


def run(state: Duel, rolls: Sequence[tuple[str, Any]], bot: Bot, until: str = "tick") -> tuple[Duel, Script]:
    """Play on with the dice laid down, until a phase comes up; all dice must have been thrown by then."""
    table = Script(rolls, bot)
    while state.phase not in ("over", until):
        table.state = state
        state = RULES.phases[state.phase].run(state, table)
    assert not table.rolls, f"not rolled: {table.rolls}"
    return state, table


def told(sheet: Mapping[int, Order], **answers: Any) -> Bot:
    """A policy with fixed orders by piece, and fixed answers by question."""
    return orders(sheet, answers)


__all__ = [
    "ACE",
    "DART",
    "FIGHTER",
    "LANCE",
    "ORACLE",
    "PICKET",
    "RULES",
    "WASP",
    "Order",
    "battle",
    "both",
    "condition",
    "run",
    "told",
]
