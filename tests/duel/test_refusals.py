"""Every refusal of the sheet by its code, with path and rule; all faults at once."""

from __future__ import annotations

from typing import Any

import pytest

from admiralty.core.errors import Refusal
from admiralty.rulesets.duel.declare import declare_choice
from admiralty.rulesets.duel.launches import avoid_faults, launch_choice
from admiralty.rulesets.duel.setup import begin
from admiralty.rulesets.duel.state import Blow, Duel

from .scenes import ACE, DART, FIGHTER, PICKET, battle

A1, B1 = {"kind": "fighter", "id": "a1", "side": "a"}, {"kind": "fighter", "id": "b1", "side": "b"}


def refused(document: Any) -> list[tuple[str, str]]:
    """(code, path) of every fault of a scenario."""
    with pytest.raises(Refusal) as caught:
        begin(document)
    assert all(fault.rule.startswith("D-") and str(fault.text) for fault in caught.value.faults)
    return [(fault.code, fault.path) for fault in caught.value.faults]


def with_a1(**fields: Any) -> dict[str, Any]:
    return {"pieces": [{**A1, **fields}, B1]}


@pytest.mark.parametrize(
    ("fields", "code", "path"),
    [
        ({"dex": 0}, "dex_out_of_range", "dex"),
        ({"dex": 201}, "dex_out_of_range", "dex"),
        ({"dex": True}, "dex_out_of_range", "dex"),
        ({"dex": 2.5}, "dex_out_of_range", "dex"),
        ({"dex": float("nan")}, "dex_out_of_range", "dex"),
        ({"s_flight": 0}, "s_flight_out_of_range", "s_flight"),
        ({"s_flight": 4}, "s_flight_out_of_range", "s_flight"),
        ({"hp": 51, "max_hp": 50}, "hp_out_of_range", "hp"),
        ({"hp": -1}, "hp_out_of_range", "hp"),
        ({"max_hp": 0}, "hp_out_of_range", "max_hp"),
        ({"shields": 1}, "shields_out_of_range", "shields"),
        ({"max_shields": -1}, "shields_out_of_range", "max_shields"),
        ({"systems": {"warp": 1}}, "unknown_system", "systems.warp"),
        ({"systems": {"radar": -1}}, "bad_clock", "systems.radar"),
        ({"systems": {"radar": "ever"}}, "bad_clock", "systems.radar"),
        ({"laser": {"dice": -1, "sides": 6}}, "bad_dice", "laser.dice"),
        ({"laser": {"dice": 1, "sides": 1}}, "bad_dice", "laser.sides"),
        ({"laser": {"dice": 1.5, "sides": 6}}, "bad_dice", "laser.dice"),
        ({"laser": {"dice": 1}}, "bad_value", "laser.sides"),
        ({"laser": {"dice": 1, "sides": 6, "bonus": "2"}}, "bad_value", "laser.bonus"),
        ({"missiles": [{**DART, "sides": 0}]}, "bad_dice", "missiles[0].sides"),
        ({"missiles": [{**DART, "range": -1}]}, "bad_value", "missiles[0].range"),
        ({"missiles": [DART, DART]}, "bad_value", "missiles[1].name"),
        ({"attack_every": 0}, "bad_value", "attack_every"),
        ({"ac": 101}, "bad_value", "ac"),
        ({"lsd": 1}, "bad_value", "lsd"),
        ({"guns": 4}, "unknown_field", "guns"),
        ({"health": 4}, "unknown_field", "health"),
        ({"id": ""}, "bad_value", "id"),
    ],
)
def test_a_fighters_field(fields: dict[str, Any], code: str, path: str) -> None:
    assert refused(with_a1(**fields)) == [(code, f"pieces[0].{path}")]


