"""Phases: short plain functions ``phase(state, table) -> state``, and one step of one of them.

A phase says which parts of the state it may read or change (``touches``): to advance odds, it is then run once per
distinct value of those parts, however many states there are. A touch is a path:

    "strike"              a field
    "target.flak_guns"    a part of a field that is itself a state
    "ships[*].alive"      a part of every item of a tuple
    "ships[target].hp"    of the item whose index stands in the field ``target``, or of all of a tuple of indexes

``state.phase``, index fields and fields named CONSTANT by the state need not be listed. A loop that counts something
down says so (``drains``): states with the most left go first, so that they meet the others on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import msgspec

from .state import State
from .table import AnswerTable, Pending, Table, Unanswered
from .touches import ALL, index_fields

S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Phase(Generic[S]):
    """A phase function with what it touches and drains; ``indexes``: the fields that its touches use as an index."""

    name: str
    run: Callable[[S, Table], S]
    touches: tuple[str, ...] = ALL
    drains: tuple[str, ...] = ()
    indexes: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "indexes", index_fields(self.touches))

    def __call__(self, state: S, table: Table) -> S:
        return self.run(state, table)


def phase(touches: Sequence[str] = ALL, drains: Sequence[str] = ()) -> Callable[[Callable[[S, Table], S]], Phase[S]]:
    """Make a function a phase, named after it."""

    def make(run: Callable[[S, Table], S]) -> Phase[S]:
        made = Phase(run.__name__, run, tuple(touches), tuple(drains))
        object.__setattr__(made, "__doc__", run.__doc__)
        return made

    return make


class Done(msgspec.Struct, Generic[S], frozen=True):
    """The phase ran to its end."""

    state: S


def step(phase: Phase[S], state: S, answers: Sequence[Any]) -> Done[S] | Pending:
    """Run a phase from its start with the answers so far: done, or what it waits for next."""
    try:
        return Done(phase.run(state, AnswerTable(answers)))
    except Unanswered as stop:
        return stop.pending
