"""How dice are drawn: which figure a die of so many sides has, and what stands in it."""

from __future__ import annotations

import msgspec

from admiralty.core.show import Die, Story, Throw
from admiralty.core.words import Text, say

PIPS = 6
PERCENT = 100
_KITE_LIKE = {4: ("d4", 48), 8: ("d8", 39), 10: ("d10", 38), 12: ("d12", 40), 20: ("d20", 40)}
_OTHER = ("dn", 40)
_COIN = ("coin", 40)
CUTS = 24  # a bar of up to so many is cut into its units
_TALLIED = 20  # a die with more faces has too many for a bar each


class Figure(msgspec.Struct, frozen=True):
    """A symbol of the page, the number in it and the height of its base line in a square of 64."""

    symbol: str
    number: str
    height: int


def figure(die: Die) -> Figure:
    """The drawing of a die with up to two signs; d6 have pips and d100 are two figures, see ``percentile``."""
    if die.silent:
        return Figure("none", "", 0)
    if die.sides == PIPS:
        return Figure("d6", "", 0)
    symbol, height = _COIN if die.sides <= 2 else _KITE_LIKE.get(die.sides, _OTHER)
    return Figure(symbol, str(die.face), height)


def percentile(die: Die) -> tuple[str, str] | None:
    """The two figures of a d100, tens and ones; 100 is "00" and "0". None for other dice."""
    if die.sides != PERCENT or die.silent:
        return None
    tens, ones = divmod(die.face % PERCENT, 10)
    return f"{tens}0", str(ones)


class Column(msgspec.Struct, frozen=True):
    """How often a face came up, and how many of those hit. Heights are for drawing: of 40, hits from below."""

    face: int
    dice: int
    hits: int
    height: float
    filled: float


def tally(throw: Throw) -> tuple[Column, ...]:
    """How often each face came up in a big pool; nothing for dice of several kinds or of more than twenty sides."""
    dice = [die for die in throw.dice if not die.silent]
    kinds = {die.sides for die in dice}
    if len(kinds) != 1 or max(kinds) > _TALLIED:
        return ()
    faces = range(1, kinds.pop() + 1)
    counts = {face: sum(die.face == face for die in dice) for face in faces}
    hits = {face: sum(die.face == face and die.verdict == "hit" for die in dice) for face in faces}
    most = max(counts.values())
    return tuple(
        Column(face, counts[face], hits[face], round(40 * counts[face] / most, 1), round(40 * hits[face] / most, 1))
        for face in faces
    )


def tally_sentence(throw: Throw) -> Text:
    """The heading of a tally."""
    return say("How often each face came up: {title}", title=throw.title)


def share(value: int, full: int) -> str:
    """How much of a bar is filled, in per cent without needless figures: "58.3", "75"."""
    return f"{100 * min(max(value, 0), full) / full:.1f}".removesuffix(".0")


def scales(story: Story) -> list[int]:
    """The lengths of all bars that are cut into units: each scale is drawn once for the page."""
    bars = (bar for step in story.steps for piece in step.panel for bar in piece.bars)
    return sorted({bar.full for bar in bars if 1 < bar.full <= CUTS})
