"""Fleets on a line: sampled battles, exact odds, a large turn. Nobody to compare with."""

from __future__ import annotations

from functools import partial

from . import ours
from .ask import OURS, Group, Question, Run, Way
from .scenes import Document, example, golden, twenty_a_side

LARGEST = "line-battle-3v3-two-turns"
"""The conformance case that takes longest."""


def sampled(battles: int) -> Question:
    """Two chunks of battles at least, or a second worker would have nothing to do."""
    scene = example("fleet_duel")
    return Question(
        "sampled",
        "sampled battles of 1000 M a side, six turns, bots on both sides, all measures",
        tuple(
            Way(OURS, how, partial(ours.sampled, scene, battles, "single", workers))
            for workers, how in ((1, "one core"), (2, "two cores"))
        ),
        battles,
        "battles",
    )


def largest() -> Question:
    text = f"exact odds of the longest conformance case ({LARGEST}), fractions"
    return Question("largest", text, (Way(OURS, "fractions", _largest),))


def _largest() -> Run:
    (case,) = (case for case in golden("line") if case["id"] == LARGEST)
    return ours.answered("line", case)


def large_turn(scene: Document) -> Question:
    """Orders are in, as at a table when its deadline passes."""
    return Question(
        "turn",
        "one turn of twenty ships a side, orders given, dice on record",
        (
            Way(OURS, "resolved, and the full report as Markdown", partial(_turn, scene, "markdown")),
            Way(OURS, "resolved, and the full report as a page", partial(_turn, scene, "html")),
            Way(OURS, "resolved only", partial(_turn, scene, "")),
        ),
    )


def _turn(scene: Document, report: str) -> Run:
    from admiralty.report.replay import Replay
    from admiralty.run.battle import Battle
    from admiralty.run.play import Play

    battle = ours.loaded(scene)
    stored = Battle(battle.rules.name, battle.rules.version, battle.document, next(ours.seeds()))
    play = Play.begin(stored, battle.rules, battle.opening)
    play.play_bots(ours.players(battle))
    journal = play.battle

    def run() -> object:
        again = Play.begin(journal, battle.rules, battle.opening)
        if not again.over:
            raise AssertionError("the turn is not over")
        return Replay(again).report(report) if report else again  # type: ignore[arg-type]

    return run


GROUP = Group("line", "Fleets on a line", (sampled(1000), largest(), large_turn(twenty_a_side())))
