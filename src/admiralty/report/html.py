"""A battle as one self-contained page: complete without scripts, a step at a time with them.

The page asks nobody for anything: its style and script are inline and named by their hashes in its content security
policy, dice are symbols drawn once and used again.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from functools import cache
from gettext import NullTranslations
from importlib.resources import files
from itertools import groupby
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from admiralty.core.show import Mark, Piece, Step, Story
from admiralty.core.words import ENGLISH, Text, Word, count

from . import changes, figures, names, rows, sums, telling
from .field import ROW, field
from .language import code_of
from .voice import Voice, plain_voice

_PAGE = files("admiralty.report") / "page"
_FOLD = 20  # more dice than this fold into rows of ten
_CROWD = 3  # more pieces than this and those that did not change are shown in brief
_HUNDRED = 100  # more dice than this fold into hundreds first


class Stop(NamedTuple):
    """A step with what the page needs around it."""

    step: Step
    number: int
    then: Mapping[changes.Key, Piece]
    fresh: tuple[Mark, ...]  # the marks of its strip that no strip before it has told
    whole: bool  # the panel is shown in full: the first and the last of the battle

    def brief(self, piece: Piece) -> bool:
        """Whether a piece's bar alone stands for it: one of many, and as it was."""
        crowded = piece.brief and not self.whole and len(self.step.panel) > _CROWD
        return crowded and self.then.get(changes.key(piece)) == piece


class Cited(NamedTuple):
    """A rule that chips name, what it says, and where it was used."""

    number: str
    text: Text | None
    steps: tuple[Step, ...]


def html(story: Story, language: NullTranslations = ENGLISH) -> str:
    """The battle as an HTML page: one file, no request to anywhere."""
    style, early, script = _asset("replay.css"), _asset("early.js"), _asset("replay.js")
    page = (
        _pages()
        .get_template("replay.html")
        .render(
            **_voices(language),
            story=story,
            stops=_stops(story),
            chapters=_chapters(story),
            cited=_cited(story),
            lang=code_of(language),
            title=names.clean(story.title),
            style=Markup(style),
            early=Markup(early),
            script=Markup(script),
            style_hash=_hash(style),
            early_hash=_hash(early),
            script_hash=_hash(script),
        )
    )
    return page.lstrip() + "\n"


@cache
def _pages() -> Environment:
    pages = Environment(
        loader=PackageLoader("admiralty.report", "page"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    pages.globals.update(
        changes=changes, figures=figures, rows=rows, sums=sums, telling=telling, field=field, ROW=ROW, FOLD=_FOLD
    )
    pages.globals.update(RUN=telling.RUN, CUTS=figures.CUTS, HUNDRED=_HUNDRED, level=level, clean=names.clean)
    return pages


def _voices(language: NullTranslations) -> dict[str, object]:
    """What templates speak with: ``tell`` a Text, ``say`` and ``count`` fixed sentences, ``label`` in attributes."""
    tell = Voice(language, names.html, names.html_name)

    def counted(one: str, many: str, number: int, **words: Word) -> Markup:
        return Markup(tell(count(one, many, number, **words)))

    return {
        "tell": lambda text: Markup(tell(text)),
        "say": lambda sentence, **words: Markup(tell.say(sentence, **words)),
        "count": counted,
        "label": plain_voice(language),
    }


def _stops(story: Story) -> list[Stop]:
    rows = zip(story.steps, changes.before(story.steps), changes.fresh_marks(story.steps), strict=True)
    last = len(story.steps)
    return [
        Stop(step, number, then, fresh, not then or number == last)
        for number, (step, then, fresh) in enumerate(rows, 1)
    ]


def _chapters(story: Story) -> list[tuple[Text, list[Step]]]:
    return [(chapter, list(steps)) for chapter, steps in groupby(story.steps, key=lambda step: step.chapter)]


def _cited(story: Story) -> list[Cited]:
    """The rules in the order the battle first names them, then those it only explains."""
    used: dict[str, dict[str, Step]] = {}
    for step in story.steps:
        for throw in step.throws:
            for chip in throw.chips:
                used.setdefault(chip.rule, {})[step.anchor] = step
    used.pop("", None)
    said = {rule.number: rule.text for rule in story.rules}
    return [Cited(number, said.get(number), tuple(used.get(number, {}).values())) for number in {**used, **said}]


def level(value: int, full: int) -> str:
    """How full a bar is, in three words that the page colours."""
    if 2 * value > full:
        return "good"
    return "worn" if 4 * value > full else "bad"


@cache
def _asset(name: str) -> str:
    return (_PAGE / name).read_text(encoding="utf-8").strip()


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
