"""Checks: roll a multiple of a percentile stat or less. D-5, D-7."""

from __future__ import annotations

from math import floor

from admiralty.core.pool import Check
from admiralty.core.table import Table

from .state import Craft, HouseRules
from .tables import ATTACKS, AUTO, DEFENSES, DODGE, Multiple

CERTAIN = 100


def attack_multiple(craft: Craft, attack: str) -> Multiple:
    """What an attack manoeuvre asks of this pilot (T1)."""
    return ATTACKS[attack].levels[craft.s_flight - 1]


def defense_multiple(rules: HouseRules, craft: Craft, defense: str) -> Multiple:
    """What a defence manoeuvre asks of this pilot (T2)."""
    if defense == "afterburner" and rules.afterburner_row == "never_worse":
        return AUTO
    return DEFENSES[defense].levels[craft.s_flight - 1]


def dodge_multiple(craft: Craft) -> Multiple:
    """What dodging a missile asks of this pilot (D-24)."""
    return DODGE[craft.s_flight - 1]


def limit(rules: HouseRules, multiple: Multiple, stat: int) -> int:
    """The number not to exceed on d100: floor(N x stat), held at ``check_cap`` (D-5). 100 where no check is needed."""
    if multiple == AUTO:
        return CERTAIN
    if multiple is None:
        return 0
    return min(rules.check_cap, floor(multiple * stat))


def passes(table: Table, check: Check, why: str, who: str) -> bool:
    """Make a check. What cannot fail or cannot succeed throws no die."""
    if check.limit >= check.sides or check.limit <= 0:
        return check.limit > 0
    return table.roll(check, why, who)
