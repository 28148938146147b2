"""The fire phase up to the hit dice: L-29 to L-32, L-38."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from admiralty.core.need import Mod, Need, mods
from admiralty.core.phase import phase
from admiralty.core.pool import Hits, hits
from admiralty.core.table import Table

from .catalogue import HIT_DIFFICULTY
from .groups import pool_of
from .orders import Judged
from .questions import fire_choice
from .state import SIDES, FireSheet, Hit, Line, PdPool, Salvo, Shot, Volley

Fired = tuple[int, Shot]  # target, shot


@phase(touches=("turn", "fires"))
def fire_orders(state: Line, table: Table) -> Line:
    """T5, L-53: both sides give their fire sheets in secret; openly, A before B, with ``open_fire_declaration``."""
    if state.setting.house.open_fire_declaration:
        first = table.ask("A", fire_choice(state, "A"))
        return state.but(fires=(first, table.ask("B", fire_choice(state, "B", first))), phase="aim")
    answers = table.ask_all({side: fire_choice(state, side) for side in SIDES})
    return state.but(fires=tuple(answers[side] for side in SIDES), phase="aim")


SIGHTED = (
    "position",
    "heading",
    "attitude",
    "charging",
    "sensors",
    "base_signature",
    "signature_boost",
    "group",
    "status",
)


@phase(touches=("fires", "fired", "salvos", *(f"ships[*].{field}" for field in SIGHTED)))
def aim(state: Line, table: Table) -> Line:
    """L-29, L-58: which guns fire, at whom. Void orders are told to their owner alone and count as not fired."""
    fired: list[Fired] = []
    for side, sheet in zip(SIDES, state.fires, strict=True):
        if sheet.orders:
            fired += carried_out(state, side, sheet, table)
    guns = [0] * len(state.ships)
    for shooter, _ in {(shot.shooter, shot.gun) for _, shot in fired}:
        guns[shooter] += 1
    after = "forget" if state.setting.hulls_only else "attack"
    return state.but(fires=(), fired=tuple(guns), salvos=salvos(state, fired), phase=after)


def carried_out(state: Line, side: str, sheet: FireSheet, table: Table) -> Iterator[Fired]:
    """The shots of one side's sheet; reasons against void orders go to their owner."""
    judged = Judged(state, side, sheet)
    for order, shots, reasons in zip(sheet.orders, judged.shots, judged.reasons, strict=True):
        yield from shots
        if reasons and (order.split or not shots):
            table.note("order_void", seen_by=(side,), side=side, ship=order.ship, gun=order.gun, reasons=reasons)


def salvos(state: Line, fired: Iterable[Fired]) -> tuple[Salvo, ...]:
    """What is resolved together. In the order of publication: all of it, by shooter and gun (L-59)."""
    ordered = sorted(fired, key=_publication)
    if not ordered:
        return ()
    struck = {pool.members: pool for pool in (pool_of(state, target) for target, _ in ordered)}
    by_earliest = tuple(struck[members] for members in sorted(struck))
    if not state.setting.by_pool:
        return (Salvo(tuple([_volley(state, [one]) for one in ordered]), by_earliest),)
    return tuple(_salvo(state, pool, ordered) for pool in by_earliest)


def _publication(one: Fired) -> tuple[int, int, int]:
    target, shot = one
    return shot.shooter, shot.gun, target


def _salvo(state: Line, pool: PdPool, fired: list[Fired]) -> Salvo:
    """Everything fired at one pool; like shots at one ship are thrown together, unless it matters whose they are."""
    together: dict[tuple[int, ...], list[Fired]] = {}
    for one in fired:
        if one[0] in pool.members:
            key: tuple[int, ...] = _likeness(state, one) if anonymous(state) else _publication(one)
            together.setdefault(key, []).append(one)
    return Salvo(tuple(_volley(state, like) for like in together.values()), (pool,))


def anonymous(state: Line) -> bool:
    """Whether like hits may be counted together whoever made them: L-41 by gun and an owner's choice of hits (L-34)
    need to know."""
    house = state.setting.house
    return house.crit_event == "phase" and house.pd_choice == "default_order"


def _likeness(state: Line, one: Fired) -> tuple[int, int, int, int]:
    target, shot = one
    gun = state.setting.roster[shot.shooter].guns[shot.gun]
    return target, gun.damage, gun.penetration, gun.intercept_difficulty or 0


def _volley(state: Line, fired: list[Fired]) -> Volley:
    return Volley(*_likeness(state, fired[0]), shots=tuple(shot for _, shot in fired))


@cache
def hit_need(accuracy: int, criticals: int, evading: bool, naturals: bool) -> Need:
    """L-31, L-32: what one attack must roll on a d6."""
    return Need(
        HIT_DIFFICULTY,
        mods(
            (True, Mod("accuracy", accuracy, "L-31")),
            (True, Mod("criticals", criticals, "L-46")),
            (evading, Mod("evading", -1, "L-19")),
        ),
        floor=2 if naturals else None,
        ceiling=6 if naturals else None,
    )


@lru_cache(maxsize=4096)
def hit_dice(lots: tuple[tuple[int, int, int], ...], evading: bool, naturals: bool) -> Hits:
    return hits(
        *((attacks, hit_need(accuracy, criticals, evading, naturals)) for attacks, accuracy, criticals in lots),
        sides=6,
    )


def hit_pool(state: Line, volley: Volley) -> Hits:
    """L-31: the hit dice of a volley."""
    roster, ships, setting = state.setting.roster, state.ships, state.setting
    lots = tuple(
        (shot.attacks, roster[shot.shooter].guns[shot.gun].accuracy, ships[shot.shooter].accuracy_mod)
        for shot in volley.shots
    )
    return hit_dice(lots, ships[volley.target].evading, setting.house.naturals)


@phase(touches=("salvos", "hits", "ships[*].accuracy_mod", "ships[*].evading"))
def attack(state: Line, table: Table) -> Line:
    """T6, L-30: the hit dice. Everything uses the states after movement; whoever dies has still fired."""
    if not state.salvos:
        return state.but(phase="intercept")
    roster, nameless = state.setting.roster, anonymous(state)
    counted: dict[tuple[int, ...], int] = {}
    for volley in state.salvos[0].volleys:
        shot = volley.shots[0]
        made = table.roll(hit_pool(state, volley), why="hit", who=roster[shot.shooter].ship_id)
        if made:
            who = (-1, -1) if nameless else (shot.shooter, shot.gun)
            key = (-volley.damage, -volley.penetration, volley.intercept, volley.target, *who)
            counted[key] = counted.get(key, 0) + made
    after = "engage" if state.setting.house.pd_choice == "owner" else "intercept"
    return state.but(hits=_in_order(counted), phase=after)


def _in_order(counted: dict[tuple[int, ...], int]) -> tuple[Hit, ...]:
    """L-34: higher damage; higher penetration; lower intercept number; earlier target, shooter, gun."""
    return tuple(Hit(-key[0], -key[1], key[2], key[3], key[4], key[5], counted[key]) for key in sorted(counted))
