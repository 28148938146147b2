"""Mistakes as a reader sees them: every fault on a line of its own, with field, value and rule."""

from __future__ import annotations

import json
import re
from typing import Any

from ..core.errors import AdmiraltyError, Complaint, Fault, Refusal, TooWide
from ..core.words import Text, count, say, verbatim
from ..run.files import cause
from .screen import Screen

NO_CODE = "complaint"
"""What data calls a fault that has no code of its own."""

HINTS = {"no_policy": say("Say how with --policy, or let the ruleset's own player decide with --bots.")}
"""What to do about some faults on the command line."""


def faults_of(error: Exception) -> tuple[Fault, ...]:
    """What somebody can mend; nothing for an error that is ours."""
    if isinstance(error, Refusal):
        return error.faults
    if isinstance(error, Complaint):
        return (Fault(error.code or NO_CODE, "", error.text, "", error.value),)
    if isinstance(error, AdmiraltyError):
        code = "too_wide" if isinstance(error, TooWide) else "refused"
        return (Fault(code, "", getattr(error, "text", None) or verbatim(str(error))),)
    if isinstance(error, OSError) and not isinstance(error, BrokenPipeError) and error.filename is not None:
        return (Fault("file", "", say("{file}: {why}", file=str(error.filename), why=cause(error))),)
    if isinstance(error, MemoryError):
        return (Fault("memory", "", say("there is not enough memory for this")),)
    return ()


def show(faults: tuple[Fault, ...], lang: str, as_json: bool, source: str = "") -> None:
    """Every fault of a source (a file): as data on stdout, or as lines on stderr."""
    screen = Screen(lang)
    if as_json:
        named = {"file": source} if source else {}
        screen.data(named | {"refused": [fault_data(fault, screen) for fault in faults]})
        return
    if source:
        screen.warn(count("{file}: refused for {n} fault", "{file}: refused for {n} faults", len(faults), file=source))
    for fault in faults:
        screen.warn(fault_line(fault))
    for code in dict.fromkeys(fault.code for fault in faults if fault.code in HINTS):
        screen.warn(HINTS[code])


def fault_data(fault: Fault, screen: Screen) -> dict[str, Any]:
    """A fault as plain data, its sentence in the reader's language."""
    return {
        "code": fault.code,
        "path": fault.path,
        "value": fault.value,
        "rule": fault.rule,
        "text": screen.voice(fault.text),
    }


def fault_line(fault: Fault) -> Text:
    """A fault as one sentence: ``ships[2].hp = 99: must be a whole number from 0 to 10 [bad_hp, W-95]``."""
    line: Text = fault.text
    if fault.path and fault.value is not None:
        line = say("{path} = {value}: {fault}", path=_place(fault.path), value=_shown(fault.value), fault=line)
    elif fault.path:
        line = say("{path}: {fault}", path=_place(fault.path), fault=line)
    tags = ", ".join(tag for tag in (fault.code, fault.rule) if tag and tag != NO_CODE)
    if not tags:
        return line
    return say("{fault} [{tags}]", fault=line, tags=tags)


def _place(path: str) -> Text:
    """Where a fault is: a field as its document writes it, a line of plain text in the reader's language."""
    line = re.fullmatch(r"line (\d+)(?: (.+))?", path)
    if line is None:
        return verbatim(path)
    return (
        say("line {number}, {part}", number=line[1], part=line[2]) if line[2] else say("line {number}", number=line[1])
    )


def _shown(value: Any) -> str:
    """A value as its document writes it, cut short."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 80 else text[:77] + "…"
