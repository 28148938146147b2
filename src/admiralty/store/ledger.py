"""One battle's rows: how they are read, how they are appended. All SQL of the store is here and in ``opening``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, func, insert, select

from ..core.errors import Complaint
from ..core.state import Plain
from ..core.words import say
from ..run.battle import Battle, Entry
from . import tables
from .clock import stamp
from .keys import fits


class House(msgspec.Struct, frozen=True):
    """How a table is run. ``every`` and ``reveal`` are spans in seconds, 0 = no deadline of that kind."""

    late: bool = False  # sheets are taken until the phase is published (L-56)
    sealed: bool = False  # secret sheets are sealed first and shown later (L-60)
    every: int = 0  # from a publication to the next deadline
    reveal: int = 0  # from a deadline to the end of revealing


class Position(msgspec.Struct, frozen=True):
    """A point at which a battle waits. An empty ``question`` means that it is over."""

    number: int
    question: str
    digest: str
    secret: bool
    sides: tuple[str, ...]
    opened_at: str

    @property
    def handle(self) -> str:
        """What a sheet names."""
        return f"{self.question}@{self.digest}" if self.question else ""


class Held(msgspec.Struct, frozen=True):
    """A row of ``sheet``."""

    position: int
    side: str
    number: int
    kind: str
    text: str
    salt: str
    answer: str
    by_master: bool
    received_at: str


class Result(msgspec.Struct, frozen=True):
    """What a closing led to. ``steps``: the phases that were run, as a half-open range of the battle's records."""

    steps: tuple[int, int] = (0, 0)
    missing: tuple[str, ...] = ()  # sides whose orders are the default ones
    forced: bool = False


class Closing(msgspec.Struct, frozen=True):
    """A row of ``closing``."""

    position: int
    kind: str
    back_to: int | None
    result: Result
    closed_at: str


class Override(msgspec.Struct, frozen=True):
    """A row of ``override``: what the master did beside the rules, and why."""

    number: int
    position: int
    kind: str
    side: str
    reason: str
    made_at: str


