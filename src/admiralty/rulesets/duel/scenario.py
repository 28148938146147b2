"""The shape of a scenario document, with its ranges and defaults. The JSON Schema is made from it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from .state import HouseRules

Natural = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
Sides = Annotated[int, Meta(ge=2)]
ArmorClass = Annotated[int, Meta(ge=-100, le=100)]
Dexterity = Annotated[int, Meta(ge=1, le=200)]
Name = Annotated[str, Meta(min_length=1)]
Ticks = Natural | Literal["permanent"]


class WeaponEntry(msgspec.Struct):
    """A laser, a gun, what a character fires."""

    dice: Natural
    sides: Sides
    bonus: int = 0
    accuracy: int = 0


class MissileEntry(msgspec.Struct):
    """Missiles of one kind that a piece carries."""

    name: Name
    range: Natural
    speed: Natural
    dice: Natural
    sides: Sides
    bonus: int = 0
    accuracy: int = 0
    count: Natural = 1


class LargeSystems(msgspec.Struct):
    """Ticks left of systems that are out (0 works) or "permanent"."""

    engine: Ticks = 0
    shield_gen: Ticks = 0
    lsd: Ticks = 0
    radar: Ticks = 0
    auto_repair: Ticks = 0


class FighterSystems(LargeSystems):
    """The same for a fighter, which has weapons systems as well."""

    weapons: Ticks = 0


class FighterEntry(msgspec.Struct, tag_field="kind", tag="fighter", kw_only=True):
    """A fighter and its pilot."""

    id: Name
    side: Name
    dex: Dexterity = 50
    s_flight: Literal[1, 2, 3] = 1
    ac: ArmorClass = 10
    max_hp: Positive = 24
    hp: Natural | None = None
    max_shields: Natural = 0
    shields: Natural | None = None
    shield_regen: Natural = 0
    speed: Natural = 2400
    attack_every: Positive = 1
    first_attack: Positive = 1
    laser: WeaponEntry | None = msgspec.field(default_factory=lambda: WeaponEntry(1, 6, 2))
    missiles: list[MissileEntry] = []
    lsd: bool = True
    systems: FighterSystems = msgspec.field(default_factory=FighterSystems)
    opened: bool = False


class LargeEntry(msgspec.Struct, tag_field="kind", tag="large", kw_only=True):
    """A large ship."""

    id: Name
    side: Name
    dex: Annotated[int, Meta(ge=0, le=200)] = 0
    ac: ArmorClass = 0
    max_hp: Positive
    hp: Natural | None = None
    max_shields: Natural = 0
    shields: Natural | None = None
    shield_regen: Natural = 0
    speed: Natural = 0
    lsd: bool = True
    systems: LargeSystems = msgspec.field(default_factory=LargeSystems)
    guns: Natural = 0
    gun: WeaponEntry | None = None
    weapon_quarters_out: list[Positive] = []
    missiles: list[MissileEntry] = []
    tubes: Natural = 0
    collision_in: Positive | None = None
    collision_with: str | None = None


class CharacterEntry(msgspec.Struct, tag_field="kind", tag="character", kw_only=True):
    """A person adrift."""

    id: Name
    side: Name
    dex: Dexterity = 50
    ac: ArmorClass = 0
    health: Positive
    breath: Literal["hold", "tank", "immune"] = "hold"
    rounds_out: Natural = 0
    weapon: WeaponEntry | None = None


Entry = FighterEntry | LargeEntry | CharacterEntry


class Scenario(msgspec.Struct, kw_only=True):
    """A battle. With ``maneuvers_only`` fighters fire and fly a defence, and nothing else may be declared (D-34)."""

    pieces: list[Entry]
    round: Natural = 0
    max_rounds: Positive | None = 50
    maneuvers_only: bool = False
    house_rules: HouseRules = msgspec.field(default_factory=HouseRules)
