"""Only the sum of modifiers can be seen in the odds, and more friends never harm but where the rules say so."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from admiralty.rulesets.wave import RULES
from admiralty.rulesets.wave.measures import measure
from admiralty.rulesets.wave.setup import begin
from admiralty.run.distribution import Distribution
from admiralty.run.odds import battle_odds

from .battles import BIG_DRAWS, all_measures, battles
from .scenes import F, Scene, cap, cap_needs, columns, odds, scene, ship, strike_needs, up, wave


def test_any_sources_of_the_same_sum_give_the_same_dogfight() -> None:
    """Three sources of +1 and two of -1 for CAP; only their sum, held within 2 to 10, can be seen in the odds."""
    by_sum: dict[int, list[Any]] = {}
    for card, ace, veteran, bridge, nebula in product((False, True), repeat=5):
        if veteran and bridge:
            continue  # a wrecked Bridge takes the Veteran bonus along
        launcher = "ace" if ace else "fb"
        cv = ship("cv", "CV", xp=10 * veteran, hp=5, wrecked=["bridge"] * bridge)
        ships = [cv, ship("ace", "CV", xp=25, fighters=3), ship("fb", "FB", fighters=3)]
        ships.append(ship("r", "SB", "red", fighters=4))
        scenario = scene(ships, cap(**{launcher: 3}), [wave("w", "cv", r=4)], blue={"afd": card})
        scenario["system"] = {"nebula": nebula}
        by_sum.setdefault(card + ace + veteran - bridge - nebula, []).append(odds(scenario, "through_dogfight:w"))
    assert all(chances == group[0] for group in by_sum.values() for chances in group)
    assert len({tuple(sorted(group[0].items())) for group in by_sum.values()}) == len(by_sum) == 6
    assert by_sum[-2][0][1] == Fraction(1, 10) ** 3


@given(battles(waves=1, biggest=5, cap=6))
@settings(max_examples=20, suppress_health_check=BIG_DRAWS)
def test_the_mean_of_a_dogfight_is_the_sum_of_the_numbers_shown(scenario: Scene) -> None:
    """What is shown before the throw is what is thrown: each duel kills with (11 - shown) / 10, both sides alike."""
    state = up(scenario, "w0")
    defender = state.setting.empires[state.defender].id
    left = battle_odds(RULES, begin(scenario), measures=all_measures(scenario), exact=True)
    joint = left[f"joint_dogfight:{defender}/w0"]
    pairs = [(tuple(map(int, outcome.split(","))), chance) for outcome, chance in joint.items()]
    assert sum(strike * chance for (_, strike), chance in pairs) == state.sent.total - hits(cap_needs(state))
    assert sum(flying * chance for (flying, _), chance in pairs) == state.cap - hits(strike_needs(state))
    assert len(columns(state)) == min(state.cap, state.sent.total)


def hits(shown: list[int]) -> Fraction:
    return sum((Fraction(11 - number, 10) for number in shown), start=Fraction(0))


# More friends never harm, but where the rules say so


def spread(scenario: Scene, *names: str) -> dict[str, Distribution]:
    """Odds in doubles: many scenarios are looked at here."""
    state = begin(scenario)
    found = battle_odds(RULES, state, measures=[measure(state, name) for name in names])
    return {name: found[name] for name in names}


def never_better(one: Distribution, other: Distribution) -> bool:
    """Whether every number is reached at most as often in ``one`` as in ``other``, but for the rounding of doubles."""
    return all(one.at_least(number) <= other.at_least(number) + 1e-12 for number in {*one, *other})


@st.composite
def raids(draw: Any) -> Scene:
    """Red's Elite and regular fighters in two waves at a Carrier of blue or its escort, Elite and regular CAP above."""
    sizes = {"r1": draw(st.integers(0, 2)), "r2": draw(st.integers(1, 3))}
    flying = {"cv": draw(st.integers(0, 3)), "ace": draw(st.integers(0, 2))}
    target = draw(st.sampled_from(["cv", "dd"]))
    scenario = scene(
        [
            ship("cv", "CV", xp=draw(st.sampled_from([0, 10])), max_hp=4, fighters=9),
            ship("dd", "DD"),
            ship("ace", "CV", xp=25, fighters=9),
            ship("r1", "CV", "red", xp=25, fighters=9),
            ship("r2", "CV", "red", fighters=9),
        ],
        cap(**{name: count for name, count in flying.items() if count}),
        [wave("w", target, **{name: count for name, count in sizes.items() if count}), wave("v", "cv", r2=1)],
        {"retired_cap_odds_bonus": draw(st.booleans())},
        blue={"afd": draw(st.booleans()), "supplied": draw(st.booleans())},
        red={"afd": draw(st.booleans())},
    )
    scenario["system"] = {"nebula": draw(st.booleans())}
    return scenario


