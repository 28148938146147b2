"""How a name typed by a user is made harmless in each format.

A name may hold anything: markup of any format, line breaks, escape sequences, letters that run from right to left.
"""

from __future__ import annotations

import re
import unicodedata

from markupsafe import Markup, escape

JOINER = "\u2060"  # word joiner: invisible, and enough to keep "[b" from being a tag or "@someone" from a call
_TURNS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
_MARKDOWN = re.compile(r"([\\`*_{}\[\]|~$])")
_LINE_START = re.compile(r"^(\s*)(?:([#>+=-])|(\d+)([.)]))")


def clean(name: str) -> str:
    """One line of visible characters: breaks and controls become spaces, marks that turn the direction go."""
    return " ".join("".join(_clean(letter) for letter in name).split())


def _clean(letter: str) -> str:
    if letter in _TURNS:
        return ""
    category = unicodedata.category(letter)
    if category in {"Cc", "Zl", "Zp"}:
        return " "
    return "\ufffd" if category == "Cs" else letter


def isolate(name: str) -> str:
    """A cleaned name; one with right-to-left letters cannot reorder what stands around it."""
    kept = clean(name)
    turns = any(unicodedata.bidirectional(letter) in {"R", "AL", "AN"} for letter in kept)
    return f"\u2068{kept}\u2069" if turns else kept


def as_is(text: str) -> str:
    """Nothing to escape: the terminal prints Rich ``Text``, never markup."""
    return text


def markdown(text: str) -> str:
    """Inside a line of Markdown, GitHub's included. Angle brackets as entities: not every dialect escapes them."""
    marked = _MARKDOWN.sub(r"\\\1", text.replace("&", "&amp;"))
    return marked.replace("<", "&lt;").replace(">", "&gt;").replace("@", "@" + JOINER)


def markdown_line(text: str) -> str:
    """A line of Markdown that begins with user text: no heading, list or quotation by accident."""
    return _LINE_START.sub(lambda found: _line_start(found), text)


def _line_start(found: re.Match[str]) -> str:
    space, mark, number, dot = found.groups()
    return f"{space}\\{mark}" if mark else f"{space}{number}\\{dot}"


def bbcode(text: str) -> str:
    """BBCode has no escape all boards know; a word joiner after the bracket makes it no tag anywhere."""
    return text.replace("[", "[" + JOINER).replace("@", "@" + JOINER)


_STAR = Markup('<svg class="star" aria-hidden="true"><use href="#i:star"/></svg>')


def html(text: str) -> Markup:
    """Text in a page. Its stars are drawn: fonts may lack the sign."""
    return escape(text).replace("★", _STAR)


def html_name(name: str) -> Markup:
    """A name in a page, its direction kept to itself."""
    return Markup("<bdi>{}</bdi>").format(clean(name))
