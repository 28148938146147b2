"""A battle's report as the table gives it out: only what may be seen, with what the master did beside the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from ..core.words import Text, say
from ..report import render
from ..report.language import language
from ..report.story import story
from ..store import Desk, Seen, replay_file, seen
from ..store.clock import shown
from ..store.ledger import Override

DEEDS: dict[str, Text] = {
    "force": say("{time}, the master closed a question before it was due: {reason}"),
    "sheet": say("{time}, the master entered a sheet for {side}: {reason}"),
    "default": say("{time}, the master set the sheets of {side} aside: {reason}"),
    "undo": say("{time}, the master went back to an earlier question: {reason}"),
    "end": say("{time}, the master ended the battle: {reason}"),
    "note": say("{time}, the master notes: {reason}"),
    "deadline": say("{time}, the master moved the deadline: {reason}"),
    "new-key": say("{time}, the master gave {side} a new key: {reason}"),
}
"""What a master may do beside the rules, as the record tells it."""


def overrides_told(overrides: tuple[Override, ...]) -> Iterator[Text]:
    for one in overrides:
        words = (("time", shown(one.made_at)), ("side", one.side), ("reason", one.reason))
        yield msgspec.structs.replace(DEEDS[one.kind], words=words)


def told(desk: Desk, name: str, side: str, key: str, kind: str, language_of: Callable[[dict[str, Any]], str]) -> str:
    """A battle's report in one of the kinds there are, or its replay file. ``language_of``: by its scenario."""
    if kind == "replay":
        return replay_file(desk, name)
    what = seen(desk, name, side, key=key)
    return render(_story(what), kind, language(language_of(what.play.battle.scenario)))  # type: ignore[arg-type]


NOT_OVER = say("This battle is not over yet.")


def _story(what: Seen) -> Any:
    """The battle as far as it is published; the seed stands in it only when it is told."""
    made = story(what.play)
    missing = [
        say("No valid sheet from {side} for {question}: the default orders were played.", side=side, question=question)
        for question, side in what.missing
    ]
    ended = what.over and not what.play.over  # by the master: there is a note of it
    notes = (
        *(note for note in made.notes if not (ended and note == NOT_OVER)),
        *missing,
        *overrides_told(what.overrides),
    )
    return msgspec.structs.replace(made, seed=made.seed if what.seed_told else "", notes=notes)
