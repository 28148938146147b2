"""Shared by all tests: the tests' own modules (``toy``) can be imported, hypothesis is repeatable."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).parent))

settings.register_profile("repeatable", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("repeatable")


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], set[str]]]:
    """The loops that are begun on arrays, which all of them are: their phases, and the fields that enter them."""
    from admiralty.run.spread import dense, loops
    from admiralty.run.spread.weights import Doubles

    found: list[tuple[list[str], set[str]]] = []

    class Seen(loops.Loop):
        def __init__(self, layout: Any, kernels: Any, phases: Any, entry: Any) -> None:
            fields = {".".join(map(str, layout.leaves[column])) for column in entry.columns}
            found.append(([kernel.phase.name for kernel in kernels], fields))
            super().__init__(layout, kernels, phases, entry)

    monkeypatch.setattr(dense, "Loop", Seen)
    monkeypatch.setattr(Doubles, "few", 1)
    return found
