"""The steps of a battle: missiles, declarations with their checks, initiative, fire, collisions, departures, end of
round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from admiralty.core.ruleset import Record
from admiralty.core.show import Step, Throw
from admiralty.core.words import NOTHING, Text, count, say

from ..state import Duel
from . import sentences
from .panel import panel
from .throws import all_throws

BLOWS = ("shoot", "avoid", "land", "strike", "shock", "malfunction", "repair")
"""Phases that belong to whatever step called for them."""

STEP_OF = {
    "launch": "launches",
    "salvo": "missiles",
    "loose": "missiles",
    "suffocate": "breath",
    "declare": "orders",
    "fly": "orders",
    "initiative": "initiative",
    "reroll": "initiative",
    "fire": "fire",
    "aim": "fire",
    "ram": "collisions",
    "crash": "collisions",
    "drift": "collisions",
    "depart": "departures",
    "regenerate": "end",
    "tick": "end",
    "close": "end",
}
TITLES: dict[str, Text] = {
    "launches": say("Launches"),
    "missiles": say("Missiles"),
    "breath": say("Breath"),
    "orders": say("Declarations and checks"),
    "initiative": say("Initiative"),
    "fire": say("Fire"),
    "collisions": say("Collisions"),
    "departures": say("Departures"),
    "end": say("End of round"),
}


@dataclass
class Part:
    """The records of one step. ``round`` counts on even where the state's own number comes round; ``turn`` is the group
    of the firing order, or of missiles."""

    name: str
    round: int
    turn: int = 0
    records: list[Record] = field(default_factory=list)

    @property
    def before(self) -> Duel:
        state: Duel = self.records[0].before
        return state

    @property
    def after(self) -> Duel:
        state: Duel = self.records[-1].after
        return state


def tell(records: Sequence[Record]) -> list[Step]:
    """A played battle as steps; steps in which nothing happens are left out."""
    parts = list(parts_of(records))
    return [step for part in parts if (step := step_of(part)) is not None]


def parts_of(records: Sequence[Record]) -> Iterator[Part]:
    """The records sorted into steps."""
    part: Part | None = None
    number = records[0].before.round if records else 0
    for record in records:
        name = part.name if record.phase in BLOWS and part else STEP_OF[record.phase]
        turn = record.after.turn if record.phase in ("fire", "salvo") else (part.turn if part else 0)
        if part is None or (name, number) != (part.name, part.round) or record.phase in ("fire", "salvo"):
            if part is not None:
                yield part
            part = Part(name, number, turn)
        part.records.append(record)
        number += record.phase == "close"
    if part is not None:
        yield part


def step_of(part: Part) -> Step | None:
    """A step, or nothing if nothing is to be told."""
    made = TOLD[part.name](part)
    if made is None:
        return None
    lead, throws, result, summary = made
    return Step(
        f"r{part.round}-{part.name}" + (f"-{part.turn}" if part.name in ("fire", "missiles") else ""),
        say("Round {round}", round=part.round),
        title(part),
        summary,
        tuple(map(sentence, lead)),
        throws,
        result=tuple(map(sentence, result)),
        panel=panel(part.after),
    )


def sentence(told: Text) -> Text:
    """What is said in the outline without one ends in a full stop among other sentences."""
    return say("{told}.", told=told)


def title(part: Part) -> Text:
    """What a step is; fire names those who fire."""
    crafts = part.before.setting.crafts
    shots = [record.before.shots[0] for record in part.records if record.phase == "shoot"]
    names = ", ".join(dict.fromkeys(crafts[shot.shooter].id for shot in shots))
    return say("Fire: {ships}", ships=names) if part.name == "fire" and names else TITLES[part.name]


Made = tuple[tuple[Text, ...], tuple[Throw, ...], tuple[Text, ...], Text] | None
"""Lead, throws, result, and the few words for the outline."""


def launches(part: Part) -> Made:
    lead = sentences.launches(part.records)
    if not lead:
        return None
    return lead, (), (), count("{n} missile", "{n} missiles", len(lead))


def shooting(part: Part) -> Made:
    """Missiles of one range, or lasers of one initiative."""
    throws = all_throws(part.records, part.round)
    result = sentences.came_of_it(part.records, part.round)
    return ((), throws, result, result[-1] if len(result) == 1 else _brief(part)) if throws or result else None


def _brief(part: Part) -> Text:
    """Who fired, and how many hits there were."""
    hits = sum(record.phase == "strike" for record in part.records)
    return count("{n} hit", "{n} hits", hits)


def orders(part: Part) -> Made:
    """Declarations, then the checks, then what is really flown (D-3, D-5, D-10)."""
    lead = sentences.declarations(part.records)
    ended = (sentences.winner(part.after),) if part.after.result else ()
    if not lead and not ended:
        return None
    throws = all_throws(part.records, part.round)
    failed = sum(die.verdict != "hit" for throw in throws for die in throw.dice)
    summary = count("{n} check failed", "{n} checks failed", failed) if failed else NOTHING
    return lead, throws, ended or sentences.flown(part.after), summary


def breath(part: Part) -> Made:
    result = sentences.came_of_it(part.records, part.round)
    return ((), (), result, result[0]) if result else None


def initiative(part: Part) -> Made:
    """Only if it was rolled."""
    throws = all_throws(part.records, part.round)
    if not throws:
        return None
    crafts, first = part.after.setting.crafts, part.after.queue[0]
    summary = say("{ships} first", ships=", ".join(crafts[index].id for index in first))
    return (), throws, sentences.order_of_fire(part.after), summary


def departures(part: Part) -> Made:
    result = (*sentences.came_of_it(part.records, part.round), *sentences.opened(part.before, part.after))
    return ((), (), result, result[-1]) if result else None


def end(part: Part) -> Made:
    """A line per ship, and the result."""
    lines = sentences.at_the_end(part.after)
    if part.after.result:
        told = sentences.winner(part.after)
        return (), (), (told, *lines), told
    return (), (), lines, NOTHING


TOLD: dict[str, Callable[[Part], Made]] = {
    "launches": launches,
    "missiles": shooting,
    "breath": breath,
    "orders": orders,
    "initiative": initiative,
    "fire": shooting,
    "collisions": shooting,
    "departures": departures,
    "end": end,
}
