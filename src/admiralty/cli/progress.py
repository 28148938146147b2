"""Progress of long work, on stderr and only where somebody is watching."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ..core.words import Text
from .screen import Screen


@contextmanager
def counted(screen: Screen, total: int) -> Iterator[Callable[[Text], None]]:
    """A bar for work of so many pieces; call what it gives after each, with its name."""
    with _bar(screen) as bar:
        task = bar.add_task("", total=total)

        def advance(name: Text) -> None:
            bar.update(task, advance=1, description=screen.voice(name))

        yield advance


@contextmanager
def towards(screen: Screen, name: Text) -> Iterator[Callable[[int, int], None]]:
    """A bar for work that tells how far it is: (done, asked for)."""
    with _bar(screen) as bar:
        task = bar.add_task(screen.voice(name), total=None)
        yield lambda done, asked: bar.update(task, completed=done, total=asked)


@contextmanager
def endless(screen: Screen) -> Iterator[Callable[[Text], None]]:
    """A turning wheel for work of unknown length; call what it gives with what is being done."""
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TimeElapsedColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=screen.side_console, transient=True, disable=_nobody(screen)) as bar:
        task = bar.add_task("", total=None)
        yield lambda text: bar.update(task, description=screen.voice(text))


def _bar(screen: Screen) -> Any:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}", markup=False))
    return Progress(*columns, console=screen.side_console, transient=True, disable=_nobody(screen))


def _nobody(screen: Screen) -> bool:
    return not screen.side_console.is_terminal
