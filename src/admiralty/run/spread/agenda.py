"""What is still to be played: states sorted into buckets, the one furthest behind first.

States that wait for the same phase at the same point of the battle's clock make a bucket. The bucket furthest behind
goes first: by clock, then by the phase's place in the rulebook; consecutive phases that drain the same fields are one
loop, in which the states with the most left go first. So states that can meet do meet, and merge.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import Any, NamedTuple

from ...core.phase import Phase
from ...core.ruleset import Moment, Ruleset
from .layout import Layout
from .product import Product

OVER = "over"
Clock = tuple[Any, ...]


class Stage(NamedTuple):
    """A point of the battle's clock, and a loop of the rulebook; a phase that drains nothing is a loop of its own."""

    clock: Clock
    loop: int


class Key(NamedTuple):
    """Where a bucket stands. ``left``: what is still to be drained, negative; index fields tell buckets apart."""

    stage: Stage
    left: tuple[int, ...]
    place: int
    indexes: tuple[Any, ...]
    phase: str


class Agenda:
    """Buckets of states by key, and the states whose battle is over."""

    def __init__(self, rules: Ruleset[Any], layout: Layout) -> None:
        self._layout = layout
        self._phases = rules.phases
        self._places = places(rules.order)
        self._phase_column = layout.column("phase")
        self._clock = [layout.column(field) for field in rules.clock]
        self._columns = {
            phase.name: [layout.column(field) for field in dict.fromkeys((*phase.drains, *phase.indexes))]
            for phase in rules.order
        }
        self._heap: list[Key] = []
        self._buckets: dict[Key, list[Product]] = {}
        self.over: list[Product] = []

    def __bool__(self) -> bool:
        return bool(self._heap)

    def put(self, product: Product) -> None:
        """Sort states into their buckets."""
        if not product.states:  # chances too small for a double
            return
        for alike in product.parted([self._phase_column]):
            (name,) = self._layout.still(alike.still, [self._phase_column])
            if name == OVER:
                self.over.append(alike)
                continue
            for bucket in alike.parted([*self._clock, *self._columns[name]]):
                self._add(self._key(name, bucket), bucket)

    def _key(self, name: str, product: Product) -> Key:
        clock = tuple(self._layout.still(product.still, self._clock))
        values = self._layout.still(product.still, self._columns[name])
        drains = len(self._phases[name].drains)
        loop, place = self._places[name]
        return Key(
            Stage(clock, loop), tuple([-value for value in values[:drains]]), place, tuple(values[drains:]), name
        )

    def _add(self, key: Key, product: Product) -> None:
        if key not in self._buckets:
            heapq.heappush(self._heap, key)
            self._buckets[key] = []
        self._buckets[key].append(product)

    def pop(self) -> tuple[Key, list[Product]]:
        """The bucket furthest behind, in the pieces in which it came together."""
        key = heapq.heappop(self._heap)
        return key, self._buckets.pop(key)

    def at(self, stage: Stage) -> dict[str, list[Product]]:
        """All that waits at a stage, by phase."""
        waiting: dict[str, list[Product]] = {}
        for key in self._heap:
            if key.stage == stage:
                waiting.setdefault(key.phase, []).extend(self._buckets[key])
        return waiting

    def withdraw(self, stage: Stage) -> None:
        """Forget all that waits at a stage."""
        for key in self._heap:
            if key.stage == stage:
                del self._buckets[key]
        self._heap = list(self._buckets)
        heapq.heapify(self._heap)

    def clear_over(self) -> list[Product]:
        """The states whose battle is over, which are not kept any longer."""
        over, self.over = self.over, []
        return over


def at_moment(moment: Moment, phase: str, clock: Clock) -> bool:
    """Whether a bucket stands at a moment; a moment may name the first fields of the clock only."""
    return bool(moment.phase == phase and clock[: len(moment.clock)] == moment.clock)


def places(order: Sequence[Phase[Any]]) -> dict[str, tuple[int, int]]:
    """Where each phase stands: its loop, and its place in it.

    Consecutive phases that drain the same fields are one loop. Its first phase takes one off what is drained and the
    others finish what that one did, so at an equal count the first goes last and finds everything together.
    """
    places: dict[str, tuple[int, int]] = {}
    loop, drains = 0, None
    for number, phase in enumerate(order):
        head = not phase.drains or phase.drains != drains
        loop += head
        places[phase.name] = (loop, len(order) if head else number)
        drains = phase.drains
    return places
