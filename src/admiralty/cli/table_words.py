"""What the table's commands print: one list of sentences per result, and the same as data."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import singledispatch
from typing import Any

import msgspec

from ..core.errors import Fault
from ..core.words import Text, Word, count, say, verbatim
from ..report.names import isolate
from ..store import Checked, Closed, Opened, Overridden, Questions, Receipt, Told, View
from ..store.asking import Waiting
from ..store.clock import shown
from ..store.keys import MASTER
from ..store.ledger import Position
from ..store.sight import OwnSheet
from .mistakes import fault_line
from .table_story import overrides_told

Words = dict[str, Word]


class Names(msgspec.Struct, frozen=True):
    """The battles of a file."""

    battles: tuple[str, ...]


class Seal(msgspec.Struct, frozen=True):
    """A seal with the salt that belongs to it."""

    sha256: str
    salt: str


def data(what: Any, voice: Callable[[Text], str]) -> Any:
    """A result as plain data, its sentences in the reader's language."""
    if isinstance(what, Text):
        return voice(what)
    if isinstance(what, Position):
        return _fields(what, voice) | {"handle": what.handle}
    if isinstance(what, msgspec.Struct):
        return _fields(what, voice)
    if isinstance(what, dict):
        return {key: data(value, voice) for key, value in what.items()}
    if isinstance(what, list | tuple):
        return [data(value, voice) for value in what]
    return what


def _fields(what: msgspec.Struct, voice: Callable[[Text], str]) -> dict[str, Any]:
    return {name: data(getattr(what, name), voice) for name in what.__struct_fields__}


@singledispatch
def sentences(what: Any) -> Iterator[Text | str]:
    """A result as sentences, one a line; what is no sentence (a sheet, plain data) is text already."""
    raise TypeError(type(what).__name__)


@sentences.register
def _(what: Names) -> Iterator[Text]:
    yield from (verbatim(name) for name in what.battles)


@sentences.register
def _(what: Seal) -> Iterator[Text]:
    yield say("Seal: {sha256}", sha256=what.sha256)
    yield say("Salt: {salt}", salt=what.salt)
    yield say("Keep the sheet and its salt exactly as they are: both are needed to open the seal.")


@sentences.register
def _(what: Opened) -> Iterator[Text]:
    yield say("Battle {name} is open.", name=what.name)
    yield say("Commitment to the seed: {commitment}", commitment=what.commitment)
    for holder, key in what.keys.items():
        if holder == MASTER:
            yield say("Key of the master: {key}", key=key)
        else:
            yield say("Key of {side}: {key}", side=holder, key=key)
    yield say("The keys are shown this once and kept nowhere. Send each side its own, and nobody another's.")
    yield from _place(what.position)


def _place(position: Position) -> Iterator[Text]:
    if position.question:
        yield say("Open question: {handle}", handle=position.handle)
    else:
        yield say("The battle is over.")


@sentences.register
def _(what: Questions) -> Iterator[Text]:
    if what.title:
        yield say("{title} ({name})", title=what.title, name=what.name)
    yield say("Commitment to the seed: {commitment}", commitment=what.commitment)
    yield from _place(what.position)
    yield from _until(what)
    for one in what.waiting:
        yield say("Asked of {side}: {question}", side=one.side, question=one.text)
        yield from _arrival(one, what.sealed)
    yield from overrides_told(what.overrides)


def _until(what: Questions) -> Iterator[Text]:
    if not what.position.question:
        return
    if what.deadline is None:
        yield say("There is no deadline: it is closed when all sheets have arrived.")
    else:
        yield say("Deadline: {deadline}", deadline=shown(what.deadline))
    if what.reveal_deadline is not None:
        yield say("Sealed sheets may be revealed until {deadline}.", deadline=shown(what.reveal_deadline))
    if what.house.late:
        yield say("A late sheet is taken as long as nothing is published.")
    if all(one.has_default for one in what.waiting):
        yield say(
            "At the deadline the last sheet of each side counts as it is; without one the default orders are played."
        )
    else:
        yield say(
            "At the deadline the last sheet of each side counts as it is; without one the master must enter the answer."
        )


