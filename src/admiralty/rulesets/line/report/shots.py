"""Hit dice and PD as steps: T6."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from admiralty.core.event import Event
from admiralty.core.ruleset import Record
from admiralty.core.show import Link, Step, Throw
from admiralty.core.words import Text, count, say

from ..defence import faced, met, stoppable
from ..labels import gun_name
from ..seeing import side_shown
from ..state import Hit, Line, PdPool, Volley
from .blows import Blow, blows_of, shooter_label, throw_of, thrown, told
from .moves import chapter, void
from .scene import panel, strip


def anchor(state: Line, name: str) -> str:
    """The address of a step of a salvo."""
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
        anchor=anchor(state, "hits"),
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
        anchor=anchor(state, "pd"),
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
