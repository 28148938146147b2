"""A board to play at: one open battle in a fresh file, in memory where that can be had, for every command syncs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from store.stand import Board

MEMORY = "/dev/shm"


@pytest.fixture
def folder() -> Iterator[Path]:
    with TemporaryDirectory(dir=MEMORY if os.access(MEMORY, os.W_OK) else None) as name:
        yield Path(name)


@pytest.fixture
def board(folder: Path) -> Board:
    return Board(folder)
