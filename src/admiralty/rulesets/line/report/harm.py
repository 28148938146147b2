"""Damage, criticals and the end of a turn as steps: T6 to T8."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from admiralty.core.ruleset import Record
from admiralty.core.show import Die, Step, Throw
from admiralty.core.words import NOTHING, Text, count, say

from ..catalogue import CRITICALS
from ..charts import CRITICAL_EFFECTS
from ..damage import meets_threshold, suffered
from ..defence import effective_armour
from ..labels import gun_name
from ..score import destroyed_mass, leader, score
from ..state import ACTIVE, SIDES, Line, Ship
from .blows import Blow, thrown
from .moves import chapter
from .scene import fell, panel


def damage(records: Sequence[Record], blows: Sequence[Blow]) -> Step:
    """HP loss, ship by ship, and which hits it comes from."""
    first: Line = records[0].before
    after: Line = records[-1].after
    salvo = f"-{first.salvo}" if first.salvo and first.setting.by_pool else ""
    lost = sum(old.hp - new.hp for old, new in zip(first.ships, after.ships, strict=True))
    return Step(
        anchor=f"t{first.turn}-damage{salvo}",
        chapter=chapter(first.turn),
        title=say("Damage"),
        summary=say("{lost} HP lost", lost=lost),
        lead=tuple(_cause(record, blows) for record in records),
        result=tuple(_loss(record) for record in records),
        panel=panel(after),
    )


def _cause(record: Record, blows: Sequence[Blow]) -> Text:
    """What a ship was hit by: ``B1 takes 8 HP: 2 × missile rack of A1 (3 each), light laser of A2 (2)``."""
    state: Line = record.before
    dealt = state.dealt[0]
    mine = Counter((blow.shooter, blow.gun, _harm(state, blow)) for blow in blows if blow.target == dealt.target)
    told = NOTHING
    for (shooter, gun, harm), times in mine.items():
        entry = state.setting.roster[shooter]
        one = count(
            "{gun} of {ship} ({damage})",
            "{n} × {gun} of {ship} ({damage} each)",
            times,
            gun=gun_name(entry.guns[gun].type),
            ship=entry.ship_id,
            damage=harm,
        )
        told = say("{list}, {item}", list=told, item=one) if told else one
    ship = state.setting.roster[dealt.target].ship_id
    return say("{ship} takes {damage} HP: {hits}.", ship=ship, damage=sum(dealt.damages), hits=told)


def _harm(state: Line, blow: Blow) -> int:
    """L-36, L-37: what one hit costs."""
    armour = effective_armour(state.ships[blow.target].armour, -blow.less_penetration)
    taken_off = armour if state.setting.house.armour_mode == "reduce" else 0
    return max(0, -blow.less_damage - taken_off)


def _loss(record: Record) -> Text:
    before: Line = record.before
    dealt = before.dealt[0]
    name, hp = before.setting.roster[dealt.target].ship_id, before.ships[dealt.target].hp
    total = sum(dealt.damages)
    if total > hp:
        return say("{ship}: {before} HP → 0 HP, {over} HP too many.", ship=name, before=hp, over=total - hp)
    return say("{ship}: {before} HP → {after} HP.", ship=name, before=hp, after=hp - total)


def criticals(records: Sequence[Record]) -> Step:
    """T7: critical rolls and removals, in roster order."""
    first, after = records[0].before, records[-1].after
    rolled = [record for record in records if any(True for _ in thrown(record.events, "critical"))]
    gone = fell(first, after)
    roster = first.setting.roster
    return Step(
        anchor=f"t{first.turn}-criticals",
        chapter=chapter(first.turn),
        title=say("Critical damage"),
        summary=_critical_summary(len(rolled), len(gone)),
        lead=tuple(dict.fromkeys(_threshold(record) for record in rolled)),
        throws=tuple(_critical(record) for record in rolled),
        result=(
            *(say("{ship} is destroyed.", ship=roster[number].ship_id) for number in gone),
            *(_effect(record) for record in rolled),
        ),
        panel=panel(after),
    )


def _critical_summary(rolls: int, gone: int) -> Text:
    if gone:
        return count("{n} ship destroyed", "{n} ships destroyed", gone)
    return count("{n} critical roll", "{n} critical rolls", rolls)


def _threshold(record: Record) -> Text:
    """How much is lost, and from which loss on a ship rolls: L-40."""
    state: Line = record.before
    number = state.hurt[0].ship
    entry, ship = state.setting.roster[number], state.ships[number]
    house = state.setting.house
    least = next(lost for lost in range(entry.max_hp + 1) if meets_threshold(entry.max_hp, entry.max_hp - lost, house))
    return say(
        "{ship} has lost {lost} of {full} HP; critical rolls from {least} lost on.",
        ship=entry.ship_id,
        lost=entry.max_hp - ship.hp,
        full=entry.max_hp,
        least=least,
    )


def _critical(record: Record) -> Throw:
    number, face = _rolled(record)
    entry = record.before.setting.roster[number]
    die = Die(face, 6, word=CRITICAL_EFFECTS[CRITICALS[face]][1])
    return Throw(
        say("Critical roll: {ship}", ship=entry.ship_id), SIDES.index(entry.side), (die,), text=_suffers(record)
    )


def _rolled(record: Record) -> tuple[int, int]:
    """Who rolled, and what."""
    (roll,) = thrown(record.events, "critical")
    return record.before.hurt[0].ship, roll.faces[0]


def _suffers(record: Record) -> Text:
    state: Line = record.before
    number, face = _rolled(record)
    before = state.ships[number]
    return _change(face, before, suffered(before, state.setting.roster[number], face, state.setting.house))


def _effect(record: Record) -> Text:
    """``B3: engine 2 → 1.``"""
    ship = record.before.setting.roster[_rolled(record)[0]].ship_id
    return say("{ship}: {change}.", ship=ship, change=_suffers(record))


def _change(face: int, before: Ship, after: Ship) -> Text:
    """The old and the new value."""
    old_new = {
        1: (before.hp, after.hp),
        2: (before.engine_power, after.engine_power),
        3: (before.armour, after.armour),
        4: (before.accuracy_mod, after.accuracy_mod),
        5: (before.sensors, after.sensors),
        6: (before.base_signature, after.base_signature),
    }[face]
    old, new = (str(value).replace("-", "−") for value in old_new)
    return {
        1: say("HP {old} → {new}", old=old, new=new),
        2: say("engine {old} → {new}", old=old, new=new),
        3: say("armour {old} → {new}", old=old, new=new),
        4: say("accuracy of all guns {old} → {new}", old=old, new=new),
        5: say("sensors {old} → {new}", old=old, new=new),
        6: say("base signature {old} → {new}", old=old, new=new),
    }[face]


def turn_end(record: Record) -> Step:
    """T8: glow and fading, score, end."""
    before, after = record.before, record.after
    return Step(
        anchor=f"t{before.turn}-end",
        chapter=chapter(before.turn),
        title=say("End of the turn"),
        summary=say("score {a} : {b}", a=score(after, "A"), b=score(after, "B")),
        result=(*_glow(before, after), *_score(after)),
        panel=panel(after),
    )


def _glow(before: Line, after: Line) -> Iterator[Text]:
    """L-38, L-50, for every ship that fired or fades."""
    for number, entry in enumerate(before.setting.roster):
        old, new, guns = before.ships[number], after.ships[number], before.fired[number]
        if old.status != ACTIVE or not (guns or old.signature_boost):
            continue
        yield count(
            "{ship} fired {n} gun: glow {before} → {after}.",
            "{ship} fired {n} guns: glow {before} → {after}.",
            guns,
            ship=entry.ship_id,
            before=old.signature_boost,
            after=new.signature_boost,
        )


def _score(state: Line) -> Iterator[Text]:
    """L-12, L-13."""
    masses = {side: destroyed_mass(state, side) for side in SIDES}
    yield say("Score: A {a}, B {b}.", a=score(state, "A"), b=score(state, "B"))
    if any(masses.values()):
        yield say("Tonnage destroyed: by A {a} M, by B {b} M.", a=masses["A"], b=masses["B"])
    if state.phase == "over":
        first = leader(state)
        yield say("The battle is over: a draw.") if first == "draw" else _won(first)


def _won(side: str) -> Text:
    return say("The battle is over: side {side} leads.", side=side)


__all__ = ["NOTHING", "criticals", "damage", "turn_end"]
