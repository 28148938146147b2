"""The battle as a run of headings, paragraphs, lists and dice, for formats that are read from top to bottom."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Literal

import msgspec

from admiralty.core.show import Mark, Piece, Step, Story, Strip, Throw
from admiralty.core.words import NOTHING, Text, say, verbatim

from . import telling
from .changes import Key, before, changed, fresh_marks
from .sums import sums

Tone = Literal["plain", "strong", "quiet", "gone"]


class Heading(msgspec.Struct, frozen=True):
    """A heading; level 1 is the battle, 2 a chapter, 3 a step."""

    level: int
    text: Text


class Paragraph(msgspec.Struct, frozen=True):
    """Sentences that belong together; ``tone`` is that of the first, the others are plain."""

    texts: tuple[Text, ...]
    tone: Tone = "plain"


class Line(msgspec.Struct, frozen=True):
    """One entry of a list; ``side`` colours it where there is colour."""

    text: Text
    tone: Tone = "plain"
    side: int = -1


class Items(msgspec.Struct, frozen=True):
    """A list."""

    lines: tuple[Line, ...]


class Dice(msgspec.Struct, frozen=True):
    """The dice of a throw, or of throws that meet die against die."""

    throws: tuple[Throw, ...]


Block = Heading | Paragraph | Items | Dice


def blocks(story: Story) -> Iterator[Block]:
    """The whole battle in reading order."""
    yield Heading(1, verbatim(story.title))
    yield Paragraph((*telling.subtitle(story), telling.badge(story)), "quiet")
    if story.notes:
        yield Items(tuple(Line(note) for note in story.notes))
    seen = zip(before(story.steps), fresh_marks(story.steps), strict=True)
    last = len(story.steps) - 1
    numbered = enumerate(zip(story.steps, seen, strict=True))
    for chapter, steps in groupby(numbered, key=lambda entry: entry[1][0].chapter):
        if chapter:
            yield Heading(2, chapter)
        for place, (step, (then, fresh)) in steps:
            yield Heading(3 if chapter else 2, step.title)
            yield from _step(step, {} if place == last else then, fresh)
    yield from _appendix(story)


def _step(step: Step, then: dict[Key, Piece], fresh: tuple[Mark, ...]) -> Iterator[Block]:
    if step.lead:
        yield _run(step.lead)
    if step.strip and (fresh or step.strip.links):
        yield Items(tuple(_strip(step.strip, fresh)))
    if step.duels:
        yield from _throws(step.throws)
    else:
        for throw in step.throws:
            yield from _throws((throw,))
    if len(step.result) > telling.RUN:
        yield Paragraph(step.result[:1], "strong")
        yield Items(tuple(Line(text) for text in step.result[1:]))
    elif step.result:
        yield Paragraph(step.result, "strong")
    pieces = changed(step, then)
    if pieces:
        yield Paragraph((say("After this step:"),), "quiet")
        yield Items(tuple(_piece(piece) for piece in pieces))


def _run(texts: tuple[Text, ...]) -> Block:
    """A few sentences one after another, many as a list."""
    return Items(tuple(Line(text) for text in texts)) if len(texts) > telling.RUN else Paragraph(texts)


def _throws(throws: tuple[Throw, ...]) -> Iterator[Block]:
    if not throws:
        return
    for throw in throws:
        yield Paragraph((throw.title, *telling.throw_facts(throw)), "strong")
    yield Dice(throws)
    for throw in throws:
        named = throw.title if len(throws) > 1 else NOTHING
        lines = [*(telling.chip_sentence(chip) for chip in throw.chips), *sums(throw)]
        if lines:
            yield Items(tuple(Line(_under(named, line), side=throw.side) for line in lines))
        if throw.text:
            yield Paragraph((throw.text,))


def _under(title: Text, line: Text) -> Text:
    return say("{title}: {line}", title=title, line=line) if title else line


def _strip(strip: Strip, fresh: tuple[Mark, ...]) -> Iterator[Line]:
    for mark in fresh:
        told = telling.mark_sentence(mark)
        for fact in telling.mark_facts(mark):
            told = say("{told}; {fact}", told=told, fact=fact)
        yield Line(told, "gone" if mark.gone else "plain", mark.side)
    for told in telling.link_sentences(strip.links):
        yield Line(told, "quiet")


def _piece(piece: Piece) -> Line:
    told = telling.piece_title(piece)
    facts = [
        piece.gone,
        *(telling.bar_sentence(bar) for bar in piece.bars),
        *piece.facts,
        *(telling.part_sentence(part) for part in piece.parts if part.state != "works" or part.detail),
    ]
    kept = [fact for fact in facts if fact]
    if kept:
        told = say("{title}: {line}", title=told, line=_joined(kept))
    return Line(told, "gone" if piece.gone else "plain", piece.side)


def _joined(facts: list[Text]) -> Text:
    told = facts[0]
    for fact in facts[1:]:
        told = say("{told}; {fact}", told=told, fact=fact)
    return told


def _appendix(story: Story) -> Iterator[Block]:
    if story.rules:
        yield Heading(2, say("Rules"))
        yield Items(tuple(Line(say("{rule}: {text}", rule=rule.number, text=rule.text)) for rule in story.rules))
    proof = []
    if story.commitment:
        proof.append(say("Commitment published before the battle: {commitment}", commitment=story.commitment))
    if story.seed:
        proof.append(say("Seed: {seed}", seed=story.seed))
    if proof:
        yield Heading(2, say("Dice"))
        yield Items(tuple(Line(line) for line in proof))
