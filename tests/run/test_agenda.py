"""Which states are carried on next: those furthest behind, and all at once that wait for the same."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toy import TOY

from admiralty.core.phase import Phase
from admiralty.core.ruleset import Moment, Ruleset
from admiralty.core.state import State
from admiralty.run.spread.agenda import OVER, Agenda, Key, Stage, at_moment, places
from admiralty.run.spread.dense import loops
from admiralty.run.spread.engine import Engine
from admiralty.run.spread.product import Product, merged
from admiralty.run.spread.weights import Doubles


class Watch(State, frozen=True):
    phase: str
    turn: int = 0
    step: int = 0
    left: int = 0
    more: int = 0
    aim: int = -1
    hp: tuple[int, ...] = (0, 0)


def named(name: str, *touches: str, drains: tuple[str, ...] = ()) -> Phase[Any]:
    return Phase(name, lambda state, table: state, touches, drains)


LOOP = ("left", "more")
ORDER = (
    named("open", "turn"),
    named("hit", *LOOP, drains=LOOP),
    named("damage", "hp[aim]", drains=LOOP),
    named("section", "hp[aim]", drains=LOOP),
    named("close", "turn"),
)
ANY: Ruleset[Any] = TOY
RULES = dataclasses.replace(ANY, order=ORDER, clock=("turn", "step"), measures=lambda state: ())


def empty() -> tuple[Engine, Agenda]:
    """An agenda with nothing on it, and the engine that makes products for it."""
    engine = Engine(RULES, Watch("open"), Doubles(), {})
    return engine, Agenda(RULES, engine.layout)


def product(engine: Engine, *states: Watch) -> Product:
    return engine.product({engine.layout.row(state): 1 / 16 for state in states})


def popped(*states: Watch, apart: bool = True) -> list[list[Watch]]:
    """The buckets in the order in which they come, put in one by one or all together."""
    engine, agenda = empty()
    for chunk in [[state] for state in states] if apart else [list(states)]:
        agenda.put(product(engine, *chunk))
    buckets = []
    while agenda:
        _, chunks = agenda.pop()
        buckets.append(sorted(listed(engine, merged(chunks)), key=repr))
    return buckets


def listed(engine: Engine, product: Product) -> list[Watch]:
    part = product.marginal(engine.layout.columns(["*"], {}))
    states: list[Any] = [engine.layout.state(row) for row in part.listed()]
    return states


@pytest.mark.parametrize("apart", [True, False])
def test_states_furthest_behind_by_the_clock_go_first(apart: bool) -> None:
    states = [Watch("open", turn, step) for turn, step in ((2, 0), (0, 1), (1, 3), (0, 2))]
    assert popped(*states, apart=apart) == [[states[1]], [states[3]], [states[2]], [states[0]]]


def test_at_the_same_time_the_rulebook_says_who_goes_first() -> None:
    states = [Watch("close"), Watch("hit", aim=0), Watch("open")]
    assert popped(*states) == [[states[2]], [states[1]], [states[0]]]


@pytest.mark.parametrize("apart", [True, False])
def test_states_that_wait_for_the_same_phase_at_the_same_time_go_together(apart: bool) -> None:
    states = [Watch("open", hp=(0, 1)), Watch("open", hp=(1, 0)), Watch("open", hp=(1, 1))]
    assert popped(*states, apart=apart) == [states]


def test_in_a_loop_the_states_with_the_most_left_go_first() -> None:
    states = [Watch("hit", left=left, more=more) for left, more in ((1, 2), (2, 0), (2, 5), (0, 9))]
    assert popped(*states) == [[states[2]], [states[1]], [states[0]], [states[3]]]


def test_at_an_equal_count_the_first_phase_of_a_loop_goes_last() -> None:
    """What the others have still to finish comes in first, and goes on together with the rest."""
    states = [Watch(name, left=left, aim=0) for left in (1, 2) for name in ("hit", "section", "damage")]
    assert [[one.phase, one.left] for (one,) in popped(*states)] == [
        ["damage", 2],
        ["section", 2],
        ["hit", 2],
        ["damage", 1],
        ["section", 1],
        ["hit", 1],
    ]


def test_where_a_phase_looks_at_one_of_several_things_each_is_a_bucket() -> None:
    states = [Watch("damage", aim=1), Watch("damage", aim=0), Watch("damage", aim=-1)]
    assert popped(*states, apart=False) == [[states[2]], [states[1]], [states[0]]]


def test_a_phase_that_does_not_look_at_it_takes_all_of_them_together() -> None:
    states = [Watch("close", aim=0), Watch("close", aim=1)]
    assert popped(*states) == [states]


def test_battles_that_are_over_wait_aside() -> None:
    engine, agenda = empty()
    agenda.put(product(engine, Watch(OVER, turn=1), Watch(OVER, turn=3)))
    assert not agenda
    (over,) = agenda.clear_over()
    assert over.states == 2
    assert agenda.clear_over() == []


def test_a_stage_is_taken_off_the_agenda_whole() -> None:
    engine, agenda = empty()
    stage = Stage((1, 0), places(ORDER)["hit"][0])
    inside = [Watch("hit", 1, left=2), Watch("hit", 1, left=1), Watch("section", 1, aim=0)]
    outside = [Watch("hit", 2, left=2), Watch("open", 1), Watch("close", 1)]
    agenda.put(product(engine, *inside, *outside))
    waiting = agenda.at(stage)
    assert {name: sum(one.states for one in found) for name, found in waiting.items()} == {"hit": 2, "section": 1}
    agenda.withdraw(stage)
    assert agenda.at(stage) == {}
    assert [agenda.pop()[0].phase for _ in outside] == ["open", "close", "hit"]
    assert not agenda


watches = st.builds(
    Watch,
    phase=st.sampled_from([phase.name for phase in ORDER]),
    turn=st.integers(0, 2),
    step=st.integers(0, 1),
    left=st.integers(0, 2),
    more=st.integers(0, 1),
    aim=st.integers(-1, 1),
    hp=st.tuples(st.integers(0, 2), st.integers(0, 2)),
)


@given(st.lists(watches, unique=True, min_size=1, max_size=12), st.booleans())
@settings(max_examples=30)
def test_every_state_comes_up_once_in_the_order_of_the_keys(states: list[Watch], apart: bool) -> None:
    engine, agenda = empty()
    for chunk in [[state] for state in states] if apart else [states]:
        agenda.put(product(engine, *chunk))
    keys: list[Key] = []
    found: list[Watch] = []
    while agenda:
        key, chunks = agenda.pop()
        keys.append(key)
        found += [state for chunk in chunks for state in listed(engine, chunk)]
        assert sum(chunk.total for chunk in chunks) * 16 == len([s for s in states if at(key, s)])
    assert keys == sorted(set(keys))
    assert sorted(found, key=repr) == sorted(states, key=repr)


def at(key: Key, state: Watch) -> bool:
    """Whether a state belongs in a bucket."""
    clock, phase = (state.turn, state.step), RULES.phases[state.phase]
    left = tuple(-getattr(state, field) for field in phase.drains)
    indexes = tuple(getattr(state, field) for field in phase.indexes)
    return (key.stage.clock, key.phase, key.left, key.indexes) == (clock, state.phase, left, indexes)


# Loops, and moments


def test_phases_side_by_side_that_drain_the_same_are_one_loop() -> None:
    of = {name: loop for name, (loop, _) in places(ORDER).items()}
    assert of["hit"] == of["damage"] == of["section"]
    assert len({of["open"], of["hit"], of["close"]}) == 3
    assert [[phase.name for phase in loops(ORDER)[name]] for name in ("hit", "section")] == [
        ["hit", "damage", "section"]
    ] * 2
    assert "open" not in loops(ORDER)


def test_phases_that_drain_the_same_with_another_between_are_two_loops() -> None:
    order = (named("a", drains=LOOP), named("b"), named("c", drains=LOOP), named("d", drains=("left",)))
    of = places(order)
    assert len({loop for loop, _ in of.values()}) == 4
    assert [[phase.name for phase in loop] for loop in loops(order).values()] == [["a"], ["c"], ["d"]]


def test_a_moment_may_name_the_first_fields_of_the_clock_only() -> None:
    assert at_moment(Moment("open"), "open", (3, 1))
    assert at_moment(Moment("open", (3,)), "open", (3, 1))
    assert at_moment(Moment("open", (3, 1)), "open", (3, 1))
    assert not at_moment(Moment("open", (1,)), "open", (3, 1))
    assert not at_moment(Moment("close", (3,)), "open", (3, 1))
