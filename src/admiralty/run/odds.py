"""Exact odds of whole battles, and counted samples: one spread of states carried through the phases."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

from ..core.choice import Side
from ..core.errors import Complaint
from ..core.ruleset import Bot, Measure, Moment, Ruleset
from ..core.state import State
from ..core.words import say
from .distribution import Certainty, Distribution, ordered
from .spread.agenda import at_moment
from .spread.endless import endless
from .spread.engine import Engine
from .spread.kernel import branches
from .spread.spread import Spread
from .spread.weights import Doubles, Fractions, Weights

Progress = Callable[[str, tuple[int, ...], int], None]
"""Told before each bucket: the phase, the clock, how many states."""


@dataclass
class Snapshots:
    """Spreads at the moments that measures are read at."""

    measures: Sequence[Measure[Any]]
    kept: dict[Moment, list[Spread]] = field(default_factory=dict)

    def watch(self, phase: str, clock: tuple[int, ...], spread: Spread) -> None:
        for moment in {measure.at for measure in self.measures if measure.at}:
            if at_moment(moment, phase, clock):
                self.kept.setdefault(moment, []).append(spread)

    def table(self, measures: Sequence[Measure[Any]], at: Moment) -> dict[tuple[Any, ...], Any]:
        """The joint table of measures of one moment, over all buckets of that moment."""
        sums: dict[tuple[Any, ...], Any] = {}
        for spread in self.kept.get(at, ()):
            for reading, weight in spread.table(measures).items():
                sums[reading] = sums[reading] + weight if reading in sums else weight
        return sums


class Readable(Protocol):
    """Battles that measures can be read off: a spread of states, or a tally of readings."""

    @property
    def states(self) -> int: ...

    @property
    def total(self) -> Any: ...

    def table(self, measures: Sequence[Measure[Any]]) -> dict[tuple[Any, ...], Any]: ...

    def where(self, keep: Callable[[tuple[Any, ...]], bool], measures: Sequence[Measure[Any]]) -> Readable: ...


class BattleOdds(Mapping[str, Distribution]):
    """Odds of every measure of a battle: ``odds["hp:cv1"]``; conditional with ``given``; joint with ``joint``."""

    def __init__(
        self, measures: Sequence[Measure[Any]], final: Readable, moments: Snapshots, certainty: Certainty
    ) -> None:
        self._measures = {measure.name: measure for measure in measures}
        self._final = final
        self._moments = moments
        self._known: dict[str, Distribution] = {}
        self.certainty = certainty

    def __getitem__(self, name: str) -> Distribution:
        if name not in self._known:
            table = self._table([self.measure(name)])
            chances = ordered({reading: chance for (reading,), chance in table.items()})
            self._known[name] = Distribution(name, chances, self.certainty)
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._measures)

    def __len__(self) -> int:
        return len(self._measures)

    def __contains__(self, name: object) -> bool:
        return name in self._measures

    def measure(self, name: str) -> Measure[Any]:
        """A measure by name. Raises ``Complaint`` with the near ones."""
        if name in self._measures:
            return self._measures[name]
        raise unknown_measure(name, self._measures)

    def joint(self, *names: str) -> Distribution:
        """The joint distribution of measures that are read at the same moment; outcomes are tuples."""
        table = self._table([self.measure(name) for name in names])
        return Distribution(",".join(names), ordered(table), self.certainty)

    def given(self, condition: str | Callable[[Mapping[str, Any]], bool], *names: str) -> BattleOdds:
        """Odds among the battles in which something is so: the name of a yes/no measure, or a test on the readings
        of the named measures (those read at the end). Raises ``Complaint`` if that never happens."""
        if isinstance(condition, str):
            names, wanted = (condition,), condition
            condition = lambda readings: bool(readings[wanted])  # noqa: E731
        test = condition
        measures = [self.measure(name) for name in names]
        if any(measure.at for measure in measures):
            raise Complaint(say("a condition must be on a measure that is read at the end of the battle"), "condition")
        kept = self._final.where(lambda reading: test(dict(zip(names, reading, strict=True))), measures)
        if not kept.states:
            raise Complaint(say("that never happens, so nothing can be said given it"), "impossible_condition")
        if self.certainty.kind == "sampled":
            certainty = Certainty("sampled", battles=int(kept.total))
        else:
            certainty = self._bounded(kept.total)
        ends = [measure for measure in self._measures.values() if not measure.at]
        return BattleOdds(ends, kept, Snapshots(ends), certainty)

    def _bounded(self, kept: Any) -> Certainty:
        """How sure odds are among the battles of some weight: all that was lost may have been among them."""
        lost = self.certainty.lost
        if not lost:
            return self.certainty
        weight = float(self._final.total) * lost / (1 - lost)
        return Certainty("bounded", lost=weight / (float(kept) + weight))

    @property
    def states(self) -> int:
        """How many different states the battle can end in."""
        return self._final.states

    def plain(self) -> dict[str, dict[str, Any]]:
        """Measure -> outcome -> chance, as plain data."""
        return {name: self[name].plain() for name in self}

    def _table(self, measures: Sequence[Measure[Any]]) -> dict[tuple[Any, ...], Any]:
        moments = {measure.at for measure in measures}
        if len(moments) != 1:
            raise Complaint(say("measures read at different moments have no joint odds"), "joint_moments")
        (moment,) = moments
        table = self._final.table(measures) if moment is None else self._moments.table(measures, moment)
        total = sum(table.values())
        if self.certainty.lost and moment is None:
            total /= 1 - self.certainty.lost
        return {reading: weight / total for reading, weight in table.items()} if total else table

    def _repr_html_(self) -> str:
        return "".join(self[name]._repr_html_() for name in self)


def unknown_measure(name: str, known: Mapping[str, Any]) -> Complaint:
    """A complaint that names the measures most like the one asked for."""
    from difflib import get_close_matches

    near = ", ".join(get_close_matches(name, list(known), n=5, cutoff=0.4) or list(known)[:8])
    return Complaint(say("there is no measure {name}; did you mean {near}?", name=name, near=near), "unknown_measure")


def battle_odds(
    rules: Ruleset[Any],
    opening: State,
    *,
    policies: Mapping[Side, Bot] | None = None,
    measures: Sequence[Measure[Any]] | None = None,
    exact: bool = False,
    drop: float = 0.0,
    limit: int = 4_000_000,
    weights: Weights | None = None,
    until: Moment | None = None,
    kernel_limit: int = 2_000_000,
    progress: Progress | None = None,
) -> BattleOdds:
    """Odds of whole battles from an opening state.

    Doubles by default, fractions with ``exact``; what is lighter than ``drop`` is left out and the lost weight is
    reported. Raises ``TooWide`` when more than ``limit`` states would be held at once, or phases would have to be run
    on more than ``kernel_limit`` different situations.
    """
    if exact and drop:
        raise Complaint(say("exact fractions and dropped weights exclude each other: leave out one"), "bad_options")
    measures = rules.measures(opening) if measures is None else measures
    opening = rules.condense(opening, measures) if rules.condense else opening
    carried: Weights = weights or (Fractions() if exact else Doubles())
    home = None if until else rules.home(opening)
    until = Moment(home) if home else until
    engine = Engine(rules, opening, carried, policies or {}, measures, until, limit, drop, kernel_limit)
    snapshots = Snapshots(measures)

    def watch(phase: str, clock: tuple[int, ...], spread: Spread) -> None:
        snapshots.watch(phase, clock, spread)
        if progress:
            progress(phase, clock, spread.states)

    final = endless(engine) if home else engine.run(watch)
    if engine.dropped and not final.states:
        raise Complaint(say("every situation is lighter than {drop}: leave out less", drop=str(drop)), "all_dropped")
    certainty = Certainty("bounded", lost=engine.dropped) if engine.dropped else Certainty()
    return BattleOdds(measures, final, snapshots, certainty)


class RunOracle:
    """The ways of running battles, for a ruleset's conformance cases."""

    def __init__(self, rules: Ruleset[Any]) -> None:
        self.rules = rules

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
        found = battle_odds(
            self.rules, state, policies=policies, measures=measures, exact=exact, until=until, limit=20_000_000
        )
        tables: dict[str, dict[Any, Any]] = {name: dict(found[name].chances) for name in found}
        if joint:
            tables[""] = dict(found.joint(*(measure.name for measure in measures)).chances)
        return tables

    def outcomes(
        self, phase: str, state: Any, policies: Mapping[Side, Bot] | None = None
    ) -> list[tuple[Any, Fraction]]:
        merged: dict[Any, Fraction] = {}
        for after, chance in branches(self.rules.phases[phase], state, policies or {}):
            merged[after] = merged.get(after, Fraction(0)) + chance
        return list(merged.items())

    def solve(self, state: Any, payoff: Callable[[Any], Any], rounds: int | None) -> Any:
        from .solve import solve

        return solve(self.rules, state, payoff, rounds, exact=True)
