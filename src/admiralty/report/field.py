"""The one-dimensional field drawn to scale: a row for every piece, the line between the sides."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from admiralty.core.show import Link, Mark, Strip
from admiralty.core.words import Text

from . import telling

ROW = 46  # height of a piece's row
AXIS = 34  # height of the line with its figures
_TICKS = 9  # at most so many figures on the line
_ARCS = 8  # more sightings than this are a table
_RIGHT_OF = 55  # per cent; pieces beyond it have their name on the left


class Spot(msgspec.Struct, frozen=True):
    """A piece in the drawing: ``x`` in per cent of the width, ``y`` from the top."""

    mark: Mark
    x: float
    y: int
    glyph: str
    on_left: bool
    came_from: float | None
    bands: tuple[tuple[float, float], ...]  # sensor reach and the like: from, to
    facts: tuple[Text, ...]


class Arc(msgspec.Struct, frozen=True):
    """A relation drawn from piece to piece; x in per cent, path in a box of 1000 by the height of the drawing."""

    link: Link
    path: str
    side: int
    x: float
    y: int


class Cluster(msgspec.Struct, frozen=True):
    """A group that stands together: its rows are enclosed."""

    x: float
    y: int
    height: int
    side: int


class Watch(msgspec.Struct, frozen=True):
    """Who of one side sees whom of the others, as a table: a row for each watcher, whether it sees each target."""

    side: int
    targets: tuple[str, ...]
    rows: tuple[tuple[str, tuple[bool, ...]], ...]


class Field(msgspec.Struct, frozen=True):
    """The whole drawing."""

    height: int
    axis: int
    ticks: tuple[tuple[int, float], ...]
    spots: tuple[Spot, ...]
    arcs: tuple[Arc, ...]
    clusters: tuple[Cluster, ...]
    watches: tuple[Watch, ...] = ()  # in place of arcs, where so many see so many that arcs would hide the ships

    def kinds(self) -> list[str]:
        """The kinds of relations that are drawn."""
        return sorted({arc.link.kind for arc in self.arcs})


def field(strip: Strip) -> Field:
    """Where everything on a line is drawn."""
    marks = _rows(strip.marks)
    low, high = _ends(marks)
    above = sum(mark.side <= 0 for mark in marks)
    spots = tuple(
        _spot(mark, row * ROW + (AXIS if row >= above else 0) + ROW // 2, low, high) for row, mark in enumerate(marks)
    )
    places = {spot.mark.name: spot for spot in spots}
    known = [link for link in strip.links if link.source in places and link.target in places]
    crowded = sum(link.kind == "sees" for link in known) > _ARCS
    watches = tuple(_watches(marks, known)) if crowded else ()
    drawn = [link for link in known if link.kind == "fires" or not crowded]
    return Field(
        len(marks) * ROW + AXIS,
        above * ROW + AXIS // 2,
        tuple((tick, x) for tick in _figures(low, high) if 1.5 < (x := _x(tick, low, high)) < 98.5),
        spots,
        tuple(_arc(link, places[link.source], places[link.target]) for link in drawn),
        _clusters(spots),
        () if all(all(seen) for watch in watches for _, seen in watch.rows) else watches,
    )


def _watches(marks: list[Mark], links: list[Link]) -> Iterator[Watch]:
    seen = {(link.source, link.target) for link in links if link.kind == "sees"}
    for side in sorted({mark.side for mark in marks}):
        watchers = [mark.name for mark in marks if mark.side == side]
        targets = tuple(mark.name for mark in marks if mark.side != side)
        if targets:
            yield Watch(
                side, targets, tuple((name, tuple((name, other) in seen for other in targets)) for name in watchers)
            )


def _rows(marks: tuple[Mark, ...]) -> list[Mark]:
    """Side by side, members of a group next to each other, otherwise in the order given."""
    first = {(mark.side, mark.group): place for place, mark in reversed(list(enumerate(marks))) if mark.group}
    order = {id(mark): first.get((mark.side, mark.group), place) for place, mark in enumerate(marks)}
    return sorted(marks, key=lambda mark: (max(mark.side, 0), order[id(mark)]))


def _ends(marks: list[Mark]) -> tuple[float, float]:
    """What the drawing spans: every place pieces are or were, and a margin."""
    places = [mark.position for mark in marks] + [mark.came_from for mark in marks if mark.came_from is not None]
    low, high = min(places, default=0), max(places, default=0)
    margin = max(1.0, (high - low) * 0.06)
    return low - margin, high + margin


def _x(position: float, low: float, high: float) -> float:
    return round(100 * (min(max(position, low), high) - low) / (high - low), 2)


def _figures(low: float, high: float) -> range:
    """The figures on the line: steps of 1, 2, 5, 10, 20, …"""
    step = next(
        size * 10**power for power in range(12) for size in (1, 2, 5) if (high - low) / (size * 10**power) <= _TICKS
    )
    return range(int(-(-low // step)) * step, int(high) + 1, step)


def _spot(mark: Mark, y: int, low: float, high: float) -> Spot:
    x = _x(mark.position, low, high)
    moved = mark.came_from is not None and mark.came_from != mark.position
    return Spot(
        mark,
        x,
        y,
        _glyph(mark),
        x > _RIGHT_OF,
        _x(mark.came_from, low, high) if moved and mark.came_from is not None else None,
        tuple(
            (_x(mark.position - distance, low, high), _x(mark.position + distance, low, high))
            for _, distance in mark.reach
        ),
        telling.mark_facts(mark),
    )


def _glyph(mark: Mark) -> str:
    if mark.gone:
        return "gone"
    if mark.broadside:
        return "broadside"
    return {1: "up", -1: "down"}.get(mark.heading, "still")


def _arc(link: Link, source: Spot, target: Spot) -> Arc:
    """A curve from piece to piece. Fire bends near its target, so that fire returned, and sight, lie beside it."""
    x1, x2, bend = source.x * 10, target.x * 10, 0.75 if link.kind == "fires" else 0.5
    turn = source.y + bend * (target.y - source.y)
    path = f"M{x1:g} {source.y}C{x1:g} {turn:g} {x2:g} {turn:g} {x2:g} {target.y}"
    return Arc(link, path, source.mark.side, target.x, target.y)


def _clusters(spots: tuple[Spot, ...]) -> tuple[Cluster, ...]:
    groups: dict[tuple[int, str, int], list[Spot]] = {}
    for spot in spots:
        if spot.mark.group:
            groups.setdefault((spot.mark.side, spot.mark.group, spot.mark.position), []).append(spot)
    return tuple(
        Cluster(members[0].x, members[0].y - 15, members[-1].y - members[0].y + 30, side)
        for (side, _, _), members in groups.items()
        if len(members) > 1
    )
