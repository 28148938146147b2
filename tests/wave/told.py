"""Battles with dice thrown by hand, told: for the tests of the replay."""

from __future__ import annotations

from collections.abc import Iterable

from admiralty.core.show import Die, Piece, Step, Throw
from admiralty.core.words import Text
from admiralty.report.sums import sums
from admiralty.rulesets import find
from admiralty.run.battle import Battle
from admiralty.run.play import HandDice, Play

from .scenes import Scene

Faces = dict[str, list[tuple[int, ...]]]


def told(scenario: Scene, **faces: list[tuple[int, ...]]) -> dict[str, Step]:
    """The steps by address. ``faces``: per kind of roll its dice in order; the battle stops when they run out."""
    left = {why: [face for throw in throws for face in throw] for why, throws in faces.items()}
    play = begun(scenario, by_hand=True)
    while isinstance(waiting := play.waiting, HandDice) and left.get(waiting.why):
        number = len(waiting.sides)
        play.enter_dice(tuple(left[waiting.why][:number]))
        left[waiting.why] = left[waiting.why][number:]
    assert not any(left.values()), f"never thrown: {left}"
    return {step.anchor: step for step in play.rules.tell(play.records)}


def begun(scenario: Scene, seed: str = "07" * 32, by_hand: bool = False) -> Play:
    return Play(Battle("wave", 1, {"ruleset": "wave", **scenario}, seed, by_hand=by_hand), find)


def words(texts: Iterable[Text]) -> str:
    return " ".join(str(text) for text in texts)


def dice(throw: Throw) -> list[str]:
    return [die_told(die) for die in throw.dice]


def die_told(die: Die) -> str:
    """A die with everything said of it: "cv, Carrier 8/5 hit ★ (remark)"."""
    need = f"/{die.target}" if die.target is not None else ""
    parts = [
        str(die.label),
        str(die.silent) or f"{die.face}{need}",
        str(die.word) or die.verdict,
        "★" if die.star else "",
        f"({die.remark})" if die.remark else "",
    ]
    return " ".join(part for part in parts if part)


def chips(throw: Throw) -> list[str]:
    """Chips as "+1 2-on-1 W-22 on 0,1"."""
    return [
        f"{chip.value:+d} {chip.reason} {chip.rule}" + (f" on {','.join(map(str, chip.on))}" if chip.on else "")
        for chip in throw.chips
    ]


def added(throw: Throw) -> list[str]:
    """The sums of a throw as a reader sees them."""
    return [str(line) for line in sums(throw)]


def piece(step: Step, name: str) -> Piece:
    return next(one for one in step.panel if one.name == name)


def facts(step: Step, name: str) -> str:
    return "; ".join(str(fact) for fact in piece(step, name).facts)


def wrecked(step: Step, name: str) -> list[str]:
    return [str(part.label) for part in piece(step, name).parts if part.state == "wrecked"]
