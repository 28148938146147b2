"""The attack as a step: every ship with the fighters that came at it, hit by hit. W-50 to W-67."""

from __future__ import annotations

from admiralty.core.show import Step, Throw
from admiralty.core.words import NOTHING, Text, count, say

from ..charts import CLASSES
from ..state import FighterPhase
from . import phrases
from .blows import aboard_throw, damage_throw, section_throw
from .bouts import Bout, bouts
from .dice import chips, needs_of
from .outcome import distraction, told
from .panel import Panels
from .raid import Raid


def attack_step(raid: Raid, panels: Panels) -> Step:
    """To-hit dice, damage, sections, losses aboard and distraction of a wave."""
    fought = bouts(raid.of("attack", "hit", "damage", "section", "aboard", "aftermath"))
    after: FighterPhase = raid.records[-1].after
    return Step(
        raid.anchor("attack"),
        raid.chapter,
        say("Attack"),
        summary(fought),
        lead(raid, fought),
        tuple(throw for bout in fought for throw in throws(raid, bout)),
        result=phrases.kept(*told(raid, fought), left_alone(raid, fought), distraction(raid, fought)),
        panel=panels.at(after, raid.number, raid.left),
    )


def throws(raid: Raid, bout: Bout) -> tuple[Throw, ...]:
    """The throws at one ship, in the order in which a reader follows a hit."""
    made = (
        attack_throw(raid, bout),
        damage_throw(raid, bout),
        section_throw(raid, bout),
        aboard_throw(raid, bout),
    )
    return tuple(throw for throw in made if throw.dice or throw.text)


def attack_throw(raid: Raid, bout: Bout) -> Throw:
    """One die per fighter at the ship. W-50."""
    needs = [need for event in bout.attacks for need in needs_of(event.pool)]
    return Throw(
        say("Attack on {ship}", ship=raid.setting.hulls[bout.ship].id),
        raid.start.attacker,
        bout.dice,
        chips(needs),
        start=needs[0].base,
    )


def lead(raid: Raid, fought: list[Bout]) -> tuple[Text, ...]:
    """Who attacks what, and what is needed."""
    setting, sent = raid.setting, raid.of("deal")[0].before.strike
    needs = [die.target or 0 for bout in fought for die in bout.dice]
    reached = say("Needed: {need}.", need=phrases.needed(needs))
    if len(raid.target.ships) == 1:
        hull = setting.hulls[raid.target.ships[0]]
        kind = CLASSES[hull.kind]
        make_up = phrases.strike_make_up(sent)
        return say("{strike} at {ship}, {kind}.", strike=make_up, ship=hull.id, kind=kind), reached
    shares = phrases.listed(say("{n} at {ship}", n=len(bout.dice), ship=setting.hulls[bout.ship].id) for bout in fought)
    return (
        say(
            "{strike} at the ships of {target}: {shares}.",
            strike=phrases.strike_make_up(sent),
            target=raid.target.id,
            shares=shares,
        ),
        reached,
    )


def summary(fought: list[Bout]) -> Text:
    """A few words for the outline."""
    hits, lost = sum(bout.hits for bout in fought), sum(bout.lost for bout in fought)
    gone = sum(not bout.after.alive for bout in fought)
    told = say("{hits}, {hp} HP", hits=count("{n} hit", "{n} hits", hits), hp=lost) if hits else say("no hit")
    if not gone:
        return told
    return count("{told}, {n} ship destroyed", "{told}, {n} ships destroyed", gone, told=told)


def left_alone(raid: Raid, fought: list[Bout]) -> Text:
    """Ships of the target that nobody came at: they fire in Round 1. W-54, W-57."""
    state: FighterPhase = raid.of("attack")[0].before
    attacked = {bout.ship for bout in fought}
    spared = [n for n in raid.target.ships if n not in attacked and state.ships[n].alive]
    if not spared:
        return NOTHING
    return say("Not attacked: {ships}.", ships=phrases.named(raid.setting.hulls[n].id for n in spared))
