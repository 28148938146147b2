"""The contract of a ruleset: everything the rest of Admiralty may ask of one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from .choice import Choice, Side
from .event import Event
from .phase import Phase
from .show import Grid, RuleChart, Step
from .state import Plain, State
from .touches import ALL
from .words import Text

S = TypeVar("S", bound=State)
Reading = int | bool | str


@dataclass(frozen=True)
class Moment:
    """Just before a phase is run, at given values of the ruleset's clock."""

    phase: str
    clock: tuple[int, ...] = ()


@dataclass(frozen=True)
class Measure(Generic[S]):
    """A quantity odds are odds of: its name in the sheet's case format, how to read it off a state, and what of
    the state that touches (paths as in ``phase``; an index may also be a number: ``ships[3].hp``). Read when the
    battle is over, unless a moment is given."""

    name: str
    read: Callable[[S], Reading]
    touches: tuple[str, ...] = ALL
    at: Moment | None = None


class Record(msgspec.Struct, frozen=True):
    """One phase as it was played."""

    phase: str
    before: Any  # the state
    after: Any
    events: tuple[Event, ...]


Weighted = tuple[tuple[Any, float | Fraction], ...]
"""Answers with their chances, which sum to 1."""

Bot = Callable[[Any, Side, Choice[Any]], Weighted]
"""A sensible player: given what the phase sees, the side and the question, answers with their chances."""


class Oracle(Protocol):
    """The ways of running battles, handed to a ruleset's ``cases`` so that it need not import them."""

    def odds(
        self,
        state: Any,
        measures: Sequence[Measure[Any]],
        *,
        joint: bool = False,
        policies: Mapping[Side, Bot] | None = None,
        exact: bool = True,
        until: Moment | None = None,
    ) -> dict[str, dict[Any, Any]]:
        """Distribution of each measure over whole battles from a state (``until`` a moment if given): outcome ->
        chance. With ``joint`` also one entry named "" whose outcomes are tuples of all measures."""

    def outcomes(
        self, phase: str, state: Any, policies: Mapping[Side, Bot] | None = None
    ) -> list[tuple[Any, Fraction]]:
        """Every state one phase can lead to, with its exact chance."""

    def solve(self, state: Any, payoff: Callable[[Any], Any], rounds: int | None) -> Any:
        """Best play by exact calculation; see ``admiralty.run.solve``."""


@dataclass(frozen=True)
class Ruleset(Generic[S]):
    """A ruleset as one value."""

    name: str
    version: int  # moves only when behaviour moves
    title: str
    scenario: type[msgspec.Struct]  # the shape of a scenario document
    order: tuple[Phase[S], ...]  # the phases in rulebook order; state.phase == "over" ends a battle
    clock: tuple[str, ...]  # fields of the state that only grow: wave, round, turn
    begin: Callable[[Plain], S]  # scenario document -> opening state, or Refusal with every fault
    sides: Callable[[S], tuple[Side, ...]]
    view: Callable[[S, Side | None], Plain]  # what a side (None: the public) may see
    measures: Callable[[S], Sequence[Measure[S]]]
    bot: Bot
    tell: Callable[[Sequence[Record]], Sequence[Step]]  # a played battle as steps for a reader
    charts: Callable[[], Sequence[RuleChart]]  # every roll with base, modifiers, house rules
    answer: Callable[[Mapping[str, Any], Oracle], Any]  # a conformance case's answer through the phases
    home: Callable[[S], str | None] = lambda state: None  # the phase at which a battle without limit comes round
    examples: Mapping[str, str] = field(default_factory=dict)  # name -> scenario as TOML
    rule_texts: Mapping[str, Text] = field(default_factory=dict)  # rule number -> what it says, where chips cite it
    condense: Callable[[S, Sequence[Measure[S]]], S] | None = None  # same odds of these measures, fewer states
    # one piece's choices against another's, by their ids ("": the ruleset chooses one); Complaint for who has none
    battle_charts: Callable[[S, str, str], Sequence[Grid]] | None = None

    @cached_property
    def phases(self) -> dict[str, Phase[S]]:
        return {phase.name: phase for phase in self.order}

    @cached_property
    def place(self) -> dict[str, int]:
        """Where each phase stands in the rulebook."""
        return {phase.name: number for number, phase in enumerate(self.order)}
