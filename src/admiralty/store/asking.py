"""What is waited for, from whom, until when, and what the master has done: all of it public, none of it about what any
sheet says. L-54."""

from __future__ import annotations

import msgspec

from ..core.state import Plain
from ..core.words import Text
from ..run.dice import commitment
from .database import reading
from .desk import Desk, Standing
from .ledger import House, Override, Position


class Waiting(msgspec.Struct, frozen=True):
    """One side of the open question. ``arrived``: a sheet, or on a sealed table a seal; ``revealed``: that one too."""

    side: str
    text: Text
    form: Plain
    has_default: bool
    arrived: bool
    revealed: bool
    seal: str = ""


class Questions(msgspec.Struct, frozen=True):
    """What is waited for, from whom, until when."""

    name: str
    title: str
    ruleset: str
    commitment: str
    position: Position
    deadline: str | None
    reveal_deadline: str | None
    sealed: bool
    house: House
    waiting: tuple[Waiting, ...]
    overrides: tuple[Override, ...]


def questions(desk: Desk, name: str) -> Questions:
    """Public: nothing here depends on what any sheet says. The form of a choice is left out where the side sees more
    than the public."""
    with reading(desk.engine) as connection:
        standing = Standing(desk, connection, name)
        reveal = standing.reveal_deadline()
        return Questions(
            name,
            str(standing.battle().scenario.get("title", "")),
            standing.battle().ruleset,
            commitment(standing.battle().seed),
            standing.position,
            standing.ledger.deadline(standing.position.number),
            reveal.isoformat() if reveal and standing.sealed else None,
            standing.sealed,
            standing.ledger.house,
            tuple(_waiting(standing)),
            public_overrides(standing),
        )


def _waiting(standing: Standing) -> list[Waiting]:
    number = standing.position.number
    sent = standing.ledger.arrived(number, "seal" if standing.sealed else "sheet")
    revealed = standing.ledger.arrived(number, "reveal")
    return [
        Waiting(
            side,
            choice.text,
            None if standing.sees_more(side) else choice.form,
            choice.default is not None,
            side in sent,
            side in revealed,
            _seal(standing, side) if standing.sealed else "",
        )
        for side, choice in standing.choices().items()
    ]


def _seal(standing: Standing, side: str) -> str:
    """The seal that stands: it is posted for all to see."""
    seals = [held.text for held in standing.ledger.sheets(side, standing.position.number) if held.kind == "seal"]
    return seals[-1] if seals else ""


def public_overrides(standing: Standing) -> tuple[Override, ...]:
    """What the master did. Words about a sheet that is still pending wait until its question is closed."""
    return tuple(
        one
        for one in standing.ledger.overrides()
        if one.kind not in ("sheet", "default") or one.position != standing.position.number
    )


__all__ = ["Questions", "Waiting", "public_overrides", "questions"]
