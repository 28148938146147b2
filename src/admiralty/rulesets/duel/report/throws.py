"""Dice of a battle's records, phase by phase, as throws with their numbers and what came of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from admiralty.core.event import Thrown
from admiralty.core.pool import Check
from admiralty.core.ruleset import Record
from admiralty.core.show import Die, Throw
from admiralty.core.words import NOTHING, Text, count, say, verbatim

from ..charts import EVASIONS, SHOTS, SYSTEM_NAMES, multiple_text
from ..checks import attack_multiple, defense_multiple, dodge_multiple
from ..damage import damage_of
from ..initiative import Ranking
from ..state import CHARACTER, Blow, Duel, Shot
from ..tables import PERMANENT, SYSTEMS, Multiple
from .chips import chips, to_hit_die

Told = Callable[[Record, Thrown, int], Throw]


def throws(record: Record, round_: int) -> Iterator[Throw]:
    """The throws of one phase."""
    for event in record.events:
        if isinstance(event, Thrown) and event.faces:
            yield TELLERS[event.why](record, event, round_)


def side_of(state: Duel, id: str) -> int:
    """The colour of a piece's side; -1 for several pieces together."""
    return next((craft.side for craft in state.setting.crafts if craft.id == id), -1)


def plain_dice(event: Thrown) -> tuple[Die, ...]:
    return tuple(map(Die, event.faces, event.pool.dice()))


def named_shot(state: Duel, shot: Shot) -> Text:
    """Who shoots what at whom."""
    crafts = state.setting.crafts
    words = {"ship": crafts[shot.shooter].id, "target": crafts[shot.target].id}
    if shot.weapon == "missile":
        return say("{ship}: {missile} at {target}", missile=crafts[shot.shooter].missiles[shot.missile].name, **words)
    if shot.weapon == "collide":
        return say("{ship} tries to collide with {target}", **words)
    if shot.count > 1:
        return count("{ship}: {n} gun at {target}", "{ship}: {n} guns at {target}", shot.count, **words)
    return say("{ship}: {shot} at {target}", shot=SHOTS[shot.attack], **words)


def to_hit(record: Record, event: Thrown, round_: int) -> Throw:
    """A shot, a missile, a volley, a collision: dice against one number, its chips (D-12)."""
    state: Duel = record.before
    (need, *_) = event.pool.needs()
    dice = tuple(to_hit_die(face, need) for face in event.faces)
    title = named_shot(state, state.shots[0])
    return Throw(title, side_of(state, event.who), dice, chips(need), start=need.base)


def under(event: Thrown, good: Text, bad: Text) -> tuple[Die, ...]:
    """The die of a check, which must not exceed its number."""
    check: Check = event.pool
    word, verdict = (good, "hit") if event.outcome else (bad, "miss")
    return (Die(event.faces[0], check.sides, target=check.limit, verdict=verdict, word=word),)  # type: ignore[arg-type]


def checked(
    record: Record, event: Thrown, title: Text, multiple: Multiple, words: tuple[Text, Text], instead: Text = NOTHING
) -> Throw:
    """A check of a multiple of Dex (D-5): ``check x½ Dex 37 → 18, rolled 22: failed, Basic Shot (D-10)``."""
    state: Duel = record.before
    dex = next(craft.dex for craft in state.setting.crafts if craft.id == event.who)
    base = say("{multiple} Dex {dex} → {limit}", multiple=multiple_text(multiple), dex=dex, limit=event.pool.limit)
    text = say(
        "check {base}, rolled {roll}: {word}", base=base, roll=event.faces[0], word=words[0 if event.outcome else 1]
    )
    if instead:
        text = say("{check}, {instead} (D-10)", check=text, instead=instead)
    return Throw(title, side_of(state, event.who), under(event, *words), under=True, text=text)


