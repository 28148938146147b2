"""Small battles for tests: ships with plain values, orders by turn, and a table whose dice are laid down beforehand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from admiralty.core.event import Noted, Thrown
from admiralty.core.ruleset import Record
from admiralty.rulesets.line import RULES
from admiralty.rulesets.line.cases_battle import turn_script
from admiralty.rulesets.line.script import orders_for
from admiralty.rulesets.line.setup import begin
from admiralty.rulesets.line.state import SIDES, Line
from admiralty.run.odds import RunOracle

LASER = {"type": "light_laser", "mount": "bow"}
SURE = {"type": "lance", "class": "beam", "attacks": 1, "accuracy": 9, "damage": 1, "penetration": 9, "mount": "bow"}
"""A gun that misses on a natural 1 only and that no armour stops."""

Turn = Mapping[str, Any]


def ship(ship_id: str, **fields: Any) -> dict[str, Any]:
    """A ship by its statistics; its side is the first letter of its name."""
    plain = {"max_hp": 10, "engine_power": 3, "sensors": 12, "base_signature": 3, "guns": []}
    return {"ship_id": ship_id, "side": ship_id[0], **plain, **fields}


def battle(*ships: dict[str, Any], **fields: Any) -> Line:
    """The opening state."""
    return begin({"ruleset": "line", "ships": list(ships), **fields})


def at(state: Line, name: str) -> Any:
    """A ship by its name."""
    return state.ships[state.setting.index[name]]


class Dice:
    """A table with faces laid down, in the order they are to fall, and orders per turn."""

    def __init__(self, faces: Sequence[int] = (), turns: Sequence[Turn] = (), answers: Sequence[Any] = ()) -> None:
        self.faces = list(faces)
        self.turns = turns
        self.answers = list(answers)
        self.notes: list[Noted] = []
        self.events: list[Any] = []
        self.asked: list[tuple[str, Any]] = []
        self.state: Line
        self.thrown = 0

    def roll(self, pool: Any, why: str, who: str = "", seen_by: tuple[str, ...] | None = None) -> Any:
        number = len(pool.dice())
        assert len(self.faces) >= number, f"no dice left for {why} of {who}"
        faces, self.faces = tuple(self.faces[:number]), self.faces[number:]
        outcome = pool.read(faces)
        self.events.append(Thrown(why, who, pool, faces, outcome, self.thrown))
        self.thrown += number
        return outcome

    def ask(self, side: str, choice: Any) -> Any:
        self.asked.append((side, choice))
        if choice.name == "pd_order":
            return choice.read(self.answers.pop(0))
        turn = self.state.turn - self.state.setting.first_turn
        script = turn_script(self.state, self.turns[turn]) if turn < len(self.turns) else turn_script(self.state, {})
        return orders_for(self.state, side, script, choice.name)

    def ask_all(self, choices: Mapping[str, Any]) -> dict[str, Any]:
        return {side: self.ask(side, choice) for side, choice in choices.items()}

    def note(self, kind: str, *, seen_by: tuple[str, ...] | None = None, **facts: Any) -> None:
        self.notes.append(Noted(kind, facts, seen_by))
        self.events.append(self.notes[-1])


def play(state: Line, table: Dice, until: str = "departure", turns: int = 1) -> tuple[Line, list[Record]]:
    """Run phases until so many turns more have begun (``departure``) or another phase is reached."""
    records: list[Record] = []
    while state.phase != "over":
        table.state, table.events = state, []
        after = RULES.phases[state.phase].run(state, table)
        records.append(Record(state.phase, state, after, tuple(table.events)))
        state = after
        if state.phase == until:
            turns -= 1
            if not turns:
                break
    return state, records


def fought(state: Line, turns: Sequence[Turn], faces: Sequence[int] = (), answers: Sequence[Any] = ()) -> Line:
    """The state after some turns; every die laid down must have been thrown."""
    table = Dice(faces, turns, answers)
    after, _ = play(state, table, turns=len(turns))
    assert table.faces == []
    return after


def moved(state: Line, movement: Mapping[str, Any]) -> Line:
    """The state after one movement phase."""
    return play(state, Dice((), [{"movement": movement}]), until="fire_orders")[0]


def fire(shooter: str, gun: int, *targets: str) -> dict[str, Any]:
    return {"ship": shooter, "gun": gun, "target": targets[0] if len(targets) == 1 else list(targets)}


def odds(state: Line, turns: Sequence[Turn], *names: str) -> dict[str, dict[Any, Fraction]]:
    """Exact odds of some measures after some turns."""
    from admiralty.rulesets.line.script import scripted

    state = state.but(setting=state.setting.but(max_turns=state.turn + len(turns) - 1))
    bot = scripted([turn_script(state, turn) for turn in turns])
    measures = [measure for measure in RULES.measures(state) if measure.name in names]
    assert len(measures) == len(names)
    return RunOracle(RULES).odds(state, measures, policies=dict.fromkeys(SIDES, bot))
