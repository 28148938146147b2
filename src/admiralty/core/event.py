"""Lines of the audit log: what was thrown, answered and noted, and who may see it."""

from __future__ import annotations

from typing import Any

import msgspec

from .pool import Faces
from .state import Plain

Facts = dict[str, Any]


class Thrown(msgspec.Struct, frozen=True):
    """Dice that fell. ``first`` is the number of the first die in the battle (from 0)."""

    why: str
    who: str
    pool: Any  # the Pool, with its needs
    faces: Faces
    outcome: Any
    first: int
    by_hand: bool = False
    seen_by: tuple[str, ...] | None = None


class Answered(msgspec.Struct, frozen=True):
    """An answer to a question, once it is revealed."""

    question: str
    side: str
    answer: Any  # the value the rules use
    document: Plain  # as it stands in the journal
    defaulted: bool = False
    seen_by: tuple[str, ...] | None = None


class Noted(msgspec.Struct, frozen=True):
    """A fact worth telling that is neither a die nor an answer. ``seen_by``: None = everybody."""

    kind: str
    facts: Facts
    seen_by: tuple[str, ...] | None = None


Event = Thrown | Answered | Noted


def visible(event: Event, side: str | None) -> bool:
    """Whether a side (None: the public) may see an event."""
    return event.seen_by is None or (side is not None and side in event.seen_by)


__all__ = ["Answered", "Event", "Faces", "Facts", "Noted", "Thrown", "visible"]
