"""Places in a state: what stands there, and the state with something else there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from operator import attrgetter, itemgetter
from typing import Any

from msgspec.structs import replace

Key = str | int
Path = tuple[Key, ...]
"""Names of fields and numbers of items, from the state inwards."""


@lru_cache(maxsize=4096)
def getter(path: Path) -> Callable[[Any], Any]:
    """A function that gets what stands at a path."""
    if not path:
        return lambda value: value
    names = list(takewhile(lambda key: isinstance(key, str), path))
    get: Callable[[Any], Any] = attrgetter(".".join(map(str, names))) if names else itemgetter(path[0])
    rest = path[max(1, len(names)) :]
    if not rest:
        return get
    below = getter(rest)
    return lambda value: below(get(value))


def get_at(value: Any, path: Path) -> Any:
    """What stands at a path."""
    for key in path:
        value = getattr(value, key) if isinstance(key, str) else value[key]
    return value


def plan(paths: Sequence[Path]) -> dict[Key, Any]:
    """Paths as a tree whose leaves are their places in the list."""
    tree: dict[Key, Any] = {}
    for place, path in enumerate(paths):
        node = tree
        for key in path[:-1]:
            node = node.setdefault(key, {})
        node[path[-1]] = place
    return tree


def rebuild(value: Any, planned: Mapping[Key, Any], values: Sequence[Any]) -> Any:
    """The value with the planned parts replaced."""
    changed: dict[Any, Any] = {
        key: values[below] if isinstance(below, int) else rebuild(get_at(value, (key,)), below, values)
        for key, below in planned.items()
    }
    if not isinstance(value, tuple):
        return replace(value, **changed) if changed else value
    return tuple([changed.get(n, item) if n in changed else item for n, item in enumerate(value)])
