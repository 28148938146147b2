"""Step 5: rams, crashes of fighters out of control, and large objects that meet. D-29, D-30, D-32."""

from __future__ import annotations

from admiralty.core.phase import phase
from admiralty.core.pool import Check, Sum
from admiralty.core.table import Table

from .checks import passes
from .flow import attacks_large, done
from .state import Blow, Craft, Duel, Hull, Look
from .tables import ATTACKS, CRASH_PERCENT, RAM_SIDES, SPEED_PER_DIE

_FATED = (
    "step",
    "turn",
    "blows",
    "pieces[*].order",
    "pieces[turn].hull",
    "pieces[turn].look",
    "pieces[turn].wake",
    "pieces[*].fate",
)


@phase(touches=(*_FATED, "pieces[turn].out"))
def ram(state: Duel, table: Table) -> Duel:
    """A fighter that declared a ram, lives and still has control flies into the large ship; no roll to hit (D-29)."""
    index, piece = state.turn, state.pieces[state.turn]
    if piece.fate or piece.order.action != "ram" or piece.out.engine or not state.alive(piece.order.aim):
        return done(state)
    return done(flown_into(state, index, "rammed", table))


@phase(touches=_FATED)
def crash(state: Duel, table: Table) -> Duel:
    """A fighter that loses engine control in the round of its attack on a large ship may crash into it (D-30)."""
    index = state.turn
    if astray(state, index) and passes(table, Check(CRASH_PERCENT), "crash", state.setting.crafts[index].id):
        state = flown_into(state, index, "crashed", table)
    return done(state)


@phase(
    touches=(
        "step",
        "turn",
        "blows",
        "pieces[turn].out",
        "pieces[turn].course",
        "pieces[*].fate",
        "pieces[*].order",
    )
)
def drift(state: Duel, table: Table) -> Duel:
    """A large ship on a collision course meets its object if engine control is out when the count ends (D-32)."""
    index, piece = state.turn, state.pieces[state.turn]
    if piece.fate or not piece.course.collision_in:
        return done(state)
    left = piece.course.collision_in - 1
    state = state.with_piece(index, course=piece.course.but(collision_in=left))
    if not left and piece.out.engine:
        state = _met(state, index, table)
    return done(state)


def astray(state: Duel, index: int) -> bool:
    """Whether a fighter flies on without control towards a large ship that it attacked this round (D-30)."""
    piece, crafts = state.pieces[index], state.setting.crafts
    if piece.fate or not piece.wake.astray or not attacks_large(state.setting, crafts[index], piece.order):
        return False
    return state.alive(piece.order.aim)


def flown_into(state: Duel, index: int, fate: str, table: Table) -> Duel:
    """Fighter and pilot are gone; the large ship takes the damage (D-29)."""
    craft, piece = state.setting.crafts[index], state.pieces[index]
    damage = rolled(table, ram_dice(speed_now(craft, piece.wake.slow)), craft.id)
    gone = state.with_piece(index, fate=fate, hull=Hull(0), look=Look())
    return _with_blows(gone, Blow(piece.order.aim, index, "ram", amount=damage))


def _met(state: Duel, index: int, table: Table) -> Duel:
    """One roll for both objects (D-32). What lies outside the battle takes no damage here."""
    craft, rules = state.setting.crafts[index], state.setting.rules
    other = craft.collision_with
    if other >= 0 and not state.alive(other):
        return state
    damage = rolled(table, ram_dice(craft.speed), craft.id) * rules.large_collision_factor
    both = (index,) if other < 0 else (index, other)
    return _with_blows(state, *(Blow(target, index, "drift", amount=damage) for target in sorted(both)))


def _with_blows(state: Duel, *blows: Blow) -> Duel:
    """With blows to be applied before the step goes on."""
    return state.but(blows=blows)


def speed_now(craft: Craft, slow: bool) -> int:
    """Current speed: a Booster Shot really flown costs some until the end of the round (D-8)."""
    return max(0, craft.speed + (ATTACKS["booster"].own_speed if slow else 0))


def ram_dice(speed: int) -> Sum:
    """floor(speed/200)d10 (D-29)."""
    return Sum(speed // SPEED_PER_DIE, RAM_SIDES)


def rolled(table: Table, dice: Sum, who: str) -> int:
    """The damage of a collision; no dice, no damage."""
    return table.roll(dice, "collision damage", who) if dice.count else 0
