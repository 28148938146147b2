"""The baseline bot: a sensible player at every question of a battle. Where a scenario has orders, it follows them.

Movement: the action with the best damage dealt minus damage taken, as if the enemy held. Fire: kills first, then the
greatest share of the hull points left; a second gun only if it is worth being seen. PD: the hits that would destroy a
ship first. ``worth.py`` holds the numbers, ``advice.py`` shows the two best options of each decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from admiralty.core.choice import Choice
from admiralty.core.ruleset import Weighted

from .catalogue import BOOST_CAP, BOOST_STEP, EARLIEST_JUMP
from .grouping import with_groups
from .groups import pools
from .script import orders_for
from .seeing import bears, in_range, sees, signatures, spots
from .state import (
    ENEMY,
    FireOrder,
    FireSheet,
    Line,
    MoveOrder,
    MoveSheet,
    Ship,
    active,
)
from .worth import key_of, worths_of


def bot(state: Any, side: str, choice: Choice[Any]) -> Weighted:
    """One answer, for certain."""
    turn = state.turn - state.setting.first_turn
    if choice.name == "pd_order":
        return ((pd_order(state, choice.form), 1),)
    if turn < len(state.setting.script):
        return ((orders_for(state, side, state.setting.script[turn], choice.name), 1),)
    decide = moves if choice.name == "movement" else fires
    if turn >= REMEMBERED:
        return ((decide(state, side), 1),)
    known, key = worths_of(state.setting).sheets, (decide, side, state.turn, state.ships)
    if key not in known:
        known[key] = decide(state, side)
    return ((known[key], 1),)


bot.whole = ("movement_orders", "fire_orders", "engage")  # type: ignore[attr-defined]  # it looks at everything


REMEMBERED = 2
"""The sheets of so many first turns are kept: sampled battles begin alike and then go their own ways."""

PATIENCE = 30
"""After so many turns a bot is ready to end a battle in which the sides keep out of each other's reach (L-13)."""


class Plan(NamedTuple):
    """A ship's choice of action with the numbers behind it, by option (``worth.options``)."""

    ship: int
    option: int
    gains: tuple[float, ...]
    dealt: tuple[float, ...]
    taken: tuple[float, ...]


def moves(state: Line, side: str) -> MoveSheet:
    """The movement sheet of a side."""
    plans = plan_moves(state, side)
    orders = [_order(state, plan) for plan in plans]
    weary = state.turn - state.setting.first_turn >= PATIENCE
    return MoveSheet(tuple(with_groups(state, side, orders)), agree_to_end=weary)


def plan_moves(state: Line, side: str) -> list[Plan | int]:
    """For each active ship its plan; where nothing can be seen, only its number."""
    ships, shared, pd = state.ships, signatures(state), pools(state)
    ours, theirs = active(state, side), active(state, ENEMY[side])
    worths, alike = worths_of(state.setting), dict[tuple[object, ...], Plan | None]()
    kinds, outlook = worths.kinds, worths.outlook
    enemies: dict[tuple[tuple[int, ...], int], int] = {}  # key and position of enemies that are alike: how many
    for n in theirs:
        enemy = (key_of(kinds[n], ships[n], shared[n], pd[n].dice), ships[n].position)
        enemies[enemy] = enemies.get(enemy, 0) + 1
    plans: list[Plan | int] = []
    for number in ours:
        ship = ships[number]
        own, here = key_of(kinds[number], ship, shared[number], pd[number].dice), ship.position
        like = (own, here, ship.hp)  # ships that are alike have the same plan
        if like not in alike:
            looks = [(outlook(own, key, there - here), many) for (key, there), many in enemies.items()]
            sighted = [look.dealt for look, _ in looks if look.sighted]
            taken = [look.taken for look, many in looks if look.threatened for _ in range(many)]
            alike[like] = _plan(number, ship, sighted, taken, len(ours)) if sighted else None
        plan = alike[like]
        plans.append(number if plan is None else plan if plan.ship == number else plan._replace(ship=number))
    return plans


