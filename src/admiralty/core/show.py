"""What a ruleset hands to a report: steps with dice and chips, and the panel of pieces after each step.

Pure data without any markup or language. A ruleset's ``report.py`` fills these in; ``admiralty.report`` turns them into
text, Markdown, BBCode or a page. Everything a person reads is a ``Text``.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import msgspec

from .words import NOTHING, Text

Verdict = Literal["hit", "miss", ""]
"""How a die came out; empty for dice that are only read (damage, initiative)."""

PartState = Literal["works", "wrecked", "spent", "waiting"]


class Chip(msgspec.Struct, frozen=True):
    """One modifier of a target number. Shape: signed ``value`` (plus is easier), reason, rule, dice it touched."""

    value: int
    reason: Text
    rule: str
    dice: int = 0  # how many of the dice of the throw have it; 0 = all
    on: tuple[int, ...] = ()  # which of them, counted from 0, so that the sum of every die can be shown; () = all

    def touched(self) -> int:
        """How many dice have it; 0 means all."""
        return self.dice or len(self.on)


class Die(msgspec.Struct, frozen=True):
    """One physical die: what was thrown, what it needed and how it came out."""

    face: int
    sides: int
    need: Text = NOTHING  # "7+", "≤ 33"; written from ``target`` if left out
    target: int | None = None  # the needed number itself, after all chips and limits
    start: int | None = None  # its own base number, where the dice of a throw start from different ones
    verdict: Verdict = ""
    word: Text = NOTHING  # "hit", "miss", "2 HP", "Bridge": what the reader sees under the die
    remark: Text = NOTHING  # "natural 1", "held at 10"
    star: bool = False  # a gold star: Elite fighter
    label: Text = NOTHING  # who threw it ("Lance, Cruiser")
    silent: Text = NOTHING  # a slot that throws no die says why; face is 0 then


class Throw(msgspec.Struct, frozen=True):
    """Dice thrown together for one purpose, with the chips that made their needed numbers."""

    title: Text  # "CAP intercept, blue"
    side: int  # 0 first side, 1 second side, …: picks the colour; -1 neutral
    dice: tuple[Die, ...]
    chips: tuple[Chip, ...] = ()
    base: Text = NOTHING  # "base 8+": where the chips start from; written from ``start`` if left out
    start: int | None = None  # the base number itself: with it and ``Die.target`` a report shows the sum of each die
    under: bool = False  # the die must not exceed its number, instead of reaching it
    text: Text = NOTHING  # one sentence under the dice, if needed


class Bar(msgspec.Struct, frozen=True):
    """A quantity out of a full amount: hull, shields."""

    label: Text
    value: int
    full: int
    kind: Literal["hull", "shields", "other"] = "hull"


class Part(msgspec.Struct, frozen=True):
    """A part of a piece in its small diagram: section, system, token."""

    label: Text
    state: PartState = "works"
    detail: Text = NOTHING  # "2 rounds left"


class Piece(msgspec.Struct, frozen=True):
    """A ship, flight or pool in the state panel."""

    name: str
    kind: Text
    side: int
    bars: tuple[Bar, ...] = ()
    facts: tuple[Text, ...] = ()  # "4 CAP flying", "distracted: no fire in Round 1"
    parts: tuple[Part, ...] = ()
    part_columns: int = 3
    gone: Text = NOTHING  # "destroyed": struck through, and why
    star: bool = False
    brief: bool = False  # in a crowded panel its bar alone may stand for it while nothing about it changes


class Mark(msgspec.Struct, frozen=True):
    """A piece on the drawn line, in the units of the rules."""

    name: str
    side: int
    position: int
    heading: int  # +1 right, -1 left, 0 none
    broadside: bool = False
    group: str = ""
    reach: tuple[tuple[Text, int], ...] = ()  # (what, distance): sensor reach, signature
    came_from: int | None = None  # where it stood before this step
    gone: Text = NOTHING
    remark: Text = NOTHING


class Link(msgspec.Struct, frozen=True):
    """A relation between two marks: who sees whom, who fires at whom."""

    source: str
    target: str
    kind: Literal["sees", "fires"]
    text: Text = NOTHING


class Strip(msgspec.Struct, frozen=True):
    """A one-dimensional field drawn to scale."""

    marks: tuple[Mark, ...]
    links: tuple[Link, ...] = ()
    unit: Text = NOTHING


class Step(msgspec.Struct, frozen=True):
    """One step of a battle as a reader meets it."""

    anchor: str  # "A1-dogfight": its address in the page, unique, [A-Za-z0-9_-]
    chapter: Text  # "A1 · 8 Strike → Ardent": the heading it stands under in the outline; NOTHING = stands alone
    title: Text  # "Dogfight"
    summary: Text  # a few words for the outline: "4 Strike and 2 CAP down"
    lead: tuple[Text, ...] = ()  # who meets whom and what is needed
    throws: tuple[Throw, ...] = ()
    duels: bool = False  # throws are drawn against each other, die i over die i
    result: tuple[Text, ...] = ()  # what came of it; the first sentence is the main one
    panel: tuple[Piece, ...] = ()  # the state after this step
    strip: Strip | None = None


class Rule(msgspec.Struct, frozen=True):
    """What a cited rule says, in a sentence, for the appendix that chips link to."""

    number: str  # "W-26"
    text: Text


class Story(msgspec.Struct, frozen=True):
    """A whole battle for a reader."""

    title: str
    ruleset: str
    version: int
    sides: tuple[str, ...]  # names in colour order
    steps: tuple[Step, ...]
    dice: int  # dice thrown in all
    seed: str = ""
    commitment: str = ""
    verified: bool = False
    notes: tuple[Text, ...] = ()  # house rules in force, dice entered by hand
    rules: tuple[Rule, ...] = ()  # what the cited rules say; a cited rule without an entry is listed by number


class RuleChart(msgspec.Struct, frozen=True):
    """A chart of the rules: one roll with its base and modifiers, a table, or the house rules."""

    title: Text
    columns: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    text: Text = NOTHING


class GridLine(msgspec.Struct, frozen=True):
    """A row or a column of a grid: one thing a side may choose."""

    key: str  # as orders write it: "power"
    name: Text
    share: Fraction  # its chance in the best mix that is shown


class GridFigure(msgspec.Struct, frozen=True):
    """What one number in every cell is; a chance runs from 0 to 1."""

    key: str  # as data name it: "hit"
    name: Text
    chance: bool = False


class Grid(msgspec.Struct, frozen=True):
    """One side's choices against the other's, with best play of the zero-sum game about the first figure. The rows'
    side wants much of it."""

    title: Text
    row_title: Text
    column_title: Text
    rows: tuple[GridLine, ...]
    columns: tuple[GridLine, ...]
    figures: tuple[GridFigure, ...]
    cells: tuple[tuple[tuple[Fraction, ...], ...], ...]  # by row, column and figure
    value: Fraction
    unique: bool  # whether neither side has another best mix
    text: tuple[Text, ...] = ()  # sentences about what the numbers hold
