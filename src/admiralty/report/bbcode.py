"""A battle in BBCode, for a forum: only tags that every board knows."""

from __future__ import annotations

from gettext import NullTranslations

from admiralty.core.show import Die, Story, Throw
from admiralty.core.words import ENGLISH

from . import telling
from .reading import Block, Dice, Heading, Items, Line, Paragraph, Tone, blocks
from .rows import Row, Ten, cut, row_sentence
from .voice import Voice, bbcode_voice

_TAGS: dict[Tone, str] = {"plain": "", "strong": "b", "quiet": "", "gone": "s"}
_SIDES = ("#2f7fd0", "#b87400", "#9350b8", "#0a8a7a")  # readable on light and on dark boards
_FEW = 10  # up to so many dice, a line for each


def bbcode(story: Story, language: NullTranslations = ENGLISH) -> str:
    """The battle in BBCode. A die reads ``d10=9 vs 7+: hit``, in bold if it hit."""
    voice = bbcode_voice(language)
    return "\n\n".join(_block(block, voice) for block in blocks(story)) + "\n"


def _block(block: Block, voice: Voice) -> str:
    if isinstance(block, Heading):
        return _heading(block, voice)
    if isinstance(block, Paragraph):
        return _paragraph(block, voice)
    if isinstance(block, Items):
        return _list([_line(line, voice) for line in block.lines])
    return _dice(block, voice)


def _heading(heading: Heading, voice: Voice) -> str:
    said = _tag("b", voice(heading.text))
    return {1: f"[size=150]{said}[/size]", 2: _tag("u", said)}.get(heading.level, said)


def _paragraph(paragraph: Paragraph, voice: Voice) -> str:
    first, *others = (voice(text) for text in paragraph.texts)
    gap = " " if first.endswith((".", "!", "?")) else " · "
    return gap.join([_tag(_TAGS[paragraph.tone], first), *others])


def _line(line: Line, voice: Voice) -> str:
    return _tag(_TAGS[line.tone], voice(line.text))


def _tag(tag: str, said: str) -> str:
    return f"[{tag}]{said}[/{tag}]" if tag else said


def _list(lines: list[str]) -> str:
    return "\n".join(["[list]", *(f"[*]{line}" for line in lines), "[/list]"])


def _dice(dice: Dice, voice: Voice) -> str:
    if max(len(throw.dice) for throw in dice.throws) <= _FEW:
        (few,) = cut(dice.throws, _FEW) or (Ten(0, 0, dice.throws, ()),)
        return _list([f"{number}. {_row(row, dice, voice)}" for number, row in enumerate(few.rows, 1)])
    return _list([_ten(ten, dice, voice) for ten in cut(dice.throws)])


def _ten(ten: Ten, dice: Dice, voice: Voice) -> str:
    return f"{_tag('b', voice(row_sentence(ten)))} – " + "; ".join(_row(row, dice, voice) for row in ten.rows)


def _row(row: Row, dice: Dice, voice: Voice) -> str:
    return f" {voice.say('v')} ".join(_die(die, throw, voice) for die, throw in zip(row, dice.throws, strict=True))


def _die(die: Die | None, throw: Throw, voice: Voice) -> str:
    if die is None:
        return voice.say("–")
    said = voice(telling.die_sentence(die, throw))
    if die.verdict != "hit":
        return said
    return (
        f"[color={_SIDES[throw.side % len(_SIDES)]}]{_tag('b', said)}[/color]" if throw.side >= 0 else _tag("b", said)
    )
