"""Odds as plain data for programs: chances as numbers from 0 to 1, and how sure they are."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from admiralty.run.distribution import Certainty, Distribution, outcome_text, wilson

from .odds import kind, mean_half_width

UNIT = "probability"


def odds_data(found: Iterable[Distribution]) -> dict[str, dict[str, Any]]:
    """Measure, named as its sheet names it, to its data."""
    return {distribution.name: distribution_data(distribution) for distribution in found}


def distribution_data(distribution: Distribution) -> dict[str, Any]:
    """One distribution: its unit, chances by outcome, mean and deviation of numbers, the chance of a yes.

    Sampled chances come with their 99 % intervals, exact fractions also as "p/q" texts.
    """
    chances = {outcome_text(outcome): _number(chance) for outcome, chance in distribution.items()}
    data: dict[str, Any] = {"unit": UNIT, "certainty": certainty_data(distribution.certainty), "chances": chances}
    if any(isinstance(chance, Fraction) for chance in distribution.values()):
        data["fractions"] = distribution.plain()
    if distribution.certainty.kind == "sampled":
        battles = distribution.certainty.battles
        data["intervals"] = {outcome: list(wilson(chance, battles)) for outcome, chance in chances.items()}
    return data | _summary(distribution)


def certainty_data(certainty: Certainty) -> dict[str, Any]:
    """How sure chances are: "exact", "bounded" by the weight lost, or "sampled" from so many battles."""
    if certainty.kind == "sampled":
        return {"kind": "sampled", "battles": certainty.battles, "interval_level": 0.99}
    if certainty.kind == "bounded":
        return {"kind": "bounded", "lost": certainty.lost}
    return {"kind": "exact"}


def _summary(distribution: Distribution) -> dict[str, Any]:
    what = kind(distribution) if len(distribution) else "word"
    if what == "yes":
        return {"chance": _number(distribution.chance(True))}
    if what == "number":
        width = mean_half_width(distribution)
        mean = {"mean": _number(distribution.mean), "deviation": distribution.deviation}
        return mean | ({"mean_half_width": width} if width else {})
    return {}


def _number(chance: Any) -> float:
    return float(chance)


__all__ = ["certainty_data", "distribution_data", "odds_data"]
