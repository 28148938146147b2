"""What the first side plays for: a measure, or a weighted sum of measures, read off the state a battle ends in."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...core.errors import Complaint
from ...core.ruleset import Measure, Ruleset
from ...core.state import State
from ...core.words import say
from ..distribution import outcome_text
from ..odds import unknown_measure

Payoff = Callable[[Any], Any]
"""The payoff of a state to the first side; the other side loses as much."""

Goal = str | Mapping[str, int | float | str | Fraction]

_BETWEEN = re.compile(r"\s+([+-])\s+")
_TERM = re.compile(r"(?P<sign>[+-]?)\s*(?:(?P<weight>\d+(?:\.\d+|/\d+)?)\s*\*\s*)?(?P<name>.+)", re.DOTALL)


@dataclass(frozen=True)
class Term:
    """A measure times a weight; with an ``outcome``, whether the measure comes out so."""

    weight: Fraction
    measure: Measure[Any]
    outcome: str | None = None

    def read(self, state: Any) -> Fraction:
        reading = self.measure.read(state)
        if self.outcome is not None:
            return self.weight * (outcome_text(reading) == self.outcome)
        if not isinstance(reading, int):
            raise _not_a_number(self.measure.name, reading)
        return self.weight * reading


def payoff_of(rules: Ruleset[Any], state: State, goal: Goal) -> Payoff:
    """What a state is worth to the first side.

    ``goal`` is a sum such as ``"hp:a - hp:b"``, ``"2 * hp:a - 1/2 * hp:b"`` or ``"winner=a - winner=b"`` (signs
    between terms stand between spaces), or a mapping of such names to weights. Raises ``Complaint`` for a measure
    that does not exist, is no number, or is read before the battle's end.
    """
    known = {measure.name: measure for measure in rules.measures(state)}
    terms = _sum(goal, known) if isinstance(goal, str) else [_term(name, _weight(w), known) for name, w in goal.items()]
    if not terms:
        raise Complaint(say("a payoff needs at least one measure"), "bad_payoff")
    for term in terms:
        term.read(state)
    return lambda final: sum((term.read(final) for term in terms), Fraction(0))


def _sum(text: str, known: Mapping[str, Measure[Any]]) -> list[Term]:
    """The terms of a written sum."""
    parts = _BETWEEN.split(text.strip())
    signs = ["+", *parts[1::2]]
    return [_written(sign, part, known) for sign, part in zip(signs, parts[::2], strict=True)]


def _written(sign: str, text: str, known: Mapping[str, Measure[Any]]) -> Term:
    found = _TERM.fullmatch(text.strip())
    if found is None:
        raise Complaint(say("a payoff is a sum of measures, such as hp:a - hp:b"), "bad_payoff", text)
    weight = _weight(found["weight"] or "1")
    minus = (sign == "-") != (found["sign"] == "-")
    return _term(found["name"].strip(), -weight if minus else weight, known)


def _weight(weight: int | float | str | Fraction) -> Fraction:
    """A weight as it is written: 0.1 is a tenth."""
    try:
        return weight if isinstance(weight, Fraction) else Fraction(str(weight))
    except (ValueError, ZeroDivisionError):
        raise Complaint(say("{weight} is not a number", weight=str(weight)), "bad_payoff", str(weight)) from None


def _term(name: str, weight: Fraction, known: Mapping[str, Measure[Any]]) -> Term:
    if name in known:
        return Term(weight, _final(known[name]))
    head, equals, outcome = name.rpartition("=")
    if equals and head.strip() in known:
        return Term(weight, _final(known[head.strip()]), outcome.strip())
    raise unknown_measure(name, known)


def _final(measure: Measure[Any]) -> Measure[Any]:
    if measure.at is not None:
        text = say("{measure} is read before the end of the battle and cannot be played for", measure=measure.name)
        raise Complaint(text, "bad_payoff", measure.name)
    return measure


def _not_a_number(name: str, reading: Any) -> Complaint:
    text = say(
        "{measure} is not a number; play for {measure}={outcome} or the like", measure=name, outcome=str(reading)
    )
    return Complaint(text, "bad_payoff", name)
