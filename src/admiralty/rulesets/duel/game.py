"""What should I fly? The matrix game of one attack. D-34.

Everything is read off the odds of the very pools that the phases throw: the two checks, the to-hit roll, the damage.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from admiralty.core.matrix import MatrixSolution, solve_matrix

from .checks import attack_multiple, defense_multiple
from .damage import damage_dice, damage_of
from .fire import laser_shot, to_hit_pool
from .manoeuvres import attack_check, defense_check, failed_attack
from .state import CHARACTER, FIGHTER, Duel, Guard, Hull, Order, Out, Piece, Setting, Weapon
from .tables import ATTACKS, DEFENSES


@dataclass(frozen=True)
class Exchange:
    """One attack: the chance to hit, and the expected damage rolled (shields and hull, uncapped), checks included."""

    hit: Fraction
    damage: Fraction


@dataclass(frozen=True)
class Matrix:
    """The game of one attack: what each attack comes to against each defence, and best play."""

    attacks: tuple[str, ...]
    defenses: tuple[str, ...]
    cells: tuple[tuple[Exchange, ...], ...]
    solution: MatrixSolution


def attacks_of(setting: Setting, index: int, out: Out) -> tuple[str, ...]:
    """The attack manoeuvres a pilot can choose from: the rows of the game. A character has only the plain shot."""
    craft = setting.crafts[index]
    if out.engine or craft.kind == CHARACTER:
        return ("basic",)
    return tuple(attack for attack in ATTACKS if attack_multiple(craft, attack) is not None)


def defenses_of(setting: Setting, index: int, out: Out) -> tuple[str, ...]:
    """The defence manoeuvres a pilot can choose from: the columns, "" (none) only for who can fly none."""
    craft = setting.crafts[index]
    if out.engine or craft.kind != FIGHTER:
        return ("",)
    return tuple(name for name in DEFENSES if defense_multiple(setting.rules, craft, name) is not None)


@lru_cache(maxsize=4096)
def matrix(setting: Setting, attacker: int, defender: int, out: tuple[Out, Out], power: bool = False) -> Matrix:
    """The game of one laser attack with these systems out; ``power``: the defender has declared a Power Shot."""
    attacks, defenses = attacks_of(setting, attacker, out[0]), defenses_of(setting, defender, out[1])
    cells = tuple(
        tuple(exchange(setting, (attacker, defender), out, (attack, defense), power) for defense in defenses)
        for attack in attacks
    )
    return Matrix(attacks, defenses, cells, solve_matrix([[cell.damage for cell in row] for row in cells]))


def exchange(
    setting: Setting, pair: tuple[int, int], out: tuple[Out, Out], flown: tuple[str, str], power: bool = False
) -> Exchange:
    """One attack of the first of a pair on the second, with an attack and a defence manoeuvre declared."""
    state = declared(setting, pair, out, flown)
    hit = damage = Fraction(0)
    for shot, p in _shots(state, pair[0]):
        for evasion, q in _evasions(state, pair[1]):
            placed = state.with_piece(pair[0], shot=shot).with_piece(pair[1], guard=Guard(evasion, power))
            chance = p * q * to_hit_pool(placed, laser_shot(placed, pair[0])).odds().chance(1)
            hit += chance
            damage += chance * mean_damage(setting, pair[0], shot)
    return Exchange(hit, damage)


def declared(setting: Setting, pair: tuple[int, int], out: tuple[Out, Out], flown: tuple[str, str]) -> Duel:
    """A state of which only the pair matters: one has declared an attack on the other, who has declared a defence."""
    pieces = [Piece(Hull(1)) for _ in setting.crafts]
    pieces[pair[0]] = Piece(Hull(1), out=out[0], order=Order("fire", pair[1], flown[0]))
    pieces[pair[1]] = Piece(Hull(1), out=out[1], order=Order("hold", defense=flown[1]))
    return Duel(setting, tuple(pieces), round=1)


def _shots(state: Duel, index: int) -> Iterator[tuple[str, Fraction]]:
    """The shots that may really be flown, with their chances; a lost one hits nobody."""
    order, out = state.pieces[index].order, state.pieces[index].out
    if out.engine or state.setting.crafts[index].kind == CHARACTER:
        yield "basic", Fraction(1)
        return
    flown = attack_check(state, index).odds().chance(True)
    if flown:
        yield order.attack, flown
    if flown < 1 and failed_attack(state) != "lost":
        yield failed_attack(state), 1 - flown


def _evasions(state: Duel, index: int) -> Iterator[tuple[str, Fraction]]:
    """The defences that may really be flown, with their chances."""
    order = state.pieces[index].order
    flown = defense_check(state, index).odds().chance(True) if order.defense else Fraction(0)
    if flown:
        yield order.defense, flown
    if flown < 1:
        yield "", 1 - flown


@lru_cache(maxsize=1024)
def mean_damage(setting: Setting, index: int, attack: str) -> Fraction:
    """The expected damage of one hit with a piece's laser."""
    weapon = setting.crafts[index].weapon
    return mean_result(setting, weapon, attack) if weapon else Fraction(0)


def mean_result(setting: Setting, weapon: Weapon, attack: str, shields: int = 0) -> Fraction:
    """The expected damage of one hit that gets through some shields."""
    odds = damage_dice(setting, weapon, attack).odds()
    through = (max(0, damage_of(setting, attack, result) - shields) * weight for result, weight in odds)
    return Fraction(sum(through), odds.total)
