"""What an attack came to, in sentences: hull, sections, losses aboard, who is distracted. W-56 to W-67."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from admiralty.core.words import NOTHING, Text, count, say

from ..charts import SECTION_NAMES
from ..handover import carrier_gun
from ..tables import SECTIONS
from . import phrases
from .bouts import Bout
from .raid import Raid

KINDS = {name: kind.kind for kind in SECTIONS for name in kind.names}


def told(raid: Raid, fought: Sequence[Bout]) -> tuple[Text, ...]:
    """What befell the ships, what their sections and wings cost, and whose attackers are used up."""
    dead = [bout for bout in fought if not bout.after.alive]
    hurt = [bout for bout in fought if bout.after.alive and bout.lost]
    whole = [bout for bout in fought if bout.after.alive and not bout.lost]
    return phrases.kept(
        destroyed(raid, dead),
        *(damaged(raid, bout) for bout in hurt),
        say("Not hit: {ships}.", ships=ships(raid, whole)) if whole else NOTHING,
        *(text for bout in hurt for text in sections(bout)),
        *(aboard(raid, bout) for bout in fought),
        *(wing_lost(raid, bout) for bout in dead),
        used_up(sum(len(bout.dice) for bout in dead)),
    )


def ships(raid: Raid, fought: Iterable[Bout]) -> Text:
    return phrases.named(raid.setting.hulls[bout.ship].id for bout in fought)


def destroyed(raid: Raid, dead: Sequence[Bout]) -> Text:
    if not dead:
        return NOTHING
    return count("{ships} is destroyed.", "{n} ships are destroyed: {ships}.", len(dead), ships=ships(raid, dead))


def damaged(raid: Raid, bout: Bout) -> Text:
    hull = raid.setting.hulls[bout.ship]
    return say(
        "{ship} loses {lost} HP: {left} of {full} left.",
        ship=hull.id,
        lost=bout.lost,
        left=bout.after.hp,
        full=hull.max_hp,
    )


def sections(bout: Bout) -> tuple[Text, ...]:
    """The sections that were opened, each with what it costs; that none was, if a critical could have."""
    names = [blow.opened for blow in bout.blows if blow.opened]
    if not names:
        return (say("No section opened."),) if any(blow.critical for blow in bout.blows) else ()
    opened = say("Opened: {sections}.", sections=phrases.listed(SECTION_NAMES[name] for name in names))
    kinds = dict.fromkeys(KINDS[name] for name in names)
    return opened, *(cost(kind, bout) for kind in kinds if kind in COSTS or kind == "weapon_arrays")


COSTS: dict[str, Text] = {
    "flak_guns": say("Its own flak is silent from now on and keeps its slot (W-46)."),
    "bridge": say("From the next wave, CAP that defends it is at −1, without the Veteran bonus (W-27)."),
    "flight_deck": say("Every wrecked deck section costs a third of its flight operations (W-7)."),
}


def cost(kind: str, bout: Bout) -> Text:
    """What a wreck means from now on. W-64."""
    if kind in COSTS:
        return COSTS[kind]
    gun = carrier_gun(bout.after)
    if gun is None:
        return say("It has no gun left for Rounds 1 and 2 (W-81).")
    return say("Its gun needs {number}+ from now on (W-81).", number=gun)


def aboard(raid: Raid, bout: Bout) -> Text:
    """Fighters that heavy criticals killed aboard. W-65."""
    lost = [blow.aboard_lost for blow in bout.blows]
    grounded, cap = sum(one for one, _ in lost), sum(one for _, one in lost)
    ship = raid.setting.hulls[bout.ship].id
    if grounded and cap:
        return say("Lost aboard {ship}: {grounded} grounded, {cap} CAP.", ship=ship, grounded=grounded, cap=cap)
    if grounded:
        return say("Lost aboard {ship}: {grounded} grounded.", ship=ship, grounded=grounded)
    return say("Lost aboard {ship}: {cap} CAP.", ship=ship, cap=cap) if cap else NOTHING


def wing_lost(raid: Raid, bout: Bout) -> Text:
    """Grounded fighters that went down with their launcher. W-67."""
    lost = bout.before.grounded - sum(blow.aboard_lost[0] for blow in bout.blows)
    if not lost:
        return NOTHING
    ship = raid.setting.hulls[bout.ship].id
    return count(
        "{n} grounded fighter goes down with {ship}.", "{n} grounded fighters go down with {ship}.", lost, ship=ship
    )


def used_up(fighters: int) -> Text:
    """Attackers of ships that are gone: they live, but distract nobody. W-58."""
    if not fighters:
        return NOTHING
    return count(
        "{n} fighter is used up: its ship is gone, so it distracts nobody.",
        "{n} fighters are used up: their ship is gone, so they distract nobody.",
        fighters,
    )


def distraction(raid: Raid, fought: Sequence[Bout]) -> Text:
    """The ships that were attacked and live. W-57."""
    alive = [bout for bout in fought if bout.after.distracted]
    if not alive:
        return NOTHING
    return count(
        "{ships} is distracted: no fire in Round 1.",
        "{ships} are distracted: no fire in Round 1.",
        len(alive),
        ships=ships(raid, alive),
    )
