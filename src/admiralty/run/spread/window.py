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
        self._values = [layout.values[column] for column in columns]
        self._known = [layout.table(column) for column in columns]
        self._whole = {str(name): at[0] for name, at in places.items() if len(layout.leaves[columns[at[0]]]) == 1}
        self._apart = [_Apart(layout, columns, at) for name, at in places.items() if name not in self._whole]
        fields: dict[str, int | _Apart] = {**self._whole, **{field.name: field for field in self._apart}}
        self._fields = [fields.get(name) for name in layout.opening.__struct_fields__]
        hollow = astuple(layout.hollow)
        self._shut = [value if field is None else _UNKNOWN for field, value in zip(self._fields, hollow, strict=True)]

    def open(self, numbers: Sequence[int]) -> Any:
        """A state with the given values in these columns; everything else is ``UNTOUCHED``."""
        values = self._values
        seen = {name: values[place][numbers[place]] for name, place in self._whole.items()}
        for field in self._apart:
            seen[field.name] = field.open(numbers)
        return replace(self.layout.hollow, **seen)

    def fill(self, values: Sequence[Any]) -> Any:
        """A state with these values in these columns; everything else is ``UNTOUCHED``."""
        seen = {name: values[place] for name, place in self._whole.items()}
        return replace(self.layout.hollow, **seen, **{field.name: field.fill(values) for field in self._apart})

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
            if isinstance(field, _Apart):
                changes += field.close(value)
            else:
                changes.append((field, value))
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


class _Apart:
    """A field that is taken apart into columns, some of which a window has, at these places."""

    def __init__(self, layout: Layout, columns: Sequence[int], places: Sequence[int]) -> None:
        columns = [columns[place] for place in places]
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
