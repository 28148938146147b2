"""The engine on rulesets made at random: whatever phases touch and however the spread is kept, the odds are those of
going through every state, one by one."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache, partial
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toy import TOY

from admiralty.core.phase import Phase
from admiralty.core.pool import Pick
from admiralty.core.ruleset import Measure, Moment, Ruleset
from admiralty.core.state import State, replaced
from admiralty.core.table import Table
from admiralty.run.odds import battle_odds
from admiralty.run.spread import loops
from admiralty.run.spread.engine import Engine
from admiralty.run.spread.kernel import branches
from admiralty.run.spread.weights import Counts, Doubles, Fractions, Weights

CELLS, TURNS = 4, 2


class Board(State, frozen=True):
    """Four cells that phases write and read, one of them named by ``aim``; ``left`` is drained in a loop."""

    phase: str
    turn: int = 0
    left: int = 0
    aim: int = -1
    cells: tuple[int, ...] = (0,) * CELLS


Script = Sequence[tuple[str, tuple[int, ...]]]
"""Phase by phase its name and the cells it reads and changes; -1 is the cell that ``aim`` names."""


def written(seed: int, cells: tuple[int, ...], state: Board, table: Table) -> Board:
    """Some cells changed by dice that are laid down by what stands in them, and by nothing else."""
    here = tuple([state.aim if cell < 0 else cell for cell in cells])
    if not here:
        return state
    ways, weights = page(seed, state.phase, here, tuple([state.cells[cell] for cell in here]))
    after = state.cells
    for cell, number in zip(here, ways[table.roll(Pick(weights), "way")], strict=True):
        after = replaced(after, cell, number)
    return state.but(cells=after)


@cache
def page(seed: int, *place: Any) -> tuple[list[list[int]], tuple[int, ...]]:
    """What comes of some values: one of these, by these weights."""
    random = Random(f"{seed}/{place}")
    ways = [[random.randrange(2) for _ in place[-1]] for _ in range(random.randint(1, 3))]
    return ways, tuple([random.randint(1, 3) for _ in ways])


def first(state: Board, table: Table) -> Board:
    return state.but(left=table.roll(Pick((1, 2, 1)), "left"), aim=table.roll(Pick((1, 1)), "aim"), phase="second")


def second(state: Board, table: Table) -> Board:
    return state.but(phase="head")


def head(state: Board, table: Table) -> Board:
    if not state.left:
        return state.but(phase="last")
    return state.but(left=state.left - 1, phase=("head", "tail")[table.roll(Pick((1, 1)), "next")])


def tail(state: Board, table: Table) -> Board:
    return state.but(phase="head")


def last(state: Board, table: Table) -> Board:
    return state.but(turn=state.turn + 1, aim=-1, phase="first" if state.turn + 1 < TURNS else "over")


STEPS = {"first": first, "second": second, "head": head, "tail": tail, "last": last}
OWN = {"first": ("left", "aim"), "head": ("left",), "last": ("turn", "aim")}


def made(seed: int, script: Script) -> Ruleset[Board]:
    """A ruleset whose phases do what the script says, each cell a measure at the end and one in the middle."""

    def phase(name: str, cells: tuple[int, ...]) -> Phase[Board]:
        def run(state: Board, table: Table) -> Board:
            return STEPS[name](written(seed, cells, state, table), table)

        paths = [f"cells[{cell if cell >= 0 else 'aim'}]" for cell in cells]
        return Phase(name, run, (*OWN.get(name, ()), *paths), ("left",) if name in ("head", "tail") else ())

    order = tuple(phase(name, cells) for name, cells in script)
    toy: Ruleset[Any] = TOY
    return dataclasses.replace(toy, order=order, clock=("turn",), measures=lambda state: measures())


def measures() -> list[Measure[Board]]:
    def cell(number: int, state: Board) -> int:
        return state.cells[number]

    ends = [Measure(f"cell{n}", partial(cell, n), (f"cells[{n}]",)) for n in range(CELLS)]
    middle = Moment("last", (0,))
    return [*ends, *(Measure(f"mid{n}", partial(cell, n), (f"cells[{n}]",), middle) for n in range(CELLS))]


def one_by_one(rules: Ruleset[Board]) -> tuple[dict[Board, Fraction], dict[tuple[int, ...], Fraction]]:
    """Every end with its chance, and the cells before the first ``last``, from whole states and a dictionary."""
    ends: Counter[Board] = Counter()
    middle: Counter[tuple[int, ...]] = Counter()
    waiting: dict[Board, Fraction] = {Board("first"): Fraction(1)}
    while waiting:
        after: Counter[Board] = Counter()
        for state, chance in waiting.items():
            if state.phase == "last" and state.turn == 0:
                middle[state.cells] += chance  # type: ignore[assignment]
            if state.phase == "over":
                ends[state] += chance  # type: ignore[assignment]
            else:
                for end, share in branches(rules.phases[state.phase], state, {}):
                    after[end] += chance * share
        waiting = dict(after)  # type: ignore[arg-type]
    return dict(ends), dict(middle)  # type: ignore[arg-type]


def ends(rules: Ruleset[Board], weights: Weights) -> dict[Any, Any]:
    """Every end with its weight, as the engine finds them."""
    engine = Engine(rules, Board("first"), weights, {}, measures())
    return {engine.layout.state(row): weight for row, weight in engine.run().listed()}


some_cells = st.lists(st.integers(0, CELLS - 1), max_size=2, unique=True).map(tuple)
later_cells = st.lists(st.integers(-1, CELLS - 1), max_size=2, unique=True).map(tuple)  # once ``aim`` is known
scripts = st.tuples(*(st.tuples(st.just(name), some_cells if name == "first" else later_cells) for name in STEPS))
LIMITS = {"ROOMY": (0, 100_000), "SPARSEST": (0, 8), "MOST_CELLS": (1, 20, 4_000_000)}


@given(st.integers(0, 10**6), scripts)
@settings(max_examples=10)
def test_fractions_are_those_of_every_state_one_by_one(seed: int, script: Script) -> None:
    rules = made(seed, script)
    expected, middle = one_by_one(rules)
    assert ends(rules, Fractions()) == expected
    found = battle_odds(rules, Board("first"), exact=True)
    assert found.joint(*(f"mid{n}" for n in range(CELLS))).chances == middle


@given(st.integers(0, 10**6), scripts, st.sampled_from([0, 1, 3, 200]), st.data())
@settings(max_examples=20)
def test_doubles_are_those_of_every_state_however_the_spread_is_kept(
    seed: int, script: Script, few: int, data: st.DataObject
) -> None:
    rules = made(seed, script)
    expected, middle = one_by_one(rules)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Doubles, "few", few)
        for name, values in LIMITS.items():
            patch.setattr(loops, name, data.draw(st.sampled_from(values), label=name))
        found = battle_odds(rules, Board("first"))
        assert ends(rules, Doubles()) == pytest.approx({state: float(chance) for state, chance in expected.items()})
        met = found.joint(*(f"mid{n}" for n in range(CELLS))).chances
        assert met == pytest.approx({cells: float(chance) for cells, chance in middle.items()})


@given(st.integers(0, 10**6), scripts)
@settings(max_examples=5)
def test_counted_battles_all_end_where_battles_can_end(seed: int, script: Script) -> None:
    rules = made(seed, script)
    found = ends(rules, Counts(1000, np.random.Generator(np.random.PCG64(seed))))
    assert sum(found.values()) == 1000
    assert set(found) <= set(one_by_one(rules)[0])
