"""A need: base minus modifiers, held within limits."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from admiralty.core.need import Mod, Need, mods
from admiralty.core.pool import hits


def named(values: list[int]) -> tuple[Mod, ...]:
    return tuple(Mod(f"m{n}", value, "T-1") for n, value in enumerate(values))


def test_plus_is_easier_and_everything_is_summed_before_the_limits() -> None:
    need = Need(8, named([8, 1, 1, -1, -1]), 2, 10)
    assert (need.unheld, need.value, need.held) == (0, 2, True)


def test_a_number_moved_past_the_ceiling_stops_there_and_says_so() -> None:
    need = Need(8, named([-1, -1, -1]), 2, 10)
    assert (need.unheld, need.value, need.held) == (11, 10, True)


def test_without_limits_a_number_may_be_out_of_reach() -> None:
    assert Need(5, named([-6])).value == 11
    assert hits((1, Need(5, named([-6])))).odds().chance(1) == 0


def test_only_modifiers_that_apply_and_are_not_zero_are_kept() -> None:
    kept = mods((True, Mod("a", 1, "")), (False, Mod("b", 1, "")), (True, Mod("c", 0, "")))
    assert [mod.name for mod in kept] == ["a"]


@given(st.lists(st.integers(-4, 4), max_size=6), st.integers(0, 6))
def test_any_split_of_a_sum_of_modifiers_gives_the_same_odds(values: list[int], cut: int) -> None:
    whole = Need(8, named([sum(values)]), 2, 10)
    split = Need(8, named([sum(values[:cut]), sum(values[cut:])]), 2, 10)
    parts = Need(8, named(values), 2, 10)
    assert whole.value == split.value == parts.value
    assert hits((3, whole)).odds().weights == hits((3, parts)).odds().weights


@given(st.lists(st.integers(-6, 6), max_size=8))
def test_chips_sum_to_the_number_before_the_limits(values: list[int]) -> None:
    need = Need(8, named(values), 2, 10)
    assert need.base - sum(mod.value for mod in need.mods) == need.unheld
    assert need.held == (need.value != need.unheld)
