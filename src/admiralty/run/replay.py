"""Replay files: JSON Lines that can be verified alone.

Line 1 is the header: format, ruleset, version, scenario, seed, commitment, the players' strings and the journal. Then
one line per event in order, each with the phase it fell in, and after each phase one line with the SHA-256 of the
state. The last line is the footer: the SHA-256 of all lines before it. Every event follows from the header, so
``verify`` plays the battle again and compares byte by byte.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from ..core.errors import AdmiraltyError, Complaint
from ..core.event import Answered, Event, Thrown, visible
from ..core.pool import Lot
from ..core.ruleset import Record
from ..core.words import Text, say
from .battle import Battle, Entry, Find
from .dice import commitment
from .play import Play

FORMAT: Literal["admiralty-replay-1"] = "admiralty-replay-1"


def lines(play: Play) -> Iterator[str]:
    """The lines of a battle's replay file, without line feeds."""
    digest = hashlib.sha256()
    for line in _body(play):
        digest.update(line.encode() + b"\n")
        yield line
    yield _json({"line": "footer", "sha256": digest.hexdigest()})


def text(play: Play) -> str:
    """A battle's whole replay file."""
    return "".join(line + "\n" for line in lines(play))


def _body(play: Play) -> Iterator[str]:
    yield _json(_header(play))
    for number, record in enumerate(play.records):
        for event in record.events:
            yield _json({"step": number, "phase": record.phase, **event_data(event)})
        yield _json(_state_line(number, record))
    if play.over:
        yield _json({"line": "result", "measures": result(play)})


def _header(play: Play) -> dict[str, Any]:
    battle = play.battle
    header = _Header(
        "header",
        FORMAT,
        battle.ruleset,
        battle.version,
        battle.scenario,
        battle.seed,
        commitment(battle.seed),
        battle.strings,
        battle.by_hand,
        battle.journal,
    )
    data: dict[str, Any] = msgspec.to_builtins(header)
    return data


def _state_line(number: int, record: Record) -> dict[str, Any]:
    sha = hashlib.sha256(record.after.canonical()).hexdigest()
    return {"step": number, "phase": record.phase, "line": "state", "sha256": sha}


def result(play: Play) -> dict[str, Any]:
    """The measures of the battle's end, by name."""
    measures = play.rules.measures(play.records[0].before if play.records else play.state)
    return {measure.name: measure.read(play.state) for measure in measures if not measure.at}


def event_data(event: Event, side: str | None = None, everything: bool = True) -> dict[str, Any]:
    """An event as plain data; hidden ones are refused unless ``everything`` or the side may see them."""
    if not everything and not visible(event, side):
        raise PermissionError("this event is not for that side")
    if isinstance(event, Thrown):
        return _thrown(event)
    if isinstance(event, Answered):
        data = {"line": "answer", "question": event.question, "side": event.side, "answer": event.document}
        return data | ({"defaulted": True} if event.defaulted else {}) | _seen(event)
    return {"line": "note", "kind": event.kind, "facts": msgspec.to_builtins(event.facts)} | _seen(event)


def _thrown(event: Thrown) -> dict[str, Any]:
    data: dict[str, Any] = {
        "line": "dice",
        "why": event.why,
        "who": event.who,
        "first": event.first,
        "sides": list(event.pool.dice()),
        "faces": list(event.faces),
        "outcome": msgspec.to_builtins(event.outcome),
    }
    needs = _needs(event.pool)
    if needs:
        data["needs"] = needs
    if event.by_hand:
        data["by_hand"] = True
    return data | _seen(event)


def _seen(event: Event) -> dict[str, Any]:
    return {"seen_by": list(event.seen_by)} if event.seen_by is not None else {}


def _needs(pool: Any) -> list[dict[str, Any]]:
    """Every run of like dice with the number it needed and the modifiers that made it."""
    pools = getattr(pool, "pools", (pool,))
    return [_lot(lot) for part in pools for lot in getattr(part, "lots", ())]


def _lot(lot: Lot) -> dict[str, Any]:
    mods = [
        {"name": mod.name, "value": mod.value, "rule": mod.rule} | ({} if mod.about is None else {"about": mod.about})
        for mod in lot.need.mods
    ]
    return {"dice": lot.count, "need": lot.need.value, "base": lot.need.base, "mods": mods}


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=False, allow_nan=False)


def read_header(content: str) -> Battle:
    """The battle that a replay file's header tells. Raises ``Complaint`` if it is not one."""
    try:
        header = msgspec.json.decode(content.split("\n", 1)[0], type=_Header)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        raise Complaint(say("this is not a replay file of Admiralty"), "not_a_replay") from None
    return Battle(
        header.ruleset,
        header.version,
        header.scenario,
        header.seed,
        header.strings,
        header.journal,
        header.by_hand,
    )


class _Header(msgspec.Struct, forbid_unknown_fields=True):
    """The first line of a replay file."""

    line: Literal["header"]
    format: Literal["admiralty-replay-1"]
    ruleset: str
    version: int
    scenario: dict[str, Any]
    seed: str
    commitment: str
    strings: dict[str, str]
    by_hand: bool
    journal: tuple[Entry, ...]


class Verdict(msgspec.Struct, frozen=True):
    """What verifying a replay found: ``ok``; how many dice and lines; or the first line that is wrong, and why."""

    ok: bool
    dice: int
    lines: int
    line: int = 0
    why: Text = say("every die and every line is right")


def verify(content: str, find: Find) -> Verdict:
    """Play a replay file's battle again and compare every line, byte by byte."""
    try:
        battle = read_header(content)
        play = Play(battle, find)
    except AdmiraltyError as error:
        return Verdict(False, 0, 0, 1, getattr(error, "text", say("the header's battle cannot be played")))
    wanted = content.split("\n")
    if wanted and wanted[-1] == "":
        wanted.pop()
    elif wanted:
        return Verdict(False, play.dice_thrown, len(wanted), len(wanted), say("the file ends in the middle of a line"))
    found = list(lines(play))
    for number, (given, right) in enumerate(zip(wanted, found, strict=False), 1):
        if given != right:
            return Verdict(False, play.dice_thrown, len(wanted), number, say("this line is not what the battle gives"))
    if len(wanted) != len(found):
        why = say("the file has {given} lines, the battle gives {right}", given=len(wanted), right=len(found))
        return Verdict(False, play.dice_thrown, len(wanted), min(len(wanted), len(found)) + 1, why)
    return Verdict(True, play.dice_thrown, len(wanted))


__all__ = ["Verdict", "event_data", "lines", "read_header", "result", "text", "verify"]
