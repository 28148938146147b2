"""A draining loop on dense arrays.

In a loop such as "apply one hit after the other" the same few phases are run over and over on nearly the same states.
There it pays to give up rows: columns that the loop's phases always touch together make an axis, all columns they do
not touch make one more, and the weights of all states that wait for the same phase stand in one array. A phase is then
a small matrix along its axes, and states meet by being added in place.

What several phases of the loop touch (which phase is next, what is drained, what one hands to another) tells arrays
apart instead of making an axis. States that leave the loop become rows again.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.phase import Phase
from .kernel import Kernel, Row
from .layout import Layout
from .many import Many
from .rows import Factor, Ints, Rows
from .weights import Leads

Doubles = NDArray[np.float64]
MOST_CELLS = 4_000_000
"""Cells of one array, beyond which the states go on as rows."""
ROOMY = 100_000
"""Cells of all arrays at the start up to which it does not matter how many of them are empty."""
SPARSEST = 8
"""Cells for each state at the start, beyond which rows are quicker."""


@dataclass
class Axis:
    """Columns that the loop always touches together (or never), and the combinations met in them."""

    columns: tuple[int, ...]
    combinations: list[Row] = field(default_factory=list)
    numbers: dict[Row, int] = field(default_factory=dict)

    def number(self, combination: Row) -> int:
        number = self.numbers.setdefault(combination, len(self.combinations))
        if number == len(self.combinations):
            self.combinations.append(combination)
        return number

    def factor(self, which: Ints) -> Factor:
        """These places on the axis, as a factor of rows."""
        table = np.array(self.combinations, dtype=np.int32).reshape(len(self.combinations), len(self.columns))
        return Factor(self.columns, table, which if len(table) > 1 else None)


class Unmet(Exception):
    """States of a loop have come to a phase of it that it was not begun with."""

    def __init__(self, phase: str) -> None:
        self.phase = phase


class Loop:
    """One pass through a loop, from the rows that enter it to the rows that have left it.

    ``kernels``: of the phases that it is begun with; ``phases``: all that there are. Raises ``Unmet`` at another.
    """

    def __init__(self, layout: Layout, kernels: Sequence[Kernel], phases: Sequence[Phase[Any]], entry: Many) -> None:
        self._values = layout.values
        self._place = {phase.name: number or len(phases) for number, phase in enumerate(phases)}  # the head goes last
        self.kernels = {kernel.phase.name: kernel for kernel in kernels}
        self._unmet = {phase.name for phase in phases}.difference(self.kernels)
        touched = [set(kernel.window.columns) for kernel in kernels]
        self._drains = [layout.column(name) for name in phases[0].drains]
        self._phase_column = layout.column("phase")
        often = Counter(column for here in touched for column in here)
        shared = {column for column, phases in often.items() if phases > 1}
        self.told_apart = tuple(sorted({*shared, *self._drains, self._phase_column}))
        self.axes = self._make_axes(touched, entry.rows.columns)
        self._arrays: dict[Row, Doubles] = {}
        self._plans: dict[tuple[str, Row], Plan] = {}
        self._heap: list[tuple[Any, Row]] = []
        self._entry = entry
        self._places = [self._places_on(axis, entry.rows) for axis in self.axes]

    def _make_axes(self, touched: Sequence[set[int]], columns: Sequence[int]) -> list[Axis]:
        alike: dict[tuple[bool, ...], list[int]] = {}
        for column in columns:
            if column not in self.told_apart:
                alike.setdefault(tuple(column in here for here in touched), []).append(column)
        return [Axis(tuple(members)) for members in alike.values()] or [Axis(())]  # all may be told apart

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(len(axis.combinations) for axis in self.axes)

    @property
    def crowded(self) -> bool:
        """Whether a fair share of the cells hold a state; where states are few and far apart, rows are quicker."""
        rows = self._entry.rows
        arrays = len(rows.distinct(self.told_apart)[0])
        return arrays * math.prod(self.shape) <= max(ROOMY, SPARSEST * rows.size)

    def _enter(self) -> None:
        rows, weights = self._entry.rows, self._entry.weights
        first, number = rows.distinct(self.told_apart)
        for group, key in enumerate(rows.take(first).tuples(self.told_apart)):
            here = number == group
            flat = np.ravel_multi_index([place[here] for place in self._places], self.shape)
            cells = np.bincount(flat, weights=weights[here], minlength=math.prod(self.shape))
            self._add(key, cells.astype(np.float64, copy=False).reshape(self.shape))

    def _places_on(self, axis: Axis, rows: Rows) -> Ints:
        first, number = rows.distinct(axis.columns)
        names = [axis.number(combination) for combination in rows.take(first).tuples(axis.columns)]
        return np.array(names, dtype=np.int64)[number]

    def _add(self, key: Row, cells: Doubles) -> None:
        known = self._arrays.get(key)
        if known is None:
            heapq.heappush(self._heap, (self._order(key), key))
            self._arrays[key] = cells
        else:
            self._arrays[key] = self._grown(known) + self._grown(cells)

    def _grown(self, cells: Doubles) -> Doubles:
        """An array made before an axis grew, filled up with zeros."""
        if cells.shape == self.shape:
            return cells
        return _widened(cells, self.shape)

    def _order(self, key: Row) -> Any:
        """The most left to drain first, then as the phases stand."""
        left = tuple([-self._value(key, column) for column in self._drains])
        return left, self._place[self._name(key)]

    def _name(self, key: Row) -> str:
        """The phase that an array waits for."""
        return str(self._value(key, self._phase_column))

    def _value(self, key: Row, column: int) -> Any:
        """What all states of an array have in a column that tells arrays apart."""
        return self._values[column][key[self.told_apart.index(column)]]

    def run(self) -> Iterator[Many]:
        """Rows that leave the loop, part by part; those still inside, if the arrays grow too large or too empty."""
        if not self.crowded:
            yield self._entry
            return
        self._enter()
        while self._heap:
            if math.prod(self.shape) > MOST_CELLS:
                yield from (self._rows(key, self._grown(cells)) for key, cells in self._arrays.items())
                return
            _, key = heapq.heappop(self._heap)
            yield from self._advance(key, self._arrays.pop(key))

    def _advance(self, key: Row, cells: Doubles) -> Iterator[Many]:
        plan = self._plan(key)
        others = [n for n in range(len(self.axes)) if n not in plan.touched]
        cells = self._grown(cells).transpose(*others, *plan.touched)
        shape = cells.shape[: len(others)]
        before = cells.shape[len(others) :]
        flat = cells.reshape(-1, math.prod(before))
        plan.learn(np.flatnonzero(flat.any(axis=0)), before)
        back = _inverse([*others, *plan.touched])
        for told, leads in plan.leads():
            if leads.shape[0] != flat.shape[1]:
                flat = _widened(flat.reshape(-1, *before), (len(flat), *plan.shape)).reshape(len(flat), -1)
            after = leads.after(flat)
            result = after.reshape(*shape, *plan.shape).transpose(*back)
            target = tuple(old if new is None else new for old, new in zip(key, told, strict=True))
            name = self._name(target)
            if name in self.kernels:
                self._add(target, result)
            elif name in self._unmet:
                raise Unmet(name)
            else:
                yield self._rows(target, result)

    def _plan(self, key: Row) -> Plan:
        """The plan of the phase an array waits for; arrays that the phase cannot tell apart share it."""
        name = self._name(key)
        columns = self.kernels[name].window.columns
        seen = tuple(number for column, number in zip(self.told_apart, key, strict=True) if column in columns)
        if (name, seen) not in self._plans:
            self._plans[name, seen] = Plan(self, name, key)
        return self._plans[name, seen]

    def _rows(self, key: Row, cells: Doubles) -> Many:
        """The states of an array as rows."""
        where = np.nonzero(cells)
        weights = cells[where]
        told = Factor(self.told_apart, np.array([key], dtype=np.int32), None)
        factors = (axis.factor(places) for axis, places in zip(self.axes, where, strict=True))
        return Many(Rows(len(weights), (told, *factors)), weights, self._entry.how)


class Plan:
    """What a phase does along the axes it touches, found for the values met so far."""

    def __init__(self, loop: Loop, name: str, key: Row) -> None:
        self._loop = loop
        self._kernel = loop.kernels[name]
        places = {column: place for place, column in enumerate(self._kernel.window.columns)}
        self.touched = [n for n, axis in enumerate(loop.axes) if axis.columns and axis.columns[0] in places]
        self._axes = [(loop.axes[n], [places[c] for c in loop.axes[n].columns]) for n in self.touched]
        self._told = [places.get(column) for column in loop.told_apart]
        self._numbers = [0] * len(places)
        for place, number in zip(self._told, key, strict=True):
            if place is not None:
                self._numbers[place] = number
        self._known: set[Row] = set()
        self._ways: dict[tuple[int | None, ...], list[tuple[Row, Row, float]]] = {}
        self._made: tuple[Any, Any] = (None, None)

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes of the touched axes now."""
        return tuple(len(axis.combinations) for axis, _ in self._axes)

    def learn(self, used: Ints, shape: tuple[int, ...]) -> None:
        """Run the phase for touched values that were not met before."""
        spots = zip(*(index.tolist() for index in np.unravel_index(used, shape)), strict=True) if shape else [()]
        for spot in spots:
            if spot not in self._known:
                self._known.add(spot)
                self._run(spot)

    def _run(self, spot: Row) -> None:
        for (axis, places), number in zip(self._axes, spot, strict=True):
            for place, value in zip(places, axis.combinations[number], strict=True):
                self._numbers[place] = value
        for outcome, chance in self._kernel(tuple(self._numbers)):
            told = tuple([None if place is None else outcome[place] for place in self._told])
            after = tuple([axis.number(tuple([outcome[p] for p in places])) for axis, places in self._axes])
            self._ways.setdefault(told, []).append((spot, after, chance))

    def leads(self) -> list[tuple[tuple[int | None, ...], Leads]]:
        """Per way to be told apart afterwards: touched values by touched values after."""
        state = (len(self._known), self.shape)
        if self._made[0] != state:
            self._made = state, [(told, self._leads(led)) for told, led in self._ways.items()]
        made: list[tuple[tuple[int | None, ...], Leads]] = self._made[1]
        return made

    def _leads(self, led: Sequence[tuple[Row, Row, float]]) -> Leads:
        size = math.prod(self.shape)
        rows = _flat([spot for spot, _, _ in led], self.shape)
        columns = _flat([after for _, after, _ in led], self.shape)
        return Leads(rows, columns, np.array([chance for _, _, chance in led]), (size, size))


def _inverse(order: Sequence[int]) -> list[int]:
    """The order that undoes an order of axes."""
    return sorted(range(len(order)), key=order.__getitem__)


def _flat(spots: Sequence[Row], shape: tuple[int, ...]) -> Ints:
    """Places on several axes as places on one."""
    if not shape:
        return np.zeros(len(spots), dtype=np.int64)
    flat: Ints = np.ravel_multi_index(tuple(np.array(spots, dtype=np.int64).T), shape)
    return flat


def _widened(cells: Doubles, shape: tuple[int, ...]) -> Doubles:
    """An array filled up with zeros to a larger shape."""
    wide = np.zeros(shape)
    wide[tuple(slice(size) for size in cells.shape)] = cells
    return wide