@pytest.mark.parametrize(
    ("fields", "code", "path"),
    [
        ({"dex": -1}, "dex_out_of_range", ".dex"),
        ({"max_hp": None}, "hp_out_of_range", ".max_hp"),
        ({"guns": 4, "gun": None}, "bad_value", ".gun"),
        ({"systems": {"weapons": 1}}, "unknown_system", ".systems.weapons"),
        ({"weapon_quarters_out": [1, 1, 1, 1, 1]}, "bad_value", ".weapon_quarters_out"),
        ({"weapon_quarters_out": [0]}, "bad_clock", ".weapon_quarters_out[0]"),
        ({"collision_in": 0}, "bad_value", ".collision_in"),
        ({"collision_with": "b1"}, "bad_value", ".collision_with"),
        ({"collision_with": "a1"}, "bad_value", ".collision_with"),
        ({"s_flight": 2}, "unknown_field", ".s_flight"),
    ],
)
def test_a_large_ships_field(fields: dict[str, Any], code: str, path: str) -> None:
    document = {"pieces": [{**PICKET, "id": "a1", "side": "a", **fields}, B1]}
    assert refused(document) == [(code, f"pieces[0]{path}")]


@pytest.mark.parametrize(
    ("fields", "code", "path"),
    [
        ({"health": 0}, "bad_value", ".health"),
        ({"breath": "gills"}, "bad_value", ".breath"),
        ({"rounds_out": -1}, "bad_value", ".rounds_out"),
        ({"dex": 0}, "dex_out_of_range", ".dex"),
    ],
)
def test_a_characters_field(fields: dict[str, Any], code: str, path: str) -> None:
    person = {"kind": "character", "health": 50, "id": "a1", "side": "a", **fields}
    assert refused({"pieces": [person, B1]}) == [(code, f"pieces[0]{path}")]


@pytest.mark.parametrize(
    ("document", "code", "path"),
    [
        ({"pieces": [A1, {**B1, "id": "a1"}]}, "duplicate_id", "pieces[1].id"),
        ({"pieces": [A1]}, "bad_value", "pieces"),
        ({"pieces": [A1, B1, {**A1, "id": "c", "side": "c"}]}, "bad_value", "pieces"),
        ({}, "bad_value", "pieces"),
        ({"pieces": [A1, B1], "house_rules": {"natural_bnad": 4}}, "unknown_house_rule", "house_rules.natural_bnad"),
        ({"pieces": [A1, B1], "house_rules": {"natural_band": 50}}, "bad_house_rule_value", "house_rules.natural_band"),
        ({"pieces": [A1, B1], "house_rules": {"check_cap": 0}}, "bad_house_rule_value", "house_rules.check_cap"),
        (
            {"pieces": [A1, B1], "house_rules": {"system_damage": 1}},
            "bad_house_rule_value",
            "house_rules.system_damage",
        ),
        ({"pieces": [A1, B1], "round": -1}, "bad_value", "round"),
        ({"pieces": [A1, B1], "round": 3, "max_rounds": 2}, "bad_value", "round"),
        ({"pieces": [A1, B1], "max_rounds": 0}, "bad_value", "max_rounds"),
        ({"pieces": [A1, B1], "weather": "rain"}, "unknown_field", "weather"),
    ],
)
def test_the_battle(document: dict[str, Any], code: str, path: str) -> None:
    assert refused(document)[0] == (code, path)


@pytest.mark.parametrize("piece", [{"id": "a1", "side": "a"}, {**A1, "kind": "cruiser"}, 5])
def test_what_kind_a_piece_is_must_be_given(piece: Any) -> None:
    assert {code for code, _ in refused({"pieces": [piece, B1]})} == {"bad_value"}


def test_all_faults_are_listed_at_once() -> None:
    document = {**with_a1(dex=0, s_flight=9, hp=99, colour="red"), "house_rules": {"x": 1}}
    codes = {code for code, _ in refused(document)}
    assert codes == {
        "dex_out_of_range",
        "s_flight_out_of_range",
        "hp_out_of_range",
        "unknown_field",
        "unknown_house_rule",
    }


def declared(state: Duel, order: Any, side: str = "a") -> list[str]:
    """The codes an order sheet is refused with; none if it is taken."""
    try:
        declare_choice(state, side).read(order)
    except Refusal as refusal:
        return [fault.code for fault in refusal.faults]
    return []


FIRE = {"do": "fire", "target": "b1"}


