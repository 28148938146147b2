"""Critical hits that a Carrier survives: sections torn open, squadrons lost aboard. W-60 to W-68."""

from __future__ import annotations

from fractions import Fraction

from admiralty.core.phase import phase
from admiralty.core.pool import Pick
from admiralty.core.state import replaced
from admiralty.core.table import Table

from .attack import LOOP
from .condense import unfollowed
from .state import EACH, Counts, FighterPhase, Ship
from .tables import HEAVY, SECTIONS


@phase(
    touches=(
        "wave",
        "target",
        "blow",
        "ships[target].flak_guns",
        "ships[target].bridge",
        "ships[target].weapon_arrays",
        "ships[target].flight_deck",
        "ships[target].engine_pods",
    ),
    drains=LOOP,
)
def section(state: FighterPhase, table: Table) -> FighterPhase:
    """A critical may tear a section open, each intact one equally likely: 2 HP by chance, more always. W-61, W-62."""
    ship, hull = state.ships[state.target], state.setting.hulls[state.target]
    intact = intact_sections(ship, hull.counted_as)
    heavy = state.blow >= HEAVY and hull.fighters > 0
    after = state.but(phase="aboard") if heavy else state.but(blow=0, phase="hit")
    if unfollowed(state.setting, state.target, state.wave) or not sum(intact) or not opens(state, table, hull.id):
        return after
    kind = SECTIONS[table.roll(Pick(intact), "section", hull.id)].kind
    torn = ship.but(**{kind: getattr(ship, kind) + 1})
    return after.but(ships=replaced(state.ships, state.target, torn))


def intact_sections(ship: Ship, counted_as: Counts = EACH) -> Counts:
    """Intact sections by the kind they are counted with."""
    intact = [-gone for gone in ship.wrecked()]
    for kind, number in zip(SECTIONS, counted_as, strict=True):
        intact[number] += len(kind.names)
    return tuple(intact)


def opens(state: FighterPhase, table: Table, name: str) -> bool:
    """Whether a critical gets through to a section. W-62."""
    if state.blow >= HEAVY:
        return True
    return comes_off(table, state.setting.rules.two_hp_section_chance, "section_chance", name)


@phase(touches=("target", "berth", "blow", "ships[target].grounded", "caps[defender]"), drains=LOOP)
def aboard(state: FighterPhase, table: Table) -> FighterPhase:
    """A heavy critical may kill fighters aboard: grounded ones, or this Carrier's own CAP. W-65, W-66."""
    rules, ship, line = state.setting.rules, state.ships[state.target], state.caps[state.defender]
    after = state.but(blow=0, phase="hit")
    wanted = {3: rules.heavy_crit_loss_3, 4: rules.heavy_crit_loss_4}.get(state.blow, 0)
    lost = min(wanted, ship.grounded + line[state.berth])
    if not lost or not comes_off(table, rules.heavy_crit_chance, "aboard", state.setting.hulls[state.target].id):
        return after
    cap_first = rules.heavy_crit_order == "cap_first"
    grounded = max(0, lost - line[state.berth]) if cap_first else min(lost, ship.grounded)
    cap_left = line[state.berth] - (lost - grounded)
    return after.but(
        ships=replaced(state.ships, state.target, ship.but(grounded=ship.grounded - grounded)),
        caps=replaced(state.caps, state.defender, replaced(line, state.berth, cap_left)),
    )


def comes_off(table: Table, chance: str, why: str, who: str) -> bool:
    """A draw with a chance given as a fraction; not thrown if it is certain either way."""
    fraction = Fraction(chance)
    good, bad = fraction.numerator, fraction.denominator - fraction.numerator
    if not good or not bad:
        return not bad
    return table.roll(Pick((good, bad)), why, who) == 0
