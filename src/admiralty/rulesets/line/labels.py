"""What things of the rules are called, for reports and charts; and the sentence of each rule a report cites."""

from __future__ import annotations

from admiralty.core.words import Text, say, verbatim

CLASSES: dict[str, Text] = {"beam": say("beam"), "kinetic": say("kinetic"), "missile": say("missile")}

GUNS: dict[str, Text] = {
    "light_laser": say("light laser"),
    "pulse_laser": say("pulse laser"),
    "heavy_laser": say("heavy laser"),
    "spinal_lance": say("spinal lance"),
    "autocannon": say("autocannon"),
    "railgun": say("railgun"),
    "mass_driver": say("mass driver"),
    "missile_rack": say("missile rack"),
    "torpedo_tube": say("torpedo tube"),
    "swarm_launcher": say("swarm launcher"),
}

SIDES_OF_SHIP: dict[str, Text] = {
    "bow": say("bow"),
    "stern": say("stern"),
    "broadside": say("broadside"),
    "turret": say("turret"),
}

MODS: dict[str, Text] = {
    "accuracy": say("accuracy of the gun"),
    "criticals": say("critical damage"),
    "evading": say("the target evades"),
    "armour": say("armour"),
    "penetration": say("penetration"),
}

RULES: dict[str, Text] = {
    "L-19": say("An evading ship is harder to hit: the difficulty of every attack against it is 1 higher."),
    "L-31": say("An attack hits if d6 + accuracy of the gun + accuracy of the ship reaches 4."),
    "L-36": say("A hit is stopped if d6 + armour − penetration reaches 7; a natural 1 never stops it."),
    "L-46": say("Each critical 4 lowers the accuracy of all guns of the ship by 1."),
}
"""What the rules say that chips cite."""


def gun_name(kind: str) -> Text:
    """A gun of the catalogue by its name, any other as its owner wrote it."""
    return GUNS.get(kind) or verbatim(kind)
