"""``admiralty verify``: every die and every line of a replay file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from .options import Json, Lang, ReplayFile

if TYPE_CHECKING:
    from ..run.replay import Verdict
    from .screen import Screen


def verify(file: ReplayFile, as_json: Json = False, lang: Lang = "en") -> None:
    """Play a replay file's battle again from its seed and compare every die and every line."""
    from ..rulesets import find
    from ..run.files import read_text
    from ..run.replay import verify as run
    from .screen import Screen

    verdict = run(read_text(file), find)
    screen = Screen(lang)
    if as_json:
        screen.data(_data(verdict, screen))
    else:
        _tell(str(file), verdict, screen)
    if not verdict.ok:
        raise typer.Exit(1)


def _data(verdict: Verdict, screen: Screen) -> dict[str, object]:
    data: dict[str, object] = {"ok": verdict.ok, "dice": verdict.dice, "lines": verdict.lines}
    return data if verdict.ok else data | {"line": verdict.line, "text": screen.voice(verdict.why)}


def _tell(file: str, verdict: Verdict, screen: Screen) -> None:
    from ..core.words import count, say

    if not verdict.ok:
        screen.warn(say("{file}: line {line} is wrong: {why}", file=file, line=verdict.line, why=verdict.why))
        return
    dice = count("{n} die", "{n} dice", verdict.dice)
    lines = count("{n} line", "{n} lines", verdict.lines)
    screen.say(say("{file}: verified: {dice}, {lines}, all as the seed gives them.", file=file, dice=dice, lines=lines))
