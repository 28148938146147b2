"""Fleets: L-1 to L-3. Each battle is checked by itself; nothing carries over (L-3)."""

from __future__ import annotations

from collections.abc import Sequence

from .catalogue import FLEET_MASS, SHIP_MASS
from .design import Design, design_faults


def fleet_faults(tonnages: Sequence[int], limit: int = FLEET_MASS) -> list[str]:
    """L-1: the faults of a fleet as a whole. A fleet under the limit is legal, one without ships is not."""
    if not tonnages:
        return ["fleet_empty"]
    return [f"fleet_over_{limit}"] if sum(tonnages) > limit else []


def all_faults(designs: Sequence[Design], limit: int = FLEET_MASS, ship_limit: int = SHIP_MASS) -> list[str]:
    """The fleet's own faults and those of its ships, written ``ship<n>:<code>`` with n from 1; sorted."""
    codes = fleet_faults([design.tonnage for design in designs], limit)
    for number, design in enumerate(designs, 1):
        codes += [f"ship{number}:{code}" for code in design_faults(design, ship_limit=ship_limit)]
    return sorted(codes)
