"""What a side may do before the deadline: check a sheet, send it, seal it, reveal it. L-53 to L-57, L-60."""

from __future__ import annotations

import json
import re
from datetime import datetime
from typing import Any

import msgspec

from ..core.choice import Choice
from ..core.errors import Complaint, Fault, Refusal
from ..core.words import say
from .clock import shown, stamp
from .database import reading, writing
from .desk import Desk, Standing
from .ledger import Held
from .sheet import Sheet, read_sheet, seal_of


class Receipt(msgspec.Struct, frozen=True):
    """What the sender of a sheet is told. ``number`` counts the side's own sheets to this question."""

    side: str
    handle: str
    number: int
    received_at: str
    faults: tuple[Fault, ...] = ()  # what the rules hold against orders in it, if it was sent all the same
    warnings: tuple[Fault, ...] = ()


class Checked(msgspec.Struct, frozen=True):
    """What is wrong with a sheet: orders the rules will not carry out, and what will be dropped without harm."""

    faults: tuple[Fault, ...]
    warnings: tuple[Fault, ...]


def judged(choice: Choice[Any], sheet: Sheet) -> Checked:
    """A sheet against the question. Raises ``Refusal`` if it cannot be read, with all else that is wrong with it."""
    faults = choice.check(sheet.answer) if choice.check else ()
    try:
        choice.read(sheet.answer)
    except Refusal as refused:
        raise Refusal((*refused.faults, *faults)) from None
    return Checked(tuple(faults), choice.warn(sheet.answer) if choice.warn else ())


def check_orders(
    desk: Desk, name: str, side: str, text: str, *, key: str = "", source: str = "", handle: str = ""
) -> Checked:
    """Every fault of a sheet, before it is sent; changes nothing, and does not mind the deadline. The side's key is
    needed where the side sees more than the public, for then a fault could tell of it."""
    with reading(desk.engine) as connection:
        standing = Standing(desk, connection, name)
        standing.know(side)
        if key or standing.sees_more(side):
            standing.admit(side, key)
        sheet = read_sheet(text, source, handle)
        standing.answering(sheet.handle or standing.position.handle)
        return judged(standing.choice(side), sheet)


def submit(
    desk: Desk, name: str, side: str, text: str, *, key: str, source: str = "", handle: str = "", anyway: bool = False
) -> Receipt:
    """Take a sheet; it replaces an earlier one as a whole (L-53). One that breaks rules is sent back with all
    reasons, unless it is sent ``anyway``: then the rules say at execution what becomes of each order (L-57, L-58).

    Raises ``Complaint`` for a wrong key, a late sheet or another question, ``Refusal`` with every fault.
    """
    now = desk.clock()
    with writing(desk.engine) as connection:
        standing = Standing(desk, connection, name)
        standing.admit(side, key)
        sheet = read_sheet(text, source, handle)
        standing.answering(sheet.handle)
        choice = standing.choice(side)
        if standing.sealed:
            raise Complaint(
                say("at this table orders are sealed first, and revealed when all seals stand"), "sealed_table"
            )
        in_time(standing, now)
        return take(standing, choice, side, sheet, now, anyway=anyway)


def take(
    standing: Standing,
    choice: Choice[Any],
    side: str,
    sheet: Sheet,
    now: datetime,
    *,
    anyway: bool,
    by_master: bool = False,
) -> Receipt:
    """Judge a sheet and append it."""
    checked = judged(choice, sheet)
    if checked.faults and not anyway:
        raise Refusal(checked.faults)
    answer = json.dumps(sheet.answer)
    held = Held(standing.position.number, side, 0, "sheet", sheet.text, "", answer, by_master, stamp(now))
    return _receipt(standing, held, checked)


def _receipt(standing: Standing, held: Held, checked: Checked) -> Receipt:
    number = standing.ledger.append_sheet(held)
    return Receipt(held.side, standing.position.handle, number, held.received_at, checked.faults, checked.warnings)


def in_time(standing: Standing, now: datetime) -> None:
    """L-53, L-56: at the deadline is in time; after it only if the table takes late sheets until publication."""
    deadline = standing.deadline()
    if deadline is None or now <= deadline or standing.ledger.house.late:
        return
    text = say("too late: the deadline was {deadline}", deadline=shown(deadline.isoformat()))
    raise Complaint(text, "late", deadline.isoformat())


def seal(desk: Desk, name: str, side: str, sha256: str, *, key: str, handle: str) -> Receipt:
    """L-60: let a seal stand for a sheet. It may be replaced until the deadline or until all seals stand."""
    now = desk.clock()
    if not re.fullmatch(r"[0-9a-f]{64}", sha256):
        raise Complaint(say("a seal is 64 lower-case hex characters"), "bad_seal", sha256)
    with writing(desk.engine) as connection:
        standing = Standing(desk, connection, name)
        standing.admit(side, key)
        standing.answering(handle)
        standing.choice(side)
        _sealed_table(standing)
        if standing.all_sealed():
            raise Complaint(say("all seals stand; now the sheets are revealed"), "all_sealed")
        in_time(standing, now)
        held = Held(standing.position.number, side, 0, "seal", sha256, "", "", False, stamp(now))
        return _receipt(standing, held, Checked((), ()))


def reveal(desk: Desk, name: str, side: str, text: str, salt: str, *, key: str, source: str = "") -> Receipt:
    """L-60: show the sheet under a seal, once all seals stand or the deadline is past. One that does not match is
    refused, and a sheet that is never revealed is missing. Faults are told, but the sheet stands as it was sealed."""
    now = desk.clock()
    with writing(desk.engine) as connection:
        standing = Standing(desk, connection, name)
        standing.admit(side, key)
        if standing.over:
            raise Complaint(say("the battle is over"), "battle_over")
        _sealed_table(standing)
        _may_reveal(standing, now)
        stands = [held for held in standing.ledger.sheets(side, standing.position.number) if held.kind == "seal"]
        if not stands or stands[-1].text != seal_of(text, salt):
            raise Complaint(say("sheet and salt do not match the seal"), "hash_mismatch")
        answer, checked = _opened(standing, standing.choice(side), text, source)
        held = Held(standing.position.number, side, 0, "reveal", text, salt, answer, False, stamp(now))
        return _receipt(standing, held, checked)


def _sealed_table(standing: Standing) -> None:
    if not standing.sealed:
        raise Complaint(say("this question is answered by a sheet, not by a seal"), "not_sealed")


def _may_reveal(standing: Standing, now: datetime) -> None:
    deadline, last = standing.deadline(), standing.reveal_deadline()
    if not standing.all_sealed() and (deadline is None or now <= deadline):
        raise Complaint(say("sheets are revealed when all seals stand or the deadline is past"), "too_early")
    if last is not None and now > last and not standing.ledger.house.late:
        raise Complaint(
            say("too late: sheets could be revealed until {deadline}", deadline=shown(last.isoformat())), "late"
        )


def _opened(standing: Standing, choice: Choice[Any], text: str, source: str) -> tuple[str, Checked]:
    """The answer on a revealed sheet as JSON ("" if it cannot be read: a missing sheet), and what is wrong with it."""
    try:
        sheet = read_sheet(text, source)
        standing.answering(sheet.handle)
        checked = judged(choice, sheet)
    except Refusal as refusal:
        return "", Checked(refusal.faults, ())
    except Complaint as complaint:
        return "", Checked((Fault(complaint.code, "", complaint.text, "", complaint.value),), ())
    return json.dumps(sheet.answer), checked


__all__ = ["Checked", "Receipt", "check_orders", "reveal", "seal", "submit"]
