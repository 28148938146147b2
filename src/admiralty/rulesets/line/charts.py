"""The charts of the rules, from the data the engine uses: catalogue, chances, criticals, house rules."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from admiralty.core.pool import Hits
from admiralty.core.show import RuleChart
from admiralty.core.words import NOTHING, Text, say, verbatim

from . import catalogue as cat
from .defence import armour_pool, pd_pool
from .fire import hit_dice
from .labels import CLASSES, GUNS, SIDES_OF_SHIP
from .state import House

HOUSE_RULES: dict[str, tuple[str, Text]] = {
    "crit_event": ("L-41", say("one critical roll for a whole fire phase, or one for each gun that does damage")),
    "crit_threshold": ("L-40", say("criticals from half the HP lost on, or from half the HP left on")),
    "crit_halving": ("L-44", say("engines and sensors lose half of what is left, or half of what they began with")),
    "armour_mode": ("L-36", say("armour is rolled for, or takes off damage without a roll")),
    "naturals": ("L-32", say("a natural 6 always succeeds and a natural 1 always fails")),
    "shared_sensors": ("L-27", say("what one ship of a side sees, all of them may fire at")),
    "gun_ranges": ("L-28", say("guns have the ranges of the catalogue")),
    "zero_distance_all_mounts": ("L-28", say("at distance 0 guns bear on every side")),
    "jump_only_turn_4": ("L-20", say("the jump drive may be charged on turn 4 only")),
    "jump_charge_may_fire": ("L-20", say("a ship that charges its jump drive may fire")),
    "clamp_overlong_moves": ("L-57", say("a move beyond the engine is cut to it instead of refused")),
    "pd_choice": ("L-34", say("who decides which hits a short PD pool meets")),
    "pd_second_pass": ("L-34", say("PD dice left over go round once more")),
    "pd_counts_as_fire": ("L-38", say("a ship whose PD rolls does not fade")),
    "turret_mounts": ("L-9", say("turrets that bear on every side, at half as much mass again")),
    "score_by_mass": ("L-12", say("the score is tonnage destroyed instead of ships")),
    "accept_late_until_publication": ("L-56", say("late sheets count until the phase is published")),
    "open_fire_declaration": ("L-54", say("fire orders are given openly, A before B")),
    "sealed_orders": ("L-60", say("sheets are posted as hashes first and revealed later")),
}

CRITICAL_EFFECTS: dict[str, tuple[str, Text]] = {
    "hull": ("L-43", say("−1 HP, no new roll")),
    "engines": ("L-44", say("engines halved")),
    "armour": ("L-45", say("armour −1")),
    "accuracy": ("L-46", say("accuracy of all guns −1")),
    "sensors": ("L-47", say("sensors halved")),
    "signature": ("L-48", say("base signature doubled")),
}

COMPONENTS: tuple[tuple[Text, Text, Text, Text], ...] = (
    (say("frame"), say("tonnage/5"), say("1 HP for every 25 M, at least 1"), say("always")),
    (say("extra hull"), verbatim(str(cat.EXTRA_HULL_MASS)), say("+1 HP"), say("as many as the frame has HP")),
    (say("engine point"), say("tonnage/20"), say("+1 engine power"), verbatim(str(cat.LIMITS["engine_power"]))),
    (say("armour point"), say("tonnage/20"), say("+1 armour"), verbatim(str(cat.LIMITS["armour"]))),
    (say("sensor point"), verbatim(str(cat.SENSOR_MASS)), say("+1 sensors"), verbatim(str(cat.LIMITS["sensors"]))),
    (
        say("stealth plate"),
        verbatim(str(cat.STEALTH_MASS)),
        say("−1 base signature, not below 1"),
        verbatim(str(cat.LIMITS["stealth_plates"])),
    ),
    (verbatim("pd_light"), verbatim(str(cat.PD["pd_light"][0])), say("1 PD die"), verbatim("–")),
    (verbatim("pd_heavy"), verbatim(str(cat.PD["pd_heavy"][0])), say("3 PD dice"), verbatim("–")),
    (say("jump drive"), say("tonnage/10"), say("may charge and jump"), verbatim("1")),
)


def charts() -> tuple[RuleChart, ...]:
    """Catalogue, then chances, then criticals and switches."""
    return (
        gun_chart(),
        component_chart(),
        hit_chart(),
        pd_chart(),
        armour_chart(),
        critical_chart(),
        house_rule_chart(),
    )


def gun_chart() -> RuleChart:
    columns = (
        say("Type"),
        say("Name"),
        say("Class"),
        say("Mass"),
        say("Attacks"),
        say("Accuracy"),
        say("Damage"),
        say("Penetration"),
        say("PD needs"),
        say("Range (gun_ranges)"),
        say("Sides"),
    )
    rows = tuple(_gun_row(name, line) for name, line in cat.GUNS.items())
    return RuleChart(say("Guns"), columns, rows, say("L-9: a gun weighs the same on each side."))


def _gun_row(name: str, line: cat.GunType) -> tuple[Text, ...]:
    sides = say("all") if line.mounts == cat.ALL_SIDES else NOTHING
    if not sides:
        sides = SIDES_OF_SHIP["bow"] if line.mounts == ("bow",) else say("bow, broadside")
    return (
        verbatim(name),
        GUNS[name],
        CLASSES[line.gun_class],
        verbatim(str(line.mass)),
        verbatim(str(line.attacks)),
        verbatim(signed(line.accuracy)),
        verbatim(str(line.damage)),
        verbatim(str(line.penetration)),
        verbatim(f"{line.intercept}+" if line.intercept else "–"),
        verbatim(str(line.max_range) if line.max_range else "–"),
        sides,
    )


def component_chart() -> RuleChart:
    columns = (say("Component"), say("Mass"), say("Effect"), say("Limit"))
    text = say("The fleet pays the tonnage of a ship, a multiple of 20 from 20 to 500 M (L-2, L-5).")
    return RuleChart(say("Other components"), columns, COMPONENTS, text)


def hit_chart() -> RuleChart:
    """L-31, L-32: the chance of one attack by total accuracy."""
    accuracies = range(-3, 4)
    columns = (say("Accuracy"), *(verbatim(signed(accuracy)) for accuracy in accuracies))
    rows = tuple(
        (name, *(chance(hit_dice(((1, accuracy, 0),), evading, True)) for accuracy in accuracies))
        for name, evading in ((say("steady target"), False), (say("evading target"), True))
    )
    text = say("d6 + accuracy of the gun − criticals against 4, or 5 if the target evades (L-19, L-31, L-46).")
    return RuleChart(say("To hit"), columns, rows, text)


def pd_chart() -> RuleChart:
    """L-35."""
    numbers = (4, 5, 6)
    columns = (say("PD needs"), *(verbatim(f"{number}+") for number in numbers))
    rows = ((say("stops a hit"), *(chance(pd_pool(1, number, True)) for number in numbers)),)
    return RuleChart(
        say("Point defence"), columns, rows, say("One die for each hit by physical ammunition (L-33, L-34).")
    )


def armour_chart() -> RuleChart:
    """L-36."""
    values = range(6)
    columns = (say("Armour − penetration"), *(verbatim(str(value)) for value in values))
    stops = (chance(armour_pool(1, value, 0, True)) if value else verbatim("0") for value in values)
    text = say("d6 + armour − penetration of 7 or more stops the hit; a natural 1 never does (L-36).")
    return RuleChart(say("Armour"), columns, ((say("stops a hit"), *stops),), text)


def chance(pool: Hits) -> Text:
    """The chance that one die succeeds."""
    value: Fraction = pool.odds().chance(1)
    return verbatim(str(value))


def signed(value: int) -> str:
    return f"+{value}" if value > 0 else f"−{-value}" if value else "0"


def critical_chart() -> RuleChart:
    columns = (say("d6"), say("Effect"), say("Rule"))
    rows = tuple(
        (verbatim(str(face)), CRITICAL_EFFECTS[part][1], verbatim(CRITICAL_EFFECTS[part][0]))
        for face, part in cat.CRITICALS.items()
    )
    text = say("Rolled by a ship that took damage and has lost half its HP, rounded down (L-40, L-41).")
    return RuleChart(say("Critical damage"), columns, rows, text)


def house_rule_chart() -> RuleChart:
    columns = (say("Switch"), say("Values"), say("Default"), say("Rule"), say("What it does"))
    fields = msgspec.inspect.type_info(House).fields  # type: ignore[attr-defined]
    rows = tuple(
        (verbatim(field.name), verbatim(_values(field)), verbatim(_plain(field.default)), verbatim(rule), text)
        for field in fields
        for rule, text in (HOUSE_RULES[field.name],)
    )
    return RuleChart(say("House rules"), columns, rows)


def _values(field: msgspec.inspect.Field) -> str:
    kind = field.type
    return ", ".join(map(_plain, kind.values)) if isinstance(kind, msgspec.inspect.LiteralType) else "false, true"


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
