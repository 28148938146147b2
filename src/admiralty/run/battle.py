"""A battle as it is stored: ruleset, version, scenario, seed and a journal of answers. Everything else follows."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from ..core.document import is_text, shown
from ..core.errors import Complaint, Fault, Refusal
from ..core.ruleset import Ruleset
from ..core.state import Plain, State
from ..core.words import say
from .files import cause

Find = Callable[[str], Ruleset[Any]]


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a journal: an answer to a question, or dice thrown by hand.

    ``question`` names what is answered: its number in the battle and its name ("3-declare"), or for dice the number
    of the first die ("dice-17"). ``answer`` is the document as the side sent it, or the faces.
    """

    question: str
    side: str
    answer: Any
    defaulted: bool = False


class Battle(msgspec.Struct, frozen=True):
    """All that is ever stored of a battle."""

    ruleset: str
    version: int
    scenario: dict[str, Any]
    seed: str
    strings: dict[str, str] = {}  # the players' own strings, by side
    journal: tuple[Entry, ...] = ()
    by_hand: bool = False  # dice are thrown by hand and entered

    def with_entry(self, entry: Entry) -> Battle:
        return msgspec.structs.replace(self, journal=(*self.journal, entry))


class Loaded(msgspec.Struct, frozen=True):
    """A validated scenario with its ruleset and opening state."""

    rules: Any
    document: dict[str, Any]
    opening: State
    name: str = ""


def read_file(path: str | Path) -> dict[str, Any]:
    """A TOML or JSON document from a file. Raises ``Complaint`` naming the file and what is wrong with it."""
    file = Path(path)
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise Complaint(say("{file}: cannot be read: {why}", file=str(file), why=cause(error))) from None
    except UnicodeDecodeError:
        raise Complaint(say("{file}: is not UTF-8 text", file=str(file))) from None
    return parse_text(text, str(file))


def parse_text(text: str, source: str) -> dict[str, Any]:
    """A document from text: JSON if it starts like JSON, else TOML."""
    try:
        document = (
            _parse_json(text) if text.lstrip()[:1] in ("{", "[") and _is_json(source, text) else tomllib.loads(text)
        )
    except (ValueError, RecursionError) as error:
        raise Complaint(say("{file}: {why}", file=source, why=_first_line(error))) from None
    if not isinstance(document, dict):
        raise Complaint(say("{file}: must be a table of fields", file=source))
    return document


def _is_json(source: str, text: str) -> bool:
    """A TOML file may start with a [table]; only a name or a brace tells."""
    return source.endswith(".json") or text.lstrip().startswith("{")


def _parse_json(text: str) -> Any:
    return json.loads(text, object_pairs_hook=_no_twins)


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; a name given twice is refused instead of one being dropped in silence."""
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise ValueError(f"the field {key!r} is given twice")
        result[key] = value
    return result


def _first_line(error: BaseException) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__


def load(document: Mapping[str, Any], find: Find, name: str = "") -> Loaded:
    """A scenario document with its ruleset and opening state. Raises ``Refusal`` with every fault."""
    which = document.get("ruleset")
    if not isinstance(which, str):
        raise Complaint(say('the scenario must say which ruleset it is for: ruleset = "wave"'), "no_ruleset")
    rules = find(which)
    title = document.get("title", "")
    faults = [] if is_text(title) else [Fault("wrong_type", "title", say("must be a text"), "", shown(title))]
    fields = {key: value for key, value in document.items() if key not in ("ruleset", "title")}
    try:
        state = rules.begin(fields)
    except Refusal as refusal:
        raise Refusal([*faults, *refusal.faults], refusal.source) from None
    if faults:
        raise Refusal(faults)
    return Loaded(rules, dict(document), state, name or title)


def opening(battle: Battle, find: Find) -> tuple[Ruleset[Any], State]:
    """The ruleset and opening state of a stored battle. Raises ``Complaint`` for a version no longer supported."""
    rules = find(battle.ruleset)
    if rules.version != battle.version:
        raise Complaint(
            say(
                "this battle was fought by version {then} of {ruleset}; here is version {now}",
                then=battle.version,
                ruleset=battle.ruleset,
                now=rules.version,
            ),
            "version",
        )
    return rules, load(battle.scenario, find).opening


__all__ = ["Battle", "Entry", "Find", "Loaded", "Plain", "load", "opening", "parse_text", "read_file"]
