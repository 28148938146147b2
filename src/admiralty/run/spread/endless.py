"""Odds of battles that may last for ever: an absorbing chain over the states in which a round can begin.

A ruleset names the phase at which such a battle comes round (``Ruleset.home``). From every state in which that phase
can be met, one round is carried to its end; how often each state is passed then follows from a linear system, solved
group by group of states that lead back to each other. Where only "nothing changed" leads back, that drops the
self-loop: the weight is divided by one minus the chance to stay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from graphlib import TopologicalSorter
from typing import Any

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from ...core.errors import Complaint, TooWide
from ...core.words import say
from .agenda import OVER
from .engine import Engine
from .spread import Spread

Row = tuple[int, ...]


@dataclass
class Chain:
    """States in which a round can begin, by number; per state where one round leads, and how battles end there."""

    nodes: list[Row] = field(default_factory=list)
    leads: list[dict[int, Any]] = field(default_factory=list)
    ends: list[dict[Row, Any]] = field(default_factory=list)
    numbers: dict[Row, int] = field(default_factory=dict)

    def number(self, row: Row) -> int:
        """The number of a state, a new one if it was not met before."""
        number = self.numbers.setdefault(row, len(self.nodes))
        if number == len(self.nodes):
            self.nodes.append(row)
            self.leads.append({})
            self.ends.append({})
        return number


def endless(engine: Engine, limit: int = 200_000) -> Spread:
    """The spread of all ends of a battle, from an engine that stops where a round begins. Raises ``TooWide`` beyond
    ``limit`` states, ``Complaint`` if the battle can come to a state that it never leaves."""
    chain = Chain()
    inflow: dict[int, Any] = {}
    ends: dict[Row, Any] = {}
    for row, weight in engine.run().listed():
        if _phase(engine, row) == OVER:
            ends[row] = weight
        else:
            inflow[chain.number(row)] = weight
    _explore(engine, chain, limit)
    for number, visits in _visits(chain, inflow).items():
        for row, chance in chain.ends[number].items():
            ends[row] = ends.get(row, 0) + visits * chance
    return Spread(engine.layout, engine.product(ends))


def _phase(engine: Engine, row: Row) -> str:
    column = engine.layout.column("phase")
    return str(engine.layout.values[column][row[column]])


def _explore(engine: Engine, chain: Chain, limit: int) -> None:
    """One round from every state that can be met, layer by layer; a last column remembers where each came from."""
    done = 0
    while done < len(chain.nodes):
        if len(chain.nodes) > limit:
            raise TooWide(f"more than {limit:,} different states at the start of a round: ask for a sample")
        layer = range(done, len(chain.nodes))
        rows = [(*chain.nodes[number], number) for number in layer]
        for row, chance in engine.depart(rows).listed():
            origin, state = row[-1], row[:-1]
            if _phase(engine, state) == OVER:
                chain.ends[origin][state] = chance
            else:
                chain.leads[origin][chain.number(state)] = chance
        done = layer.stop


def _visits(chain: Chain, inflow: Mapping[int, Any]) -> dict[int, Any]:
    """How often each state is passed on average."""
    visits: dict[int, Any] = {}
    waiting = dict(inflow)
    for group in _groups(chain):
        passed = _solved(chain, group, [waiting.get(number, 0) for number in group])
        for number, times in zip(group, passed, strict=True):
            visits[number] = times
            for after, chance in chain.leads[number].items():
                if after not in group:
                    waiting[after] = waiting.get(after, 0) + times * chance
    return visits


def _groups(chain: Chain) -> list[list[int]]:
    """States that lead back to each other together, those that lead first before those they lead to."""
    size = len(chain.nodes)
    pairs = [(number, after) for number, leads in enumerate(chain.leads) for after in leads]
    if not size:
        return []
    rows, columns = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    graph = sparse.csr_array((np.ones(len(pairs)), (rows, columns)), shape=(size, size))
    count, labels = connected_components(graph, directed=True, connection="strong")
    members: list[list[int]] = [[] for _ in range(count)]
    for number, label in enumerate(labels.tolist()):
        members[label].append(number)
    before: dict[int, set[int]] = {label: set() for label in range(count)}
    for number, after in pairs:
        if labels[number] != labels[after]:
            before[int(labels[after])].add(int(labels[number]))
    return [members[label] for label in TopologicalSorter(before).static_order()]


def _solved(chain: Chain, group: list[int], inflow: list[Any]) -> list[Any]:
    """Visits within a group: x = inflow + x Q, by elimination, which keeps fractions exact."""
    place = {number: i for i, number in enumerate(group)}
    matrix = [[Fraction(0) if i != j else Fraction(1) for j in range(len(group))] for i in range(len(group))]
    for number in group:
        for after, chance in chain.leads[number].items():
            if after in place:
                matrix[place[after]][place[number]] -= chance
    return _eliminated(matrix, list(inflow))


def _eliminated(matrix: list[list[Any]], right: list[Any]) -> list[Any]:
    size = len(right)
    for pivot in range(size):
        best = max(range(pivot, size), key=lambda row: abs(matrix[row][pivot]))
        if not matrix[best][pivot]:
            raise Complaint(say("this battle can come to a point from which it never ends"), "never_ends")
        matrix[pivot], matrix[best] = matrix[best], matrix[pivot]
        right[pivot], right[best] = right[best], right[pivot]
        for row in range(size):
            factor = matrix[row][pivot]
            if row != pivot and factor:
                factor = factor / matrix[pivot][pivot]
                matrix[row] = [a - factor * b for a, b in zip(matrix[row], matrix[pivot], strict=True)]
                right[row] = right[row] - factor * right[pivot]
    return [right[row] / matrix[row][row] for row in range(size)]
