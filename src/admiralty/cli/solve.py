"""``admiralty solve``: best play by exact calculation, and what every other answer would cost."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .options import Json, Lang, Scenario

if TYPE_CHECKING:
    from rich.table import Table

    from ..run.battle import Loaded
    from ..run.solve import Part, Solution, Solved
    from .screen import Screen

_SHOWN = 20  # at most so many opening questions are shown


def solve(
    file: Scenario,
    payoff: Annotated[
        str,
        typer.Option(
            "--payoff",
            help="What the first side plays for: a sum of measures such as `hp:a - hp:b` or `winner=a - winner=b`.",
            show_default=False,
        ),
    ] = "",
    rounds: Annotated[
        int | None,
        typer.Option("--rounds", min=1, help="Look so many rounds ahead; to the end by default.", show_default=False),
    ] = None,
    exact: Annotated[bool, typer.Option("--exact", help="Fractions, however long they get.")] = False,
    limit: Annotated[int, typer.Option("--limit", min=1, help="Most states to be solved.")] = 1_000_000,
    save: Annotated[
        Path | None,
        typer.Option("--save", help="Write the mixes as a file for --policy (JSON).", show_default=False),
    ] = None,
    as_json: Json = False,
    lang: Lang = "en",
) -> None:
    """Best play of both sides, exactly: the value, every mix, and what each other answer would cost."""
    from ..library import load
    from ..run.files import check_place
    from .screen import Screen

    check_place(save)
    screen = Screen(lang)
    battle = load(file)
    goal = payoff or _usual_goal(battle)
    found = _solved(battle, goal, rounds, {"exact": True if exact else None, "limit": limit}, screen)
    if as_json:
        screen.data(_data(battle, found, goal, rounds))
    else:
        _tell(found, goal, rounds, screen)
    if save is not None:
        _save(found, save, screen)


def _usual_goal(battle: Loaded) -> str:
    """To win and not to lose, where a ruleset tells who won. Raises ``Complaint`` where it does not."""
    from ..core.errors import Complaint
    from ..core.words import say

    names = [measure.name for measure in battle.rules.measures(battle.opening) if measure.at is None]
    sides = battle.rules.sides(battle.opening)
    if "winner" in names and len(sides) == 2:
        return f"winner={sides[0]} - winner={sides[1]}"
    known = ", ".join(names[:12])
    raise Complaint(say("say what is played for with --payoff; measures are {known}", known=known), "no_payoff")


def _solved(battle: Loaded, goal: str, rounds: int | None, ask: dict[str, Any], screen: Screen) -> Solution:
    from ..core.words import Text, count
    from ..library import solve as run
    from .progress import endless

    where: list[Text] = []
    try:
        with endless(screen) as turn:

            def progress(done: int, begun: int) -> None:
                where[:] = [count("{n} state solved", "{n} states solved", done)]
                turn(where[0])

            return run(battle, goal, rounds, progress=progress, **ask)
    except KeyboardInterrupt:
        _tell_stop(where, screen)
        raise typer.Exit(130) from None


def _tell_stop(where: list[Any], screen: Screen) -> None:
    from ..core.words import say

    if where:
        screen.warn(say("Stopped with {where}.", where=where[-1]))
    screen.warn(say("Best play is only known at the end; fewer --rounds give an answer sooner."))


def _tell(found: Solution, goal: str, rounds: int | None, screen: Screen) -> None:
    from ..core.words import count, say

    first = found.first
    screen.say(say("{side} plays for {goal}.", side=first, goal=goal))
    screen.say(say("Value: {value}", value=_number(found.value, screen)))
    if rounds is not None:
        screen.say(
            count("Looked {n} round ahead; what lies beyond counts as it stands there.",
                  "Looked {n} rounds ahead; what lies beyond counts as it stands there.", rounds)
        )  # fmt: skip
    screen.say(count("{n} state solved.", "{n} states solved.", found.states))
    if not found.opening:
        screen.say(say("Nobody is asked anything, so there is nothing to choose."))
    for question in found.opening[:_SHOWN]:
        _tell_question(question, screen)
    if len(found.opening) > _SHOWN:
        screen.say(count("And {n} more question.", "And {n} more questions.", len(found.opening) - _SHOWN))


def _tell_question(question: Solved, screen: Screen) -> None:
    from ..core.words import say

    for part in question.parts:
        screen.write("\n")
        screen.draw(_table(question, part, screen))
        if part.unique:
            screen.say(say("This is the only best play."))
        else:
            screen.say(say("There are other plays as good as this one."))


def _table(question: Solved, part: Part, screen: Screen) -> Table:
    """A side's answers, the likeliest first, with chance and cost."""
    from rich.table import Table
    from rich.text import Text as Styled

    from ..core.words import say
    from ..report.numbers import percent
    from ..report.odds import bar
    from .asking import written

    voice = screen.voice
    title = say("{side}: {question}", side=part.side, question=part.asked.choice.text)
    table = Table(
        title=Styled(voice(title), "bold"), title_justify="left", box=None, pad_edge=False, padding=(0, 2, 0, 0)
    )
    table.add_column(voice(say("answer")))
    table.add_column(voice(say("chance")), justify="right")
    table.add_column("")
    table.add_column(voice(say("costs")), justify="right")
    rows = sorted(zip(part.documents, part.mix, part.costs, strict=True), key=lambda row: (-row[1], row[2]))
    for document, chance, cost in rows:
        shown = percent(min(1.0, max(0.0, chance)), screen.language)
        told = (voice.name(written(document)), shown, bar(float(chance)), _number(cost, screen))
        table.add_row(*(Styled(cell) for cell in told))
    return table


def _number(value: Any, screen: Screen) -> str:
    from ..report.numbers import with_fraction

    return with_fraction(value, screen.language)


def _data(battle: Loaded, found: Solution, goal: str, rounds: int | None) -> dict[str, Any]:
    from ..run.solving.solution import number

    return {
        "ruleset": battle.rules.name,
        "version": battle.rules.version,
        "side": found.first,
        "payoff": goal,
        "rounds": rounds,
        "value": number(found.value),
        "exact": found.exact,
        "unique": found.unique,
        "states": found.states,
        "questions": [question.plain() for question in found.opening],
    }


def _save(found: Solution, file: Path, screen: Screen) -> None:
    """The opening mixes as a document of plans, the form that --policy reads."""
    import json

    from ..core.words import say
    from ..run.files import write_text

    write_text(file, json.dumps(_plan(found), ensure_ascii=False, indent=2) + "\n")
    screen.warn(say("Written: {file}", file=str(file)))


def _plan(found: Solution) -> dict[str, dict[str, Any]]:
    """Each side's mix for the first question of each name it is asked. Later situations may want other mixes: the
    library's ``solution.policies()`` knows them all."""
    plan: dict[str, dict[str, Any]] = {}
    for question in found.opening:
        for part in question.parts:
            mix = [[document, str(chance)] for document, chance in zip(part.documents, part.mix, strict=True) if chance]
            plan.setdefault(part.side, {}).setdefault(question.name, {"mix": mix})
    return plan
