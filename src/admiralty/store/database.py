"""Connections: one SQLite file, one writer at a time, every failure of the disk told as a sentence."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, NullPool, create_engine, event, insert, inspect, select
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, IntegrityError

from ..core.errors import Complaint
from ..core.words import Text, say
from ..run.files import cause
from .tables import FORMAT, META, about

PATIENCE = 60.0
"""Seconds a command waits for another that is writing."""


def engine_for(path: str | Path, *, create: bool = False) -> Engine:
    """The engine of a table file. Raises ``Complaint`` if there is none, unless it may be created."""
    file = Path(path)
    if create:
        _create_private(file)
    elif not file.is_file():
        raise Complaint(say("{file}: there is no such table file", file=str(file)), "no_table")
    engine = create_engine(
        URL.create("sqlite", database=str(file)),
        poolclass=NullPool,
        hide_parameters=True,  # an error must never quote a sheet
        connect_args={"timeout": PATIENCE},
    )
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "begin", _on_begin)
    _check_format(engine, create)
    return engine


def _create_private(file: Path) -> None:
    """The file holds seeds and pending orders: nobody but its owner may read it."""
    try:
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise Complaint(say("{file}: cannot be written: {why}", file=str(file), why=cause(error)), "no_table") from None


def _on_connect(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions are begun by hand, below
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")


def _on_begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _check_format(engine: Engine, create: bool) -> None:
    if create:
        with writing(engine) as connection:
            if not inspect(connection).get_table_names():
                META.create_all(connection)
                connection.execute(insert(about).values(format=FORMAT))
    with reading(engine) as connection:
        known = inspect(connection).has_table("about")
        if not known or connection.scalar(select(about.c.format)) != FORMAT:
            raise Complaint(say("this is not a table file of this version of Admiralty"), "not_a_table")


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """One consistent look at the file."""
    with _told(), engine.begin() as connection:
        yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """One transaction that alone may write: all of it happens, or nothing. ``IntegrityError`` is left to the caller:
    it means that somebody else was first."""
    with _told(), engine.execution_options(writes=True).begin() as connection:
        yield connection


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except IntegrityError:
        raise
    except DBAPIError as error:
        name = getattr(error.orig, "sqlite_errorname", "")
        raise Complaint(_sentence(name), "store_failed", name) from None


def _sentence(name: str) -> Text:
    if name.startswith("SQLITE_FULL"):
        return say("the disk is full; nothing was changed")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return say("the table file is in use by another command; nothing was changed, try again")
    if name.startswith(("SQLITE_READONLY", "SQLITE_PERM", "SQLITE_CANTOPEN")):
        return say("the table file cannot be written; nothing was changed")
    if name.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT")):
        return say("this is not a table file, or it is damaged")
    return say("the table file failed ({name}); nothing was changed", name=name or "?")
