"""A battle's state as a row of columns, so that a phase can be run on the columns it touches alone.

The paths that phases and measures name decide how far the state is taken apart: a field no path goes into is one
column, a field of which parts are named becomes a column per part, a tuple with an index a column (or several) per
item. Each column has a table of the values met so far; a row is a tuple of numbers into these tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from ...core.state import State
from ...core.touches import ALL, parse
from .places import Path, get_at, plan, rebuild
from .untouched import UNTOUCHED

_ITEM = object()


class Layout:
    """The columns of a battle. ``leaves[i]`` is the path of column i; ``values[i]`` the values met in it."""

    def __init__(self, opening: State, paths: Iterable[str]) -> None:
        self.opening = opening
        self.constants = type(opening).CONSTANT
        self.leaves: list[Path] = []
        self._below: dict[Path, list[int]] = {}
        self._sizes: dict[Path, int] = {}
        self._grow(opening, _trie(paths), ())
        self.values: list[list[Any]] = [[] for _ in self.leaves]
        self._numbers: list[dict[Any, int]] = [{} for _ in self.leaves]

    def _grow(self, value: Any, splits: Mapping[Any, Any], prefix: Path) -> None:
        if not splits:
            number = len(self.leaves)
            self.leaves.append(prefix)
            for depth in range(len(prefix) + 1):
                self._below.setdefault(prefix[:depth], []).append(number)
        elif _ITEM in splits:
            self._sizes[prefix] = len(value)
            for number, item in enumerate(value):
                self._grow(item, splits[_ITEM], (*prefix, number))
        else:
            skip = self.constants if not prefix else ()
            for name in value.__struct_fields__:
                if name not in skip:
                    self._grow(getattr(value, name), splits.get(name, {}), (*prefix, name))

    def columns(self, touches: Iterable[str], indexes: Mapping[str, int | tuple[int, ...]]) -> tuple[int, ...]:
        """The columns below some paths, for given values of the index fields."""
        found: set[int] = set()
        for path in touches:
            if path == "*":
                return tuple(range(len(self.leaves)))
            for prefix in self._resolve(parse(path), indexes):
                found.update(self._below.get(prefix, ()))
        return tuple(sorted(found))

    def _resolve(self, tokens: Sequence[tuple[str, str]], indexes: Mapping[str, int | tuple[int, ...]]) -> list[Path]:
        prefixes: list[Path] = [()]
        for kind, word in tokens:
            if kind == "field":
                prefixes = [(*prefix, word) for prefix in prefixes]
            elif word == "*":
                prefixes = [(*prefix, n) for prefix in prefixes for n in range(self._sizes[prefix])]
            else:
                named = int(word) if word.lstrip("-").isdigit() else indexes[word]
                numbers = named if isinstance(named, tuple) else (named,)
                prefixes = [(*prefix, number) for prefix in prefixes for number in numbers if number >= 0]
        return prefixes

    def column(self, field: str) -> int:
        """The column of a field that is not taken apart."""
        (number,) = self._below[(field,)]
        return number

    def number(self, column: int, value: Any) -> int:
        """The number of a value in a column's table."""
        numbers = self._numbers[column]
        number = numbers.get(value)
        if number is None:
            number = numbers[value] = len(self.values[column])
            self.values[column].append(value)
        return number

    def still(self, numbers: Mapping[int, int], columns: Sequence[int]) -> list[Any]:
        """The values in some columns, by the number in each."""
        return [self.values[column][numbers[column]] for column in columns]

    def table(self, column: int) -> Mapping[Any, int]:
        """The values met in a column so far, with their numbers."""
        return self._numbers[column]

    @cached_property
    def hollow(self) -> State:
        """The state with nothing in it but its constants: every column is ``UNTOUCHED``."""
        hollow: State = rebuild(self.opening, plan(self.leaves), [UNTOUCHED] * len(self.leaves))
        return hollow

    @property
    def fixed(self) -> tuple[Any, ...]:
        """What never changes in this battle: its constants, and how long the tuples are that are taken apart, which
        any phase may see."""
        constants = (getattr(self.opening, name) for name in self.constants)
        return type(self.opening), *constants, *self._sizes.items()

    def row(self, state: State) -> tuple[int, ...]:
        """A state as numbers."""
        return tuple(self.number(i, get_at(state, leaf)) for i, leaf in enumerate(self.leaves))

    def state(self, row: Sequence[int]) -> State:
        """The state that a whole row stands for."""
        values = [self.values[column][number] for column, number in enumerate(row)]
        state: State = rebuild(self.hollow, plan(self.leaves), values)
        return state


def _trie(paths: Iterable[str]) -> dict[Any, Any]:
    """All paths as a tree of what has to be taken apart."""
    tree: dict[Any, Any] = {}
    for path in paths:
        node = tree
        for kind, word in () if path in ALL else parse(path):
            node = node.setdefault(word if kind == "field" else _ITEM, {})
    return tree
