"""Opening a battle: the seed is drawn and its commitment told, every side gets a key, the first question is put."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from ..core.errors import Complaint
from ..core.words import say
from ..run.battle import Battle, load
from ..run.dice import commitment, new_seed
from ..run.play import Play
from . import tables
from .clock import stamp
from .database import reading, writing
from .desk import Desk, position_of
from .keys import MASTER, key_hash, new_key
from .ledger import House, Ledger, Position

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,39}")


class Opened(msgspec.Struct, frozen=True):
    """What ``open`` prints, once. ``keys``: of each side and of the master."""

    name: str
    commitment: str
    keys: dict[str, str]
    position: Position


def open_battle(
    desk: Desk,
    name: str,
    scenario: dict[str, Any],
    *,
    deadline: datetime | None = None,
    every: timedelta | None = None,
    reveal: timedelta | None = None,
    seed: str | None = None,
) -> Opened:
    """A new battle from a scenario document. Raises ``Refusal`` with every fault of the scenario, ``Complaint`` for
    a name that is taken or a deadline that is past."""
    if not _NAME.fullmatch(name):
        raise Complaint(
            say("{name}: a battle's name is made of letters, digits, _ . and -, at most 40", name=name),
            "bad_name",
            name,
        )
    now = desk.clock()
    ahead(deadline, now)
    loaded = load(scenario, desk.find)
    seed = seed or new_seed()
    play = Play(Battle(loaded.rules.name, loaded.rules.version, loaded.document, seed), desk.find)
    holders = (*play.rules.sides(loaded.opening), MASTER)
    keys = {holder: new_key() for holder in holders}
    house = house_of(scenario, every, reveal)
    position = position_of(play, 1, stamp(now))
    try:
        with writing(desk.engine) as connection:
            _insert(connection, name, play.battle, house, stamp(now))
            ledger = Ledger(connection, name)
            for holder, key in keys.items():
                ledger.append_key(holder, key_hash(name, holder, key), now)
            put(ledger, position, deadline, now)
    except IntegrityError:
        raise Complaint(say("there is a battle {name} already", name=name), "battle_exists", name) from None
    return Opened(name, commitment(seed), keys, position)


def ahead(deadline: datetime | None, now: datetime) -> None:
    """Raises ``Complaint`` for a deadline that is past: it would make sheets late that were in time."""
    if deadline is not None and deadline <= now:
        text = say("the deadline {deadline} is past", deadline=deadline.isoformat(sep=" "))
        raise Complaint(text, "deadline_past", deadline.isoformat())


def house_of(scenario: dict[str, Any], every: timedelta | None, reveal: timedelta | None) -> House:
    """How the table is run. A ruleset has the table's switches by having house rules of these names, which its own
    reading of the scenario has checked; one that has none refuses them."""
    rules = scenario.get("house_rules")
    switches = rules if isinstance(rules, dict) else {}
    return House(
        late=switches.get("accept_late_until_publication") is True,
        sealed=switches.get("sealed_orders") is True,
        every=int(every.total_seconds()) if every else 0,
        reveal=int((reveal or every or timedelta()).total_seconds()),
    )


def _insert(connection: Connection, name: str, battle: Battle, house: House, now: str) -> None:
    values = {
        "name": name,
        "ruleset": battle.ruleset,
        "version": battle.version,
        "scenario": json.dumps(battle.scenario),
        "seed": battle.seed,
        "house": msgspec.json.encode(house).decode(),
        "opened_at": now,
    }
    connection.execute(insert(tables.battles).values(**values))


def put(ledger: Ledger, position: Position, deadline: datetime | None, now: datetime) -> None:
    """Append a position with its deadline: the one given, or a span after now where the table has one."""
    ledger.append_position(position)
    if not position.question:
        return
    every = ledger.house.every
    if deadline is None and every:
        deadline = (now + timedelta(seconds=every)).replace(microsecond=0)
    if deadline is not None:
        ledger.append_deadline(position.number, deadline, now)


def names(desk: Desk) -> list[str]:
    """The battles of the file, oldest first."""
    with reading(desk.engine) as connection:
        query = select(tables.battles.c.name).order_by(tables.battles.c.opened_at, tables.battles.c.name)
        return list(connection.scalars(query))
