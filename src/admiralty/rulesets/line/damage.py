"""Damage, critical damage and the end of a turn: L-37 to L-51."""

from __future__ import annotations

from collections.abc import Iterable

from admiralty.core.phase import phase
from admiralty.core.pool import Face
from admiralty.core.table import Table

from .catalogue import BOOST_CAP, BOOST_STEP
from .condense import forgotten_wholly, nothing_follows
from .score import is_over
from .state import ACTIVE, DESTROYED, Entry, House, Hurt, Line, Ship, wiped


def after_salvo(state: Line) -> Line:
    """The next salvo, or when all are resolved the criticals (L-49: all HP loss comes first)."""
    if len(state.salvos) > 1:
        return state.but(salvos=state.salvos[1:], salvo=state.salvo + 1, phase="attack")
    last = len(state.ships)  # beyond every salvo, so that all battles of a turn meet again here
    if state.hurt:
        return state.but(salvos=(), salvo=last, wounded=state.hurt[0].ship, phase="critical")
    return state.but(salvos=(), salvo=last, phase="turn_end")


def meets_threshold(max_hp: int, hp: int, house: House) -> bool:
    """L-40: whether a ship with these hull points rolls criticals when it is damaged."""
    half = max_hp // 2
    return hp <= half if house.crit_threshold == "remaining_floor" else max_hp - hp >= half


def rolls_due(max_hp: int, hp: int, damages: Iterable[int], house: House) -> int:
    """L-41: one roll for each damaging event after which L-40 is met; none for a ship at 0 HP."""
    rolls = 0
    for damage in damages:
        hp = max(0, hp - damage)
        rolls += meets_threshold(max_hp, hp, house)
        if hp == 0:
            return 0
    return rolls


@phase(touches=("salvos", "salvo", "dealt", "target", "hurt", "wounded", "ships[target].hp"))
def damage(state: Line, table: Table) -> Line:
    """L-37: HP loss of one ship. What goes beyond its last HP vanishes."""
    now, *later = state.dealt
    entry, ship, ships = state.setting.roster[now.target], state.ships[now.target], state.ships
    hp = max(0, ship.hp - sum(now.damages))
    rolls = rolls_due(entry.max_hp, ship.hp, now.damages, state.setting.house)
    hurt = state.hurt
    if rolls or hp == 0:
        hurt = tuple(sorted((*hurt, Hurt(now.target, rolls)), key=lambda one: one.ship))
    ships = (*ships[: now.target], ship.but(hp=hp), *ships[now.target + 1 :])
    state = state.but(ships=ships, dealt=tuple(later), target=later[0].target if later else -1, hurt=hurt)
    return state if later else after_salvo(state)


@phase(touches=("turn", "hurt", "wounded", *(f"ships[wounded].{field}" for field in Ship.__struct_fields__)))
def critical(state: Line, table: Table) -> Line:
    """T7, L-42: one critical roll of one ship, or its removal (L-39, L-51)."""
    now, *later = state.hurt
    entry, ship = state.setting.roster[now.ship], state.ships[now.ship]
    rolls = now.rolls
    if ship.hp and rolls:
        ship = suffered(ship, entry, table.roll(CRITICAL_DIE, why="critical", who=entry.ship_id), state.setting.house)
        rolls -= 1
    if not ship.hp:
        ship, rolls = wiped(ship, DESTROYED, 0), 0
    elif nothing_follows(state):
        ship = forgotten_wholly(ship)
    hurt = (Hurt(now.ship, rolls), *later) if rolls else tuple(later)
    ships = (*state.ships[: now.ship], ship, *state.ships[now.ship + 1 :])
    return state.but(
        ships=ships,
        hurt=hurt,
        wounded=hurt[0].ship if hurt else -1,
        phase="critical" if hurt else "turn_end",
    )


CRITICAL_DIE = Face(6)


def suffered(ship: Ship, entry: Entry, face: int, house: House) -> Ship:
    """L-43 to L-48: what a face of the critical table does."""
    if face == 1:
        return ship.but(hp=ship.hp - 1)
    if face == 2:
        return ship.but(engine_power=halved(ship.engine_power, entry.engine_power, house))
    if face == 3:
        return ship.but(armour=max(0, ship.armour - 1))
    if face == 4:
        return ship.but(accuracy_mod=ship.accuracy_mod - 1)
    if face == 5:
        return ship.but(sensors=halved(ship.sensors, entry.sensors, house))
    return ship.but(base_signature=2 * ship.base_signature)


def halved(current: int, original: int, house: House) -> int:
    """L-44, L-47: half of what is left, rounded down; or half of the original less, rounded up (``of_original``)."""
    if house.crit_halving == "of_original":
        return max(0, current + -original // 2)
    return current // 2


def boost_after(boost: int, guns: int, pd_rolled: bool) -> int:
    """L-38, L-50: more than one gun makes a ship glow, a silent one fades, a single gun keeps it as it is."""
    if guns > 1:
        return min(BOOST_CAP, boost + BOOST_STEP)
    return boost if guns or pd_rolled else max(0, boost - BOOST_STEP)


@phase(
    touches=(
        "turn",
        "salvo",
        "fired",
        "pd_rolled",
        *(f"ships[*].{field}" for field in ("status", "signature_boost", "evading")),
    )
)
def turn_end(state: Line, table: Table) -> Line:
    """T8: glow and fading (L-38, L-50), evasion ends (L-19), is the battle over (L-13)?"""
    ships = tuple(
        _rested(ship, guns, number in state.pd_rolled)
        for number, (ship, guns) in enumerate(zip(state.ships, state.fired, strict=True))
    )
    state = state.but(ships=ships, fired=(), pd_rolled=())
    if is_over(state) or state.turn == state.setting.max_turns:
        return state.but(phase="over")
    return state.but(phase="departure", turn=state.turn + 1, salvo=0)


def _rested(ship: Ship, guns: int, pd_rolled: bool) -> Ship:
    if ship.status != ACTIVE:
        return ship
    boost = boost_after(ship.signature_boost, guns, pd_rolled)
    if boost == ship.signature_boost and not ship.evading:
        return ship
    return ship.but(signature_boost=boost, evading=False)
