"""The frozen state of a duel and its parts.

What never changes stands in ``Setting``: a piece's fixed data in ``Craft``, its live data in ``Piece`` of the same
index. Pieces stand in the order of their ids and are named by index; -1 means none. A piece's live data are parted by
who reads them, so that a shot at one ship meets only a few different situations however battered both are; ``out``
and ``look`` follow from ``clocks`` and ``hull`` and are kept for phases that care about no more than that.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from admiralty.core.state import State

from .tables import PERMANENT, SYSTEMS

FIGHTER, LARGE, CHARACTER = "fighter", "large", "character"

LAUNCH, BREATH, FLY, FIRE, RAM, CRASH, DRIFT, LEAVE, END, TICK, CLOSE = range(11)
"""The steps of a round, as the clock counts them: missiles, breath, declarations and checks, fire, three kinds of
collision, departures, and the end of the round: shields, clocks, the end-of-battle test."""

UNDECIDED, DRAW = "undecided", "draw"


class HouseRules(State, frozen=True):
    """The switches of D-39 with their defaults."""

    base_difficulty: int = 40
    natural_band: Annotated[int, Meta(ge=0, le=49)] = 5
    check_cap: Annotated[int, Meta(ge=1, le=100)] = 100
    initiative_die: Annotated[int, Meta(ge=2)] = 10
    initiative_tie: Literal["simultaneous", "reroll"] = "simultaneous"
    afterburner_row: Literal["printed", "never_worse"] = "printed"
    power_doubles: Literal["result", "dice"] = "result"
    sweep_rounding: Literal["down_min1", "up"] = "down_min1"
    failed_attack_maneuver: Literal["basic", "lost"] = "basic"
    failed_match: Literal["flown", "declared"] = "flown"
    system_damage: bool = True
    system_chance: Literal["exact", "floor_percent"] = "exact"
    repeat_system_hit: Literal["ignored", "longer"] = "ignored"
    repair_counts_damage_round: bool = False
    auto_repair_stops: Literal["later", "all"] = "later"
    large_bearing: Literal["half", "all"] = "half"
    outrun_costs_launch: bool = True
    breath_check_health: Literal["after", "before"] = "after"
    large_collision_factor: Annotated[int, Meta(ge=1)] = 10


class Weapon(State, frozen=True):
    """Damage dice and what the weapon adds to hit."""

    dice: int
    sides: int
    bonus: int = 0
    accuracy: int = 0


class Missile(State, frozen=True):
    """A kind of missile that a piece carries."""

    name: str
    range: int
    speed: int
    weapon: Weapon


class Craft(State, frozen=True):
    """Fixed data of a piece. ``side`` and ``collision_with`` are indices; ``drifts``: it began on a collision course;
    ``weapon`` is the laser of a fighter, one gun of a large ship, what a character fires; ``typical`` is about the
    damage of one hit it has to fear; ``moot`` are systems (T3, from 0) whose loss is not followed, see ``condense``."""

    id: str
    side: int
    kind: str
    dex: int
    ac: int
    max_hp: int
    s_flight: int = 1
    max_shields: int = 0
    shield_regen: int = 0
    speed: int = 0
    attack_every: int = 1
    first_attack: int = 1
    weapon: Weapon | None = None
    missiles: tuple[Missile, ...] = ()
    lsd: bool = False
    guns: int = 0
    tubes: int = 0
    drifts: bool = False
    collision_with: int = -1
    breath: str = "hold"
    typical: int = 1
    moot: tuple[int, ...] = ()


class Setting(State, frozen=True):
    """Everything fixed about a battle. ``maneuvers_only``: D-34, fighters fire and fly a defence, nothing else."""

    crafts: tuple[Craft, ...]
    sides: tuple[str, str]
    rules: HouseRules = HouseRules()
    max_rounds: int | None = 50
    maneuvers_only: bool = False

    def enemies(self, index: int) -> tuple[int, ...]:
        """The pieces of the other side."""
        side = self.crafts[index].side
        return tuple(number for number, craft in enumerate(self.crafts) if craft.side != side)

    def of_side(self, side: int) -> tuple[int, ...]:
        """The pieces of a side."""
        return tuple(number for number, craft in enumerate(self.crafts) if craft.side == side)

    @property
    def has_large(self) -> bool:
        return any(craft.kind == LARGE for craft in self.crafts)


class Hull(State, frozen=True):
    """Hull points (of a character: health) and shields."""

    hp: int
    shields: int = 0


class Clocks(State, frozen=True):
    """Ticks left of the six systems in the order of T3 (0 works, ``PERMANENT`` never again) and of gun quarters out."""

    systems: tuple[int, ...] = (0, 0, 0, 0, 0, 0)
    quarters: tuple[int, ...] = ()


class Out(State, frozen=True):
    """Which systems do not work now, whatever their clocks, and how many gun quarters."""

    engine: bool = False
    weapons: bool = False
    shield_gen: bool = False
    lsd: bool = False
    radar: bool = False
    quarters: int = 0


WORKS = Out()


class Look(State, frozen=True):
    """How a piece looks to who has to decide: hits it can take, whether a quarter of its hull or less is left; hull
    and shields themselves where there is more than one enemy to choose from, or a large ship."""

    life: int = 0
    weak: bool = False
    hull: Hull | None = None


class Order(State, frozen=True):
    """What a piece has declared. ``aim`` is its target; ``shares`` are (target, guns) of a large ship."""

    action: str = "hold"  # fire collide ram disengage jump hold
    aim: int = -1
    attack: str = ""
    defense: str = ""
    shares: tuple[tuple[int, int], ...] = ()


HOLD = Order()


class Launch(State, frozen=True):
    """A missile to be launched: which of the carrier's kinds, at whom."""

    missile: int
    target: int


