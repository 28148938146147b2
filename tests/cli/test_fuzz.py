"""Whatever stands in a scenario file: an answer or a refusal, never a traceback."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from admiralty.cli import app

from .conftest import EXAMPLES, STRIKE

SCENARIO = tomllib.loads(STRIKE.read_text(encoding="utf-8"))
LEAVES = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | st.sampled_from(["cv", "red", "CV"])
)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
)


def places(document: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a document."""
    found = [path] if path else []
    items = (
        document.items() if isinstance(document, dict) else enumerate(document) if isinstance(document, list) else ()
    )
    for key, value in items:
        found += places(value, (*path, key))
    return found


def put(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A copy of a document with another value at a place."""
    copy = json.loads(json.dumps(document))
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return copy


def outcome(file: Path, *arguments: str) -> None:
    result = CliRunner().invoke(app, ["fight", str(file), "--json", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code in (0, 1), result.output
    if result.exit_code:
        assert json.loads(result.stdout)["refused"]


@settings(max_examples=60)
@given(place=st.sampled_from(places(SCENARIO)), value=VALUES)
def test_any_value_at_any_place(tmp_path_factory: Any, place: tuple[Any, ...], value: Any) -> None:
    file = tmp_path_factory.getbasetemp() / "fuzzed.json"
    document = put(SCENARIO, place, value)
    if place == ("ruleset",) and value not in (None, "wave"):
        document["ruleset"] = value
    file.write_text(json.dumps(document), encoding="utf-8")
    outcome(file)


@settings(max_examples=40)
@given(place=st.integers(0, len(STRIKE.read_bytes()) - 1), byte=st.integers(0, 255))
def test_any_byte_anywhere(tmp_path_factory: Any, place: int, byte: int) -> None:
    content = bytearray(STRIKE.read_bytes())
    content[place] = byte
    file = tmp_path_factory.getbasetemp() / "fuzzed.toml"
    file.write_bytes(bytes(content))
    outcome(file)


@settings(max_examples=20)
@given(start=st.integers(0, 40), text=st.text(max_size=40))
def test_any_replay_file(tmp_path_factory: Any, start: int, text: str) -> None:
    file = tmp_path_factory.getbasetemp() / "fuzzed.jsonl"
    header = '{"line":"header","format":"admiralty-replay-1","ruleset":"wave","version":1,"scenario":{},'
    file.write_bytes((header[:start] + text).encode("utf-8", "surrogatepass"))
    for command in ("verify", "replay", "fight"):
        result = CliRunner().invoke(app, [command, str(file), "--json"])
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        assert result.exit_code == 1, result.output


def test_the_examples_themselves_are_fought(tmp_path: Path) -> None:
    for file in EXAMPLES.glob("*.toml"):
        outcome(file, "--bots")
