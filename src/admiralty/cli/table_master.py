"""The table's commands for its master: open, close, override, and the seed at the end."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .options import Json, Lang
from .table_options import TABLE, Battle, Deadline, File, Key, Now, Override, Question, desk_of, sheet_of, show, time_of


def open_(
    context: typer.Context,
    name: Battle,
    scenario: Annotated[Path, typer.Argument(help="A scenario: TOML or JSON.", show_default=False)],
    deadline: Deadline = "",
    every: Annotated[
        str,
        typer.Option("--every", help="From a publication to the next deadline: 90m, 48h, 3d, 1w.", show_default=False),
    ] = "",
    reveal: Annotated[
        str, typer.Option("--reveal", help="From a deadline to the end of revealing sealed sheets.", show_default=False)
    ] = "",
    seed: Annotated[
        str,
        typer.Option(
            "--seed",
            help="A seed of your own, 64 hex characters; whoever knows it knows all dice. Drawn by default.",
            show_default=False,
        ),
    ] = "",
    file: File = TABLE,
    now: Now = "",
    as_json: Json = False,
    lang: Lang = "en",
) -> None:
    """Open a battle: its seed is drawn and committed to, every side and the master get a key, shown once."""
    from ..run.battle import read_file
    from ..store import open_battle, read_span

    document = read_file(scenario)
    desk = desk_of(context, file, now, create=True)
    opened = open_battle(
        desk,
        name,
        document,
        deadline=time_of(deadline),
        every=read_span(every) if every else None,
        reveal=read_span(reveal) if reveal else None,
        seed=seed or None,
    )
    show(opened, lang, as_json)


def close(
    context: typer.Context,
    name: Battle,
    key: Key = "",
    question: Question = "",
    reason: Annotated[
        str, typer.Option("--reason", help="Close it though it is not due, and say why.", show_default=False)
    ] = "",
    deadline: Deadline = "",
    file: File = TABLE,
    now: Now = "",
    as_json: Json = False,
    lang: Lang = "en",
) -> None:
    """Pass the deadline: default orders for what is missing, resolution and publication in one go. Safe to repeat."""
    from ..store import close as pass_deadline

    desk = desk_of(context, file, now)
    closed = pass_deadline(desk, name, key=key, handle=question, reason=reason, deadline=time_of(deadline))
    show(closed, lang, as_json)


def override(
    context: typer.Context,
    name: Battle,
    kind: Annotated[Override, typer.Argument(help="What to do.", show_default=False)],
    reason: Annotated[str, typer.Option("--reason", help="Why; everybody reads it.", show_default=False)],
    side: Annotated[str, typer.Option("--side", help="The side it is about.", show_default=False)] = "",
    sheet: Annotated[
        Path | None, typer.Option("--sheet", help="The sheet to enter for a side.", show_default=False)
    ] = None,
    to: Annotated[str, typer.Option("--to", help="The question to go back to.", show_default=False)] = "",
    deadline: Deadline = "",
    key: Key = "",
    file: File = TABLE,
    now: Now = "",
    as_json: Json = False,
    lang: Lang = "en",
) -> None:
    """The master's marked entries: enter or set aside a side's sheet, undo, end, note, deadline, new key."""
    from ..store import override as act

    text, source = sheet_of(sheet) if sheet else ("", "")
    done = act(
        desk_of(context, file, now),
        name,
        kind.value,
        key=key,
        reason=reason,
        side=side,
        text=text,
        source=source,
        back_to=to,
        deadline=time_of(deadline),
    )
    show(done, lang, as_json)


def reveal_seed(
    context: typer.Context,
    name: Battle,
    key: Key = "",
    file: File = TABLE,
    now: Now = "",
    as_json: Json = False,
    lang: Lang = "en",
) -> None:
    """Publish the seed of a battle that is over; then the replay file can be exported and verified by anyone."""
    from ..store import tell_seed

    show(tell_seed(desk_of(context, file, now), name, key=key), lang, as_json)
