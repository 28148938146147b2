"""The dogfight: CAP and Strike fire in the same instant, one die a side in every column. W-20 to W-39, W-90.

With CAP fighters dealt like cards onto K columns, column c holds CAP fighters c, c + K, c + 2K, … of the CAP line and
Strike fighter c of the Strike line. Like columns that stand side by side make a ``Run``; a throw is a ``Hits`` pool
per kind of fighter that its hits kill, in column order, so that die i of a throw belongs to column i.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, groupby, pairwise
from typing import TypeVar

import msgspec

from admiralty.core.need import Need
from admiralty.core.phase import phase
from admiralty.core.pool import Together, hits
from admiralty.core.state import replaced
from admiralty.core.table import Table

from .state import Counts, FighterPhase, Strike
from .tables import CAP_INTERCEPT, RETURN_FIRE

K = TypeVar("K")


class Run(msgspec.Struct, frozen=True):
    """Columns side by side that are alike: ``stack`` CAP fighters each, an Elite among them or not, against an Elite
    or a regular Strike fighter. ``casualty``: whose CAP fighter a hit kills, as a place in the CAP line."""

    count: int
    stack: int
    cap_elite: bool
    strike_elite: bool
    casualty: int


@phase(
    touches=(
        "sent",
        "strike",
        "turned_back",
        "caps[defender]",
        "fatigued[defender]",
        "ships[target].bridge",
    )
)
def intercept(state: FighterPhase, table: Table) -> FighterPhase:
    """CAP fires: a hit kills the Strike fighter of its column, which still fires back. W-20, W-30."""
    columns = line_up(state)
    if not columns:
        return state.but(phase="return_fire")
    pool, ranks = throw(columns, lambda run: run.strike_elite, lambda run: cap_need(state, run))
    defender = state.setting.empires[state.defender].id
    kills = by_key(ranks, table.roll(pool, "cap_intercept", defender))
    left = state.sent.minus(Strike(kills.get(True, 0), kills.get(False, 0)))
    return state.but(strike=left, phase="return_fire")


@phase(touches=("sent", "turned_back", "attacker", "caps[defender]", "fatigued[defender]"))
def return_fire(state: FighterPhase, table: Table) -> FighterPhase:
    """All of Strike that met CAP fires back, also what CAP has just hit. W-30, W-31, W-24."""
    columns = line_up(state)
    if not columns:
        return state.but(phase="flak")
    pool, places = throw(columns, lambda run: run.casualty, lambda run: strike_need(state, run))
    attacker = state.setting.empires[state.attacker].id
    lost = by_key(places, table.roll(pool, "return_fire", attacker))
    left = tuple(count - lost.get(place, 0) for place, count in enumerate(state.caps[state.defender]))
    return state.but(
        caps=replaced(state.caps, state.defender, left),
        fatigued=replaced(state.fatigued, state.defender, True),
        phase="flak",
    )


def line_up(state: FighterPhase) -> tuple[Run, ...]:
    """The columns of the dogfight from front to back; none if nobody meets. W-20, W-21, W-32."""
    cap, columns = state.cap, columns_of(state)
    if not columns:
        return ()
    rules, line = state.setting.rules, state.caps[state.defender]
    elites = sum(line[: state.setting.aces(state.defender)])
    front, last = divmod(cap, columns)  # ``last`` columns hold one CAP fighter more than ``front``
    ends = tuple(accumulate(line))
    regulars_first = rules.strike_line_order == "regular_first"
    elite_from, elite_to = (state.sent.regular, columns) if regulars_first else (0, state.sent.elite)

    def victim(column: int) -> int:
        """The CAP fighter of a column that a hit kills, counted along the CAP line. W-39."""
        if rules.cap_column_casualty == "front":
            return column
        return column + columns * (front if column < last else front - 1)

    cuts = {0, columns, last, elites, elite_from, elite_to}
    cuts |= {end - columns * lap for end in ends for lap in (0, front, front - 1)}
    starts = sorted(cut for cut in cuts if 0 <= cut <= columns)
    return tuple(
        Run(
            end - start,
            front + (start < last),
            start < elites,
            elite_from <= start < elite_to,
            place_in(ends, victim(start)),
        )
        for start, end in pairwise(starts)
    )


def columns_of(state: FighterPhase) -> int:
    """How many duels there are: the smaller of CAP and Strike. W-20."""
    return 0 if state.turned_back else min(state.cap, state.sent.total)


def place_in(ends: Counts, fighter: int) -> int:
    """Whose fighter it is: the place in the line whose fighters end behind it."""
    return next(place for place, end in enumerate(ends) if fighter < end)


def cap_need(state: FighterPhase, run: Run) -> Need:
    """What a CAP die of a column needs. W-22, W-23, W-25 to W-29, W-90."""
    setting, old_odds = state.setting, state.setting.rules.retired_cap_odds_bonus
    targeted = state.target >= 0
    bridge_gone = targeted and state.ships[state.target].bridge > 0
    ship = setting.hulls[state.target].id if targeted else None
    return CAP_INTERCEPT.need(
        CAP_INTERCEPT.mods(
            {"pairing": run.stack, "veteran": ship, "bridge": ship},
            pairing=0 if old_odds else run.stack - 1,
            old_odds=old_odds and state.cap >= 2 * state.sent.total,
            fatigue=state.fatigued[state.defender],
            afd=setting.empires[state.defender].afd,
            nebula=setting.nebula,
            elite=run.cap_elite,
            veteran=targeted and setting.hulls[state.target].veteran and not bridge_gone,
            bridge=bridge_gone,
        )
    )


def strike_need(state: FighterPhase, run: Run) -> Need:
    """What a Strike die of a column needs. W-33 to W-38."""
    setting = state.setting
    return RETURN_FIRE.need(
        RETURN_FIRE.mods(
            outnumber=state.sent.total >= 2 * state.cap,
            elite=run.strike_elite,
            afd=setting.empires[state.attacker].afd,
            nebula=setting.nebula,
        )
    )


def throw(
    columns: Sequence[Run], key: Callable[[Run], K], need: Callable[[Run], Need]
) -> tuple[Together, tuple[K, ...]]:
    """One die per column in column order, and what the hits of each part of the throw have in common."""
    parts = [(common, hits(*((run.count, need(run)) for run in runs))) for common, runs in groupby(columns, key)]
    return Together(tuple(pool for _, pool in parts)), tuple(common for common, _ in parts)


def by_key(keys: Iterable[K], counts: Iterable[int]) -> dict[K, int]:
    """Hits added up by what they have in common."""
    result: dict[K, int] = {}
    for key, number in zip(keys, counts, strict=True):
        result[key] = result.get(key, 0) + number
    return result
