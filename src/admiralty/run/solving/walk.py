"""Where a state of a battle can lead: the tree of its phase, and the states at the tree's leaves.

A state is a row of a ``Layout`` with one more number behind it: the rounds that are still to be followed (0 if no
horizon was set). A phase's tree is grown once per distinct value of what the phase touches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from ...core.errors import Complaint
from ...core.phase import Phase
from ...core.ruleset import Ruleset
from ...core.state import State
from ...core.words import say
from ..spread.agenda import OVER
from ..spread.kernel import Kernels, fraction, layout_of
from ..spread.layout import Layout
from ..spread.places import Path
from ..spread.window import Window
from .memo import Memo, Row, picker
from .reads import Columns, Footprint, bits, footprint, read_by
from .tree import Gardener, Tree


@dataclass(frozen=True)
class Visit:
    """A state with its phase's tree and, leaf by leaf, the states it leads to; and what of it matters: the columns
    that are read here, and for each end those that are replaced unread."""

    row: Row
    tree: Tree
    ends: tuple[Row, ...]
    foot: Footprint


Changes = tuple[tuple[int, int], ...]
"""Columns and their new numbers."""


@dataclass(frozen=True)
class _Way:
    """One phase, for given values of its index fields: the window it looks through, and its trees so far."""

    phase: Phase[Any]
    window: Window
    touched: Callable[[Row], Row]
    clocked: bool  # whether it can move the clock
    always: Columns  # what is read in any case
    grown: dict[Row, _Grown] = field(default_factory=dict)

    def grow(self, touched: Row, limit: int) -> _Grown:
        """The tree from some touched values, and what it needs of them."""

        def grow(state: Any, close: Callable[[Any], Row]) -> Tree:
            return Gardener(self.phase, state, close, limit).grow()

        tree = grow(self.window.open(touched), self.window.close)
        foot = footprint(self.window, touched, tree, grow)
        replaced = tuple(columns & ~self.always for columns in foot.replaced)
        changes = tuple(self._changes(touched, leaf) for leaf in tree.leaves)
        self.grown[touched] = _Grown(self, tree, Footprint(foot.reads | self.always, replaced), changes)
        return self.grown[touched]

    def _changes(self, touched: Row, leaf: Row) -> Changes:
        pairs = zip(self.window.columns, touched, leaf, strict=True)
        return tuple((column, after) for column, before, after in pairs if after != before)


@dataclass(frozen=True)
class _Grown:
    """A tree with what it needs, and what each leaf changes in a row."""

    way: _Way
    tree: Tree
    foot: Footprint
    changes: tuple[Changes, ...]


class Walk:
    """The states of one battle. ``horizon`` is a clock field and how many of its ticks to follow; ``meet`` is shown
    every new tree; a question may have ``limit`` combinations of answers."""

    def __init__(
        self,
        rules: Ruleset[Any],
        opening: State,
        horizon: tuple[str, int] | None,
        limit: int,
        meet: Callable[[Tree], None],
    ) -> None:
        self.rules = rules
        self.layout = finest(rules, opening)
        self.start = (*self.layout.row(opening), horizon[1] if horizon else 0)
        self._limit = limit
        self._meet = meet
        self._kernels = Kernels(rules, self.layout, {}, fraction)
        self._phase_column = self.layout.column("phase")
        self._phases = self.layout.values[self._phase_column]
        self._counted = self.layout.column(horizon[0]) if horizon else -1
        self._clock = tuple(self.layout.column(name) for name in rules.clock)
        self._indexes = {
            phase.name: [(name, self.layout.column(name)) for name in phase.indexes] for phase in rules.order
        }
        self._whole = Window(self.layout, tuple(range(len(self.layout.leaves))))
        self._ways: dict[tuple[Any, ...], _Way] = {}

    def ended(self, row: Row) -> bool:
        """Whether the battle, or what is to be followed of it, ends in a state."""
        return self._phases[row[self._phase_column]] == OVER or (self._counted >= 0 and not row[-1])

    def phase(self, row: Row) -> str:
        """The phase that a state waits for."""
        return str(self._phases[row[self._phase_column]])

    def rows(self, state: State) -> Iterator[Row]:
        """The rows a state may stand for: with most rounds to go first; none if it is of another battle."""
        opening = self.layout.opening
        if all(getattr(state, name) == getattr(opening, name) for name in self.layout.constants):
            row = self.layout.row(state)
            last = 0 if self._counted < 0 else 1
            yield from ((*row, left) for left in range(self.start[-1], last - 1, -1))

    def state(self, row: Row) -> State:
        """The state that a row stands for."""
        return self.layout.state(row[:-1])

    def memo(self) -> Memo[Any]:
        """An empty memory for findings about states."""
        return Memo(self._phase_column, len(self.start))

    def always(self) -> Columns:
        """What of a state always matters: its phase, and the rounds still to be followed."""
        return bits([self._phase_column, len(self.start) - 1])

    def read_by(self, row: Row, look: Callable[[Any], Any], result: Any) -> Columns:
        """What of a state matters to a function of it."""
        return read_by(self._whole, row[:-1], look, result)

    def visit(self, row: Row) -> Visit:
        """The phase that begins in a state, and where it leads. Phases after it that neither roll nor ask are gone
        through at once: nobody needs to know of the states between."""
        grown = self._grown(row)
        reads = grown.foot.reads
        ends, all_replaced = [], []
        for changes, replaced in zip(grown.changes, grown.foot.replaced, strict=True):
            end, more, replaced = self._followed(self._after(grown.way, row, changes), replaced)
            reads |= more
            ends.append(end)
            all_replaced.append(replaced)
        return Visit(row, grown.tree, tuple(ends), Footprint(reads, tuple(all_replaced)))

    def _followed(self, row: Row, replaced: Columns) -> tuple[Row, Columns, Columns]:
        """The next state that rolls, asks or ends; what was read on the way without having been replaced before;
        and all that was replaced."""
        reads, seen = 0, set()
        while not self.ended(row):
            grown = self._grown(row)
            if not isinstance(grown.tree.root, int):
                break
            if row in seen:
                raise circle()
            seen.add(row)
            reads |= grown.foot.reads & ~replaced
            replaced |= grown.foot.replaced[0]
            row = self._after(grown.way, row, grown.changes[0])
        return row, reads, replaced

    def _grown(self, row: Row) -> _Grown:
        """The phase that begins in a state, grown."""
        way = self._way(row)
        touched = way.touched(row)
        known = way.grown.get(touched)
        if known is None:
            known = way.grow(touched, self._limit)
            self._meet(known.tree)
        return known

    def _after(self, way: _Way, row: Row, changes: Changes) -> Row:
        """The row with what the phase changes."""
        changed = list(row)
        for column, value in changes:
            changed[column] = value
        end = tuple(changed)
        return self._later(row, end) if way.clocked else end

    def _later(self, row: Row, end: Row) -> Row:
        """A row with the ticks of the clock that went by taken off what is left. Rules may count rounds alike as one,
        so that equal situations meet: then clock and phases falling back to an earlier point are the tick."""
        values = self.layout.values[self._counted]
        ticks = values[end[self._counted]] - values[row[self._counted]]
        if ticks <= 0:
            ticks = int(ticks < 0 or (self._time(end) < self._time(row) and self._place(end) <= self._place(row)))
        return (*end[:-1], max(0, end[-1] - ticks)) if ticks else end

    def _place(self, row: Row) -> int:
        return self.rules.place.get(self.phase(row), len(self.rules.order))

    def _time(self, row: Row) -> tuple[Any, ...]:
        return tuple([self.layout.values[column][row[column]] for column in self._clock])

    def _way(self, row: Row) -> _Way:
        name = self._phases[row[self._phase_column]]
        indexes = self._indexes[name]
        key = (name, *[row[column] for _, column in indexes])
        way = self._ways.get(key)
        if way is None:
            phase = self.rules.phases[name]
            values = [(field, self.layout.values[column][row[column]]) for field, column in indexes]
            window = self._kernels.window(phase, values)
            clocked = self._counted >= 0 and not set(self._clock).isdisjoint(window.columns)
            always = bits([self._phase_column, *(column for _, column in indexes), *(self._clock if clocked else ())])
            way = self._ways[key] = _Way(phase, window, picker(bits(window.columns)), clocked, always)
        return way


def finest(rules: Ruleset[Any], opening: State) -> Layout:
    """The columns of a battle with parts of the state taken apart as far as their types allow: the finer, the more
    can be seen not to matter."""
    rough = layout_of(rules, opening)
    return layout_of(rules, opening, [path for leaf in rough.leaves for path in _parts(opening, leaf)])


def _parts(opening: State, leaf: Path) -> list[str]:
    """The paths of the parts of a column that always holds a state; none if it may hold anything else."""
    *way, name = leaf
    holder: Any = opening
    for key in way:
        holder = getattr(holder, key) if isinstance(key, str) else holder[key]
    if not isinstance(name, str):
        return []
    kinds = {field.name: field.type for field in msgspec.structs.fields(holder)}
    written = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in leaf).lstrip(".")
    return [f"{written}.{part}" for part in _fields(kinds[name])]


def _fields(kind: Any) -> list[str]:
    """The fields of a type of state, and theirs in turn."""
    if not (isinstance(kind, type) and issubclass(kind, State)):
        return []
    fields = msgspec.structs.fields(kind)
    return [
        path for field in fields for path in ([f"{field.name}.{part}" for part in _fields(field.type)] or [field.name])
    ]


def circle() -> Complaint:
    """A battle that can go on for ever has to be left somewhere."""
    text = say("the battle can come back to where it was: say how many rounds of it are to be followed")
    return Complaint(text, "circle")
