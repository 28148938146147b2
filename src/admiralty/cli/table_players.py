"""The table's commands for players and readers: what is asked, checking and sending sheets, seals, looking."""

from __future__ import annotations

from typing import Annotated

import typer

from .options import Json, Lang, Out, language_of
from .table_options import TABLE, Battle, File, Key, Now, Question, Report, SheetFile, Side, desk_of, sheet_of, show


def list_(context: typer.Context, file: File = TABLE, now: Now = "", as_json: Json = False, lang: Lang = "en") -> None:
    """The battles of a table file."""
    from ..store import names
    from .table_words import Names

    show(Names(tuple(names(desk_of(context, file, now)))), lang, as_json)


def questions(
    context: typer.Context, name: Battle, file: File = TABLE, now: Now = "", as_json: Json = False, lang: Lang = "en"
) -> None:
    """What is waited for, from whom, until when, and whether a sheet has arrived."""
    from ..store import questions as ask

    show(ask(desk_of(context, file, now), name), lang, as_json)


def check_orders(
    context: typer.Context,
    name: Battle,
    side: Side,
    sheet: SheetFile,
    key: Key = "",
    question: Question = "",
    file: File = TABLE,
    now: Now = "",
    as_json: Json = False,
    lang: Lang = "en",
) -> None:
    """Every fault of an order sheet, before it is sent. Changes nothing."""
    from ..core.errors import Refusal
    from ..store import check_orders as check

    text, source = sheet_of(sheet)
    checked = check(desk_of(context, file, now), name, side, text, key=key, source=source, handle=question)
    if checked.faults:
        raise Refusal((*checked.faults, *checked.warnings))
    show(checked, lang, as_json)


def submit(
    context: typer.Context,
    name: Battle,
    side: Side,
    sheet: SheetFile,
    key: Key = "",
    question: Question = "",
    anyway: Annotated[
        bool,
        typer.Option("--anyway", help="Send it though orders in it break rules; the rules say what becomes of them."),
    ] = False,
    file: File = TABLE,
    now: Now = "",
    as_json: Json = False,
    lang: Lang = "en",
) -> None:
    """Send an order sheet; it replaces an earlier one as a whole."""
    from ..store import submit as send

    text, source = sheet_of(sheet)
    desk = desk_of(context, file, now)
    show(send(desk, name, side, text, key=key, source=source, handle=question, anyway=anyway), lang, as_json)


def hash_(
    sheet: SheetFile,
    salt: Annotated[
        str, typer.Option("--salt", help="Your own salt; a fresh one by default.", show_default=False)
    ] = "",
    as_json: Json = False,
    lang: Lang = "en",
) -> None:
    """The seal of a sheet, made on your own machine: keep sheet and salt, send the hash."""
    from ..store import seal_of
    from ..store.keys import new_key
    from .table_words import Seal

    salt = salt or new_key()
    show(Seal(seal_of(sheet_of(sheet)[0], salt), salt), lang, as_json)


def seal(
    context: typer.Context,
    name: Battle,
    side: Side,
    sha256: Annotated[str, typer.Argument(help="The hash that `hash` gave.", show_default=False)],
    question: Question,
    key: Key = "",
    file: File = TABLE,
    now: Now = "",
    as_json: Json = False,
    lang: Lang = "en",
) -> None:
    """Let a seal stand for a sheet, at a table without a trusted master."""
    from ..store import seal as put

    show(put(desk_of(context, file, now), name, side, sha256, key=key, handle=question), lang, as_json)


def reveal(
    context: typer.Context,
    name: Battle,
    side: Side,
    sheet: SheetFile,
    salt: Annotated[str, typer.Option("--salt", help="The salt of the seal.", show_default=False)],
    key: Key = "",
    file: File = TABLE,
    now: Now = "",
    as_json: Json = False,
    lang: Lang = "en",
) -> None:
    """Show the sheet under a seal, once all seals stand or the deadline is past."""
    from ..store import reveal as open_seal

    text, source = sheet_of(sheet)
    show(open_seal(desk_of(context, file, now), name, side, text, salt, key=key, source=source), lang, as_json)


def view(
    context: typer.Context,
    name: Battle,
    side: Annotated[
        str, typer.Option("--side", help="A side or master (key needed); the public by default.", show_default=False)
    ] = "",
    key: Key = "",
    file: File = TABLE,
    now: Now = "",
    as_json: Json = False,
    lang: Lang = "en",
) -> None:
    """All that a side may see: the battle, its own sheets, and what was published."""
    from ..store import view as look

    show(look(desk_of(context, file, now), name, side, key=key), lang, as_json)


def export(
    context: typer.Context,
    name: Battle,
    kind: Annotated[Report, typer.Option("--as", help="How the battle is told.")] = Report.bbcode,
    side: Annotated[str, typer.Option("--side", help="As this side sees it (key needed).", show_default=False)] = "",
    key: Key = "",
    out: Out = None,
    file: File = TABLE,
    now: Now = "",
    as_json: Json = False,
    lang: Lang = "en",
) -> None:
    """The public report so far, for a forum post or a page; as a replay file once the seed is told."""
    from ..core.words import say
    from ..run.files import check_place, write_text
    from .screen import Screen
    from .table_story import told

    check_place(out)
    screen = Screen(lang)
    desk, shown_as = desk_of(context, file, now), "json" if as_json else kind.value
    report = told(desk, name, side, key, shown_as, lambda scenario: language_of(context, lang, scenario))
    if out is None:
        screen.write(report if report.endswith("\n") else report + "\n")
        return
    write_text(out, report)
    screen.warn(say("Written: {file}", file=str(out)))
