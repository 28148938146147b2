"""Conformance cases: each is answered through the product's own phases, and compared with what it expects.

A case file is a list of cases {id, rules, about, given, ask, expect} and perhaps ``tolerance``, a text such as
"relative 1e-12". Without one, answers must be equal: fractions as fractions, lists in any order and one of several
right answers where the ruleset says so (``core.alike``), everything else as it stands.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from ..core.alike import AnyOrder, OneOf
from ..core.errors import AdmiraltyError, Complaint, Fault, Refusal
from ..core.state import Plain
from ..core.words import Text, say
from .battle import Find
from .dice import commitment, dice_key, face
from .distribution import outcome_text
from .odds import RunOracle

DICE = "dice"
"""What cases about dice alone are filed under; no ruleset answers them."""

Case = Mapping[str, Any]


class Difference(msgspec.Struct, frozen=True):
    """Where an answer differs: the path in the expectation, what was expected and what came. "" is nothing at all."""

    path: str
    expected: str
    found: str


class Checked(msgspec.Struct, frozen=True):
    """A case with its differences; ``problem`` if it could not be answered."""

    case: str
    about: str
    differences: tuple[Difference, ...] = ()
    problem: Text | None = None

    @property
    def ok(self) -> bool:
        return not self.differences and self.problem is None


def read_cases(text: str, source: str) -> list[Case]:
    """The cases of a file. Raises ``Complaint`` if it is not JSON, ``Refusal`` listing every case that is no case."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Complaint(say("{file}: is not JSON: {why}", file=source, why=str(error)), "bad_json") from None
    if not isinstance(document, list):
        raise Complaint(say("{file}: must be a list of cases", file=source), "no_cases")
    faults = [fault for number, case in enumerate(document) for fault in _case_faults(case, f"[{number}]")]
    if faults:
        raise Refusal(faults, source)
    return document


def _case_faults(case: Any, path: str) -> Iterator[Fault]:
    if not isinstance(case, dict):
        yield Fault("bad_case", path, say("must be a table of fields"))
        return
    for field, kind in (("id", str), ("given", dict), ("ask", str)):
        if not isinstance(case.get(field), kind):
            yield Fault("bad_case", f"{path}.{field}", say("must be given"), "", _brief(case.get(field)))
    if "expect" not in case:
        yield Fault("bad_case", f"{path}.expect", say("must be given"))
    if not _is_tolerance(case.get("tolerance")):
        text = say('must be a text such as "relative 1e-12"')
        yield Fault("bad_tolerance", f"{path}.tolerance", text, "", _brief(case["tolerance"]))


_TOLERANCE = re.compile(r"^(?P<kind>relative|absolute) (?P<size>\d+(\.\d+)?(e-?\d{1,3})?)$")


def _is_tolerance(value: Any) -> bool:
    return value is None or (isinstance(value, str) and bool(_TOLERANCE.match(value)))


def ruleset_of(case: Case, source: str = "", known: Sequence[str] = ()) -> str:
    """Whose case it is: what its id begins with, if that is a ruleset's name, else what its file is called."""
    if _is_about_dice(case):
        return DICE
    prefix = str(case["id"]).partition("-")[0]
    return prefix if prefix in known or not source else source


def _is_about_dice(case: Case) -> bool:
    return bool(case["given"].get("kind") == "dice" and "sides" in case["given"])


def check(case: Case, ruleset: str, find: Find) -> Checked:
    """Answer one case through the phases of its ruleset and compare."""
    about = str(case.get("about", ""))
    try:
        found = _answer(case, ruleset, find)
    except (AdmiraltyError, LookupError, TypeError, ValueError, NotImplementedError) as error:
        return Checked(case["id"], about, problem=_problem(error))
    return Checked(case["id"], about, tuple(differences(case["expect"], plain(found), case.get("tolerance"))))


def _problem(error: Exception) -> Text:
    if isinstance(error, Complaint):
        return error.text
    return say("cannot be answered: {why}", why=f"{type(error).__name__}: {error}")


def _answer(case: Case, ruleset: str, find: Find) -> Any:
    if ruleset == DICE:
        return dice_answer(case["given"])
    rules = find(ruleset)
    try:
        return rules.answer(case, RunOracle(rules))
    except Refusal as refusal:
        return {"refused": list(dict.fromkeys(refusal.codes))}


def dice_answer(given: Mapping[str, Any]) -> dict[str, Any]:
    """The faces that a seed gives dice of some sides, in order, and its commitment."""
    key = dice_key(given["seed"], given.get("players"))
    faces = [face(key, number, sides) for number, sides in enumerate(given["sides"])]
    return {"faces": faces, "commitment": commitment(given["seed"])}


