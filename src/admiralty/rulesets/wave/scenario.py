"""The shape of a scenario document, and the codes for faults of form."""

from __future__ import annotations

import re
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from admiralty.core.document import Problem
from admiralty.core.state import Plain

from . import tables
from .orders import LaunchDoc
from .state import HouseRules
from .tables import Count

Name = Annotated[str, Meta(min_length=1)]
Class = Literal["CV", "SB", "FB", "CR", "DD", "N", "MI", "DS", "FR"]
Section = Literal[
    "flak_guns",
    "bridge",
    "weapon_array_port",
    "weapon_array_starboard",
    "landing_bay",
    "launch_tubes_port",
    "launch_tubes_starboard",
    "engine_pod_port",
    "engine_pod_starboard",
]


class SystemDoc(msgspec.Struct, frozen=True):
    """Where the battle is fought."""

    nebula: bool = False
    ion_nebula: bool = False


class EmpireDoc(msgspec.Struct, frozen=True):
    """An empire and what it holds."""

    id: Name
    afd: bool = False
    supplied: bool = True
    crown: bool = False
    in_fight: bool = True


class ShipDoc(msgspec.Struct, frozen=True, rename={"kind": "class"}):
    """A ship as it enters the battle."""

    id: Name
    empire: str
    kind: Class
    group: Name | UnsetType = UNSET
    max_hp: Annotated[int, Meta(ge=1)] | UnsetType = UNSET
    hp: Count | UnsetType = UNSET
    xp: Count = 0
    wrecked: list[Section] = []
    move_order: bool = False
    fighters: Count = 0
    flight_ops: Count | UnsetType = UNSET

    @property
    def target(self) -> str:
        """The group it belongs to: its own id unless given."""
        return self.id if isinstance(self.group, UnsetType) else self.group

    @property
    def most_hp(self) -> int:
        """The figure given, or the class's; a Veteran's default has the +2 in it. W-82."""
        if not isinstance(self.max_hp, UnsetType):
            return self.max_hp
        veteran = self.kind == "CV" and self.xp >= tables.VETERAN_XP
        return tables.HULL[self.kind] + (tables.VETERAN_HULL if veteran else 0)

    @property
    def hit_points(self) -> int:
        return self.most_hp if isinstance(self.hp, UnsetType) else self.hp


class WaveDoc(msgspec.Struct, frozen=True):
    """A wave that is on its way."""

    id: Name
    attacker: str
    target: str
    fighters: list[LaunchDoc]


class Scenario(msgspec.Struct, frozen=True):
    """A scenario. ``launch``: "given" (``cap`` and ``waves`` say what flies) or "asked" (the sides decide in secret
    when the battle starts)."""

    empires: list[EmpireDoc]
    ships: list[ShipDoc]
    ruleset: Literal["wave"] = "wave"
    title: str = ""
    launch: Literal["given", "asked"] = "given"
    system: SystemDoc = SystemDoc()
    house_rules: HouseRules = HouseRules()
    cap: list[LaunchDoc] = []
    waves: list[WaveDoc] = []


def kind_of(ship_class: str) -> str:
    """What kind of target ships of a class make; CV, SB and FB are kinds of their own."""
    if ship_class in tables.SCREEN:
        return "screen"
    return "freighters" if ship_class == "FR" else ship_class


NUMBERS = ("xp", "flight_ops", "count")


def code_of(path: str, problem: Problem, value: Plain) -> tuple[str, str]:
    """The sheet's code and rule for a fault of form."""
    if path.startswith("house_rules"):
        unknown = problem == "unknown_field" and path.count(".") == 1
        return ("unknown_house_rule" if unknown else "bad_house_rule_value"), "W-95"
    if problem == "unknown_field":
        return "unknown_field", "W-95"
    if problem == "missing":
        return "missing_field", "W-95"
    return _value_code(re.sub(r"\[\d+\]", "[]", path), problem), "W-95"


def _value_code(place: str, problem: Problem) -> str:
    """The code for a wrong value at a place: a path without its numbers."""
    field = place.rsplit(".", 1)[-1]
    if field in ("hp", "max_hp"):
        return "bad_hp" if problem == "range" else "bad_number"
    if field in NUMBERS or place == "ships[].fighters":
        return "bad_number"
    if field == "class":
        return "unknown_class"
    if field == "wrecked[]":
        return "bad_section"
    return "wrong_type" if problem == "type" else "wrong_value"