def attack_check(record: Record, event: Thrown, round_: int) -> Throw:
    """D-5, D-10."""
    state: Duel = record.before
    craft, attack = state.setting.crafts[state.turn], state.pieces[state.turn].order.attack
    lost = state.setting.rules.failed_attack_maneuver == "lost"
    failed = say("no shot") if lost else SHOTS["basic"]
    title = say("{ship} flies: {maneuver}", ship=craft.id, maneuver=SHOTS[attack])
    words = (say("flown"), say("failed"))
    return checked(record, event, title, attack_multiple(craft, attack), words, NOTHING if event.outcome else failed)


def defense_check(record: Record, event: Thrown, round_: int) -> Throw:
    """D-5, D-10."""
    state: Duel = record.before
    craft, defense = state.setting.crafts[state.turn], state.pieces[state.turn].order.defense
    title = say("{ship} flies: {maneuver}", ship=craft.id, maneuver=EVASIONS[defense])
    multiple = defense_multiple(state.setting.rules, craft, defense)
    text = NOTHING if event.outcome else say("no defence")
    return checked(record, event, title, multiple, (say("flown"), say("failed")), text)


def dodge(record: Record, event: Thrown, round_: int) -> Throw:
    """D-24."""
    state: Duel = record.before
    craft = state.setting.crafts[state.target]
    title = say("{ship} dodges", ship=craft.id)
    return checked(record, event, title, dodge_multiple(craft), (say("dodged"), say("failed")))


def initiative(record: Record, event: Thrown, round_: int) -> Throw:
    """D-4."""
    pool: Ranking = event.pool
    names = event.who.split(",")
    totals = pool.totals(event.faces)
    dice = tuple(
        Die(
            face,
            pool.sides,
            word=say("{face} + {bonus} = {total}", face=face, bonus=bonus, total=total),
            label=verbatim(name),
        )
        for face, bonus, total, name in zip(event.faces, pool.bonuses, totals, names, strict=True)
    )
    return Throw(say("Initiative"), -1, dice, text=say("The bonus is a twentieth of Dex (D-4)."))


def _initiative_die(sides: int, face: int, bonus: int, total: int, name: str) -> Die:
    word = say("{face} + {bonus} = {total}", face=face, bonus=bonus, total=total)
    return Die(face, sides, word=word, label=verbatim(name))


def damage(record: Record, event: Thrown, round_: int) -> Throw:
    """D-8, D-14, D-15."""
    state: Duel = record.before
    blow = state.blow
    assert blow is not None
    total = damage_of(state.setting, blow.attack, event.outcome)
    title = say("Damage to {target}", target=state.setting.crafts[blow.target].id)
    return Throw(
        title, side_of(state, event.who), plain_dice(event), text=damage_text(state, blow, event.outcome, total)
    )


def damage_text(state: Duel, blow: Blow, rolled: int, total: int) -> Text:
    """How the dice became damage, and where it went."""
    where = taken(state, blow.target, total)
    if rolled == total:
        return say("{total} damage: {where}", total=total, where=where)
    shot = SHOTS[blow.attack]
    return say("{rolled}, {shot}: {total} damage: {where}", rolled=rolled, shot=shot, total=total, where=where)


def taken(state: Duel, target: int, total: int) -> Text:
    """What damage takes from shields and hull (D-15)."""
    hull = state.pieces[target].hull
    shields = min(hull.shields, total)
    lost = min(hull.hp, total - shields)
    if state.setting.crafts[target].kind == CHARACTER:
        return say("health −{lost}", lost=lost)
    if not shields:
        return say("hull −{lost}", lost=lost)
    if not lost:
        return say("shields −{shields}", shields=shields)
    return say("shields −{shields}, hull −{lost}", shields=shields, lost=lost)


def system_damage(record: Record, event: Thrown, round_: int) -> Throw:
    """D-16."""
    state: Duel = record.before
    craft = state.setting.crafts[state.target]
    dice = under(event, say("a system breaks"), say("nothing breaks"))
    base = say("{loss} of {max} hull points lost → {limit}", loss=state.loss, max=craft.max_hp, limit=event.pool.limit)
    title = say("System check: {ship}", ship=craft.id)
    return Throw(title, craft.side, dice, base=base, under=True)


