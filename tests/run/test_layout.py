"""Touches: a phase that reads or changes what it does not name is found out."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from toy import SIDES, TOY, begin, bot

from admiralty.core.phase import Phase
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
