"""Turns a ``Text`` into a string of one format in one language, names escaped as that format needs."""

from __future__ import annotations

from collections.abc import Callable
from gettext import NullTranslations
from string import Formatter

from admiralty.core.words import Text, Word, say

from . import names

Escape = Callable[[str], str]
Piece = tuple[str, str | None, str]  # escaped literal, the field after it, how that is written


class Voice:
    """A language and a format. ``voice(text)`` is the sentence. Templates are taken apart once, names escaped once."""

    def __init__(self, language: NullTranslations, escape: Escape, name: Escape) -> None:
        self.language = language
        self.escape = escape
        self.name = name
        self._pieces: dict[str, list[Piece]] = {}
        self._names: dict[str, str] = {}

    def __call__(self, text: Text) -> str:
        template = self._template(text)
        pieces = self._pieces.get(template)
        if pieces is None:
            pieces = self._pieces[template] = self._taken_apart(template)
        words = dict(text.words)
        parts: list[str] = []
        for literal, field, spec in pieces:
            parts.append(literal)
            if field is not None:
                parts.append(self._word(words[field], spec))
        return "".join(parts)

    def say(self, sentence: str, **words: Word) -> str:
        """A fixed sentence of a template."""
        return self(say(sentence, **words))

    def _taken_apart(self, template: str) -> list[Piece]:
        parsed = Formatter().parse(template)
        return [(self.escape(literal), field, spec or "") for literal, field, spec, _ in parsed]

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
        if word not in self._names:
            self._names[word] = self.name(word)
        return self._names[word]


def plain_voice(language: NullTranslations) -> Voice:
    """For the terminal, for JSON, and for attributes that are escaped afterwards."""
    return Voice(language, names.as_is, names.isolate)


def markdown_voice(language: NullTranslations) -> Voice:
    """For Markdown."""
    return Voice(language, names.markdown, lambda name: names.markdown(names.isolate(name)))


def bbcode_voice(language: NullTranslations) -> Voice:
    """For BBCode."""
    return Voice(language, names.bbcode, lambda name: names.bbcode(names.isolate(name)))
