"""A battle in Markdown, for a forum, an issue or a wiki."""

from __future__ import annotations

from gettext import NullTranslations

from admiralty.core.show import Die, Story, Throw
from admiralty.core.words import ENGLISH, NOTHING, say

from . import telling
from .names import markdown_line
from .reading import Block, Dice, Heading, Items, Line, Paragraph, Tone, blocks
from .rows import cut, pair_sentence, row_sentence, rows_of
from .voice import Voice, markdown_voice

_MARKS: dict[Tone, tuple[str, str]] = {
    "plain": ("", ""),
    "strong": ("**", "**"),
    "quiet": ("", ""),
    "gone": ("~~", "~~"),
}
_TABLE = 12  # a table while it fits a screen; more dice stand in rows of ten


def markdown(story: Story, language: NullTranslations = ENGLISH) -> str:
    """The battle in Markdown (CommonMark with GitHub's tables and strike-through)."""
    voice = markdown_voice(language)
    return "\n\n".join(_block(block, voice) for block in blocks(story)) + "\n"


def _block(block: Block, voice: Voice) -> str:
    if isinstance(block, Heading):
        return f"{'#' * block.level} {voice(block.text)}"
    if isinstance(block, Paragraph):
        return _paragraph(block, voice)
    if isinstance(block, Items):
        return "\n".join(f"- {markdown_line(_line(line, voice))}" for line in block.lines)
    few = max(len(throw.dice) for throw in block.throws) <= _TABLE
    return _table(block, voice) if few else _rows(block, voice)


def _paragraph(paragraph: Paragraph, voice: Voice) -> str:
    first, *others = (voice(text) for text in paragraph.texts)
    gap = " " if first.endswith((".", "!", "?")) else " · "
    return markdown_line(gap.join([_marked(first, paragraph.tone), *others]))


def _marked(said: str, tone: Tone) -> str:
    before, after = _MARKS[tone]
    return f"{before}{said}{after}" if said else ""


def _line(line: Line, voice: Voice) -> str:
    return _marked(voice(line.text), line.tone)


def _table(dice: Dice, voice: Voice) -> str:
    """A row for every die, or for every pair that meet: face, need and verdict in cells of their own."""
    lines = [_head(dice, voice), ["---:", *["---:", ":---", ":---"] * len(dice.throws)]]
    for number, row in enumerate(rows_of(dice.throws), 1):
        pairs = zip(row, dice.throws, strict=True)
        lines.append([str(number), *(cell for die, throw in pairs for cell in _cells(die, throw, voice))])
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _head(dice: Dice, voice: Voice) -> list[str]:
    heads = ((voice(throw.title), voice.say("needs"), voice.say("result")) for throw in dice.throws)
    return ["#", *(cell for cells in heads for cell in cells)]


def _cells(die: Die | None, throw: Throw, voice: Voice) -> tuple[str, str, str]:
    if die is None:
        return "", "", ""
    face = NOTHING if die.silent else say("d{sides}={face}", sides=die.sides, face=die.face)
    named = say("{label} – {die}", label=die.label, die=face) if die.label and face else face or die.label
    out = voice(telling.came_out(die))
    return voice(named), voice(telling.need_of(die, throw)), f"**{out}**" if die.verdict == "hit" else out


def _rows(dice: Dice, voice: Voice) -> str:
    """Rows of ten with a count of each, every die in one line of its own words."""
    lines = []
    for ten in cut(dice.throws):
        told = "; ".join(voice(pair_sentence(row, dice.throws)) for row in ten.rows)
        lines.append(f"- **{voice(row_sentence(ten))}** – {told}")
    return "\n".join(lines)
