"""Admiralty's own answers, from a scenario that is loaded already."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

from .ask import Answer, Run
from .scenes import Document


def loaded(document: Document) -> Any:
    import admiralty

    return admiralty.load(document)


def measures(battle: Any, names: Sequence[str]) -> list[Any] | None:
    """The measures of those names, all of them if none are named."""
    known = {measure.name: measure for measure in battle.rules.measures(battle.opening)}
    return [known[name] for name in names] or None


def odds(document: Document, *names: str, bots: bool = False, exact: bool = False, drop: float = 0.0) -> Run:
    """Odds of some measures, or of all: every one of them read off."""
    from admiralty.run.odds import battle_odds

    battle = loaded(document)
    asked = measures(battle, names)
    policies = players(battle) if bots else {}

    def run() -> Any:
        found = battle_odds(battle.rules, battle.opening, policies=policies, measures=asked, exact=exact, drop=drop)
        for name in found:
            found[name]
        return found

    return run


def joint(document: Document, *names: str, exact: bool = False) -> Run:
    """The joint odds of some measures."""
    from admiralty.run.odds import battle_odds

    battle = loaded(document)
    asked = measures(battle, names)
    return lambda: battle_odds(battle.rules, battle.opening, measures=asked, exact=exact).joint(*names)


def players(battle: Any) -> Any:
    """The ruleset's bots."""
    from admiralty.run.policy import bots

    return bots(battle.rules, battle.opening)


def sampled(document: Document, battles: int, method: str, workers: int = 1) -> Run:
    """All measures from sampled battles with bots, each of them read off."""
    from admiralty.run.sample import sample

    battle = loaded(document)
    policies: Any = players(battle)
    way: Any = method

    def run() -> Any:
        found = sample(battle.rules, battle.opening, battles, policies=policies, method=way, workers=workers)
        for name in found:
            found[name]
        return found

    return run


def seeds() -> Any:
    """Seeds that differ."""
    return (f"{number:064x}" for number in count(1))


def fought(document: Document, battles: int, written: bool) -> Run:
    """Audited battles with bots, every die and answer on record; ``written`` as replay files too."""
    from admiralty.run.battle import Battle
    from admiralty.run.play import Play
    from admiralty.run.replay import text

    battle = loaded(document)
    policies = players(battle)

    def run() -> Any:
        for _, seed in zip(range(battles), seeds(), strict=False):
            play = Play.begin(
                Battle(battle.rules.name, battle.rules.version, battle.document, seed), battle.rules, battle.opening
            )
            play.play_bots(policies)
            if not play.over:
                raise AssertionError("the battle is not over")
            if written:
                text(play)
        return play

    return run


def answered(name: str, case: Document) -> Run:
    """A conformance case, as ``admiralty check`` answers it."""
    from admiralty.rulesets import find
    from admiralty.run.odds import RunOracle

    rules = find(name)
    return lambda: rules.answer(case, RunOracle(rules))


def of_joint(distribution: Any) -> Answer:
    return dict(distribution.chances)
