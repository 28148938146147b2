"""States: frozen plain values.

A state is made of whole numbers, truth values, texts, ``None``, tuples and other states, so that two equal situations
are equal values, can be keys of a table and can be written down and read back unchanged.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

import msgspec

Plain = bool | int | float | str | list[Any] | tuple[Any, ...] | dict[str, Any] | None
"""What JSON can say."""

S = TypeVar("S", bound="State")


class State(msgspec.Struct, frozen=True):
    """Base of every state and of its parts."""

    CONSTANT: ClassVar[tuple[str, ...]] = ()
    """Fields that never change in a battle (the scenario's fixed data): any phase may read them."""

    def but(self: S, **changes: Any) -> S:
        """The same state with some fields changed."""
        return msgspec.structs.replace(self, **changes)

    def plain(self) -> dict[str, Any]:
        """The state as JSON-like plain data."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data

    def canonical(self) -> bytes:
        """The one byte string that stands for this state."""
        return msgspec.json.encode(self)

    @classmethod
    def from_plain(cls: type[S], data: Plain) -> S:
        """Read back what ``plain`` wrote. Raises ``msgspec.ValidationError`` on anything else."""
        return msgspec.convert(data, cls)


def replaced(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    """The tuple with one item changed."""
    return (*items[:index], item, *items[index + 1 :])
