"""Odds: exact odds are what enumerating every answer list gives; samples follow the same law."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toy import SIDES, TOY, begin, bot

from admiralty.core.errors import Complaint, TooWide
from admiralty.run.distribution import Certainty, Distribution, wilson
from admiralty.run.odds import battle_odds
from admiralty.run.policy import by_question, fixed, mixed, scripted
from admiralty.run.sample import sample
from admiralty.run.spread.kernel import branches

POLICIES = dict.fromkeys(SIDES, bot)
scenarios = st.builds(
    lambda left, right, rounds, give_up: {"points": [left, right], "rounds": rounds, "may_give_up": give_up},
    st.integers(0, 3),
    st.integers(1, 3),
    st.integers(1, 2),
    st.booleans(),
)


def by_hand(state: Any, policies: Any) -> dict[Any, Fraction]:
    """Every way a battle can go, one by one, without touches, merging or matrices."""
    ends: Counter[Any] = Counter()
    ways = [(state, Fraction(1))]
    while ways:
        here, chance = ways.pop()
        if here.phase == "over":
            ends[(here.gunners[0].points, here.gunners[1].points)] += chance
        else:
            ways += [(s, chance * p) for s, p in branches(TOY.phases[here.phase], here, policies)]
    return dict(ends)


@given(scenarios)
@settings(max_examples=25)
def test_exact_odds_are_what_every_answer_list_gives(document: dict[str, Any]) -> None:
    opening = begin(document)
    found = battle_odds(TOY, opening, policies=POLICIES, exact=True)
    assert found.joint("left", "right").chances == by_hand(opening, POLICIES)


@given(scenarios)
@settings(max_examples=10)
def test_doubles_agree_with_fractions(document: dict[str, Any]) -> None:
    opening = begin(document)
    exact = battle_odds(TOY, opening, policies=POLICIES, exact=True)
    for name, distribution in battle_odds(TOY, opening, policies=POLICIES).items():
        assert distribution.chances == pytest.approx({k: float(v) for k, v in exact[name].items()}, rel=1e-13)


def test_swapping_sides_swaps_the_odds() -> None:
    one = battle_odds(TOY, begin({"points": [3, 1]}), policies=POLICIES, exact=True)
    two = battle_odds(TOY, begin({"points": [1, 3]}), policies=POLICIES, exact=True)
    assert one["left"].chances == two["right"].chances
    assert one["winner"].chance("left") == two["winner"].chance("right")


def test_win_loss_and_draw_sum_to_one() -> None:
    winner = battle_odds(TOY, begin({"points": [1, 1]}), policies=POLICIES, exact=True)["winner"]
    assert sum(winner.chances.values()) == 1


@pytest.mark.parametrize("method", ["counted", "single"])
def test_a_sample_agrees_with_the_exact_odds(method: Any) -> None:
    opening = begin({"points": [3, 3], "rounds": 4})
    exact = battle_odds(TOY, opening, policies=POLICIES)
    found = sample(TOY, opening, 20_000, policies=POLICIES, seed=11, method=method)
    assert found.certainty == Certainty("sampled", battles=20_000)
    for name, distribution in exact.items():
        for outcome, chance in distribution.items():
            low, high = wilson(float(found[name].chance(outcome)), 20_000, z=5)
            assert low <= chance <= high


def test_intervals_of_different_seeds_contain_the_exact_value_about_as_often_as_stated() -> None:
    opening = begin({"points": [2, 2]})
    exact = float(battle_odds(TOY, opening, policies=POLICIES)["winner"].chance("left"))
    inside = 0
    for seed in range(100):
        share = sample(TOY, opening, 2_000, policies=POLICIES, seed=seed, method="counted")["winner"].chance("left")
        low, high = wilson(float(share), 2_000)
        inside += low <= exact <= high
    assert inside >= 96  # 99 expected; the seeds are fixed


def test_the_same_seed_gives_the_same_sample_however_many_workers() -> None:
    opening = begin({"points": [2, 2]})
    one, two = (
        sample(TOY, opening, 1_700, policies=POLICIES, seed="s", method="single", workers=workers) for workers in (1, 2)
    )
    assert one.plain() == two.plain()
    assert one.plain() != sample(TOY, opening, 1_700, policies=POLICIES, seed="t", method="single", workers=1).plain()


def test_a_sample_stops_at_the_wanted_precision() -> None:
    opening = begin({"points": [2, 2]})
    found = sample(TOY, opening, 100_000, policies=POLICIES, method="single", workers=1, precision=0.04)
    assert 500 <= found.certainty.battles < 5_000


def test_conditional_odds_are_the_joint_over_the_condition() -> None:
    found = battle_odds(TOY, begin({"points": [2, 2]}), policies=POLICIES, exact=True)
    given_left = found.given(lambda readings: readings["winner"] == "left", "winner")
    joint = found.joint("winner", "left")
    wins = found["winner"].chance("left")
    assert given_left["left"].chances == {
        points: chance / wins for (winner, points), chance in joint.chances.items() if winner == "left"
    }


def test_a_condition_that_never_holds_is_refused() -> None:
    found = battle_odds(TOY, begin({"points": [2, 2]}), policies=POLICIES)
    with pytest.raises(Complaint, match="never happens"):
        found.given(lambda readings: readings["left"] == 7, "left")


def test_an_unknown_measure_is_refused_with_the_near_ones() -> None:
    found = battle_odds(TOY, begin({"points": [1, 1]}), policies=POLICIES)
    with pytest.raises(Complaint, match=r"did you mean .*winner"):
        found["winer"]


def test_a_question_without_a_policy_is_refused() -> None:
    with pytest.raises(Complaint, match="how left plays"):
        battle_odds(TOY, begin({}), policies={})


def test_dropped_weight_is_accounted_for() -> None:
    opening = begin({"points": [3, 3], "rounds": 6})
    exact = battle_odds(TOY, opening, policies=POLICIES)
    found = battle_odds(TOY, opening, policies=POLICIES, drop=1e-3)
    assert found.certainty.kind == "bounded"
    assert 0 < found.certainty.lost < 0.2
    kept = sum(found["winner"].values())
    assert kept == pytest.approx(1 - found.certainty.lost)
    for outcome, chance in exact["winner"].items():
        assert found["winner"].chance(outcome) <= chance <= found["winner"].chance(outcome) + found.certainty.lost


def test_a_limit_that_drops_every_situation_is_refused() -> None:
    with pytest.raises(Complaint, match=r"every situation is lighter than 0\.9") as caught:
        battle_odds(TOY, begin({"points": [2, 2]}), policies=dict.fromkeys(SIDES, bot), drop=0.9)
    assert caught.value.code == "all_dropped"


def test_exact_odds_that_drop_weights_are_refused() -> None:
    with pytest.raises(Complaint, match="exclude each other"):
        battle_odds(TOY, begin({"points": [2, 2]}), policies=dict.fromkeys(SIDES, bot), exact=True, drop=1e-9)


def test_more_states_than_the_limit_are_refused_with_their_number() -> None:
    with pytest.raises(TooWide, match=r"more than the limit of 3"):
        battle_odds(TOY, begin({"points": [3, 3]}), policies=POLICIES, limit=3)


def test_fixed_mixed_and_scripted_policies() -> None:
    opening = begin({"points": [1, 1], "rounds": 1})
    aim, dodge = fixed("aim"), fixed("dodge")
    nothing = battle_odds(TOY, opening, policies={"left": dodge, "right": dodge}, exact=True)
    assert nothing["winner"].chances == {"draw": 1}
    shot = battle_odds(TOY, opening, policies={"left": aim, "right": dodge}, exact=True)
    assert shot["winner"].chances == {"left": Fraction(1, 6), "draw": Fraction(5, 6)}
    half = mixed([("aim", Fraction(1, 2)), ("dodge", Fraction(1, 2))])
    mix = battle_odds(TOY, opening, policies={"left": half, "right": dodge}, exact=True)
    assert mix["winner"].chance("left") == Fraction(1, 12)
    script = by_question({"stance": scripted(["dodge", "aim"], "round", dodge)})
    later = battle_odds(TOY, opening.but(last=2), policies={"left": script, "right": dodge}, exact=True)
    assert later["winner"].chance("left") == Fraction(1, 6)


def test_a_mix_that_does_not_sum_to_one_is_refused() -> None:
    with pytest.raises(Complaint, match="sum to 1"):
        mixed([("aim", 0.5)])


def test_a_battle_that_is_over_at_once_has_certain_odds() -> None:
    found = battle_odds(TOY, begin({"points": [0, 0], "rounds": 1}), policies=POLICIES, exact=True)
    assert found["left"].chances == {0: 1}


def test_quantiles_mean_and_deviation() -> None:
    found = Distribution("x", {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)})
    assert (found.mean, found.quantile(0.25), found.quantile(0.5), found.quantile(0.76)) == (1, 0, 1, 2)
    assert found.deviation == pytest.approx(0.5**0.5)
    assert found.at_most(1) == Fraction(3, 4)


def test_odds_of_more_dice_than_can_be_answered_are_refused_with_their_number() -> None:
    from admiralty.core.need import Need
    from admiralty.core.pool import hits
    from admiralty.run.spread.kernel import odds_of

    with pytest.raises(TooWide, match="1,000,000 dice"):
        odds_of(hits((1_000_000, Need(8))))
