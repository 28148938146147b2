"""Step 4, fire: a group of the firing order aims, then rolls on the state before it. D-11 to D-13, D-25, D-27."""

from __future__ import annotations

from admiralty.core.need import Mod, Need, mods
from admiralty.core.phase import phase
from admiralty.core.pool import Hits, hits
from admiralty.core.table import Table

from .flow import next_shot, next_to_aim, onward
from .state import FIGHTER, LARGE, NO_GUARD, RAM, Blow, Craft, Duel, Guard, Out, Setting, Shot, floored
from .tables import ATTACKS, COLLISION_DIFFICULTY, DEFENSES, LARGE_RADAR_TO_HIT, QUARTERS, RADAR_AC, RADAR_TO_HIT


@phase(touches=("step", "turn", "queue", "group", "shooter", "pieces[*].order", "pieces[*].guard"))
def fire(state: Duel, table: Table) -> Duel:
    """The next group of the firing order, highest initiative first (D-13). What no later shot can meet is forgotten."""
    targets = {target for group in state.queue for index in group for target in aims(state, index)}
    pieces = tuple(piece if index in targets else piece.but(guard=NO_GUARD) for index, piece in enumerate(state.pieces))
    if not state.queue:
        return onward(state.but(pieces=pieces), RAM)
    group, *later = state.queue
    state = state.but(pieces=pieces, turn=state.turn + 1, queue=tuple(later), group=group)
    return state.but(shooter=group[0], phase="aim")


@phase(
    touches=(
        "step",
        "group",
        "shots",
        "target",
        "pieces[*].fate",
        "pieces[shooter].order",
        "pieces[shooter].shot",
        "pieces[shooter].out",
    )
)
def aim(state: Duel, table: Table) -> Duel:
    """What a piece of the group fires: nothing if it is destroyed or cannot, or if its target is gone (D-13)."""
    index = state.shooter
    shots = shots_of(state, index)
    for target, reason in voids(state, index, shots):
        table.note("void", piece=state.setting.crafts[index].id, target=target, reason=reason)
    state = state.with_piece(index, shot="")
    return next_to_aim(state.but(shots=state.shots + shots, group=state.group[1:]), "aim")


@phase(
    touches=(
        "step",
        "shots",
        "blows",
        "hits_left",
        "pieces[shooter].out",
        "pieces[target].out",
        "pieces[target].guard",
    ),
)
def shoot(state: Duel, table: Table) -> Duel:
    """One shot, or all the guns of a volley together, against the effective AC before the group (D-12, D-13, D-27)."""
    shot = state.shots[0]
    hit = table.roll(to_hit_pool(state, shot), shot.weapon, state.setting.crafts[shot.shooter].id)
    state = state.but(shots=state.shots[1:])
    if not hit:
        return next_shot(state)
    blow = Blow(shot.target, shot.shooter, shot.weapon, shot.attack, hit, shot.missile)
    state = state.but(blows=(*state.blows, blow))
    return state.but(phase="avoid") if shot.weapon == "missile" else next_shot(state)


def aims(state: Duel, index: int) -> tuple[int, ...]:
    """Whom a piece means to shoot at."""
    order = state.pieces[index].order
    return tuple(target for target, _ in order.shares) or (order.aim,)


def shots_of(state: Duel, index: int) -> tuple[Shot, ...]:
    """What a piece fires in its turn."""
    kind, piece = state.setting.crafts[index].kind, state.pieces[index]
    if piece.fate:
        return ()
    if kind == LARGE:
        return _volleys(state, index)
    if not state.alive(piece.order.aim):
        return ()
    if piece.order.action == "collide":
        return () if piece.out.engine else (Shot(index, piece.order.aim, "collide", "", ""),)
    if piece.shot == "lost" or (kind == FIGHTER and piece.out.weapons):
        return ()
    return (laser_shot(state, index),)


def laser_shot(state: Duel, index: int) -> Shot:
    """A fighter's or a character's shot; with engine control out it is and counts as a Basic Shot (D-13, D-38)."""
    piece, declared = state.pieces[index], state.setting.rules.failed_match == "declared"
    attack = "basic" if piece.out.engine else piece.shot
    seen = piece.order.attack if declared and not piece.out.engine else attack
    return Shot(index, piece.order.aim, "laser", attack, seen or "basic")


def _volleys(state: Duel, index: int) -> tuple[Shot, ...]:
    """A large ship's guns, by target; guns lost since the declaration are missing (D-13, D-25)."""
    guns = left = guns_of(state, index)
    shots: list[Shot] = []
    for target, share in state.pieces[index].order.shares:
        count = min(share, bearing(state.setting, guns, target), left)
        if count and state.alive(target):
            shots.append(Shot(index, target, "laser", count=count))
            left -= count
    return tuple(shots)


def guns_of(state: Duel, index: int) -> int:
    """A large ship's working guns (D-25)."""
    return working(state.setting.crafts[index].guns, state.pieces[index].out.quarters)


