"""What is loaded, and what is said, before any work is done."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import admiralty
from admiralty.cli import COMMANDS

HEAVY = ("altair", "jinja2", "msgspec", "numpy", "polib", "rich", "scipy", "sqlalchemy", "vl_convert")


@pytest.mark.parametrize("program", ["import admiralty", "import admiralty.cli"])
def test_starting_loads_nothing_heavy(program: str) -> None:
    ask = f"{program}; import sys; print([name for name in {HEAVY} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"


def test_help_loads_nothing_heavy() -> None:
    ask = (
        "import sys; from admiralty.cli import main; sys.argv[1:] = ['--help']\n"
        "try: main()\n"
        f"except SystemExit: print([name for name in {HEAVY} if name in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    assert found.stdout.endswith("[]\n")


def test_help_names_every_command(run: Any) -> None:
    listed = run("--help").output
    assert all(f"\n  {command.__name__} " in listed for command in COMMANDS)


@pytest.mark.parametrize("command", [command.__name__ for command in COMMANDS])
def test_every_command_has_help_a_language_and_json(run: Any, command: str) -> None:
    said = run(command, "--help").output
    assert "--json" in said
    assert "--lang" in said


def test_the_version_is_the_packages(run: Any) -> None:
    from importlib.metadata import version

    assert run("--version").output == f"admiralty {version('admiralty')}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["odd"],
        ["odds"],
        ["odds", "x.toml", "--nonsense"],
        ["odds", "x.toml", "--sample", "0"],
        ["rules", "--lang", "xx"],
    ],
)
def test_wrong_usage_is_exit_code_2(run: Any, arguments: list[str]) -> None:
    run(*arguments, code=2)


def test_every_public_name_can_be_had() -> None:
    assert all(getattr(admiralty, name) is not None for name in admiralty.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'battleship'"):
        admiralty.battleship  # noqa: B018
