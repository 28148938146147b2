"""A sensible player at every decision, after the sheet's "Decisions and AI".

What it fights for: the exact mix of D-34 against the enemy it can hurt most. The sheet leaves open how a pilot judges
his prospects; here each side's strength is the hits its pieces can still take, and a side is lost when the other has
nine times as much, which is about a win chance of 10 %.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from admiralty.core.choice import Choice, Side
from admiralty.core.ruleset import Weighted

from .checks import defense_multiple, limit
from .collisions import ram_dice, speed_now
from .departures import pursuers
from .fire import bearing, guns_of, laser_shot, to_hit_pool
from .game import Matrix, defenses_of, matrix, mean_result
from .launches import launches_of, reachable
from .orders import contacts
from .state import CHARACTER, FIGHTER, HOLD, LARGE, NO_GUARD, Duel, Launch, Order, attacks_in
from .tables import DEFENSES

Mix = tuple[tuple[Any, Fraction], ...]

MIXING = 4
"""So many pieces of a side mix their manoeuvres; more fly their likeliest, or the mixes would be too many."""

LOST = 9
"""A side is as good as lost against so many times its strength."""


def bot(state: Duel, side: Side, choice: Choice[Any]) -> Weighted:
    """Answers a question."""
    answers: dict[str, Callable[[Duel, Side, Choice[Any]], Weighted]] = {
        "launch": _launch,
        "avoid": _avoid,
        "declare": _declare,
        "pursue": lambda *_: (("pursue", Fraction(1)),),
    }
    return answers[choice.name](state, side, choice)


def _declare(state: Duel, side: Side, choice: Choice[Any]) -> Weighted:
    """Every combination of what the side's pieces do."""
    mine = [index for index in state.setting.of_side(state.setting.sides.index(side)) if state.alive(index)]
    mixes = [orders(state, index) for index in mine]
    mixes = [mix if place < MIXING else _likeliest(mix) for place, mix in enumerate(mixes)]
    result = []
    for combination in product(*mixes):
        chance = Fraction(1)
        for _, share in combination:
            chance *= share
        result.append((tuple((index, order) for index, (order, _) in zip(mine, combination, strict=True)), chance))
    return tuple(result)


def _likeliest(mix: Mix) -> Mix:
    return ((max(mix, key=lambda item: item[1])[0], Fraction(1)),)


def orders(state: Duel, index: int) -> Mix:
    """What a piece does, with chances."""
    kind = state.setting.crafts[index].kind
    if kind == LARGE:
        return ((_volley(state, index), Fraction(1)),)
    target = best_target(state, index)
    if kind == CHARACTER:
        armed = target is not None and state.setting.crafts[index].weapon is not None
        return ((Order("fire", target) if armed and target is not None else HOLD, Fraction(1)),)
    evasions = defense_mix(state, index)
    return tuple(
        (order.but(defense=defense), chance * share)
        for order, chance in _actions(state, index, target)
        for defense, share in evasions
    )


def _actions(state: Duel, index: int, target: int | None) -> Mix:
    """What a fighter does but for its defence."""
    drastic = None if state.setting.maneuvers_only else _drastic(state, index, target)
    if drastic is not None:
        return ((drastic, Fraction(1)),)
    if target is None or not can_fire(state, index):
        return ((HOLD, Fraction(1)),)
    return tuple((Order("fire", target, attack), chance) for attack, chance in attack_mix(state, index, target))


def can_fire(state: Duel, index: int) -> bool:
    """Whether a fighter may fire its laser this round."""
    craft, piece = state.setting.crafts[index], state.pieces[index]
    ready = craft.weapon is not None and not piece.out.weapons and not piece.course.opened
    return ready and attacks_in(craft, state.round)


def _drastic(state: Duel, index: int, target: int | None) -> Order | None:
    """Leave when it is time to leave, die when it is worth it."""
    craft, piece = state.setting.crafts[index], state.pieces[index]
    ram = _ram(state, index)
    if ram is not None:
        return Order("ram", ram)
    if not attacks_in(craft, state.round):
        return None
    if piece.look.weak and craft.lsd and not piece.out.lsd:
        return Order("jump")
    if piece.course.opened or piece.out.engine:
        return None
    if piece.out.weapons and not pursuers(state, index):
        return Order("disengage")
    if target is not None and state.setting.crafts[target].kind == FIGHTER and lost(state, craft.side):
        return Order("collide", target)
    return None


