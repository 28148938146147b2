"""``admiralty table``: battles of days in one file, with secret orders, deadlines and a key for every side."""

from __future__ import annotations

import typer

from .guard import guarded
from .table_master import close, open_, override, reveal_seed
from .table_players import check_orders, export, hash_, list_, questions, reveal, seal, submit, view

app = typer.Typer(
    name="table",
    help="The game master's table: secret orders, deadlines, publication. Times are ISO, with a zone. "
    "Keys are better given in ADMIRALTY_KEY than on the command line, which others on the machine can read.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

COMMANDS = (
    open_,
    list_,
    questions,
    check_orders,
    submit,
    hash_,
    seal,
    reveal,
    close,
    view,
    export,
    override,
    reveal_seed,
)
"""In the order of the help."""

for _command in COMMANDS:
    app.command(_command.__name__.rstrip("_").replace("_", "-"))(guarded(_command))
