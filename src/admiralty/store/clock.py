"""Times: always with a time zone, compared exactly, written as ISO 8601."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from ..core.errors import Complaint
from ..core.words import say

Clock = Callable[[], datetime]

_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


def wall_clock() -> datetime:
    """Now, in UTC."""
    return datetime.now(UTC)


def stopped(at: str) -> Clock:
    """A clock that always shows one time."""
    time = read_time(at)
    return lambda: time


def read_time(text: str) -> datetime:
    """An ISO time with a time zone. Raises ``Complaint`` for anything else."""
    try:
        time = datetime.fromisoformat(text.strip())
    except ValueError:
        time = None
    if time is None or time.tzinfo is None:
        raise Complaint(
            say("{time}: must be a time with its zone, such as 2031-05-04T20:00+02:00", time=text), "bad_time", text
        )
    return time


def stamp(time: datetime) -> str:
    """A moment as it is recorded: UTC, always of the same width, so that texts sort as times do."""
    return time.astimezone(UTC).isoformat(timespec="microseconds")


def shown(time: str) -> str:
    """A recorded time for people: no fractions of a second, the zone it was given in."""
    return datetime.fromisoformat(time).isoformat(sep=" ", timespec="minutes")


def read_span(text: str) -> timedelta:
    """A span such as 90m, 48h, 3d or 1w. Raises ``Complaint`` for anything else."""
    match = re.fullmatch(r"\s*([1-9]\d{0,4})\s*([mhdw])\s*", text)
    if not match:
        raise Complaint(say("{span}: must be a span such as 90m, 48h, 3d or 1w", span=text), "bad_span", text)
    return timedelta(**{_UNITS[match[2]]: int(match[1])})
