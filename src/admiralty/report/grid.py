"""A grid for a terminal and as plain data: one side's choices against the other's, the best mixes at its edges."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from gettext import NullTranslations
from typing import Any

from rich.table import Table
from rich.text import Text as Styled

from admiralty.core.show import Grid, GridFigure, GridLine
from admiralty.core.words import ENGLISH, Text, say

from .numbers import fraction, number, percent, with_fraction
from .voice import Voice, plain_voice


def grid_table(grid: Grid, language: NullTranslations = ENGLISH, width: int = 120) -> Table:
    """The grid, its figures side by side, or under each other where that would be wider than so many columns. What
    best play may come to is bold."""
    voice = plain_voice(language)
    wide = _table(grid, voice, " · ")
    return wide if _fits(wide, width) else _table(grid, voice, "\n")


def _fits(table: Table, width: int) -> bool:
    from rich.console import Console

    console = Console(width=10_000)
    return console.measure(table).maximum <= width


def _table(grid: Grid, voice: Voice, between: str) -> Table:
    stacked = between == "\n"
    table = Table(
        title=Styled(voice(grid.title), "bold"),
        title_justify="left",
        box=None,
        pad_edge=False,
        padding=(0, 2, 1 if stacked else 0, 0),
        header_style="dim",
    )
    table.add_column(voice(grid.row_title))
    for column in grid.columns:
        table.add_column(_heading(voice(column.name), stacked), justify="right")
    table.add_column(_heading(voice(say("Best mix")), stacked), justify="right")
    for row, cells in zip(grid.rows, grid.cells, strict=True):
        shown = (_cell(grid, cell, played(row, column), voice, between) for column, cell in _across(grid, cells))
        table.add_row(_bold(voice(row.name), row.share), *shown, _share(row, voice))
    table.add_row(Styled(voice(say("Best mix")), "dim"), *(_share(column, voice) for column in grid.columns), "")
    return table


def _across(grid: Grid, cells: Sequence[tuple[Fraction, ...]]) -> Sequence[tuple[GridLine, tuple[Fraction, ...]]]:
    return list(zip(grid.columns, cells, strict=True))


def _heading(name: str, stacked: bool) -> str:
    """A name, one word on a line where columns must be narrow."""
    return name.replace(" ", "\n") if stacked else name


def played(row: GridLine, column: GridLine) -> bool:
    """Whether best play may come to this cell."""
    return bool(row.share and column.share)


def _cell(grid: Grid, cell: tuple[Fraction, ...], bold: bool, voice: Voice, between: str) -> Styled:
    told = between.join(shown(part, figure, voice) for part, figure in zip(cell, grid.figures, strict=True))
    return _bold(told, bold)


def shown(part: Fraction, figure: GridFigure, voice: Voice) -> str:
    """One figure of a cell, all with as many digits, so that they stand in line."""
    if figure.chance:
        return percent(part, voice.language, digits=1, fixed=True)
    return number(part, voice.language, fixed=True)


def share_text(line: GridLine, voice: Voice) -> str:
    """A choice's chance in the best mix; a dash for what is not in it."""
    return percent(line.share, voice.language) if line.share else "–"


def _share(line: GridLine, voice: Voice) -> Styled:
    return _bold(share_text(line, voice), line.share)


def _bold(text: str, strong: object) -> Styled:
    return Styled(text, "bold" if strong else "")


def grid_sentences(grid: Grid, language: NullTranslations = ENGLISH) -> tuple[Text, ...]:
    """What the cells show, the value, whether the mixes are the only best ones, and what the ruleset says."""
    only = say("This is the only best play.") if grid.unique else say("There are other plays as good as this one.")
    value = say("Value: {value}", value=with_fraction(grid.value, language))
    return (figures_sentence(grid), value, only, *grid.text)


def figures_sentence(grid: Grid) -> Text:
    """What the numbers of a cell are."""
    told = grid.figures[0].name
    for figure in grid.figures[1:]:
        told = say("{list}, {item}", list=told, item=figure.name)
    return say("In every cell: {figures}.", figures=told)


def grid_data(grid: Grid, language: NullTranslations = ENGLISH) -> dict[str, Any]:
    """A grid as plain data; chances, damages and the value as exact fractions "p/q"."""
    voice = plain_voice(language)
    return {
        "title": voice(grid.title),
        "rows": [_line_data(row, voice) for row in grid.rows],
        "columns": [_line_data(column, voice) for column in grid.columns],
        "cells": {
            figure.key: {
                row.key: {column.key: fraction(cell[n]) for column, cell in _across(grid, cells)}
                for row, cells in zip(grid.rows, grid.cells, strict=True)
            }
            for n, figure in enumerate(grid.figures)
        },
        "value": fraction(grid.value),
        "unique": grid.unique,
        "text": [voice(sentence) for sentence in grid.text],
    }


def _line_data(line: GridLine, voice: Voice) -> dict[str, str]:
    return {"key": line.key, "name": voice(line.name), "mix": fraction(line.share)}
