"""A battle as text for a terminal, with or without colour."""

from __future__ import annotations

from gettext import NullTranslations
from io import StringIO

from rich.columns import Columns
from rich.console import Console
from rich.padding import Padding
from rich.text import Text as Styled

from admiralty.core.show import Die, Story, Throw
from admiralty.core.words import ENGLISH

from . import telling
from .reading import Block, Dice, Heading, Items, Line, Paragraph, Tone, blocks
from .rows import Row, rows_of
from .voice import Voice, plain_voice

_SIDES = ("bright_blue", "yellow", "magenta", "cyan")
_TONES: dict[Tone, str] = {"plain": "", "strong": "bold", "quiet": "dim", "gone": "strike"}


def text(story: Story, language: NullTranslations = ENGLISH, *, colour: bool = False, width: int = 100) -> str:
    """The battle, wrapped to a width in columns. A die reads ``d10=9 vs 7+: hit``; colour adds ANSI codes, no fact."""
    paper = StringIO()
    console = Console(
        file=paper,
        width=width,
        force_terminal=colour,
        color_system="standard" if colour else None,
        no_color=not colour,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
    )
    voice = plain_voice(language)
    for block in blocks(story):
        _print(block, voice, console)
    return "\n".join(line.rstrip() for line in paper.getvalue().splitlines()) + "\n"


def _print(block: Block, voice: Voice, console: Console) -> None:
    if isinstance(block, Heading):
        _heading(block, voice, console)
    elif isinstance(block, Paragraph):
        console.print(_paragraph(block, voice))
    elif isinstance(block, Items):
        for line in block.lines:
            console.print(Padding(_line(line, voice), (0, 0, 0, 2)))
    else:
        console.print(Padding(_dice(block, voice), (0, 0, 0, 4)))


def _heading(heading: Heading, voice: Voice, console: Console) -> None:
    said = voice(heading.text)
    console.print()
    if heading.level == 1:
        console.print(Styled(said, "bold"))
        console.print(Styled("═" * min(console.width, Styled(said).cell_len), "dim"))
    elif heading.level == 2:
        console.print(Styled(f"── {said} ", "bold").append("─" * max(2, 60 - len(said)), "dim"))
    else:
        console.print(Styled(f"▸ {said}", "bold"))


def _paragraph(paragraph: Paragraph, voice: Voice) -> Styled:
    first, *others = (voice(text) for text in paragraph.texts)
    gap = " · " if paragraph.tone == "quiet" or not _ends(first) else " "
    return Styled(first, _TONES[paragraph.tone]).append("".join(gap + other for other in others), "")


def _ends(sentence: str) -> bool:
    """Whether a sentence closes itself, so that the next may follow after a space."""
    return sentence.endswith((".", "!", "?", "…", ":", ";"))


def _line(line: Line, voice: Voice) -> Styled:
    return Styled("• ").append(voice(line.text), f"{_TONES[line.tone]} {_side(line.side)}".strip())


def _side(side: int) -> str:
    return _SIDES[side % len(_SIDES)] if side >= 0 else ""


def _dice(dice: Dice, voice: Voice) -> Columns:
    """The dice in columns, numbered in the order they were thrown."""
    rows = rows_of(dice.throws)
    places = len(str(len(rows)))
    cells = [_cell(f"{number:>{places}}. ", row, dice, voice) for number, row in enumerate(rows, 1)]
    return Columns(cells, padding=(0, 3), column_first=False, equal=True)


def _cell(number: str, row: Row, dice: Dice, voice: Voice) -> Styled:
    parts = [_die(die, throw, voice) for die, throw in zip(row, dice.throws, strict=True)]
    return Styled(number, "dim").append(Styled(f"  {voice.say('v')}  ").join(parts))


def _die(die: Die | None, throw: Throw, voice: Voice) -> Styled:
    if die is None:
        return Styled("–")
    style = {"hit": f"bold {_side(throw.side)}", "miss": "dim", "": ""}[die.verdict]
    return Styled(voice(telling.die_sentence(die, throw)), style)