def _plan(
    number: int,
    ship: Ship,
    sighted: Sequence[tuple[tuple[float, ...], ...]],
    threats: Sequence[tuple[float, ...]],
    mates: int,
) -> Plan:
    """Every gun at its best target; the enemy's fire is shared with the ship's mates."""
    best = sighted[0] if len(sighted) == 1 else [tuple(map(max, *rows)) for rows in zip(*sighted, strict=True)]
    dealt = best[0] if len(best) == 1 else tuple(map(sum, zip(*best, strict=True)))
    taken: tuple[float, ...]
    if len(threats) > 1:
        taken = tuple(map(sum, zip(*threats, strict=True)))
    else:
        taken = threats[0] if threats else (0.0,) * len(dealt)
    gains = tuple([gain - loss / mates for gain, loss in zip(dealt, taken, strict=True)]) if threats else dealt
    return Plan(number, _chosen(ship, gains, dealt, taken), gains, dealt, taken)


def _chosen(ship: Ship, gains: Sequence[float], dealt: Sequence[float], taken: Sequence[float]) -> int:
    """The best move, the shorter among equals; or evasion, if broadside guns do best or it saves more."""
    reach = ship.engine_power
    option = reach
    for steps in range(1, reach + 1):
        for place in (reach + steps, reach - steps):
            if gains[place] > gains[option] + 1e-9:
                option = place
    if not reach:
        return 1  # dead engines: it stays as it is
    evade = 2 * reach + 2
    saved = taken[evade - 1] - taken[evade]
    if dealt[evade] and gains[evade] > gains[option]:
        return evade
    if taken[option] * 2 >= ship.hp and dealt[option] < saved:
        return evade
    return option


def _order(state: Line, plan: Plan | int) -> MoveOrder:
    """The order of a plan, or of a ship that sees nothing it could fire at."""
    if isinstance(plan, int):
        return _blind_order(state, plan)
    entry, ship = state.setting.roster[plan.ship], state.ships[plan.ship]
    reach = ship.engine_power
    if _leaves(state, plan):
        return MoveOrder(entry.ship_id, "charge_jump")
    if plan.option == 2 * reach + 2:
        return MoveOrder(entry.ship_id, "evade")
    if plan.option == 2 * reach + 1:
        return MoveOrder(entry.ship_id, "hold")
    return MoveOrder(entry.ship_id, "move", plan.option - reach)


def _leaves(state: Line, plan: Plan) -> bool:
    """From turn 4 on: at half its hull points or outweighed two to one, if it will probably live through this turn."""
    entry, ship = state.setting.roster[plan.ship], state.ships[plan.ship]
    if not may_charge(state, plan.ship):
        return False
    worn = 2 * ship.hp <= entry.max_hp or outweighed(state, entry.side)
    return worn and plan.taken[2 * ship.engine_power + 1] < ship.hp


def may_charge(state: Line, number: int) -> bool:
    """L-20."""
    late = state.turn > EARLIEST_JUMP and state.setting.house.jump_only_turn_4
    return state.setting.roster[number].jump_drive and state.turn >= EARLIEST_JUMP and not late


def outweighed(state: Line, side: str) -> bool:
    """Whether the enemy's remaining ships weigh twice as much or more."""
    ours, theirs = (sum(_weight(state, n) for n in active(state, one)) for one in (side, ENEMY[side]))
    return theirs >= 2 * ours


def _weight(state: Line, number: int) -> int:
    entry = state.setting.roster[number]
    return entry.tonnage or 25 * entry.max_hp


def _blind_order(state: Line, number: int) -> MoveOrder:
    """Close at full engine, bow first; a ship that could never fire evades or charges."""
    entry, ship = state.setting.roster[number], state.ships[number]
    if not ship.engine_power:
        return MoveOrder(entry.ship_id, "hold")
    if not any(state.setting.roster[one].guns for side in ENEMY for one in active(state, side)):
        return MoveOrder(entry.ship_id, "charge_jump" if may_charge(state, number) else "evade")
    apart = min((state.ships[one].position - ship.position for one in active(state, ENEMY[entry.side])), key=abs)
    steps = max(-ship.engine_power, min(ship.engine_power, apart))
    return MoveOrder(entry.ship_id, "move", steps)


