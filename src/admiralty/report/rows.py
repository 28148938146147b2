"""Dice in rows of ten, with a count for each row, so that a pool of any size stays readable."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

import msgspec

from admiralty.core.show import Die, Throw
from admiralty.core.words import Text, say

from . import telling

Row = tuple[Die | None, ...]


class Ten(msgspec.Struct, frozen=True):
    """Some dice in a row, or pairs of dice that meet; ``first`` and ``last`` count from 1."""

    first: int
    last: int
    throws: tuple[Throw, ...]
    rows: tuple[Row, ...]

    def dice(self, place: int) -> tuple[Die, ...]:
        """The dice of one of the throws."""
        return tuple(row[place] for row in self.rows if row[place] is not None)  # type: ignore[misc]


def rows_of(throws: Sequence[Throw]) -> tuple[Row, ...]:
    """Row i holds die i of each throw, None where a throw has no such die."""
    return tuple(zip_longest(*(throw.dice for throw in throws)))


def cut(throws: Sequence[Throw], size: int = 10) -> tuple[Ten, ...]:
    """The dice of some throws in rows of ``size``, the last may be shorter."""
    dealt = rows_of(throws)
    return part(Ten(1, len(dealt), tuple(throws), dealt), size)


def part(whole: Ten, size: int = 10) -> tuple[Ten, ...]:
    """Part of a pool in smaller rows, numbered as in the pool."""
    starts = range(0, len(whole.rows), size)
    pieces = (whole.rows[start : start + size] for start in starts)
    return tuple(
        Ten(whole.first + start, whole.first + start + len(rows) - 1, whole.throws, rows)
        for start, rows in zip(starts, pieces, strict=True)
    )


def glance(dice: Sequence[Die], verdict: str) -> str:
    """An SVG path with a square for every die of a verdict, at its place in the row: unit 10 across, 8 high."""
    return "".join(f"M{10 * place} 0h7v8h-7z" for place, die in enumerate(dice) if die.verdict == verdict)


def row_sentence(ten: Ten) -> Text:
    """Which dice, and how many of them hit: "11–20: 4 hits"; for pairs the hits of each throw."""
    told = say("{first}–{last}", first=ten.first, last=ten.last)
    for place in range(len(ten.throws)):
        dice = ten.dice(place)
        if telling.judged(dice):
            told = say("{told} · {hits}", told=told, hits=telling.hits_sentence(dice))
    return told


def pair_sentence(row: Row, throws: Sequence[Throw]) -> Text:
    """A die, or dice that meet, in one line: "d10=9 vs 7+: hit v d10=4 vs 9+: miss"."""
    told = _told(row[0], throws[0])
    for die, throw in zip(row[1:], throws[1:], strict=True):
        told = say("{first} v {second}", first=told, second=_told(die, throw))
    return told


def _told(die: Die | None, throw: Throw) -> Text:
    return say("–") if die is None else telling.die_sentence(die, throw)
