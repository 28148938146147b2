"""The README and the pages in docs say what is so: every block that can be run is run, in order, in one directory.

A block of ``sh`` must succeed, of ``sh refused`` must exit with 1; ``text`` right after it must stand in what it
printed. A block with a file's name behind its language is that file.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from .conftest import EXAMPLES

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = ("README.md", "docs/tutorial.md", "docs/write-a-ruleset.md", "docs/wave.md", "docs/duel.md", "docs/line.md")


class Block(NamedTuple):
    """A fenced block: its language and what stands behind it."""

    language: str
    more: str
    text: str


def blocks(page: str) -> list[Block]:
    text = (ROOT / page).read_text(encoding="utf-8")
    return [Block(*info.partition(" ")[::2], body) for info, body in BLOCK.findall(text)]


def run(block: Block, workshop: Path) -> subprocess.CompletedProcess[str]:
    line = ["sh", "-ec"] if block.language == "sh" else [sys.executable, "-c"]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(workshop), "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [*line, block.text], cwd=workshop, env=environment, capture_output=True, text=True, encoding="utf-8"
    )


@pytest.mark.parametrize("page", PAGES)
def test_a_page_does_what_it_says(page: str, workshop: Path) -> None:
    printed = ""
    for block in blocks(page):
        if block.language in ("toml", "json", "python") and block.more:
            (workshop / block.more).write_text(block.text, encoding="utf-8")
        elif block.language in ("sh", "python"):
            done = run(block, workshop)
            assert done.returncode == (1 if block.more == "refused" else 0), block.text + done.stdout + done.stderr
            assert "Traceback" not in done.stderr, done.stderr
            printed = done.stdout
        elif block.language == "text":
            assert block.text in printed


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_something_to_run(page: str) -> None:
    assert any(block.language in ("sh", "python") for block in blocks(page))


def test_the_readmes_numbers_are_what_its_code_prints(workshop: Path) -> None:
    (code,) = (block for block in blocks("README.md") if block.language == "python")
    (workshop / "carrier_strike.toml").write_bytes((EXAMPLES / "carrier_strike.toml").read_bytes())
    promised = re.findall(r"^print\(.*\) +# (\S+)$", code.text, re.MULTILINE)
    assert promised
    assert set(promised) <= set(run(code, workshop).stdout.split())


def test_the_readmes_scenario_is_the_example() -> None:
    (scenario,) = (block for block in blocks("README.md") if block.language == "toml" and not block.more)
    assert tomllib.loads(scenario.text) == tomllib.loads((EXAMPLES / "carrier_strike.toml").read_text(encoding="utf-8"))


def test_the_readme_opens_with_the_two_commands() -> None:
    first = blocks("README.md")[0].text
    assert [line.split("  ")[0] for line in first.splitlines()] == ["make demo", "make test"]


@pytest.mark.parametrize("page", ["README.md", *(f"docs/{file.name}" for file in sorted((ROOT / "docs").glob("*.md")))])
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if "://" not in link:
            assert (ROOT / page).parent.joinpath(link).exists(), link
