"""The steps of a battle in the order they are published: L-59."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from admiralty.core.event import Event, Noted
from admiralty.core.ruleset import Record
from admiralty.core.show import Step
from admiralty.core.words import NOTHING, say

from . import harm, moves, plates, shots, sight
from .blows import Blow
from .scene import panel

Records = Sequence[Record]


def tell(records: Records) -> list[Step]:
    """A played battle, phase by phase; phases in which nothing happened are left out."""
    teller = _Teller()
    runs = ((name, list(run)) for name, run in groupby(records, key=lambda record: record.phase))
    return [step for name, run in runs if name in teller.tellers for step in teller.tellers[name](run)]


class _Teller:
    """Carries what a later step must know of an earlier one: void orders, and which hits are still standing."""

    def __init__(self) -> None:
        self._notes: list[Event] = []
        self._blows: list[Blow] = []
        self.tellers: dict[str, Callable[[Records], Iterator[Step]]] = {
            "departure": self._departure,
            "movement_orders": self._agreed,
            "movement": self._movement,
            "aim": self._aim,
            "attack": self._attack,
            "intercept": self._intercept,
            "armour": self._armour,
            "damage": lambda run: iter((harm.damage(run, self._blows),)),
            "critical": lambda run: iter((harm.criticals(run),)),
            "turn_end": lambda run: iter((harm.turn_end(run[0]),)),
        }

    def _departure(self, run: Records) -> Iterator[Step]:
        step = moves.jumps(run[0].before, run[0].after)
        if step:
            yield step

    def _agreed(self, run: Records) -> Iterator[Step]:
        """L-13: both sides end the battle."""
        state = run[0].after
        if any(isinstance(event, Noted) and event.kind == "agreed_end" for event in run[0].events):
            text = say("Both sides agree to end the battle.")
            short = say("both sides agree")
            yield Step(f"t{state.turn}-agreed", NOTHING, say("Agreed end"), short, result=(text,), panel=panel(state))

    def _movement(self, run: Records) -> Iterator[Step]:
        yield moves.movement(run[0].before, run[0].after, run[0].events)
        yield sight.sight(run[0].after)

    def _aim(self, run: Records) -> Iterator[Step]:
        self._notes = list(run[0].events)
        return iter(())

    def _attack(self, run: Records) -> Iterator[Step]:
        step, self._blows = shots.attack(run[0], self._notes)
        self._notes = []
        if step:
            yield step

    def _intercept(self, run: Records) -> Iterator[Step]:
        step, self._blows = shots.intercept(run[0], self._blows)
        if step:
            yield step

    def _armour(self, run: Records) -> Iterator[Step]:
        step, self._blows = plates.armour(run[0], self._blows)
        if step:
            yield step
