"""Which loops are played on dense arrays, and how states get into them and out again."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ...core.phase import Phase
from .agenda import Key, Stage
from .loops import Loop, Unmet
from .product import Product, merged

if TYPE_CHECKING:
    from .engine import Engine


class Dense:
    """The loops of a ruleset, for weights that are doubles.

    A loop that has few rows is played bucket by bucket, until it grows; one whose states are few and far between, too
    (see ``Loop.crowded``).
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._loops = loops(engine.rules.order)
        self._met: dict[int, set[str]] = {}
        self._small: set[Stage] = set()
        self._tried: set[Stage] = set()

    def played(self, key: Key, product: Product) -> bool:
        """Carry this bucket and all else that is in its loop now out of it, if it is one for which arrays pay."""
        stage, phases = key.stage, self._loops.get(key.phase)
        if not phases or stage in self._tried:
            return False
        few = self._engine.weights.few
        if stage in self._small and self._rows([self._engine.rules.phases[key.phase]], [product]) <= few:
            return False
        waiting = self._engine.agenda.at(stage)
        chunks = [product, *(chunk for chunks in waiting.values() for chunk in chunks)]
        if stage not in self._small and self._rows(phases, chunks) <= few:
            self._small.add(stage)
            return False
        self._tried.add(stage)  # what comes back is what the arrays could not carry
        self._engine.agenda.withdraw(stage)
        self._met.setdefault(stage.loop, set()).update({key.phase, *waiting})
        for left in self._through(phases, stage.loop, merged(chunks)):
            self._engine.agenda.put(left)
        return True

    def _rows(self, phases: Sequence[Phase[Any]], chunks: Sequence[Product]) -> float:
        """How many rows what a loop touches has in all."""
        if any(column not in chunk.still for chunk in chunks for column in self._indexes(phases)):
            return math.inf
        return sum(chunk.rows(self._touched(phases, chunk)) for chunk in chunks)

    def _through(self, phases: Sequence[Phase[Any]], loop: int, product: Product) -> list[Product]:
        """States that have left a loop. It begins with the phases that were met in it so far, since each may touch more
        of the state, and begins anew if it comes to another; what that one leads to is known then."""
        while True:
            met = [phase for phase in phases if phase.name in self._met[loop]]
            try:
                alike = product.parted(self._indexes(met))
                return [left for states in alike for left in self._out(met, phases, states)]
            except Unmet as unmet:
                self._met[loop].add(unmet.phase)

    def _out(self, met: Sequence[Phase[Any]], phases: Sequence[Phase[Any]], product: Product) -> Iterator[Product]:
        columns = {self._engine.layout.column(field) for field in phases[0].drains}
        part, rest = product.pull(columns | self._touched(met, product))
        kernels = [self._engine.kernel(phase, product) for phase in met]
        for left in Loop(self._engine.layout, kernels, phases, product.terms.many(part)).run():
            yield rest.put(left)

    def _touched(self, phases: Sequence[Phase[Any]], product: Product) -> set[int]:
        return {column for phase in phases for column in self._engine.kernel(phase, product).window.columns}

    def _indexes(self, phases: Sequence[Phase[Any]]) -> list[int]:
        return [self._engine.layout.column(field) for phase in phases for field in phase.indexes]


def loops(order: Sequence[Phase[Any]]) -> dict[str, list[Phase[Any]]]:
    """The loop that each draining phase belongs to: its phases in rulebook order."""
    found: dict[str, list[Phase[Any]]] = {}
    loop: list[Phase[Any]] = []
    for phase in order:
        if not loop or phase.drains != loop[0].drains:
            loop = []
        if phase.drains:
            loop.append(phase)
            found[phase.name] = loop
    return found
