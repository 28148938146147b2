"""What has been solved, found again by what mattered: states that differ only in what no longer matters are one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, Generic, TypeVar

from .reads import Columns

V = TypeVar("V")
Row = tuple[int, ...]

SHELVES = 24
"""So many sets of columns that mattered are told apart per phase; beyond, more columns than needed are compared."""


def picker(columns: Columns) -> Callable[[Row], Row]:
    """Takes some columns out of a row."""
    places = [place for place in range(columns.bit_length()) if columns >> place & 1]
    if len(places) > 1:
        return itemgetter(*places)
    return lambda row: tuple(row[place] for place in places)


@dataclass(frozen=True)
class _Shelf(Generic[V]):
    """Findings for which the same columns mattered."""

    columns: Columns
    key: Callable[[Row], Row]
    found: dict[Row, V] = field(default_factory=dict)


class Memo(Generic[V]):
    """Findings about rows. ``group`` is a column that always matters, ``width`` the number of columns."""

    def __init__(self, group: int, width: int) -> None:
        self._group = group
        self._all = (1 << width) - 1
        self._shelves: dict[int, list[_Shelf[V]]] = {}
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[V]:
        return (value for shelves in self._shelves.values() for shelf in shelves for value in shelf.found.values())

    def find(self, row: Row) -> V | None:
        """What is known of a row, or of one that differs in nothing that mattered."""
        shelves = self._shelves.get(row[self._group], [])
        for place, shelf in enumerate(shelves):
            value = shelf.found.get(shelf.key(row))
            if value is not None:
                if place:  # what is found often comes to stand in front
                    shelves[place], shelves[place - 1] = shelves[place - 1], shelf
                return value
        return None

    def put(self, row: Row, columns: Columns, value: V) -> None:
        """Keep a finding for which only some columns mattered."""
        shelf = self._shelf(self._shelves.setdefault(row[self._group], []), columns)
        shelf.found[shelf.key(row)] = value
        self._size += 1

    def _shelf(self, shelves: list[_Shelf[V]], columns: Columns) -> _Shelf[V]:
        for shelf in shelves:
            if shelf.columns == columns:
                return shelf
        if len(shelves) >= SHELVES:
            wider = [shelf for shelf in shelves if not columns & ~shelf.columns]
            if wider:
                return min(wider, key=lambda shelf: shelf.columns.bit_count())
            columns = self._all
        shelves.append(_Shelf(columns, picker(columns)))
        return shelves[-1]


@dataclass(slots=True)
class Known(Generic[V]):
    """A state that is done: its worth to the first side, the columns that mattered, the questions of its phase."""

    worth: Any
    columns: Columns
    solved: tuple[V, ...] = ()
