"""The toy ruleset as a table needs it: sheets with words in them, default orders, secrets in the state, house rules.

An order is "aim" or "dodge", or a table with ``stance`` and ``motto``. A motto is the side's own secret, in the state
too. The rules hold a motto with a "?" against its author; at execution it is struck out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import toy

from admiralty.core.choice import Choice
from admiralty.core.errors import Complaint, Fault, Refusal
from admiralty.core.phase import phase
from admiralty.core.ruleset import Ruleset
from admiralty.core.state import State
from admiralty.core.table import Table
from admiralty.core.words import say
from admiralty.store import Desk, Opened, close, engine_for, open_battle, read_time, submit

LEFT, RIGHT = toy.SIDES
SEED = "5eed" * 16
SCENARIO = {"ruleset": "stand", "title": "Two gunners", "points": [3, 3], "rounds": 3}
DEADLINE = read_time("2031-05-04T20:00:00+02:00")


class Order(State):
    stance: str
    motto: str = ""


class Stand(toy.Toy):
    mottos: tuple[str, ...] = ("", "")


class Switches(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    accept_late_until_publication: bool = False
    sealed_orders: bool = False


class StandScenario(toy.ToyScenario, forbid_unknown_fields=True):
    house_rules: Switches = Switches()


def read(document: Any) -> Order:
    given = {"stance": document} if isinstance(document, str) else document
    if not isinstance(given, dict) or given.get("stance") not in ("aim", "dodge") or set(given) - {"stance", "motto"}:
        raise Refusal([Fault("bad_order", "stance", say("aim or dodge"), "T-2", str(document)[:40])])
    return Order(given["stance"], str(given.get("motto", "")))


def held_against(order: Order) -> tuple[Fault, ...]:
    return (Fault("bad_motto", "motto", say("a motto asks nothing"), "T-3", order.motto),) if "?" in order.motto else ()


def check(document: Any) -> tuple[Fault, ...]:
    try:
        return held_against(read(document))
    except Refusal:
        return ()


def choice() -> Choice[Order]:
    return Choice("stance", say("Aim or dodge?"), read, Order.plain, default=Order("dodge"), check=check)


@phase()
def declare(state: Stand, table: Table) -> Stand:
    answers = table.ask_all({side: choice() for side in toy.SIDES})
    orders = [answers[side] for side in toy.SIDES]
    for side, order in zip(toy.SIDES, orders, strict=True):
        if held_against(order):
            table.note("struck_out", seen_by=(side,), motto=order.motto)
    mottos = tuple("" if held_against(order) else order.motto for order in orders)
    gunners = tuple(one.but(stance=order.stance) for one, order in zip(state.gunners, orders, strict=True))
    return state.but(phase="shoot", gunners=gunners, mottos=mottos, me=0, foe=1)


def begin(document: Any) -> Stand:
    given = msgspec.convert(document, StandScenario)
    gunners = tuple(toy.Gunner(points) for points in given.points)
    return Stand("declare", 1, given.rounds, gunners, may_give_up=given.may_give_up)


def view(state: Stand, side: str | None) -> Any:
    shown = tuple(motto if side == owner else "" for owner, motto in zip(toy.SIDES, state.mottos, strict=True))
    return state.but(mottos=shown).plain()


STAND: Ruleset[Any] = replace(
    toy.TOY, name="stand", scenario=StandScenario, order=(declare, toy.shoot, toy.count), begin=begin, view=view
)


MUTE: Ruleset[Any] = replace(STAND, name="mute", begin=lambda document: begin(document).but(phase="over"))


def find(name: str) -> Ruleset[Any]:
    """The rulesets of these tests."""
    found = {"stand": STAND, "mute": MUTE, "toy": toy.TOY}.get(name)
    if found is None:
        raise Complaint(say("there is no ruleset {name}", name=name))
    return found


class Watch:
    """A clock that is set by hand."""

    def __init__(self, now: datetime = DEADLINE - timedelta(days=1)) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def pass_deadline(self) -> None:
        self.now = max(self.now, DEADLINE) + timedelta(days=1)


class Board:
    """A desk with one open battle, and short ways to act on it."""

    def __init__(self, folder: Path, *, every: timedelta | None = timedelta(hours=12), **scenario: Any) -> None:
        self.path = folder / "table.db"
        self.watch = Watch()
        self.desk = Desk(engine_for(self.path, create=True), find, self.watch)
        document = SCENARIO | scenario
        self.opened: Opened = open_battle(
            self.desk, "duel", document, deadline=DEADLINE if every else None, every=every, seed=SEED
        )
        self.keys = self.opened.keys
        self.handle = self.opened.position.handle

    def send(self, side: str, answer: str, **more: Any) -> Any:
        text = f"question: {more.pop('handle', self.handle)}\n{answer}\n"
        return submit(self.desk, "duel", side, text, key=self.keys[side], **more)

    def close(self, **more: Any) -> Any:
        closed = close(self.desk, "duel", key=self.keys["master"], **more)
        self.handle = closed.next.handle
        return closed

    def at_deadline(self) -> Any:
        self.watch.pass_deadline()
        return self.close()


def codes(deed: Callable[[], Any]) -> tuple[str, ...]:
    """The codes a deed is refused with."""
    try:
        deed()
    except Complaint as complaint:
        return (complaint.code,)
    except Refusal as refusal:
        return refusal.codes
    return ()