@pytest.mark.parametrize(
    ("piece", "order", "code"),
    [
        ({}, {**FIRE, "attack": "power"}, "maneuver_not_available"),
        ({"s_flight": 2}, {**FIRE, "attack": "trick"}, "maneuver_not_available"),
        ({}, {"do": "hold", "defense": "erratic"}, "maneuver_not_available"),
        ({}, {**FIRE, "attack": "loop"}, "unknown_maneuver"),
        ({}, {"do": "hold", "defense": "loop"}, "unknown_maneuver"),
        ({"first_attack": 2}, FIRE, "no_attack_this_round"),
        ({"first_attack": 2}, {"do": "collide", "target": "b1"}, "no_attack_this_round"),
        ({"first_attack": 2}, {"do": "disengage"}, "no_attack_this_round"),
        ({"first_attack": 2}, {"do": "jump"}, "no_attack_this_round"),
        ({"opened": True}, FIRE, "no_attack_this_round"),
        ({"systems": {"weapons": 1}}, FIRE, "weapons_out"),
        ({**ACE, "systems": {"engine": 1}}, {**FIRE, "attack": "cyclone"}, "engine_out"),
        ({"systems": {"engine": 1}}, {"do": "hold", "defense": "swing"}, "engine_out"),
        ({"systems": {"engine": 1}}, {"do": "collide", "target": "b1"}, "engine_out"),
        ({"systems": {"engine": 1}}, {"do": "ram", "target": "b2"}, "engine_out"),
        ({"systems": {"engine": 1}}, {"do": "disengage"}, "engine_out"),
        ({"systems": {"lsd": 1}}, {"do": "jump"}, "lsd_out"),
        ({"lsd": False}, {"do": "jump"}, "no_lsd"),
        ({"laser": None}, FIRE, "no_laser"),
        ({}, {"do": "fire", "target": "a1"}, "target_gone"),
        ({}, {"do": "fire", "target": "b3"}, "target_gone"),
        ({}, {"do": "fire"}, "bad_value"),
        ({}, {"do": "fire", "target": "nobody"}, "bad_value"),
        ({}, {"do": "ram", "target": "b1"}, "bad_value"),
        ({}, {"do": "collide", "target": "b2"}, "bad_value"),
        ({}, {"do": "hold", "attack": "basic"}, "bad_value"),
        ({}, {"do": "hold", "target": "b1"}, "bad_value"),
        ({}, {**FIRE, "guns": {"b1": 1}}, "bad_value"),
        ({}, {"do": "dance"}, "bad_value"),
    ],
)
def test_a_fighters_declaration(piece: dict[str, Any], order: dict[str, Any], code: str) -> None:
    state = battle([piece], [FIGHTER, PICKET, {"hp": 0}])
    assert declared(state, {"a1": order}) == [code]


def test_an_engine_out_ship_may_fire_a_basic_shot() -> None:
    assert declared(battle([{"systems": {"engine": 1}}], [FIGHTER]), {"a1": FIRE}) == []


@pytest.mark.parametrize(
    ("order", "codes"),
    [
        ({"do": "fire", "guns": {"b1": 3, "b2": 3, "b3": 3}}, []),
        ({"do": "fire", "guns": {"b1": 4}}, ["too_many_guns"]),
        ({"do": "fire", "guns": {"b4": 6, "b1": 3, "b2": 3}}, []),
        ({"do": "fire", "guns": {"b4": 6, "b1": 3, "b2": 3, "b3": 1}}, ["too_many_guns"]),
        ({"do": "fire", "guns": {"b4": 7}}, ["too_many_guns"]),
        ({"do": "fire", "guns": {"a1": 1}}, ["target_gone"]),
        ({"do": "fire", "attack": "power"}, ["maneuver_not_available"]),
        ({"do": "hold", "defense": "swing"}, ["maneuver_not_available"]),
        ({"do": "fire", "attack": "loop"}, ["unknown_maneuver"]),
        ({"do": "ram", "target": "b1"}, ["bad_value"]),
        ({"do": "fire", "target": "b1"}, ["bad_value"]),
        ({"do": "hold", "guns": {"b1": 1}}, ["bad_value"]),
        ({"do": "jump"}, []),
    ],
)
def test_a_large_ships_declaration(order: dict[str, Any], codes: list[str]) -> None:
    state = battle([PICKET], [FIGHTER, FIGHTER, FIGHTER, PICKET])
    assert declared(state, {"a1": order}) == codes


@pytest.mark.parametrize(
    ("order", "codes"),
    [
        (FIRE, []),
        ({**FIRE, "attack": "cyclone"}, ["maneuver_not_available"]),
        ({"do": "hold", "defense": "swing"}, ["maneuver_not_available"]),
        ({"do": "jump"}, ["bad_value"]),
    ],
)
def test_a_characters_declaration(order: dict[str, Any], codes: list[str]) -> None:
    person = {"kind": "character", "health": 50, "weapon": {"dice": 1, "sides": 6}}
    assert declared(battle([person], [FIGHTER]), {"a1": order}) == codes


