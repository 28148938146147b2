"""The state of a battle on the line, and its parts.

``Setting`` holds what never changes; ``Ship`` what a battle wears down. A ship that is gone keeps its place in the
roster, with a status and its last hull points; everything else of it is wiped, so that equal situations are equal
values. Which criticals fell on which turn is told by the record of a battle, not by its state: only their effects
matter to what follows.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, wraps
from typing import Literal, TypeVar

from admiralty.core.state import State

T = TypeVar("T")

Side = Literal["A", "B"]
SIDES: tuple[Side, Side] = ("A", "B")
ENEMY: dict[str, Side] = {"A": "B", "B": "A"}

ACTIVE, DESTROYED, JUMPED = "active", "destroyed", "jumped"
END_ON, BROADSIDE = "end_on", "broadside"


class House(State, frozen=True):
    """The switches of the Rulings table, with their defaults."""

    crit_event: Literal["phase", "gun"] = "phase"
    crit_threshold: Literal["lost_floor", "remaining_floor"] = "lost_floor"
    crit_halving: Literal["current_floor", "of_original"] = "current_floor"
    armour_mode: Literal["save", "reduce"] = "save"
    naturals: bool = True
    shared_sensors: bool = False
    gun_ranges: bool = False
    zero_distance_all_mounts: bool = False
    jump_only_turn_4: bool = False
    jump_charge_may_fire: bool = False
    clamp_overlong_moves: bool = False
    pd_choice: Literal["default_order", "owner"] = "default_order"
    pd_second_pass: bool = False
    pd_counts_as_fire: bool = False
    turret_mounts: bool = False
    score_by_mass: bool = False
    accept_late_until_publication: bool = False
    open_fire_declaration: bool = False
    sealed_orders: bool = False


class Gun(State, frozen=True, rename={"gun_class": "class"}):
    """One gun on one side of a ship. ``intercept_difficulty`` is ``None`` for beams."""

    type: str
    gun_class: str
    mount: str
    attacks: int
    accuracy: int
    damage: int
    penetration: int
    physical: bool
    intercept_difficulty: int | None
    max_range: int | None = None
    multi_target: bool = False


class Entry(State, frozen=True):
    """What the roster lists of a ship and no battle changes. ``engine_power`` and ``sensors`` are the values with
    which it entered the battle (L-44, ``of_original``)."""

    ship_id: str
    side: Side
    max_hp: int
    engine_power: int
    sensors: int
    pd_dice: int = 0
    jump_drive: bool = False
    guns: tuple[Gun, ...] = ()
    tonnage: int | None = None
    critical_log: tuple[tuple[int, int], ...] = ()  # turn, face: those that fell before the battle description


class Ship(State, frozen=True):
    """What changes of a ship. All values are current ones."""

    hp: int
    engine_power: int
    sensors: int
    armour: int
    base_signature: int
    position: int
    heading: int
    accuracy_mod: int = 0
    signature_boost: int = 0
    attitude: str = END_ON
    evading: bool = False
    charging: bool = False
    group: str | None = None
    status: str = ACTIVE


class MoveOrder(State, frozen=True):
    """A movement order as a player gave it; nothing says that it is legal."""

    ship: str
    action: str
    distance: int | None = None
    heading: int | None = None
    group: str | None = None


class MoveSheet(State, frozen=True):
    """One side's movement sheet. ``agree_to_end``: the battle ends if both sheets say so (L-13)."""

    orders: tuple[MoveOrder, ...] = ()
    agree_to_end: bool = False


class FireOrder(State, frozen=True):
    """A fire order as a player gave it: targets tried from left to right, or a split of a gun that may."""

    ship: str
    gun: int
    targets: tuple[str, ...] = ()
    split: tuple[tuple[str, int], ...] = ()  # target, attacks


class FireSheet(State, frozen=True):
    """One side's fire sheet."""

    orders: tuple[FireOrder, ...] = ()


class TurnScript(State, frozen=True):
    """Orders written into the scenario for one turn, both sides; ships without one hold."""

    movement: tuple[MoveOrder, ...] = ()
    fire: tuple[FireOrder, ...] = ()


