"""``--policy`` and ``--bots``: how the sides of a battle play."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.errors import Complaint, Refusal
from ..core.words import say

if TYPE_CHECKING:
    from ..core.ruleset import Bot
    from ..run.battle import Loaded


def ways(battle: Loaded, specs: Sequence[str], bots: bool = False) -> dict[str, Bot]:
    """A policy per side. Later specs win over earlier ones; with ``bots``, sides without one play by the bot."""
    from ..run.plan import policies

    document: dict[str, Any] = {}
    source = ""
    for spec in specs:
        read, source = _document(spec, battle.rules.sides(battle.opening), source)
        for side, plan in read.items():
            document[side] = _both(document.get(side), plan)
    try:
        made = policies(document, battle.rules, battle.opening)
    except Refusal as refusal:
        refusal.source = source
        raise
    others = dict.fromkeys(battle.rules.sides(battle.opening), battle.rules.bot) if bots else {}
    return others | made


def _both(earlier: Any, later: Any) -> Any:
    """Two plans of one side: answers to different questions add up."""
    return earlier | later if isinstance(earlier, dict) and isinstance(later, dict) else later


def _document(spec: str, sides: tuple[str, ...], source: str) -> tuple[dict[str, Any], str]:
    """One spec as a document of plans, and the file that faults are to be reported of."""
    from ..run.battle import read_file

    if spec == "bot":
        return dict.fromkeys(sides, "bot"), source
    whose, equals, answer = spec.partition("=")
    if equals and not Path(spec).exists():
        return _typed(whose, answer, sides), source
    if not Path(spec).exists():
        text = say(
            "{spec} is neither bot, nor SIDE=ANSWER, nor SIDE.QUESTION=ANSWER, nor a file; sides are: {sides}",
            spec=spec,
            sides=", ".join(sides),
        )
        raise Complaint(text, "bad_policy", spec)
    return read_file(spec), spec


def _typed(whose: str, answer: str, sides: tuple[str, ...]) -> dict[str, Any]:
    """``red=bot``, ``red=aim`` for whatever red is asked, ``red.stance=aim`` for one question."""
    side, dot, question = whose.rpartition(".")
    if whose in sides or not dot:
        return {whose: "bot" if answer == "bot" else {"*": _answer(answer)}}
    return {side: {question: _answer(answer)}}


def _answer(text: str) -> Any:
    """An answer typed in one word, or as JSON."""
    try:
        return json.loads(text)
    except ValueError:
        return text
