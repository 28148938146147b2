"""A battle's state as a row of columns, so that a phase can be run on the columns it touches alone.

The paths that phases and measures name decide how far the state is taken apart: a field no path goes into is one
column, a field of which parts are named becomes a column per part, a tuple with an index a column (or several) per
item. Each column has a table of the values met so far; a row is a tuple of numbers into these tables.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import takewhile
from operator import attrgetter, itemgetter
from typing import Any

import msgspec

from ...core.phase import ALL
from ...core.state import State

Key = str | int
Path = tuple[Key, ...]
_TOKEN = re.compile(r"\.?([A-Za-z_]\w*)|\[(\*|-?\d+|[A-Za-z_]\w*)\]")
_ITEM = object()


class LyingTouch(AssertionError):
    """A phase read or changed a part of the state that its ``touches`` do not name."""


class Untouched:
    """Stands in a state for every part a phase does not touch. It can be carried along, and nothing else."""

    def _lie(self, *_: Any, **__: Any) -> Any:
        return self.refuse()

    def refuse(self) -> Any:
        raise LyingTouch("a part of the state was used that the phase's touches do not name")

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __hash__ = __bool__ = __int__ = __index__ = _lie
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __iter__ = __len__ = __getitem__ = _lie
    __getattr__ = __call__ = __contains__ = __float__ = __neg__ = __str__ = __format__ = _lie
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __and__ = __or__ = __truediv__ = __abs__ = _lie

    def __repr__(self) -> str:
        return "<untouched>"


UNTOUCHED = Untouched()


def parse(path: str) -> tuple[tuple[str, str], ...]:
    """A touch path as tokens: ("field", name) or ("item", index field, number or *)."""
    tokens, end = [], 0
    for match in _TOKEN.finditer(path):
        if match.start() != end:
            break
        end = match.end()
        tokens.append(("field", match[1]) if match[1] else ("item", match[2]))
    if end != len(path) or not tokens:
        raise ValueError(f"not a touch path: {path!r}")
    return tuple(tokens)


def index_fields(touches: Iterable[str]) -> tuple[str, ...]:
    """The state fields that these paths use as an index."""
    names = [
        word
        for path in touches
        if path != "*"
        for kind, word in parse(path)
        if kind == "item" and word != "*" and not word.lstrip("-").isdigit()
    ]
    return tuple(dict.fromkeys(names))


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

    def columns(self, touches: Iterable[str], indexes: Mapping[str, int]) -> tuple[int, ...]:
        """The columns below some paths, for given values of the index fields."""
        found: set[int] = set()
        for path in touches:
            if path == "*":
                return tuple(range(len(self.leaves)))
            for prefix in self._resolve(parse(path), indexes):
                found.update(self._below.get(prefix, ()))
        return tuple(sorted(found))

    def _resolve(self, tokens: Sequence[tuple[str, str]], indexes: Mapping[str, int]) -> list[Path]:
        prefixes: list[Path] = [()]
        for kind, word in tokens:
            if kind == "field":
                prefixes = [(*prefix, word) for prefix in prefixes]
            elif word == "*":
                prefixes = [(*prefix, n) for prefix in prefixes for n in range(self._sizes[prefix])]
            else:
                number = int(word) if word.lstrip("-").isdigit() else indexes[word]
                prefixes = [(*prefix, number) for prefix in prefixes if number >= 0]
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

    def table(self, column: int) -> Mapping[Any, int]:
        """The values met in a column so far, with their numbers."""
        return self._numbers[column]

    def row(self, state: State) -> tuple[int, ...]:
        """A state as numbers."""
        return tuple(self.number(i, _get(state, leaf)) for i, leaf in enumerate(self.leaves))

    def state(self, row: Sequence[int]) -> State:
        """The state that a whole row stands for."""
        window = self.window(tuple(range(len(self.leaves))))
        state: State = window.open(tuple(int(n) for n in row))
        return state

    def window(self, columns: tuple[int, ...]) -> Window:
        """A view of the state through some of its columns."""
        return Window(self, columns)


class Window:
    """Some columns of a layout: states in which only these can be read, and back."""

    def __init__(self, layout: Layout, columns: tuple[int, ...]) -> None:
        self.layout = layout
        self.columns = columns
        hidden = set(range(len(layout.leaves))) - set(columns)
        self._plan = _plan([layout.leaves[c] for c in columns])
        self._blank = _rebuild(layout.opening, _plan([layout.leaves[c] for c in hidden]), [UNTOUCHED] * len(hidden))
        seen = {layout.leaves[c][0] for c in columns}
        self._closed = tuple(
            name for name in layout.opening.__struct_fields__ if name not in seen and name not in layout.constants
        )
        self._hidden = tuple(layout.leaves[c] for c in sorted(hidden))
        self._getters = [_getter(layout.leaves[c]) for c in columns]
        self._readers = list(zip(self._getters, map(layout.table, columns), columns, strict=True))

    def open(self, numbers: Sequence[int]) -> Any:
        """A state with the given values in these columns; everything else is ``UNTOUCHED``."""
        values = self.layout.values
        return self.fill([values[c][n] for c, n in zip(self.columns, numbers, strict=True)])

    def fill(self, values: Sequence[Any]) -> Any:
        """A state with these values in these columns; everything else is ``UNTOUCHED``."""
        return _rebuild(self._blank, self._plan, values)

    def parts(self, state: State) -> list[Any]:
        """A state's values in these columns."""
        return [get(state) for get in self._getters]

    def close(self, state: State, thorough: bool = False) -> tuple[int, ...]:
        """The numbers of a state's values in these columns. Raises ``LyingTouch`` if others were changed."""
        blank = self._blank
        for name in self._closed:
            if getattr(state, name) is not getattr(blank, name):
                raise LyingTouch(f"{name} was changed, which the phase's touches do not name")
        if thorough:
            for leaf in self._hidden:
                if _get(state, leaf) is not UNTOUCHED:
                    raise LyingTouch(f"{leaf} was changed, which the phase's touches do not name")
        numbers = []
        for get, known, column in self._readers:
            value = get(state)
            number = known.get(value)
            numbers.append(self.layout.number(column, value) if number is None else number)
        return tuple(numbers)


