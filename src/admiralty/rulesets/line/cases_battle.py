"""Conformance cases of the kind ``battle``: exact distributions after some turns of fixed orders."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from admiralty.core.ruleset import Measure, Oracle

from .casestate import Given, battle_of, text_of
from .measures import measures
from .script import scripted
from .sheets import read_fires, read_moves
from .state import SIDES, Line, TurnScript

MEAN = "mean_"


def battle(given: Given, oracle: Oracle, expect: Any) -> Any:
    """L-10 to L-51. The last listed turn is the last of the battle, so that no T1 of a further one is played."""
    last = given["first_turn"] + len(given["orders"]) - 1
    opening = battle_of(given, max_turns=last)
    bot = scripted([turn_script(opening, turn) for turn in given["orders"]])
    wanted = {name.removeprefix(MEAN) for name in expect}
    asked = [measure for measure in measures(opening) if measure.name in wanted]
    found = _odds(oracle, opening, asked, bot)
    return {name: _shown(name, found[name.removeprefix(MEAN)]) for name in expect}


def _odds(oracle: Oracle, state: Line, asked: Sequence[Measure[Line]], bot: Any) -> dict[str, dict[Any, Any]]:
    return oracle.odds(state, asked, policies=dict.fromkeys(SIDES, bot), exact=True)


def turn_script(state: Line, turn: Given) -> TurnScript:
    """The orders of one turn of a case. They may be illegal; the phases deal with that."""
    movement = [{"ship": ship, **order} for ship, order in turn.get("movement", {}).items()]
    fire = read_fires(state.setting.guns_of, state.turn, list(turn.get("fire", ())))
    return TurnScript(read_moves(state.turn, movement).orders, fire.orders)


def _shown(name: str, odds: dict[Any, Any]) -> Any:
    """A table of texts, or the mean of a number."""
    if name.startswith(MEAN):
        return text_of(sum((Fraction(chance) * outcome for outcome, chance in odds.items()), Fraction(0)))
    return {str(outcome): text_of(Fraction(chance)) for outcome, chance in odds.items() if chance}
