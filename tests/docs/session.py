"""Pages of docs that are one long session at a terminal: blocks in order, in one shell, each with what it printed.

- ``sh`` runs and must succeed; ``sh refused`` must exit with 1. Exported variables live on, as in one terminal.
- ``text`` right after it is all it printed, errors too; a line ``…`` stands for lines that are left out.
- Any other block with a name behind its language is a file of that name.

Secret keys are random, so a page shows them as dots.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from . import warm

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
KEY = re.compile(r"\b[a-z2-7]{6}(?:-[a-z2-7]{6}){3}\b")
DOTS = "-".join(["••••••"] * 4)
LEFT_OUT = "…"


class Block(NamedTuple):
    """A fenced block: its language, what stands behind it, its text and where that lies on the page."""

    language: str
    more: str
    text: str
    start: int
    end: int


def blocks(page: str) -> Iterator[Block]:
    """The blocks of a page's text, in order."""
    for found in BLOCK.finditer(page):
        language, _, more = found[1].partition(" ")
        yield Block(language, more, found[2], found.start(2), found.end(2))


def same(shown: str, printed: str) -> bool:
    """Whether a page shows what was printed, but for the lines it leaves out."""
    parts = re.split(rf"^{LEFT_OUT}\n", shown, flags=re.MULTILINE)
    pattern = "(?:.*\n)*?".join(map(re.escape, parts))
    return re.fullmatch(pattern, printed) is not None


class Session:
    """A terminal in a directory of its own."""

    def __init__(self, folder: Path, server: Path) -> None:
        self._folder = folder
        tools = server.parent / "bin"
        tools.mkdir(exist_ok=True)
        command = tools / "admiralty"
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -I -S "{warm.__file__}" "{server}" ask "$@"\n')
        command.chmod(0o755)
        kept = {name: value for name, value in os.environ.items() if not name.startswith("ADMIRALTY_")}
        self._environment = {**kept, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}", "PYTHONIOENCODING": "utf-8"}
        self._exports = server.parent / "exports.sh"
        self._exports.write_text("")

    def write(self, block: Block) -> None:
        """Make the file that a block shows."""
        (self._folder / block.more).write_text(block.text, encoding="utf-8")

    def run(self, block: Block) -> tuple[int, str]:
        """Exit code and all that was printed, both streams in order."""
        script = f'. "{self._exports}"\nset -e\n{block.text}\nexport -p > "{self._exports}"\n'
        done = subprocess.run(
            ["sh", "-c", script],
            cwd=self._folder,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=120,
        )
        return done.returncode, KEY.sub(DOTS, done.stdout.decode())


@contextmanager
def terminal(folder: Path) -> Iterator[Session]:
    """A session below ``folder``, its commands served by one warm process."""
    place, work = folder / "server", folder / "work"
    work.mkdir()
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    with subprocess.Popen([sys.executable, warm.__file__, str(place)], env=environment) as server:
        try:
            while not place.exists():
                assert server.poll() is None
                try:
                    server.wait(0.05)
                except subprocess.TimeoutExpired:
                    continue
            yield Session(work, place)
        finally:
            server.terminate()
