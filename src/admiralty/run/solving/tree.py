"""What a phase rolls and asks, as a tree: every throw with all outcomes, every question with all listed answers.

A tree depends only on what the phase touches, so it is grown once per distinct touched value, however many states of
the battle share it. Its leaves are the touched values the phase can end with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product
from math import lcm, prod
from typing import Any

from ...core.choice import Choice, Side
from ...core.errors import Complaint, TooWide
from ...core.phase import Done, Phase, step
from ...core.table import Ask, AskAll, Pending, Roll
from ...core.words import say
from ..spread.kernel import fraction, odds_of

Leaf = tuple[int, ...]


@dataclass(frozen=True)
class Chance:
    """Dice: where each outcome leads, with whole-number weights."""

    ways: tuple[tuple[int, Node], ...]
    total: int


@dataclass(frozen=True)
class Asked:
    """One side's part of a question, with every answer it may give."""

    side: Side
    choice: Choice[Any]
    options: tuple[Any, ...]


@dataclass(frozen=True)
class Branch:
    """A question to one side, or to several in secret. ``nodes`` has one node per combination of their answers, the
    last side's answer changing fastest; ``before`` is what was rolled and answered earlier in the same phase, and
    ``dice_alone`` whether nothing was answered."""

    parts: tuple[Asked, ...]
    nodes: tuple[Node, ...]
    before: tuple[Any, ...]
    dice_alone: bool


Node = int | Chance | Branch
"""A whole number is a leaf, by its place in the tree's list of leaves."""


@dataclass(frozen=True)
class Tree:
    """A phase from given touched values. ``sides`` are asked in it; ``widest`` is the most answers one has."""

    root: Node
    leaves: tuple[Leaf, ...]
    sides: tuple[Side, ...]
    widest: int

    def by_dice_alone(self) -> list[int]:
        """The leaves that only dice come before."""
        leaves: list[int] = []
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            if isinstance(node, int):
                leaves.append(node)
            elif isinstance(node, Chance):
                waiting += [below for _, below in node.ways]
        return leaves


class Gardener:
    """Grows the tree of one phase; refuses what has no listed answers or more combinations than ``limit``."""

    def __init__(self, phase: Phase[Any], state: Any, close: Callable[[Any], Leaf], limit: int) -> None:
        self._phase = phase
        self._state = state
        self._close = close
        self._limit = limit
        self._leaves: dict[Leaf, int] = {}
        self._sides: dict[Side, int] = {}

    def grow(self) -> Tree:
        root = self._node((), True)
        return Tree(root, tuple(self._leaves), tuple(self._sides), max(self._sides.values(), default=0))

    def _node(self, answers: tuple[Any, ...], dice_alone: bool) -> Node:
        outcome = step(self._phase, self._state, answers)
        if isinstance(outcome, Done):
            return self._leaves.setdefault(self._close(outcome.state), len(self._leaves))
        if isinstance(outcome, Roll):
            odds = odds_of(outcome.pool)
            return thrown((fraction(w, odds.total), self._node((*answers, face), dice_alone)) for face, w in odds)
        return self._branch(outcome, answers, dice_alone)

    def _branch(self, pending: Pending, answers: tuple[Any, ...], dice_alone: bool) -> Branch:
        asked = pending.choices if isinstance(pending, AskAll) else _one(pending)
        if len(asked) > 2:
            raise too_many([side for side, _ in asked])
        parts = tuple(Asked(side, choice, listed(choice, side, self._limit)) for side, choice in asked)
        sizes = [len(part.options) for part in parts]
        if prod(sizes) > self._limit:
            raise TooWide(
                f"{asked[0][1].name}: {' x '.join(f'{size:,}' for size in sizes)} answers make {prod(sizes):,} "
                f"combinations, more than the limit of {self._limit:,}"
            )
        for part in parts:
            self._sides[part.side] = max(self._sides.get(part.side, 0), len(part.options))
        nodes = [self._node((*answers, reply), False) for reply in _replies(pending, parts)]
        return Branch(parts, tuple(nodes), answers, dice_alone)


def too_many(sides: Sequence[Side]) -> Complaint:
    """More than two sides cannot be played against each other."""
    text = say("best play is found for two sides; here {n} are asked: {sides}", n=len(sides), sides=", ".join(sides))
    return Complaint(text, "too_many_sides", len(sides))


def _one(pending: Pending) -> tuple[tuple[Side, Any], ...]:
    assert isinstance(pending, Ask)
    return ((pending.side, pending.choice),)


def _replies(pending: Pending, parts: Sequence[Asked]) -> Iterable[Any]:
    """Every answer that can be given to what a phase waits for, in the form its table gives it back."""
    if isinstance(pending, Ask):
        return parts[0].options
    sides = [part.side for part in parts]
    return (dict(zip(sides, reply, strict=True)) for reply in product(*(part.options for part in parts)))


def listed(choice: Choice[Any], side: Side, limit: int) -> tuple[Any, ...]:
    """Every legal answer to a question. Raises ``Complaint`` if they are not listed or there is none, ``TooWide`` if
    there are more than ``limit``."""
    if choice.options is None:
        raise _unlisted(choice, side)
    if choice.how_many is not None and choice.how_many > limit:
        raise TooWide(f"{choice.name}: {side} has {choice.how_many:,} answers, more than the limit of {limit:,}")
    options = tuple(islice(choice.options(), limit + 1))
    if len(options) > limit:
        raise TooWide(f"{choice.name}: {side} has more answers than the limit of {limit:,}")
    if not options:
        raise Complaint(say("{question}: {side} has no legal answer", question=choice.name, side=side), "no_answer")
    return options


def _unlisted(choice: Choice[Any], side: Side) -> Complaint:
    if choice.how_many is None:
        text = say("{question}: the answers of {side} are too many to list", question=choice.name, side=side)
    else:
        text = say(
            "{question}: the {n} answers of {side} are too many to list",
            question=choice.name,
            side=side,
            n=f"{choice.how_many:,}",
        )
    return Complaint(text, "not_listed", choice.how_many)


def thrown(ways: Iterable[tuple[Fraction, Node]]) -> Node:
    """A throw: throws that follow at once are folded in, equal ends merged, a sure end is no throw."""
    ends: dict[int, Fraction] = {}
    others: list[tuple[Fraction, Node]] = []
    for share, node in _folded(ways):
        if isinstance(node, int):
            ends[node] = ends.get(node, Fraction(0)) + share
        else:
            others.append((share, node))
    shares = [*((share, leaf) for leaf, share in ends.items()), *others]
    if len(shares) == 1:
        return shares[0][1]
    total = lcm(*(share.denominator for share, _ in shares))
    return Chance(tuple((int(share * total), node) for share, node in shares), total)


def _folded(ways: Iterable[tuple[Fraction, Node]]) -> Iterable[tuple[Fraction, Node]]:
    for share, node in ways:
        if isinstance(node, Chance):
            yield from ((share * Fraction(weight, node.total), below) for weight, below in node.ways)
        else:
            yield share, node
