"""States as a product of independent parts.

What one thing has come to often says nothing about another: the CAP that is left, nothing about a ship that was hit
before it fought. Such parts are kept each for itself, and the weight of a state is the product of the weights of its
parts; n and m rows then stand for n x m states. What has one value in every state depends on nothing and is in no
part.

A phase multiplies out the parts that it touches, and no others. Where states from several ways meet, the parts that
nobody has touched since they parted are still shared, and the others are multiplied out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from ...core.errors import TooWide
from .few import Few
from .kernel import Outcomes, Row
from .many import Many, table_of
from .rows import Rows
from .weights import Weights

Part = Few | Many
"""Columns that may depend on each other: every combination of their values once, with its weight."""


class Terms(msgspec.Struct, frozen=True, eq=False):
    """How weights are carried, and how many rows may be held. All products of one battle have the same."""

    weights: Weights
    limit: int

    def fitted(self, part: Part) -> Part:
        """A part as the kind that its size asks for."""
        if isinstance(part, Few):
            return part if part.size <= self.weights.few else self.many(part)
        return Few(part.columns, part.listed()) if 0 < part.size <= self.weights.few else part

    def settled(self, part: Part) -> tuple[dict[int, int], Part]:
        """Columns with one number in all rows, and the part without them."""
        self.check(part.size)
        return self.fitted(part).settled() if part.size else ({}, part)

    def many(self, part: Part) -> Many:
        if isinstance(part, Many):
            return part
        rows = list(part.chances)
        table = table_of(part.columns, rows, np.arange(len(rows)))
        return Many(Rows(len(rows), (table,)), self.weights.array(list(part.chances.values())), self.weights)

    def single(self, numbers: Mapping[int, int], weight: Any) -> Part:
        """One row."""
        if self.weights.few:
            return Few(tuple(numbers), {tuple(numbers.values()): weight})
        return Many(Rows.single(numbers), self.weights.array([weight]), self.weights)

    def crossed(self, parts: Sequence[Part]) -> Part:
        """Every row of each with every row of the others."""
        self.check(math.prod(part.size for part in parts))
        if math.prod(part.size for part in parts) > self.weights.few:
            parts = [self.many(part) for part in parts]
        first, *others = parts
        for other in others:
            first = first.crossed(other)  # type: ignore[arg-type]  # all of them are of one kind
        return first

    def joined(self, parts: Sequence[Part]) -> Part:
        """The rows of parts of the same columns, each once."""
        if sum(part.size for part in parts) > self.weights.few:
            parts = [self.many(part) for part in parts]
        first, *others = parts
        return first.joined(others)  # type: ignore[arg-type]  # all of them are of one kind

    def check(self, rows: int) -> None:
        if rows > self.limit:
            raise TooWide(
                f"{rows:,} different states at once, more than the limit of {self.limit:,}: "
                "ask for a sample, drop tiny weights, or raise the limit"
            )


class Product(msgspec.Struct, frozen=True, eq=False):
    """``still``: columns with one number in every state; ``mass``: a weight that all states share; ``parts``: all
    other columns."""

    still: Mapping[int, int]
    mass: Any
    parts: tuple[Part, ...]
    terms: Terms

    @classmethod
    def of(cls, part: Part, terms: Terms) -> Product:
        """States that are listed in one part."""
        return cls({}, terms.weights.one, (), terms).put(part)

    @property
    def columns(self) -> tuple[int, ...]:
        return tuple(sorted([*self.still, *(column for part in self.parts for column in part.columns)]))

    @property
    def states(self) -> int:
        """How many different states there are."""
        return math.prod(part.size for part in self.parts)

    @property
    def total(self) -> Any:
        """The weight of all states."""
        return math.prod((part.total for part in self.parts), start=self.mass)

    def rows(self, columns: Collection[int]) -> int:
        """How many rows the parts of some columns have, multiplied out."""
        return math.prod(part.size for part in self._inside(columns))

    def pull(self, columns: Collection[int]) -> tuple[Part, Product]:
        """All that these columns depend on, as one part, and what is left; the mass goes with the part."""
        inside = self._inside(columns)
        still = dict(self.still)
        taken = {column: still.pop(column) for column in columns if column in still}
        part = self.terms.crossed([self.terms.single(taken, self.mass), *inside])
        others = tuple([part for part in self.parts if part not in inside])
        return part, Product(still, self.terms.weights.one, others, self.terms)

    def _inside(self, columns: Collection[int]) -> list[Part]:
        wanted = set(columns)
        bound = self.terms.weights.bound
        return [part for part in self.parts if bound or not wanted.isdisjoint(part.columns)]

    def put(self, part: Part) -> Product:
        """With one part more. What has one value in all its rows goes to the still columns."""
        return self._with(*self.terms.settled(part))

    def _with(self, fixed: Mapping[int, int], part: Part) -> Product:
        still = {**self.still, **fixed}
        if part.size == 1:
            return Product(still, self.mass * part.total, self.parts, self.terms)
        return Product(still, self.mass, (*self.parts, part), self.terms)

    def advanced(self, columns: Sequence[int], kernel: Callable[[Row], Outcomes]) -> Product:
        """Where these states lead, given where the values of the touched columns lead."""
        part, rest = self.pull(columns)
        return rest.put(part.advanced(columns, kernel))

    def marginal(self, columns: Collection[int]) -> Many:
        """How these columns, and what depends on them, are spread over all states."""
        part, rest = self.pull(columns)
        return self.terms.many(part).scaled(rest.total)

    def parted(self, columns: Sequence[int]) -> Iterator[Product]:
        """The states parted by their numbers in some columns. Independent parts are parted each for itself."""
        varied = [column for column in columns if column not in self.still]
        inside = self._inside(varied)
        others = tuple([part for part in self.parts if part not in inside])
        products = [Product(self.still, self.mass, others, self.terms)]
        for part in inside:
            pieces = [self.terms.settled(piece) for piece in part.parted([c for c in varied if c in part.columns])]
            products = [product._with(*piece) for product in products for piece in pieces]
        yield from products

    def cut(self, least: float) -> Product:
        """Without the rows of parts that have less weight, in all states together."""
        product = self
        for part in self.parts:
            others = Product(product.still, product.mass, tuple(p for p in product.parts if p is not part), self.terms)
            kept = part.cut(least / others.total if others.total else math.inf)
            if kept.size < part.size:
                product = others.put(kept)
        return product


def merged(products: Sequence[Product]) -> Product:
    """The states of several products, each once."""
    if len(products) == 1:
        return products[0]
    first, terms = products[0], products[0].terms
    still = dict(set(first.still.items()).intersection(*(other.still.items() for other in products)))
    shared = tuple([part for part in first.parts if all(part in other.parts for other in products)])
    known = {*still, *(column for part in shared for column in part.columns)}
    differing = set(first.columns) - known
    pulled = [product.pull(differing)[0] for product in products]
    return Product(still, terms.weights.one, shared, terms).put(terms.joined(pulled))
