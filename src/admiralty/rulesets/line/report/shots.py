"""Hit dice, PD and armour as steps: T6."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from admiralty.core.event import Event
from admiralty.core.ruleset import Record
from admiralty.core.show import Link, Step, Throw
from admiralty.core.words import NOTHING, Text, count, say

from ..defence import effective_armour, faced, met, stoppable
from ..labels import gun_name
from ..seeing import side_shown
from ..state import Hit, Line, PdPool, Volley
from .blows import Blow, blows_of, shooter_label, throw_of, thrown, told
from .moves import chapter, void
from .scene import panel, strip


def _anchor(state: Line, name: str) -> str:
    return f"t{state.turn}-{name}" if not state.salvo else f"t{state.turn}-{name}-{state.salvo}"


def attack(record: Record, notes: Sequence[Event]) -> tuple[Step | None, list[Blow]]:
    """The hit dice of a salvo, and its hits in the order of L-34."""
    state: Line = record.before
    orders = tuple(void(notes))
    if not state.salvos and not orders:
        return None, []
    volleys = state.salvos[0].volleys if state.salvos else ()
    pairs = list(zip(volleys, thrown(record.events, "hit"), strict=True))
    blows = sorted(blow for volley, throw in pairs for blow in blows_of(volley, throw))
    step = Step(
        anchor=_anchor(state, "hits"),
        chapter=chapter(state.turn),
        title=say("Hit dice"),
        summary=count("{n} hit", "{n} hits", len(blows)) if volleys else say("nobody fires"),
        throws=tuple(_volley(state, volley, throw) for volley, throw in pairs),
        result=(_in_all(len(blows)) if volleys else say("Nobody fires."), *_struck(state, blows), *orders),
        panel=panel(record.after),
        strip=strip(state, None, tuple(_links(state, volleys))),
    )
    return step, blows


def _in_all(hits: int) -> Text:
    return count("{n} hit in all.", "{n} hits in all.", hits)


def _volley(state: Line, volley: Volley, throw: object) -> Throw:
    first, roster = volley.shots[0], state.setting.roster
    entry, needs = roster[first.shooter], throw.pool.needs()  # type: ignore[attr-defined]
    dice = (told(n, face, say("hit"), say("miss")) for n, face in zip(needs, throw.faces, strict=True))  # type: ignore[attr-defined]
    return throw_of(
        say(
            "{ship}: {gun} at {target}",
            ship=entry.ship_id,
            gun=gun_name(entry.guns[first.gun].type),
            target=roster[volley.target].ship_id,
        ),
        entry.side,
        dice,
        needs,
        _side(state, first.shooter, volley.target),
    )


def _side(state: Line, shooter: int, target: int) -> Text:
    """L-18: why this side is turned to the target."""
    ship = state.ships[shooter]
    shown, heading = side_shown(ship, state.ships[target]), "+1" if ship.heading > 0 else "−1"
    if shown == "bow":
        return say("bow (heading {heading}, target ahead)", heading=heading)
    if shown == "stern":
        return say("stern (heading {heading}, target astern)", heading=heading)
    return say("broadside (to every enemy)")


def _links(state: Line, volleys: Sequence[Volley]) -> Iterator[Link]:
    roster = state.setting.roster
    for shooter, target in dict.fromkeys((shot.shooter, volley.target) for volley in volleys for shot in volley.shots):
        yield Link(roster[shooter].ship_id, roster[target].ship_id, "fires")


def _struck(state: Line, blows: Sequence[Blow]) -> Iterator[Text]:
    for target, entry in enumerate(state.setting.roster):
        hits = sum(blow.target == target for blow in blows)
        if hits:
            yield count("{target}: {n} hit.", "{target}: {n} hits.", hits, target=entry.ship_id)


def intercept(record: Record, blows: list[Blow]) -> tuple[Step | None, list[Blow]]:
    """The PD dice of every pool that is hit, and the hits that are left."""
    state: Line = record.before
    if not blows:
        return None, blows
    watch = _Watch(state, record, blows)
    for number, pool in enumerate(state.salvos[0].pools):
        watch.pool(pool, state.engaged[number] if state.engaged else None)
    step = Step(
        anchor=_anchor(state, "pd"),
        chapter=chapter(state.turn),
        title=say("Point defence"),
        summary=count("{n} hit intercepted", "{n} hits intercepted", len(blows) - len(watch.left)),
        throws=tuple(watch.throws),
        result=(_intercepted(len(blows) - len(watch.left)), *watch.lines),
        panel=panel(record.after),
    )
    return step, watch.left


def _intercepted(number: int) -> Text:
    return count("{n} hit is intercepted.", "{n} hits are intercepted.", number)


class _Watch:
    """Follows the PD dice through the pools."""

    def __init__(self, state: Line, record: Record, blows: Sequence[Blow]) -> None:
        self._state = state
        self._dice = thrown(record.events, "pd")
        self.left = list(blows)
        self.throws: list[Throw] = []
        self.lines: list[Text] = []

    def pool(self, pool: PdPool, chosen: tuple[int, ...] | None) -> None:
        """L-33 to L-35 of one pool."""
        lots = stoppable(self._state, pool)
        beams = sum(hit.count for hit in faced(self._state, pool)) - sum(hit.count for hit in lots)
        if beams:
            self.lines.append(
                count(
                    "{pool}: {n} hit by a beam, PD does not apply.",
                    "{pool}: {n} hits by beams, PD does not apply.",
                    beams,
                    pool=self._name(pool),
                )
            )
        if lots:
            self._physical(pool, lots, chosen)

    def _physical(self, pool: PdPool, lots: list[Hit], chosen: tuple[int, ...] | None) -> None:
        shares = met(lots, pool.dice) if chosen is None else chosen
        left = self._pass(pool, lots, shares, pool.dice)
        missed = sum(hit.count for hit in lots) - sum(shares)
        if missed:
            self.lines.append(
                count(
                    "{pool}: {n} hit is not met, the pool is empty.",
                    "{pool}: {n} hits are not met, the pool is empty.",
                    missed,
                    pool=self._name(pool),
                )
            )
        dice = pool.dice - sum(shares)
        if self._state.setting.house.pd_second_pass and dice > 0 and left:
            self._pass(pool, left, met(left, dice), dice)
        elif dice:
            self.lines.append(
                count(
                    "{pool}: {n} PD die is not used.", "{pool}: {n} PD dice are not used.", dice, pool=self._name(pool)
                )
            )

    def _pass(self, pool: PdPool, lots: list[Hit], shares: Sequence[int], dice: int) -> list[Hit]:
        """One die for each hit that is met; the lots that are still standing."""
        standing = []
        for hit, share in zip(lots, shares, strict=True):
            stopped = self._meet(pool, hit, share, dice) if share else 0
            dice -= share
            if stopped < hit.count:
                standing.append(hit.but(count=hit.count - stopped))
        return standing

    def _meet(self, pool: PdPool, hit: Hit, share: int, dice: int) -> int:
        throw, engaged = next(self._dice), [blow for blow in self.left if blow.like(hit)][:share]
        needs = throw.pool.needs()
        stopped = [blow for blow, face, n in zip(engaged, throw.faces, needs, strict=True) if face >= n.value]
        self.left = [blow for blow in self.left if blow not in stopped]
        made = (
            told(need, face, say("intercepted"), say("comes through"), shooter_label(self._state, blow))
            for need, face, blow in zip(needs, throw.faces, engaged, strict=True)
        )
        side = self._state.setting.roster[pool.members[0]].side
        text = say("PD dice: {before} → {after}", before=dice, after=dice - share)
        self.throws.append(throw_of(say("PD: {pool}", pool=self._name(pool)), side, made, needs, text))
        return len(stopped)

    def _name(self, pool: PdPool) -> str:
        ship = self._state.ships[pool.members[0]]
        return ship.group or self._state.setting.roster[pool.members[0]].ship_id


def armour(record: Record, blows: list[Blow]) -> tuple[Step | None, list[Blow]]:
    """The armour dice against what is left, and the hits that go through."""
    state: Line = record.before
    if not blows:
        return None, blows
    dice, throws, lines, left = thrown(record.events, "armour"), [], [], list(blows)
    through: list[Blow] = []
    for pool in state.salvos[0].pools:
        for hit in faced(state, pool):
            mine = [blow for blow in left if blow.like(hit)]
            left = [blow for blow in left if not blow.like(hit)]
            if effective_armour(state.ships[hit.target].armour, hit.penetration) and _rolled(state):
                throws.append(_plate(state, hit, mine, next(dice)))
                through += [blow for blow, die in zip(mine, throws[-1].dice, strict=True) if die.verdict == "miss"]
            else:
                through += mine
                lines.append(_unrolled(state, hit))
    step = Step(
        anchor=_anchor(state, "armour"),
        chapter=chapter(state.turn),
        title=say("Armour"),
        summary=_armour_summary(throws),
        throws=tuple(throws),
        result=(_stopped(throws), *lines),
        panel=panel(record.after),
    )
    return step, through


def _rolled(state: Line) -> bool:
    return state.setting.house.armour_mode == "save"


def _armour_summary(throws: Sequence[Throw]) -> Text:
    return count("{n} hit stopped", "{n} hits stopped", _how_many_stopped(throws))


def _stopped(throws: Sequence[Throw]) -> Text:
    return count("Armour stops {n} hit.", "Armour stops {n} hits.", _how_many_stopped(throws))


def _how_many_stopped(throws: Sequence[Throw]) -> int:
    return sum(die.verdict == "hit" for throw in throws for die in throw.dice)


def _plate(state: Line, hit: Hit, blows: Sequence[Blow], throw: object) -> Throw:
    entry, plate = state.setting.roster[hit.target], state.ships[hit.target].armour
    needs = throw.pool.needs()  # type: ignore[attr-defined]
    dice = (
        told(need, face, say("stopped by armour"), say("goes through"), shooter_label(state, blow))
        for need, face, blow in zip(needs, throw.faces, blows, strict=True)  # type: ignore[attr-defined]
    )
    text = say(
        "armour {armour} − penetration {penetration} = {effective}",
        armour=plate,
        penetration=hit.penetration,
        effective=effective_armour(plate, hit.penetration),
    )
    return throw_of(say("Armour: {ship}", ship=entry.ship_id), entry.side, dice, needs, text)


def _unrolled(state: Line, hit: Hit) -> Text:
    """Hits against which nothing is rolled."""
    ship, plate = state.setting.roster[hit.target].ship_id, state.ships[hit.target].armour
    effective = effective_armour(plate, hit.penetration)
    if effective:
        return count(
            "{ship}: armour takes {effective} off the damage of {n} hit.",
            "{ship}: armour takes {effective} off the damage of {n} hits each.",
            hit.count,
            ship=ship,
            effective=effective,
        )
    return count(
        "{ship}: armour {armour} − penetration {penetration}, effective 0, no roll for {n} hit.",
        "{ship}: armour {armour} − penetration {penetration}, effective 0, no roll for {n} hits.",
        hit.count,
        ship=ship,
        armour=plate,
        penetration=hit.penetration,
    )


__all__ = ["NOTHING", "armour", "attack", "intercept"]
