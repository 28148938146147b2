"""What phases did is remembered from battle to battle, and no odds change by it, to the last bit."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, ClassVar

import pytest
from toy import SIDES, TOY, begin, bot

from admiralty.core.errors import Complaint, TooWide
from admiralty.core.phase import phase
from admiralty.core.pool import Pick
from admiralty.core.ruleset import Measure, Ruleset
from admiralty.core.state import State
from admiralty.core.table import Table
from admiralty.run import sample as sampling
from admiralty.run.odds import battle_odds
from admiralty.run.policy import fixed, mixed
from admiralty.run.sample import sample
from admiralty.run.spread import kernel
from admiralty.run.spread.engine import Engine
from admiralty.run.spread.memory import BATTLES, Memory, memory_of
from admiralty.run.spread.weights import Doubles

BOTS = dict.fromkeys(SIDES, bot)
OPENING = begin({"points": [3, 2], "rounds": 3, "may_give_up": True})
Tables = Mapping[str, Mapping[Any, Any]]


@pytest.fixture(autouse=True)
def _nothing_is_remembered() -> Iterator[None]:
    memory_of.cache_clear()
    yield
    memory_of.cache_clear()


class Runs:
    """Counts how often phases are run anew."""

    def __init__(self, branches: Callable[..., Any]) -> None:
        self.number = 0
        self._branches = branches

    def __call__(self, *given: Any) -> Any:
        self.number += 1
        return self._branches(*given)

    def of(self, ask: Callable[[], Any]) -> int:
        """How many runs a question takes."""
        before = self.number
        ask()
        return self.number - before


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> Runs:
    counter = Runs(kernel.branches)
    monkeypatch.setattr(kernel, "branches", counter)
    return counter


def told(opening: Any = OPENING, rules: Ruleset[Any] = TOY, **options: Any) -> Tables:
    """All odds, and how they stand: doubles compare by their bits."""
    found = battle_odds(rules, opening, **{"policies": BOTS, **options})
    return {name: dict(found[name].chances) for name in found}


def anew(*given: Any, **options: Any) -> Tables:
    """All odds with nothing remembered."""
    memory_of.cache_clear()
    return told(*given, **options)


# Asking again


@pytest.mark.parametrize("exact", [False, True])
def test_asking_again_runs_no_phase_and_changes_no_bit(runs: Runs, exact: bool) -> None:
    first = told(exact=exact)
    assert runs.number > 0
    before = runs.number
    assert told(exact=exact) == first
    assert runs.number == before


def test_asking_for_something_else_runs_no_phase_that_was_run(runs: Runs) -> None:
    told()
    wanted = [measure for measure in TOY.measures(OPENING) if measure.name == "winner"]
    assert runs.of(lambda: told(measures=wanted)) == 0


@pytest.mark.parametrize(("points", "round", "new"), [((3, 2), 2, False), ((2, 1), 3, False), ((2, 3), 1, True)])
def test_another_opening_runs_what_the_battle_before_did_not_come_to(
    runs: Runs, points: tuple[int, int], round: int, new: bool
) -> None:
    other = begin({"points": points, "rounds": 3, "may_give_up": True}).but(round=round)
    fresh = runs.of(lambda: anew(other))
    expected = anew(other)
    memory_of.cache_clear()
    told()
    again = runs.of(lambda: told(other))
    assert told(other) == expected
    assert 0 < again < fresh if new else again == 0


def test_a_counted_sample_runs_nothing_that_odds_have_run(runs: Runs) -> None:
    told()
    assert runs.of(lambda: sample(TOY, OPENING, 1000, policies=BOTS, method="counted")) == 0


# What is not shared


def test_fractions_and_doubles_are_remembered_apart(runs: Runs) -> None:
    doubles = told()
    exact = told(exact=True)
    assert all(isinstance(chance, Fraction) for chances in exact.values() for chance in chances.values())
    assert exact == anew(exact=True)
    assert told() == doubles


@pytest.mark.parametrize(
    "policy", [fixed("dodge"), mixed([("aim", 0.25), ("dodge", 0.75)]), lambda *given: bot(*given)]
)
def test_who_is_not_the_bot_is_always_asked(runs: Runs, policy: Any) -> None:
    questions: dict[str, Any] = {"policies": {"left": bot, "right": policy}, "opening": begin({"points": [2, 2]})}
    expected = anew(**questions)
    memory_of.cache_clear()
    told(begin({"points": [2, 2]}))
    first, second = (runs.of(lambda: told(**questions)) for _ in range(2))
    assert first == second > 0
    assert told(**questions) == expected


def test_a_side_without_a_policy_is_not_answered_for_from_memory() -> None:
    told()
    for policies in ({}, {"left": bot}):
        with pytest.raises(Complaint, match=r"how (left|right) plays"):
            told(policies=policies)


def test_rulesets_that_differ_in_their_bot_alone_are_remembered_apart() -> None:
    dodge = fixed("dodge")
    shy = dataclasses.replace(TOY, bot=dodge)
    opening = begin({"points": [2, 2]})
    told(opening)
    assert told(opening, shy, policies=dict.fromkeys(SIDES, dodge))["winner"] == {"draw": 1}


def test_a_phase_that_touches_something_else_is_another_phase() -> None:
    """The same function under the same name, but seen through other touches."""
    whole = dataclasses.replace(TOY, order=tuple(dataclasses.replace(phase, touches=("*",)) for phase in TOY.order))
    expected = anew(rules=whole)
    memory_of.cache_clear()
    told()
    assert told(rules=whole) == expected


def test_a_thorough_look_is_not_spared_by_what_is_remembered(runs: Runs) -> None:
    told()
    assert runs.of(lambda: Engine(TOY, OPENING, Doubles(), BOTS, thorough=True).run()) > 0


class Ring(State, frozen=True):
    """Somebody is passed on round a table; how far at once is fixed."""

    CONSTANT: ClassVar[tuple[str, ...]] = ("stride",)
    phase: str
    stride: int
    seats: tuple[int, ...]
    me: int = 0
    steps: int = 0


@phase(touches=("me", "steps"))
def go(state: Ring, table: Table) -> Ring:
    place = (state.me + state.stride + table.roll(Pick((1, 1)), "far")) % len(state.seats)
    return state.but(me=place, steps=state.steps + 1, phase="sit" if state.steps < 2 else "over")


@phase(touches=("seats[me]",))
def sit(state: Ring, table: Table) -> Ring:
    return state.but(seats=(*state.seats[: state.me], 1, *state.seats[state.me + 1 :]), phase="go")


ANY: Ruleset[Any] = TOY
RING = dataclasses.replace(
    ANY, order=(go, sit), clock=("steps",), measures=lambda state: (Measure("me", lambda state: state.me, ("me",)),)
)


def places(seats: int, stride: int) -> Mapping[Any, Any]:
    return told(Ring("go", stride, (0,) * seats), RING, exact=True)["me"]


def expected_places(seats: int, stride: int) -> Mapping[int, Fraction]:
    """Three steps: so many of them one further."""
    chances: dict[int, Fraction] = {}
    for further, ways in enumerate((1, 3, 3, 1)):
        place = (3 * stride + further) % seats
        chances[place] = chances.get(place, Fraction(0)) + Fraction(ways, 8)
    return dict(sorted(chances.items()))


def test_battles_of_another_setting_are_remembered_apart() -> None:
    for stride in (0, 1, 2, 0):
        assert places(7, stride) == expected_places(7, stride)


def test_battles_with_more_or_fewer_pieces_are_remembered_apart() -> None:
    """How many there are every phase may see, also one that touches none of them."""
    for seats in (2, 5, 4, 2):
        assert places(seats, 1) == expected_places(seats, 1)


# Room


def test_of_a_battle_no_more_ways_are_kept_than_there_is_room_for(runs: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = told()
    everything = kept(memory_of(*key()))
    assert everything > 20
    small = Memory(room=20)
    monkeypatch.setattr(kernel, "memory_of", lambda *given: small)
    fresh = runs.of(told)
    assert 0 < kept(small) <= 20
    assert kept(small) + small.room == 20
    assert told() == expected
    assert 0 < runs.of(told) < fresh


def key() -> tuple[Any, ...]:
    engine = Engine(TOY, OPENING, Doubles(), BOTS, TOY.measures(OPENING))
    return engine.layout.fixed, tuple(BOTS.items()), Doubles.weigh


def kept(memory: Memory) -> int:
    return sum(len(ways) for phase in memory.phases.values() for ways in phase.ways.values())


def test_only_the_last_few_battles_are_remembered() -> None:
    for stride in range(BATTLES + 3):
        places(7, stride)
    assert memory_of.cache_info().currsize == BATTLES


# Limits


def test_the_limit_on_situations_does_not_depend_on_what_is_remembered(runs: Runs) -> None:
    needed = runs.of(told)
    for remembered in (False, True):
        for limit in (needed - 1, needed):
            if not remembered:
                memory_of.cache_clear()
            if limit < needed:
                with pytest.raises(TooWide, match=f"more than {limit} different situations"):
                    told(kernel_limit=limit)
            else:
                told(kernel_limit=limit)


def sampled(method: Any = "auto") -> Any:
    return sample(TOY, OPENING, 400, policies=BOTS, seed=3, workers=1, method=method).plain()


@pytest.mark.parametrize(("spare", "method"), [(0, "counted"), (-1, "single")])
def test_the_same_seed_gives_the_same_sample_whatever_is_remembered(
    runs: Runs, monkeypatch: pytest.MonkeyPatch, spare: int, method: str
) -> None:
    """Where one situation more is met than counting goes on for, battles are played one by one, whatever is known."""
    monkeypatch.setattr(sampling, "COUNTED_RUNS", runs.of(lambda: sampled("counted")) + spare)
    memory_of.cache_clear()
    fresh = sampled()
    told()
    assert sampled() == fresh == sampled(method)
