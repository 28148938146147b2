"""The printed numbers, as data, each with its rule number. Engine and charts read the same tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Annotated

import msgspec
from msgspec import Meta

from admiralty.core.need import Mod, Need, Scalar
from admiralty.core.words import Text, say

Count = Annotated[int, Meta(ge=0)]
Chance = Annotated[str, Meta(extra_json_schema={"pattern": r"^[0-9]+(/[1-9][0-9]*)?$"})]
"""A fraction from 0 to 1 as text: "1/2"."""

DIE = 10
FLOOR, CEILING = 2, 10  # shown numbers are held within these (W-11)

LAUNCHERS = ("CV", "SB", "FB")
SCREEN = ("CR", "DD", "MI", "N", "DS")
ESCORTS = ("CR", "DD", "N", "MI")  # W-44
SHOTS = 5  # flak slots (W-42, W-43, W-45)
ESCORT_SHOTS = 4  # beside the target itself (W-43)

VETERAN_XP = 10  # W-26
ELITE_XP = 25  # W-9

HULL = {"CV": 8, "SB": 12, "FB": 6, "CR": 3, "DD": 2, "N": 3, "MI": 2, "DS": 2, "FR": 1}
VETERAN_HULL = 2  # W-82
SUGGESTED_WING = {"CV": 12, "SB": 18, "FB": 12}
FLAK = {"CV": 4, "SB": 4, "CR": 8, "DD": 9, "N": 9, "MI": 9, "DS": 9, "FR": 10}  # W-40; FB has none

CARRIER_GUN = (3, 5, None)  # by wrecked Weapon Arrays (W-81)


class SectionKind(msgspec.Struct, frozen=True):
    """A kind of Carrier section and the names of its one, two or three sections in printed order (W-60)."""

    kind: str
    names: tuple[str, ...]


SECTIONS = (
    SectionKind("flak_guns", ("flak_guns",)),
    SectionKind("bridge", ("bridge",)),
    SectionKind("weapon_arrays", ("weapon_array_port", "weapon_array_starboard")),
    SectionKind("flight_deck", ("landing_bay", "launch_tubes_port", "launch_tubes_starboard")),
    SectionKind("engine_pods", ("engine_pod_port", "engine_pod_starboard")),
)
DECKS = 3  # W-7

DAMAGE: dict[tuple[bool, bool], tuple[int, ...]] = {  # (Elite, card) -> HP by face of the damage die (W-52, W-53)
    (False, False): (1, 1, 1, 1, 1, 1, 2, 2, 3, 4),
    (False, True): (1, 1, 1, 1, 1, 2, 2, 3, 3, 4),
    (True, False): (1, 1, 1, 1, 1, 2, 2, 3, 4, 4),
    (True, True): (1, 1, 1, 1, 2, 2, 3, 3, 4, 4),
}
CRITICAL, HEAVY = 2, 3  # HP of the damage result (glossary)


class Modifier(msgspec.Struct, frozen=True):
    """A line of a modifier chart. ``value``: plus is easier; a pairing bonus is so much per extra fighter."""

    key: str
    value: int
    rule: str
    name: Text
    when: Text
    switch: str = ""  # the house rule that brings it in, if it takes one

    def mod(self, times: int = 1, about: Scalar = None) -> Mod:
        return Mod(self.key, self.value * times, self.rule, about)


NOTHING: Mapping[str, Scalar] = MappingProxyType({})


@dataclass(frozen=True)
class Roll:
    """A to-hit roll: its base number and every modifier there is, in printed order."""

    key: str
    name: Text
    base: int | None  # None: by the firing ship, see FLAK
    rule: str
    dice: Text
    modifiers: tuple[Modifier, ...]

    def __getitem__(self, key: str) -> Modifier:
        return self.by_key[key]

    @cached_property
    def by_key(self) -> dict[str, Modifier]:
        return {modifier.key: modifier for modifier in self.modifiers}

    def mods(self, about: Mapping[str, Scalar] = NOTHING, **times: int) -> tuple[Mod, ...]:
        """The modifiers that apply: how often, by key; and what they are about, where they name something."""
        return tuple([self[key].mod(number, about.get(key)) for key, number in times.items() if number])

    def need(self, mods: tuple[Mod, ...], base: int | None = None) -> Need:
        """What one die needs (W-10, W-11)."""
        number = self.base if base is None else base
        assert number is not None
        return Need(number, mods, FLOOR, CEILING)


CAP_INTERCEPT = Roll(
    "cap_intercept",
    say("CAP intercept"),
    8,
    "W-20",
    say("the smaller of CAP and Strike"),
    (
        Modifier("pairing", +1, "W-22", say("Pairing"), say("per extra CAP fighter in the column")),
        Modifier(
            "old_odds",
            +1,
            "W-90",
            say("CAP outnumbers Strike 2:1"),
            say("every die, when CAP is at least twice the wave; takes the place of pairing"),
            "retired_cap_odds_bonus",
        ),
        Modifier("fatigue", -1, "W-23", say("CAP fatigued"), say("every die, from the second wave this CAP fights")),
        Modifier("afd", +1, "W-28", say("Advanced Fighter Design"), say("every die of the empire with the card")),
        Modifier("nebula", -1, "W-29", say("Nebula"), say("every die")),
        Modifier("elite", +1, "W-25", say("Elite Pilots"), say("a column with an Elite CAP fighter, once")),
        Modifier(
            "veteran",
            +1,
            "W-26",
            say("Veteran crew"),
            say("every die, when the target is a Carrier with XP 10 or more and an intact Bridge"),
        ),
        Modifier(
            "bridge",
            -1,
            "W-27",
            say("Bridge destroyed"),
            say("every die, when the target is a Carrier whose Bridge is wrecked"),
        ),
    ),
)
RETURN_FIRE = Roll(
    "return_fire",
    say("Strike return fire"),
    9,
    "W-31",
    say("the smaller of Strike and CAP"),
    (
        Modifier(
            "outnumber",
            +1,
            "W-33",
            say("Outnumbers CAP 2:1"),
            say("every die, when the wave is at least twice the CAP still flying"),
        ),
        Modifier("elite", +1, "W-34", say("Elite Pilots"), say("the die of an Elite fighter")),
        Modifier("afd", +1, "W-35", say("Advanced Fighter Design"), say("every die of the empire with the card")),
        Modifier("nebula", -1, "W-36", say("Nebula"), say("every die")),
    ),
)
FLAK_FIRE = Roll(
    "flak",
    say("Flak"),
    None,
    "W-40",
    say("by the target, at most five"),
    (
        Modifier(
            "multi_wave",
            -1,
            "W-47",
            say("Firing at more than one wave"),
            say("every die, when two or more waves of the same attacker come at the same target"),
        ),
        Modifier("supply", -1, "W-48", say("Out of Ion-9 supply"), say("every die of the defender")),
        Modifier("nebula", -1, "W-49", say("Nebula"), say("every die")),
        Modifier(
            "old_crown",
            +1,
            "W-91",
            say("Conqueror's Crown"),
            say("every die of the empire that holds it"),
            "retired_crown_flak_bonus",
        ),
    ),
)
ATTACK = Roll(
    "attack",
    say("Strike attack on ships"),
    6,
    "W-50",
    say("one per Strike fighter left"),
    (
        Modifier("elite", +1, "W-51", say("Elite Pilots"), say("the die of an Elite fighter"), "attack_elite_to_hit"),
        Modifier(
            "afd",
            +1,
            "W-51",
            say("Advanced Fighter Design"),
            say("every die of the empire with the card"),
            "attack_afd_to_hit",
        ),
        Modifier("nebula", -1, "W-51", say("Nebula"), say("every die"), "attack_nebula_to_hit"),
    ),
)
ROLLS = (CAP_INTERCEPT, RETURN_FIRE, FLAK_FIRE, ATTACK)
