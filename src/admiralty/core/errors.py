"""One small family of errors. Every message says what is wrong, where, and by which rule."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from .state import Plain
from .words import Text


class Fault(msgspec.Struct, frozen=True):
    """One thing wrong with what somebody handed in."""

    code: str  # the sheet's reason code: "bad_hp"
    path: str  # the field: "ships[2].hp"
    text: Text  # what is wrong, as a sentence
    rule: str = ""  # "W-95"
    value: Plain = None  # what stood there

    def __str__(self) -> str:
        where = f"{self.path}: " if self.path else ""
        rule = f" ({self.rule})" if self.rule else ""
        return f"{where}{self.text} [{self.code}]{rule}"


class AdmiraltyError(Exception):
    """Base of all errors that are somebody's to mend; the command line shows them without a traceback."""


class Refusal(AdmiraltyError):
    """A document was refused; lists every fault. Nothing was changed."""

    def __init__(self, faults: Iterable[Fault], source: str = "") -> None:
        self.faults = tuple(faults)
        self.source = source
        super().__init__("\n".join(str(fault) for fault in self.faults))

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(fault.code for fault in self.faults)


class TooWide(AdmiraltyError):
    """An exact answer would need more states than allowed; says how many and what to ask for instead."""


class Complaint(AdmiraltyError):
    """Anything else a person can mend: a missing file, a damaged replay, an order for another question."""

    def __init__(self, text: Text, code: str = "", value: Plain = None) -> None:
        self.text = text
        self.code = code
        self.value = value
        super().__init__(str(text))


__all__ = ["AdmiraltyError", "Complaint", "Fault", "Refusal", "TooWide"]
