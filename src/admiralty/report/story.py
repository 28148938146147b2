"""A played battle as a story: what its ruleset tells of it, and what a reader should know beside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from admiralty.core.show import Rule, Step, Story
from admiralty.core.words import Text, say
from admiralty.run.dice import commitment
from admiralty.run.play import Play


def story(play: Play, *, title: str = "", verified: bool = False) -> Story:
    """The battle as far as it was played. ``verified``: whether its replay file was checked die by die."""
    battle = play.battle
    opening = play.records[0].before if play.records else play.state
    steps = tuple(play.rules.tell(play.records))
    return Story(
        title=title or title_of(battle.scenario) or play.rules.title,
        ruleset=battle.ruleset,
        version=battle.version,
        sides=play.rules.sides(opening),
        steps=steps,
        dice=play.dice_thrown,
        seed=battle.seed,
        commitment=commitment(battle.seed),
        verified=verified,
        notes=tuple(_notes(play)),
        rules=_cited(steps, play.rules.rule_texts),
    )


def _cited(steps: Sequence[Step], texts: Mapping[str, Text]) -> tuple[Rule, ...]:
    """What the rules say that chips cite, in the order of their first chip."""
    numbers = dict.fromkeys(chip.rule for step in steps for throw in step.throws for chip in throw.chips)
    return tuple(Rule(number, texts[number]) for number in numbers if number in texts)


def title_of(scenario: dict[str, Any]) -> str:
    """The title a scenario gives itself."""
    title = scenario.get("title", "")
    return title if isinstance(title, str) else ""


def _notes(play: Play) -> list[Text]:
    notes = [_house_rule(name, value) for name, value in _house_rules(play.battle.scenario)]
    if play.battle.by_hand:
        notes.append(say("The dice were thrown by hand and entered."))
    if play.battle.strings:
        sides = ", ".join(sorted(play.battle.strings))
        notes.append(say("The dice follow from the seed and from strings of the players: {sides}.", sides=sides))
    if not play.over:
        notes.append(say("This battle is not over yet."))
    return notes


def _house_rules(scenario: dict[str, Any]) -> list[tuple[str, Any]]:
    switches = scenario.get("house_rules", {})
    return list(switches.items()) if isinstance(switches, dict) else []


def _house_rule(name: str, value: Any) -> Text:
    if value is True:
        return say("House rule in force: {name}", name=name)
    if value is False:
        return say("House rule not in force: {name}", name=name)
    return say("House rule {name}: {value}", name=name, value=str(value))
