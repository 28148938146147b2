"""A question, and the ways in which it is answered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

OURS = "admiralty"

Run = Callable[[], Any]
Answer = dict[Any, Any]
"""Outcome -> chance: a ``Fraction``, or a double."""


def nothing(result: Any) -> str:
    return ""


@dataclass(frozen=True)
class Way:
    """One way to answer a question. ``prepare`` is not timed: it imports, loads and builds what the question is put
    to, and gives back what is timed. ``plain`` makes an ``Answer`` of the result, for comparing; ``remark`` says what
    a reader has to know of it."""

    who: str
    how: str
    prepare: Callable[[], Run]
    plain: Callable[[Any], Answer] = dict
    remark: Callable[[Any], str] = nothing


@dataclass(frozen=True)
class Question:
    """What is asked. With ``unit`` a run answers ``amount`` of them, and the table shows how many a second."""

    key: str
    text: str
    ways: tuple[Way, ...]
    amount: int = 1
    unit: str = ""


@dataclass(frozen=True)
class Group:
    """Questions that belong together, and what a reader has to know of all of them."""

    name: str
    title: str
    questions: tuple[Question, ...]
    notes: tuple[str, ...] = field(default=())


def of_icepool(die: Any) -> Answer:
    """An icepool die as an answer."""
    return {outcome: Fraction(quantity, die.denominator()) for outcome, quantity in die.items() if quantity}


def of_dyce(histogram: Any) -> Answer:
    """A dyce histogram as an answer."""
    return {outcome: Fraction(count, histogram.total) for outcome, count in histogram.items() if count}
