"""Flak as a step: the firing order, gun by gun. W-40 to W-49."""

from __future__ import annotations

from admiralty.core.event import Thrown
from admiralty.core.need import Need
from admiralty.core.ruleset import Record
from admiralty.core.show import Die, Step, Throw
from admiralty.core.words import NOTHING, Text, count, say

from ..charts import CLASSES
from ..flak import Slot, slots
from ..state import FighterPhase, Setting, Strike
from ..waves import living
from . import phrases
from .dice import chips, needs_of, thrown, to_hit
from .panel import Panels
from .raid import Raid


def flak_step(raid: Raid, panels: Panels) -> Step:
    """The guns of the target and its escorts at what came through."""
    record = raid.of("flak")[0]
    state: FighterPhase = record.before
    order, event = slots(state), thrown(record, "flak")
    killed = state.strike.minus(record.after.strike)
    return Step(
        raid.anchor("flak"),
        raid.chapter,
        say("Flak"),
        count("{n} Strike down", "{n} Strike down", killed.total) if killed.total else say("nobody down"),
        lead(raid, state, order),
        (*flak_throw(raid, order, event), *draw_throw(record)),
        result=result(state, killed, event.outcome if event else 0),
        panel=panels.at(record.after, raid.number, record.after.strike.total),
    )


def flak_throw(raid: Raid, order: tuple[Slot, ...], event: Thrown | None) -> tuple[Throw, ...]:
    """Every slot of the firing order; a silent one keeps its place. W-46."""
    if not order:
        return ()
    needs = needs_of(event.pool) if event else ()
    fallen = iter(zip(event.faces, needs, strict=True) if event else ())
    one_base = len({need.base for need in needs}) == 1
    dice = tuple(gun(raid.setting, slot, next(fallen) if slot.need else None, not one_base) for slot in order)
    firing = [place for place, slot in enumerate(order) if slot.need]
    start = needs[0].base if one_base else None
    title = say("Flak, {empire}", empire=raid.defender)
    return (Throw(title, raid.start.defender, dice, chips(needs, firing), start=start),)


def gun(setting: Setting, slot: Slot, fell: tuple[int, Need] | None, own_base: bool) -> Die:
    """A slot with its ship and class."""
    hull = setting.hulls[slot.ship]
    label = say("{ship}, {kind}", ship=hull.id, kind=CLASSES[hull.kind])
    if not fell:
        return Die(0, 10, label=label, silent=say("flak guns destroyed – no die"))
    return to_hit(*fell, label=label, own_base=own_base)


def draw_throw(record: Record) -> tuple[Throw, ...]:
    """House rule flak_casualties "random": which fighters are lost, one die after another."""
    event = thrown(record, "flak_losses")
    if not event:
        return ()
    elite = [event.pool.read(event.faces[:n]) for n in range(len(event.faces) + 1)]
    dice = tuple(
        Die(face, sides, word=say("Elite") if elite[n + 1] > elite[n] else say("regular"), star=elite[n + 1] > elite[n])
        for n, (face, sides) in enumerate(zip(event.faces, event.pool.dice(), strict=True))
    )
    return (Throw(say("Which Strike fighters are lost"), record.before.attacker, dice),)


def lead(raid: Raid, state: FighterPhase, order: tuple[Slot, ...]) -> tuple[Text, ...]:
    """Who comes in and which guns fire."""
    incoming = count(
        "{n} Strike fighter flies into the flak of {target}.",
        "{n} Strike fighters fly into the flak of {target}.",
        state.strike.total,
        target=raid.target.id,
    )
    if not order:
        return (incoming, say("Nobody there has flak to fire."))
    dice = sum(bool(slot.need) for slot in order)
    guns = count("{n} gun fires.", "{n} guns fire, the best ones first.", dice)
    return phrases.kept(incoming, guns, limited(raid, state, order), lost_guns(order))


def limited(raid: Raid, state: FighterPhase, order: tuple[Slot, ...]) -> Text:
    """Why not every ship of a screen fires. W-42."""
    ships = len(living(state, raid.target))
    if raid.target.kind != "screen" or len(order) == ships:
        return NOTHING
    return count(
        "{n} ship is there, but no more fire than fighters come in, and five at most.",
        "{n} ships are there, but no more fire than fighters come in, and five at most.",
        ships,
    )


def lost_guns(order: tuple[Slot, ...]) -> Text:
    if all(slot.need for slot in order):
        return NOTHING
    return say("The wrecked Flak Guns keep their place in the firing order and throw no die.")


def result(state: FighterPhase, killed: Strike, hits: int) -> tuple[Text, ...]:
    """Who is shot down, and who attacks."""
    left = state.strike.total - killed.total
    down = count("{n} Strike fighter is shot down.", "{n} Strike fighters are shot down.", killed.total)
    attack = count("{n} attacks.", "{n} attack.", left) if left else say("Nobody is left to attack.")
    return phrases.kept(
        down if killed.total else say("Nobody is shot down."), ranks(state.strike, killed), spare(hits, killed), attack
    )


def ranks(strike: Strike, killed: Strike) -> Text:
    """Which of a mixed wave were lost."""
    if not killed.total or not strike.elite or not strike.regular:
        return NOTHING
    return say("Elite ★ among them: {elite}; regular: {regular}.", elite=killed.elite, regular=killed.regular)


def spare(hits: int, killed: Strike) -> Text:
    """Hits with nobody left to kill. W-40."""
    wasted = hits - killed.total
    return count("{n} hit is wasted.", "{n} hits are wasted.", wasted) if wasted else NOTHING
