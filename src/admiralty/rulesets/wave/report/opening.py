"""The launch as a step: who flies CAP, who strikes at whom, who stays aboard. W-2 to W-9, W-14."""

from __future__ import annotations

from collections.abc import Sequence

from admiralty.core.event import Answered
from admiralty.core.ruleset import Record
from admiralty.core.show import Step
from admiralty.core.words import NOTHING, Text, count, say

from .. import limits
from ..launch import labels, strike_of
from ..state import FighterPhase
from . import phrases
from .panel import Panels


def opening_step(records: Sequence[Record], panels: Panels) -> Step:
    """Everything that was launched, as it is when the first wave comes up."""
    first = records[0]
    asked = first.phase == "launch"
    state: FighterPhase = first.after if asked else first.before
    answers = [event for event in first.events if isinstance(event, Answered)]
    return Step(
        "launch",
        NOTHING,
        say("Launch"),
        summary(state),
        phrases.kept(*secrecy(answers), *nebula(state), *sides(state)),
        result=phrases.kept(order(state), *stayed(first.before, state)),
        panel=panels.at(state),
    )


def summary(state: FighterPhase) -> Text:
    """CAP and Strike in figures: "6 CAP · 8 + 5 Strike"."""
    cap, sizes = sum(map(sum, state.caps)), " + ".join(str(wave.size) for wave in state.waves)
    if not cap and not sizes:
        return say("nobody launches")
    if not sizes:
        return say("{cap} CAP, no Strike", cap=cap)
    return say("{cap} CAP · {strike} Strike", cap=cap, strike=sizes) if cap else say("{strike} Strike", strike=sizes)


def secrecy(answers: Sequence[Answered]) -> list[Text]:
    """Orders given in secret, and who gave none."""
    if not answers:
        return []
    silent = [say("{side} gave no orders.", side=answer.side) for answer in answers if answer.defaulted]
    return [say("Every side chose in secret; here the choices are revealed."), *silent]


def nebula(state: FighterPhase) -> list[Text]:
    if state.setting.ion_nebula:
        return [say("In an Ion Nebula nobody launches: no phase is played (W-2).")]
    if state.setting.nebula:
        return [say("The battle is in a Nebula: −1 to every CAP, Strike and flak die.")]
    return []


def sides(state: FighterPhase) -> list[Text]:
    """What each empire has in the air."""
    told = []
    for n, empire in enumerate(state.setting.empires):
        if sum(state.caps[n]):
            fighters = phrases.cap_make_up(state.setting, state.lines[n], state.caps[n])
            told.append(say("{empire} keeps as CAP: {fighters}.", empire=empire.id, fighters=fighters))
        told += [wave_told(state, place) for place, wave in enumerate(state.waves) if wave.attacker == n]
    return told


def wave_told(state: FighterPhase, place: int) -> Text:
    wave, setting = state.waves[place], state.setting
    return say(
        "{empire} sends {wave} at {target}: {strike} ({fighters}).",
        empire=setting.empires[wave.attacker].id,
        wave=labels(state.waves)[place],
        target=setting.groups[wave.target].id,
        strike=phrases.strike_make_up(strike_of(setting, wave)),
        fighters=phrases.detachments(setting, wave.fighters),
    )


def order(state: FighterPhase) -> Text:
    """Biggest first. W-14."""
    if len(state.waves) < 2:
        return NOTHING if state.waves else say("No wave is sent.")
    return say("The waves come biggest first: {waves}.", waves=phrases.named(labels(state.waves)))


def stayed(before: FighterPhase, state: FighterPhase) -> list[Text]:
    """Who stayed aboard, and what held a launcher back."""
    told = []
    for ship, (hull, live) in enumerate(zip(state.setting.hulls, state.ships, strict=True)):
        if not live.grounded:
            continue
        stay = count(
            "{n} fighter stays aboard {ship}.", "{n} fighters stay aboard {ship}.", live.grounded, ship=hull.id
        )
        told.append(stay)
        limit = limits.limit(state.setting, before.ships, ship)
        if limit < hull.fighters:
            why = limits.reason(state.setting, before.ships, ship)
            told.append(say("It could launch {limit} at most: {reason}.", limit=limit, reason=why))
    return told