def _arrival(one: Waiting, sealed: bool) -> Iterator[Text]:
    if not sealed:
        yield say("A sheet has arrived.") if one.arrived else say("Nothing has arrived yet.")
    elif not one.arrived:
        yield say("No seal stands yet.")
    else:
        yield say("Seal: {sha256}", sha256=one.seal)
        yield say("The sheet is revealed.") if one.revealed else say("The sheet is not revealed yet.")


@sentences.register
def _(what: Checked) -> Iterator[Text]:
    yield from _warnings(what.warnings)
    yield say("The sheet is in order. It was not sent.")


def _warnings(warnings: tuple[Fault, ...]) -> Iterator[Text]:
    for one in warnings:
        yield say("Warning: {fault}", fault=fault_line(one))


@sentences.register
def _(what: Receipt) -> Iterator[Text]:
    for one in what.faults:
        yield say("Will not be carried out: {fault}", fault=fault_line(one))
    yield from _warnings(what.warnings)
    where: Words = {"side": what.side, "n": what.number, "handle": what.handle, "time": shown(what.received_at)}
    if what.number > 1:
        yield say("Received from {side} at {time}: number {n} for {handle}; it replaces what came before.", **where)
    else:
        yield say("Received from {side} at {time}: number {n} for {handle}.", **where)


@sentences.register
def _(what: Closed) -> Iterator[Text]:
    if what.waiting:
        yield say("Nothing was closed now: {reason}.", reason=what.waiting)
    time, handle = shown(what.closed_at), what.position.handle
    if what.again:
        yield say("{handle} had been closed already, at {time}; this is what came of it.", handle=handle, time=time)
    else:
        yield say("{handle} is closed and published, at {time}.", handle=handle, time=time)
    if what.result.forced:
        yield say("It was closed before it was due, by the master's override.")
    for side in what.result.missing:
        yield say("No valid sheet from {side}: the default orders were played.", side=side)
    first, last = what.result.steps
    yield count("{n} phase was played.", "{n} phases were played.", last - first)
    yield from _place(what.next)


@sentences.register
def _(what: Overridden) -> Iterator[Text]:
    if what.key:
        yield say("New key of {side}, shown this once: {key}", side=what.side, key=what.key)
    yield say("Done, and marked in the record: {reason}", reason=what.reason)
    yield from _place(what.position)


@sentences.register
def _(what: Told) -> Iterator[Text]:
    yield say("Seed: {seed}", seed=what.seed)
    yield say("Commitment to the seed: {commitment}", commitment=what.commitment)


@sentences.register
def _(what: View) -> Iterator[Text | str]:
    yield from _place(what.position)
    if what.deadline is not None:
        yield say("Deadline: {deadline}", deadline=shown(what.deadline))
    for sheet in what.sheets:
        yield from _sheet(sheet)
    for event in what.published:
        yield from _lines(json.dumps(event, ensure_ascii=False))
    yield from _lines(json.dumps(what.state, ensure_ascii=False, indent=2))
    yield from overrides_told(what.overrides)


def _sheet(sheet: OwnSheet) -> Iterator[Text | str]:
    words: Words = {"side": sheet.side, "handle": sheet.handle, "n": sheet.number, "time": shown(sheet.received_at)}
    if sheet.counts:
        yield say("Sheet {n} of {side} for {handle}, {time}; it counts:", **words)
    else:
        yield say("Sheet {n} of {side} for {handle}, {time}; it does not count:", **words)
    yield from _lines(sheet.text, "  ")
    if sheet.salt:
        yield say("Salt: {salt}", salt=sheet.salt)


def _lines(text: str, margin: str = "") -> Iterator[str]:
    """Lines as they were written, indents kept, made harmless for a terminal."""
    for line in text.splitlines():
        if line.strip():
            yield margin + " " * (len(line) - len(line.lstrip())) + isolate(line)