def plain(value: Any) -> Plain:
    """An answer in the words of a case file: fractions as "p/q", outcomes as texts, lists for tuples. What may be
    written in more than one way stays so marked, with its parts in these words."""
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, Mapping):
        return {key if isinstance(key, str) else outcome_text(key): plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if isinstance(value, msgspec.Struct):
        return plain(msgspec.to_builtins(value))
    if isinstance(value, AnyOrder):
        return AnyOrder(tuple(map(plain, value.items)))  # type: ignore[return-value]
    if isinstance(value, OneOf):
        return OneOf(plain(value.example), value.right)  # type: ignore[return-value]
    return value  # type: ignore[no-any-return]


def differences(expected: Any, found: Any, tolerance: str | None = None, path: str = "") -> Iterator[Difference]:
    """Everything in which a plain answer differs from what is expected."""
    if isinstance(found, OneOf):
        if not found.right(expected):
            yield from differences(expected, found.example, tolerance, path)
    elif isinstance(found, AnyOrder):
        yield from differences(expected, _in_order_of(expected, found, tolerance), tolerance, path)
    elif isinstance(expected, dict) and isinstance(found, dict):
        for key in [*expected, *(key for key in found if key not in expected)]:
            yield from _at_key(expected, found, key, tolerance, f"{path}.{key}" if path else str(key))
    elif isinstance(expected, list) and isinstance(found, list):
        if len(expected) != len(found):
            yield Difference(f"{path}.length", str(len(expected)), str(len(found)))
        for number, (one, other) in enumerate(zip(expected, found, strict=False)):
            yield from differences(one, other, tolerance, f"{path}[{number}]")
    elif not _same(expected, found, tolerance):
        yield Difference(path, _brief(expected), _brief(found))


def _in_order_of(expected: Any, found: AnyOrder, tolerance: str | None) -> list[Any]:
    """The items in the order in which they are expected; those that are not, in the places that are left."""
    left = list(found.items)
    places: list[Any] = []
    for wanted in expected if isinstance(expected, list) else ():
        match = next((n for n, item in enumerate(left) if not any(differences(wanted, item, tolerance))), None)
        places.append(None if match is None else left.pop(match))
    filled = [left.pop(0) if item is None and left else item for item in places]
    return [item for item in filled if item is not None] + left


def _at_key(
    expected: dict[str, Any], found: dict[str, Any], key: str, tolerance: str | None, path: str
) -> Iterator[Difference]:
    if key not in found:
        yield Difference(path, _brief(expected[key]), "")
    elif key not in expected:
        yield Difference(path, "", _brief(found[key]))
    elif key == "refused" and isinstance(expected[key], str) and isinstance(found[key], list):
        if expected[key] not in found[key]:  # a refusal lists every fault; the one expected must be among them
            yield Difference(path, expected[key], _brief(found[key]))
    else:
        yield from differences(expected[key], found[key], tolerance, path)


def _same(expected: Any, found: Any, tolerance: str | None) -> bool:
    if tolerance and (wanted := _number(expected)) is not None and (got := _number(found)) is not None:
        return _near(wanted, got, tolerance)
    if type(expected) is type(found) and expected == found:
        return True
    return _same_fraction(expected, found)


def _same_fraction(expected: Any, found: Any) -> bool:
    """Whether both are one exact number: "1" is "1/1". Never true of a double, nor of a truth value."""
    if not (isinstance(expected, str) or isinstance(found, str)):
        return False
    texts = [str(value) for value in (expected, found) if isinstance(value, str | int) and not isinstance(value, bool)]
    if len(texts) != 2 or not all(re.fullmatch(r"-?\d+(/[1-9]\d*)?", text) for text in texts):
        return False
    return Fraction(texts[0]) == Fraction(texts[1])


def _near(wanted: Fraction, got: Fraction, tolerance: str) -> bool:
    found = _TOLERANCE.match(tolerance)
    if found is None:
        raise ValueError(f"not a tolerance: {tolerance!r}")
    size = Fraction(found["size"])
    return abs(wanted - got) <= (size * abs(wanted) if found["kind"] == "relative" else size)


def _number(value: Any) -> Fraction | None:
    """A number from a decimal text, a fraction text, a double or an integer."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        return Fraction(value)
    except (ValueError, OverflowError, ZeroDivisionError):
        return None


def _brief(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 120 else text[:117] + "…"


__all__ = ["Checked", "Difference", "check", "dice_answer", "differences", "read_cases", "ruleset_of"]
