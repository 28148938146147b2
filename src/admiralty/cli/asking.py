"""Asking people on a terminal: answers of sides, and faces of dice thrown by hand."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from ..core.errors import AdmiraltyError, Complaint
from ..core.words import Text, count, say, verbatim
from ..run.play import HandDice, Question
from .guard import INTERRUPTED, REFUSED

if TYPE_CHECKING:
    from ..core.choice import Choice
    from ..core.ruleset import Bot
    from ..run.play import Play
    from .screen import Screen

_LISTED = 20  # at most so many legal answers are listed


class Stopped(Exception):
    """Nobody answers any more: end of input (exit code 130), or a policy that gives no legal answer (1)."""

    def __init__(self, code: int = INTERRUPTED) -> None:
        self.code = code


def ask(play: Play, policies: Mapping[str, Bot], screen: Screen) -> None:
    """Ask whatever the battle waits for until it is over. Raises ``Complaint`` where nobody can answer."""
    from ..run.dice import commitment

    if not (_interactive() or play.battle.by_hand):
        raise _nobody(play)
    screen.warn(say("Commitment to the seed: {commitment}", commitment=commitment(play.battle.seed)))
    while (waiting := play.waiting) is not None:
        if isinstance(waiting, HandDice):
            _ask_dice(play, waiting, screen)
        else:
            _ask_sides(play, waiting, screen)
        try:
            play.play_bots(policies)
        except AdmiraltyError as refused:
            _tell(refused, screen)
            raise Stopped(REFUSED) from None


def _interactive() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def _nobody(play: Play) -> Complaint:
    waiting = play.waiting
    if not isinstance(waiting, Question):
        raise AssertionError("only called while a side is asked")
    sides = ", ".join(waiting.choices)
    asked = _question(waiting)
    text = say("{question} Asked: {sides}. There is no terminal to answer on.", question=asked, sides=sides)
    return Complaint(text, "no_policy", waiting.name)


def _question(waiting: Question) -> Text:
    text: Text = next(iter(waiting.choices.values())).text
    return text


def _ask_sides(play: Play, waiting: Question, screen: Screen) -> None:
    """One answer from each side that is asked; secret ones are not shown while they are typed."""
    hidden = waiting.secret and len(waiting.choices) > 1
    for side, choice in waiting.choices.items():
        screen.warn(say("{side}: {question}", side=verbatim(side), question=choice.text))
        options = _options(choice)
        for number, option in enumerate(options, 1):
            screen.warn(verbatim(f"  {number}. {written(option)}"))
        if not options:
            _show_form(choice.form, screen)
        _until_taken(play, side, choice, options, hidden, screen)


def _show_form(form: Any, screen: Screen) -> None:
    """What can be answered, where the answers are too many to list."""
    entries = [f"{key}: {written(part)}" for key, part in form.items()] if isinstance(form, dict) else [written(form)]
    for entry in entries if form is not None else ():
        screen.warn(verbatim(f"  {entry}"))


def _until_taken(play: Play, side: str, choice: Choice[Any], options: list[Any], hidden: bool, screen: Screen) -> None:
    while True:
        typed = _line(screen, say("Answer of {side}", side=verbatim(side)), hidden)
        if not typed and choice.default is not None:
            play.answer(side, choice.write(choice.default), defaulted=True)
            return
        try:
            play.answer(side, _answer(typed, options))
            return
        except AdmiraltyError as refused:
            _tell(refused, screen)


def _options(choice: Choice[Any]) -> list[Any]:
    """The legal answers as documents, if they are few."""
    if choice.options is None or (choice.how_many or 0) > _LISTED:
        return []
    options = [choice.write(option) for option in islice(choice.options(), _LISTED + 1)]
    return options if len(options) <= _LISTED else []


def _answer(typed: str, options: list[Any]) -> Any:
    """An answer by its number in the list, as JSON, or as a word."""
    if re.fullmatch(r"\d{1,4}", typed) and 1 <= int(typed) <= len(options) and int(typed) not in options:
        return options[int(typed) - 1]
    try:
        return json.loads(typed)
    except (ValueError, RecursionError):
        return typed


def written(document: Any) -> str:
    """An answer as a person types it."""
    return document if isinstance(document, str) else json.dumps(document, ensure_ascii=False)


def _ask_dice(play: Play, waiting: HandDice, screen: Screen) -> None:
    """The faces of dice thrown by hand, in one line."""
    screen.warn(_dice_wanted(waiting))
    while True:
        typed = _line(screen, count("Face of the die", "Faces of the {n} dice, in order", len(waiting.sides)), False)
        try:
            play.enter_dice(_faces(typed))
            return
        except AdmiraltyError as refused:
            _tell(refused, screen)


def _dice_wanted(waiting: HandDice) -> Text:
    """Which dice to throw, and what for: "4 × d10, 2 × d6"."""
    runs: list[list[int]] = []
    for sides in waiting.sides:
        if runs and runs[-1][1] == sides:
            runs[-1][0] += 1
        else:
            runs.append([1, sides])
    dice = ", ".join(f"{number} × d{sides}" for number, sides in runs)
    if waiting.who:
        return say("Throw {dice} for {why} ({who}).", dice=dice, why=waiting.why, who=waiting.who)
    return say("Throw {dice} for {why}.", dice=dice, why=waiting.why)


def _faces(typed: str) -> tuple[int, ...]:
    parts = re.split(r"[\s,;]+", typed.strip())
    if not all(re.fullmatch(r"\d{1,6}", part) for part in parts):
        raise Complaint(say("type the faces as numbers with spaces between them"), "dice_face", typed)
    return tuple(int(part) for part in parts)


def _line(screen: Screen, prompt: Text, hidden: bool) -> str:
    """One line typed by a person. Raises ``Stopped`` at the end of input."""
    asked = f"{screen.voice(prompt)}: "
    if hidden and _interactive():
        from getpass import getpass

        try:
            return getpass(asked).strip()
        except EOFError:
            raise Stopped from None
    print(asked, end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline() if sys.stdin is not None else ""
    if not line:
        raise Stopped
    return line.strip()


def _tell(refused: AdmiraltyError, screen: Screen) -> None:
    from .mistakes import fault_line, faults_of

    for fault in faults_of(refused):
        screen.warn(fault_line(fault))
