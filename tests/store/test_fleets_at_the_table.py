"""Real rulesets at the table: hidden launches of ``wave``, two frigates of ``line`` with sheets as a forum has them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from admiralty.rulesets import find
from admiralty.run.replay import verify
from store.commands import EVENING, Shell

MARK = "zanzibar"


def opened(folder: Path, ruleset: str, example: str, **more: Any) -> Shell:
    shell = Shell(folder, find)
    shell.open(tomllib.loads(find(ruleset).examples[example]) | more)
    return shell


@pytest.fixture
def frigates(folder: Path) -> Shell:
    return opened(folder, "line", "two_frigates")


def test_a_sheet_in_russian_with_a_header_is_read_and_a_fault_names_its_line(frigates: Shell) -> None:
    frigates.run("submit", "duel", "A", "-", key="A", stdin=f"вопрос: {frigates.handle}\nLynx движение +3\n".encode())
    assert frigates.code == 0
    frigates.run("check-orders", "duel", "B", "-", stdin=f"question: {frigates.handle}\n\nHeron fly\n".encode())
    assert frigates.code == 1
    assert "line 3" in frigates.said


def test_an_illegal_movement_order_is_sent_back_or_becomes_a_hold_told_to_its_owner_alone(frigates: Shell) -> None:
    sheet = f"question: {frigates.handle}\nLynx move +9\n".encode()
    frigates.run("submit", "duel", "A", "-", key="A", stdin=sheet)
    assert (frigates.code, "[move_over_engine, L-17]" in frigates.said) == (1, True)
    frigates.run("submit", "duel", "A", "-", "--anyway", key="A", stdin=sheet)
    assert frigates.code == 0
    frigates.now = EVENING
    frigates.run("close", "duel", key="master")
    heard = [frigates.run("view", "duel", "--side", "B", key="B"), frigates.run("export", "duel", "--as", "json")]
    assert not any(word in said for said in heard for word in ("order_held", "move_over_engine", "+9"))
    assert "order_held" in frigates.run("view", "duel", "--side", "A", key="A")


def test_what_the_rules_hold_against_an_order_names_its_line_too(frigates: Shell) -> None:
    """L-57: a line that is not understood hides nothing of the others."""
    sheet = f"вопрос: {frigates.handle}\n\nLynx движение +9\nLynks движние +1\nHeron ожидание.\n".encode()
    frigates.run("check-orders", "duel", "A", "-", stdin=sheet, lang="ru")
    assert frigates.code == 1
    places = [line.split(" = ")[0] for line in frigates.said.splitlines()]
    assert places == ["строка 4", "строка 3, Lynx", "строка 5, Heron"]


def heard(shell: Shell, side: str) -> Iterator[str]:
    for words in (
        ("questions", "duel"),
        ("view", "duel", "--side", side),
        ("view", "duel"),
        ("export", "duel", "--as", "json"),
        ("export", "duel", "--side", side, "--as", "text"),
        ("check-orders", "duel", side, str(shell.folder / "own.txt")),
        ("close", "duel"),
    ):
        shell.run(*words, key=side)
        yield f"{words[:2]} {shell.code} {shell.said}"


@pytest.mark.parametrize("fire", ["Lynx gun 0 at Heron", "# zanzibar\nLynx gun 1 at Heron", ""])
def test_nothing_of_pending_fire_orders_is_heard(folder: Path, fire: str) -> None:
    """Against a table that differs only in what A has sent."""
    found = []
    for name, sheet in (("one", "Lynx gun 0 at Heron"), ("two", fire)):
        (folder / name).mkdir()
        shell = opened(folder / name, "line", "two_frigates")
        shell.now = EVENING
        shell.run("close", "duel", key="master")
        text = f"question: {shell.handle}\n{sheet}\n".encode()
        shell.run("submit", "duel", "A", "-", "--anyway", key="A", stdin=text)
        assert shell.code == 0
        shell.file("own.txt", f"question: {shell.handle}\nHeron gun 0 at Lynx\n")
        found.append([said.replace(str(shell.folder), "") for said in heard(shell, "B")])
    assert found[0] == found[1]
    assert not any(MARK in said for said in found[1])


def test_late_and_sealed_are_switches_of_the_scenario(folder: Path) -> None:
    house = {"accept_late_until_publication": True, "sealed_orders": True}
    shell = opened(folder, "line", "two_frigates", house_rules=house)
    asked = shell.data("questions", "duel")
    assert (asked["house"]["late"], asked["sealed"]) == (True, True)


def test_a_hidden_launch_is_answered_by_tables_closed_and_verified(folder: Path) -> None:
    shell = opened(folder, "wave", "hidden_launch")
    cap = shell.file("blue.toml", f'question = "{shell.handle}"\ncap = [{{ launcher = "ardent", count = 6 }}]\n')
    fighters = '[{ launcher = "furnace", count = 6 }]'
    strike = f'question = "{shell.handle}"\n[[waves]]\ntarget = "{first_target(shell)}"\nfighters = {fighters}\n'
    shell.run("submit", "duel", "blue", cap, key="blue")
    assert shell.code == 0
    shell.run("submit", "duel", "red", shell.file("red.toml", strike), key="red")
    assert shell.code == 0
    shell.now = EVENING
    assert shell.data("close", "duel", key="master")["result"]["missing"] == []
    assert shell.run("export", "duel", "--as", "bbcode")
    shell.run("reveal-seed", "duel", key="master")
    assert verify(shell.run("export", "duel", "--as", "replay"), find).ok


def first_target(shell: Shell) -> str:
    forms = {one["side"]: one["form"] for one in shell.data("questions", "duel")["waiting"]}
    target: str = forms["red"]["targets"][0]
    return target
