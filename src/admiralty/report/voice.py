"""Turns a ``Text`` into a string of one format in one language, names escaped as that format needs."""

from __future__ import annotations

from collections.abc import Callable
from gettext import NullTranslations
from string import Formatter

from admiralty.core.words import Text, Word, say

from . import names

Escape = Callable[[str], str]


class Voice:
    """A language and a format. ``voice(text)`` is the sentence; what it was asked before it remembers."""

    def __init__(self, language: NullTranslations, escape: Escape, name: Escape) -> None:
        self.language = language
        self.escape = escape
        self.name = name
        self._said: dict[Text, str] = {}

    def __call__(self, text: Text) -> str:
        if text not in self._said:
            self._said[text] = self._fill(text)
        return self._said[text]

    def say(self, sentence: str, **words: Word) -> str:
        """A fixed sentence of a template."""
        return self(say(sentence, **words))

    def _fill(self, text: Text) -> str:
        words = dict(text.words)
        parts: list[str] = []
        for literal, field, spec, _ in Formatter().parse(self._template(text)):
            parts.append(self.escape(literal))
            if field is not None:
                parts.append(self._word(words[field], spec or ""))
        return "".join(parts)

    def _template(self, text: Text) -> str:
        if not text.one:
            return ""
        if text.many:
            return self.language.ngettext(text.one, text.many, text.number)
        template = self.language.gettext(text.one)
        # A sentence without words is shown as it stands, as Text.render does: its braces are only braces.
        return template if text.words else template.replace("{", "{{").replace("}", "}}")

    def _word(self, word: Word, spec: str) -> str:
        if isinstance(word, Text):
            return self(word)
        if isinstance(word, int):
            return self.escape(format(word, spec).replace("-", "−"))
        return self.name(word)


def plain_voice(language: NullTranslations) -> Voice:
    """For the terminal, for JSON, and for attributes that are escaped afterwards."""
    return Voice(language, names.as_is, names.isolate)


def markdown_voice(language: NullTranslations) -> Voice:
    """For Markdown."""
    return Voice(language, names.markdown, lambda name: names.markdown(names.isolate(name)))


def bbcode_voice(language: NullTranslations) -> Voice:
    """For BBCode."""
    return Voice(language, names.bbcode, lambda name: names.bbcode(names.isolate(name)))
