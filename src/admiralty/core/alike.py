"""Parts of an answer to a conformance case that may be written in more than one way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .state import Plain


@dataclass(frozen=True)
class AnyOrder:
    """A list whose order means nothing."""

    items: tuple[Any, ...]


@dataclass(frozen=True)
class OneOf:
    """One right answer where there may be others; ``right`` tells of any plain answer whether it is one of them."""

    example: Any
    right: Callable[[Plain], bool]


__all__ = ["AnyOrder", "OneOf"]
