"""Windows: a state in which only some columns can be read, and back from what became of it to numbers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from operator import is_not, itemgetter
from typing import Any

from msgspec.structs import astuple, replace

from ...core.state import State
from .layout import Layout
from .places import Key, get_at, getter, plan, rebuild
from .untouched import UNTOUCHED, LyingTouch

Changes = tuple[tuple[int, Any], ...]
"""Values by their place among a window's columns."""
_UNKNOWN = object()


class Window:
    """Some columns of a layout: states in which only these can be read, and back."""

    def __init__(self, layout: Layout, columns: tuple[int, ...]) -> None:
        self.layout = layout
        self.columns = columns
        places: dict[Key, list[int]] = {}
        for place, column in enumerate(columns):
            places.setdefault(layout.leaves[column][0], []).append(place)
        names = layout.opening.__struct_fields__
        self._fields = [_field(layout, columns, places[name]) if name in places else None for name in names]
        self._seen = [field for field in self._fields if field]
        self._values = [layout.values[column] for column in columns]
        self._known = [layout.table(column) for column in columns]
        hollow = astuple(layout.hollow)
        self._shut = [_UNKNOWN if field else value for field, value in zip(self._fields, hollow, strict=True)]

    def open(self, numbers: Sequence[int]) -> Any:
        """A state with the given values in these columns; everything else is ``UNTOUCHED``."""
        return replace(self.layout.hollow, **{field.name: field.open(numbers) for field in self._seen})

    def fill(self, values: Sequence[Any]) -> Any:
        """A state with these values in these columns; everything else is ``UNTOUCHED``."""
        return replace(self.layout.hollow, **{field.name: field.fill(values) for field in self._seen})

    def parts(self, state: State) -> list[Any]:
        """A state's values in these columns."""
        return [get_at(state, self.layout.leaves[column]) for column in self.columns]

    def values(self, numbers: Sequence[int]) -> tuple[Any, ...]:
        """The values that these numbers stand for, column by column."""
        return tuple([values[number] for values, number in zip(self._values, numbers, strict=True)])

    def close(self, state: State) -> tuple[int, ...]:
        """The numbers of a state's values in these columns. Raises ``LyingTouch`` if others were replaced."""
        return self.numbers([0] * len(self.columns), self.changes(state, self._shut))

    def changes(self, state: State, before: Sequence[Any]) -> Changes:
        """What is in the columns of all fields of a state that are not the same thing as ``before``: (place among the
        window's columns, value). Raises ``LyingTouch`` if a field was replaced in which the window has no column."""
        changes: list[tuple[int, Any]] = []
        after = astuple(state)
        for field, value in compress(zip(self._fields, after, strict=True), map(is_not, after, before)):
            if field is None:
                raise LyingTouch(f"{value!r} was put where the phase's touches do not reach")
            changes += field.close(value)
        return tuple(changes)

    def numbers(self, numbers: list[int], changes: Changes) -> tuple[int, ...]:
        """Numbers with those of changed columns in their places."""
        for place, value in changes:
            number = self._known[place].get(value)
            numbers[place] = self.layout.number(self.columns[place], value) if number is None else number
        return tuple(numbers)

    def check(self, state: State) -> None:
        """A look at every untouched part. Raises ``LyingTouch`` if one was changed."""
        seen = set(self.columns)
        for column, leaf in enumerate(self.layout.leaves):
            if column not in seen and get_at(state, leaf) is not UNTOUCHED:
                raise LyingTouch(f"{leaf} was changed, which the phase's touches do not name")


class _Whole:
    """A field that is one column; ``place``: where the window has it."""

    def __init__(self, layout: Layout, column: int, place: int) -> None:
        self.name = str(layout.leaves[column][0])
        self._place = place
        self._values = layout.values[column]

    def open(self, numbers: Sequence[int]) -> Any:
        return self._values[numbers[self._place]]

    def fill(self, values: Sequence[Any]) -> Any:
        return values[self._place]

    def close(self, value: Any) -> Changes:
        return ((self._place, value),)


class _Apart:
    """A field that is taken apart into columns, some of which the window has."""

    def __init__(self, layout: Layout, columns: Sequence[int], places: Sequence[int]) -> None:
        leaves = [layout.leaves[column] for column in columns]
        self.name = str(leaves[0][0])
        self._places = places
        self._pick = itemgetter(*places)
        self._values = [layout.values[column] for column in columns]
        self._hollow = getattr(layout.hollow, self.name)
        self._plan = plan([leaf[1:] for leaf in leaves])
        self._getters = [getter(leaf[1:]) for leaf in leaves]
        self._known: dict[Any, Any] = {}

    def open(self, numbers: Sequence[int]) -> Any:
        """The field with the values of these numbers; every value is made once."""
        key = self._pick(numbers)
        if key not in self._known:
            values = [known[numbers[place]] for known, place in zip(self._values, self._places, strict=True)]
            self._known[key] = rebuild(self._hollow, self._plan, values)
        return self._known[key]

    def fill(self, values: Sequence[Any]) -> Any:
        return rebuild(self._hollow, self._plan, [values[place] for place in self._places])

    def close(self, value: Any) -> Changes:
        return tuple([(place, get(value)) for place, get in zip(self._places, self._getters, strict=True)])


def _field(layout: Layout, columns: Sequence[int], places: Sequence[int]) -> _Whole | _Apart:
    """The field in which some of a window's columns lie, by their places in the window."""
    inside = [columns[place] for place in places]
    return (
        _Whole(layout, inside[0], places[0]) if len(layout.leaves[inside[0]]) == 1 else _Apart(layout, inside, places)
    )
