"""People in space: what a hit does to who holds his breath or carries a tank. D-35 to D-37."""

from __future__ import annotations

from admiralty.core.phase import phase
from admiralty.core.pool import Check
from admiralty.core.table import Table

from .checks import limit, passes
from .flow import next_hit
from .state import Duel, HouseRules, Hull, Look
from .tables import BREATH_ROUNDS, HEALTH_CHECK_CAP, HEALTH_PER_ROUND, TANK_PERCENT, X1


@phase(
    touches=("hits_left", "loss", "pieces[target].fate", "pieces[target].hull", "pieces[target].look"),
    drains=("hits_left",),
)
def shock(state: Duel, table: Table) -> Duel:
    """A person who lives through a hit may gasp (D-35), or his tank explode (D-36); some need not care (D-37)."""
    craft, hull = state.setting.crafts[state.target], state.pieces[state.target].hull
    damage, state = state.loss, next_hit(state.but(loss=0))
    if craft.breath == "tank" and passes(table, tank_check(), "airtank", craft.id):
        return state.with_piece(state.target, fate="tank", hull=Hull(0), look=Look())
    if craft.breath == "hold" and damage:
        check = health_check(state.setting.rules, hull.hp, damage)
        if not passes(table, check, "health check", craft.id):
            return state.with_piece(state.target, fate="breath", hull=Hull(0), look=Look())
    return state


def tank_check() -> Check:
    """Whether a tank explodes at a hit (D-36)."""
    return Check(TANK_PERCENT)


def health_check(rules: HouseRules, health: int, damage: int) -> Check:
    """x1 health, at most 90, with health after the damage or before it (D-35)."""
    stat = health + damage if rules.breath_check_health == "before" else health
    return Check(min(HEALTH_CHECK_CAP, limit(rules, X1, stat)))


def breath_rounds(health: int) -> int:
    """Full rounds a person can hold his breath: 3 + floor(health/20) (D-35)."""
    return BREATH_ROUNDS + health // HEALTH_PER_ROUND
