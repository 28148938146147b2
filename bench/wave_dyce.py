"""Waves at a Starbase in dyce. No CAP fighters are stacked here: there are never more of them than of Strike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from . import wave_numbers as numbers
from .ask import Run

Wave = Callable[[int], tuple[Any, Any]]
"""CAP at the start of a wave -> CAP left and damage dealt, independent of each other."""

ALL: Any = Fraction(0)
"""``expand`` leaves unlikely branches out unless told otherwise."""


def by_waves(cap: int, sizes: Sequence[int]) -> Run:
    """Each wave an ``expand`` of the states (CAP, damage dealt)."""
    from dyce import H, expand

    def after(result: Any, wave: Wave) -> Any:
        cap, dealt = result.outcome
        left, damage = wave(cap)
        return _together(left, damage + dealt)

    def run() -> Any:
        state = H({(cap, 0): 1})
        for wave in _waves(sizes):
            state = expand(after, state, min_path_probability=ALL, wave=wave)
        return state

    return run


def factored(cap: int, sizes: Sequence[int]) -> Run:
    """Each wave an ``expand`` of the CAP alone, with the damage dealt so far given that CAP."""
    from dyce import H, expand

    def after(result: Any, wave: Wave, dealt: dict[int, Any]) -> Any:
        left, damage = wave(result.outcome)
        return _together(left, dealt[result.outcome] + damage)

    def run() -> Any:
        state = H({(cap, 0): 1})
        for wave in _waves(sizes):
            caps, dealt = _apart(state)
            state = expand(after, caps, min_path_probability=ALL, wave=wave, dealt=dealt)
        return state

    return run


def _together(left: Any, dealt: Any) -> Any:
    """Two independent results as one."""
    from dyce import H

    pairs = product(left.items(), dealt.items())
    return H({(cap, damage): one * other for (cap, one), (damage, other) in pairs})


def _apart(state: Any) -> tuple[Any, dict[int, Any]]:
    """CAP left, and for each CAP left the damage dealt so far."""
    from dyce import H

    rows: dict[int, dict[int, int]] = {}
    for (cap, damage), count in state.items():
        rows.setdefault(cap, {})[damage] = count
    caps = H({cap: sum(row.values()) for cap, row in rows.items()})
    return caps, {cap: H(row).lowest_terms() for cap, row in rows.items()}


def _waves(sizes: Sequence[int]) -> list[Wave]:
    from dyce import H

    blows = _blows()
    guns = H({0: 1})
    for tenths in numbers.flak(len(sizes)):
        guns = guns + _coin(tenths)
    return [_wave(size, number > 0, guns, blows) for number, size in enumerate(sizes)]


def _wave(size: int, tired: bool, guns: Any, blows: Callable[[int], Any]) -> Wave:
    from dyce import expand

    @cache
    def wave(cap: int) -> tuple[Any, Any]:
        fights = min(cap, size)
        lost = _hits(fights, numbers.return_fire(cap, size))
        strike = (_hits(fights, numbers.intercept(tired)) + guns).apply(lambda hits: max(0, size - hits))
        damage = expand(lambda result: blows(result.outcome), strike, min_path_probability=ALL)
        return lost.apply(lambda hits: cap - hits), damage

    return wave


def _blows() -> Callable[[int], Any]:
    """The damage of so many attackers, each found from one fewer."""
    from dyce import H

    @cache
    def blows(attackers: int) -> Any:
        return blows(attackers - 1) + H(numbers.BLOWS) if attackers else H({0: 1})

    return blows


def _coin(tenths: int) -> Any:
    from dyce import H

    return H({0: 10 - tenths, 1: tenths})


def _hits(dice: int, tenths: int) -> Any:
    """Hits of some dice; dyce's sum of no dice has no outcome at all, ours is 0."""
    from dyce import H

    return dice @ _coin(tenths) if dice else H({0: 1})
