"""The catalogue against a second table, typed from the sheet by itself; and designs."""

from __future__ import annotations

from typing import get_type_hints

import pytest

from admiralty.rulesets.line.catalogue import GUNS, PD
from admiralty.rulesets.line.charts import HOUSE_RULES, charts
from admiralty.rulesets.line.design import Design, Mounted, base_signature, design_faults, guns, masses, max_hp
from admiralty.rulesets.line.forms import Scenario
from admiralty.rulesets.line.labels import GUNS as NAMES
from admiralty.rulesets.line.setup import begin
from admiralty.rulesets.line.state import House
from admiralty.rulesets.line.yard import DESIGNS, choose_fleet

TYPED = """
light_laser     beam    10 1 +1 1 0 no  - 14   bow,stern,broadside
pulse_laser     beam    24 3  0 1 0 no  - 10   bow,stern,broadside
heavy_laser     beam    30 1 +1 3 1 no  - 14   bow,stern,broadside
spinal_lance    beam    80 1  0 6 3 no  - 18   bow
autocannon      kinetic 12 3  0 1 0 yes 5 8    bow,stern,broadside
railgun         kinetic 30 1  0 3 2 yes 6 18   bow,stern,broadside
mass_driver     kinetic 60 2  0 4 2 yes 5 16   bow,broadside
missile_rack    missile 16 2 +1 2 0 yes 4 none bow,stern,broadside
torpedo_tube    missile 30 1 +1 5 1 yes 4 none bow,stern,broadside
swarm_launcher  missile 40 6  0 1 0 yes 4 none bow,stern,broadside
"""


def test_every_gun_of_the_catalogue() -> None:
    for line in TYPED.split("\n")[1:-1]:
        name, kind, mass, attacks, accuracy, damage, penetration, physical, intercept, reach, mounts = line.split()
        gun = GUNS[name]
        assert (gun.gun_class, gun.mass, gun.attacks) == (kind, int(mass), int(attacks)), name
        assert (gun.accuracy, gun.damage, gun.penetration) == (int(accuracy), int(damage), int(penetration)), name
        assert gun.intercept == (0 if intercept == "-" else int(intercept)), name
        assert (gun.gun_class != "beam") == (physical == "yes"), name
        assert gun.max_range == (0 if reach == "none" else int(reach)), name
        assert gun.mounts == tuple(mounts.split(",")), name
    assert len(GUNS) == len(TYPED.split("\n")) - 2
    assert PD == {"pd_light": (8, 1), "pd_heavy": (20, 3)}


HULLS = [(260, 10, 5), (100, 4, 3), (300, 12, 5), (500, 20, 7), (20, 1, 3)]


@pytest.mark.parametrize(("tonnage", "hp", "signature"), HULLS)
def test_hull_points_and_signature_of_a_bare_hull(tonnage: int, hp: int, signature: int) -> None:
    """L-6, L-8."""
    bare = Design(tonnage, 0, 0)
    assert (max_hp(bare), base_signature(bare)) == (hp, signature)


def test_extra_hull_and_stealth() -> None:
    design = Design(200, 1, 1, extra_hull=8, stealth_plates=2)
    assert (max_hp(design), base_signature(design)) == (16, 2)
    assert (masses(design).extra_hull, masses(design).stealth) == (80, 60)
    assert base_signature(Design(20, 0, 0, stealth_plates=2)) == 1


def test_the_fleet_of_the_example() -> None:
    """HP, base signature and mass used, as the sheet lists them."""
    listed = {"cruiser": (12, 5, 273), "frigate": (4, 3, 97), "destroyer": (8, 4, 184), "battleship": (20, 7, 470)}
    for name, design in DESIGNS.items():
        assert (max_hp(design), base_signature(design), masses(design).used) == listed[name]
        assert design_faults(design) == []


def test_turrets_weigh_half_as_much_again_and_bear_only_where_all_sides_may() -> None:
    """L-9, switch turret_mounts."""
    laser, driver = Mounted("light_laser", "turret"), Mounted("mass_driver", "turret")
    assert masses(Design(100, 1, 1, guns=(laser,))).guns == 15
    both, one = Design(300, 1, 1, guns=(laser, driver)), Design(300, 1, 1, guns=(laser,))
    assert design_faults(both, turrets=True) == ["mount_not_allowed:mass_driver@turret"]
    assert design_faults(one, turrets=False) == ["mount_not_allowed:light_laser@turret"]


def test_a_design_becomes_a_ship() -> None:
    document = {
        "ship_id": "A1",
        "side": "A",
        "tonnage": 300,
        "engine_power": 3,
        "sensors": 10,
        "armour": 2,
        "jump_drive": True,
        "pd": ["pd_light"],
        "guns": [{"type": "heavy_laser", "mount": "bow"}, {"type": "railgun", "mount": "broadside"}],
    }
    state = begin({"ships": [document, {**document, "ship_id": "B1", "side": "B"}], "start_distance": 30})
    entry, ship, other = state.setting.roster[0], *state.ships
    assert (entry.max_hp, entry.pd_dice, entry.jump_drive, entry.tonnage) == (12, 1, True, 300)
    assert (ship.hp, ship.base_signature, ship.armour, ship.engine_power, ship.sensors) == (12, 5, 2, 3, 10)
    assert (ship.position, ship.heading, other.position, other.heading) == (0, 1, 30, -1)
    assert entry.guns == guns(DESIGNS["cruiser"])


def test_a_gun_among_statistics_may_differ_from_the_catalogue() -> None:
    gun = {"type": "light_laser", "mount": "bow", "damage": 4}
    plain = {"max_hp": 3, "engine_power": 1, "sensors": 9, "base_signature": 3}
    ships = [{"ship_id": one, "side": one[0], **plain, "guns": [gun]} for one in ("A1", "B1")]
    made = begin({"ships": ships}).setting.roster[0].guns[0]
    assert (made.damage, made.accuracy, made.max_range) == (4, 1, 14)


def test_the_bot_fills_the_mass_limit_with_legal_ships() -> None:
    for limit in (100, 460, 1000):
        fleet = choose_fleet(limit)
        assert sum(DESIGNS[name].tonnage for name in fleet) <= limit
        assert fleet
    assert choose_fleet(80) == ()
    assert "battleship" not in choose_fleet(1000, ship_limit=300)


def test_the_charts_come_from_the_data_the_engine_uses() -> None:
    tables = {str(chart.title): [[str(cell) for cell in row] for row in chart.rows] for chart in charts()}
    assert [row[0] for row in tables["Guns"]] == list(GUNS)
    assert tables["To hit"] == [
        ["steady target", "1/6", "1/6", "1/3", "1/2", "2/3", "5/6", "5/6"],
        ["evading target", "1/6", "1/6", "1/6", "1/3", "1/2", "2/3", "5/6"],
    ]
    assert tables["Point defence"] == [["stops a hit", "1/2", "1/3", "1/6"]]
    assert tables["Armour"] == [["stops a hit", "0", "1/6", "1/3", "1/2", "2/3", "5/6"]]
    assert [row[0] for row in tables["Critical damage"]] == ["1", "2", "3", "4", "5", "6"]
    assert [row[0] for row in tables["House rules"]] == list(House.__struct_fields__)
    for chart in charts():
        assert all(len(row) == len(chart.columns) for row in chart.rows)


def test_every_gun_has_a_name_and_every_switch_a_sentence() -> None:
    assert set(NAMES) == set(GUNS)
    assert tuple(HOUSE_RULES) == House.__struct_fields__
    assert get_type_hints(Scenario)["house_rules"] is House
    assert Scenario(ships=[]).house_rules == House()