def _trie(paths: Iterable[str]) -> dict[Any, Any]:
    """All paths as a tree of what has to be taken apart."""
    tree: dict[Any, Any] = {}
    for path in paths:
        node = tree
        for kind, word in () if path in ALL else parse(path):
            node = node.setdefault(word if kind == "field" else _ITEM, {})
    return tree


def _getter(path: Path) -> Callable[[Any], Any]:
    """A function that gets what stands at a path."""
    if not path:
        return lambda value: value
    names = list(takewhile(lambda key: isinstance(key, str), path))
    get: Callable[[Any], Any] = attrgetter(".".join(map(str, names))) if names else itemgetter(path[0])
    rest = path[max(1, len(names)) :]
    if not rest:
        return get
    below = _getter(rest)
    return lambda value: below(get(value))


def _get(value: Any, path: Path) -> Any:
    for key in path:
        value = getattr(value, key) if isinstance(key, str) else value[key]
    return value


def _plan(paths: Sequence[Path]) -> dict[Key, Any]:
    """Paths as a tree whose leaves are their places in the list."""
    tree: dict[Key, Any] = {}
    for place, path in enumerate(paths):
        node = tree
        for key in path[:-1]:
            node = node.setdefault(key, {})
        node[path[-1]] = place
    return tree


def _rebuild(value: Any, plan: Mapping[Key, Any], values: Sequence[Any]) -> Any:
    """The value with the planned parts replaced."""
    changed: dict[Any, Any] = {
        key: values[below] if isinstance(below, int) else _rebuild(_get(value, (key,)), below, values)
        for key, below in plan.items()
    }
    if not isinstance(value, tuple):
        return msgspec.structs.replace(value, **changed) if changed else value
    return tuple([changed.get(n, item) if n in changed else item for n, item in enumerate(value)])
