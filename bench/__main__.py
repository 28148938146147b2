"""``python -m bench [GROUP ...] [--out FILE]``: ask every question, show a table, keep it in bench/results.md.

Each way of answering has a process of its own, one after another, and is stopped after a minute. With group names
only those are asked, and nothing is kept unless ``--out`` says where.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .ask import Group, Question
from .groups import NAMES, group
from .table import Row, markdown, show

RESULTS = Path(__file__).parent / "results.md"
LIMIT = 60
"""Seconds that one way of answering may take in its first run."""

SLACK = 15
"""Seconds more for starting, preparing and repeating."""


def main() -> int:
    """0 if every way answered, ran out of time or is not installed; 1 if one failed."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="How fast Admiralty answers.")
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=f"any of: {', '.join(NAMES)}")
    parser.add_argument("--out", type=Path, help="where to keep the results (all groups: bench/results.md)")
    options = parser.parse_args()
    unknown = [name for name in options.groups if name not in NAMES]
    if unknown:
        parser.error(f"no such group: {', '.join(unknown)}; known are {', '.join(NAMES)}")
    out = options.out or (None if options.groups else RESULTS)
    start = time.perf_counter()
    found = [(chosen, list(asked(chosen))) for chosen in map(group, options.groups or NAMES)]
    if out:
        out.write_text(markdown(found, time.perf_counter() - start, LIMIT), encoding="utf-8")
    return int(any(row.failed for _, rows in found for row in rows))


def asked(chosen: Group) -> Iterator[Row]:
    """The rows of a group, each shown as soon as it is there."""
    show(chosen.title)
    for question in chosen.questions:
        first: Row | None = None
        for number, way in enumerate(question.ways):
            row = Row(question, way, outcome(chosen, question, number), first)
            first = first or row
            show(row)
            yield row


def outcome(chosen: Group, question: Question, way: int) -> dict[str, Any]:
    """What a process of its own found out, or why it did not."""
    command = [sys.executable, "-m", "bench.worker", chosen.name, question.key, str(way)]
    root = Path(__file__).parents[1]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=root, start_new_session=True
    ) as process:
        try:
            told, errors = process.communicate(timeout=LIMIT + SLACK)
        except subprocess.TimeoutExpired:
            _end(process)
            return {"over": LIMIT}
        except BaseException:
            _end(process)
            raise
    if process.returncode:
        return {"failed": errors.strip().splitlines()[-1] if errors.strip() else "no message"}
    result: dict[str, Any] = json.loads(told)
    return {"over": LIMIT} if min(result.get("times", [0])) > LIMIT else result


def _end(process: subprocess.Popen[str]) -> None:
    """End a process with the workers it has started."""
    if hasattr(os, "killpg"):
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


if __name__ == "__main__":
    sys.exit(main())
