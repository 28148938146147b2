"""Every printed number against a second table, typed from the source on its own."""

from __future__ import annotations

from collections import Counter

import pytest

from admiralty.rulesets.wave import RULES, tables
from admiralty.rulesets.wave.charts import HOUSE_RULES, SECTION_NAMES, charts
from admiralty.rulesets.wave.handover import carrier_gun
from admiralty.rulesets.wave.scenario import Section
from admiralty.rulesets.wave.state import HouseRules, Ship

FLAK_SOURCE = """
CV 4 70
SB 4 70
CR 8 30
DD 9 20
N  9 20
MI 9 20
DS 9 20
FR 10 10
"""
HULL_SOURCE = {"FR": 1, "DD": 2, "MI": 2, "DS": 2, "CR": 3, "N": 3, "FB": 6, "CV": 8, "SB": 12}
DAMAGE_SOURCE = """
regular    60 20 10 10
card       50 20 20 10
elite      50 20 10 20
elite+card 40 20 20 20
"""
WINGS = {"regular": (False, False), "card": (False, True), "elite": (True, False), "elite+card": (True, True)}
MODIFIERS_SOURCE = {
    "cap_intercept": {
        "pairing": +1,
        "old_odds": +1,
        "fatigue": -1,
        "afd": +1,
        "nebula": -1,
        "elite": +1,
        "veteran": +1,
        "bridge": -1,
    },
    "return_fire": {"outnumber": +1, "elite": +1, "afd": +1, "nebula": -1},
    "flak": {"multi_wave": -1, "supply": -1, "nebula": -1, "old_crown": +1},
    "attack": {"elite": +1, "afd": +1, "nebula": -1},
}


def test_flak_by_ship() -> None:
    typed = {kind: int(need) for kind, need, _ in (line.split() for line in FLAK_SOURCE.split("\n") if line)}
    assert typed == tables.FLAK


def test_flak_chances() -> None:
    for line in filter(None, FLAK_SOURCE.split("\n")):
        kind, _, percent = line.split()
        assert (11 - tables.FLAK_FIRE.need((), tables.FLAK[kind]).value) * 10 == int(percent)


def test_a_fighter_base_has_no_flak() -> None:
    assert "FB" not in tables.FLAK


def test_base_numbers() -> None:
    assert {roll.key: roll.base for roll in tables.ROLLS} == {
        "cap_intercept": 8,
        "return_fire": 9,
        "flak": None,
        "attack": 6,
    }


def test_modifiers_are_exactly_those_of_the_charts() -> None:
    found = {roll.key: {one.key: one.value for one in roll.modifiers} for roll in tables.ROLLS}
    assert found == MODIFIERS_SOURCE


def test_damage_die_percentages() -> None:
    for line in filter(None, DAMAGE_SOURCE.split("\n")):
        wing, *percents = line.split()
        counts = Counter(tables.DAMAGE[WINGS[wing]])
        assert [counts[hp] * 10 for hp in (1, 2, 3, 4)] == [int(percent) for percent in percents]


def by_procedure(face: int, elite: bool, card: bool) -> int:
    """W-53 in words: Elite's +1 first (10 stays 10); a 10 is 4 HP; else the card's +1, at most 9."""
    face = min(10, face + elite)
    if face < 10 and card:
        face = min(9, face + 1)
    return 4 if face == 10 else 3 if face == 9 else 2 if face >= 7 else 1


@pytest.mark.parametrize(("elite", "card"), list(WINGS.values()))
def test_damage_die_by_the_procedure(elite: bool, card: bool) -> None:
    results = tuple(by_procedure(face, elite, card) for face in range(1, 11))
    assert results == tables.DAMAGE[elite, card]


def test_default_hulls() -> None:
    assert HULL_SOURCE == tables.HULL
    assert tables.VETERAN_HULL == 2


def test_ranks_slots_and_limits() -> None:
    assert (tables.VETERAN_XP, tables.ELITE_XP) == (10, 25)
    assert (tables.SHOTS, tables.ESCORT_SHOTS) == (5, 4)
    assert (tables.FLOOR, tables.CEILING, tables.DIE) == (2, 10, 10)


def test_nine_sections_by_kind() -> None:
    sizes = {kind.kind: len(kind.names) for kind in tables.SECTIONS}
    assert sizes == {"flak_guns": 1, "bridge": 1, "weapon_arrays": 2, "flight_deck": 3, "engine_pods": 2}
    names = [name for kind in tables.SECTIONS for name in kind.names]
    assert names == list(Section.__args__)  # type: ignore[attr-defined]
    assert names == list(SECTION_NAMES)


@pytest.mark.parametrize(("arrays", "gun"), [(0, 3), (1, 5), (2, None)])
def test_carrier_gun(arrays: int, gun: int | None) -> None:
    assert carrier_gun(Ship(True, 5, weapon_arrays=arrays)) == gun


def test_charts_show_every_roll_table_and_house_rule() -> None:
    shown = charts()
    assert [str(chart.title) for chart in shown] == [
        "CAP intercept",
        "Strike return fire",
        "Flak",
        "Strike attack on ships",
        "Flak by ship",
        "Damage die",
        "Carrier sections",
        "Ships",
        "House rules",
    ]
    assert {str(row[0]) for row in shown[-1].rows} == set(HouseRules().plain()) == set(HOUSE_RULES)
    assert all(len(row) == len(chart.columns) for chart in shown for row in chart.rows)
    assert RULES.charts() == shown


def test_the_damage_chart_is_the_printed_one() -> None:
    chart = next(chart for chart in charts() if str(chart.title) == "Damage die")
    assert [[str(cell) for cell in row] for row in chart.rows] == [
        ["Regular", "1–6 (60 %)", "7–8 (20 %)", "9 (10 %)", "10 (10 %)"],
        ["With the card", "1–5 (50 %)", "6–7 (20 %)", "8–9 (20 %)", "10 (10 %)"],
        ["Elite", "1–5 (50 %)", "6–7 (20 %)", "8 (10 %)", "9–10 (20 %)"],
        ["Elite + card", "1–4 (40 %)", "5–6 (20 %)", "7–8 (20 %)", "9–10 (20 %)"],
    ]
