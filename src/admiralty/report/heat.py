"""A grid as a heat map: colour and figures in every cell, names before rows and columns, mixes as bars behind them.

Everything is placed in units of a cell, so that names, cells and bars stay in line whatever a language makes of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from textwrap import wrap
from typing import Any

from admiralty.core.show import Grid, GridLine
from admiralty.core.words import ENGLISH, say

from .grid import grid_sentences, played, share_text, shown
from .picture import INK, QUIET, altair, check_ending, picture, styled
from .voice import Voice, plain_voice

_CELL = (104, 50)  # width and height in pixels, at least
_LETTER = 6.9  # about the width of a letter of a name, in pixels
_SMALL = 6.2  # the same of small print
_BAR = 0.9  # length of a bar of 100 %, in cells
_GAP = 0.12  # between cells and bars, in cells
_COLOURS = ("#f3f7fc", "#bcd7f2", "#6aa8e0", "#1f6fc4", "#134a8a")
_DARK = 0.6  # from this share of the scale on, figures are white
_PALE = 0.3  # below it the small ones may be grey

Mark = dict[str, Any]


def heat_map(grids: Sequence[Grid], ending: str, language: NullTranslations = ENGLISH, title: str = "") -> bytes:
    """The drawing as the bytes of an SVG, PNG or HTML file, grids below each other. Raises ``Complaint`` for another
    ending, or when the extra ``plot`` is not installed."""
    wanted = check_ending(ending)
    alt = altair()
    voice = plain_voice(language)
    if len(grids) == 1:
        return picture(styled(_drawn(grids[0], voice), *_words(grids[0], voice)), wanted)
    panels = [_drawn(one, voice).properties(title=voice(one.title)) for one in grids]
    return picture(styled(alt.vconcat(*panels), voice.name(title), []), wanted)


def _words(grid: Grid, voice: Voice) -> tuple[str, list[str]]:
    """The title, and the sentences in lines as long as the map is wide."""
    plan = _Plan(grid, voice)
    said = " ".join(_ended(voice(sentence)) for sentence in grid_sentences(grid, voice.language))
    return voice(grid.title), wrap(said, int(plan.pixels[0] / _SMALL))


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith(".") else sentence + "."


class _Plan:
    """Where things are: cells from 0 to their number, names at negative places, bars beyond."""

    def __init__(self, grid: Grid, voice: Voice) -> None:
        widest = max(len(voice(column.name)) for column in grid.columns)
        self.cell = (max(_CELL[0], round((widest + 2) * _LETTER)), _CELL[1])
        names = [voice(row.name) for row in grid.rows] + [voice(say("Best mix"))]
        self.before = (max(map(len, names)) + 2) * _LETTER / self.cell[0]
        self.size = (len(grid.columns), len(grid.rows))
        self.x = (-self.before, self.size[0] + _GAP + _BAR + 0.55)
        self.y = (-0.55, self.size[1] + _GAP + _BAR + 0.45)

    @property
    def pixels(self) -> tuple[float, float]:
        return (self.x[1] - self.x[0]) * self.cell[0], (self.y[1] - self.y[0]) * self.cell[1]


def _drawn(grid: Grid, voice: Voice) -> Any:
    alt = altair()
    plan = _Plan(grid, voice)
    layers = [
        _cells(grid, plan, voice),
        _outlines(grid, plan),
        *_figures(grid, plan, voice),
        *_names(grid, plan, voice),
        *_bars(grid, plan, voice),
    ]
    width, height = plan.pixels
    return alt.layer(*layers).properties(width=round(width), height=round(height))


def _at(plan: _Plan) -> tuple[Any, Any]:
    """The two scales, hidden; rows run downwards."""
    alt = altair()
    across = alt.X("x:Q", axis=None, scale=alt.Scale(domain=list(plan.x), nice=False, zero=False))
    down = alt.Y("y:Q", axis=None, scale=alt.Scale(domain=list(plan.y), nice=False, zero=False, reverse=True))
    return across, down


def _boxes(marks: list[Mark], plan: _Plan, **look: Any) -> Any:
    alt = altair()
    x, y = _at(plan)
    return alt.Chart(alt.Data(values=marks)).mark_rect(**look).encode(x=x, y=y, x2="x2:Q", y2="y2:Q")


def _texts(marks: list[Mark], plan: _Plan, **look: Any) -> Any:
    alt = altair()
    x, y = _at(plan)
    return alt.Chart(alt.Data(values=marks)).mark_text(baseline="middle", **look).encode(x=x, y=y, text="text:N")


def _box(column: float, row: float, width: float = 1, height: float = 1) -> Mark:
    return {"x": column, "x2": column + width, "y": row, "y2": row + height}


def _cells(grid: Grid, plan: _Plan, voice: Voice) -> Any:
    """The coloured cells; in a page each tells its figures under the pointer."""
    alt = altair()
    names = ["first", "second", *(figure.key for figure in grid.figures)]
    titles = [voice(grid.row_title), voice(grid.column_title), *(voice(figure.name) for figure in grid.figures)]
    marks = []
    for j, (row, cells) in enumerate(zip(grid.rows, grid.cells, strict=True)):
        for i, (column, cell) in enumerate(zip(grid.columns, cells, strict=True)):
            figures = [shown(part, figure, voice) for part, figure in zip(cell, grid.figures, strict=True)]
            told = dict(zip(names, [voice(row.name), voice(column.name), *figures], strict=True))
            marks.append(_box(i, j) | told | {"value": float(cell[0])})
    return _boxes(marks, plan, stroke="#ffffff", strokeWidth=2).encode(
        color=alt.Color("value:Q", scale=alt.Scale(range=list(_COLOURS)), legend=None),
        tooltip=[alt.Tooltip(f"{name}:N", title=title) for name, title in zip(names, titles, strict=True)],
    )


def _outlines(grid: Grid, plan: _Plan) -> Any:
    """A frame around what best play may come to."""
    marks = [
        _box(i + 0.03, j + 0.05, 0.94, 0.9)
        for j, row in enumerate(grid.rows)
        for i, column in enumerate(grid.columns)
        if played(row, column)
    ]
    return _boxes(marks, plan, filled=False, stroke="#e08a00", strokeWidth=3, cornerRadius=3)


def _figures(grid: Grid, plan: _Plan, voice: Voice) -> list[Any]:
    """The numbers of the cells: the first one large, the others below it."""
    parts = [cell[0] for cells in grid.cells for cell in cells]
    low, span = min(parts), (max(parts) - min(parts)) or 1
    large, small = [], []
    for j, cells in enumerate(grid.cells):
        for i, cell in enumerate(cells):
            first, *others = (shown(part, figure, voice) for part, figure in zip(cell, grid.figures, strict=True))
            level = float((cell[0] - low) / span)
            ink = "#ffffff" if level >= _DARK else INK
            large.append({"x": i + 0.5, "y": j + (0.37 if others else 0.5), "text": first, "ink": ink})
            faint = QUIET if level < _PALE else ink
            small.append({"x": i + 0.5, "y": j + 0.69, "text": " · ".join(others), "ink": faint})
    return [
        _texts(large, plan, fontSize=15, fontWeight=600, color={"expr": "datum.ink"}),
        _texts(small, plan, fontSize=11, color={"expr": "datum.ink"}),
    ]


def _names(grid: Grid, plan: _Plan, voice: Voice) -> list[Any]:
    """Rows on the left, columns on top; those in a best mix are bold."""
    columns, rows = plan.size
    mix = voice(say("Best mix"))
    layers = []
    for bold in (False, True):
        weight = 700 if bold else 400
        left = [_name(-_GAP, j + 0.5, row, voice) for j, row in enumerate(grid.rows) if bool(row.share) == bold]
        top = [_name(i + 0.5, -0.25, one, voice) for i, one in enumerate(grid.columns) if bool(one.share) == bold]
        layers.append(_texts(left, plan, align="right", fontSize=13, fontWeight=weight, color=INK))
        layers.append(_texts(top, plan, align="center", fontSize=13, fontWeight=weight, color=INK))
    right = [{"x": columns + _GAP, "y": -0.25, "text": mix}]
    below = [{"x": -_GAP, "y": rows + 0.5, "text": mix}]
    layers.append(_texts(right, plan, align="left", fontSize=12, color=QUIET))
    layers.append(_texts(below, plan, align="right", fontSize=12, color=QUIET))
    return layers


def _name(x: float, y: float, line: GridLine, voice: Voice) -> Mark:
    return {"x": x, "y": y, "text": voice(line.name)}


def _bars(grid: Grid, plan: _Plan, voice: Voice) -> list[Any]:
    """The best mixes: to the right of the rows and below the columns, each with its chance."""
    columns, rows = plan.size
    right, below = columns + _GAP, rows + _GAP
    bars = [_box(right, j + 0.3, float(row.share) * _BAR, 0.4) for j, row in enumerate(grid.rows) if row.share]
    bars += [_box(i + 0.4, below, 0.2, float(one.share) * _BAR) for i, one in enumerate(grid.columns) if one.share]
    beside = [
        {"x": right + float(row.share) * _BAR + 0.05, "y": j + 0.5, "text": share_text(row, voice)}
        for j, row in enumerate(grid.rows)
    ]
    under = [
        {"x": i + 0.5, "y": below + float(one.share) * _BAR + 0.22, "text": share_text(one, voice)}
        for i, one in enumerate(grid.columns)
    ]
    return [
        _boxes(bars, plan, color="#e08a00"),
        _texts(beside, plan, align="left", fontSize=12, color=INK),
        _texts(under, plan, align="center", fontSize=12, color=INK),
    ]
