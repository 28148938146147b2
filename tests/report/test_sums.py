"""Base and chips visibly make the needed number, or nothing is claimed."""

from __future__ import annotations

from admiralty.core.show import Chip, Die, Throw
from admiralty.core.words import say
from admiralty.report.sums import sums


def throw(*targets: int, chips: tuple[Chip, ...], start: int | None = 8, sides: int = 10, under: bool = False) -> Throw:
    dice = tuple(Die(5, sides, target=target) for target in targets)
    return Throw(say("Throw"), 0, dice, chips, start=start, under=under)


def chip(value: int, *on: int, dice: int = 0) -> Chip:
    return Chip(value, say("reason"), "W-1", dice, on)


def told(made: Throw) -> list[str]:
    return [str(line) for line in sums(made)]


def test_one_chip_on_all_dice() -> None:
    assert told(throw(7, 7, chips=(chip(1),))) == ["d10 + 1 ≥ 8 → needs 7+"]


def test_every_sum_that_occurs_and_how_often_the_commonest_first() -> None:
    assert told(throw(7, 6, 7, chips=(chip(1), chip(1, 1)))) == [
        "d10 + 1 ≥ 8 → needs 7+ (×2 dice)",
        "d10 + 1 + 1 ≥ 8 → needs 6+ (×1 die)",
    ]


def test_minus_makes_the_number_higher() -> None:
    assert told(throw(9, chips=(chip(-1),))) == ["d10 − 1 ≥ 8 → needs 9+"]


def test_a_number_moved_to_a_limit_says_so() -> None:
    assert told(throw(10, chips=(chip(-3),))) == ["d10 − 3 ≥ 8 → 11, held at 10+"]


def test_dice_that_must_not_exceed_their_number() -> None:
    assert told(throw(55, chips=(chip(10), chip(-5)), start=50, sides=100, under=True)) == [
        "d100 ≤ 50 + 10 − 5 → needs ≤ 55"
    ]


def test_dice_that_start_from_bases_of_their_own() -> None:
    dice = (Die(5, 10, target=5, start=4), Die(5, 10, target=9, start=8))
    assert told(Throw(say("Flak"), 0, dice, (chip(-1),))) == [
        "d10 − 1 ≥ 4 → needs 5+ (×1 die)",
        "d10 − 1 ≥ 8 → needs 9+ (×1 die)",
    ]


def test_nothing_is_added_up_without_knowing_which_dice_a_chip_touched() -> None:
    assert told(throw(7, 6, 7, chips=(chip(1), chip(1, dice=1)))) == []


def test_nothing_is_added_up_without_a_base() -> None:
    assert told(throw(7, chips=(chip(1),), start=None)) == []
