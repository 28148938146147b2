"""A part of a spread with few rows: a dictionary, which at that size is many times quicker than arrays are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter

from .kernel import Outcomes, Row


class Few:
    """``chances``: the numbers in ``columns``, in that order, with their weight as a double."""

    def __init__(self, columns: tuple[int, ...], chances: dict[Row, float]) -> None:
        self.columns = columns
        self.chances = chances

    @property
    def size(self) -> int:
        return len(self.chances)

    @property
    def total(self) -> float:
        return sum(self.chances.values())

    def crossed(self, other: Few) -> Few:
        """Every row with every row of another part."""
        pairs = other.chances.items()
        chances = {left + right: a * b for left, a in self.chances.items() for right, b in pairs}
        return Few(self.columns + other.columns, chances)

    def joined(self, others: Sequence[Few]) -> Few:
        """The rows of several parts of the same columns, each once."""
        chances = dict(self.chances)
        for other in others:
            move = picker([other.columns.index(column) for column in self.columns])
            for row, chance in zip(map(move, other.chances), other.chances.values(), strict=True):
                chances[row] = chances.get(row, 0.0) + chance
        return Few(self.columns, chances)

    def parted(self, columns: Sequence[int]) -> Iterator[Few]:
        """The rows parted by their numbers in some columns."""
        pick = picker([self.columns.index(column) for column in columns])
        parts: dict[Row, dict[Row, float]] = {}
        for row, chance in self.chances.items():
            parts.setdefault(pick(row), {})[row] = chance
        for chances in parts.values():
            yield Few(self.columns, chances)

    def settled(self) -> tuple[dict[int, int], Few]:
        """Columns with one number in all rows, and the rows without them."""
        still: dict[int, int] = {}
        varied: list[int] = []
        for place, numbers in enumerate(zip(*self.chances, strict=True)):
            if len(set(numbers)) == 1:
                still[self.columns[place]] = numbers[0]
            else:
                varied.append(place)
        if not still:
            return still, self
        columns = tuple([self.columns[place] for place in varied])
        rows = map(picker(varied), self.chances)
        return still, Few(columns, dict(zip(rows, self.chances.values(), strict=True)))

    def advanced(self, touched: Sequence[int], kernel: Callable[[Row], Outcomes]) -> Few:
        """Where these rows lead, given where the values of the touched columns lead."""
        places = [self.columns.index(column) for column in touched]
        others = [place for place in range(len(self.columns)) if place not in places]
        here, rest = picker(places), picker(others)
        chances: dict[Row, float] = {}
        for row, weight in self.chances.items():
            stays = rest(row)
            for outcome, chance in kernel(here(row)):
                after = stays + outcome
                chances[after] = chances.get(after, 0.0) + weight * chance
        return Few((*[self.columns[place] for place in others], *touched), chances)

    def cut(self, least: float) -> Few:
        """Without the rows of less weight."""
        return Few(self.columns, {row: chance for row, chance in self.chances.items() if chance >= least})


def picker(places: Sequence[int]) -> Callable[[Row], Row]:
    """Takes what stands at some places out of a row."""
    if len(places) > 1:
        return itemgetter(*places)
    if places:
        (place,) = places
        return lambda row: (row[place],)
    return lambda row: ()
