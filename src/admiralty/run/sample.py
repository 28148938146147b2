"""Sampled battles: counted where states meet, one by one where they do not.

Counted sampling is the loop of exact odds with counts instead of chances: every weight is split multinomially, the
same law as so many independent battles at the cost of the distinct states. Where states hardly ever meet, battles are
played one at a time, in chunks with seeds of their own, in worker processes; the result does not depend on how many.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import random
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeVar

import numpy as np

from ..core.choice import Choice, Side
from ..core.errors import TooWide
from ..core.pool import Pool
from ..core.ruleset import Bot, Measure, Ruleset
from ..core.state import State
from .distribution import Certainty, wilson
from .odds import BattleOdds, Snapshots, battle_odds
from .spread.agenda import OVER, at_moment
from .spread.kernel import Policies
from .spread.weights import Counts

T = TypeVar("T")
Method = Literal["auto", "counted", "single"]
Report = Callable[[int, int], None]
"""Told now and then: battles done, battles asked for."""

CHUNK = 500
COUNTED_RUNS = 20_000
"""Runs of phases (about a second) after which counting is given up: states hardly meet."""
Chunks = Generator[Counter[tuple[Any, ...]], None, None]


@dataclass
class Tally:
    """Readings of all measures in battles played one by one, with how often each came up."""

    measures: tuple[Measure[Any], ...]
    counts: Counter[tuple[Any, ...]]

    @property
    def states(self) -> int:
        return len(self.counts)

    @property
    def total(self) -> int:
        return self.counts.total()

    def table(self, measures: Sequence[Measure[Any]]) -> dict[tuple[Any, ...], int]:
        places = self._places(measures)
        table: Counter[tuple[Any, ...]] = Counter()
        for readings, number in self.counts.items():
            table[tuple(readings[place] for place in places)] += number
        return dict(table)

    def where(self, keep: Callable[[tuple[Any, ...]], bool], measures: Sequence[Measure[Any]]) -> Tally:
        places = self._places(measures)
        kept = {
            readings: number
            for readings, number in self.counts.items()
            if keep(tuple(readings[place] for place in places))
        }
        return Tally(self.measures, Counter(kept))

    def _places(self, measures: Sequence[Measure[Any]]) -> list[int]:
        names = [measure.name for measure in self.measures]
        return [names.index(measure.name) for measure in measures]


def sample(
    rules: Ruleset[Any],
    opening: State,
    battles: int,
    *,
    policies: Policies | None = None,
    seed: int | str = 0,
    measures: Sequence[Measure[Any]] | None = None,
    method: Method = "auto",
    workers: int | None = None,
    precision: float | None = None,
    progress: Report | None = None,
) -> BattleOdds:
    """Odds from so many sampled battles; every number carries a 99 % interval.

    The same seed gives the same result. ``precision``: stop as soon as every chance is known to within this half
    width (checked after each chunk; single battles only). An interrupt (Ctrl-C) in single battles keeps what is done.
    """
    measures = tuple(rules.measures(opening) if measures is None else measures)
    policies = policies or {}
    if method != "single":
        try:
            return _counted(rules, opening, battles, policies, seed, measures)
        except TooWide:
            if method == "counted":
                raise
    counts = _single(rules, opening, battles, policies, seed, measures, workers, precision, progress)
    flat = tuple(replace(measure, at=None) for measure in measures)
    tally = Tally(flat, counts)
    return BattleOdds(flat, tally, Snapshots(flat), Certainty("sampled", battles=tally.total))


def _counted(
    rules: Ruleset[Any],
    opening: State,
    battles: int,
    policies: Policies,
    seed: int | str,
    measures: Sequence[Measure[Any]],
) -> BattleOdds:
    generator = np.random.Generator(np.random.PCG64(_number(seed, 0)))
    found = battle_odds(
        rules,
        opening,
        policies=policies,
        measures=measures,
        weights=Counts(battles, generator),
        kernel_limit=COUNTED_RUNS,
    )
    found.certainty = Certainty("sampled", battles=battles)
    return found


def _number(seed: int | str, chunk: int) -> int:
    """A seed of its own for each chunk."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{chunk}".encode()).digest()[:16], "big")


class SampleTable:
    """A table whose dice and mixed answers come from a fast generator; keeps no log."""

    __slots__ = ("_policies", "_random", "state")

    def __init__(self, generator: random.Random, policies: Mapping[Side, Bot]) -> None:
        self._random = generator.random
        self._policies = policies
        self.state: Any = None

    def roll(self, pool: Pool[T], why: str, who: str = "", seen_by: tuple[str, ...] | None = None) -> T:
        draw = self._random
        return pool.read(tuple([int(draw() * sides) + 1 for sides in pool.dice()]))

    def ask(self, side: Side, choice: Choice[T]) -> T:
        plan = self._policies[side](self.state, side, choice)
        return self._drawn(plan)  # type: ignore[no-any-return]

    def ask_all(self, choices: Mapping[Side, Choice[T]]) -> Mapping[Side, T]:
        return {side: self.ask(side, choice) for side, choice in choices.items()}

    def note(self, kind: str, *, seen_by: tuple[str, ...] | None = None, **facts: Any) -> None:
        pass

    def _drawn(self, plan: Sequence[tuple[Any, Any]]) -> Any:
        if len(plan) == 1:
            return plan[0][0]
        left = self._random()
        for answer, chance in plan:
            left -= float(chance)
            if left < 0:
                return answer
        return plan[-1][0]


