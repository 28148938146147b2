"""Commands run in this process, with the toy ruleset installed as a plugin would be."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from admiralty import rulesets
from admiralty.cli import app

EXAMPLES = Path(__file__).parents[2] / "examples"
STRIKE = EXAMPLES / "carrier_strike.toml"
SEED = "0123456789abcdef" * 4

TOY = """
ruleset = "toy"
title = "Two gunners"
points = [2, 1]
rounds = 3
may_give_up = true
"""


@pytest.fixture(autouse=True)
def plugin(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy ruleset, found by its name."""
    found = {"toy": EntryPoint("toy", "toy:TOY", rulesets.GROUP)}
    monkeypatch.setattr(rulesets, "_plugins", lambda: found)


@pytest.fixture(autouse=True)
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test works in an empty directory of its own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def toy(workshop: Path) -> Path:
    """A toy scenario in a file."""
    file = workshop / "toy.toml"
    file.write_text(TOY, encoding="utf-8")
    return file


Run = Callable[..., Any]


@pytest.fixture
def run() -> Run:
    """Run a command: ``run("odds", file, "--json")``; checks the exit code, and that no error but an exit came."""

    def command(*arguments: object, code: int = 0, typed: str | None = None) -> Any:
        result = CliRunner().invoke(app, [str(argument) for argument in arguments], input=typed)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        assert result.exit_code == code, result.output
        assert "Traceback" not in result.output
        return result

    return command


@pytest.fixture
def data(run: Run) -> Run:
    """Run a command with ``--json`` and read what it prints."""

    def command(*arguments: object, code: int = 0) -> Any:
        return json.loads(run(*arguments, "--json", code=code).stdout)

    return command
