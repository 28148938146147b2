"""The charts of the rules, from the tables the engine uses: manoeuvres, systems, sample pieces, house rules."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from admiralty.core.show import RuleChart
from admiralty.core.words import NOTHING, Text, say, verbatim

from .state import HouseRules
from .tables import ATTACKS, AUTO, DEFENSES, MISSILES, PIECES, Attack, Defense, Multiple

SHOTS: dict[str, Text] = {
    "basic": say("Basic Shot"),
    "power": say("Power Shot"),
    "sweep": say("Sweep Shot"),
    "engine": say("Engine Shot"),
    "trick": say("Trick Shot"),
    "booster": say("Booster Shot"),
    "cyclone": say("Cyclone Shot"),
}
EVASIONS: dict[str, Text] = {
    "swing": say("Swing"),
    "dive": say("Dive"),
    "barrel_roll": say("Barrel Roll"),
    "afterburner": say("Afterburner"),
    "erratic": say("Erratic Pattern"),
    "": say("none"),
}
SYSTEM_NAMES: dict[str, Text] = {
    "engine": say("engine control"),
    "weapons": say("weapons"),
    "shield_gen": say("shield generator"),
    "lsd": say("LSD"),
    "radar": say("radar"),
    "auto_repair": say("auto-repair"),
}
ON_FIGHTER: dict[str, Text] = {
    "engine": say("straight flight: Basic Shots only, no manoeuvre, no Dex in AC, half the AC"),
    "weapons": say("no lasers, no missiles"),
    "shield_gen": say("no regeneration"),
    "lsd": say("no jump"),
    "radar": say("−10 to hit with lasers, −15 AC, no missiles"),
    "auto_repair": say("never repaired, nor what is lost later"),
}
ON_LARGE: dict[str, Text] = {
    "engine": say("no effect, but it may drift into something"),
    "weapons": say("a quarter of all guns and tubes, each time"),
    "shield_gen": say("no regeneration"),
    "lsd": say("no jump"),
    "radar": say("−40 to hit with lasers, no missiles"),
    "auto_repair": say("repairs take 6d4 rounds by hand"),
}
HOUSE_RULES: dict[str, Text] = {
    "base_difficulty": say("what a to-hit roll must reach before AC (D-12)"),
    "natural_band": say("so many lowest faces always miss, as many highest always hit (D-12)"),
    "check_cap": say("no check succeeds above this number (D-5)"),
    "initiative_die": say("sides of the initiative die (D-4)"),
    "initiative_tie": say("equal initiative: act together, or roll again (D-4)"),
    "afterburner_row": say("the Afterburner gets harder with skill, as printed, or never does (D-7)"),
    "power_doubles": say("a Power Shot doubles the result or the dice (D-8)"),
    "sweep_rounding": say("half the dice of a Sweep Shot: rounded down but at least 1, or up (D-8)"),
    "failed_attack_maneuver": say("a failed attack manoeuvre is a Basic Shot, or no shot (D-10)"),
    "failed_match": say("a defence's special figure looks at the shot flown, or at the one declared (D-10)"),
    "system_damage": say("hull damage may break systems (D-16)"),
    "system_chance": say("the chance of it exactly, or in whole per cent rounded down (D-16)"),
    "repeat_system_hit": say("a result on a system that is out: nothing, or the longer clock (D-18)"),
    "repair_counts_damage_round": say("the round of the damage counts as a round of repair (D-18)"),
    "auto_repair_stops": say(
        "without auto-repair later losses are permanent, or repairs under way stop as well (D-19)"
    ),
    "large_bearing": say("the guns of a large ship that bear on another (D-25)"),
    "outrun_costs_launch": say("who outruns a missile loses a launch not yet made (D-24)"),
    "breath_check_health": say("the health check is made with health after the damage, or before (D-35)"),
    "large_collision_factor": say("what the dice of a collision of large objects are multiplied by (D-32)"),
}


def charts() -> tuple[RuleChart, ...]:
    """Every table of the rules."""
    return (
        attack_chart(),
        defense_chart(),
        to_hit_chart(),
        system_chart(),
        *piece_charts(),
        house_rule_chart(),
    )


def multiple_text(multiple: Multiple) -> Text:
    """A check as the charts write it."""
    if multiple is None:
        return verbatim("–")
    if multiple == AUTO:
        return say("automatic")
    return verbatim({Fraction(1, 4): "x¼", Fraction(1, 2): "x½"}.get(multiple, f"x{multiple}"))


def signed(value: int) -> str:
    return f"−{-value}" if value < 0 else f"+{value}"


def attack_chart() -> RuleChart:
    """T1."""
    columns = (say("Attack"), *_levels(), say("To hit"), say("Damage"), say("Other"))
    rows = tuple(
        (SHOTS[name], *map(multiple_text, row.levels), verbatim(signed(row.to_hit)), _damage(row), _other(row))
        for name, row in ATTACKS.items()
    )
    return RuleChart(say("Attack manoeuvres"), columns, rows, say("Checks are multiples of Dex (D-5, D-7, D-8)."))


def _levels() -> tuple[Text, Text, Text]:
    one, two, three = (say("Level {level}", level=level) for level in (1, 2, 3))
    return one, two, three


def _damage(row: Attack) -> Text:
    if row.half_dice:
        return say("half the dice")
    if row.damage_plus:
        return verbatim(signed(row.damage_plus))
    return verbatim(f"x{row.damage_times}")


def _other(row: Attack) -> Text:
    if row.own_ac:
        return say("own AC {change} this round", change=signed(row.own_ac))
    if row.own_speed:
        return say("own speed {change} this round", change=signed(row.own_speed))
    return say("twice the chance to break a system") if row.system_times > 1 else NOTHING


def defense_chart() -> RuleChart:
    """T2."""
    columns = (say("Defence"), *_levels(), say("AC"), say("Instead, against"))
    rows = tuple(
        (
            EVASIONS[name],
            *map(multiple_text, row.levels),
            verbatim(signed(row.ac)),
            _against(row),
        )
        for name, row in DEFENSES.items()
    )
    return RuleChart(
        say("Defence manoeuvres"), columns, rows, say("The special figure replaces the general one (D-9).")
    )


def _against(row: Defense) -> Text:
    """The special figures of a defence: "Power Shot +25, Sweep Shot +0"."""
    told = NOTHING
    for shot, figure in row.against.items():
        one = say("{shot} {change}", shot=SHOTS[shot], change=signed(figure))
        told = say("{list}, {item}", list=told, item=one) if told else one
    return told


def to_hit_chart() -> RuleChart:
    """D-11, D-12."""
    rows = (
        (say("base"), say("40 with lasers and missiles, 60 to collide"), verbatim("D-12, D-31")),
        (
            say("target's AC"),
            say("harder by as much; half of that, if above 0, without engine"),
            verbatim("D-11"),
        ),
        (say("Dex"), say("a tenth of the shooter's easier, a tenth of the target's harder"), verbatim("D-6")),
        (say("weapon"), say("its accuracy"), verbatim("D-12")),
        (say("attack flown"), say("see the attack manoeuvres"), verbatim("D-8")),
        (say("defence flown"), say("see the defence manoeuvres"), verbatim("D-9")),
        (say("target declared a Power Shot"), verbatim("+10"), verbatim("D-8")),
        (say("target's radar out"), verbatim("+15"), verbatim("D-11")),
        (say("shooter's radar out"), say("−10 of a fighter, −40 of a large ship"), verbatim("D-12, D-26")),
    )
    text = say("d100: this number or more hits; 1–5 always miss, 96–100 always hit.")
    return RuleChart(say("To hit"), (say("Part"), say("Effect"), say("Rule")), rows, text)


def system_chart() -> RuleChart:
    """T3."""
    columns = (say("d6"), say("System"), say("Fighter"), say("Large ship"))
    rows = tuple(
        (verbatim(str(face)), name, ON_FIGHTER[key], ON_LARGE[key])
        for face, (key, name) in enumerate(SYSTEM_NAMES.items(), 1)
    )
    return RuleChart(
        say("Systems"), columns, rows, say("Out for 1d4+1 rounds after the one of the damage (D-17, D-18).")
    )


def piece_charts() -> tuple[RuleChart, ...]:
    """T4."""
    head = (say("Name"), say("AC"), say("Hull"), say("Shields"), say("Speed"), say("Weapon"))
    rows = tuple((verbatim(name), *_piece_cells(piece)) for name, piece in PIECES.items())
    columns = (say("Name"), say("Range"), say("Speed"), say("Damage"), say("To hit"))
    missiles = tuple((verbatim(name), *map(verbatim, _missile_cells(row))) for name, row in MISSILES.items())
    return RuleChart(say("Sample pieces"), head, rows), RuleChart(say("Sample missiles"), columns, missiles)


def _missile_cells(row: dict[str, int]) -> tuple[str, ...]:
    return str(row["range"]), str(row["speed"]), dice_text(row), signed(row["accuracy"])


def _piece_cells(piece: dict[str, object]) -> tuple[Text, ...]:
    shields = f"{piece['max_shields']}/{piece['shield_regen']}"
    weapon = piece.get("laser") or piece["gun"]
    assert isinstance(weapon, dict)
    guns = f"{piece['guns']} × " if "guns" in piece else ""
    numbers = (str(piece["ac"]), str(piece["max_hp"]), shields, str(piece["speed"]), guns + dice_text(weapon))
    return tuple(verbatim(number) for number in numbers)


def dice_text(weapon: dict[str, int]) -> str:
    """Damage dice as people write them."""
    bonus = signed(weapon["bonus"]) if weapon["bonus"] else ""
    return f"{weapon['dice']}d{weapon['sides']}{bonus}"


def house_rule_chart() -> RuleChart:
    """D-39."""
    columns = (say("Switch"), say("Values"), say("Default"), say("What it does"))
    rows = tuple(
        (verbatim(field.name), verbatim(_values(field)), verbatim(_plain(field.default)), HOUSE_RULES[field.name])
        for field in msgspec.inspect.type_info(HouseRules).fields  # type: ignore[attr-defined]
    )
    return RuleChart(say("House rules"), columns, rows)


def _values(field: msgspec.inspect.Field) -> str:
    kind = field.type
    if isinstance(kind, msgspec.inspect.LiteralType):
        return ", ".join(_plain(value) for value in kind.values)
    if isinstance(kind, msgspec.inspect.BoolType):
        return "true, false"
    assert isinstance(kind, msgspec.inspect.IntType)
    if kind.ge is None:
        return "0, 1, 2, …"
    return f"{kind.ge} … {kind.le}" if kind.le is not None else f"{kind.ge}, {kind.ge + 1}, …"


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
