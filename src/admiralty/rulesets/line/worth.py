"""What a shot is worth on average, and what a ship gains and risks by each action: the bot's only numbers.

Chances are read off the pools that the rules throw; nothing here decides anything. Results are kept per battle
setting, because the same pairs of ships meet again in every sampled battle.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from .defence import armour_pool, effective_armour, pd_pool
from .fire import hit_dice
from .seeing import bears, in_range, spots
from .state import BROADSIDE, END_ON, Gun, House, Setting, Ship


@cache
def _mean(attacks: int, accuracy: int, criticals: int, evading: bool, naturals: bool) -> float:
    """Mean hits of a gun."""
    return attacks * hit_dice(((1, accuracy, criticals),), evading, naturals).odds().chances.get(1, 0.0)


@cache
def _stopped_by_armour(armour: int, penetration: int, naturals: bool) -> float:
    if not effective_armour(armour, penetration):
        return 0.0
    return armour_pool(1, armour, penetration, naturals).odds().chances.get(1, 0.0)


@cache
def _stopped_by_pd(difficulty: int, naturals: bool) -> float:
    return pd_pool(1, difficulty, naturals).odds().chances.get(1, 0.0)


def shot_worth(gun: Gun, criticals: int, evading: bool, armour: int, pd: int, house: House) -> float:
    """Mean HP that all attacks of a gun take from a ship: after PD (each die meets one hit) and armour."""
    through = _mean(gun.attacks, gun.accuracy, criticals, evading, house.naturals)
    if gun.physical and gun.intercept_difficulty and pd:
        through -= min(through, float(pd)) * _stopped_by_pd(gun.intercept_difficulty, house.naturals)
    if house.armour_mode == "reduce":
        return through * max(0, gun.damage - effective_armour(armour, gun.penetration))
    return through * gun.damage * (1 - _stopped_by_armour(armour, gun.penetration, house.naturals))


class Outlook(NamedTuple):
    """What one ship can do to one enemy and suffer from it, by option: moves from full astern to full ahead, then
    staying as it is, then evading. ``dealt`` has a row per gun."""

    dealt: tuple[tuple[float, ...], ...]
    taken: tuple[float, ...]
    sighted: bool  # whether some gun bears on and sees the enemy in some option
    threatened: bool  # whether the enemy could fire back in some option


class Setup(NamedTuple):
    """What an outlook depends on, of one ship: its kind, the ship where it stands, its signature and its PD dice."""

    kind: int
    ship: Ship
    signature: int
    pd: int


def kinds(setting: Setting) -> tuple[int, ...]:
    """For every ship the first of the roster with the same guns: what is known of one of them is known of all."""
    first: dict[tuple[Gun, ...], int] = {}
    return tuple(first.setdefault(entry.guns, number) for number, entry in enumerate(setting.roster))


class Bounded(dict[tuple[object, ...], object]):
    """A memory that begins anew when it is full."""

    def __setitem__(self, key: tuple[object, ...], value: object) -> None:
        if len(self) >= 1 << 13:
            self.clear()
        super().__setitem__(key, value)


class Worths:
    """Outlooks of one setting, remembered."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.kinds = kinds(setting)
        self._known: dict[tuple[object, ...], Outlook] = {}
        self._shots: dict[tuple[int, ...], float] = {}
        self.sheets: Bounded = Bounded()

    def shot(self, kind: int, gun: int, criticals: int, evading: bool, armour: int, pd: int) -> float:
        """``shot_worth`` of a gun by its place on a kind of ship."""
        key = (kind, gun, criticals, evading, armour, pd)
        known = self._shots.get(key)
        if known is None:
            setting = self.setting
            fired = setting.roster[kind].guns[gun]
            known = self._shots[key] = shot_worth(fired, criticals, evading, armour, pd, setting.house)
        return known

    def outlook(self, own: tuple[int, ...], enemy: tuple[int, ...], apart: int) -> Outlook:
        """``own`` and ``enemy``: keys made by ``key_of``; ``apart``: from own to enemy along the line."""
        key = (own, enemy, apart)
        known = self._known.get(key)
        if known is None:
            if len(self._known) > 1 << 15:
                self._known.clear()
            known = self._known[key] = self._outlook(own, enemy, apart)
        return known

    def _outlook(self, own: tuple[int, ...], enemy: tuple[int, ...], apart: int) -> Outlook:
        ours, theirs = _setup(own, 0), _setup(enemy, apart)
        rows, taken = [], []
        for option in options(ours.ship):
            rows.append(self._dealt(ours, theirs, option))
            taken.append(sum(self._dealt(theirs, ours, None, option)))
        dealt = tuple(zip(*rows, strict=True))
        return Outlook(dealt, tuple(taken), any(map(any, rows)), any(taken))

    def _dealt(self, ours: Setup, theirs: Setup, as_ours: Ship | None, as_theirs: Ship | None = None) -> list[float]:
        """By gun: what it takes from the other ship, 0 if it does not bear or see."""
        shooter, target = as_ours or ours.ship, as_theirs or theirs.ship
        guns, house = self.setting.roster[ours.kind].guns, self.setting.house
        if not spots(shooter, target, theirs.signature):
            return [0.0] * len(guns)
        return [
            shot_worth(gun, shooter.accuracy_mod, target.evading, target.armour, theirs.pd, house)
            if bears(house, gun, shooter, target) and in_range(house, gun, shooter, target)
            else 0.0
            for gun in guns
        ]


def options(ship: Ship) -> list[Ship]:
    """A ship after each of its actions: L-17, L-19, L-21."""
    reach = ship.engine_power
    moved = [
        ship.but(
            position=ship.position + steps,
            heading=ship.heading if not steps else (1 if steps > 0 else -1),
            attitude=END_ON if reach else ship.attitude,
        )
        for steps in range(-reach, reach + 1)
    ]
    return [*moved, ship, ship.but(attitude=BROADSIDE, evading=True) if reach else ship]


def key_of(kind: int, ship: Ship, signature: int, pd: int) -> tuple[int, ...]:
    """All of a ship that an outlook depends on but its position."""
    return (
        kind,
        ship.engine_power,
        ship.sensors,
        ship.armour,
        ship.accuracy_mod,
        ship.heading,
        ship.attitude == BROADSIDE,
        signature,
        pd,
    )


def _setup(key: tuple[int, ...], position: int) -> Setup:
    kind, engine, sensors, armour, accuracy, heading, broadside, signature, pd = key
    ship = Ship(
        hp=1,
        engine_power=engine,
        sensors=sensors,
        armour=armour,
        base_signature=signature,
        position=position,
        heading=heading,
        accuracy_mod=accuracy,
        attitude=BROADSIDE if broadside else END_ON,
    )
    return Setup(kind, ship, signature, pd)


_worths: dict[int, Worths] = {}


def worths_of(setting: Setting) -> Worths:
    """The remembered outlooks of a battle's setting."""
    known = _worths.get(id(setting))
    if known is None or known.setting is not setting:
        if len(_worths) >= 8:
            _worths.clear()
        known = _worths[id(setting)] = Worths(setting)
    return known
