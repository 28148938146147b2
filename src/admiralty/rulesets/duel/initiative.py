"""Step 3, initiative: who acts before whom. D-4."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations

import msgspec

from admiralty.core.errors import TooWide
from admiralty.core.phase import phase
from admiralty.core.pool import Faces, Odds
from admiralty.core.table import Table

from .state import FIGHTER, LARGE, Duel

Groups = tuple[tuple[int, ...], ...]
MOST = 7


class Ranking(msgspec.Struct, frozen=True):
    """One die for each of several pieces, plus its bonus. Reads: groups of equal totals, highest first; each group the
    places of its pieces in ``bonuses``."""

    bonuses: tuple[int, ...]
    sides: int = 10

    def dice(self) -> Faces:
        return (self.sides,) * len(self.bonuses)

    def totals(self, faces: Faces) -> tuple[int, ...]:
        """Each piece's total."""
        return tuple(face + bonus for face, bonus in zip(faces, self.bonuses, strict=True))

    def read(self, faces: Faces) -> Groups:
        totals = self.totals(faces)
        return tuple(
            tuple(place for place, total in enumerate(totals) if total == high)
            for high in sorted(set(totals), reverse=True)
        )

    def odds(self) -> Odds[Groups]:
        if len(self.bonuses) > MOST:
            raise TooWide(f"the orders that {len(self.bonuses)} pieces can act in are too many: ask for a sample")
        return _orders(self.bonuses, self.sides)


@lru_cache(maxsize=256)
def _orders(bonuses: tuple[int, ...], sides: int) -> Odds[Groups]:
    """Total by total from the top, every set of pieces that may have that total; each has one face for it."""
    lowest = min(bonuses) + 1

    @cache
    def below(total: int, left: frozenset[int]) -> dict[Groups, int]:
        if not left or total < lowest:
            return {} if left else {(): 1}
        able = sorted(place for place in left if 1 <= total - bonuses[place] <= sides)
        ways: dict[Groups, int] = {}
        for group in (group for count in range(len(able) + 1) for group in combinations(able, count)):
            for tail, weight in below(total - 1, left - set(group)).items():
                groups = (group, *tail) if group else tail
                ways[groups] = ways.get(groups, 0) + weight
        return ways

    return Odds(below(max(bonuses) + sides, frozenset(range(len(bonuses)))).items())


def bonus(dex: int) -> int:
    """floor(Dex/20), the only modifier (D-4)."""
    return dex // 20


def ranking(state: Duel, pieces: tuple[int, ...]) -> Ranking:
    """The dice that put these pieces in order."""
    dexes = (state.setting.crafts[index].dex for index in pieces)
    return Ranking(tuple(bonus(dex) for dex in dexes), state.setting.rules.initiative_die)


@phase(touches=("queue", "pieces[*].fate", "pieces[*].order", "pieces[*].shot"))
def initiative(state: Duel, table: Table) -> Duel:
    """All pieces that fire or collide this round; no dice if there are fewer than two (D-4)."""
    acting = tuple(index for index in range(len(state.pieces)) if acts(state, index))
    if len(acting) < 2:
        return state.but(queue=(acting,) if acting else (), phase="fire")
    places = table.roll(ranking(state, acting), "initiative", ",".join(state.setting.crafts[i].id for i in acting))
    queue = tuple(tuple(acting[place] for place in group) for group in places)
    again = state.setting.rules.initiative_tie == "reroll"
    return state.but(queue=queue, phase="reroll" if again else "fire")


@phase(touches=("queue",))
def reroll(state: Duel, table: Table) -> Duel:
    """By the house rule ``initiative_tie`` the tied pieces roll again among themselves until none is tied (D-4).

    A roll that leaves the same pieces tied leads back to the very same state.
    """
    tied = next((place for place, group in enumerate(state.queue) if len(group) > 1), -1)
    if tied < 0:
        return state.but(phase="fire")
    group = state.queue[tied]
    places = table.roll(ranking(state, group), "initiative", ",".join(state.setting.crafts[i].id for i in group))
    sorted_out = tuple(tuple(group[place] for place in tie) for tie in places)
    return state.but(queue=(*state.queue[:tied], *sorted_out, *state.queue[tied + 1 :]))


def acts(state: Duel, index: int) -> bool:
    """Whether a piece fires or collides this round."""
    piece, kind = state.pieces[index], state.setting.crafts[index].kind
    if piece.fate or piece.order.action not in ("fire", "collide"):
        return False
    if kind == LARGE:
        return bool(piece.order.shares)
    return piece.order.action == "collide" or kind != FIGHTER or piece.shot != "lost"