def system(record: Record, event: Thrown, round_: int) -> Throw:
    """D-17."""
    state: Duel = record.before
    craft = state.setting.crafts[state.target]
    dice = (Die(event.faces[0], 6, word=SYSTEM_NAMES[SYSTEMS[event.outcome - 1]]),)
    return Throw(say("{ship}: which system", ship=craft.id), craft.side, dice)


def repair(record: Record, event: Thrown, round_: int) -> Throw:
    """D-18, D-28."""
    state: Duel = record.before
    craft = state.setting.crafts[state.target]
    return Throw(say("{ship}: rounds out", ship=craft.id), craft.side, plain_dice(event), text=repaired(record, round_))


def through(ticks: int, round_: int) -> Text:
    """The last round in which a clock set in a round keeps a system out (D-18)."""
    return say("through round {round}", round=round_ + ticks - 1)


def repaired(record: Record, round_: int) -> Text:
    """How long what a ``repair`` phase was about is out now."""
    before: Duel = record.before
    after: Duel = record.after
    name = SYSTEMS[before.system]
    new, old = after.pieces[before.target].clocks, before.pieces[before.target].clocks
    if new == old:
        return say("{system} is out already: nothing more happens (D-18)", system=SYSTEM_NAMES[name])
    if new.quarters != old.quarters:
        fresh = next(ticks for ticks in new.quarters if new.quarters.count(ticks) > old.quarters.count(ticks))
        return say("a quarter of the guns is out {until}", until=through(fresh, round_))
    ticks = new.systems[before.system]
    if ticks == PERMANENT:
        return say("{system} is out for good: no auto-repair (D-19)", system=SYSTEM_NAMES[name])
    return say("{system} is out {until} (D-18)", system=SYSTEM_NAMES[name], until=through(ticks, round_))


def collision_damage(record: Record, event: Thrown, round_: int) -> Throw:
    """D-29, D-32."""
    state: Duel = record.before
    text = count("{n} point of damage", "{n} points of damage", record.after.blows[0].amount)
    title = say("{ship} collides: one d10 for each 200 of speed", ship=event.who)
    return Throw(title, side_of(state, event.who), plain_dice(event), text=text)


def crash(record: Record, event: Thrown, round_: int) -> Throw:
    """D-30."""
    state: Duel = record.before
    title = say("{ship} has lost engine control", ship=event.who)
    return Throw(title, side_of(state, event.who), under(event, say("crashes"), say("clear")), under=True)


def airtank(record: Record, event: Thrown, round_: int) -> Throw:
    """D-36."""
    state: Duel = record.before
    title = say("{name}: the airtank is hit", name=event.who)
    return Throw(title, side_of(state, event.who), under(event, say("explodes"), say("holds")), under=True)


def health_check(record: Record, event: Thrown, round_: int) -> Throw:
    """D-35."""
    state: Duel = record.before
    base = say("health, at most 90 → {limit}", limit=event.pool.limit)
    title = say("{name} holds his breath", name=event.who)
    dice = under(event, say("holds"), say("gasps"))
    return Throw(title, side_of(state, event.who), dice, base=base, under=True)


TELLERS: dict[str, Told] = {
    "laser": to_hit,
    "missile": to_hit,
    "collide": to_hit,
    "attack check": attack_check,
    "defence check": defense_check,
    "dodge": dodge,
    "initiative": initiative,
    "damage": damage,
    "system damage": system_damage,
    "system": system,
    "repair": repair,
    "collision damage": collision_damage,
    "crash": crash,
    "airtank": airtank,
    "health check": health_check,
}
"""How the dice of each roll are told, by the name that the phase gives it."""


def all_throws(records: Sequence[Record], round_: int) -> tuple[Throw, ...]:
    """The throws of a step, in order."""
    return tuple(throw for record in records for throw in throws(record, round_))
