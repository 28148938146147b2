"""Waves at a Starbase in icepool. No CAP fighters are stacked here: there are never more of them than of Strike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from . import wave_numbers as numbers
from .ask import Run

Wave = Callable[[int], tuple[Any, Any]]
"""CAP at the start of a wave -> CAP left and damage dealt, independent of each other."""


def by_steps(cap: int, sizes: Sequence[int]) -> Run:
    """The steps of the rules, each a ``map`` over the states (CAP, Strike, damage dealt)."""
    import icepool  # type: ignore[import-untyped]

    blow = icepool.Die(numbers.BLOWS)
    guns = sum((icepool.coin(tenths, 10) for tenths in numbers.flak(len(sizes))), icepool.Die([0]))

    def run() -> Any:
        state = icepool.Die([(cap, 0)])
        for number, size in enumerate(sizes):
            state = icepool.map(_dogfight(icepool, size, number > 0), state, star=True)
            state = icepool.map(
                lambda c, s, d: icepool.tupleize(c, (s - guns).clip(min_outcome=0), d), state, star=True
            )
            state = icepool.map(lambda c, s, d: icepool.tupleize(c, d + (s @ blow)), state, star=True)
        return state

    return run


def _shot(strike: int, guns: Any) -> Any:
    return (strike - guns).clip(min_outcome=0)


def _dogfight(icepool: Any, size: int, tired: bool) -> Callable[[int, int], Any]:
    def fought(cap: int, dealt: int) -> Any:
        fights = min(cap, size)
        lost = fights @ icepool.coin(numbers.return_fire(cap, size), 10)
        killed = fights @ icepool.coin(numbers.intercept(tired), 10)
        return icepool.tupleize(cap - lost, size - killed, dealt)

    return fought


def by_waves(cap: int, sizes: Sequence[int]) -> Run:
    """Each wave a ``map`` over the states (CAP, damage dealt)."""
    import icepool

    def run() -> Any:
        state = icepool.Die([(cap, 0)])
        for wave in _waves(icepool, sizes):
            state = icepool.map(_after(icepool, wave), state, star=True)
        return state

    return run


def _after(icepool: Any, wave: Wave) -> Callable[[int, int], Any]:
    def after(cap: int, dealt: int) -> Any:
        left, damage = wave(cap)
        return icepool.tupleize(left, damage + dealt)

    return after


def factored(cap: int, sizes: Sequence[int]) -> Run:
    """Each wave a ``map`` over the CAP alone, with the damage dealt so far given that CAP."""
    import icepool

    def run() -> Any:
        state = icepool.Die([(cap, 0)])
        for wave in _waves(icepool, sizes):
            caps, dealt = _apart(icepool, state)
            state = icepool.map(_after_all(icepool, wave, dealt), caps)
        return state

    return run


def _after_all(icepool: Any, wave: Wave, dealt: dict[int, Any]) -> Callable[[int], Any]:
    def after(cap: int) -> Any:
        left, damage = wave(cap)
        return icepool.tupleize(left, dealt[cap] + damage)

    return after


def _apart(icepool: Any, state: Any) -> tuple[Any, dict[int, Any]]:
    """CAP left, and for each CAP left the damage dealt so far."""
    rows: dict[int, dict[int, int]] = {}
    for (cap, damage), quantity in state.items():
        rows.setdefault(cap, {})[damage] = quantity
    caps = icepool.Die({cap: sum(row.values()) for cap, row in rows.items()})
    return caps, {cap: icepool.Die(row).simplify() for cap, row in rows.items()}


def _waves(icepool: Any, sizes: Sequence[int]) -> list[Wave]:
    blow = icepool.Die(numbers.BLOWS)
    guns = sum((icepool.coin(tenths, 10) for tenths in numbers.flak(len(sizes))), icepool.Die([0]))
    return [_wave(icepool, size, number > 0, guns, blow) for number, size in enumerate(sizes)]


def _wave(icepool: Any, size: int, tired: bool, guns: Any, blow: Any) -> Wave:
    @cache
    def wave(cap: int) -> tuple[Any, Any]:
        fights = min(cap, size)
        lost = fights @ icepool.coin(numbers.return_fire(cap, size), 10)
        killed = fights @ icepool.coin(numbers.intercept(tired), 10)
        strike = _shot(size - killed, guns)
        return cap - lost, strike @ blow

    return wave
