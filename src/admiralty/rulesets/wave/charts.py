"""The charts of the rules, from the tables the engine uses: each roll, the flak of each class, the damage die, hulls,
sections and house rules."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import inspect

from admiralty.core.pool import Chart
from admiralty.core.show import RuleChart
from admiralty.core.words import NOTHING, Text, say, verbatim

from .state import HouseRules
from .tables import CARRIER_GUN, DAMAGE, DIE, FLAK, HULL, ROLLS, SECTIONS, SUGGESTED_WING, Roll

CLASSES: dict[str, Text] = {
    "CV": say("Carrier"),
    "SB": say("Starbase"),
    "FB": say("Fighter Base"),
    "CR": say("Cruiser"),
    "DD": say("Destroyer"),
    "N": say("Nova"),
    "MI": say("Missile Ship"),
    "DS": say("Defense Satellite"),
    "FR": say("Freighter"),
}
SECTION_NAMES: dict[str, Text] = {
    "flak_guns": say("Flak Guns"),
    "bridge": say("Bridge"),
    "weapon_array_port": say("Weapon Array, port"),
    "weapon_array_starboard": say("Weapon Array, starboard"),
    "landing_bay": say("Landing Bay"),
    "launch_tubes_port": say("Launch Tubes, port"),
    "launch_tubes_starboard": say("Launch Tubes, starboard"),
    "engine_pod_port": say("Engine Pod, port"),
    "engine_pod_starboard": say("Engine Pod, starboard"),
}
WINGS: dict[tuple[bool, bool], Text] = {
    (False, False): say("Regular"),
    (False, True): say("With the card"),
    (True, False): say("Elite"),
    (True, True): say("Elite + card"),
}
SECTION_COSTS: dict[str, Text] = {
    "flak_guns": say("throws no flak and keeps its slot (W-46)"),
    "bridge": say("CAP defending it at −1, no Veteran bonus (W-27)"),
    "weapon_arrays": say("one: gun {one}+ instead of {none}+; both: no gun (W-81)", one=5, none=3),
    "flight_deck": say("each costs a third of flight operations (W-7)"),
    "engine_pods": say("none in battle"),
}
HOUSE_RULES: dict[str, Text] = {
    "attack_elite_to_hit": say("Elite fighters attack ships at +1"),
    "attack_afd_to_hit": say("the holder of Advanced Fighter Design attacks ships at +1"),
    "attack_nebula_to_hit": say("fighters attack ships at −1 in a Nebula"),
    "strike_allocation": say("over a group: evenly, or all at the first living ship until it dies"),
    "strike_line_order": say("who stands at the front of the Strike line in the dogfight"),
    "cap_column_casualty": say("which CAP fighter of a column is lost"),
    "flak_casualties": say("which fighters flak kills"),
    "flak_capped_by_incoming": say("no more flak slots than fighters came in, whatever the target"),
    "fighter_base_escorts": say("escorts that fire for a targeted Fighter Base"),
    "two_hp_section_chance": say("chance that a 2-HP critical opens a section"),
    "heavy_crit_chance": say("chance that a heavy critical kills fighters aboard; 0 turns it off"),
    "heavy_crit_loss_3": say("fighters aboard lost to a 3-HP critical"),
    "heavy_crit_loss_4": say("fighters aboard lost to a 4-HP critical"),
    "heavy_crit_order": say("which fighters aboard are lost first"),
    "target_gone": say("what a wave does whose target is destroyed already"),
    "half_wing_rounding": say("half a wing of an odd number is rounded"),
    "flight_ops_rounding": say("thirds of flight operations are rounded"),
    "retired_cap_odds_bonus": say("CAP that outnumbers Strike 2:1 has +1, and no pairing bonus"),
    "retired_crown_flak_bonus": say("the holder of Conqueror's Crown has flak at +1"),
}


def charts() -> tuple[RuleChart, ...]:
    """Every roll with its base and modifiers, then the tables."""
    return (
        *(roll_chart(roll) for roll in ROLLS),
        flak_chart(),
        damage_chart(),
        section_chart(),
        hull_chart(),
        house_rule_chart(),
    )


def roll_chart(roll: Roll) -> RuleChart:
    base = say("base {number}+", number=roll.base) if roll.base else say("base by the firing ship")
    rows: list[tuple[Text, ...]] = [(base, NOTHING, roll.dice, verbatim(roll.rule))]
    for modifier in roll.modifiers:
        when = modifier.when
        if modifier.switch:
            when = say("{when} (house rule {switch})", when=when, switch=modifier.switch)
        rows.append((modifier.name, verbatim(signed(modifier.value)), when, verbatim(modifier.rule)))
    held = say("The number is held within 2 and 10: a natural 1 misses, a natural 10 hits (W-11, W-12).")
    return RuleChart(roll.name, (say("Modifier"), say("Effect"), say("When"), say("Rule")), tuple(rows), held)


def signed(value: int) -> str:
    return f"+{value}" if value > 0 else f"−{-value}"


def flak_chart() -> RuleChart:
    rows = tuple((CLASSES[kind], number(base)) for kind, base in FLAK.items())
    rows += ((CLASSES["FB"], say("none")),)
    return RuleChart(say("Flak by ship"), (say("Ship"), say("Needs")), rows, say("W-40"))


def number(value: int) -> Text:
    return verbatim(f"{value}+") if value < DIE else verbatim(str(value))


def damage_chart() -> RuleChart:
    """Faces and chance of each damage result for each wing. W-52, W-53."""
    columns = (say("Wing"), *(say("{hp} HP", hp=hp) for hp in (1, 2, 3, 4)))
    rows = tuple((name, *damage_cells(DAMAGE[wing])) for wing, name in WINGS.items())
    return RuleChart(say("Damage die"), columns, rows, say("Thrown for every hit; a natural 1 is 1 HP (W-52, W-53)."))


def damage_cells(results: tuple[int, ...]) -> Sequence[Text]:
    odds = Chart(results).odds()
    return [damage_cell(results, hp, int(odds.chance(hp) * 100)) for hp in (1, 2, 3, 4)]


def damage_cell(results: tuple[int, ...], hp: int, percent: int) -> Text:
    faces = [face for face, result in enumerate(results, 1) if result == hp]
    if len(faces) == 1:
        return say("{face} ({percent} %)", face=faces[0], percent=percent)
    return say("{low}–{high} ({percent} %)", low=faces[0], high=faces[-1], percent=percent)


def section_chart() -> RuleChart:
    columns = (say("Section"), say("What it costs"))
    rows = tuple((SECTION_NAMES[name], SECTION_COSTS[kind.kind]) for kind in SECTIONS for name in kind.names)
    guns = ", ".join("–" if gun is None else f"{gun}+" for gun in CARRIER_GUN)
    text = say("Carrier gun in Rounds 1 and 2 with no, one and both Weapon Arrays wrecked: {guns} (W-81).", guns=guns)
    return RuleChart(say("Carrier sections"), columns, rows, text)


def hull_chart() -> RuleChart:
    columns = (say("Class"), say("Hit points unless given"), say("Suggested wing"))
    rows = tuple(
        (name, verbatim(str(HULL[kind])), verbatim(str(SUGGESTED_WING.get(kind, "–"))))
        for kind, name in CLASSES.items()
    )
    return RuleChart(say("Ships"), columns, rows, say("A Veteran Carrier has 2 more (W-82)."))


def house_rule_chart() -> RuleChart:
    columns = (say("Switch"), say("Values"), say("Default"), say("What it does"))
    shape = inspect.type_info(HouseRules)
    assert isinstance(shape, inspect.StructType)
    rows = tuple(
        (verbatim(field.name), verbatim(values(field)), verbatim(plain(field.default)), HOUSE_RULES[field.name])
        for field in shape.fields
    )
    return RuleChart(say("House rules"), columns, rows)


def values(field: inspect.Field) -> str:
    """The values a switch takes, as a person would write them."""
    kind = field.type
    if isinstance(kind, inspect.LiteralType):
        return ", ".join(plain(value) for value in kind.values)
    if isinstance(kind, inspect.BoolType):
        return "false, true"
    return "0, 1, 2, …" if isinstance(kind, inspect.IntType) else "0 … 1/2 … 1"


def plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
