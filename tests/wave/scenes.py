"""Small scenarios for the tests of the wave ruleset, and short ways to ask about them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from admiralty.core.errors import Fault, Refusal
from admiralty.core.phase import Done, step
from admiralty.rulesets.wave import RULES, cases, dogfight, flak
from admiralty.rulesets.wave.measures import measure
from admiralty.rulesets.wave.setup import begin
from admiralty.rulesets.wave.state import FighterPhase
from admiralty.run.odds import RunOracle

Scene = dict[str, Any]
EMPIRES = ({"id": "blue"}, {"id": "red"})


def ship(id: str, kind: str, empire: str = "blue", **fields: Any) -> Scene:
    return {"id": id, "empire": empire, "class": kind, **fields}


def cap(**counts: int) -> list[Scene]:
    return [{"launcher": launcher, "count": count} for launcher, count in counts.items()]


def wave(id: str, target: str, attacker: str = "red", **counts: int) -> Scene:
    return {"id": id, "attacker": attacker, "target": target, "fighters": cap(**counts)}


def scene(
    ships: list[Scene],
    cap: list[Scene] | None = None,
    waves: list[Scene] | None = None,
    rules: Scene | None = None,
    blue: Scene | None = None,
    red: Scene | None = None,
    **fields: Any,
) -> Scene:
    """A scenario of blue and red; ``blue`` and ``red`` are fields of the empires, ``rules`` the house rules."""
    return {
        "empires": [{"id": "blue", **(blue or {})}, {"id": "red", **(red or {})}],
        "ships": ships,
        "cap": cap or [],
        "waves": waves or [],
        "house_rules": rules or {},
        **fields,
    }


def up(scenario: Scene, wave: str = "w", **changes: Any) -> FighterPhase:
    """The opening state with a wave up, and some fields changed."""
    return cases.wave_up({"scenario": scenario, "wave": wave}).but(**changes)


def run(phase: str, state: FighterPhase, *answers: Any) -> FighterPhase:
    """A phase run to its end with these answers."""
    outcome = step(RULES.phases[phase], state, answers)
    assert isinstance(outcome, Done), outcome
    return outcome.state


def mustered(state: FighterPhase) -> FighterPhase:
    """With the next wave up and come to its target, if there is one."""
    state = run("muster", state)
    return run("approach", state) if state.phase == "approach" else state


def columns(state: FighterPhase) -> list[dogfight.Run]:
    return [one for one in dogfight.line_up(state) for _ in range(one.count)]


def cap_needs(state: FighterPhase) -> list[int]:
    return [dogfight.cap_need(state, one).value for one in columns(state)]


def strike_needs(state: FighterPhase) -> list[int]:
    return [dogfight.strike_need(state, one).value for one in columns(state)]


def flak_slots(state: FighterPhase) -> list[tuple[str, int | None]]:
    hulls = state.setting.hulls
    return [(hulls[slot.ship].id, slot.need.value if slot.need else None) for slot in flak.slots(state)]


def odds(scenario: Scene, *names: str) -> Any:
    """Exact odds of some measures; of a single one just its chances."""
    state = begin(scenario)
    found = RunOracle(RULES).odds(state, [measure(state, name) for name in names])
    return found[names[0]] if len(names) == 1 else found


def outcomes(phase: str, state: FighterPhase) -> dict[FighterPhase, Fraction]:
    return dict(RunOracle(RULES).outcomes(phase, state))


def refused(scenario: Any) -> list[tuple[str, str]]:
    """(code, path) of every fault of a scenario; empty if it is accepted."""
    faults: tuple[Fault, ...] = ()
    try:
        begin(scenario)
    except Refusal as refusal:
        faults = refusal.faults
    assert all(fault.rule.startswith("W-") and str(fault.text) for fault in faults)
    return [(fault.code, fault.path) for fault in faults]


def F(top: int, bottom: int) -> Fraction:  # noqa: N802 - stands for the sign of a fraction
    return Fraction(top, bottom)