class Setting(State, frozen=True, dict=True):
    """The fixed data of a battle.

    ``by_pool`` changes the order in which dice are thrown and nothing else: ``False`` is the order of publication
    (L-59: all hit dice, all PD dice, all armour dice), ``True`` finishes one defended group after the other, so that
    situations with equal losses meet early and exact odds stay small. ``hulls_only`` says that nobody will look at more
    than hull points and status when the battle is over (``condense.py``).
    """

    roster: tuple[Entry, ...]
    house: House = House()
    first_turn: int = 1
    max_turns: int | None = None
    script: tuple[TurnScript, ...] = ()
    by_pool: bool = False
    hulls_only: bool = False
    title: str = ""
    language: str = "en"

    @cached_property
    def index(self) -> dict[str, int]:
        """The place of each ship in the roster."""
        return {entry.ship_id: number for number, entry in enumerate(self.roster)}

    @cached_property
    def guns_of(self) -> dict[str, int]:
        """How many guns each ship has."""
        return {entry.ship_id: len(entry.guns) for entry in self.roster}

    @cached_property
    def of_side(self) -> dict[str, tuple[int, ...]]:
        """The places of each side's ships."""
        return {side: tuple(number for number, entry in enumerate(self.roster) if entry.side == side) for side in SIDES}


class Shot(State, frozen=True):
    """Attacks of one gun at one target."""

    shooter: int
    gun: int
    attacks: int


class Volley(State, frozen=True):
    """Like shots at one target, rolled together: same damage, penetration and intercept number (0 for beams)."""

    target: int
    damage: int
    penetration: int
    intercept: int
    shots: tuple[Shot, ...]


class PdPool(State, frozen=True):
    """The ships that defend each other and the PD dice they have together (L-33)."""

    members: tuple[int, ...]
    dice: int


class Salvo(State, frozen=True):
    """Volleys that are resolved together, and the pools of their targets, by their earliest member."""

    volleys: tuple[Volley, ...]
    pools: tuple[PdPool, ...]


class Hit(State, frozen=True):
    """Like hits at one target. ``shooter`` and ``gun`` are -1 where it no longer matters who made them."""

    damage: int
    penetration: int
    intercept: int  # 0 for beams
    target: int
    shooter: int
    gun: int
    count: int


class Dealt(State, frozen=True):
    """Damage on its way to a ship: one number per damaging event, in order (L-41)."""

    target: int
    damages: tuple[int, ...]


class Hurt(State, frozen=True):
    """A ship that must roll criticals, or is destroyed."""

    ship: int
    rolls: int


class Line(State, frozen=True):
    """A battle. ``salvo`` counts the salvos resolved this turn; what stands below ``ships`` is only filled within a
    turn."""

    CONSTANT = ("setting",)

    phase: str
    turn: int
    salvo: int
    setting: Setting
    ships: tuple[Ship, ...]
    moves: tuple[MoveSheet, ...] = ()  # A's and B's sheet, between publication and execution
    fires: tuple[FireSheet, ...] = ()
    fired: tuple[int, ...] = ()  # guns fired this turn, by ship
    pd_rolled: tuple[int, ...] = ()  # ships whose PD counts as having fired (switch pd_counts_as_fire)
    salvos: tuple[Salvo, ...] = ()  # those still to be resolved, the current one first
    hits: tuple[Hit, ...] = ()  # of the current salvo, still standing, in the order of L-34
    engaged: tuple[tuple[int, ...], ...] = ()  # PD dice for each of the hits, by pool, where an owner chose
    dealt: tuple[Dealt, ...] = ()
    target: int = -1  # the ship whose damage is taken next
    hurt: tuple[Hurt, ...] = ()
    wounded: int = -1  # the ship that rolls criticals next


def once(function: Callable[[Line], T]) -> Callable[[Line], T]:
    """Remember the last answer of a pure function of the ships, and give it again while they are the same ones: bots,
    checks and phases ask the same of one state, one after the other."""
    last: list[tuple[Setting, tuple[Ship, ...], T]] = []

    @wraps(function)
    def answer(state: Line) -> T:
        if last:
            setting, ships, known = last[0]
            if ships is state.ships and setting is state.setting:
                return known
        known = function(state)
        last[:] = [(state.setting, state.ships, known)]
        return known

    return answer


@once
def _active(state: Line) -> dict[str, list[int]]:
    ships = state.ships
    return {
        side: [number for number in numbers if ships[number].status == ACTIVE]
        for side, numbers in state.setting.of_side.items()
    }


def active(state: Line, side: str) -> list[int]:
    """The places of a side's active ships."""
    return _active(state)[side]


def wiped(ship: Ship, status: str, hp: int) -> Ship:
    """A ship that has left the battle: L-51, its other values are void."""
    return Ship(
        hp=hp,
        engine_power=0,
        sensors=0,
        armour=0,
        base_signature=1,
        position=0,
        heading=1,
        status=status,
    )
