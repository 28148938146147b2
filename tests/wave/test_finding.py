"""Rulesets are found by name: built in, from a plugin, or not at all with the near ones named."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from admiralty import rulesets
from admiralty.core.errors import Complaint
from admiralty.rulesets.wave import RULES


def plugins(monkeypatch: pytest.MonkeyPatch, **points: str) -> None:
    found = [EntryPoint(name, value, rulesets.GROUP) for name, value in points.items()]
    monkeypatch.setattr(rulesets, "entry_points", lambda group: found if group == rulesets.GROUP else [])


def test_a_built_in_ruleset_is_found_without_package_metadata(monkeypatch: pytest.MonkeyPatch) -> None:
    plugins(monkeypatch)
    assert rulesets.find("wave") is RULES
    assert "wave" in rulesets.names()


def test_a_plugin_is_found_by_its_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    plugins(monkeypatch, tidal="admiralty.rulesets.wave:RULES")
    assert rulesets.find("tidal") is RULES
    assert "tidal" in rulesets.names()


def test_a_plugin_never_takes_the_place_of_a_built_in_ruleset(monkeypatch: pytest.MonkeyPatch) -> None:
    plugins(monkeypatch, wave="os:sep")
    assert rulesets.find("wave") is RULES


@pytest.mark.parametrize("value", ["no_such_module:RULES", "os:no_such_name", "os:sep"])
def test_a_broken_plugin_is_a_complaint(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    plugins(monkeypatch, broken=value)
    with pytest.raises(Complaint) as caught:
        rulesets.find("broken")
    assert caught.value.code == "broken_ruleset"


@pytest.mark.parametrize("name", ["waev", "Wave", "wav"])
def test_a_near_miss_is_named_and_never_taken(name: str) -> None:
    with pytest.raises(Complaint) as caught:
        rulesets.find(name)
    assert caught.value.code == "unknown_ruleset"
    assert "did you mean wave?" in str(caught.value)


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(Complaint) as caught:
        rulesets.find("qqqqqq")
    assert "known are:" in str(caught.value)
    assert "wave" in str(caught.value)


EXAMPLES: list[Any] = sorted(RULES.examples.items())


@pytest.mark.parametrize(("name", "text"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_examples_in_the_package_and_in_the_examples_folder_are_the_same(name: str, text: str) -> None:
    folder = Path(__file__).parents[2] / "examples"
    assert (folder / f"{name}.toml").read_text(encoding="utf-8") == text
