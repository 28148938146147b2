"""What phases did in earlier battles of the same setting: asking again, or a little differently, costs a look-up.

What a phase does depends on the values of what it touches, on the fixed data of the battle and on who answers. The
first two are the key, and only battles are remembered in which nobody but the ruleset's bot answers. So odds are the
same as without a memory, to the last bit.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from ...core.choice import Side
from ...core.phase import Phase
from ...core.ruleset import Bot
from .places import Path
from .window import Changes

Ways = list[tuple[Changes, Any]]
"""What changes, with its chance, in every way a phase can go."""

BATTLES = 4
MOST_WAYS = 20_000
"""Ways kept of one battle: some ten megabytes."""


@dataclass
class Memory:
    """What the phases of battles of one setting did."""

    phases: dict[Hashable, Remembered] = field(default_factory=dict)
    room: int = MOST_WAYS

    def of(self, phase: Phase[Any], leaves: Sequence[Path]) -> Remembered:
        """What a phase did, seen through these columns."""
        return self.phases.setdefault((phase, *leaves), Remembered(self))


@dataclass
class Remembered:
    """What one phase did: by the values of what it touches."""

    memory: Memory
    ways: dict[tuple[Any, ...], Ways] = field(default_factory=dict)

    def keep(self, values: tuple[Any, ...], ways: Ways) -> None:
        if len(ways) <= self.memory.room:
            self.memory.room -= len(ways)
            self.ways[values] = ways


@lru_cache(maxsize=BATTLES)
def memory_of(fixed: Hashable, bots: tuple[tuple[Side, Bot], ...], weigh: Hashable) -> Memory:
    """The memory of battles with the same fixed data, bots that answer for sides, and kind of chances."""
    return Memory()
