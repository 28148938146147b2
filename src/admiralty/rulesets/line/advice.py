"""Why the bot decides as it does: for every ship and gun the two best options with their numbers."""

from __future__ import annotations

from collections.abc import Iterator

from admiralty.core.words import Text, say

from .bot import Plan, aims, plan_moves
from .groups import pools
from .labels import gun_name
from .seeing import sees, signatures
from .state import ENEMY, Line, active


def advice(state: Line, side: str, question: str) -> tuple[Text, ...]:
    """The two best options of each decision of a side's sheet; ``question`` is ``movement`` or ``fire``."""
    return tuple(_movement(state, side) if question == "movement" else _fire(state, side))


def _movement(state: Line, side: str) -> Iterator[Text]:
    for plan in plan_moves(state, side):
        if isinstance(plan, int):
            yield say("{ship}: no enemy can be reached this turn", ship=state.setting.roster[plan].ship_id)
            continue
        others = [option for option in range(len(plan.gains)) if option != plan.option]
        second = max(others, key=lambda option: plan.gains[option])
        for option in (plan.option, second):
            yield _option(state, plan, option)


def _option(state: Line, plan: Plan, option: int) -> Text:
    ship, reach = state.setting.roster[plan.ship].ship_id, state.ships[plan.ship].engine_power
    numbers = {
        "ship": ship,
        "dealt": f"{plan.dealt[option]:.2f}",
        "taken": f"{plan.taken[option]:.2f}",
        "gain": f"{plan.gains[option]:.2f}",
    }
    if option == 2 * reach + 2:
        return say("{ship} evades: deals {dealt} HP, risks {taken} HP, balance {gain}", **numbers)
    if option == 2 * reach + 1:
        return say("{ship} holds: deals {dealt} HP, risks {taken} HP, balance {gain}", **numbers)
    steps = f"{option - reach:+d}".replace("-", "−")
    return say("{ship} moves {steps}: deals {dealt} HP, risks {taken} HP, balance {gain}", steps=steps, **numbers)


def _fire(state: Line, side: str) -> Iterator[Text]:
    pd, shared, roster = pools(state), signatures(state), state.setting.roster
    theirs = [(n, state.ships[n], pd[n].dice) for n in active(state, ENEMY[side])]
    for number in active(state, side):
        seen = [one for one in theirs if sees(state, number, one[0], shared[one[0]])]
        for gun, against in aims(state, number, seen):
            best = sorted(against, key=lambda aim: -aim.worth / max(1, state.ships[aim.target].hp))
            for aim in best[:2]:
                yield say(
                    "{ship}, {gun} at {target}: {worth} HP of {left} on average",
                    ship=roster[number].ship_id,
                    gun=gun_name(roster[number].guns[gun].type),
                    target=roster[aim.target].ship_id,
                    worth=f"{aim.worth:.2f}",
                    left=state.ships[aim.target].hp,
                )


__all__ = ["advice"]
