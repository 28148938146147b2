"""Options that several commands share, each written once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer


def _language(code: str) -> str:
    """A language there is a catalogue for; English needs no look."""
    if code != "en":
        from ..report.language import languages

        if code not in languages():
            raise typer.BadParameter(f"there is no {code!r}; there are: {', '.join(languages())}")
    return code


Scenario = Annotated[Path, typer.Argument(help="A scenario: TOML or JSON.", show_default=False)]
ReplayFile = Annotated[Path, typer.Argument(help="A replay file, as `fight --out` writes it.", show_default=False)]
Lang = Annotated[str, typer.Option("--lang", help="Language: en or ru.", callback=_language, envvar="ADMIRALTY_LANG")]
Json = Annotated[bool, typer.Option("--json", help="Print data instead of text, errors too.")]
Out = Annotated[Path | None, typer.Option("--out", help="Write to this file.", show_default=False)]
Policy = Annotated[
    list[str] | None,
    typer.Option(
        "--policy",
        help="How sides play: `bot`, `SIDE=bot`, `SIDE.QUESTION=ANSWER`, or a file of answers by side and question.",
        show_default=False,
    ),
]
Bots = Annotated[bool, typer.Option("--bots", help="Sides without a policy play by the ruleset's bot.")]


def language_of(context: typer.Context, lang: str, scenario: Mapping[str, Any]) -> str:
    """The language of a battle's report: the one that was asked for, else the scenario's own, if it names one."""
    source = context.get_parameter_source("lang")
    own = scenario.get("language")
    if own is None or (source is not None and source.name != "DEFAULT"):
        return lang
    return _language(str(own))
