"""Best play: brute force over whole plans, equilibrium inequalities, horizons, refusals, and playing the answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toy import SIDES, TOY, begin, bot

from admiralty.core.choice import Choice, pick_one
from admiralty.core.errors import Complaint, TooWide
from admiralty.core.matrix import solve_matrix
from admiralty.core.phase import phase
from admiralty.core.pool import Chart, Face
from admiralty.core.ruleset import Measure, Ruleset
from admiralty.core.state import State
from admiralty.core.table import Table
from admiralty.core.words import say
from admiralty.run import solve as solving
from admiralty.run.battle import Battle
from admiralty.run.odds import battle_odds
from admiralty.run.play import Play
from admiralty.run.policy import fixed
from admiralty.run.sample import sample
from admiralty.run.solve import Solution, payoff_of, solve
from admiralty.run.solving.equilibrium import approximate
from admiralty.run.spread.kernel import branches

LEAD = "left - right"
HALF = Fraction(1, 2)


def toy(left: int, right: int, rounds: int, give_up: bool = False) -> Any:
    return begin({"points": [left, right], "rounds": rounds, "may_give_up": give_up})


def solve_toy(state: Any, **how: Any) -> Solution:
    return solve(TOY, state, payoff_of(TOY, state, LEAD), **how)


scenarios = st.builds(toy, st.integers(1, 3), st.integers(1, 3), st.integers(1, 3), st.booleans())


# Brute force: every plan of both sides as one matrix


def questions_of(state: Any) -> dict[tuple[Any, str], tuple[str, ...]]:
    """Every situation in which a side of the toy can be asked, and its answers."""
    found: dict[tuple[Any, str], tuple[str, ...]] = {}

    def spy(here: Any, side: str, choice: Any) -> tuple[tuple[Any, Fraction], ...]:
        options = tuple(choice.options())
        found[(here, side)] = options
        return tuple((option, Fraction(1, len(options))) for option in options)

    ends_of(state, dict.fromkeys(SIDES, spy))
    return found


def ends_of(state: Any, policies: Mapping[str, Any]) -> list[tuple[Any, Fraction]]:
    """Every end of a toy battle with its chance, way by way."""
    ends, ways = [], [(state, Fraction(1))]
    while ways:
        here, chance = ways.pop()
        if here.phase == "over":
            ends.append((here, chance))
        else:
            ways += [(after, chance * part) for after, part in branches(TOY.phases[here.phase], here, policies)]
    return ends


def plans(state: Any, side: str) -> Iterator[Any]:
    """Every pure plan of a side: an answer to each situation it can be asked in."""
    asked = {key: options for key, options in questions_of(state).items() if key[1] == side}
    for answers in product(*asked.values()):
        plan = dict(zip(asked, answers, strict=True))
        yield lambda here, who, choice, plan=plan: ((plan[(here, who)], 1),)


def lead(policies: Mapping[str, Any], state: Any) -> Fraction:
    return sum(
        (chance * (end.gunners[0].points - end.gunners[1].points) for end, chance in ends_of(state, policies)),
        Fraction(0),
    )


@pytest.mark.parametrize(
    "state",
    [toy(1, 1, 1), toy(2, 1, 1), toy(1, 1, 2), toy(2, 1, 2), toy(2, 1, 2, give_up=True)],
    ids=["even", "ahead", "two-rounds", "ahead-two-rounds", "may-give-up"],
)
def test_the_value_is_that_of_the_matrix_of_all_plans(state: Any) -> None:
    rows = [
        [lead({"left": left, "right": right}, state) for right in plans(state, "right")]
        for left in plans(state, "left")
    ]
    assert solve_toy(state, exact=True).value == solve_matrix(rows).value


# What must hold for every answer


@settings(max_examples=25, deadline=None)
@given(scenarios)
def test_no_answer_to_any_question_beats_the_mix(state: Any) -> None:
    for question in solve_toy(state, exact=True).questions:
        for part in question.parts:
            assert sum(part.mix) == 1
            assert min(part.mix) >= 0
            assert min(part.costs) == 0
            assert all(not cost for cost, chance in zip(part.costs, part.mix, strict=True) if chance)


@settings(max_examples=15, deadline=None)
@given(scenarios, st.sampled_from(["aim", "dodge"]))
def test_best_play_gets_at_least_the_value_against_any_other(state: Any, stance: str) -> None:
    found = solve_toy(state, exact=True)
    best = found.policies()

    def other(here: Any, side: str, choice: Any) -> Any:
        return fixed(stance)(here, side, choice) if choice.name == "stance" else bot(here, side, choice)

    assert lead({"left": best.get("left", other), "right": other}, state) >= found.value
    assert lead({"left": other, "right": best.get("right", other)}, state) <= found.value


@settings(max_examples=15, deadline=None)
@given(st.integers(1, 3), st.integers(1, 3), st.booleans())
def test_a_mirror_battle_is_fair(points: int, rounds: int, give_up: bool) -> None:
    assert solve_toy(toy(points, points, rounds, give_up), exact=True).value == 0


@settings(max_examples=15, deadline=None)
@given(scenarios)
def test_doubles_agree_with_fractions(state: Any) -> None:
    exact, doubles = solve_toy(state, exact=True), solve_toy(state, exact=False)
    assert (exact.exact, doubles.exact) == (True, False)
    assert doubles.value == pytest.approx(float(exact.value), abs=1e-9)
    assert isinstance(doubles.value, float)
    assert doubles.states == exact.states


# Small games that can be worked out by hand


class Bout(State):
    """``said`` what was answered so far, ``fell`` what was thrown, ``turn`` and ``step`` the clock."""

    phase: str = "first"
    turn: int = 1
    step: int = 0
    said: tuple[Any, ...] = ()
    fell: int = 0


def rules_of(*phases: Any, sides: tuple[str, ...] = ("a", "b"), clock: tuple[str, ...] = ("turn",)) -> Ruleset[Any]:
    measures = (Measure("fell", lambda state: state.fell, ("fell",)),)
    return replace(TOY, order=phases, sides=lambda state: sides, clock=clock, measures=lambda state: measures)


def penny(name: str = "penny") -> Any:
    return pick_one(name, say("Heads or tails?"), ("heads", "tails"))


def same(state: Any) -> int:
    return 1 if len(set(state.said)) == 1 else -1


def said_and_over(state: Bout, *answers: Any) -> Bout:
    return state.but(said=answers, phase="over")


@phase()
def first(state: Bout, table: Table) -> Bout:
    answers = table.ask_all({"a": penny(), "b": penny()})
    return said_and_over(state, answers["a"], answers["b"])


SECRET = rules_of(first)


def test_in_secret_pennies_are_thrown_evenly() -> None:
    found = solve(SECRET, Bout(), same)
    (question,) = found.opening
    assert (found.value, found.exact, found.unique, question.secret, question.name) == (0, True, True, True, "penny")
    for side in "ab":
        assert question.part(side).documents == ("heads", "tails")
        assert question.part(side).mix == (HALF, HALF)
        assert question.part(side).mixes == ((HALF, HALF),)


def test_in_turn_the_second_to_answer_wins() -> None:
    @phase()
    def first(state: Bout, table: Table) -> Bout:
        return said_and_over(state, table.ask("a", penny()), table.ask("b", penny()))

    found = solve(rules_of(first), Bout(), same)
    assert found.value == -1
    (question,) = found.opening
    assert question.part("a").mixes == ((1, 0), (0, 1))
    assert not question.unique
    replies = {question.before: question.part("b") for question in found.questions if question.before}
    assert {before: reply.mix for before, reply in replies.items()} == {("heads",): (0, 1), ("tails",): (1, 0)}
    assert {reply.costs for reply in replies.values()} == {(2, 0), (0, 2)}
    assert all(reply.unique for reply in replies.values())


def test_sides_may_stand_in_any_order_in_a_secret_question() -> None:
    @phase()
    def first(state: Bout, table: Table) -> Bout:
        wide = pick_one("coin", say("Which?"), ("heads", "tails", "edge"))
        answers = table.ask_all({"b": wide, "a": penny()})
        return said_and_over(state, answers["a"], answers["b"])

    found = solve(rules_of(first), Bout(), lambda state: {"heads": 2, "tails": 1}[state.said[0]] * same(state))
    (question,) = found.opening
    assert (found.value, question.part("a").mixes, question.part("b").mix[1]) == (-1, ((0, 1),), 0)
    assert question.part("b").mixes == ((Fraction(1, 4), 0, Fraction(3, 4)), (0, 0, 1))
    assert (question.part("a").unique, question.part("b").unique) == (True, False)
    assert question.part("b").costs == (0, 2, 0)


def test_dice_after_a_secret_question_in_the_same_phase_are_an_expectation() -> None:
    """Even heads pay a face of 1, 2 or 6, even tails 1; uneven pennies pay nothing."""

    @phase()
    def first(state: Bout, table: Table) -> Bout:
        answers = table.ask_all({"a": penny(), "b": penny()})
        fell = table.roll(Chart((1, 2, 6)), "prize") if answers["a"] == "heads" else 1
        return said_and_over(state, answers["a"], answers["b"]).but(fell=fell if len(set(answers.values())) == 1 else 0)

    rules = rules_of(first)
    found = solve(rules, Bout(), payoff_of(rules, Bout(), "fell"))
    assert found.value == Fraction(3, 4)
    assert found.opening[0].part("a").mix == found.opening[0].part("b").mix == (Fraction(1, 4), Fraction(3, 4))


def throw_again(asked: str) -> Ruleset[Any]:
    """A die, and one side may throw it once more."""

    @phase(touches=("fell",))
    def first(state: Bout, table: Table) -> Bout:
        return state.but(fell=table.roll(Face(6), "throw"), phase="second")

    @phase(touches=("fell",))
    def second(state: Bout, table: Table) -> Bout:
        again = table.ask(asked, pick_one("again", say("Throw again?"), ("no", "yes"))) == "yes"
        return state.but(fell=table.roll(Face(6), "throw") if again else state.fell, phase="over")

    return rules_of(first, second)


@pytest.mark.parametrize(
    ("asked", "value", "again"), [("a", Fraction(17, 4), {1, 2, 3}), ("b", Fraction(11, 4), {4, 5, 6})]
)
def test_one_side_alone_gives_its_best_answer(asked: str, value: Fraction, again: set[int]) -> None:
    """A die worth keeping from 4 up for the first side, up to 3 for the second."""
    rules = throw_again(asked)
    found = solve(rules, Bout(), payoff_of(rules, Bout(), "fell"))
    assert found.value == value
    assert len(found.opening) == 6
    answers = {question.state.fell: question.part(asked) for question in found.opening}  # type: ignore[attr-defined]
    assert {fell for fell, part in answers.items() if part.mix == (0, 1)} == again
    assert answers[1].costs == ((HALF * 5, 0) if asked == "a" else (0, HALF * 5))


def test_a_battle_without_questions_is_worth_its_mean() -> None:
    @phase()
    def first(state: Bout, table: Table) -> Bout:
        return state.but(fell=table.roll(Face(6), "throw"), phase="over")

    found = solve(rules_of(first), Bout(), lambda state: state.fell)
    assert (found.value, found.opening, list(found.questions), found.states) == (HALF * 7, (), [], 7)


# Horizons


@phase(touches=("turn", "fell"))
def endless(state: Bout, table: Table) -> Bout:
    """Each turn both show a penny: the first side gains 2 for equal ones and loses 1 for others."""
    answers = table.ask_all({"a": penny(), "b": penny()})
    gain = 2 if answers["a"] == answers["b"] else -1
    return state.but(turn=state.turn + 1, fell=state.fell + gain)


ENDLESS = rules_of(endless)


@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_a_battle_without_an_end_is_followed_to_the_horizon(rounds: int) -> None:
    found = solve(ENDLESS, Bout("endless", 7), payoff_of(ENDLESS, Bout(), "fell"), rounds)
    assert found.value == HALF * rounds
    assert max(question.state.turn for question in found.questions) == 6 + rounds  # type: ignore[attr-defined]


def test_a_horizon_is_the_same_as_a_battle_that_ends_there() -> None:
    assert solve_toy(toy(3, 2, 9), rounds=2, exact=True).value == solve_toy(toy(3, 2, 2), exact=True).value


def test_a_horizon_beyond_the_end_changes_nothing() -> None:
    assert solve_toy(toy(3, 2, 2), rounds=50, exact=True).value == solve_toy(toy(3, 2, 2), exact=True).value


def test_another_clock_can_be_counted() -> None:
    rules = rules_of(endless, clock=("fell", "turn"))
    found = solve(rules, Bout("endless"), payoff_of(rules, Bout(), "fell"), 3, clock="turn")
    assert found.value == HALF * 3


@phase(touches=("turn", "step", "fell"))
def show(state: Bout, table: Table) -> Bout:
    return endless.run(state, table).but(turn=state.turn, step=1, phase="again")


@phase(touches=("turn", "step"))
def again(state: Bout, table: Table) -> Bout:
    """Every odd round counts as the first again and every even one as the second, as rules may have it when rounds
    are alike."""
    return state.but(turn=3 - state.turn, step=0, phase="show")


@phase(touches=("step",))
def repeat(state: Bout, table: Table) -> Bout:
    """Every round counts as the first again."""
    return state.but(step=0, phase="show")


@pytest.mark.parametrize("rounds", [1, 2, 5])
@pytest.mark.parametrize("back", [again, replace(repeat, name="again")], ids=["two", "one"])
def test_rounds_that_are_counted_as_one_still_tick(back: Any, rounds: int) -> None:
    rules = rules_of(show, back, clock=("turn", "step"))
    found = solve(rules, Bout("show"), lambda state: max(state.fell, 0), rounds)
    assert found.value == solve(ENDLESS, Bout("endless"), lambda state: max(state.fell, 0), rounds).value
    assert found.at(Bout("show"))[0].value == found.value


def test_rounds_counted_as_one_need_a_horizon() -> None:
    @phase()
    def first(state: Bout, table: Table) -> Bout:
        table.ask_all({"a": penny(), "b": penny()})
        return state

    with pytest.raises(Complaint, match="how many rounds"):
        solve(rules_of(first), Bout(), same)


def test_a_battle_may_be_longer_than_the_call_stack_is_deep() -> None:
    @phase(touches=("turn",))
    def first(state: Bout, table: Table) -> Bout:
        return state.but(turn=state.turn + 1, phase="first" if state.turn < 5000 else "over")

    assert solve(rules_of(first), Bout(), lambda state: state.turn).value == 5001


# Refusals


def test_a_battle_without_an_end_and_without_a_horizon_is_too_wide() -> None:
    with pytest.raises(TooWide, match="more than 500 different states"):
        solve(ENDLESS, Bout("endless"), lambda state: state.fell, limit=500)


def test_a_battle_that_comes_back_to_where_it_was_is_refused() -> None:
    @phase()
    def first(state: Bout, table: Table) -> Bout:
        return state.but(phase="second")

    @phase()
    def second(state: Bout, table: Table) -> Bout:
        return state.but(phase="over" if table.ask("a", penny()) == "heads" else "first")

    with pytest.raises(Complaint) as refused:
        solve(rules_of(first, second), Bout(), same)
    assert refused.value.code == "circle"


def asks(choices: Mapping[str, Any]) -> Ruleset[Any]:
    @phase()
    def first(state: Bout, table: Table) -> Bout:
        return said_and_over(state, *table.ask_all(choices).values())

    return rules_of(first, sides=("a", "b", "c"))


def test_more_than_two_sides_at_once_are_refused_with_their_number() -> None:
    with pytest.raises(Complaint) as refused:
        solve(asks(dict.fromkeys("abc", penny())), Bout(), same)
    assert (refused.value.code, refused.value.value) == ("too_many_sides", 3)


def test_more_than_two_sides_one_after_the_other_are_refused_with_their_number() -> None:
    @phase()
    def first(state: Bout, table: Table) -> Bout:
        return said_and_over(state, *(table.ask(side, penny()) for side in "abc"))

    with pytest.raises(Complaint) as refused:
        solve(rules_of(first, sides=("a", "b", "c")), Bout(), same)
    assert (refused.value.code, refused.value.value) == ("too_many_sides", 3)


def test_two_of_three_sides_can_be_solved() -> None:
    assert solve(asks({"a": penny(), "c": penny()}), Bout(), same).sides == ("a", "c")


def as_it_is(value: Any) -> Any:
    """Reads and writes an answer that has no wrong form."""
    return value


@pytest.mark.parametrize("how_many", [None, 10**30])
def test_a_question_without_listed_answers_is_refused_with_their_number(how_many: int | None) -> None:
    choice: Choice[Any] = Choice("orders", say("Orders?"), as_it_is, as_it_is, how_many=how_many)
    with pytest.raises(Complaint) as refused:
        solve(asks({"a": choice, "b": penny()}), Bout(), same)
    assert (refused.value.code, refused.value.value) == ("not_listed", how_many)


def test_a_question_without_a_legal_answer_is_refused() -> None:
    with pytest.raises(Complaint) as refused:
        solve(asks({"a": pick_one("nothing", say("What?"), ())}), Bout(), same)
    assert refused.value.code == "no_answer"


def numbers(size: int, known: bool) -> Choice[Any]:
    return Choice("number", say("Which?"), as_it_is, as_it_is, lambda: iter(range(size)), size if known else None)


@pytest.mark.parametrize(
    ("left", "right", "text"),
    [
        (numbers(10**9, known=True), penny(), "a has 1,000,000,000 answers, more than the limit of 1,000"),
        (numbers(10**9, known=False), penny(), "a has more answers than the limit of 1,000"),
        (numbers(40, known=True), numbers(30, known=True), "40 x 30 answers make 1,200 combinations"),
    ],
    ids=["counted", "uncounted", "combined"],
)
def test_a_question_with_too_many_answers_is_too_wide(left: Any, right: Any, text: str) -> None:
    with pytest.raises(TooWide, match=text):
        solve(asks({"a": left, "b": right}), Bout(), same, limit=1000)


@pytest.mark.parametrize("rounds", [0, -1, True, 1.5])
def test_a_horizon_is_a_whole_number_of_rounds(rounds: Any) -> None:
    with pytest.raises(Complaint) as refused:
        solve(ENDLESS, Bout("endless"), same, rounds)
    assert refused.value.code == "bad_rounds"


def test_an_unknown_clock_is_refused() -> None:
    for rules, clock in ((ENDLESS, "wave"), (rules_of(endless, clock=()), None)):
        with pytest.raises(Complaint) as refused:
            solve(rules, Bout("endless"), same, 1, clock=clock)
        assert refused.value.code == "bad_clock"


def test_a_payoff_that_is_no_number_is_refused() -> None:
    for worth in (float("nan"), float("inf")):
        with pytest.raises(Complaint) as refused:
            solve(SECRET, Bout(), lambda state, worth=worth: worth)
        assert refused.value.code == "bad_payoff"


# Payoffs


@pytest.mark.parametrize(
    ("goal", "worth"),
    [
        ("left", 3),
        ("-left", -3),
        ("left - right", 1),
        ("left - -right", 5),
        ("2 * left + 1/2 * right", 7),
        ("0.1*left", Fraction(3, 10)),
        ("winner=left - winner=right", 1),
        ("winner=draw", 0),
        ({"left": 0.1, "right": -1}, Fraction(-17, 10)),
        ({"left": "1/3", "winner=left": Fraction(2)}, 3),
    ],
)
def test_a_payoff_is_a_weighted_sum_of_measures(goal: Any, worth: Any) -> None:
    assert payoff_of(TOY, toy(3, 2, 1), goal)(toy(3, 2, 1)) == worth


@pytest.mark.parametrize(
    ("goal", "code"),
    [
        ("winner", "bad_payoff"),
        ("", "bad_payoff"),
        ({}, "bad_payoff"),
        ({"left": "much"}, "bad_payoff"),
        ({"left": float("nan")}, "bad_payoff"),
        ("1/0 * left", "bad_payoff"),
        ("middle", "unknown_measure"),
        ("left + middle", "unknown_measure"),
        ("middle=3", "unknown_measure"),
    ],
)
def test_a_payoff_that_cannot_be_read_is_refused(goal: Any, code: str) -> None:
    with pytest.raises(Complaint) as refused:
        payoff_of(TOY, toy(3, 2, 1), goal)
    assert refused.value.code == code


def test_a_measure_read_before_the_end_is_no_payoff() -> None:
    from admiralty.core.ruleset import Moment

    early = Measure("early", lambda state: 1, (), Moment("count", (1,)))
    rules = replace(TOY, measures=lambda state: (early,))
    with pytest.raises(Complaint, match="read before the end"):
        payoff_of(rules, toy(1, 1, 1), "early")


# Playing the answer


def test_odds_under_best_play_have_the_value_as_their_mean() -> None:
    """The phases that ask touch less than best play has to know, which the engine minds."""
    state = toy(3, 2, 3, give_up=True)
    found = solve_toy(state, exact=True)
    odds = battle_odds(TOY, state, policies=found.policies(), exact=True)
    assert odds["left"].mean - odds["right"].mean == found.value


def test_a_mixed_answer_is_played_mixed() -> None:
    state = Bout("endless", 1)
    found = solve(ENDLESS, state, lambda end: end.fell, 2)
    assert found.policies()["a"](state, "a", penny()) == (("heads", HALF), ("tails", HALF))


def test_samples_and_fights_take_best_play() -> None:
    state = toy(2, 2, 3)
    policies = solve_toy(state, exact=True).policies()
    drawn = sample(TOY, state, 200, policies=policies, seed=1)
    assert drawn["left"].mean == pytest.approx(float(drawn["right"].mean), abs=0.5)
    battle = Battle("toy", 1, {"ruleset": "toy", "points": [2, 2], "rounds": 3}, "00" * 32)
    play = Play.begin(battle, TOY, state)
    play.play_bots(policies)
    assert play.over


def test_best_play_says_nothing_beyond_its_horizon_or_of_another_battle() -> None:
    state = toy(3, 2, 9)
    policies = solve_toy(state, rounds=2).policies()
    for other in (state.but(round=3), state.but(last=4)):
        with pytest.raises(Complaint) as refused:
            policies["left"](other, "left", pick_one("stance", say("Aim or dodge?"), ("aim", "dodge")))
        assert refused.value.code == "not_solved"


def after_a_throw(text: str) -> Solution:
    """A die, then a question to the first side in the same phase; low throws want tails, high ones heads."""

    @phase()
    def first(state: Bout, table: Table) -> Bout:
        fell = table.roll(Face(6), "throw")
        words = {"fell": fell} if "{fell}" in text else {}
        choice = pick_one("penny", say(text, **words), ("heads", "tails"))
        return said_and_over(state, table.ask("a", choice)).but(fell=fell)

    return solve(rules_of(first), Bout(), lambda end: (end.fell > 3) == (end.said == ("heads",)))


def test_a_policy_tells_questions_after_dice_apart_by_what_they_say() -> None:
    found = after_a_throw("Heads or tails, after a {fell}?")
    assert (found.value, len(found.opening)) == (1, 6)
    asked = [(part, part.asked.choice) for question in found.opening for part in question.parts]
    for part, choice in asked:
        assert found.policies()["a"](Bout(), "a", choice) == part.played()


def test_a_policy_that_cannot_tell_questions_apart_says_so() -> None:
    found = after_a_throw("Heads or tails?")
    with pytest.raises(Complaint) as refused:
        found.policies()["a"](Bout(), "a", found.opening[0].parts[0].asked.choice)
    assert refused.value.code == "unclear_policy"


def test_plain_answers_are_documents_with_exact_texts() -> None:
    plain = solve(SECRET, Bout(), same).opening[0].plain()
    assert plain["question"] == "penny"
    assert (plain["value"], plain["unique"]) == ("0", True)
    assert plain["sides"]["a"] == [
        {"answer": "heads", "chance": "1/2", "costs": "0"},
        {"answer": "tails", "chance": "1/2", "costs": "0"},
    ]


# What no longer matters


@phase(touches=("fell",))
def forget(state: Bout, table: Table) -> Bout:
    """A die is thrown and kept in mind, though only a penny decides."""
    return state.but(fell=table.roll(Face(6), "throw"), phase="first")


def test_states_that_differ_in_nothing_that_matters_are_solved_once() -> None:
    rules = rules_of(forget, first)
    found = solve(rules, Bout("forget"), same)
    assert [question.name for question in found.questions] == ["penny"]
    assert len(found.opening) == 1
    assert {len(found.at(Bout("first", fell=fell))) for fell in range(1, 7)} == {1}
    minded = solve(rules, Bout("forget"), lambda state: state.fell * same(state))
    assert len(list(minded.questions)) == len(minded.opening) == 6


def test_what_is_looked_at_without_being_used_matters_too() -> None:
    """``is`` is a look that leaves no trace; the true run gives it away."""

    class Tale(Bout):
        hint: int | None = None

    @phase(touches=("hint",))
    def begin(state: Tale, table: Table) -> Tale:
        return state.but(hint=(None, 5, 7)[table.roll(Chart((0, 1, 2)), "hint")], phase="tell")

    @phase(touches=("hint", "fell"))
    def tell(state: Tale, table: Table) -> Tale:
        return state.but(fell=table.roll(Face(6), "throw") if state.hint is None else 0, phase="over")

    rules = rules_of(begin, tell)
    assert solve(rules, Tale("begin"), lambda state: state.fell).value == Fraction(7, 6)


def test_what_is_carried_to_another_place_matters() -> None:
    @phase(touches=("turn", "fell"))
    def first(state: Bout, table: Table) -> Bout:
        return state.but(fell=table.roll(Face(6), "throw"), phase="second")

    @phase(touches=("turn", "fell"))
    def second(state: Bout, table: Table) -> Bout:
        table.ask("a", penny())
        return state.but(turn=state.fell, fell=0, phase="over")

    assert solve(rules_of(first, second), Bout(), lambda state: state.turn).value == HALF * 7
    assert solve(rules_of(first, second), Bout(), lambda state: state.fell).value == 0


def test_rounds_without_dice_and_questions_that_repeat_are_refused() -> None:
    @phase()
    def first(state: Bout, table: Table) -> Bout:
        return state.but(phase="second")

    @phase()
    def second(state: Bout, table: Table) -> Bout:
        return state.but(phase="first")

    with pytest.raises(Complaint) as refused:
        solve(rules_of(first, second), Bout(), same)
    assert refused.value.code == "circle"


# Doubles


@pytest.mark.parametrize("name", ["EXACT_STATES", "EXACT_OPTIONS", "EXACT_BITS"])
def test_fractions_give_way_to_doubles_in_large_battles(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state = toy(3, 2, 3, give_up=True)
    exact = solve_toy(state, exact=True)
    monkeypatch.setattr(solving, name, 1)
    found = solve_toy(state)
    assert (exact.exact, found.exact) == (True, False)
    assert found.value == pytest.approx(float(exact.value), abs=1e-9)
    assert solve_toy(state, exact=True).value == exact.value


def test_all_best_mixes_are_known_only_of_exact_answers() -> None:
    for rules in (SECRET, asks({"a": penny()})):
        (question,) = solve(rules, Bout(), same, exact=False).opening
        with pytest.raises(Complaint, match="solved exactly"):
            _ = question.part("a").mixes


@settings(max_examples=100, deadline=None)
@given(st.lists(st.lists(st.integers(-3, 3), min_size=4, max_size=4), min_size=1, max_size=5))
def test_the_program_in_doubles_agrees_with_the_exact_one(rows: list[list[int]]) -> None:
    exact, found = solve_matrix(rows), approximate(np.array(rows, dtype=float))
    assert found.value == pytest.approx(float(exact.value), abs=1e-9)
    assert found.row_unique == found.col_unique == exact.unique
    assert min(found.row_costs) >= 0
    assert min(found.col_costs) >= 0
    if exact.unique:
        assert found.row_mix == pytest.approx([float(chance) for chance in exact.row_mix], abs=1e-9)
        assert found.col_costs == pytest.approx([float(cost) for cost in exact.col_costs], abs=1e-9)


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    solve_toy(toy(3, 3, 40), progress=lambda done, begun: told.append((done, begun)))
    assert told[0] == (0, 0)
    assert [begun for _, begun in told] == sorted({begun for _, begun in told})
    assert all(done <= begun and begun % 1000 == 0 for done, begun in told)
    assert len(told) > 1
