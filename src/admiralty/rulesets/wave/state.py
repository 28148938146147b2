"""The frozen state of a fighter phase and its parts.

Fixed data stand in ``Setting``; a ship's fixed data in ``Hull``, its live data in ``Ship`` of the same index. Empires,
ships and groups are named by their index; -1 means none. CAP is counted per launcher, in the order of the CAP line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from admiralty.core.state import State

from . import tables

Counts = tuple[int, ...]


class HouseRules(State, frozen=True):
    """The switches of the sheet's Rulings, with their defaults."""

    attack_elite_to_hit: bool = False
    attack_afd_to_hit: bool = False
    attack_nebula_to_hit: bool = False
    strike_allocation: Literal["even", "focus"] = "even"
    strike_line_order: Literal["elite_first", "regular_first"] = "elite_first"
    cap_column_casualty: Literal["rearmost", "front"] = "rearmost"
    flak_casualties: Literal["regular_first", "elite_first", "random"] = "regular_first"
    flak_capped_by_incoming: bool = False
    fighter_base_escorts: Literal[0, 1, 2, 3, 4, 5] = 4
    two_hp_section_chance: tables.Chance = "1/2"
    heavy_crit_chance: tables.Chance = "1/2"
    heavy_crit_loss_3: tables.Count = 1
    heavy_crit_loss_4: tables.Count = 2
    heavy_crit_order: Literal["grounded_first", "cap_first"] = "grounded_first"
    target_gone: Literal["dogfight_then_return", "turn_back"] = "dogfight_then_return"
    half_wing_rounding: Literal["down", "up"] = "down"
    flight_ops_rounding: Literal["down", "up"] = "down"
    retired_cap_odds_bonus: bool = False
    retired_crown_flak_bonus: bool = False


class Strike(State, frozen=True):
    """Strike fighters, Elite and regular (W-9)."""

    elite: int = 0
    regular: int = 0

    @property
    def total(self) -> int:
        return self.elite + self.regular

    def minus(self, lost: Strike) -> Strike:
        return Strike(self.elite - lost.elite, self.regular - lost.regular)


NO_STRIKE = Strike()


class Empire(State, frozen=True):
    """Fixed data of an empire. ``escorts``: its CR, DD, N and MI, best flak first, ties in listed order (W-44)."""

    id: str
    afd: bool = False
    supplied: bool = True
    crown: bool = False
    in_fight: bool = True
    escorts: Counts = ()


EACH: Counts = tuple(range(len(tables.SECTIONS)))
"""Every kind of section counted by itself."""


class Hull(State, frozen=True):
    """Fixed data of a ship. ``empire`` and ``group`` are indices.

    What odds need not follow (``condense.py``): ``counted_as`` has for each kind of section the kind it is counted
    with; from wave ``settled`` on sections no longer matter (-1: they always do); ``unmarked``: nobody asks whether it
    is distracted.
    """

    id: str
    empire: int
    kind: str  # CV SB FB CR DD N MI DS FR
    group: int
    max_hp: int
    xp: int = 0
    fighters: int = 0
    flight_ops: int = 0
    move_order: bool = False
    counted_as: Counts = EACH
    settled: int = -1
    unmarked: bool = False

    @property
    def carrier(self) -> bool:
        return self.kind == "CV"

    @property
    def launcher(self) -> bool:
        return self.kind in tables.LAUNCHERS

    @property
    def veteran(self) -> bool:
        """Its crew guides the CAP that defends it (W-26)."""
        return self.carrier and self.xp >= tables.VETERAN_XP

    @property
    def elite(self) -> bool:
        """Its fighters are Elite (W-9)."""
        return self.carrier and self.xp >= tables.ELITE_XP


class Group(State, frozen=True):
    """A target: a group of ships of one kind. ``kind`` is screen, freighters, CV, SB or FB; ``ships`` as listed."""

    id: str
    empire: int
    kind: str
    ships: Counts


class Detachment(State, frozen=True):
    """Fighters of one launcher, by ship index."""

    ship: int
    count: int


