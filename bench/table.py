"""The results as lines on a terminal and as Markdown."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from statistics import median
from typing import Any

from .ask import Group, Question, Way
from .timing import LONG, RUNS

LIBRARIES = ("admiralty", "msgspec", "numpy", "scipy", "icepool", "dyce", "nashpy")
HEAD = ("question", "who", "how", "cold", "of Admiralty's", "again", "of Admiralty's", "peak memory", "remark")


@dataclass(frozen=True)
class Row:
    """One way of answering with what came of it. ``first`` is the row of Admiralty's first way, None for itself."""

    question: Question
    way: Way
    outcome: dict[str, Any]
    first: Row | None

    @property
    def failed(self) -> bool:
        return "failed" in self.outcome

    @property
    def seconds(self) -> float | None:
        """The median with empty caches; None if there is no time."""
        return self._median("times")

    @property
    def again(self) -> float | None:
        """The median when asked again; None if it was not."""
        return self._median("again")

    def _median(self, key: str) -> float | None:
        times = self.outcome.get(key)
        return median(times) if times else None

    def cells(self) -> tuple[str, ...]:
        return (
            "" if self.first else self.question.text,
            self.way.who,
            self.way.how,
            self.time(),
            self.ratio(),
            duration(self.again) if self.again else "",
            times(self.again, self.first.again) if self.first else "",
            f"{self.outcome['memory']:.0f} MB" if "memory" in self.outcome else "",
            self.remark(),
        )

    def time(self) -> str:
        """The time, or the number a second, or why there is neither."""
        if "over" in self.outcome:
            return f"> {self.outcome['over']} s"
        if "missing" in self.outcome:
            return "not available"
        if self.seconds is None:
            return "FAILED"
        if self.question.unit:
            rate = self.question.amount / self.seconds
            return f"{rounded(rate)} {self.question.unit}/s ({duration(self.seconds)})"
        return duration(self.seconds)

    def ratio(self) -> str:
        """How many times the time of Admiralty's first way it took."""
        if self.first is None or self.first.seconds is None:
            return ""
        if "over" in self.outcome:
            return f"> {times(self.outcome['over'], self.first.seconds)}"
        return times(self.seconds, self.first.seconds)

    def remark(self) -> str:
        told = [self.outcome.get(key, "") for key in ("remark", "missing", "failed")]
        once = "" if self.outcome.get("warm", True) else "first run only"
        return "; ".join(text for text in (*told, once) if text)


def times(seconds: float | None, of: float | None) -> str:
    """How many times as long."""
    return f"{rounded(seconds / of)}x" if seconds and of else ""


def rounded(number: float) -> str:
    """Two digits, or three where whole ones are more."""
    return f"{number:,.0f}" if number >= 99.5 else f"{number:.2g}" if number >= 0.1 else f"{number:.1g}"


def duration(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size or unit == "µs":
            value = seconds / size
            return f"{value:.3g} {unit}" if value < 1000 else f"{value:.0f} {unit}"
    raise AssertionError(seconds)


def show(line: str | Row) -> None:
    """A line on the terminal, at once."""
    if isinstance(line, str):
        print(f"\n{line}", flush=True)
        return
    text, who, how, time, ratio, again, ratio_again, memory, remark = line.cells()
    if text:
        print(f"  {text}", flush=True)
    print(
        f"    {who:10} {how:52} {time:>26} {ratio:>8} {again:>9} {ratio_again:>8} {memory:>8}  {remark}".rstrip(),
        flush=True,
    )


def markdown(found: Sequence[tuple[Group, Sequence[Row]]], seconds: float, limit: int) -> str:
    """The whole page. Nothing in it tells a path or a machine's name."""
    parts = [*_introduction(seconds, limit)]
    for group, rows in found:
        parts += [f"## {group.title}", *group.notes, _table(rows)]
    return "\n\n".join(parts) + "\n"


def _introduction(seconds: float, limit: int) -> Iterable[str]:
    yield "# Benchmarks"
    yield f"Made by `make bench` on {date.today().isoformat()} in {seconds / 60:.0f} minutes. {_machine()}."
    yield (
        "Each row is a process of its own, one after another on an otherwise idle machine. The first run warms up "
        f"(imports, byte code) and is left out. Then come two medians of up to {RUNS} runs, each put to inputs made "
        "anew: **cold**, with every cache of every library emptied before it, outside the timing; and **again**, as "
        "when a program asks a second time, with whatever the libraries keep. First runs of over "
        f"{LONG:.0f} s are not repeated, and beyond {limit} s a row is given up. *Of Admiralty's* is the time as a "
        "multiple of the first row of the question: above 1x Admiralty is the faster. Peak memory is that of the whole "
        "process, with all its runs and libraries."
    )


def _machine() -> str:
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{os.cpu_count()} cores, {platform.machine()}, {python}; {', '.join(_versions())}"


def _versions() -> Iterable[str]:
    for name in LIBRARIES:
        try:
            yield f"{name} {version(name)}"
        except PackageNotFoundError:
            yield f"{name} not installed"


def _table(rows: Sequence[Row]) -> str:
    lines = [HEAD, tuple("---" for _ in HEAD), *(row.cells() for row in rows)]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
