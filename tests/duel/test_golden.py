"""The cases of an independent calculation, each through the product's own phases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from admiralty.rulesets import find
from admiralty.run.check import check

CASES = json.loads((Path(__file__).parent.parent / "golden" / "duel.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    checked = check(case, "duel", find)
    assert checked.ok, (checked.about, checked.problem and str(checked.problem), checked.differences)
