"""Dice thrown together: what they can come to, with exact whole-number weights.

A pool is a hashable value. It knows three things: the physical dice it throws, how to read their faces, and the odds
of everything it can read. Law: reading thrown faces has exactly ``odds()``. What a pool reads is what the rule needs
(hits, a sum, an index), never a list of dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate, chain, pairwise, product, repeat
from math import comb
from operator import sub
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
        self._keep(merged)

    @classmethod
    def of(cls, weights: dict[T, int]) -> Odds[T]:
        """Odds of outcomes that are all different, with positive weights: the mapping is kept as it is."""
        odds = cls.__new__(cls)
        odds._keep(weights)
        return odds

    def _keep(self, weights: dict[T, int]) -> None:
        self.weights = weights
        self.total = sum(weights.values())

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
    for number, count in _joined(lots).items():
        good = min(sides, max(0, sides + 1 - number))
        weights = _convolve(weights, _binomial(count, good, sides - good))
    return Odds.of({number: weight for number, weight in enumerate(weights) if weight})


def _joined(lots: tuple[tuple[int, int], ...]) -> dict[int, int]:
    """How many dice need each number: one binomial each."""
    joined: dict[int, int] = {}
    for count, number in lots:
        joined[number] = joined.get(number, 0) + count
    return joined


def _binomial(dice: int, good: int, bad: int) -> list[int]:
    """Ways for none, one, ... all of some dice to show one of so many good faces, the others one of the bad."""
    return [comb(dice, number) * good**number * bad ** (dice - number) for number in range(dice + 1)]


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
        weights = _with_die(weights, sides)
    return Odds.of(dict(enumerate(weights, count + bonus)))


def _with_die(weights: Sequence[int], sides: int) -> list[int]:
    """Weights of totals with one die more, counted from the lowest: each adds up ``sides`` weights side by side, and so
    is the difference of two running totals."""
    running = list(accumulate(chain(weights, repeat(0, sides - 1))))
    return running[:sides] + list(map(sub, running[sides:], running))


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
    odds = [pool.odds() for pool in pools]
    return _side_by_side((found.weights, found.weights.values()) for found in odds)


def _side_by_side(throws: Iterable[tuple[Iterable[Any], Iterable[int]]]) -> Odds[tuple[Any, ...]]:
    """What throws come to together; of each its outcomes, all different, and their weights in the same order."""
    outcomes, weights = [], [1]
    for found, ways in throws:
        outcomes.append(found)
        weights = [weight * way for weight in weights for way in ways]
    return Odds.of(dict(zip(product(*outcomes), weights, strict=True)))


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
        return _icon_odds(self.kinds)


IconCounts = tuple[tuple[str, int], ...]


@lru_cache(maxsize=1024)
def _icon_odds(kinds: tuple[tuple[tuple[str, ...], int], ...]) -> Odds[tuple[IconCounts, ...]]:
    return _side_by_side(_icon_ways(printed, count) for printed, count in kinds)


def _icon_ways(printed: tuple[str, ...], dice: int) -> tuple[list[IconCounts], list[int]]:
    """All that like dice can show, and the multinomial weight of each.

    Built from the last face to the first: ``shown[n]`` is all that n dice can show of the faces so far, ``weights[n]``
    has its weights. A row is of some dice, in how many ways k of them show the face; the first needs that of all only.
    """
    *others, last = dict.fromkeys(printed)
    shown = [[counts] for counts in _counts(last, dice)]
    weights = [[printed.count(last) ** number] for number in range(dice + 1)]
    while others:
        face = others.pop()
        counts, copies = _counts(face, dice), printed.count(face)
        rows = _triangle(dice, copies) if others else [_binomial(dice, copies, 1)]
        shown = [[counts[k] + rest for k in range(len(row)) for rest in shown[len(row) - 1 - k]] for row in rows]
        weights = [[ways * rest for k, ways in enumerate(row) for rest in weights[len(row) - 1 - k]] for row in rows]
    return shown[-1], weights[-1]


def _counts(face: str, most: int) -> list[IconCounts]:
    """How none, one, ... of a face are read."""
    return [((face, number),) if number else () for number in range(most + 1)]


def _triangle(most: int, copies: int) -> list[list[int]]:
    """``_binomial(dice, copies, 1)`` for no dice, one, ... as Pascal's triangle: each row from the one before it."""
    rows = [[1]]
    for _ in range(most):
        row = rows[-1]
        rows.append([1, *[number + copies * fewer for fewer, number in pairwise(row)], copies * row[-1]])
    return rows
