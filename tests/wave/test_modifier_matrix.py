"""Every source of a modifier against every roll: effect or no effect, exactly as the charts say.

Each row changes one thing about the same battle: blue's CAP of two on a Carrier and its two escorts, red's two Strike
fighters. The columns are the changes of the shown numbers (plus is easier): CAP, return fire, flak, attack, and
whether the damage die changes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from admiralty.rulesets.wave import attack, flak
from admiralty.rulesets.wave.state import FighterPhase
from admiralty.rulesets.wave.tables import DAMAGE

from .scenes import Scene, cap, cap_needs, columns, scene, ship, strike_needs, up, wave

Change = Callable[[Scene], None]


def plain() -> Scene:
    ships = [
        ship("cv", "CV", fighters=4),
        ship("cr", "CR"),
        ship("dd", "DD"),
        ship("fb", "FB", fighters=4),
        ship("vet", "CV", xp=10, fighters=2),
        ship("ace", "CV", xp=25, fighters=2),
        ship("r1", "CV", "red", fighters=8),
        ship("r2", "CV", "red", fighters=8),
        ship("rvet", "CV", "red", xp=10, fighters=2),
        ship("race", "CV", "red", xp=25, fighters=2),
    ]
    return scene(ships, cap(fb=2), [wave("w", "cv", r1=2)])


def empire(number: int, **fields: Any) -> Change:
    return lambda scenario: scenario["empires"][number].update(fields)


def of_target(**fields: Any) -> Change:
    return lambda scenario: scenario["ships"][0].update(fields)


def nebula(scenario: Scene) -> None:
    scenario["system"] = {"nebula": True}


def cap_from(**counts: int) -> Change:
    return lambda scenario: scenario.update(cap=cap(**counts))


def strike_from(**counts: int) -> Change:
    return lambda scenario: scenario["waves"][0].update(fighters=cap(**counts))


def second_wave(**fields: Any) -> Change:
    return lambda scenario: scenario["waves"].append({**wave("second", "cv", r2=1), **fields})


def nothing(scenario: Scene) -> None:
    pass


MATRIX: list[tuple[str, Change, tuple[int, int, int, int, bool]]] = [
    ("nothing", nothing, (0, 0, 0, 0, False)),
    ("defender holds the card", empire(0, afd=True), (+1, 0, 0, 0, False)),
    ("attacker holds the card", empire(1, afd=True), (0, +1, 0, 0, True)),
    ("Nebula", nebula, (-1, -1, -1, 0, False)),
    ("Elite CAP", cap_from(ace=2), (+1, 0, 0, 0, False)),
    ("Elite Strike", strike_from(race=2), (0, +1, 0, 0, True)),
    ("CAP off a Veteran Carrier", cap_from(vet=2), (0, 0, 0, 0, False)),
    ("Strike off a Veteran Carrier", strike_from(rvet=2), (0, 0, 0, 0, False)),
    ("Veteran target", of_target(xp=10), (+1, 0, 0, 0, False)),
    ("Elite target, CAP from elsewhere", of_target(xp=25), (+1, 0, 0, 0, False)),
    ("Bridge of the target wrecked", of_target(hp=5, wrecked=["bridge"]), (-1, 0, 0, 0, False)),
    ("Bridge of a Veteran target wrecked", of_target(xp=10, hp=5, wrecked=["bridge"]), (-1, 0, 0, 0, False)),
    ("Engine Pod of the target wrecked", of_target(hp=5, wrecked=["engine_pod_port"]), (0, 0, 0, 0, False)),
    ("Weapon Arrays wrecked", of_target(hp=5, wrecked=["weapon_array_port"]), (0, 0, 0, 0, False)),
    ("two CAP on one Strike", cap_from(fb=4), (+1, 0, 0, 0, False)),
    ("Strike outnumbers 2:1", strike_from(r1=4), (0, +1, 0, 0, False)),
    ("Strike just short of 2:1", strike_from(r1=3), (0, 0, 0, 0, False)),
    ("another wave of the attacker", second_wave(), (0, 0, -1, 0, False)),
    ("another wave at another target", second_wave(target="vet"), (0, 0, 0, 0, False)),
    ("defender out of supply", empire(0, supplied=False), (0, 0, -1, 0, False)),
    ("attacker out of supply", empire(1, supplied=False), (0, 0, 0, 0, False)),
    ("defender holds the Crown", empire(0, crown=True), (0, 0, 0, 0, False)),
    ("attacker holds the Crown", empire(1, crown=True), (0, 0, 0, 0, False)),
    ("defender not in the fight", empire(0, in_fight=False), (0, 0, 0, 0, False)),
]


def numbers(state: FighterPhase) -> tuple[int, int, int, int]:
    """What the front column needs on either side, the target's flak, and an attack."""
    elite = columns(state)[0].strike_elite
    need = flak.slots(state)[0].need
    assert need is not None
    return cap_needs(state)[0], strike_needs(state)[0], need.value, attack.attack_need(state, elite).value


def damage_die(state: FighterPhase) -> tuple[int, ...]:
    return DAMAGE[columns(state)[0].strike_elite, state.setting.empires[state.attacker].afd]


@pytest.mark.parametrize(("change", "effects"), [row[1:] for row in MATRIX], ids=[row[0] for row in MATRIX])
def test_modifier_on_every_roll(change: Change, effects: tuple[int, int, int, int, bool]) -> None:
    scenario = plain()
    change(scenario)
    if scenario["empires"][0].get("in_fight") is False:
        scenario["cap"] = []  # it may not launch: its CAP is put up by hand below
    before, after = up(plain()), up(scenario)
    after = msgspec.structs.replace(after, caps=(sorted_like(before, after), after.caps[1]))
    easier = tuple(old - new for old, new in zip(numbers(before), numbers(after), strict=True))
    assert (*easier, damage_die(before) != damage_die(after)) == effects


def sorted_like(before: FighterPhase, after: FighterPhase) -> tuple[int, ...]:
    """CAP as launched; as in the plain battle where none was."""
    return after.caps[0] if any(after.caps[0]) else before.caps[0]


def test_fatigue_touches_cap_dice_alone() -> None:
    fresh = up(plain())
    tired = fresh.but(fatigued=(True, True))
    assert tuple(old - new for old, new in zip(numbers(fresh), numbers(tired), strict=True)) == (-1, 0, 0, 0)


def test_all_modifiers_of_a_die_add_up() -> None:
    scenario = plain()
    for change in (nebula, empire(0, afd=True), cap_from(ace=2, fb=2), of_target(xp=10)):
        change(scenario)
    state = up(scenario).but(fatigued=(True, False))
    assert cap_needs(state) == [8 - (1 + 1 + 1 + 1 - 1 - 1)] * 2
