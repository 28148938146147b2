"""How long it takes to begin: each run is a new process, files in the system's cache."""

from __future__ import annotations

import subprocess
import sys

from .ask import OURS, Group, Question, Run, Way


def _process(*arguments: str) -> Run:
    command = [sys.executable, *arguments]

    def run() -> None:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

    return run


def _importing(module: str) -> Way:
    return Way(module, f"`import {module}`", lambda: _process("-c", f"import {module}"))


GROUP = Group(
    "startup",
    "Start-up",
    (
        Question(
            "help",
            "`admiralty --help`",
            (
                Way(OURS, "the command", lambda: _process("-m", "admiralty", "--help")),
                Way("python", "an empty program", lambda: _process("-c", "pass")),
            ),
        ),
        Question("import", "importing the library", tuple(map(_importing, (OURS, "icepool", "dyce")))),
    ),
    ("Each run is a whole new process. The memory is that of the small process that started it.",),
)
