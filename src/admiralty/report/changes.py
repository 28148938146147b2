"""What a step changed in the state panel: pieces, bars and parts compared with the step before."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from admiralty.core.show import Mark, Part, Piece, Step

Key = tuple[str, int]


def before(steps: Sequence[Step]) -> list[dict[Key, Piece]]:
    """For every step, the pieces as the last panel before it showed them."""
    shown: dict[Key, Piece] = {}
    seen: list[dict[Key, Piece]] = []
    for step in steps:
        seen.append(shown)
        if step.panel:
            shown = {key(piece): piece for piece in step.panel}
    return seen


def key(piece: Piece) -> Key:
    """What makes a piece the same piece in the next panel."""
    return piece.name, piece.side


def changed(step: Step, then: dict[Key, Piece]) -> tuple[Piece, ...]:
    """The pieces of a panel that are not as they were."""
    return tuple(piece for piece in step.panel if then.get(key(piece)) != piece)


def bar_before(piece: Piece, place: int, then: dict[Key, Piece]) -> int:
    """What a bar showed before; what it shows now if it was not there."""
    old = then.get(key(piece))
    if old is None or place >= len(old.bars) or old.bars[place].label != piece.bars[place].label:
        return piece.bars[place].value
    return old.bars[place].value


def newly(piece: Piece, place: int, then: dict[Key, Piece]) -> bool:
    """Whether a part came into its condition in this step."""
    old = then.get(key(piece))
    parts: tuple[Part, ...] = old.parts if old is not None else ()
    return place < len(parts) and parts[place].state != piece.parts[place].state


def fresh_marks(steps: Sequence[Step]) -> list[tuple[Mark, ...]]:
    """For every step, the marks of its strip that say something new: where a piece is, or how far it reaches."""
    told: dict[Key, Mark] = {}
    fresh = []
    for step in steps:
        marks = step.strip.marks if step.strip else ()
        fresh.append(tuple(mark for mark in marks if mark.reach or told.get((mark.name, mark.side)) != _place(mark)))
        told.update({(mark.name, mark.side): _place(mark) for mark in marks})
    return fresh


def _place(mark: Mark) -> Mark:
    return msgspec.structs.replace(mark, reach=(), came_from=None)
