"""A distribution of one measure, and how sure it is."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal

from ..core.ruleset import Reading

Chance = Any
"""A double or a ``Fraction``."""
Kind = Literal["exact", "bounded", "sampled"]


@dataclass(frozen=True)
class Certainty:
    """How sure numbers are: exact; exact but for ``lost`` weight that was dropped; or sampled from ``battles``."""

    kind: Kind = "exact"
    lost: float = 0.0
    battles: int = 0

    def half_width(self, chance: float) -> float:
        """How far a shown chance may be off: 0 if exact, the lost weight if bounded, and for a sample the larger
        half of a 99 % Wilson interval."""
        if self.kind == "exact":
            return 0.0
        if self.kind == "bounded":
            return self.lost
        low, high = wilson(chance, self.battles)
        return max(chance - low, high - chance)


def wilson(chance: float, battles: int, z: float = 2.5758293035489004) -> tuple[float, float]:
    """Wilson's interval for a chance estimated from so many battles; 99 % by default."""
    if not battles:
        return 0.0, 1.0
    square = z * z / battles
    middle = (chance + square / 2) / (1 + square)
    spread = z / (1 + square) * (chance * (1 - chance) / battles + square / (4 * battles)) ** 0.5
    return max(0.0, middle - spread), min(1.0, middle + spread)


@dataclass(frozen=True)
class Distribution(Mapping[Reading, Chance]):
    """Outcome -> chance, outcomes in order; chances sum to 1 (but for dropped weight)."""

    name: str
    chances: Mapping[Any, Any]
    certainty: Certainty = field(default_factory=Certainty)

    def __getitem__(self, outcome: Reading) -> Chance:
        return self.chances[outcome]

    def __iter__(self) -> Iterator[Reading]:
        return iter(self.chances)

    def __len__(self) -> int:
        return len(self.chances)

    def chance(self, outcome: Reading) -> Chance:
        """The chance of an outcome, 0 if it cannot happen."""
        return self.chances.get(outcome, 0)

    def at_least(self, number: int) -> Chance:
        """The chance of a number or more."""
        return sum((chance for outcome, chance in self._numbers() if outcome >= number), start=self._zero())

    def at_most(self, number: int) -> Chance:
        """The chance of a number or less."""
        return sum((chance for outcome, chance in self._numbers() if outcome <= number), start=self._zero())

    @property
    def mean(self) -> Chance:
        """The mean of a measure of numbers (or of yes/no: the chance of yes)."""
        total = sum(self.chances.values())
        return sum((outcome * chance for outcome, chance in self._numbers()), start=self._zero()) / total

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        mean = self.mean
        total = sum(self.chances.values())
        square = sum((outcome - mean) ** 2 * chance for outcome, chance in self._numbers()) / total
        return math.sqrt(square)

    def quantile(self, share: float) -> int:
        """The least number that is reached or undercut with at least this chance."""
        below, numbers = self._zero(), self._numbers()
        for outcome, chance in numbers:
            below += chance
            if below >= share * (1 - 1e-12):
                return outcome
        return numbers[-1][0]

    @property
    def numeric(self) -> bool:
        """Whether outcomes are numbers (yes/no counts as 1/0)."""
        return all(isinstance(outcome, int) for outcome in self.chances)

    def plain(self) -> dict[str, Any]:
        """Outcome -> chance with text keys, for JSON and tables; exact chances are "p/q" texts."""
        return {
            outcome_text(outcome): str(chance) if isinstance(chance, Fraction) else chance
            for outcome, chance in self.chances.items()
        }

    def _numbers(self) -> list[tuple[int, Any]]:
        if not self.numeric:
            raise TypeError(f"{self.name} is not a number")
        return [(int(outcome), chance) for outcome, chance in self.chances.items()]

    def _zero(self) -> Any:
        return Fraction(0) if any(isinstance(chance, Fraction) for chance in self.chances.values()) else 0.0

    def _repr_html_(self) -> str:
        from html import escape

        rows = "".join(
            f"<tr><td>{escape(outcome_text(outcome))}</td><td>{float(chance):.6g}</td></tr>"
            for outcome, chance in self.chances.items()
        )
        return f"<table><caption>{escape(self.name)}</caption><tr><th>outcome</th><th>chance</th></tr>{rows}</table>"


def ordered(chances: Mapping[Any, Any]) -> dict[Any, Any]:
    """Outcomes in reading order: numbers by size, texts by alphabet."""
    return {outcome: chances[outcome] for outcome in sorted(chances, key=_order)}


def _order(outcome: Any) -> tuple[Any, ...]:
    return tuple(map(_rank, outcome)) if isinstance(outcome, tuple) else _rank(outcome)


@lru_cache(maxsize=65536)
def _rank(outcome: Any) -> tuple[int, Any]:
    if isinstance(outcome, bool | int):
        return 0, int(outcome)
    text = str(outcome)
    return (0, int(text)) if text.lstrip("-").isdigit() else (1, text)


def outcome_text(outcome: Any) -> str:
    """An outcome as text: yes/no as true/false, joint outcomes "a,b"."""
    if isinstance(outcome, tuple):
        return ",".join(outcome_text(part) for part in outcome)
    if isinstance(outcome, bool):
        return "true" if outcome else "false"
    return str(outcome)
