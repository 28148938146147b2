"""The library: what ``import admiralty`` offers. The command line is a thin user of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .core.errors import Complaint, Refusal
from .core.ruleset import Bot
from .core.words import say
from .rulesets import find
from .run import battle as battles

if TYPE_CHECKING:
    from .report.replay import Replay
    from .run.battle import Loaded
    from .run.distribution import Distribution
    from .run.odds import BattleOdds
    from .run.replay import Verdict
    from .run.solve import Solution
    from .run.solving.payoff import Goal

Source = str | Path | Mapping[str, Any]
Policies = Mapping[str, Bot]


def load(source: Source) -> Loaded:
    """A validated scenario, from a TOML or JSON file or from a table at hand.

    Raises ``Refusal`` with every fault, ``Complaint`` for a file that cannot be read or is neither TOML nor JSON.
    """
    document = dict(source) if isinstance(source, Mapping) else battles.read_file(source)
    try:
        return battles.load(document, find)
    except Refusal as refusal:
        refusal.source = "" if isinstance(source, Mapping) else str(source)
        raise


def odds(
    battle: Loaded,
    *,
    policies: Policies | None = None,
    measures: Iterable[str] | None = None,
    exact: bool = False,
    drop: float = 0.0,
    limit: int = 4_000_000,
    progress: Callable[[str, tuple[int, ...], int], None] | None = None,
) -> BattleOdds:
    """Exact odds of every measure, or of those named: ``odds["hp:cv1"].mean``, ``odds.given("destroyed:cv1")``.

    Chances are doubles, or fractions with ``exact``. What is lighter than ``drop`` is left out, and the weight that
    was lost is told. Raises ``TooWide`` when more than ``limit`` states would be held at once.
    """
    from .run.odds import battle_odds

    return battle_odds(
        battle.rules,
        battle.opening,
        policies=policies,
        measures=_measures(battle, measures),
        exact=exact,
        drop=drop,
        limit=limit,
        progress=progress,
    )


def sample(
    battle: Loaded,
    number: int,
    *,
    policies: Policies | None = None,
    measures: Iterable[str] | None = None,
    seed: int | str = 0,
    precision: float | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> BattleOdds:
    """Odds from so many sampled battles; every chance carries a 99 % interval. The same seed, the same result.

    ``precision``: stop once every chance is known to within this half width.
    """
    from .run.sample import sample as run

    if number < 1:
        raise Complaint(say("at least one battle must be sampled"), "bad_sample", number)
    return run(
        battle.rules,
        battle.opening,
        number,
        policies=policies,
        seed=seed,
        measures=_measures(battle, measures),
        precision=precision,
        progress=progress,
    )


def fight(
    battle: Loaded,
    *,
    seed: str | None = None,
    policies: Policies | None = None,
    strings: Mapping[str, str] | None = None,
) -> Replay:
    """One audited battle: every die from the seed (64 hex characters; a fresh one if none is given).

    ``policies`` answer what sides are asked; raises ``Complaint`` when a side without one is asked.
    """
    from .report.replay import Replay
    from .run.dice import new_seed
    from .run.play import Play, Question

    stored = battles.Battle(
        ruleset=battle.rules.name,
        version=battle.rules.version,
        scenario=battle.document,
        seed=new_seed() if seed is None else seed.lower(),
        strings=dict(strings or {}),
    )
    play = Play.begin(stored, battle.rules, battle.opening)
    play.play_bots(policies or {})
    if isinstance(play.waiting, Question):
        sides = ", ".join(play.waiting.choices)
        raise Complaint(
            say("nobody answers for {side}, who is asked {question}", side=sides, question=play.waiting.name),
            "no_policy",
        )
    return Replay(play, title=battle.name)


def read_replay(file: str | Path) -> Replay:
    """A replay from its file, verified first. Raises ``Complaint`` naming the first line that is wrong."""
    from .report.replay import Replay

    return Replay.read(_content(file))


def verify(file: str | Path) -> Verdict:
    """Whether every die and every line of a replay file is right, and if not, which is the first wrong one."""
    from .run.replay import verify as run

    return run(_content(file), find)


def solve(
    battle: Loaded,
    payoff: Goal,
    rounds: int | None = None,
    *,
    exact: bool | None = None,
    limit: int = 1_000_000,
    progress: Callable[[int, int], None] | None = None,
) -> Solution:
    """Best play of both sides, by exact calculation.

    ``payoff``: what the first side plays for, a sum of measures such as "hp:a - hp:b", or measures with weights.
    ``solution.policies()`` can be handed to ``odds``, ``sample`` and ``fight``. Raises ``TooWide`` beyond ``limit``.
    """
    from .run.solve import payoff_of
    from .run.solve import solve as run

    goal = payoff_of(battle.rules, battle.opening, payoff)
    return run(battle.rules, battle.opening, goal, rounds, exact=exact, limit=limit, progress=progress)


def plot(odds: Mapping[str, Distribution], file: str | Path, *, language: str = "en") -> None:
    """A drawing of odds: SVG, PNG or HTML by the file's ending. Needs the extra ``plot``."""
    from .report.charts import drawing
    from .report.language import language as catalogue
    from .run.files import write_bytes

    write_bytes(Path(file), drawing(odds, Path(file).suffix, catalogue(language)))


def _measures(battle: Loaded, names: Iterable[str] | None) -> list[Any] | None:
    """The measures of those names; None, for all, if none are named."""
    if names is None:
        return None
    from .run.odds import unknown_measure

    known = {measure.name: measure for measure in battle.rules.measures(battle.opening)}
    for name in (wanted := list(dict.fromkeys(names))):
        if name not in known:
            raise unknown_measure(name, known)
    return [known[name] for name in wanted]


def _content(file: str | Path) -> str:
    from .run.files import read_text

    return read_text(Path(file))
