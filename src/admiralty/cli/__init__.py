"""The command ``admiralty``: one file per command, each a thin user of the library.

Importing this package loads Typer and nothing heavier: a command imports what it needs when it runs, so that
``admiralty --help`` answers at once.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from .check import check
from .fight import fight
from .guard import guarded, safe_streams
from .new import new
from .odds import odds
from .replay import replay
from .rules import rules
from .schema import schema
from .solve import solve
from .table import app as table
from .verify import verify

COMMANDS = (fight, odds, solve, replay, verify, rules, new, schema, check)
"""In the order of the help."""

app = typer.Typer(
    name="admiralty",
    help="Rules-exact battles of space fleets and fighters: exact odds, audited fights, replays of every die.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,  # plain help loads three times faster
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

for _command in COMMANDS:
    app.command(_command.__name__)(guarded(_command))
app.add_typer(table)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"admiralty {version('admiralty')}")
        raise typer.Exit


@app.callback()
def start(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    """Rules-exact battles of space fleets and fighters: exact odds, audited fights, replays of every die."""


def main() -> None:
    """Entry point. Exit codes: 0 done, 1 refused input, 2 usage, 130 interrupted."""
    with safe_streams():
        app(prog_name="admiralty")
    sys.exit(0)


__all__ = ["app", "main"]