def play_once(
    rules: Ruleset[Any], opening: State, table: SampleTable, measures: Sequence[Measure[Any]]
) -> tuple[Any, ...]:
    """One battle to its end: the readings of the measures, in order."""
    timed = [(place, measure) for place, measure in enumerate(measures) if measure.at]
    readings: list[Any] = [None] * len(measures)
    phases, state = rules.phases, opening
    while (name := state.phase) != OVER:  # type: ignore[attr-defined]
        if timed:
            _read_moments(rules, state, name, timed, readings)
        table.state = state
        state = phases[name].run(state, table)
    for place, measure in enumerate(measures):
        if not measure.at:
            readings[place] = measure.read(state)
    return tuple(readings)


def _read_moments(
    rules: Ruleset[Any],
    state: State,
    phase: str,
    timed: Sequence[tuple[int, Measure[Any]]],
    readings: list[Any],
) -> None:
    clock = tuple(getattr(state, field) for field in rules.clock)
    for place, measure in timed:
        if measure.at and at_moment(measure.at, phase, clock):
            readings[place] = measure.read(state)


@dataclass(frozen=True)
class _Job:
    """What every chunk needs; inherited by forked workers, so that policies need not be picklable."""

    rules: Ruleset[Any]
    opening: State
    policies: Policies
    measures: Sequence[Measure[Any]]
    seed: int | str

    def run(self, chunk: int, battles: int) -> Counter[tuple[Any, ...]]:
        table = SampleTable(random.Random(_number(self.seed, chunk)), self.policies)
        return Counter(play_once(self.rules, self.opening, table, self.measures) for _ in range(battles))


_job: _Job | None = None


def _work(chunk: int, battles: int) -> Counter[tuple[Any, ...]]:
    assert _job is not None
    return _job.run(chunk, battles)


def _single(
    rules: Ruleset[Any],
    opening: State,
    battles: int,
    policies: Policies,
    seed: int | str,
    measures: Sequence[Measure[Any]],
    workers: int | None,
    precision: float | None,
    progress: Report | None,
) -> Counter[tuple[Any, ...]]:
    job = _Job(rules, opening, policies, measures, seed)
    sizes = [min(CHUNK, battles - start) for start in range(0, battles, CHUNK)]
    workers = min(workers or os.cpu_count() or 1, len(sizes)) if _can_fork() else 1
    counts: Counter[tuple[Any, ...]] = Counter()
    chunks = _in_workers(job, sizes, workers) if workers > 1 else _here(job, sizes)
    try:
        for part in chunks:
            counts.update(part)
            if progress:
                progress(counts.total(), battles)
            if precision and _precise(counts, len(measures), precision):
                break
    except KeyboardInterrupt:
        if not counts:
            raise
    finally:
        chunks.close()
    return counts


def _can_fork() -> bool:
    return "fork" in multiprocessing.get_all_start_methods()


def _here(job: _Job, sizes: Sequence[int]) -> Chunks:
    for chunk, size in enumerate(sizes):
        yield job.run(chunk, size)


def _in_workers(job: _Job, sizes: Sequence[int], workers: int) -> Chunks:
    """Chunks in order of their number, so that stopping early keeps the same battles whatever the workers do."""
    global _job
    _job = job
    done: dict[int, Counter[tuple[Any, ...]]] = {}
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("fork")) as pool:
        running: dict[Future[Counter[tuple[Any, ...]]], int] = {}
        started = given = 0
        try:
            while given < len(sizes):
                while started < len(sizes) and len(running) < 2 * workers:
                    running[pool.submit(_work, started, sizes[started])] = started
                    started += 1
                finished, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    done[running.pop(future)] = future.result()
                while given in done:
                    yield done.pop(given)
                    given += 1
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _precise(counts: Counter[tuple[Any, ...]], measures: int, precision: float) -> bool:
    """Whether every chance of every measure is known to within the wanted half width (99 %)."""
    total = counts.total()
    for place in range(measures):
        marginal: Counter[Any] = Counter()
        for readings, number in counts.items():
            marginal[readings[place]] += number
        for number in marginal.values():
            low, high = wilson(number / total, total)
            if (high - low) / 2 > precision:
                return False
    return True