def _ram(state: Duel, index: int) -> int | None:
    """A large ship that a ram would destroy as likely as not, or any if the side is lost."""
    craft, piece = state.setting.crafts[index], state.pieces[index]
    if piece.out.engine or piece.course.opened:
        return None
    large = [enemy for enemy in contacts(state, index) if state.setting.crafts[enemy].kind == LARGE]
    dice = ram_dice(speed_now(craft, False)).odds()
    for enemy in large:
        hull = state.pieces[enemy].look.hull
        kills = sum(weight for damage, weight in dice if hull and damage >= hull.hp + hull.shields)
        if 2 * kills >= dice.total:
            return enemy
    return large[0] if large and lost(state, craft.side) else None


def lost(state: Duel, side: int) -> bool:
    """Whether a side's strength is nothing beside the other's."""
    own, other = strength(state, side), strength(state, 1 - side)
    return own * LOST < other


def strength(state: Duel, side: int) -> int:
    """The hits that a side's pieces can still take."""
    return sum(state.pieces[index].look.life for index in state.setting.of_side(side) if state.alive(index))


def best_target(state: Duel, index: int) -> int | None:
    """The enemy with the most expected hull damage per HP left; those without weapons last."""
    enemies = contacts(state, index)
    if len(enemies) < 2 or state.setting.crafts[index].weapon is None:
        return enemies[0] if enemies else None
    return max(enemies, key=lambda enemy: (not state.pieces[enemy].out.weapons, worth(state, index, enemy), -enemy))


def worth(state: Duel, index: int, enemy: int) -> Fraction:
    """Expected hull damage of a Basic Shot, per HP left."""
    hull, weapon = state.pieces[enemy].look.hull, state.setting.crafts[index].weapon
    if hull is None or weapon is None:
        return Fraction(0)
    aimed = state.with_piece(index, shot="basic", order=Order("fire", enemy, "basic"))
    hit = _unevaded(aimed, enemy, index)
    return hit * mean_result(state.setting, weapon, "basic", hull.shields) / hull.hp


def _unevaded(aimed: Duel, enemy: int, index: int) -> Fraction:
    still = aimed.with_piece(enemy, guard=NO_GUARD)
    return to_hit_pool(still, laser_shot(still, index)).odds().chance(1)


def attack_mix(state: Duel, index: int, target: int) -> Mix:
    """The attacker's mix of D-34, perhaps without the Power Shot."""
    game = _game(state, index, target)
    mix = {attack: chance for attack, chance in zip(game.attacks, game.solution.row_mix, strict=True) if chance}
    if "power" in mix and ahead(state, index, target) and not _power_pays(state, index, target, game):
        del mix["power"]
    if not mix:
        return ((_second_best(game), Fraction(1)),)
    total = sum(mix.values())
    return tuple((attack, chance / total) for attack, chance in mix.items())


def _game(state: Duel, attacker: int, defender: int, power: bool = False) -> Matrix:
    return matrix(state.setting, attacker, defender, (state.pieces[attacker].out, state.pieces[defender].out), power)


def ahead(state: Duel, index: int, target: int) -> bool:
    """Whether a fighter can take more hits than its target."""
    return state.pieces[index].look.life > state.pieces[target].look.life


def _power_pays(state: Duel, index: int, target: int, game: Matrix) -> bool:
    """Whether a Power Shot's extra damage outweighs what 10 AC less cost against those who may shoot back."""
    replies = dict(zip(game.attacks, _against(game), strict=True))
    gain = replies["power"] - max(value for attack, value in replies.items() if attack != "power")
    return gain >= sum((_exposure(state, enemy, index) for enemy in shooters_at(state, index)), Fraction(0))


def _exposure(state: Duel, enemy: int, index: int) -> Fraction:
    """What a declared Power Shot costs against one enemy's best attack."""
    return _game(state, enemy, index, True).solution.value - _game(state, enemy, index).solution.value


