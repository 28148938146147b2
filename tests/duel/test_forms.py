"""The form of a question says what can be answered: what it lists is taken, and nothing that it leaves out."""

from __future__ import annotations

from typing import Any

import pytest

from admiralty.core.errors import Refusal
from admiralty.rulesets.duel.declare import declare_choice
from admiralty.rulesets.duel.launches import launch_choice
from admiralty.rulesets.duel.orders import ACTIONS, AIMED
from admiralty.rulesets.duel.state import Duel
from admiralty.rulesets.duel.tables import ATTACKS, DEFENSES

from .scenes import ACE, DART, FIGHTER, LANCE, PICKET, battle

PERSON = {"kind": "character", "health": 50, "weapon": {"dice": 1, "sides": 6}}
ENEMIES = [PICKET, FIGHTER, {"opened": True}]
PIECES = {
    "fighter": FIGHTER,
    "ace": ACE,
    "engine out": {**ACE, "systems": {"engine": 2}},
    "weapons and LSD out": {"s_flight": 2, "systems": {"weapons": 2, "lsd": 1}},
    "not in position": {**ACE, "first_attack": 2},
    "out of range": {"opened": True},
    "no laser": {"laser": None, "lsd": False},
    "person": PERSON,
    "unarmed person": {**PERSON, "weapon": None},
}


def taken(choice: Any, sheet: Any) -> bool:
    try:
        choice.read(sheet)
    except Refusal:
        return False
    return True


def asked(state: Duel) -> tuple[Any, dict[str, Any]]:
    choice = declare_choice(state, "a")
    assert isinstance(choice.form, dict)
    form: Any = choice.form["a1"]
    return choice, form


@pytest.mark.parametrize("name", PIECES)
def test_a_declaration_is_taken_if_and_only_if_the_form_has_it(name: str) -> None:
    state = battle([PIECES[name]], ENEMIES)
    choice, form = asked(state)
    for action in ACTIONS["fighter"]:
        for target in ("b1", "b2", "b3", None):
            sheet = {"do": action} if target is None else {"do": action, "target": target}
            allowed = action in form["do"] and (
                target in form["do"][action] or (target is None and action not in AIMED)
            )
            assert taken(choice, {"a1": sheet}) == allowed, sheet


@pytest.mark.parametrize("name", [name for name in PIECES if "person" not in name])
def test_a_manoeuvre_is_taken_if_and_only_if_the_form_has_it(name: str) -> None:
    choice, form = asked(battle([PIECES[name]], ENEMIES))
    for attack in ATTACKS:
        sheet = {"do": "fire", "target": "b2", "attack": attack}
        assert taken(choice, {"a1": sheet}) == (attack in form["attack"]), attack
    for defense in ("none", *DEFENSES):
        assert taken(choice, {"a1": {"defense": defense}}) == (defense in form["defense"]), defense


def test_d25_the_form_of_a_large_ship_tells_how_many_guns_bear() -> None:
    choice, form = asked(battle([{**PICKET, "weapon_quarters_out": [2]}], ENEMIES))
    assert form == {"do": {"fire": ["b1", "b2"], "jump": [], "hold": []}, "guns": {"b1": 4, "b2": 2}, "working": 9}
    assert taken(choice, {"a1": {"do": "fire", "guns": form["guns"]}})
    assert not taken(choice, {"a1": {"do": "fire", "guns": {"b2": 3}}})


def test_d26_a_large_ship_without_a_gun_that_works_cannot_fire() -> None:
    choice, form = asked(battle([{**PICKET, "weapon_quarters_out": [2, 2, 2, 2]}], ENEMIES))
    assert "fire" not in form["do"]
    assert not taken(choice, {"a1": {"do": "fire"}})


def test_d22_the_form_of_a_missile_round_tells_missiles_targets_and_how_many() -> None:
    ship = {**PICKET, "tubes": 4, "weapon_quarters_out": [3], "missiles": [{**DART, "count": 2}, {**LANCE, "count": 0}]}
    choice = launch_choice(battle([ship], [FIGHTER], round=0), "a")
    assert choice is not None
    assert choice.form == {"a1": {"missiles": {"dart": 2}, "target": ["b1"], "most": 3}}


def test_d22_a_large_ship_without_a_tube_that_works_cannot_launch() -> None:
    mended = {**PICKET, "missiles": [DART]}
    state = battle([mended, {**mended, "weapon_quarters_out": [1, 1, 1, 1]}], [FIGHTER], round=0)
    choice = launch_choice(state, "a")
    assert choice is not None
    assert isinstance(choice.form, dict)
    assert list(choice.form) == ["a1"]
    with pytest.raises(Refusal) as refused:
        choice.read({"a2": [{"missile": "dart", "target": "b1"}]})
    assert refused.value.codes == ("weapons_out",)
