"""``admiralty fight``: one audited battle, questions asked on the terminal or answered by policies."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .options import Bots, Json, Lang, Out, Policy, language_of
from .replay import As, Format, put

if TYPE_CHECKING:
    from ..report.replay import Replay
    from ..run.battle import Loaded
    from ..run.play import Play
    from .screen import Screen


def fight(
    context: typer.Context,
    file: Annotated[
        Path,
        typer.Argument(help="A scenario, or the replay file of a battle that is not over yet.", show_default=False),
    ],
    seed: Annotated[
        str, typer.Option("--seed", help="64 hex characters; a fresh one by default.", show_default=False)
    ] = "",
    out: Out = None,
    kind: As = Format.text,
    bots: Bots = False,
    answers: Annotated[
        Path | None, typer.Option("--answers", help="A file of answers by side and question.", show_default=False)
    ] = None,
    policy: Policy = None,
    by_hand: Annotated[bool, typer.Option("--by-hand", help="You throw the dice and type the faces.")] = False,
    string: Annotated[
        list[str] | None,
        typer.Option(
            "--string", metavar="SIDE=TEXT", help="A side's own string, mixed into the dice.", show_default=False
        ),
    ] = None,
    as_json: Json = False,
    lang: Lang = "en",
) -> None:
    """Fight one battle, every die from a seed that is committed to beforehand."""
    from ..report.replay import Replay
    from ..run.files import check_place
    from .screen import Screen

    check_place(out)
    battle, play = _start(file, seed, by_hand, string or [])
    screen = Screen(language_of(context, lang, battle.document))
    specs = [*(policy or []), *([str(answers)] if answers else [])]
    told = Replay(play, title=battle.name)
    code = _fight(battle, play, specs, bots, screen)
    kept = out or (_spare(file) if code and play.battle.journal else None)
    if kept is not None:
        _keep(told, kept, screen)
    if code:
        _tell_stop(play, kept, screen)
        raise typer.Exit(code)
    if as_json:
        screen.data(_data(told, out))
    elif out is None or kind is not Format.text:
        put(told, kind, None, screen)
    else:
        _tell_result(told, screen)


def _start(file: Path, seed: str, by_hand: bool, strings: list[str]) -> tuple[Loaded, Play]:
    """The battle at its first question: a new one from a scenario, or one to go on with from its replay file."""
    from ..run.battle import Battle, Loaded
    from ..run.dice import new_seed
    from ..run.files import read_text
    from ..run.play import Play

    if file.suffix == ".jsonl":
        from ..report.replay import Replay

        play = Replay.read(read_text(file)).play
        return Loaded(play.rules, play.battle.scenario, play.records[0].before if play.records else play.state), play
    from ..library import load

    battle = load(file)
    stored = Battle(
        ruleset=battle.rules.name,
        version=battle.rules.version,
        scenario=battle.document,
        seed=(seed or new_seed()).lower(),
        strings=_strings(strings, battle.rules.sides(battle.opening)),
        by_hand=by_hand,
    )
    return battle, Play.begin(stored, battle.rules, battle.opening)


def _strings(given: list[str], sides: tuple[str, ...]) -> dict[str, str]:
    """The players' own strings by side. Raises ``Complaint`` for a side there is not."""
    from ..core.errors import Complaint
    from ..core.words import say

    strings: dict[str, str] = {}
    for text in given:
        side, equals, string = text.partition("=")
        if not equals or side not in sides:
            known = ", ".join(sides)
            raise Complaint(
                say("{text} is not SIDE=TEXT; sides are: {sides}", text=text, sides=known), "bad_string", text
            )
        strings[side] = string
    return strings


def _fight(battle: Loaded, play: Play, specs: list[str], bots: bool, screen: Screen) -> int:
    """Play until the battle is over: 0; or until people stop it or a policy fails them, which keeps every answer
    given so far: the exit code."""
    from .asking import Stopped, ask
    from .guard import INTERRUPTED
    from .ways import ways

    policies = ways(battle, specs, bots)
    try:
        play.play_bots(policies)
        if not play.over:
            ask(play, policies, screen)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Stopped as stop:
        return stop.code
    return 0


def _spare(file: Path) -> Path:
    """Where a stopped battle is kept if no place was named: never over another file."""
    for number in range(1, 1000):
        spare = Path(f"{file.stem}-unfinished-{number}.jsonl")
        if not spare.exists():
            return spare
    return Path(f"{file.stem}-unfinished.jsonl")


def _keep(told: Replay, out: Path, screen: Screen) -> None:
    from ..core.words import say
    from ..run.files import write_text

    write_text(out, told.text)
    screen.warn(say("Written: {file}", file=str(out)))


def _tell_stop(play: Play, kept: Path | None, screen: Screen) -> None:
    """How far a stopped battle came, and how to go on."""
    from ..core.words import count, say

    if kept is None:
        screen.warn(say("Stopped before anything was answered."))
        return
    phases = count("{n} phase", "{n} phases", len(play.records))
    screen.warn(say("Stopped after {phases}. Go on with: admiralty fight {file}", phases=phases, file=str(kept)))


def _data(told: Replay, out: Path | None) -> dict[str, Any]:
    from ..run.dice import commitment

    battle = told.battle
    return {
        "ruleset": battle.ruleset,
        "version": battle.version,
        "title": told.title,
        "seed": battle.seed,
        "commitment": commitment(battle.seed),
        "dice": told.play.dice_thrown,
        "phases": len(told.play.records),
        "measures": told.result,
        "replay": str(out) if out else None,
    }


def _tell_result(told: Replay, screen: Screen) -> None:
    """The end in short, where the whole battle went into a file."""
    from ..core.words import count, say, verbatim
    from ..run.distribution import outcome_text

    steps = told.story.steps
    if steps and steps[-1].result:
        for sentence in steps[-1].result:
            screen.say(sentence)
    else:
        for name, reading in told.result.items():
            screen.say(say("{measure}: {reading}", measure=verbatim(name), reading=verbatim(outcome_text(reading))))
    screen.say(
        count(
            "{n} die was thrown. Seed: {seed}",
            "{n} dice were thrown. Seed: {seed}",
            told.play.dice_thrown,
            seed=told.battle.seed,
        )
    )
