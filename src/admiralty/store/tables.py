"""The tables battles are kept in. Rows are only ever appended, and unique keys say what may happen once.

A battle is a row of *positions*: at each something is waited for (or, with an empty question, the battle is over).
A position is closed exactly once, in one transaction that writes the closing, the journal entries it led to and the
next position; the closing's key makes a second closing impossible, whoever tries and whenever. Nothing is edited: an
undo is a closing too, and the position after it stands where an earlier one stood.
"""

from __future__ import annotations

from sqlalchemy import (
    DDL,
    Boolean,
    Column,
    ForeignKey,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    event,
)

FORMAT = 1

META = MetaData()

about = Table("about", META, Column("format", Integer, primary_key=True))

battles = Table(
    "battle",
    META,
    Column("name", Text, primary_key=True),
    Column("ruleset", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("scenario", Text, nullable=False),  # JSON, as it was handed in
    Column("seed", Text, nullable=False),  # secret until it stands in ``seeds``
    Column("house", Text, nullable=False),  # JSON of ``House``
    Column("opened_at", Text, nullable=False),
)


def _of_battle() -> Column[str]:
    return Column("battle", Text, ForeignKey("battle.name"), nullable=False)


keys = Table(
    "key",
    META,
    _of_battle(),
    Column("holder", Text, nullable=False),  # a side, or "master"
    Column("number", Integer, nullable=False),  # the last one is valid
    Column("hash", Text, nullable=False),
    Column("made_at", Text, nullable=False),
    PrimaryKeyConstraint("battle", "holder", "number"),
)

positions = Table(
    "position",
    META,
    _of_battle(),
    Column("number", Integer, nullable=False),
    Column("question", Text, nullable=False),  # "3-movement"; "" = the battle is over
    Column("digest", Text, nullable=False),
    Column("secret", Boolean, nullable=False),
    Column("sides", Text, nullable=False),  # JSON list: who is asked
    Column("opened_at", Text, nullable=False),
    PrimaryKeyConstraint("battle", "number"),
)

deadlines = Table(
    "deadline",
    META,
    _of_battle(),
    Column("position", Integer, nullable=False),
    Column("number", Integer, nullable=False),  # the last one counts
    Column("deadline", Text, nullable=False),  # with the time zone it was given in
    Column("set_at", Text, nullable=False),
    PrimaryKeyConstraint("battle", "position", "number"),
)

sheets = Table(
    "sheet",
    META,
    _of_battle(),
    Column("position", Integer, nullable=False),
    Column("side", Text, nullable=False),
    Column("number", Integer, nullable=False),  # counted per side: a number tells nothing of the other's sheets
    Column("kind", Text, nullable=False),  # sheet, seal, reveal, none (the master set the side's sheet aside)
    Column("text", Text, nullable=False),  # as it was sent; for a seal its hash
    Column("salt", Text, nullable=False),
    Column("answer", Text, nullable=False),  # JSON, what the rules read; "" if it could not be read
    Column("by_master", Boolean, nullable=False),
    Column("received_at", Text, nullable=False),
    PrimaryKeyConstraint("battle", "position", "side", "number"),
)

closings = Table(
    "closing",
    META,
    _of_battle(),
    Column("position", Integer, nullable=False),
    Column("kind", Text, nullable=False),  # published, undone, ended
    Column("back_to", Integer),  # of an undo: the position that is restored
    Column("result", Text, nullable=False),  # JSON of ``Result``
    Column("closed_at", Text, nullable=False),
    PrimaryKeyConstraint("battle", "position"),
)

journal = Table(
    "journal",
    META,
    _of_battle(),
    Column("position", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("question", Text, nullable=False),
    Column("side", Text, nullable=False),
    Column("answer", Text, nullable=False),  # JSON
    Column("defaulted", Boolean, nullable=False),
    PrimaryKeyConstraint("battle", "position", "place"),
    UniqueConstraint("battle", "position", "side"),
)

overrides = Table(
    "override",
    META,
    _of_battle(),
    Column("number", Integer, nullable=False),
    Column("position", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("side", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("made_at", Text, nullable=False),
    PrimaryKeyConstraint("battle", "number"),
)

seeds = Table(
    "seed", META, Column("battle", Text, ForeignKey("battle.name"), primary_key=True), Column("told_at", Text)
)


def _forbid(table: Table, deed: str) -> None:
    """SQLite itself refuses to edit what was appended."""
    trigger = DDL(  # type: ignore[no-untyped-call]
        f'CREATE TRIGGER {table.name}_no_{deed} BEFORE {deed} ON "{table.name}" '
        "BEGIN SELECT RAISE(ABORT, 'rows are only appended'); END"
    )
    event.listen(table, "after_create", trigger.execute_if(dialect="sqlite"))


for _table in META.sorted_tables:
    _forbid(_table, "update")
    _forbid(_table, "delete")
