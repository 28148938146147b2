"""Conditions on a battle's end: ``hp:cv1=0``, ``cap:blue>=3``, ``winner!=draw``."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..core.errors import Complaint
from ..core.words import say

_FORM = re.compile(r"^\s*(?P<name>[^=<>!]*[^=<>!\s])\s*(?P<sign>!=|>=|<=|==|=|>|<)\s*(?P<value>[^=<>!]*?)\s*$")
_ORDERS: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}
_TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


@dataclass(frozen=True)
class Condition:
    """A comparison of a measure's reading with a value."""

    name: str
    sign: str  # "=", "!=", ">=", "<=", ">", "<"
    value: str

    def holds(self, reading: Any) -> bool:
        """Whether a reading meets it. Raises ``Complaint`` where the comparison has no meaning."""
        if self.sign in _ORDERS:
            return _ORDERS[self.sign](self._number(reading, "order"), self._number(self.value, "value"))
        return self._equals(reading) == (self.sign == "=")

    def _equals(self, reading: Any) -> bool:
        if isinstance(reading, bool):
            if self.value.lower() not in _TRUTH:
                raise self._wrong("value")
            return reading == _TRUTH[self.value.lower()]
        if isinstance(reading, int):
            return reading == self._number(self.value, "value")
        return str(reading) == self.value

    def _number(self, value: Any, what: str) -> int:
        if isinstance(value, int):
            return int(value)
        if re.fullmatch(r"[+-]?\d{1,15}", str(value)):
            return int(value)
        raise self._wrong(what)

    def _wrong(self, what: str) -> Complaint:
        if what == "order":
            text = say("{name} is not a number, so {sign} says nothing of it", name=self.name, sign=self.sign)
        else:
            text = say("{value} is not a value of {name}", value=self.value or "?", name=self.name)
        return Complaint(text, "condition", str(self))

    def __str__(self) -> str:
        return f"{self.name}{self.sign}{self.value}"


def condition(text: str) -> Condition:
    """A condition from what was typed; a bare name means that it is so. Raises ``Complaint``."""
    found = _FORM.match(text)
    if found:
        return Condition(found["name"], "=" if found["sign"] == "==" else found["sign"], found["value"])
    if text.strip() and not re.search(r"[=<>!]", text):
        return Condition(text.strip(), "=", "true")
    raise Complaint(say("{text} is not a condition such as hp:cv1=0 or cap:blue>=3", text=text), "condition", text)


def together(conditions: Sequence[Condition]) -> Callable[[Mapping[str, Any]], bool]:
    """A test that all of some conditions hold."""
    return lambda readings: all(one.holds(readings[one.name]) for one in conditions)
