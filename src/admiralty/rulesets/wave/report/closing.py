"""The hand-over as a step: the state in which Round 1 starts. W-57, W-80 to W-82."""

from __future__ import annotations

from collections.abc import Sequence

from admiralty.core.show import Step
from admiralty.core.words import NOTHING, Text, count, say

from ..handover import carrier_gun, round_one_gun
from ..state import FighterPhase
from . import phrases
from .panel import Panels
from .raid import Raid


def closing_step(state: FighterPhase, flown: Sequence[Raid], panels: Panels) -> Step:
    """Who is destroyed or locked out, what Carriers fire with, and which fighters are left."""
    return Step(
        "handover",
        NOTHING,
        say("Hand-over to Round 1"),
        summary(state),
        phrases.kept(destroyed(state), *guns(state)),
        result=phrases.kept(distracted(state), *cap_left(state), *strike_home(flown)),
        panel=panels.at(state, len(state.waves)),
    )


def summary(state: FighterPhase) -> Text:
    lost = sum(not ship.alive for ship in state.ships)
    locked = sum(ship.distracted for ship in state.ships)
    if lost and locked:
        return say("{lost} destroyed, {locked} distracted", lost=lost, locked=locked)
    if lost:
        return say("{lost} destroyed", lost=lost)
    return say("{locked} distracted", locked=locked) if locked else say("every ship may fire")


def ids(state: FighterPhase, ships: Sequence[int]) -> Text:
    return phrases.named(state.setting.hulls[ship].id for ship in ships)


def destroyed(state: FighterPhase) -> Text:
    gone = [n for n, ship in enumerate(state.ships) if not ship.alive]
    return say("Destroyed: {ships}.", ships=ids(state, gone)) if gone else say("No ship is destroyed.")


def distracted(state: FighterPhase) -> Text:
    locked = [n for n, ship in enumerate(state.ships) if ship.distracted]
    if not locked:
        return say("Nobody is distracted: every ship may fire in Round 1.")
    return say("Distracted, no fire in Round 1: {ships}.", ships=ids(state, locked))


def guns(state: FighterPhase) -> list[Text]:
    """The standard gun of every living Carrier. W-81."""
    carriers = [n for n, hull in enumerate(state.setting.hulls) if hull.carrier and state.ships[n].alive]
    return [gun(state, ship) for ship in carriers]


def gun(state: FighterPhase, ship: int) -> Text:
    name, live = state.setting.hulls[ship].id, state.ships[ship]
    number, fires = carrier_gun(live), round_one_gun(live)
    if number is None:
        return say("{ship} has no gun left.", ship=name)
    if fires == "locked":
        return say("{ship} may not fire in Round 1; its gun hits on {number}+ in Round 2.", ship=name, number=number)
    return say("The gun of {ship} hits on {number}+.", ship=name, number=number)


def cap_left(state: FighterPhase) -> list[Text]:
    """CAP of every empire that has any launcher in the line, and whether it is tired."""
    told = []
    for n, empire in enumerate(state.setting.empires):
        left = sum(state.caps[n])
        if not left and not state.fatigued[n]:
            continue
        if not left:
            told.append(say("{empire} has no CAP left.", empire=empire.id))
            continue
        made = phrases.cap_make_up(state.setting, state.lines[n], state.caps[n])
        kept = count(
            "{empire} has {n} CAP fighter left: {fighters}.",
            "{empire} has {n} CAP fighters left: {fighters}.",
            left,
            empire=empire.id,
            fighters=made,
        )
        told.append(kept)
        told.append(say("The CAP of {empire} is fatigued.", empire=empire.id) if state.fatigued[n] else NOTHING)
    return told


def strike_home(flown: Sequence[Raid]) -> list[Text]:
    """What comes home of every wave."""
    if not flown:
        return []
    waves = phrases.listed(
        say("{left} of {size} of {wave}", left=raid.left, size=raid.wave.size, wave=raid.label) for raid in flown
    )
    return [say("Strike fighters that fly home: {waves}.", waves=waves)]