def _against(game: Matrix) -> list[Fraction]:
    """Expected damage of each attack against the defender's mix."""
    return [
        sum((cell.damage * share for cell, share in zip(row, game.solution.col_mix, strict=True)), Fraction(0))
        for row in game.cells
    ]


def _second_best(game: Matrix) -> str:
    """The best attack but the Power Shot."""
    values = dict(zip(game.attacks, _against(game), strict=True))
    return max((attack for attack in values if attack != "power"), key=lambda attack: values[attack])


def shooters_at(state: Duel, index: int) -> Sequence[int]:
    """The enemy fighters and characters that may shoot at a piece this round."""
    crafts = state.setting.crafts
    return [enemy for enemy in contacts(state, index) if crafts[enemy].kind != LARGE and can_fire(state, enemy)]


def defense_mix(state: Duel, index: int) -> Mix:
    """The defender's mix of D-34 against the enemy who can hurt most; against large ships the best general figure."""
    if state.pieces[index].out.engine:
        return (("", Fraction(1)),)
    shooters = shooters_at(state, index)
    if not shooters:
        return ((_steadiest(state, index), Fraction(1)),)
    games = [_game(state, enemy, index) for enemy in shooters]
    worst = max(games, key=lambda game: game.solution.value)
    return tuple(
        (defense, chance) for defense, chance in zip(worst.defenses, worst.solution.col_mix, strict=True) if chance
    )


def _steadiest(state: Duel, index: int) -> str:
    """The defence with the best expected general figure."""
    craft, rules = state.setting.crafts[index], state.setting.rules
    names = defenses_of(state.setting, index, state.pieces[index].out)
    return max(
        names,
        key=lambda name: min(100, limit(rules, defense_multiple(rules, craft, name), craft.dex)) * DEFENSES[name].ac,
    )


def _volley(state: Duel, index: int) -> Order:
    """Guns over fighters, most damaged first, at most as many as bear; what is left over the rest. Jump when weak."""
    craft, piece = state.setting.crafts[index], state.pieces[index]
    if piece.look.weak and craft.lsd and not piece.out.lsd:
        return Order("jump")
    guns = left = guns_of(state, index)
    shares: list[tuple[int, int]] = []
    for target in sorted(contacts(state, index), key=lambda enemy: _readiness(state, enemy)):
        count = min(left, bearing(state.setting, guns, target))
        if count:
            shares.append((target, count))
            left -= count
    return Order("fire", shares=tuple(sorted(shares))) if shares else HOLD


def _readiness(state: Duel, enemy: int) -> tuple[bool, Fraction]:
    hull, craft = state.pieces[enemy].look.hull, state.setting.crafts[enemy]
    return craft.kind == LARGE, Fraction(hull.hp, craft.max_hp) if hull else Fraction(1)


def _launch(state: Duel, side: Side, choice: Choice[Any]) -> Weighted:
    """Launch in every missile round, the missiles that hurt most, at the enemy with the least hull."""
    plan = []
    for index in state.setting.of_side(state.setting.sides.index(side)):
        targets = reachable(state, index)
        if targets and not state.pieces[index].out.radar and state.alive(index):
            planned = _missiles(state, index, min(targets, key=lambda enemy: _readiness(state, enemy)))
            plan += [(index, planned)] if planned else []
    return ((tuple(plan), Fraction(1)),)


def _missiles(state: Duel, index: int, target: int) -> tuple[Launch, ...]:
    craft, left = state.setting.crafts[index], list(state.pieces[index].rack.left)
    kinds = sorted(range(len(left)), key=lambda kind: -mean_result(state.setting, craft.missiles[kind].weapon, "basic"))
    stock = [kind for kind in kinds for _ in range(left[kind])]
    return tuple(sorted((Launch(kind, target) for kind in stock[: launches_of(state, index)]), key=lambda i: i.missile))


def _avoid(state: Duel, side: Side, choice: Choice[Any]) -> Weighted:
    """Outrun with nothing left to launch; else dodge; else outrun; else take it."""
    options = list(choice.options()) if choice.options else ["take"]
    busy = bool(state.pieces[state.target].rack.planned)
    for answer in ["dodge", "outrun"] if busy else ["outrun", "dodge"]:
        if answer in options:
            return ((answer, Fraction(1)),)
    return (("take", Fraction(1)),)
