"""Sentences that are not yet in any language.

A ruleset says *what* it means with ``say`` and ``count``; whoever shows the sentence picks the language. A ``Text`` is
plain data: the English original, and the values that fill its braces.
"""

from __future__ import annotations

from gettext import NullTranslations
from typing import Union

import msgspec

Word = Union[str, int, "Text"]


class Text(msgspec.Struct, frozen=True):
    """A sentence to be translated: English singular, English plural if it counts, and what fills the braces."""

    one: str
    many: str = ""
    number: int = 0
    words: tuple[tuple[str, Word], ...] = ()

    def render(self, language: NullTranslations) -> str:
        """The sentence in a language. Values that are sentences themselves are translated too."""
        if not self.one:
            return ""
        template = language.ngettext(self.one, self.many, self.number) if self.many else language.gettext(self.one)
        if not self.words:
            return template
        return template.format_map(
            {key: word.render(language) if isinstance(word, Text) else word for key, word in self.words}
        )

    def __str__(self) -> str:
        return self.render(ENGLISH)

    def __bool__(self) -> bool:
        return bool(self.one)


ENGLISH = NullTranslations()
NOTHING = Text("")


def say(sentence: str, **words: Word) -> Text:
    """A sentence: ``say("{ship} is destroyed", ship="Ardent")``."""
    return Text(sentence, words=tuple(words.items()))


def count(one: str, many: str, number: int, **words: Word) -> Text:
    """A sentence whose form follows a number, which fills ``{n}``: ``count("{n} hit", "{n} hits", hits)``."""
    return Text(one, many, number, (("n", number), *words.items()))


def verbatim(name: str) -> Text:
    """A name that is the same in every language."""
    return Text("{name}", words=(("name", name),))