class Wave(State, frozen=True):
    """A wave as it is launched. ``attacker`` is an empire's index, ``target`` a group's."""

    id: str
    attacker: int
    target: int
    fighters: tuple[Detachment, ...]

    @property
    def size(self) -> int:
        return sum(detachment.count for detachment in self.fighters)


class Orders(State, frozen=True):
    """What one side, or all of them, launch. Grounded is what is in neither list."""

    cap: tuple[Detachment, ...] = ()
    waves: tuple[Wave, ...] = ()


Named = Empire | Hull | Group | Wave


class Setting(State, frozen=True):
    """The fixed data of a battle."""

    nebula: bool
    ion_nebula: bool
    rules: HouseRules
    empires: tuple[Empire, ...]
    hulls: tuple[Hull, ...]
    groups: tuple[Group, ...]

    def launchers(self, empire: int) -> tuple[int, ...]:
        """An empire's launchers in listed order."""
        return tuple(n for n, hull in enumerate(self.hulls) if hull.empire == empire and hull.launcher)

    def aces(self, empire: int) -> int:
        """How many launchers of an empire have Elite fighters: so many places at the front of its CAP line."""
        return sum(hull.elite for hull in self.hulls if hull.empire == empire)


class Ship(State, frozen=True):
    """Live data of a ship. Of each kind of section the number wrecked; twins are alike in every rule (W-64)."""

    alive: bool
    hp: int
    flak_guns: int = 0
    bridge: int = 0
    weapon_arrays: int = 0
    flight_deck: int = 0
    engine_pods: int = 0
    grounded: int = 0
    distracted: bool = False

    def wrecked(self) -> Counts:
        """Wrecked sections by kind, in the order of ``tables.SECTIONS``."""
        return (self.flak_guns, self.bridge, self.weapon_arrays, self.flight_deck, self.engine_pods)


WRECK = Ship(alive=False, hp=0)
"""Every destroyed ship: what it was no longer matters."""


class FighterPhase(State, frozen=True):
    """A fighter phase at some moment."""

    CONSTANT: ClassVar[tuple[str, ...]] = ("setting",)

    phase: str
    setting: Setting
    ships: tuple[Ship, ...]
    waves: tuple[Wave, ...]  # in the order in which they resolve (W-14); fixed once launched
    lines: tuple[Counts, ...]  # per empire its launchers in the order of the CAP line; fixed once launched
    caps: tuple[Counts, ...]  # per empire the CAP left of each launcher of its line
    fatigued: tuple[bool, ...]  # per empire: its CAP has fought a wave
    wave: int = 0  # clock: which of the waves is up
    dealt: int = 0  # clock within a wave: how far the strike has been dealt over the target's ships
    # What is known of the wave that is up.
    attacker: int = -1
    defender: int = -1
    aim: int = -1  # the group it is sent at
    near: Counts = ()  # the ships whose loss matters to it: those of its target and the defender's escorts
    target: int = -1  # the living Carrier it comes at; during the attack the ship being attacked
    berth: int = -1  # the target Carrier's place in the CAP line
    degraded: bool = False  # flak at more than one wave (W-47)
    turned_back: bool = False  # found its target gone and left at once (house rule target_gone)
    # What a step hands to the next.
    sent: Strike = NO_STRIKE  # the wave as it arrives: all that meets CAP fires, also what CAP hits (W-30)
    strike: Strike = NO_STRIKE  # its fighters that are left and have not attacked yet
    share: Strike = NO_STRIKE  # fighters dealt to the ship under attack
    hits_elite: int = 0  # hits still to be applied
    hits_regular: int = 0
    striker: Strike = NO_STRIKE  # the fighter whose hit is being applied
    blow: int = 0  # the critical a Carrier has just survived: 2, 3 or 4 HP

    @property
    def cap(self) -> int:
        """CAP of the defender still flying."""
        return sum(self.caps[self.defender])


def place_of(items: Sequence[Named], id: str) -> int:
    """The index of an empire, hull, group or wave by id, -1 if there is none."""
    return next((n for n, item in enumerate(items) if item.id == id), -1)