class Ledger:
    """The rows of one battle, within one transaction."""

    def __init__(self, connection: Connection, name: str) -> None:
        self.connection = connection
        self.name = name
        # The row is locked where the database can lock rows; SQLite locks the whole file.
        query = select(tables.battles).where(tables.battles.c.name == name)
        if connection.get_execution_options().get("writes", False):
            query = query.with_for_update()
        row = connection.execute(query).one_or_none()
        if row is None:
            raise Complaint(say("there is no battle {name} in this table file", name=name), "no_battle", name)
        self._row = row._mapping
        self.house = msgspec.json.decode(self._row["house"], type=House)

    def _rows(self, table: Table, kind: type[Any], *order: str, **where: Any) -> list[Any]:
        columns = [table.c[field] for field in kind.__struct_fields__]
        conditions = [table.c.battle == self.name, *(table.c[key] == value for key, value in where.items())]
        query = select(*columns).where(*conditions).order_by(*(table.c[name] for name in order))
        rows = (dict(zip(kind.__struct_fields__, row, strict=True)) for row in self.connection.execute(query))
        return [msgspec.convert(_decoded(columns), kind) for columns in rows]

    def _append(self, table: Table, **values: Any) -> None:
        self.connection.execute(insert(table).values(battle=self.name, **values))

    def _next(self, table: Table, **where: Any) -> int:
        conditions = [table.c.battle == self.name, *(table.c[key] == value for key, value in where.items())]
        last = self.connection.scalar(select(func.max(table.c.number)).where(*conditions))
        return (last or 0) + 1

    # what a battle is

    def battle(self, journal: Sequence[Entry]) -> Battle:
        row = self._row
        scenario = json.loads(row["scenario"])
        return Battle(row["ruleset"], row["version"], scenario, row["seed"], journal=tuple(journal))

    # positions and closings

    def positions(self) -> list[Position]:
        return self._rows(tables.positions, Position, "number")

    def closings(self) -> list[Closing]:
        return self._rows(tables.closings, Closing, "position")

    def append_position(self, position: Position) -> None:
        values = msgspec.structs.asdict(position) | {"sides": json.dumps(position.sides)}
        self._append(tables.positions, **values)

    def append_closing(self, closing: Closing) -> None:
        values = msgspec.structs.asdict(closing) | {"result": msgspec.json.encode(closing.result).decode()}
        self._append(tables.closings, **values)

    def kept(self) -> dict[int, tuple[int, ...]]:
        """For each position the earlier ones whose answers stand there; an undo goes back to what stood before."""
        kept: dict[int, tuple[int, ...]] = {1: ()}
        for closing in self.closings():
            before = kept[closing.position if closing.back_to is None else closing.back_to]
            kept[closing.position + 1] = (*before, closing.position) if closing.kind == "published" else before
        return kept

    def journal(self, position: int) -> tuple[Entry, ...]:
        """The answers a battle has had when it comes to a position."""
        table = tables.journal
        query = select(table).where(table.c.battle == self.name).order_by(table.c.position, table.c.place)
        stand = self.kept()[position]
        return tuple(
            Entry(row.question, row.side, json.loads(row.answer), row.defaulted)
            for row in self.connection.execute(query)
            if row.position in stand
        )

    def append_entries(self, position: int, entries: Sequence[Entry]) -> None:
        for place, entry in enumerate(entries):
            answer, said = _json(entry.answer), entry.defaulted
            values = {"question": entry.question, "side": entry.side, "answer": answer, "defaulted": said}
            self._append(tables.journal, position=position, place=place, **values)

    # deadlines

    def deadline(self, position: int) -> str | None:
        """The deadline that counts, as it was given."""
        table = tables.deadlines
        query = (
            select(table.c.deadline)
            .where(table.c.battle == self.name, table.c.position == position)
            .order_by(table.c.number.desc())
            .limit(1)
        )
        return self.connection.scalar(query)

    def append_deadline(self, position: int, deadline: datetime, now: datetime) -> None:
        number = self._next(tables.deadlines, position=position)
        text = deadline.isoformat()
        self._append(tables.deadlines, position=position, number=number, deadline=text, set_at=stamp(now))

    # sheets

    def arrived(self, position: int, kind: str) -> set[str]:
        """The sides that have sent something of a kind: all that anybody else may learn of pending orders."""
        table = tables.sheets
        where = (table.c.battle == self.name, table.c.position == position, table.c.kind == kind)
        return set(self.connection.scalars(select(table.c.side).distinct().where(*where)))

    def sheets(self, side: str, position: int | None = None) -> list[Held]:
        """One side's sheets, the one that counts most last: by time, then as listed (L-53)."""
        where: dict[str, Any] = {"side": side} if position is None else {"side": side, "position": position}
        return self._rows(tables.sheets, Held, "position", "received_at", "number", **where)

    def append_sheet(self, held: Held) -> int:
        """The sheet's number among its side's sheets for the position."""
        number = self._next(tables.sheets, position=held.position, side=held.side)
        self._append(tables.sheets, **(msgspec.structs.asdict(held) | {"number": number}))
        return number

    # keys, overrides, the end

    def holders(self) -> tuple[str, ...]:
        query = select(tables.keys.c.holder).distinct().where(tables.keys.c.battle == self.name)
        return tuple(self.connection.scalars(query))

    def key_fits(self, holder: str, key: str) -> bool:
        table = tables.keys
        where = (table.c.battle == self.name, table.c.holder == holder)
        query = select(table.c.hash).where(*where).order_by(table.c.number.desc()).limit(1)
        kept = self.connection.scalar(query)
        return fits(kept or "", self.name, holder, key)

    def append_key(self, holder: str, kept: str, now: datetime) -> None:
        number = self._next(tables.keys, holder=holder)
        self._append(tables.keys, holder=holder, number=number, hash=kept, made_at=stamp(now))

    def overrides(self) -> list[Override]:
        return self._rows(tables.overrides, Override, "number")

    def append_override(self, position: int, kind: str, side: str, reason: str, now: datetime) -> None:
        values = {"kind": kind, "side": side, "reason": reason, "made_at": stamp(now)}
        self._append(tables.overrides, number=self._next(tables.overrides), position=position, **values)

    def seed_is_told(self) -> bool:
        table = tables.seeds
        return self.connection.scalar(select(table.c.told_at).where(table.c.battle == self.name)) is not None

    def tell_seed(self, now: datetime) -> None:
        self._append(tables.seeds, told_at=stamp(now))


def _json(value: Plain) -> str:
    return json.dumps(value, separators=(",", ":"))


def _decoded(columns: dict[str, Any]) -> dict[str, Any]:
    """A row with its JSON columns read."""
    for name in ("sides", "result"):
        if name in columns:
            columns[name] = json.loads(columns[name])
    return columns
