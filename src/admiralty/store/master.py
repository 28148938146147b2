"""What a master may do beside the rules: every override is a new, marked entry with its reason, never an edit."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, get_args

import msgspec

from ..core.errors import Complaint
from ..core.words import say
from ..run.dice import commitment
from .clock import stamp
from .database import writing
from .desk import Desk, Standing, position_of
from .keys import MASTER, key_hash, new_key
from .ledger import Closing, Held, Position, Result
from .opening import ahead, put
from .sending import take
from .sheet import clean, read_sheet

Kind = Literal["sheet", "default", "undo", "end", "note", "deadline", "new-key"]
KINDS: tuple[str, ...] = get_args(Kind)


class Overridden(msgspec.Struct, frozen=True):
    """What came of an override: where the battle stands, and the key if one was made."""

    kind: str
    side: str
    reason: str
    position: Position
    key: str = ""


class _Act:
    """One override in its transaction."""

    def __init__(self, standing: Standing, now: datetime, side: str) -> None:
        self.standing = standing
        self.now = now
        self.side = side

    def of_side(self) -> str:
        if self.side not in self.standing.sides:
            sides = ", ".join(self.standing.sides)
            raise Complaint(say("name one of the sides: {sides}", sides=sides), "no_side", self.side)
        return self.side

    def sheet(self, text: str, source: str) -> None:
        """Enter a sheet for a side, late or not."""
        side = self.of_side()
        choice = self.standing.choice(side)
        sheet = read_sheet(text, source)
        self.standing.answering(sheet.handle or self.standing.position.handle)
        take(self.standing, choice, side, sheet, self.now, anyway=False, by_master=True)

    def default(self) -> None:
        """Set a side's sheets aside: unless it sends another, its orders are the default ones."""
        side = self.of_side()
        self.standing.choice(side)
        number = self.standing.position.number
        self.standing.ledger.append_sheet(Held(number, side, 0, "none", "", "", "", True, stamp(self.now)))

    def deadline(self, deadline: datetime | None) -> None:
        if deadline is None:
            raise Complaint(say("name the new deadline"), "bad_time")
        ahead(deadline, self.now)
        if self.standing.over:
            raise Complaint(say("the battle is over"), "battle_over")
        self.standing.ledger.append_deadline(self.standing.position.number, deadline, self.now)

    def undo(self, back_to: str, deadline: datetime | None) -> None:
        """Go back to an earlier question. Nothing is taken away: what was published stays in the file, marked as
        undone. The dice follow from the seed, so the same dice will fall again."""
        if self.standing.ledger.seed_is_told():
            raise Complaint(say("the seed is told, so nothing can be undone"), "seed_told")
        ahead(deadline, self.now)
        target = next((one for one in self.standing.positions[:-1] if back_to and one.handle == back_to), None)
        if target is None:
            past = ", ".join(one.handle for one in self.standing.positions[:-1])
            raise Complaint(
                say("name the question to go back to; past are: {past}", past=past or "-"), "other_question", back_to
            )
        self._move("undone", target.number, deadline, ended=False)

    def end(self) -> None:
        """End the battle here, by agreement or because it was given up."""
        if self.standing.over:
            raise Complaint(say("the battle is over"), "battle_over")
        self._move("ended", None, None, ended=True)

    def _move(self, kind: str, back_to: int | None, deadline: datetime | None, *, ended: bool) -> None:
        """Close the position without resolving it, and open the next one."""
        ledger, now = self.standing.ledger, stamp(self.now)
        number = self.standing.position.number
        ledger.append_closing(Closing(number, kind, back_to, Result(), now))
        self.standing = Standing(self.standing.desk, ledger.connection, ledger.name, number + 1)
        put(ledger, position_of(self.standing.play, number + 1, now, ended=ended), deadline, self.now)

    def new_key(self) -> str:
        side, key = self.of_side(), new_key()
        self.standing.ledger.append_key(side, key_hash(self.standing.ledger.name, side, key), self.now)
        return key


def override(
    desk: Desk,
    name: str,
    kind: str,
    *,
    key: str,
    reason: str,
    side: str = "",
    text: str = "",
    source: str = "",
    back_to: str = "",
    deadline: datetime | None = None,
) -> Overridden:
    """Do one of ``KINDS`` and append why. Raises ``Complaint`` without the master's key or a reason."""
    now = desk.clock()
    if not reason.strip():
        raise Complaint(say("an override needs its reason"), "no_reason")
    with writing(desk.engine) as connection:
        standing = Standing(desk, connection, name)
        standing.admit(MASTER, key)
        standing.ledger.append_override(standing.position.number, kind, side, clean(reason), now)
        act = _Act(standing, now, side)
        made = _do(act, kind, text, source, back_to, deadline)
        after = standing.ledger.positions()[-1]
    return Overridden(kind, side, reason, after, made)


def _do(act: _Act, kind: str, text: str, source: str, back_to: str, deadline: datetime | None) -> str:
    """The deed itself; returns the new key where one was made."""
    if kind == "new-key":
        return act.new_key()
    if kind == "sheet":
        act.sheet(text, source)
    elif kind == "default":
        act.default()
    elif kind == "undo":
        act.undo(back_to, deadline)
    elif kind == "end":
        act.end()
    elif kind == "deadline":
        act.deadline(deadline)
    elif kind != "note":
        raise Complaint(
            say("there is no override {kind}; there are: {kinds}", kind=kind, kinds=", ".join(KINDS)),
            "bad_override",
            kind,
        )
    return ""


class Told(msgspec.Struct, frozen=True):
    """The seed and what was published of it before the first order."""

    seed: str
    commitment: str


def tell_seed(desk: Desk, name: str, *, key: str) -> Told:
    """Publish the seed of a battle that is over. May be asked for again."""
    now = desk.clock()
    with writing(desk.engine) as connection:
        standing = Standing(desk, connection, name)
        standing.admit(MASTER, key)
        if not standing.over:
            text = say("the battle is not over: the seed would tell all dice to come")
            raise Complaint(text, "not_over")
        if not standing.ledger.seed_is_told():
            standing.ledger.tell_seed(now)
        seed = standing.battle().seed
    return Told(seed, commitment(seed))
