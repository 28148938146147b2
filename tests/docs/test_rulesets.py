"""The pages of the rulesets are complete and true: every rule has its code and its test, every field and switch of a
scenario, every measure and every code of a refusal has its line."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from admiralty.rulesets import find
from admiralty.run.battle import load

from .session import ROOT, blocks
from .shapes import rows

LETTERS = {"wave": "W", "duel": "D", "line": "L"}
NUMBERS = {
    "wave": {*range(1, 18), *range(20, 40), *range(40, 59), *range(60, 69), 80, 81, 82, 90, 91, 95, 96},
    "duel": set(range(1, 40)),
    "line": set(range(1, 61)),
}
"""The rule numbers of each sheet."""
ALIKE = {"duel": ("LargeSystems",)}
"""Documents that are those of another line of the page, without a field."""
CITED = re.compile(r"\b([A-Z])-(\d+)\b(?:\s+to\s+\1-(\d+))?")

every_ruleset = pytest.mark.parametrize("name", LETTERS)


@cache
def page(name: str) -> str:
    return (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")


def table(name: str, heading: str) -> list[list[str]]:
    """The lines of all tables below a heading, as cells."""
    text = page(name).split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" |")] for line in lines]


def quoted(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def rules(name: str) -> dict[str, tuple[list[str], list[str]]]:
    """Rule -> the places of its code and its tests, as the page names them."""
    return {rule: (quoted(code), quoted(tests)) for rule, _, code, tests in table(name, "Rule, code, test")[1:]}


@every_ruleset
def test_every_rule_of_the_sheet_has_its_line(name: str) -> None:
    assert list(rules(name)) == [f"{LETTERS[name]}-{number}" for number in sorted(NUMBERS[name])]


@every_ruleset
def test_every_rule_has_code_that_cites_it(name: str) -> None:
    for rule, (places, _) in rules(name).items():
        assert places, rule
        for place in places:
            assert rule in cited(code_at(name, place)), f"{rule}: {place}"


def code_at(name: str, place: str) -> str:
    """The source of a function, a class or a table; for a file alone, its docstring and what stands in no function."""
    file, _, inside = place.partition(":")
    path = ROOT / "src/admiralty" / (file if file.startswith("store/") else f"rulesets/{name}/{file}")
    source = path.read_text(encoding="utf-8")
    if not inside:
        return source
    body = ast.parse(source).body
    for part in inside.split("."):
        node = next((one for one in body if part in names(one)), None)
        assert node is not None, place
        body = getattr(node, "body", [])
    return "\n".join(source.splitlines()[node.lineno - 1 : node.end_lineno])


def names(node: ast.AST) -> tuple[str, ...]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return (node.name,)
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return tuple(target.id for target in targets if isinstance(target, ast.Name))


def cited(text: str) -> set[str]:
    """The rules a text names, those within a span too."""
    found: set[str] = set()
    for letter, first, last in CITED.findall(text):
        found |= {f"{letter}-{number}" for number in range(int(first), int(last or first) + 1)}
    return found


@every_ruleset
def test_every_rule_has_a_test(name: str) -> None:
    golden = json.loads((ROOT / f"tests/golden/{name}.json").read_text(encoding="utf-8"))
    cases = {case["id"]: case["rules"] for case in golden}
    for rule, (_, tests) in rules(name).items():
        assert tests, rule
        for test in tests:
            assert rule in cases[test] if test in cases else test in known_tests(name), f"{rule}: {test}"


@cache
def known_tests(name: str) -> frozenset[str]:
    """The tests of a ruleset and of the table, as the page names them."""
    found = set()
    for folder, prefix in ((name, ""), ("store", "../store/")):
        for file in (ROOT / "tests" / folder).glob("test_*.py"):
            functions = re.findall(r"^def (test_\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
            found |= {f"{prefix}{file.name}::{function}" for function in functions}
    return frozenset(found)


@every_ruleset
def test_every_field_of_a_scenario_stands_there_with_range_and_default(name: str) -> None:
    shown = [tuple(line[:3]) for line in table(name, "Scenario") if line[0] != "field"]
    fields = [row for row in rows(find(name).scenario, ALIKE.get(name, ())) if not row.struct.startswith("House")]
    assert shown == [(f"`{row.name}`", row.kind, row.default) for row in fields]


@every_ruleset
def test_every_house_rule_stands_there_with_values_and_default(name: str) -> None:
    shown = [tuple(line[:3]) for line in table(name, "House rules") if line[0] != "switch"]
    switches = [row for row in rows(find(name).scenario) if row.struct.startswith("House")]
    assert shown == [(f"`{row.name}`", row.kind, row.default) for row in switches]


@every_ruleset
def test_every_field_has_a_meaning(name: str) -> None:
    for heading in ("Scenario", "House rules"):
        assert [line[0] for line in table(name, heading) if line[0] not in ("field", "switch") and not line[3]] == []


@every_ruleset
def test_every_measure_of_the_examples_has_its_line(name: str) -> None:
    shown = {measure.split(":")[0] for line in table(name, "Measures") for measure in quoted(line[0])}
    rules = find(name)
    battles = [load(tomllib.loads(text), find) for text in rules.examples.values()]
    found = {one.name.split(":")[0] for battle in battles for one in rules.measures(battle.opening)}
    assert shown == found


@every_ruleset
def test_every_code_of_a_refusal_has_its_line(name: str) -> None:
    shown = {code for line in table(name, "Refusals") for code in quoted(line[0])}
    assert set(codes(ROOT / "src/admiralty/rulesets" / name)) <= shown


def codes(folder: Path) -> Iterator[str]:
    """The codes that faults are made with, where they stand as they are: ``Fault("code", ...)``, ``fault("code")``."""
    for file in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                code = node.args[0]
                if node.func.id.lower() in ("fault", "fail") and isinstance(code, ast.Constant):
                    yield code.value


@every_ruleset
def test_no_code_is_made_up(name: str) -> None:
    """Every code on the page is a word of the ruleset's sources or of the table's."""
    files = [*(ROOT / "src/admiralty/rulesets" / name).rglob("*.py"), *(ROOT / "src/admiralty/store").glob("*.py")]
    written = "\n".join(file.read_text(encoding="utf-8") for file in files)
    unknown = {
        code
        for line in table(name, "Refusals")
        for code in quoted(line[0])
        if not re.search(rf"\b{re.sub('[0-9]+$', '', code)}", written)
    }
    assert unknown == set()


@every_ruleset
def test_commands_of_the_page_are_commands(name: str) -> None:
    (commands,) = (block for block in blocks(page(name)) if block.language == "sh")
    assert all(line.startswith("admiralty ") for line in commands.text.splitlines())
