"""Battles and policies for conformance cases: pieces of a case put into a scenario, fixed orders and answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from admiralty.core.choice import Choice, Side
from admiralty.core.ruleset import Bot, Weighted

from .fire import bearing, guns_of
from .setup import begin
from .state import FIGHTER, Duel, Launch, Order, attacks_in, named

A, B = "a", "b"
Given = Mapping[str, Any]


def battle(first: Iterable[Given], second: Iterable[Given], rules: Given | None = None, **more: Any) -> Duel:
    """A battle between pieces as cases write them: a1, a2 … against b1, b2 …, one laser round unless said otherwise."""
    pieces = [
        {"kind": FIGHTER, **piece, "id": f"{side}{number}", "side": side}
        for side, group in ((A, first), (B, second))
        for number, piece in enumerate(group, 1)
    ]
    return begin({"round": 1, "max_rounds": 1, **more, "pieces": pieces, "house_rules": {} if rules is None else rules})


def staying(piece: Given) -> Given:
    """A ship in a case in which nobody leaves: it needs no LSD."""
    return {**piece, "lsd": False}


def orders(given: Mapping[int, Order], answers: Mapping[str, Any] | None = None) -> Bot:
    """A policy that gives pieces fixed orders, even such as a player could not give; pieces without one hold."""

    def policy(state: Duel, side: Side, choice: Choice[Any]) -> Weighted:
        if choice.name != "declare":
            return (((answers or {})[choice.name], 1),)
        mine = state.setting.of_side(state.setting.sides.index(side))
        return ((tuple((index, order) for index, order in given.items() if index in mine), 1),)

    return policy


def both(bot: Bot) -> dict[Side, Bot]:
    return {A: bot, B: bot}


def flies(attack: str, defense: str) -> Bot:
    """A duellist that flies the same pair every round: Basic and no defence without engine control, no attack without
    weapons or outside its attack rounds."""

    def policy(state: Duel, side: Side, choice: Choice[Any]) -> Weighted:
        (index,) = state.setting.of_side(state.setting.sides.index(side))
        (target,) = state.setting.enemies(index)
        return ((((index, pair_order(state, index, target, attack, defense)),), 1),)

    return policy


def pair_order(state: Duel, index: int, target: int, attack: str, defense: str) -> Order:
    """The order of a fixed pair in the present state of the ship."""
    out = state.pieces[index].out
    evasion = "" if out.engine or defense == "none" else defense
    craft = state.setting.crafts[index]
    if out.weapons or craft.weapon is None or not attacks_in(craft, state.round):
        return Order("hold", defense=evasion)
    return Order("fire", target, "basic" if out.engine else attack, evasion)


def launcher(answer: str) -> Bot:
    """Launches the first missile of the list; meets every hit with one answer, or takes it where that is not known."""

    def policy(state: Duel, side: Side, choice: Choice[Any]) -> Weighted:
        if choice.name == "avoid":
            options = tuple(choice.options()) if choice.options else ()
            return ((answer if answer in options else "take", 1),)
        (index,) = state.setting.of_side(state.setting.sides.index(side))
        (target,) = state.setting.enemies(index)
        return ((((index, (Launch(0, target),)),), 1),)

    return policy


def full_volley(state: Duel, index: int, target: int) -> Order:
    """All guns of a large ship that bear on one target."""
    count = bearing(state.setting, guns_of(state, index), target)
    return Order("fire", shares=((target, count),) if count else ())


def condition(state: Duel, index: int) -> str:
    """A ship right after an attack, as the case format writes it."""
    piece = state.pieces[index]
    if piece.fate:
        return "destroyed"
    systems = ",".join(f"{name}={ticks}" for name, ticks in named(piece.clocks)) or "-"
    return f"hp:{piece.hull.hp};shields:{piece.hull.shields};out:{systems}"
