"""The panel: every piece after a step, ships with hull, shields and six system lamps."""

from __future__ import annotations

from admiralty.core.show import Bar, Part, Piece
from admiralty.core.words import NOTHING, Text, count, say

from ..fire import working
from ..state import CHARACTER, FIGHTER, LARGE, Craft, Duel
from ..state import Piece as Live
from ..tables import PERMANENT, SYSTEMS, WEAPONS
from ..vacuum import breath_rounds

KINDS: dict[str, Text] = {FIGHTER: say("Fighter"), LARGE: say("Large ship"), CHARACTER: say("Person adrift")}
LAMPS: dict[str, Text] = {
    "engine": say("Engine"),
    "weapons": say("Weapons"),
    "shield_gen": say("Shields"),
    "lsd": say("LSD"),
    "radar": say("Radar"),
    "auto_repair": say("Repair"),
}
FATES: dict[str, Text] = {
    "destroyed": say("destroyed"),
    "collided": say("destroyed in a collision"),
    "rammed": say("rammed a large ship"),
    "crashed": say("crashed into a large ship"),
    "jumped": say("jumped away"),
    "killed": say("killed"),
    "breath": say("gasped in space"),
    "tank": say("airtank exploded"),
    "suffocated": say("out of breath"),
}


def panel(state: Duel) -> tuple[Piece, ...]:
    """All pieces, in the order of their sides."""
    numbers = sorted(range(len(state.pieces)), key=lambda index: (state.setting.crafts[index].side, index))
    return tuple(piece(state.setting.crafts[index], state.pieces[index]) for index in numbers)


def piece(craft: Craft, live: Live) -> Piece:
    """One piece."""
    flying = not live.fate
    return Piece(
        craft.id,
        kind(craft),
        craft.side,
        bars(craft, live),
        facts(craft, live) if flying else (),
        lamps(craft, live) if flying and craft.kind != CHARACTER else (),
        gone=FATES[live.fate] if live.fate else NOTHING,
        brief=not any(live.clocks.systems) and not live.clocks.quarters,
    )


def kind(craft: Craft) -> Text:
    """What a piece is, and the figures that dice against it and by it start from."""
    told = KINDS[craft.kind]
    if craft.kind == FIGHTER:
        return say(
            "{kind} · Dex {dex} · level {level} · AC {ac}", kind=told, dex=craft.dex, level=craft.s_flight, ac=craft.ac
        )
    return say("{kind} · Dex {dex} · AC {ac}", kind=told, dex=craft.dex, ac=craft.ac)


def bars(craft: Craft, live: Live) -> tuple[Bar, ...]:
    """Hull and shields, or a person's health."""
    if craft.kind == CHARACTER:
        return (Bar(say("health"), live.hull.hp, craft.max_hp),)
    hull = Bar(say("hull"), live.hull.hp, craft.max_hp)
    if not craft.max_shields:
        return (hull,)
    return hull, Bar(say("shields"), live.hull.shields, craft.max_shields, "shields")


def facts(craft: Craft, live: Live) -> tuple[Text, ...]:
    """What else matters about a piece in the battle."""
    found: list[Text] = []
    if live.course.opened:
        found.append(say("out of laser range"))
    for missile, left in zip(craft.missiles, live.rack.left, strict=True):
        found.append(say("{name}: {left} left", name=missile.name, left=left))
    if craft.kind == LARGE and craft.guns:
        found.append(
            count(
                "{n} gun of {all} works",
                "{n} guns of {all} work",
                working(craft.guns, live.out.quarters),
                all=craft.guns,
            )
        )
    if live.course.collision_in:
        found.append(count("collision in {n} round", "collision in {n} rounds", live.course.collision_in))
    if craft.kind == CHARACTER and craft.breath == "hold":
        left = max(0, breath_rounds(craft.max_hp) - live.course.rounds_out)
        found.append(count("breath for {n} round", "breath for {n} rounds", left))
    return tuple(found)


def lamps(craft: Craft, live: Live) -> tuple[Part, ...]:
    """The six systems in the order of T3; of a large ship's weapons the quarters that are out."""
    return tuple(
        quarters(live) if craft.kind == LARGE and place == WEAPONS else lamp(name, ticks)
        for place, (name, ticks) in enumerate(zip(SYSTEMS, live.clocks.systems, strict=True))
    )


def lamp(name: str, ticks: int) -> Part:
    """One system: works, or out for how long."""
    if not ticks:
        return Part(LAMPS[name])
    return Part(LAMPS[name], "wrecked", left_of(ticks))


def left_of(ticks: int) -> Text:
    """For how many rounds a clock keeps a system out, the present one among them (D-18)."""
    return say("for good") if ticks == PERMANENT else count("{n} round left", "{n} rounds left", ticks)


def quarters(live: Live) -> Part:
    """A large ship's weapons: how many quarters are out."""
    out = live.clocks.quarters
    if not out:
        return Part(LAMPS["weapons"])
    text = say("{n} of 4 quarters out, {until}", n=len(out), until=left_of(out[0]))
    return Part(LAMPS["weapons"], "wrecked" if len(out) == 4 else "spent", text)
