"""What the dice of a wave need, for libraries that know nothing of the rules: chances in tenths."""

from __future__ import annotations

BLOWS = {0: 10, 1: 6, 2: 2, 3: 1, 4: 1}
"""One attacker: HP dealt, in twentieths. It hits on 6+, and the damage die gives 1-6: 1, 7-8: 2, 9: 3, 10: 4 HP."""


def intercept(tired: bool) -> int:
    """CAP hits on 8+, tired CAP on 9+."""
    return 2 if tired else 3


def return_fire(cap: int, size: int) -> int:
    """Strike hits on 9+, at twice the CAP or more on 8+."""
    return 3 if size >= 2 * cap else 2


def flak(waves: int) -> tuple[int, ...]:
    """A Starbase, two Cruisers, two Destroyers; -1 at more than one wave."""
    return (7, 3, 3, 2, 2) if waves == 1 else (6, 2, 2, 1, 1)
