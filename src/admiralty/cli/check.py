"""``admiralty check``: conformance cases, answered through the product's own phases."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .options import Json, Lang

if TYPE_CHECKING:
    from ..run.check import Checked
    from .screen import Screen


def check(
    file: Annotated[Path, typer.Argument(metavar="CASES", help="A file of cases: JSON.", show_default=False)],
    rules: Annotated[str, typer.Option("--rules", help="The ruleset they are of, if their ids do not tell.")] = "",
    only: Annotated[str, typer.Option("--only", metavar="PREFIX", help="Only cases whose id begins so.")] = "",
    as_json: Json = False,
    lang: Lang = "en",
) -> None:
    """Answer conformance cases through the rules and print what differs; exit code 1 if anything does."""
    from ..core.errors import Complaint
    from ..core.words import say
    from ..run.check import read_cases
    from ..run.files import read_text
    from .screen import Screen

    cases = [case for case in read_cases(read_text(file), str(file)) if str(case["id"]).startswith(only)]
    if not cases:
        raise Complaint(say("{file}: there is no such case", file=str(file)), "no_cases", only)
    screen = Screen(lang)
    checked, stopped = _all(cases, rules, file.stem, screen, as_json)
    _tell(checked, len(cases), screen, as_json)
    if stopped:
        raise typer.Exit(130)
    if not all(one.ok for one in checked):
        raise typer.Exit(1)


def _all(cases: list[Any], rules: str, stem: str, screen: Screen, quiet: bool) -> tuple[list[Checked], bool]:
    """Every case, told as it comes; and whether somebody stopped it, which keeps what is done."""
    from ..core.words import verbatim
    from ..rulesets import find, names
    from ..run.check import check as check_case
    from ..run.check import ruleset_of
    from .progress import counted

    known = names()
    checked: list[Checked] = []
    try:
        with counted(screen, len(cases)) as advance:
            for case in cases:
                one = check_case(case, rules or ruleset_of(case, stem, known), find)
                checked.append(one)
                if not one.ok and not quiet:
                    _tell_one(one, screen)
                advance(verbatim(one.case))
    except KeyboardInterrupt:
        return checked, True
    return checked, False


def _tell_one(one: Checked, screen: Screen) -> None:
    from ..core.words import count, say

    if one.problem is not None:
        screen.say(say("{case}: {problem}", case=one.case, problem=one.problem))
    for difference in one.differences[:20]:
        expected, found = difference.expected or "–", difference.found or "–"
        screen.say(
            say(
                "{case}: {path}: expected {expected}, found {found}",
                case=one.case,
                path=difference.path,
                expected=expected,
                found=found,
            )
        )
    more = len(one.differences) - 20
    if more > 0:
        screen.say(count("{case}: and {n} more difference", "{case}: and {n} more differences", more, case=one.case))


def _tell(checked: list[Checked], asked: int, screen: Screen, as_json: bool) -> None:
    from ..core.words import count

    right = sum(one.ok for one in checked)
    if as_json:
        screen.data(
            {
                "cases": asked,
                "checked": len(checked),
                "passed": right,
                "failed": len(checked) - right,
                "differing": [_data(one, screen) for one in checked if not one.ok],
            }
        )
        return
    screen.say(count("{right} of {n} case passes.", "{right} of {n} cases pass.", asked, right=right))
    if len(checked) < asked:
        screen.say(
            count("Stopped: {n} case was not reached.", "Stopped: {n} cases were not reached.", asked - len(checked))
        )


def _data(one: Checked, screen: Screen) -> dict[str, Any]:
    differing = [{"path": one.path, "expected": one.expected, "found": one.found} for one in one.differences]
    return {"case": one.case, "problem": screen.voice(one.problem) if one.problem else "", "differences": differing}
