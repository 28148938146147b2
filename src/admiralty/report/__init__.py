"""A battle told to a reader: text, Markdown, BBCode, one HTML page or JSON, in English or Russian."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from gettext import NullTranslations
from typing import Literal

from admiralty.core.show import Story
from admiralty.core.words import ENGLISH

from .bbcode import bbcode
from .data import json
from .html import html
from .language import language, languages
from .markdown import markdown
from .terminal import text

__all__ = ["KINDS", "Kind", "bbcode", "html", "json", "language", "languages", "markdown", "render", "text"]

Kind = Literal["text", "markdown", "bbcode", "html", "json"]

KINDS: Mapping[Kind, Callable[[Story, NullTranslations], str]] = {
    "text": text,
    "markdown": markdown,
    "bbcode": bbcode,
    "html": html,
    "json": json,
}


def render(story: Story, kind: Kind, language: NullTranslations = ENGLISH) -> str:
    """A battle in one of the ``KINDS``. Raises LookupError, naming what there is, for another kind."""
    if kind not in KINDS:
        raise LookupError(f"no report of kind {kind!r}; there are: {', '.join(KINDS)}")
    return KINDS[kind](story, language)
