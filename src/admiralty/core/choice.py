"""What a side is asked, which answers are legal and why not.

A choice reads an answer from a plain document (what a player sends) into a value the rules use, and back, so that a
journal can store it. Small questions list their legal answers; large ones (an order sheet for a fleet) only check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from .errors import Fault, Refusal
from .state import Plain
from .words import Text

T = TypeVar("T")

Side = str


@dataclass(frozen=True)
class Choice(Generic[T]):
    """One question to one side.

    ``read`` turns a document into a legal answer or raises ``Refusal`` with every fault; ``write`` is its inverse.
    ``options`` yields every legal answer (for solving and for players to pick from), or is ``None`` when they are too
    many to list; ``how_many`` says how many there are, if that is known. ``default`` is what a missing answer
    means, ``None`` where it may not be missing.

    Where the rules say what becomes of an order that has the right form and breaks a rule (a secret order sheet),
    ``read`` lets it pass; ``check`` tells its author everything the rules hold against it, while it can still be
    mended, and ``warn`` what will be dropped without harm to the rest. Both take the document, so that they can name
    its lines, and tell nothing of what cannot be read in it.
    """

    name: str
    text: Text
    read: Callable[[Plain], T]
    write: Callable[[T], Plain]
    options: Callable[[], Iterator[T]] | None = None
    how_many: int | None = None
    default: T | None = None
    form: Plain = None  # a plain description of the form for people and programs: pieces, words, limits
    check: Callable[[Plain], tuple[Fault, ...]] | None = None
    warn: Callable[[Plain], tuple[Fault, ...]] | None = None


def pick_one(
    name: str, text: Text, options: tuple[str, ...], default: str | None = None, rule: str = ""
) -> Choice[str]:
    """A question with a few answers, each a word."""

    def read(document: Plain) -> str:
        if isinstance(document, str) and document in options:
            return document
        raise Refusal([Fault("bad_answer", "", not_one_of(options), rule, document)])

    return Choice(name, text, read, lambda answer: answer, lambda: iter(options), len(options), default, list(options))


def not_one_of(options: tuple[str, ...]) -> Text:
    return Text("must be one of: {options}", words=(("options", ", ".join(options)),))


__all__ = ["Choice", "Side", "not_one_of", "pick_one"]
