"""Example designs, and the bot's choice of a fleet: L-1, L-2, L-5.

The bot values a ship by the root of its hull points times the HP its guns take in a turn from a steady ship of armour
1, so that one ship of twice the mass and two ships count alike, and fills the mass limit as well as it can.
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

from . import catalogue as cat
from .design import Design, Mounted, design_faults, guns, max_hp
from .state import House
from .worth import shot_worth

DESIGNS: dict[str, Design] = {
    "battleship": Design(
        500,
        engine_power=2,
        sensors=10,
        armour=4,
        jump_drive=True,
        pd=("pd_heavy",),
        guns=(Mounted("spinal_lance", "bow"), Mounted("torpedo_tube", "bow")),
    ),
    "cruiser": Design(
        300,
        engine_power=3,
        sensors=10,
        armour=2,
        jump_drive=True,
        pd=("pd_light",),
        guns=(Mounted("heavy_laser", "bow"), Mounted("railgun", "broadside")),
    ),
    "destroyer": Design(
        200,
        engine_power=4,
        sensors=10,
        armour=1,
        jump_drive=True,
        pd=("pd_light",),
        guns=(Mounted("missile_rack", "bow"), Mounted("light_laser", "broadside")),
    ),
    "frigate": Design(
        100,
        engine_power=4,
        sensors=6,
        armour=1,
        pd=("pd_light",),
        guns=(Mounted("light_laser", "bow"), Mounted("light_laser", "stern")),
    ),
}


def strength(design: Design) -> float:
    """What a ship is worth to the bot."""
    fire = sum(shot_worth(gun, 0, False, 1, 0, House()) for gun in guns(design))
    return sqrt(max_hp(design) * fire)


def choose_fleet(limit: int = cat.FLEET_MASS, ship_limit: int = cat.SHIP_MASS) -> tuple[str, ...]:
    """The names of the ships of the strongest fleet of example designs within the limits, heaviest first. Empty if not
    even the lightest fits."""
    names = tuple(name for name, design in DESIGNS.items() if not design_faults(design, ship_limit=ship_limit))
    return _best(limit // cat.TONNAGE_STEP * cat.TONNAGE_STEP, names)


@lru_cache(maxsize=4096)
def _best(mass: int, names: tuple[str, ...]) -> tuple[str, ...]:
    """The strongest fleet of a mass; ships in the order of ``names``, so that each fleet is looked at once."""
    if not names:
        return ()
    first, others = names[0], names[1:]
    without = _best(mass, others)
    if DESIGNS[first].tonnage > mass:
        return without
    with_it = (first, *_best(mass - DESIGNS[first].tonnage, names))
    return max(with_it, without, key=lambda fleet: sum(strength(DESIGNS[name]) for name in fleet))
