"""Chips: the very modifiers of a needed number, with their reasons."""

from __future__ import annotations

from collections.abc import Callable

from admiralty.core.need import Mod, Need
from admiralty.core.show import Chip, Die
from admiralty.core.words import NOTHING, Text, say

from ..charts import EVASIONS, SHOTS, signed
from ..tables import DEFENSES

REASONS: dict[str, Callable[[Mod], Text]] = {
    "ac": lambda mod: say("target's AC {ac}", ac=int(mod.about or 0)),
    "ac_halved": lambda mod: say("target's engine out: AC {ac} → {half}", ac=int(mod.about or 0), half=-mod.value),
    "target_dex": lambda mod: say("target's Dex {dex}", dex=int(mod.about or 0)),
    "evasion": lambda mod: say("target flies {evasion}", evasion=EVASIONS[str(mod.about)]),
    "evasion_against": lambda mod: against(*str(mod.about).split()),
    "power_declared": lambda mod: say("target declared a Power Shot"),
    "target_radar_out": lambda mod: say("target's radar out"),
    "dex": lambda mod: say("own Dex {dex}", dex=int(mod.about or 0)),
    "accuracy": lambda mod: say("accuracy of the weapon"),
    "shot": lambda mod: SHOTS[str(mod.about)],
    "radar_out": lambda mod: say("own radar out"),
}


def against(evasion: str, shot: str) -> Text:
    """A special figure names the shot it meets and the general figure it replaces (D-9)."""
    general = signed(DEFENSES[evasion].ac)
    return say(
        "target flies {evasion} against {shot}, replaces AC {general}",
        evasion=EVASIONS[evasion],
        shot=SHOTS[shot],
        general=general,
    )


def chips(need: Need) -> tuple[Chip, ...]:
    """One chip per modifier, in the order of the rules."""
    return tuple(Chip(mod.value, REASONS[mod.name](mod), mod.rule) for mod in need.mods)


def to_hit_die(face: int, need: Need) -> Die:
    """A d100 against its number; a natural that decides says so (D-12)."""
    hit = face >= need.value
    word = say("hit") if hit else say("miss")
    return Die(face, 100, target=need.value, verdict="hit" if hit else "miss", word=word, remark=natural(face, need))


def natural(face: int, need: Need) -> Text:
    """What a limit did to the number, if anything."""
    if face >= need.value and face < need.unheld:
        return say("natural {face} hits", face=face)
    if face < need.value and face >= need.unheld:
        return say("natural {face} misses", face=face)
    return say("held at {number}", number=need.value) if need.held else NOTHING
