"""The attack on each ship read out of the records: its to-hit dice, and blow by blow what they did.

Damage, section and aboard loss of one hit belong together; hit n is the n-th hit among the to-hit dice, for Elite
fighters fire first and their hits are applied first (W-55).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from admiralty.core.event import Thrown
from admiralty.core.ruleset import Record
from admiralty.core.show import Die

from ..sections import intact_sections
from ..state import FighterPhase, Ship
from ..tables import CRITICAL, SECTIONS
from .dice import needs_of, thrown, to_hit


@dataclass(frozen=True)
class Blow:
    """One hit: the fighter that made it (its number among those at this ship) and the phases that followed."""

    fighter: int
    damage: Record
    section: Record | None = None
    aboard: Record | None = None

    @property
    def elite(self) -> bool:
        return bool(self.damage.before.striker.elite)

    @property
    def die(self) -> Thrown:
        event = thrown(self.damage, "damage")
        assert event is not None
        return event

    @property
    def face(self) -> int:
        return self.die.faces[0]

    @property
    def dealt(self) -> int:
        """HP on the damage die."""
        return int(self.die.outcome)

    @property
    def lost(self) -> int:
        """HP beyond what the ship had left. W-56."""
        return self.dealt - (ship_of(self.damage, before=True).hp - ship_of(self.damage).hp)

    @property
    def kills(self) -> bool:
        return not ship_of(self.damage).alive

    @property
    def critical(self) -> bool:
        """A critical that a Carrier survives: sections and squadrons aboard are at risk."""
        return bool(self.damage.after.blow >= CRITICAL)

    @property
    def opened(self) -> str:
        """The section it tore open, by its printed name: twins go in printed order. W-61."""
        if self.section is None:
            return ""
        before, after = (ship_of(self.section, before=when).wrecked() for when in (True, False))
        torn = [kind.names[was] for kind, was, now in zip(SECTIONS, before, after, strict=True) if now > was]
        return torn[0] if torn else ""

    @property
    def all_gone(self) -> bool:
        """Whether no section was left to open."""
        return self.section is not None and not sum(intact_sections(ship_of(self.section, before=True)))

    @property
    def aboard_lost(self) -> tuple[int, int]:
        """Fighters lost aboard: grounded, and CAP."""
        if self.aboard is None:
            return 0, 0
        grounded = ship_of(self.aboard, before=True).grounded - ship_of(self.aboard).grounded
        return grounded, self.aboard.before.cap - self.aboard.after.cap


@dataclass(frozen=True)
class Bout:
    """Everything that befell one ship in a wave's attack."""

    ship: int
    dice: tuple[Die, ...]
    attacks: tuple[Thrown, ...]
    blows: tuple[Blow, ...]
    before: Ship
    after: Ship
    late: int  # hits on a ship that was dead already

    @property
    def hits(self) -> int:
        return sum(die.verdict == "hit" for die in self.dice)

    @property
    def lost(self) -> int:
        return self.before.hp - self.after.hp


def ship_of(record: Record, *, before: bool = False) -> Ship:
    """The ship under attack, before or after a phase."""
    state: FighterPhase = record.before if before else record.after
    ship: Ship = state.ships[record.before.target]
    return ship


def bouts(records: Iterable[Record]) -> list[Bout]:
    """The attacks of a wave, ship by ship; fighters that come at the same ship one by one make one bout."""
    parts = [bout_of(group) for group in split(records)]
    return [joined(list(same)) for _, same in groupby(parts, key=lambda bout: bout.ship)]


def split(records: Iterable[Record]) -> Iterator[list[Record]]:
    """The records from each throw of attack dice to the next."""
    part: list[Record] = []
    for record in records:
        if record.phase == "attack" and part:
            yield part
            part = []
        if part or record.phase == "attack":
            part.append(record)
    if part:
        yield part


def bout_of(records: list[Record]) -> Bout:
    event = thrown(records[0], "attack")
    assert event is not None
    elite = records[0].before.share.elite
    dice = tuple(
        to_hit(face, need, star=place < elite)
        for place, (face, need) in enumerate(zip(event.faces, needs_of(event.pool), strict=True))
    )
    hitting = [place for place, die in enumerate(dice, 1) if die.verdict == "hit"]
    blows = tuple(blows_of(records, hitting))
    inside = [record for record in records if record.before.target == records[0].before.target]
    return Bout(
        records[0].before.target,
        dice,
        (event,),
        blows,
        ship_of(records[0], before=True),
        ship_of(inside[-1]),
        late_hits(records),
    )


def blows_of(records: list[Record], hitting: list[int]) -> Iterator[Blow]:
    """Each damage die with the section and aboard phases up to the next."""
    starts = [n for n, record in enumerate(records) if record.phase == "damage"]
    for start, end, fighter in zip(starts, [*starts[1:], len(records)], hitting, strict=False):
        following = {record.phase: record for record in records[start + 1 : end]}
        yield Blow(fighter, records[start], following.get("section"), following.get("aboard"))


def late_hits(records: list[Record]) -> int:
    """Hits that came after the ship was dead. W-56."""
    for record in records:
        if record.phase == "hit" and not ship_of(record, before=True).alive:
            return int(record.before.hits_elite + record.before.hits_regular)
    return 0


def joined(parts: list[Bout]) -> Bout:
    """Bouts of single fighters at one ship as one, the fighters numbered on."""
    blows: list[Blow] = []
    start = 0
    for part in parts:
        blows += [replace(blow, fighter=start + blow.fighter) for blow in part.blows]
        start += len(part.dice)
    return Bout(
        parts[0].ship,
        tuple(die for part in parts for die in part.dice),
        tuple(event for part in parts for event in part.attacks),
        tuple(blows),
        parts[0].before,
        parts[-1].after,
        sum(part.late for part in parts),
    )
