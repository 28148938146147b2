"""Which sheet counts, and sealed sheets: L-53, L-55, L-56, L-60."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

MISSING = "missing"


class Received(NamedTuple):
    """A sheet as it came in. Times are whole numbers of any unit."""

    name: str
    received: int


def counting_sheet(
    sheets: Sequence[Received], deadline: int, published: int | None = None, accept_late: bool = False
) -> str:
    """The name of the sheet that counts, or ``missing``.

    L-53: the last one received at or before the deadline, as a whole; of two with the same time the one listed later.
    L-56 with ``accept_late`` (switch ``accept_late_until_publication``): also those received before publication.
    """
    best: Received | None = None
    for sheet in sheets:
        in_time = sheet.received <= deadline or (accept_late and (published is None or sheet.received < published))
        if in_time and (best is None or sheet.received >= best.received):
            best = sheet
    return MISSING if best is None else best.name


def seal(sheet: str, salt: str) -> str:
    """L-60: SHA-256 in lower-case hex of the UTF-8 bytes of sheet text, one line feed, salt."""
    return hashlib.sha256(f"{sheet}\n{salt}".encode()).hexdigest()


def matches(sheet: str, salt: str, posted: str) -> bool:
    """L-60: whether a revealed sheet is the one that was sealed. One that does not match is a missing sheet."""
    return seal(sheet, salt) == posted.strip().lower()
