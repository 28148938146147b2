"""Point defence and armour: L-33 to L-36."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from admiralty.core.need import Mod, Need, mods
from admiralty.core.phase import phase
from admiralty.core.pool import Hits, hits
from admiralty.core.table import Table

from .catalogue import ARMOUR_NUMBER
from .damage import after_salvo
from .questions import pd_choice
from .state import Dealt, Hit, Line, PdPool

Dice = tuple[int, ...]  # PD dice that meet each of some hits, by lot


def faced(state: Line, pool: PdPool) -> list[Hit]:
    """The hits on the ships of a pool, in the order of L-34."""
    return [hit for hit in state.hits if hit.target in pool.members]


def stoppable(state: Line, pool: PdPool) -> list[Hit]:
    """L-33: of those the hits by physical guns."""
    return [hit for hit in state.hits if hit.intercept and hit.target in pool.members]


def met(lots: Sequence[Hit], dice: int) -> Dice:
    """L-34: how many of each lot of hits are met by a die, one die a hit, in the order given."""
    shares = []
    for hit in lots:
        share = min(dice, hit.count)
        shares.append(share)
        dice -= share
    return tuple(shares)


def met_as_chosen(lots: Sequence[Hit], dice: int, chosen: Sequence[int]) -> Dice:
    """L-34, ``pd_choice: owner``: the hits named first, then the others in the default order."""
    lot_of = [lot for lot, hit in enumerate(lots) for _ in range(hit.count)]
    order = [*chosen, *(number for number in range(len(lot_of)) if number not in chosen)]
    engaged = [lot_of[number] for number in order[:dice]]
    return tuple(engaged.count(lot) for lot in range(len(lots)))


@phase(touches=("turn", "salvos", "hits", "engaged"))
def engage(state: Line, table: Table) -> Line:
    """L-34, ``pd_choice: owner``: the owner of a pool that is short is shown its hits and orders them."""
    chosen = []
    for pool in state.salvos[0].pools if state.salvos else ():
        lots = stoppable(state, pool)
        if 0 < pool.dice < sum(hit.count for hit in lots):
            owner = state.setting.roster[pool.members[0]].side
            answer = table.ask(owner, pd_choice(state, owner, lots, pool.dice))
            chosen.append(met_as_chosen(lots, pool.dice, answer))
        else:
            chosen.append(met(lots, pool.dice))
    return state.but(engaged=tuple(chosen), phase="intercept")


@cache
def pd_need(difficulty: int, naturals: bool) -> Need:
    """L-35: what one PD die must roll on a d6."""
    return Need(difficulty, floor=2 if naturals else None, ceiling=6 if naturals else None)


@cache
def pd_pool(dice: int, difficulty: int, naturals: bool) -> Hits:
    """L-35: the PD dice that meet like hits."""
    return hits((dice, pd_need(difficulty, naturals)), sides=6)


@phase(touches=("salvos", "hits", "engaged", "pd_rolled"))
def intercept(state: Line, table: Table) -> Line:
    """L-33 to L-35: each pool's dice against the hits by physical guns. Beams are never met."""
    if not state.hits:
        return state.but(phase="armour", engaged=())
    standing: list[Hit] = []
    rolled: list[int] = []
    for number, pool in enumerate(state.salvos[0].pools):
        lots = stoppable(state, pool)
        if not lots or not pool.dice:
            standing += faced(state, pool)
            continue
        rolled += [ship for ship in pool.members if state.setting.roster[ship].pd_dice]
        left = after_pd(state, table, pool, lots, state.engaged[number] if state.engaged else None)
        standing += [hit for hit in faced(state, pool) if not hit.intercept] + left
    if state.setting.house.pd_counts_as_fire and rolled:
        state = state.but(pd_rolled=tuple(sorted({*state.pd_rolled, *rolled})))
    return state.but(hits=tuple(sorted(standing, key=_order)), engaged=(), phase="armour")


def _order(hit: Hit) -> tuple[int, ...]:
    return -hit.damage, -hit.penetration, hit.intercept, hit.target, hit.shooter, hit.gun


def after_pd(state: Line, table: Table, pool: PdPool, lots: list[Hit], chosen: Dice | None) -> list[Hit]:
    """The hits that pass one pool. With ``pd_second_pass`` dice left over go round once more."""
    first = met(lots, pool.dice) if chosen is None else chosen
    standing = _pass(state, table, pool, lots, first)
    left = pool.dice - sum(first)
    if state.setting.house.pd_second_pass and left > 0 and standing:
        standing = _pass(state, table, pool, standing, met(standing, left))
    return standing


def _pass(state: Line, table: Table, pool: PdPool, lots: list[Hit], dice: Dice) -> list[Hit]:
    """One die for each hit that is met; what it stops ends there."""
    who, naturals = state.setting.roster[pool.members[0]].ship_id, state.setting.house.naturals
    standing = []
    for hit, share in zip(lots, dice, strict=True):
        stopped = table.roll(pd_pool(share, hit.intercept, naturals), why="pd", who=who) if share else 0
        if stopped < hit.count:
            standing.append(hit.but(count=hit.count - stopped) if stopped else hit)
    return standing


def effective_armour(armour: int, penetration: int) -> int:
    """L-36."""
    return max(0, armour - penetration)


@cache
def armour_need(armour: int, penetration: int, naturals: bool) -> Need:
    """L-36: what one armour die must roll on a d6 to stop a hit; only asked for effective armour above 0."""
    return Need(
        ARMOUR_NUMBER,
        mods((True, Mod("armour", armour, "L-36")), (True, Mod("penetration", -penetration, "L-36"))),
        floor=2 if naturals else None,
    )


@cache
def armour_pool(count: int, armour: int, penetration: int, naturals: bool) -> Hits:
    """L-36: the armour dice against like hits."""
    return hits((count, armour_need(armour, penetration, naturals)), sides=6)


@phase(touches=("salvos", "salvo", "hits", "dealt", "target", "hurt", "wounded", "ships[*].armour"))
def armour(state: Line, table: Table) -> Line:
    """L-36, L-37: armour against all hits that are left, and the damage of those it does not stop."""
    if not state.hits:
        return after_salvo(state)
    by_gun = state.setting.house.crit_event == "gun"
    through: dict[int, dict[tuple[int, int], int]] = {}
    for pool in state.salvos[0].pools:
        for hit in faced(state, pool):
            damage = unstopped(state, table, hit)
            if damage:
                events, event = through.setdefault(hit.target, {}), (hit.shooter, hit.gun) if by_gun else (0, 0)
                events[event] = events.get(event, 0) + damage
    if not through:
        return after_salvo(state.but(hits=()))
    dealt = tuple(
        Dealt(target, tuple(events[key] for key in sorted(events))) for target, events in sorted(through.items())
    )
    return state.but(hits=(), dealt=dealt, target=dealt[0].target, phase="damage")


def unstopped(state: Line, table: Table, hit: Hit) -> int:
    """The damage of like hits after armour. With ``armour_mode: reduce`` nothing is rolled and armour takes off."""
    plate, house = state.ships[hit.target].armour, state.setting.house
    effective = effective_armour(plate, hit.penetration)
    if house.armour_mode == "reduce":
        return hit.count * max(0, hit.damage - effective)
    if not effective:
        return hit.count * hit.damage
    pool = armour_pool(hit.count, plate, hit.penetration, house.naturals)
    stopped = table.roll(pool, why="armour", who=state.setting.roster[hit.target].ship_id)
    return (hit.count - stopped) * hit.damage
