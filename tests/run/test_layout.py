"""Touches: a phase that reads or changes what it does not name is found out."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from toy import SIDES, TOY, Gunner, begin, bot

from admiralty.core.phase import Phase
from admiralty.core.pool import Pick
from admiralty.core.ruleset import Measure, Ruleset
from admiralty.core.state import State, replaced
from admiralty.core.table import Table
from admiralty.core.touches import index_fields, parse
from admiralty.run.odds import battle_odds
from admiralty.run.spread.engine import Engine
from admiralty.run.spread.layout import Layout
from admiralty.run.spread.untouched import UNTOUCHED, LyingTouch
from admiralty.run.spread.weights import Doubles
from admiralty.run.spread.window import Window

POLICIES = dict.fromkeys(SIDES, bot)
OPENING = begin({"points": [2, 2]})


def with_touches(name: str, touches: tuple[str, ...]) -> Any:
    order = tuple(Phase(p.name, p.run, touches, p.drains) if p.name == name else p for p in TOY.order)
    return dataclasses.replace(TOY, order=order)


def test_a_path_is_read_into_fields_and_items() -> None:
    assert parse("ships[target].hp") == (("field", "ships"), ("item", "target"), ("field", "hp"))
    assert parse("caps[*]") == (("field", "caps"), ("item", "*"))
    assert index_fields(["ships[target].hp", "caps[defender]", "ships[3].hp", "x[*]"]) == ("target", "defender")


@pytest.mark.parametrize("path", ["", "a b", "ships[", "ships[]", "a..b", "[0"])
def test_a_path_that_is_none_is_refused(path: str) -> None:
    with pytest.raises(ValueError, match="touch path"):
        parse(path)


def test_a_state_survives_the_way_into_columns_and_back() -> None:
    layout = Layout(OPENING, ["gunners[me].stance", "gunners[*].points"])
    assert layout.state(layout.row(OPENING)) == OPENING


def test_only_the_touched_columns_can_be_read() -> None:
    layout = Layout(OPENING, ["gunners[*].points", "gunners[*].stance"])
    layout.row(OPENING)
    window = Window(layout, layout.columns(["gunners[0].points"], {}))
    state = window.open([0])
    assert state.gunners[0].points == 2
    assert state.gunners[1].points is UNTOUCHED
    with pytest.raises(LyingTouch):
        state.gunners[1].points + 1


def test_an_index_of_minus_one_touches_nothing() -> None:
    layout = Layout(OPENING, ["gunners[me].points"])
    assert layout.columns(["gunners[me].points"], {"me": -1}) == ()


def test_a_phase_that_reads_more_than_it_says_is_found_out() -> None:
    rules = with_touches("shoot", ("gunners[me].stance", "gunners[foe].points", "me", "foe"))
    with pytest.raises(LyingTouch):
        battle_odds(rules, OPENING, policies=POLICIES)


def test_a_phase_that_changes_more_than_it_says_is_found_out() -> None:
    rules = with_touches("declare", ("round", "me", "foe"))
    with pytest.raises(LyingTouch):
        Engine(rules, OPENING, Doubles(), POLICIES, thorough=True).run()


def test_honest_touches_pass_the_thorough_look() -> None:
    Engine(TOY, OPENING, Doubles(), POLICIES, thorough=True).run()


# A touch indexed by several numbers at once


class Picket(State, frozen=True):
    """Ships, some of which are near; ``aim`` is the one that a phase asks for."""

    phase: str
    near: tuple[int, ...]
    ships: tuple[Gunner, ...] = (Gunner(1), Gunner(2), Gunner(3))
    aim: int = 0


NEAR = ("ships[near].points",)


@pytest.mark.parametrize(
    ("near", "ships"),
    [((0, 2), [0, 2]), ((2, 0), [0, 2]), ((1,), [1]), ((1, 1), [1]), ((-1, 1), [1]), ((), []), (2, [2])],
)
def test_an_index_of_several_numbers_touches_all_of_these_and_nothing_else(near: Any, ships: list[int]) -> None:
    layout = Layout(Picket("strike", ()), NEAR)
    columns = layout.columns(NEAR, {"near": near})
    assert [layout.leaves[column] for column in columns] == [("ships", ship, "points") for ship in ships]


def strike(state: Picket, table: Table) -> Picket:
    """The ship that is asked for loses a point or none."""
    ship = state.ships[state.aim]
    hurt = ship.but(points=ship.points - table.roll(Pick((1, 1)), "hurt"))
    return state.but(ships=replaced(state.ships, state.aim, hurt), phase="over")


def scatter(state: Picket, table: Table) -> Picket:
    """The first and the last are near, or the middle one alone."""
    near, aim = [((0, 2), 2), ((1,), 1)][table.roll(Pick((1, 1)), "near")]
    return state.but(near=near, aim=aim, phase="strike")


ANY: Ruleset[Any] = TOY
PICKET = dataclasses.replace(
    ANY,
    order=(Phase("scatter", scatter, ("near", "aim")), Phase("strike", strike, (*NEAR, "aim"))),
    clock=(),
    measures=lambda state: (points_of(0), points_of(1), points_of(2)),
)


def points_of(ship: int) -> Measure[Any]:
    return Measure(f"ship{ship}", lambda state: state.ships[ship].points, (f"ships[{ship}].points",))


def points(opening: Picket) -> Any:
    return battle_odds(PICKET, opening).joint("ship0", "ship1", "ship2").chances


def test_a_phase_reads_and_changes_every_ship_that_is_near() -> None:
    assert points(Picket("strike", (0, 2), aim=0)) == {(0, 2, 3): 0.5, (1, 2, 3): 0.5}
    assert points(Picket("strike", (0, 2), aim=2)) == {(1, 2, 2): 0.5, (1, 2, 3): 0.5}


@pytest.mark.parametrize(("near", "aim"), [((0, 2), 1), ((1,), 0), ((), 0)])
def test_a_phase_that_reads_a_ship_that_is_not_near_is_found_out(near: tuple[int, ...], aim: int) -> None:
    with pytest.raises(LyingTouch):
        points(Picket("strike", near, aim=aim))


def test_what_is_near_may_differ_from_state_to_state() -> None:
    assert points(Picket("scatter", ())) == {(1, 1, 3): 0.25, (1, 2, 2): 0.25, (1, 2, 3): 0.5}