class Aim(NamedTuple):
    """What one gun can do to one target."""

    worth: float
    target: int


def fires(state: Line, side: str) -> FireSheet:
    """The fire sheet of a side."""
    shared = signatures(state)
    pd, alike = pools(state), dict[tuple[object, ...], list[tuple[int, list[Aim]]]]()
    theirs = [(n, state.ships[n], pd[n].dice) for n in active(state, ENEMY[side])]
    left = {number: float(ship.hp) for number, ship, _ in theirs}
    kinds, orders = worths_of(state.setting).kinds, list[FireOrder]()
    for number in active(state, side):
        ship = state.ships[number]
        if ship.charging and not state.setting.house.jump_charge_may_fire:
            continue
        like = (kinds[number], ship.position, ship.heading, ship.attitude, ship.sensors, ship.accuracy_mod)
        if like not in alike:
            seen = [one for one in theirs if sees(state, number, one[0], shared[one[0]])]
            alike[like] = aims(state, number, seen) if seen else []
        if alike[like]:
            orders += _fire(state, number, shared[number], alike[like], left)
    return FireSheet(tuple(orders))


def aims(state: Line, number: int, seen: Sequence[tuple[int, Ship, int]]) -> list[tuple[int, list[Aim]]]:
    """For each gun that bears on a seen enemy what it is worth against each of them."""
    ship, setting, found = state.ships[number], state.setting, []
    worths, criticals = worths_of(setting), ship.accuracy_mod
    kind, shot = worths.kinds[number], worths.shot
    for place, gun in enumerate(setting.roster[number].guns):
        against = [
            Aim(shot(kind, place, criticals, target.evading, target.armour, pd), other)
            for other, target, pd in seen
            if bears(setting.house, gun, ship, target) and in_range(setting.house, gun, ship, target)
        ]
        if against:
            found.append((place, against))
    return found


def _fire(
    state: Line, number: int, signature: int, found: list[tuple[int, list[Aim]]], left: dict[int, float]
) -> list[FireOrder]:
    """The best gun first; more of them only while they are worth being seen by more enemies."""
    roster = state.setting.roster
    orders: list[FireOrder] = []
    if len(found) > 1:
        found = sorted(found, key=lambda one: -best_aim(one[1], left).worth)
        cost = price_of_glow(state, number, signature)
    for place, against in found:
        aim = best_aim(against, left)
        if orders and aim.worth <= cost:
            break
        left[aim.target] -= aim.worth
        orders.append(FireOrder(roster[number].ship_id, place, (roster[aim.target].ship_id,)))
    return orders


def best_aim(against: list[Aim], left: dict[int, float]) -> Aim:
    """Kills first, then the greatest share of what is left; ships that should be dead already come last."""
    if len(against) == 1:
        return against[0]
    return max(against, key=lambda aim: _rank(aim.worth, left[aim.target]))


def _rank(worth: float, left: float) -> tuple[int, float]:
    if left <= 0:
        return 0, worth
    return (2, worth) if worth >= left else (1, worth / left)


def price_of_glow(state: Line, number: int, signature: int) -> float:
    """Mean HP a turn that enemies would take who see the ship only when it glows (L-38)."""
    ship, setting = state.ships[number], state.setting
    if ship.signature_boost >= BOOST_CAP:
        return 0.0
    price, worths = 0.0, worths_of(setting)
    for other in active(state, ENEMY[setting.roster[number].side]):
        enemy = state.ships[other]
        if not spots(enemy, ship, signature) and spots(enemy, ship, signature + BOOST_STEP):
            guns, kind = range(len(setting.roster[other].guns)), worths.kinds[other]
            price += max((worths.shot(kind, gun, enemy.accuracy_mod, False, ship.armour, 0) for gun in guns), default=0)
    return price / 2  # it may be out of reach, or fired at no more, by then


def pd_order(state: Line, form: Any) -> tuple[int, ...]:
    """The hits that would destroy a ship first; the others as L-34 has it. ``form``: that of the question."""
    index = state.setting.index
    return tuple(
        number for number, hit in enumerate(form["hits"]) if hit["damage"] >= state.ships[index[hit["target"]]].hp
    )