class Rack(State, frozen=True):
    """Missiles left of each kind, launches declared and not yet made, how many were made this round."""

    left: tuple[int, ...] = ()
    planned: tuple[Launch, ...] = ()
    made: int = 0


class Guard(State, frozen=True):
    """What this round does to a fighter's AC: the defence flown, and a declared Power Shot (D-11)."""

    evasion: str = ""
    power: bool = False


NO_GUARD = Guard()


class Wake(State, frozen=True):
    """What this round leaves for later steps: speed lost by a flown Booster Shot, engine control lost this round."""

    slow: bool = False
    astray: bool = False


NO_WAKE = Wake()


class Course(State, frozen=True):
    """Slow clocks: out of laser contact, rounds a character has been outside, laser rounds to a collision (0 none)."""

    opened: bool = False
    rounds_out: int = 0
    collision_in: int = 0


class Piece(State, frozen=True):
    """Live data of a piece. ``fate`` is empty while it is in the battle: destroyed, collided, rammed, crashed, jumped;
    for a character killed, breath, tank or suffocated. ``shot`` is the attack flown this round, "lost" if none."""

    hull: Hull
    fate: str = ""
    look: Look = Look()
    clocks: Clocks = Clocks()
    out: Out = WORKS
    rack: Rack = Rack()
    course: Course = Course()
    order: Order = HOLD
    shot: str = ""
    guard: Guard = NO_GUARD
    wake: Wake = NO_WAKE


class Shot(State, frozen=True):
    """Dice about to be thrown to hit. ``weapon``: laser, missile or collide; ``attack`` is the shot flown, ``seen``
    the one that the defender's special figures look at (D-10); ``count`` guns together."""

    shooter: int
    target: int
    weapon: str
    attack: str = "basic"
    seen: str = "basic"
    count: int = 1
    missile: int = -1


class Blow(State, frozen=True):
    """Hits that landed and are still to be applied, each by itself. ``weapon`` also ram and drift; ``amount`` is the
    damage where it has been rolled already."""

    target: int
    source: int
    weapon: str
    attack: str = "basic"
    hits: int = 1
    missile: int = -1
    amount: int = -1


class Duel(State, frozen=True):
    """A battle. The clock is (round, step, turn); ``turn`` is the piece or the group of the firing order whose turn it
    is in the step, and the index of that piece where phases go through all of them."""

    CONSTANT: ClassVar[tuple[str, ...]] = ("setting",)

    setting: Setting
    pieces: tuple[Piece, ...]
    phase: str = "launch"
    round: int = 0
    step: int = LAUNCH
    turn: int = 0
    queue: tuple[tuple[int, ...], ...] = ()  # groups that have yet to act, first first (D-4)
    group: tuple[int, ...] = ()  # of the group that acts: who has yet to aim
    shooter: int = -1
    target: int = -1
    shots: tuple[Shot, ...] = ()  # of the group, yet to be rolled
    blows: tuple[Blow, ...] = ()  # of the group, in the order they are applied (D-13)
    blow: Blow | None = None  # the one that is being applied
    hits_left: int = 0  # of this blow
    loss: int = 0  # hull points it took from a ship that still flies; of a character the damage
    system: int = -1  # what it broke (T3, from 0)
    result: str = ""  # who won, "draw" or "undecided"

    def with_piece(self, index: int, **changes: object) -> Duel:
        """The state with some parts of one piece changed."""
        piece = self.pieces[index].but(**changes)
        return self.but(pieces=(*self.pieces[:index], piece, *self.pieces[index + 1 :]))

    def alive(self, index: int) -> bool:
        """Whether a piece is in the battle."""
        return not self.pieces[index].fate


def out_of(clocks: Clocks) -> Out:
    """Which systems do not work by their clocks."""
    engine, weapons, shield_gen, lsd, radar, _ = (ticks != 0 for ticks in clocks.systems)
    return Out(engine, weapons, shield_gen, lsd, radar, len(clocks.quarters))


def look_of(setting: Setting, index: int, hull: Hull) -> Look:
    """How a piece with that hull looks to who has to decide."""
    craft = setting.crafts[index]
    life = -(-(hull.hp + hull.shields) // craft.typical)
    several = len(setting.of_side(craft.side)) > 1 or setting.has_large
    return Look(life, hull.hp * 4 <= craft.max_hp, hull if several else None)


def floored(dex: int) -> int:
    """floor(Dex/10), added to hit and to AC (D-6)."""
    return dex // 10


def attacks_in(craft: Craft, round_: int) -> bool:
    """Whether a piece is in position to attack in a round (D-2). Large ships and characters always are."""
    if craft.kind != FIGHTER:
        return True
    return round_ >= craft.first_attack and (round_ - craft.first_attack) % craft.attack_every == 0


def named(clocks: Clocks) -> tuple[tuple[str, int | str], ...]:
    """The systems that are out with their ticks, in the order of T3."""
    return tuple(
        (name, "permanent" if ticks == PERMANENT else ticks)
        for name, ticks in zip(SYSTEMS, clocks.systems, strict=True)
        if ticks
    )
