"""What of a state really matters: which columns a phase reads, which it replaces unread, and which are carried along.

``touches`` name all that a phase may read or change from any state. From one given state it usually reads less. To
find out, the phase is run on a state in which everything is hidden; what it stumbles over is shown to it, and it is
run again, until it goes through. What it did not need is carried along or replaced, and states that differ in nothing
else go the same way. Every finding is checked against the run on the true state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ..spread.untouched import Untouched
from ..spread.window import Window
from .tree import Branch, Chance, Leaf, Node, Tree, thrown

Columns = int
"""A set of columns, as bits."""

CARRIED = -1


class Read(BaseException):
    """A hidden column was read. Not an ``Exception``, so that no rule can catch it by accident."""

    def __init__(self, column: int) -> None:
        self.column = column


class Hidden(Untouched):
    """Stands for the value of a column until it is read."""

    def __init__(self, column: int) -> None:
        self.column = column

    def refuse(self) -> Any:
        raise Read(self.column)


@dataclass(frozen=True)
class Footprint:
    """The columns that are read, and for each leaf those that are replaced without having been read."""

    reads: Columns
    replaced: tuple[Columns, ...]


def bits(columns: Sequence[int]) -> Columns:
    return sum(1 << column for column in set(columns))


def footprint(
    window: Window, numbers: Leaf, tree: Tree, grow: Callable[[Any, Callable[[Any], Leaf]], Tree]
) -> Footprint:
    """What growing ``tree`` from these touched values needs. ``grow`` grows it from a state and a way to close one."""
    shown: set[int] = set()
    while True:
        try:
            probe = grow(opened(window, numbers, shown), lambda state: closed(window, state))
            break
        except Read as stop:
            shown.add(stop.column)
        except Exception:  # rules may fail in any way on a hidden value: then everything counts as read
            return everything(window, tree)
    return _checked(window, numbers, tree, probe, shown)


def everything(window: Window, tree: Tree) -> Footprint:
    return Footprint(bits(window.columns), (0,) * len(tree.leaves))


def opened(window: Window, numbers: Leaf, shown: set[int]) -> Any:
    """A state in which only some columns can be read."""
    values = window.layout.values
    return window.fill(
        [values[c][n] if c in shown else Hidden(c) for c, n in zip(window.columns, numbers, strict=True)]
    )


def closed(window: Window, state: Any) -> Leaf:
    """The numbers of a state that may have hidden columns."""
    return tuple(_number(window, c, part) for c, part in zip(window.columns, window.parts(state), strict=True))


def _number(window: Window, column: int, part: Any) -> int:
    if not isinstance(part, Hidden):
        return window.layout.number(column, part)
    if part.column != column:
        raise Read(part.column)
    return CARRIED


def _checked(window: Window, numbers: Leaf, tree: Tree, probe: Tree, shown: set[int]) -> Footprint:
    """The footprint that a probe shows, if it is the same tree; else everything counts as read (a rule looked at a
    hidden value without stumbling: ``is None`` does)."""
    place = {leaf: number for number, leaf in enumerate(tree.leaves)}
    places = [place.get(_filled(leaf, numbers), -1) for leaf in probe.leaves]
    if set(places) != set(range(len(tree.leaves))) or not _same(tree.root, _moved(probe.root, places)):
        return everything(window, tree)
    replaced = [bits(window.columns)] * len(tree.leaves)
    for leaf, number in zip(probe.leaves, places, strict=True):
        written = [c for c, n in zip(window.columns, leaf, strict=True) if n != CARRIED and c not in shown]
        replaced[number] &= bits(written)
    return Footprint(bits(tuple(shown)), tuple(replaced))


def _filled(leaf: Leaf, numbers: Leaf) -> Leaf:
    return tuple([before if after == CARRIED else after for after, before in zip(leaf, numbers, strict=True)])


def _moved(node: Node, places: Sequence[int]) -> Node:
    """A tree with its leaves renumbered; leaves that turn out equal are merged as in a grown tree."""
    if places == list(range(len(places))):
        return node
    if isinstance(node, int):
        return places[node]
    if isinstance(node, Chance):
        return thrown((Fraction(weight, node.total), _moved(below, places)) for weight, below in node.ways)
    return replace(node, nodes=tuple(_moved(below, places) for below in node.nodes))


def _same(mine: Node, other: Node) -> bool:
    """Whether two trees roll and ask the same and lead to the same."""
    if isinstance(mine, int) or isinstance(other, int):
        return mine == other
    if isinstance(mine, Chance) and isinstance(other, Chance):
        return (
            (mine.total, len(mine.ways)) == (other.total, len(other.ways))
            and all(a == b for (a, _), (b, _) in zip(mine.ways, other.ways, strict=True))
            and all(_same(a, b) for (_, a), (_, b) in zip(mine.ways, other.ways, strict=True))
        )
    if isinstance(mine, Branch) and isinstance(other, Branch):
        return _asked(mine) == _asked(other) and all(map(_same, mine.nodes, other.nodes))
    return False


def _asked(branch: Branch) -> list[Any]:
    """What a question says and which answers it takes."""
    choices = [(part.side, part.choice.name, part.choice.text, part.choice.form, part.options) for part in branch.parts]
    return [*choices, branch.before]


def read_by(window: Window, numbers: Leaf, look: Callable[[Any], Any], result: Any) -> Columns:
    """The columns that ``look`` reads of a state to come to ``result``."""
    shown: set[int] = set()
    while True:
        try:
            found = look(opened(window, numbers, shown))
            if isinstance(found, Hidden):
                raise Read(found.column)
            return bits(tuple(shown)) if found == result else bits(window.columns)
        except Read as stop:
            shown.add(stop.column)
        except Exception:  # as above
            return bits(window.columns)
