"""What hits do, die by die: damage, sections torn open, fighters lost aboard. W-52 to W-66."""

from __future__ import annotations

from collections.abc import Iterator

from admiralty.core.event import Thrown
from admiralty.core.pool import Pick
from admiralty.core.ruleset import Record
from admiralty.core.show import Die, Throw
from admiralty.core.words import NOTHING, Text, count, say

from ..charts import SECTION_NAMES
from ..tables import DIE
from . import phrases
from .bouts import Blow, Bout
from .dice import thrown
from .raid import Raid

CARD_LIMIT = DIE - 1  # the card widens tiers but never reaches 4 HP (W-53)


def damage_throw(raid: Raid, bout: Bout) -> Throw:
    """A damage die per hit, with the HP it dealt and the HP that were lost to the cap."""
    afd = raid.setting.empires[raid.start.attacker].afd
    named = len(bout.dice) > 1
    dice = tuple(damage_die(blow, afd, named) for blow in bout.blows)
    title = say("Damage to {ship}", ship=raid.setting.hulls[bout.ship].id)
    return Throw(title, raid.start.attacker, dice, text=phrases.sentences(bonus(bout, afd), late(bout)))


def damage_die(blow: Blow, afd: bool, named: bool) -> Die:
    face = blow.face
    counted = counts_as(face, blow.elite, afd)
    remarks = phrases.kept(
        say("counts as {face}", face=counted) if counted != face else NOTHING,
        say("destroys the ship") if blow.kills else NOTHING,
        count("{n} HP lost to the cap", "{n} HP lost to the cap", blow.lost) if blow.lost else NOTHING,
    )
    return Die(
        face,
        DIE,
        word=say("{n} HP", n=blow.dealt),
        remark=phrases.listed(remarks),
        star=blow.elite,
        label=label(blow) if named else NOTHING,
    )


def label(blow: Blow) -> Text:
    return say("by No. {n}", n=blow.fighter)


def counts_as(face: int, elite: bool, afd: bool) -> int:
    """The face a damage die is read as: Elite +1 first, 10 is the most; then the card +1, at most 9. W-53."""
    if elite:
        face = min(DIE, face + 1)
    return face if face == DIE or not afd else min(CARD_LIMIT, face + 1)


def bonus(bout: Bout, afd: bool) -> Text:
    """What moved damage dice, if any was moved."""
    moved = [blow for blow in bout.blows if counts_as(blow.face, blow.elite, afd) != blow.face]
    if not moved:
        return NOTHING
    if not any(blow.elite for blow in moved):
        return say("Advanced Fighter Design: +1 to the damage die, at most 9 (W-53).")
    if afd:
        return say("Elite ★: +1 to the damage die; then Advanced Fighter Design: +1, at most 9 (W-53).")
    return say("Elite ★: +1 to the damage die (W-53).")


def late(bout: Bout) -> Text:
    """Hits on a ship that was dead already. W-55, W-56."""
    if not bout.late:
        return NOTHING
    return count(
        "{n} more hit came when the ship was destroyed already; it does nothing.",
        "{n} more hits came when the ship was destroyed already; they do nothing.",
        bout.late,
    )


def section_throw(raid: Raid, bout: Bout) -> Throw:
    """For every critical the Carrier survived: whether a section opens, and which. W-61, W-62."""
    dice = tuple(die for blow in bout.blows if blow.section for die in section_dice(blow.section, blow))
    title = say("Sections of {ship}", ship=raid.setting.hulls[bout.ship].id)
    return Throw(title, -1, dice, under=True, text=none_left(bout))


def section_dice(record: Record, blow: Blow) -> Iterator[Die]:
    chance, pick = thrown(record, "section_chance"), thrown(record, "section")
    if chance:
        yield chance_die(chance, say("a section opens"), say("no section opened"), label(blow))
    if pick:
        (sides,) = pick.pool.dice()
        yield Die(pick.faces[0], sides, word=SECTION_NAMES[blow.opened], label=label(blow))


def chance_die(event: Thrown, good: Text, bad: Text, who: Text) -> Die:
    """A die for a chance given as a fraction: it comes off on the low faces."""
    pool = event.pool
    assert isinstance(pool, Pick)
    comes_off = event.outcome == 0
    return Die(
        event.faces[0],
        sum(pool.weights),
        target=pool.weights[0],
        verdict="hit" if comes_off else "miss",
        word=good if comes_off else bad,
        label=who,
    )


def none_left(bout: Bout) -> Text:
    if not any(blow.critical and blow.all_gone for blow in bout.blows):
        return NOTHING
    return say("All nine sections are wrecked: nothing is left to open.")


def aboard_throw(raid: Raid, bout: Bout) -> Throw:
    """For every heavy critical: whether fighters aboard are lost. W-65, W-66."""
    dice = []
    for blow in bout.blows:
        event = thrown(blow.aboard, "aboard") if blow.aboard else None
        if event:
            dice.append(chance_die(event, aboard_word(blow), say("nobody aboard is hit"), label(blow)))
    title = say("Fighters aboard {ship}", ship=raid.setting.hulls[bout.ship].id)
    return Throw(title, -1, tuple(dice), under=True)


def aboard_word(blow: Blow) -> Text:
    """What a heavy critical killed aboard."""
    grounded, cap = blow.aboard_lost
    if grounded and cap:
        return say("{grounded} grounded and {cap} CAP lost", grounded=grounded, cap=cap)
    if grounded:
        return count("{n} grounded lost", "{n} grounded lost", grounded)
    return count("{n} CAP lost", "{n} CAP lost", cap)
