"""What hits do: damage, shields, hull, people, and the systems they break. D-14 to D-19, D-26 to D-28, D-35 to D-37."""

from __future__ import annotations

from admiralty.core.phase import phase
from admiralty.core.pool import Check, Face, Sum
from admiralty.core.table import Table

from .checks import passes
from .flow import STEPS, next_hit
from .state import CHARACTER, Blow, Duel, Hull, Look, Setting, Weapon, look_of
from .tables import ATTACKS, SYSTEMS


@phase(touches=("step", "blows", "hits_left", "blow", "target", "shooter"))
def land(state: Duel, table: Table) -> Duel:
    """The next blow of the group, in the order of the shooters' ids (D-13); its hits are applied singly (D-27)."""
    if not state.blows:
        return state.but(blow=None, target=-1, shooter=-1, phase=STEPS[state.step])
    blow = state.blows[0]
    shooter = blow.source if blow.weapon == "collide" else -1
    state = state.but(blows=state.blows[1:], blow=blow.but(hits=1), hits_left=blow.hits)
    return state.but(target=blow.target, shooter=shooter, phase="strike")


@phase(
    touches=(
        "hits_left",
        "blow",
        "loss",
        "pieces[target].fate",
        "pieces[target].hull",
        "pieces[target].look",
        "pieces[shooter].fate",
        "pieces[shooter].hull",
        "pieces[shooter].look",
    ),
    drains=("hits_left",),
)
def strike(state: Duel, table: Table) -> Duel:
    """One hit: damage, first to shields, the rest to the hull (D-14, D-15). A hit on what is gone already is wasted."""
    blow = state.blow
    assert blow is not None
    state = state.but(hits_left=state.hits_left - 1)
    if blow.weapon == "collide":
        return _both_destroyed(state)
    if not state.alive(state.target):
        table.note("wasted", piece=state.setting.crafts[state.target].id)
        return next_hit(state)
    damage = blow.amount if blow.amount >= 0 else rolled_damage(state.setting, blow, table)
    if state.setting.crafts[state.target].kind == CHARACTER:
        return _wounded(state, damage)
    return _holed(state, damage)


def _both_destroyed(state: Duel) -> Duel:
    """Both ships and pilots of a collision between fighters (D-31)."""
    for index in (state.target, state.shooter):
        state = state.with_piece(index, fate="collided", hull=Hull(0), look=Look())
    return next_hit(state)


def _holed(state: Duel, damage: int) -> Duel:
    """Damage to a ship (D-15); hull points lost by one that still flies may break a system (D-16)."""
    before = state.pieces[state.target].hull
    hull = after_damage(before, damage)
    if not hull.hp:
        return next_hit(state.with_piece(state.target, fate="destroyed", hull=hull, look=Look()))
    state = state.with_piece(state.target, hull=hull, look=look_of(state.setting, state.target, hull))
    loss, blow = before.hp - hull.hp, state.blow
    assert blow is not None
    if not system_check(state.setting, loss, state.setting.crafts[state.target].max_hp, blow.attack).limit:
        return next_hit(state)
    return state.but(loss=loss, phase="malfunction")


def _wounded(state: Duel, damage: int) -> Duel:
    """Damage to a person; what else the hit does to him comes next (D-35, D-36)."""
    hull = after_damage(state.pieces[state.target].hull, damage)
    if not hull.hp:
        return next_hit(state.with_piece(state.target, fate="killed", hull=hull, look=Look()))
    state = state.with_piece(state.target, hull=hull, look=look_of(state.setting, state.target, hull))
    return state.but(loss=damage, phase="shock")


@phase(touches=("hits_left", "blow", "loss", "system", "target"), drains=("hits_left",))
def malfunction(state: Duel, table: Table) -> Duel:
    """Whether the lost hull points break a system, and which (D-16, D-17). At most one per hit."""
    blow, craft, loss = state.blow, state.setting.crafts[state.target], state.loss
    assert blow is not None
    state = state.but(loss=0)
    if not passes(table, system_check(state.setting, loss, craft.max_hp, blow.attack), "system damage", craft.id):
        return next_hit(state)
    system = table.roll(Face(len(SYSTEMS)), "system", craft.id) - 1
    return next_hit(state) if system in craft.moot else state.but(system=system, phase="repair")


def after_damage(hull: Hull, damage: int) -> Hull:
    """Shields first, the rest to the hull, which stops at 0 (D-15)."""
    through = max(0, damage - hull.shields)
    return Hull(max(0, hull.hp - through), max(0, hull.shields - damage))


def weapon_of(setting: Setting, blow: Blow) -> Weapon:
    """What a blow was dealt with."""
    craft = setting.crafts[blow.source]
    weapon = craft.missiles[blow.missile].weapon if blow.weapon == "missile" else craft.weapon
    assert weapon is not None
    return weapon


def damage_dice(setting: Setting, weapon: Weapon, attack: str) -> Sum:
    """The damage dice of a hit with the attack manoeuvre flown (D-8)."""
    count, row = weapon.dice, ATTACKS[attack]
    if row.half_dice and count:
        up = setting.rules.sweep_rounding == "up"
        count = (count + 1) // 2 if up else max(1, count // 2)
    if row.damage_times > 1 and setting.rules.power_doubles == "dice":
        count *= row.damage_times
    return Sum(count, weapon.sides, weapon.bonus)


def damage_of(setting: Setting, attack: str, result: int) -> int:
    """What a damage roll comes to: doubled by a Power Shot, +10 by a Cyclone Shot after everything else (D-8, D-14)."""
    row = ATTACKS[attack]
    times = row.damage_times if setting.rules.power_doubles == "result" else 1
    return max(0, result * times + row.damage_plus)


def rolled_damage(setting: Setting, blow: Blow, table: Table) -> int:
    """The damage of one hit (D-14)."""
    dice = damage_dice(setting, weapon_of(setting, blow), blow.attack)
    result = table.roll(dice, "damage", setting.crafts[blow.source].id) if dice.count else dice.bonus
    return damage_of(setting, blow.attack, result)


def system_check(setting: Setting, loss: int, max_hp: int, attack: str) -> Check:
    """The chance that a loss of hull points breaks a system: loss x factor out of the maximum (D-16)."""
    if not setting.rules.system_damage:
        return Check(0)
    times = loss * ATTACKS[attack].system_times
    if setting.rules.system_chance == "floor_percent":
        return Check(min(100, 100 * times // max_hp))
    return Check(min(times, max_hp), max_hp)
