"""``admiralty replay``: a fought battle told in text, Markdown, BBCode, a page or data; verified first."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from .options import Json, Lang, Out, ReplayFile, language_of

if TYPE_CHECKING:
    from pathlib import Path

    from ..report.replay import Replay
    from .screen import Screen


class Format(StrEnum):
    """The kinds of report there are."""

    text = "text"
    markdown = "markdown"
    bbcode = "bbcode"
    html = "html"
    json = "json"


As = Annotated[Format, typer.Option("--as", help="How the battle is told.")]


def replay(
    context: typer.Context,
    file: ReplayFile,
    kind: As = Format.text,
    out: Out = None,
    as_json: Json = False,
    lang: Lang = "en",
) -> None:
    """Tell a battle die by die, from its replay file, which is verified first."""
    from ..core.errors import Complaint
    from ..core.words import count, say
    from ..library import read_replay
    from ..run.files import check_place
    from .screen import Screen

    check_place(out)
    try:
        read = read_replay(file)
    except Complaint as wrong:
        raise Complaint(say("{file}: {why}", file=str(file), why=wrong.text), wrong.code, wrong.value) from None
    screen = Screen(language_of(context, lang, read.battle.scenario))
    screen.warn(
        count("{file}: verified, {n} die.", "{file}: verified, {n} dice.", read.play.dice_thrown, file=str(file))
    )
    put(read, Format.json if as_json else kind, out, screen)


def put(told: Replay, kind: Format, out: Path | None, screen: Screen) -> None:
    """A report to its file or, without one, to the screen."""
    from ..core.words import say
    from ..run.files import write_text

    if out is None:
        screen.write(_for_screen(told, kind, screen))
        return
    write_text(out, told.report(kind.value, screen.language))
    screen.warn(say("Written: {file}", file=str(out)))


def _for_screen(told: Replay, kind: Format, screen: Screen) -> str:
    """A report as this terminal shows it: text in colour and in its width, if it has any."""
    if kind is not Format.text or not screen.console.is_terminal:
        return told.report(kind.value, screen.language)
    from ..report.terminal import text

    colour = screen.console.color_system is not None
    return text(told.story, screen.language, colour=colour, width=screen.console.width)