THROUGH = ("through_dogfight:w", "through_flak:w", "through_flak:v")


@given(raids(), st.sampled_from(["cv", "ace"]))
@settings(max_examples=12)
def test_one_more_cap_fighter_never_helps_the_strike_nor_costs_cap(scenario: Scene, launcher: str) -> None:
    more = {**scenario, "cap": [*scenario["cap"], {"launcher": launcher, "count": 1}]}
    before, after = (spread(one, *THROUGH, "cap:blue", "hp:cv") for one in (scenario, more))
    assert all(never_better(after[name], before[name]) for name in THROUGH)
    assert all(never_better(before[name], after[name]) for name in ("cap:blue", "hp:cv"))


@given(raids(), st.sampled_from(["CR", "DD", "N", "MI"]))
@settings(max_examples=12)
def test_one_more_escort_never_harms_its_side(scenario: Scene, kind: str) -> None:
    more = {**scenario, "ships": [ship("friend", kind), *scenario["ships"]]}
    before, after = (spread(one, *THROUGH, "cap:blue", "hp:cv", "hp:dd") for one in (scenario, more))
    assert all(never_better(after[name], before[name]) for name in THROUGH)
    assert all(never_better(before[name], after[name]) for name in ("cap:blue", "hp:cv", "hp:dd"))


@given(raids(), st.sampled_from(["r1", "r2"]))
@settings(max_examples=12)
def test_one_more_strike_fighter_in_the_first_wave_never_harms_its_side(scenario: Scene, launcher: str) -> None:
    first = {**scenario["waves"][0]}
    first["fighters"] = [*first["fighters"], {"launcher": launcher, "count": 1}]
    more = {**scenario, "waves": [first, scenario["waves"][1]]}
    before, after = (spread(one, *THROUGH[:2], "hp:cv", "hp:dd") for one in (scenario, more))
    assert all(never_better(before[name], after[name]) for name in THROUGH[:2])
    assert all(never_better(after[name], before[name]) for name in ("hp:cv", "hp:dd"))


@pytest.mark.parametrize(
    ("strike", "flying", "lost"),
    [(6, 3, F(9, 10)), (6, 4, F(8, 10)), (4, 2, F(6, 10)), (4, 3, F(6, 10)), (2, 1, F(3, 10)), (2, 2, F(4, 10))],
)
def test_the_exception_beside_a_2_to_1_one_more_cap_fighter_takes_the_strikes_bonus(
    strike: int, flying: int, lost: Fraction
) -> None:
    """W-33: more CAP means more targets but, past half the wave, none of them at +1; kills of Strike may fall."""
    ships = [ship("fb", "FB", fighters=flying), ship("r", "SB", "red", fighters=strike)]
    left = odds(scene(ships, cap(fb=flying), [wave("w", "fb", r=strike)]), "cap:blue")
    assert sum(number * chance for number, chance in left.items()) == flying - lost


def test_the_exception_of_a_larger_group_one_more_ship_is_one_more_distracted() -> None:
    """W-54, W-57: two fighters at one cruiser distract one, at two cruisers both."""

    def distracted(*names: str) -> Fraction:
        ships = [*(ship(name, "FR", group="g", max_hp=9) for name in names), ship("r", "SB", "red", fighters=9)]
        chances = odds(scene(ships, waves=[wave("w", "g", r=9)]), *(f"distracted:{name}" for name in names))
        told = {names[0]: chances} if len(names) == 1 else {name: chances[f"distracted:{name}"] for name in names}
        return sum((one[True] for one in told.values()), start=F(0, 1))

    assert distracted("f1") < 1 < distracted("f1", "f2")
