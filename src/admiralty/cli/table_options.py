"""Options of ``admiralty table`` that several commands share, and what every command does with them."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from datetime import datetime

    from ..run.battle import Find
    from ..store import Desk

File = Annotated[
    Path, typer.Option("--file", "-f", envvar="ADMIRALTY_TABLE", help="The table file. It is the master's own.")
]
Battle = Annotated[str, typer.Argument(help="The battle's name.", show_default=False)]
Side = Annotated[str, typer.Argument(help="The side that sends it.", show_default=False)]
SheetFile = Annotated[
    Path,
    typer.Argument(help="An order sheet: TOML, JSON or plain text; - reads it from the terminal.", show_default=False),
]
Key = Annotated[str, typer.Option("--key", envvar="ADMIRALTY_KEY", help="The secret key.", show_default=False)]
Question = Annotated[
    str,
    typer.Option("--question", help="The question that is meant, as `questions` names it.", show_default=False),
]
Deadline = Annotated[str, typer.Option("--deadline", help="Such as 2031-05-04T20:00+02:00.", show_default=False)]
Now = Annotated[str, typer.Option("--now", envvar="ADMIRALTY_NOW", hidden=True)]
TABLE = Path("admiralty.db")


class Override(StrEnum):
    """What a master may do beside the rules."""

    sheet = "sheet"
    default = "default"
    undo = "undo"
    end = "end"
    note = "note"
    deadline = "deadline"
    new_key = "new-key"


class Report(StrEnum):
    """How a battle is told."""

    bbcode = "bbcode"
    markdown = "markdown"
    html = "html"
    text = "text"
    json = "json"
    replay = "replay"


@dataclass(frozen=True)
class Means:
    """Other rulesets than the installed ones: for programs that run these commands with their own."""

    find: Find


def desk_of(context: typer.Context, file: Path, now: str, *, create: bool = False) -> Desk:
    """Where the command works: the file, the installed rulesets, the wall clock."""
    from ..rulesets import find
    from ..store import Desk, engine_for, stopped, wall_clock

    means = context.obj
    clock = stopped(now) if now else wall_clock
    return Desk(engine_for(file, create=create), means.find if isinstance(means, Means) else find, clock)


def time_of(text: str) -> datetime | None:
    """A time that may be left out."""
    from ..store import read_time

    return read_time(text) if text else None


def sheet_of(file: Path) -> tuple[str, str]:
    """A sheet's exact text, a byte order mark aside, and the name that tells its form."""
    from ..run.files import read_text

    text = _typed() if str(file) == "-" else read_text(file)
    return text.removeprefix("\ufeff"), "" if str(file) == "-" else file.name


def _typed() -> str:
    from ..core.errors import Complaint
    from ..core.words import say

    try:
        return sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError:
        raise Complaint(say("{file}: is not UTF-8 text", file="-"), "file") from None


def show(what: Any, lang: str, as_json: bool) -> None:
    """Print a result as sentences or as data."""
    from .screen import Screen
    from .table_words import data, sentences

    screen = Screen(lang)
    if as_json:
        screen.data(data(what, screen.voice))
        return
    for sentence in sentences(what):
        screen.write((sentence if isinstance(sentence, str) else screen.voice(sentence)) + "\n")
