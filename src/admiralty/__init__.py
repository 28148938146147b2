"""A rules-exact battle engine for space fleet and fighter games.

    battle = admiralty.load("carrier_strike.toml")
    odds = admiralty.odds(battle)
    replay = admiralty.fight(battle)

Nothing is loaded before it is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .core.errors import AdmiraltyError, Complaint, Fault, Refusal, TooWide
    from .core.ruleset import Ruleset
    from .library import fight, load, odds, plot, read_replay, sample, solve, verify
    from .report.replay import Replay
    from .rulesets import find as ruleset
    from .run.battle import Battle, Loaded
    from .run.distribution import Certainty, Distribution
    from .run.odds import BattleOdds
    from .run.policy import bots, by_question, fixed, mixed, scripted
    from .run.replay import Verdict

_PLACES = {
    "core.errors": ("AdmiraltyError", "Complaint", "Fault", "Refusal", "TooWide"),
    "core.ruleset": ("Ruleset",),
    "library": ("fight", "load", "odds", "plot", "read_replay", "sample", "solve", "verify"),
    "report.replay": ("Replay",),
    "run.battle": ("Battle", "Loaded"),
    "run.distribution": ("Certainty", "Distribution"),
    "run.odds": ("BattleOdds",),
    "run.policy": ("bots", "by_question", "fixed", "mixed", "scripted"),
    "run.replay": ("Verdict",),
}
_HOME = {name: place for place, names in _PLACES.items() for name in names}

__all__ = [
    "AdmiraltyError",
    "Battle",
    "BattleOdds",
    "Certainty",
    "Complaint",
    "Distribution",
    "Fault",
    "Loaded",
    "Refusal",
    "Replay",
    "Ruleset",
    "TooWide",
    "Verdict",
    "bots",
    "by_question",
    "fight",
    "fixed",
    "load",
    "mixed",
    "odds",
    "plot",
    "read_replay",
    "ruleset",
    "sample",
    "scripted",
    "solve",
    "verify",
]


def __getattr__(name: str) -> Any:
    if name == "ruleset":
        return import_module(".rulesets", __name__).find
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOME[name]}", __name__), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
