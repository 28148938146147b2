"""Ways of playing, written down: which answer a side gives to which question.

A document has a table per side, and in it an answer per question ("*" for any other):

    [red]
    launch = { strike = [ … ] }               # always this answer
    stance = { mix = [["aim", "1/3"], ["dodge", "2/3"]] }
    ram = { each = ["no", "no", "yes"] }      # in the first, second, third round; then the last one again

Instead of a side's table "bot" may stand, and instead of an answer too: the ruleset's own player decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ..core.choice import Side
from ..core.errors import Complaint, Fault, Refusal
from ..core.ruleset import Bot, Ruleset
from ..core.state import Plain, State
from ..core.words import say
from .policy import by_question, fixed, mixed, scripted

BOT = "bot"
ANY = "*"


def policies(document: Mapping[str, Any], rules: Ruleset[Any], opening: State) -> dict[Side, Bot]:
    """The policy of every side that a document names. Raises ``Refusal`` with every fault of its form."""
    sides = rules.sides(opening)
    faults = [_no_side(side, sides) for side in document if side not in sides]
    made: dict[Side, Bot] = {}
    for side, plan in document.items():
        try:
            made[side] = of_side(plan, rules, side)
        except Refusal as refusal:
            faults.extend(refusal.faults)
    if faults:
        raise Refusal(faults)
    return made


def of_side(plan: Any, rules: Ruleset[Any], side: Side) -> Bot:
    """One side's policy: its bot, or an answer per question."""
    if plan == BOT:
        return rules.bot
    if not isinstance(plan, dict):
        raise Refusal(
            [Fault("bad_plan", side, say('must be "bot" or a table with an answer per question'), "", str(plan))]
        )
    answers: dict[str, Bot] = {}
    faults: list[Fault] = []
    for question, answer in plan.items():
        try:
            answers[question] = _answer(answer, rules, f"{side}.{question}")
        except Refusal as refusal:
            faults.extend(refusal.faults)
    if faults:
        raise Refusal(faults)
    return by_question(answers, answers.get(ANY))


def _answer(answer: Any, rules: Ruleset[Any], path: str) -> Bot:
    if answer == BOT:
        return rules.bot
    if isinstance(answer, dict) and len(answer) == 1:
        if "mix" in answer:
            return mixed(_mix(answer["mix"], f"{path}.mix"))
        if "each" in answer:
            return _each(answer["each"], rules, f"{path}.each")
        if "always" in answer:
            return fixed(answer["always"])
    return fixed(answer)


def _each(answers: Any, rules: Ruleset[Any], path: str) -> Bot:
    if not isinstance(answers, list) or not answers:
        raise Refusal([Fault("bad_plan", path, say("must be a list of answers"), "", str(answers))])
    return scripted(answers, rules.clock[0], fixed(answers[-1]))


def _mix(plan: Any, path: str) -> list[tuple[Plain, Fraction]]:
    if not isinstance(plan, list) or not plan:
        raise Refusal([Fault("bad_mix", path, say("must be a list of answers with their chances"), "", str(plan))])
    mix = [_share(entry, f"{path}[{place}]") for place, entry in enumerate(plan)]
    total = sum((chance for _, chance in mix), Fraction(0))
    if abs(total - 1) > Fraction(1, 10**9):
        text = say("the chances must sum to 1; they sum to {total}", total=f"{float(total):.6g}")
        raise Refusal([Fault("bad_mix", path, text)])
    return [(answer, chance / total) for answer, chance in mix]


def _share(entry: Any, path: str) -> tuple[Plain, Fraction]:
    if not isinstance(entry, list) or len(entry) != 2:
        raise Refusal([Fault("bad_mix", path, say("must be an answer and its chance"), "", str(entry))])
    return entry[0], _chance(entry[1], path)


def _chance(value: Any, path: str) -> Fraction:
    """A chance written as 0.25 or as "1/4"."""
    try:
        if isinstance(value, bool):
            raise ValueError
        chance = Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        chance = Fraction(-1)
    if not 0 <= chance <= 1:
        raise Refusal(
            [Fault("bad_mix", path, say('a chance is a number from 0 to 1, such as 0.25 or "1/4"'), "", str(value))]
        )
    return chance


def _no_side(side: str, sides: tuple[str, ...]) -> Fault:
    text = say("there is no such side; there are: {sides}", sides=", ".join(sides))
    return Fault("unknown_side", side, text)


def missing(error: Complaint) -> bool:
    """Whether a complaint says that somebody's policy is missing."""
    return error.code == "no_policy"


__all__ = ["missing", "of_side", "policies"]
