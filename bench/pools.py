"""Hits of many d10 at two numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .ask import OURS, Answer, Group, Question, Run, Way, of_dyce, of_icepool


def two_halves(dice: int) -> Question:
    """Half the dice hit on 8+, half on 9+: the sum of hits."""
    text = f"{dice} d10, half hit on 8+ and half on 9+: sum of hits"
    return Question(
        f"halves-{dice}",
        text,
        (
            Way(OURS, "`hits((n, 8+), (n, 9+)).odds()`", lambda: _halves_ours(dice), _of_odds),
            Way("icepool", "`n @ coin(3, 10) + n @ coin(2, 10)`", lambda: _halves_icepool(dice), of_icepool),
            Way("dyce", "`n @ H(10).ge(8) + n @ H(10).ge(9)`", lambda: _halves_dyce(dice), of_dyce),
        ),
    )


def _of_odds(odds: Any) -> Answer:
    return {outcome: odds.chance(outcome) for outcome, _ in odds}


def _halves_ours(dice: int) -> Run:
    from admiralty.core.need import Need
    from admiralty.core.pool import hits

    return lambda: hits((dice // 2, Need(8)), (dice // 2, Need(9))).odds()


def _halves_icepool(dice: int) -> Run:
    import icepool  # type: ignore[import-untyped]

    return lambda: dice // 2 @ icepool.coin(3, 10) + dice // 2 @ icepool.coin(2, 10)


def _halves_dyce(dice: int) -> Run:
    from dyce import H

    return lambda: dice // 2 @ H(10).ge(8) + dice // 2 @ H(10).ge(9)


def same_dice(dice: int) -> Question:
    """How many dice reach 6+ and how many of the same dice 9+, together."""
    text = f"{dice} d10: joint of how many reach 6+ and how many of the same dice 9+"
    return Question(
        f"same-{dice}",
        text,
        (
            Way(OURS, "`Icons` with three kinds of faces", lambda: _same_ours(dice), _of_icons),
            Way("icepool", "`MultisetEvaluator` on a pool of three-faced dice", lambda: _same_pool(dice), of_icepool),
            Way("icepool", "in two stages: `map` of `k @ coin(2, 5)`", lambda: _same_icepool(dice), of_icepool),
            Way("dyce", "in two stages: `expand` of `k @ H({0: 3, 1: 2})`", lambda: _same_dyce(dice), of_dyce),
        ),
    )


def _same_ours(dice: int) -> Run:
    from admiralty.core.pool import Icons

    printed = ("miss",) * 5 + ("six",) * 3 + ("nine",) * 2
    return lambda: Icons(((printed, dice),)).odds()


def _of_icons(odds: Any) -> Answer:
    answer = {}
    for outcome, _ in odds:
        shown = dict(outcome[0])
        nine = shown.get("nine", 0)
        answer[shown.get("six", 0) + nine, nine] = odds.chance(outcome)
    return answer


def _same_pool(dice: int) -> Run:
    import icepool

    class Reached(icepool.MultisetEvaluator):  # type: ignore[misc]
        def next_state(self, state: Any, order: Any, outcome: int, /, count: Any) -> tuple[int, int]:
            six, nine = state or (0, 0)
            return six + count * (outcome >= 6), nine + count * (outcome >= 9)

    return lambda: Reached().evaluate(icepool.Die({1: 5, 6: 3, 9: 2}).pool(dice))


def _same_icepool(dice: int) -> Run:
    import icepool

    def run() -> Any:
        nine = icepool.coin(2, 5)
        return icepool.map(lambda six: icepool.tupleize(six, six @ nine), dice @ icepool.coin(1, 2))

    return run


def _same_dyce(dice: int) -> Run:
    from dyce import H, expand

    nine = H({0: 3, 1: 2})

    def reached(result: Any) -> Any:
        six = result.outcome
        return (six @ nine).apply(lambda number: (six, number)) if six else (0, 0)

    return lambda: expand(reached, dice @ H({0: 1, 1: 1}), min_path_probability=Fraction(0))


GROUP = Group(
    "pools",
    "Pools of dice",
    tuple(ask(dice) for ask in (two_halves, same_dice) for dice in (10, 50, 200)),
    ("All of them answer with whole-number weights.",),
)