def voids(state: Duel, index: int, shots: tuple[Shot, ...]) -> list[tuple[str, str]]:
    """At whom a piece that acts does not fire after all, and why."""
    fired = {shot.target for shot in shots}
    return [
        (state.setting.crafts[target].id, _why_void(state, index, target))
        for target in aims(state, index)
        if target not in fired
    ]


def _why_void(state: Duel, index: int, target: int) -> str:
    piece = state.pieces[index]
    if piece.fate:
        return "gone"
    if not state.alive(target):
        return "target_gone"
    return "engine_out" if piece.order.action == "collide" else "weapons_out"


def working(maximum: int, quarters: int) -> int:
    """Guns or tubes that work with some quarters out (D-25)."""
    return maximum - maximum * min(quarters, QUARTERS) // QUARTERS


def bearing(setting: Setting, guns: int, target: int) -> int:
    """How many of a large ship's working guns bear on one target (D-25)."""
    broadside = 1 if setting.rules.large_bearing == "all" else 2
    part = broadside if setting.crafts[target].kind == LARGE else 4
    return max(guns // part, min(guns, 1))


def to_hit_pool(state: Duel, shot: Shot) -> Hits:
    """The dice that a shot throws, with their needed number (D-12, D-23, D-31)."""
    return hits((shot.count, to_hit(state, shot)), sides=100)


def to_hit(state: Duel, shot: Shot) -> Need:
    """The number a shot needs on d100 (D-12). Naturals hold it within the band."""
    setting, target = state.setting, state.pieces[shot.target]
    against = armor(setting.crafts[shot.target], target.out, target.guard, shot.seen)
    if shot.weapon == "collide":
        base, own = COLLISION_DIFFICULTY, _dex_mod(setting.crafts[shot.shooter])
    else:
        base, own = setting.rules.base_difficulty, aiming(state, shot)
    return percent(base, against + own, setting.rules.natural_band)


def percent(base: int, modifiers: tuple[Mod, ...], band: int) -> Need:
    """A to-hit number on d100: naturals up to the band miss, as many at the top hit (D-12)."""
    return Need(base, modifiers, floor=1 + band, ceiling=101 - band)


def aiming(state: Duel, shot: Shot) -> tuple[Mod, ...]:
    """What makes the shooter hit better or worse (D-6, D-8, D-12, D-23, D-26)."""
    craft, radar = state.setting.crafts[shot.shooter], state.pieces[shot.shooter].out.radar
    if shot.weapon == "missile":
        accuracy = craft.missiles[shot.missile].weapon.accuracy
        return _dex_mod(craft) + mods((True, Mod("accuracy", accuracy, "D-23")))
    weapon = craft.weapon
    assert weapon is not None
    return _dex_mod(craft) + mods(
        (True, Mod("accuracy", weapon.accuracy, "D-12")),
        (True, Mod("shot", ATTACKS[shot.attack].to_hit, "D-8", shot.attack)),
        (radar and craft.kind == FIGHTER, Mod("radar_out", RADAR_TO_HIT, "D-12")),
        (radar and craft.kind == LARGE, Mod("radar_out", LARGE_RADAR_TO_HIT, "D-26")),
    )


def _dex_mod(craft: Craft) -> tuple[Mod, ...]:
    return mods((True, Mod("dex", floored(craft.dex), "D-6", craft.dex)))


def armor(craft: Craft, out: Out, guard: Guard, seen: str) -> tuple[Mod, ...]:
    """A target's effective AC, as modifiers of the number needed against it (D-11)."""
    return armor_with(craft, out, evasion_mod(guard.evasion, seen), guard.power)


def armor_with(craft: Craft, out: Out, evasion: tuple[Mod, ...], power: bool) -> tuple[Mod, ...]:
    """Effective AC with a given figure of the defence flown: A + D + M + P + R (D-11)."""
    fighter = craft.kind == FIGHTER
    straight = fighter and out.engine
    halved = straight and craft.ac > 0
    return (
        mods(
            (not halved, Mod("ac", -craft.ac, "D-11", craft.ac)),
            (halved, Mod("ac_halved", -(craft.ac // 2), "D-11", craft.ac)),
            (not straight, Mod("target_dex", -floored(craft.dex), "D-6", craft.dex)),
        )
        + (() if straight or not fighter else evasion)
        + mods(
            (power and fighter, Mod("power_declared", -ATTACKS["power"].own_ac, "D-8")),
            (fighter and out.radar, Mod("target_radar_out", -RADAR_AC, "D-11")),
        )
    )


def evasion_mod(evasion: str, seen: str) -> tuple[Mod, ...]:
    """The defence flown against the shot seen: a special figure replaces the general one (D-9)."""
    if not evasion:
        return ()
    row = DEFENSES[evasion]
    if seen in row.against:
        return (Mod("evasion_against", -row.against[seen], "D-9", f"{evasion} {seen}"),)
    return (Mod("evasion", -row.ac, "D-9", evasion),)


def effective_ac(modifiers: tuple[Mod, ...]) -> int:
    """Effective AC as the sheet writes it: high is hard to hit."""
    return -sum(mod.value for mod in modifiers)