def test_a_declaration_for_anothers_piece_or_in_no_form_is_refused() -> None:
    state = battle([FIGHTER], [FIGHTER])
    assert declared(state, {"b1": {"do": "hold"}}) == ["unknown_field"]
    assert declared(state, ["a1"]) == ["bad_value"]
    assert declared(state, {"a1": 5}) == ["bad_value"]
    assert declared(state, {"a1": {"do": "hold", "speed": 3}}) == ["bad_value"]


def launched(piece: dict[str, Any], sheet: Any, **more: Any) -> list[str]:
    """The codes a launch sheet is refused with; a wingman makes sure that the question is asked."""
    wing = {"missiles": [DART]}
    state = battle([{"missiles": [DART], **piece}, wing], [FIGHTER, {"hp": 0}], **{"round": 0, **more})
    choice = launch_choice(state, "a")
    assert choice is not None
    try:
        choice.read(sheet)
    except Refusal as refusal:
        return [fault.code for fault in refusal.faults]
    return []


SHOT = {"missile": "dart", "target": "b1"}


@pytest.mark.parametrize(
    ("piece", "sheet", "codes"),
    [
        ({}, {"a1": SHOT}, []),
        ({}, {}, []),
        ({"systems": {"weapons": 1}}, {"a1": SHOT}, ["weapons_out"]),
        ({"systems": {"radar": 1}}, {"a1": SHOT}, ["radar_out"]),
        ({"missiles": []}, {"a1": SHOT}, ["no_missile_left"]),
        ({"missiles": [{**DART, "count": 0}]}, {"a1": SHOT}, ["no_missile_left"]),
        ({}, {"a1": {**SHOT, "target": "b2"}}, ["target_gone"]),
        ({}, {"a1": {**SHOT, "target": "a2"}}, ["target_gone"]),
        ({}, {"a1": {**SHOT, "missile": "lance"}}, ["bad_value"]),
        ({}, {"a1": [SHOT, SHOT]}, ["bad_value", "no_missile_left"]),
        ({}, {"a1": {"missile": "dart"}}, ["bad_value"]),
        ({}, {"b1": SHOT}, ["unknown_field"]),
        ({}, 7, ["bad_value"]),
    ],
)
def test_a_launch(piece: dict[str, Any], sheet: Any, codes: list[str]) -> None:
    assert launched(piece, sheet) == codes


@pytest.mark.parametrize(
    ("target", "answer", "codes"),
    [
        ({"s_flight": 1}, "dodge", ["dodge_not_available"]),
        ({"s_flight": 2}, "dodge", []),
        ({"speed": 3200}, "outrun", ["not_faster"]),
        ({"speed": 3201}, "outrun", []),
        ({"speed": 9999, "s_flight": 3, "systems": {"engine": 1}}, "outrun", ["engine_out"]),
        ({"speed": 9999, "s_flight": 3, "systems": {"engine": 1}}, "dodge", ["engine_out"]),
        ({}, "take", []),
        ({}, "pray", ["bad_value"]),
    ],
)
def test_an_answer_to_a_missile(target: dict[str, Any], answer: str, codes: list[str]) -> None:
    state = battle([{"missiles": [DART]}], [target], round=0)
    faults = avoid_faults(state, Blow(1, 0, "missile", missile=0), answer)
    assert [fault.code for fault in faults] == codes


def test_every_option_is_legal_and_can_be_written_down_and_read_back() -> None:
    state = battle([{**ACE, "missiles": [DART]}, PICKET], [FIGHTER, PICKET])
    for side in ("a", "b"):
        choice = declare_choice(state, side)
        assert choice.options is not None
        options = list(choice.options())
        assert len(options) == len(set(options))
        assert all(choice.read(choice.write(option)) == option for option in options)


def test_every_legal_order_of_a_fighter_is_among_the_options() -> None:
    choice = declare_choice(battle([{"s_flight": 3}], [FIGHTER]), "a")
    assert choice.options is not None
    hold = 6
    assert len(list(choice.options())) == hold * (1 + 7 + 1 + 1 + 1)
