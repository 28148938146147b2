"""Order sheets as players send them: TOML, JSON, or the plain text of a forum post.

Every sheet names the question it answers, by the handle the table gives out: ``3-movement@5f0c2ab41d9e``. In TOML and
JSON that is the field ``question``; the answer is the field ``answer``, or all other fields together. In plain text it
is a first line ``question: 3-movement@5f0c2ab41d9e`` (``вопрос:``), and everything below it is for the ruleset to read.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import msgspec

from ..core.errors import Complaint
from ..core.state import Plain
from ..core.words import say
from ..run.battle import parse_text

_HEADER = re.compile(r"^[ \t]*(?:question|вопрос)[ \t]*:[ \t]*(\S*)[ \t\r]*$", re.IGNORECASE | re.MULTILINE)
_TABLE = re.compile(r"""^\s*(?:\[|[\w."'-]+\s*=)""")
LONGEST = 200_000
"""Characters of a sheet. More is refused unread."""


class Sheet(msgspec.Struct, frozen=True):
    """A sheet as it was sent, the handle it names ("" if none) and its answer as plain data."""

    text: str
    handle: str
    answer: Plain


def read_sheet(text: str, source: str = "", handle: str = "") -> Sheet:
    """A sheet from its text. ``source``: the file's name, whose ending tells the form; ``handle``: stands in for one
    that the sheet does not name. Raises ``Complaint``."""
    if len(text) > LONGEST:
        raise Complaint(say("the sheet is longer than {most} characters", most=LONGEST), "sheet_too_long")
    clean(text)
    named, answer = _from_table(text, source) if _is_table(text, source) else _from_plain(text)
    if named and handle and named != handle:
        raise Complaint(
            say("the sheet answers {named}, but {given} was asked for", named=named, given=handle),
            "other_question",
            named,
        )
    return Sheet(text, named or handle, answer)


def _is_table(text: str, source: str) -> bool:
    """TOML or JSON, rather than what people type: by the file's ending, else by the first line that says something."""
    ending = Path(source).suffix.lower()
    if ending in (".toml", ".json", ".txt"):
        return ending != ".txt"
    lines = (line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#"))
    first = next(lines, "")
    return first.lstrip().startswith("{") or bool(_TABLE.match(first))


def _from_table(text: str, source: str) -> tuple[str, Plain]:
    document = dict(parse_text(text, source or "sheet"))
    named = document.pop("question", "")
    if not isinstance(named, str):
        raise Complaint(say("question must be a text, such as 1-movement@5f0c2ab41d9e"), "other_question", str(named))
    if "answer" in document and len(document) > 1:
        others = ", ".join(key for key in document if key != "answer")
        raise Complaint(
            say("a sheet with an answer has no other fields, but here are: {others}", others=others), "bad_sheet"
        )
    return named.strip(), _plain(document.get("answer", document))


def _from_plain(text: str) -> tuple[str, Plain]:
    """The header line is blanked, not cut out, so that faults can name the line."""
    match = _HEADER.search(text)
    if match is None:
        return "", _body(text)
    return match[1], _body(text[: match.start()] + text[match.end() :])


def _body(text: str) -> str:
    """What is left for the ruleset, its lines where they were; an answer of one word is that word."""
    words = text.split()
    return words[0] if len(words) == 1 else text


def _plain(value: Any) -> Plain:
    """TOML knows dates, JSON readers know NaN and half letters; a journal knows none of them."""
    try:
        written = json.dumps(value, allow_nan=False, ensure_ascii=False)
        written.encode()
    except (TypeError, ValueError, RecursionError):
        raise Complaint(say("the sheet holds a value that is no plain data"), "bad_sheet") from None
    plain: Plain = json.loads(written)
    return plain


def clean(text: str) -> str:
    """The text, if it can be kept. Raises ``Complaint`` for half letters that UTF-8 cannot write."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Complaint(say("this is not UTF-8 text"), "bad_text") from None
    return text


def seal_of(text: str, salt: str) -> str:
    """L-60: SHA-256 of the sheet's text, one line feed and the salt, in lower-case hex."""
    return hashlib.sha256(f"{text}\n{salt}".encode("utf-8", "surrogatepass")).hexdigest()


__all__ = ["LONGEST", "Sheet", "clean", "read_sheet", "seal_of"]
