"""Ways of answering questions: a fixed answer, a mix, a script, the ruleset's bot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..core.choice import Choice, Side
from ..core.errors import Complaint
from ..core.ruleset import Bot, Ruleset, Weighted
from ..core.state import Plain, State
from ..core.words import say


def fixed(document: Plain) -> Bot:
    """Always the same answer to every question, given as a document."""

    def answer(state: Any, side: Side, choice: Choice[Any]) -> Weighted:
        return ((choice.read(document), 1.0),)

    return answer


def by_question(answers: Mapping[str, Bot], otherwise: Bot | None = None) -> Bot:
    """A policy per question name."""

    def answer(state: Any, side: Side, choice: Choice[Any]) -> Weighted:
        policy = answers.get(choice.name, otherwise)
        if policy is None:
            raise Complaint(say("there is no answer for {question}", question=choice.name), "no_policy")
        return policy(state, side, choice)

    return answer


def mixed(plan: Sequence[tuple[Plain, float | Fraction]]) -> Bot:
    """Answers with chances, drawn anew at every question. Chances must sum to 1."""
    total = sum(chance for _, chance in plan)
    if abs(float(total) - 1) > 1e-9 or any(chance < 0 for _, chance in plan):
        raise Complaint(say("the chances of a mix must be 0 or more and sum to 1"), "bad_mix")

    def answer(state: Any, side: Side, choice: Choice[Any]) -> Weighted:
        return tuple((choice.read(document), chance) for document, chance in plan if chance)

    return answer


def scripted(answers: Sequence[Plain], clock: str, otherwise: Bot | None = None) -> Bot:
    """One answer per value of a clock field of the state (turn or round 1, 2, …)."""

    def answer(state: Any, side: Side, choice: Choice[Any]) -> Weighted:
        number = getattr(state, clock) - 1
        if number < len(answers):
            return ((choice.read(answers[number]), 1.0),)
        if otherwise is None:
            raise Complaint(say("the script ends before the battle does"), "script_ends")
        return otherwise(state, side, choice)

    return answer


def bots(rules: Ruleset[Any], state: State) -> dict[Side, Bot]:
    """The ruleset's bot for every side."""
    return dict.fromkeys(rules.sides(state), rules.bot)
