"""Dice thrown together: what they can come to, with exact whole-number weights.

A pool is a hashable value. It knows three things: the physical dice it throws, how to read their faces, and the odds
of everything it can read. Law: reading thrown faces has exactly ``odds()``. What a pool reads is what the rule needs
(hits, a sum, an index), never a list of dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from math import comb, prod
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from .need import Need

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Faces = tuple[int, ...]


class Odds(Generic[T]):
    """Every outcome once with its whole-number weight. Weights are positive; their sum is ``total``."""

    def __init__(self, weights: Iterable[tuple[T, int]]) -> None:
        merged: dict[T, int] = {}
        for outcome, weight in weights:
            if weight:
                merged[outcome] = merged.get(outcome, 0) + weight
        self.weights = merged
        self.total = sum(merged.values())

    def __iter__(self) -> Iterator[tuple[T, int]]:
        return iter(self.weights.items())

    def __len__(self) -> int:
        return len(self.weights)

    def chance(self, outcome: T) -> Fraction:
        """The exact chance of an outcome; 0 if it cannot happen."""
        return Fraction(self.weights.get(outcome, 0), self.total)

    @cached_property
    def chances(self) -> dict[T, float]:
        """Every outcome with its chance as a double."""
        return {outcome: weight / self.total for outcome, weight in self}


class Pool(Protocol[T_co]):
    """What ``table.roll`` takes."""

    def dice(self) -> Faces:
        """The number of sides of each die, in the order the replay shows them."""

    def read(self, faces: Faces) -> T_co:
        """What faces in that order come to."""

    def odds(self) -> Odds[Any]:
        """Everything ``read`` can give, with exact weights."""


def throw(pool: Pool[Any], draw: Callable[[int], int]) -> Faces:
    """Throw the dice of a pool, ``draw(sides)`` for each."""
    return tuple(draw(sides) for sides in pool.dice())


def enumerated(pool: Pool[T]) -> Odds[T]:
    """Odds by looking at every combination of faces: for small pools, and to test the closed forms."""
    faces = product(*(range(1, sides + 1) for sides in pool.dice()))
    return Odds((pool.read(combination), 1) for combination in faces)


class Lot(msgspec.Struct, frozen=True):
    """A number of like dice that need the same."""

    count: int
    need: Need


class Hits(msgspec.Struct, frozen=True):
    """How many dice reach their number. Reads: int, 0 to the number of dice."""

    lots: tuple[Lot, ...]
    sides: int = 10

    def dice(self) -> Faces:
        return (self.sides,) * sum(lot.count for lot in self.lots)

    def needs(self) -> tuple[Need, ...]:
        """The need of each die in order."""
        return tuple(need for lot in self.lots for need in (lot.need,) * lot.count)

    def read(self, faces: Faces) -> int:
        hits, start = 0, 0
        for lot in self.lots:
            number, end = lot.need.value, start + lot.count
            hits += sum(face >= number for face in faces[start:end])
            start = end
        return hits

    def odds(self) -> Odds[int]:
        return _hit_odds(tuple((lot.count, lot.need.value) for lot in self.lots), self.sides)


def hits(*lots: tuple[int, Need], sides: int = 10) -> Hits:
    """A ``Hits`` pool of some like dice per need; lots of no dice fall away."""
    return Hits(tuple(Lot(count, need) for count, need in lots if count), sides)


@lru_cache(maxsize=4096)
def _hit_odds(lots: tuple[tuple[int, int], ...], sides: int) -> Odds[int]:
    weights = [1]
    for count, number in _sorted_lots(lots):
        good = min(sides, max(0, sides + 1 - number))
        bad = sides - good
        weights = _convolve(weights, [comb(count, k) * good**k * bad ** (count - k) for k in range(count + 1)])
    return Odds(enumerate(weights))


def _sorted_lots(lots: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
    """Lots of the same number joined: one binomial each."""
    joined: dict[int, int] = {}
    for count, number in lots:
        joined[number] = joined.get(number, 0) + count
    return sorted((count, number) for number, count in joined.items())


def _convolve(left: Sequence[int], right: Sequence[int]) -> list[int]:
    result = [0] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        if a:
            for j, b in enumerate(right, i):
                result[j] += a * b
    return result


class Sum(msgspec.Struct, frozen=True):
    """The total of some dice and a fixed bonus. Reads: int."""

    count: int
    sides: int
    bonus: int = 0

    def dice(self) -> Faces:
        return (self.sides,) * self.count

    def read(self, faces: Faces) -> int:
        return sum(faces) + self.bonus

    def odds(self) -> Odds[int]:
        return _sum_odds(self.count, self.sides, self.bonus)


@lru_cache(maxsize=1024)
def _sum_odds(count: int, sides: int, bonus: int) -> Odds[int]:
    weights = [1]
    for _ in range(count):
        weights = _convolve(weights, [0] + [1] * sides)
    return Odds((total + bonus, weight) for total, weight in enumerate(weights))


class Check(msgspec.Struct, frozen=True):
    """Roll a number or less. Reads: bool. ``need.value`` is not used: the limit is a roll-under number."""

    limit: int
    sides: int = 100

    def dice(self) -> Faces:
        return (self.sides,)

    def read(self, faces: Faces) -> bool:
        return faces[0] <= self.limit

    def odds(self) -> Odds[bool]:
        good = min(self.sides, max(0, self.limit))
        return Odds(((True, good), (False, self.sides - good)))


class Face(msgspec.Struct, frozen=True):
    """One die as it falls. Reads: int, 1 to sides."""

    sides: int

    def dice(self) -> Faces:
        return (self.sides,)

    def read(self, faces: Faces) -> int:
        return faces[0]

    def odds(self) -> Odds[int]:
        return Odds((face, 1) for face in range(1, self.sides + 1))


class Pick(msgspec.Struct, frozen=True):
    """One of several things by whole-number weights, with one die of as many sides. Reads: int, an index from 0."""

    weights: tuple[int, ...]

    def dice(self) -> Faces:
        return (sum(self.weights),)

    def read(self, faces: Faces) -> int:
        left = faces[0]
        for index, weight in enumerate(self.weights):
            left -= weight
            if left <= 0:
                return index
        raise ValueError(f"no face {faces[0]} on a die of {sum(self.weights)} sides")

    def odds(self) -> Odds[int]:
        return Odds(enumerate(self.weights))


class Chart(msgspec.Struct, frozen=True):
    """One die looked up on a printed chart: ``results[face - 1]``. Reads: int."""

    results: tuple[int, ...]

    def dice(self) -> Faces:
        return (len(self.results),)

    def read(self, faces: Faces) -> int:
        return self.results[faces[0] - 1]

    def odds(self) -> Odds[int]:
        return Odds((result, 1) for result in self.results)


class Together(msgspec.Struct, frozen=True):
    """Several pools in one throw. Reads: a tuple with what each of them reads."""

    pools: tuple[Any, ...]

    def dice(self) -> Faces:
        return tuple(sides for pool in self.pools for sides in pool.dice())

    def split(self, faces: Faces) -> tuple[Faces, ...]:
        """The faces of each pool."""
        parts, start = [], 0
        for pool in self.pools:
            end = start + len(pool.dice())
            parts.append(faces[start:end])
            start = end
        return tuple(parts)

    def read(self, faces: Faces) -> tuple[Any, ...]:
        return tuple(pool.read(part) for pool, part in zip(self.pools, self.split(faces), strict=True))

    def odds(self) -> Odds[tuple[Any, ...]]:
        return _joint_odds(self.pools)


@lru_cache(maxsize=1024)
def _joint_odds(pools: tuple[Any, ...]) -> Odds[tuple[Any, ...]]:
    combinations = product(*(pool.odds() for pool in pools))
    return Odds((tuple(outcome for outcome, _ in row), prod(weight for _, weight in row)) for row in combinations)


class Versus(msgspec.Struct, frozen=True):
    """An opposed roll: the higher total wins. Reads: int, +1 first side, 0 tie, -1 second side."""

    first: Sum
    second: Sum

    def dice(self) -> Faces:
        return self.first.dice() + self.second.dice()

    def read(self, faces: Faces) -> int:
        middle = len(self.first.dice())
        return _sign(self.first.read(faces[:middle]) - self.second.read(faces[middle:]))

    def odds(self) -> Odds[int]:
        return Odds((_sign(a - b), v * w) for a, v in self.first.odds() for b, w in self.second.odds())


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


class Icons(msgspec.Struct, frozen=True):
    """Dice with pictures: per kind of die its printed faces and how many of it.

    Reads: per kind a tuple of (face, how many), faces in printed order, those that did not come up left out.
    """

    kinds: tuple[tuple[tuple[str, ...], int], ...]

    def dice(self) -> Faces:
        return tuple(len(faces) for faces, count in self.kinds for _ in range(count))

    def read(self, faces: Faces) -> tuple[IconCounts, ...]:
        result, start = [], 0
        for printed, count in self.kinds:
            shown = [printed[face - 1] for face in faces[start : start + count]]
            result.append(tuple((face, shown.count(face)) for face in dict.fromkeys(printed) if face in shown))
            start += count
        return tuple(result)

    def odds(self) -> Odds[tuple[IconCounts, ...]]:
        per_kind = [list(_icon_odds(printed, count)) for printed, count in self.kinds]
        return Odds(
            (tuple(outcome for outcome, _ in row), prod(weight for _, weight in row)) for row in product(*per_kind)
        )


IconCounts = tuple[tuple[str, int], ...]
IconWays = list[tuple[IconCounts, int]]


@lru_cache(maxsize=1024)
def _icon_odds(printed: tuple[str, ...], count: int) -> Odds[IconCounts]:
    """Multinomial counts of the distinct faces of like dice, built from the last face to the first."""
    first, *others = dict.fromkeys(printed)
    ways: list[IconWays] = [[((), 1)], *([] for _ in range(count))]
    for face in reversed(others):
        ways = [_with_face(face, printed.count(face), left, ways) for left in range(count + 1)]
    return Odds(_with_face(first, printed.count(first), count, ways))


def _with_face(
    face: str, copies: int, dice: int, ways: list[list[tuple[IconCounts, int]]]
) -> list[tuple[IconCounts, int]]:
    """Outcomes of some dice of which any number show a face; ``ways[n]`` are those of n dice that show later faces."""
    found = []
    for number in range(dice + 1):
        head = ((face, number),) if number else ()
        times = comb(dice, number) * copies**number
        found += [(head + tail, times * weight) for tail, weight in ways[dice - number]]
    return found
