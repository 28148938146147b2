"""The sentences all formats share: how a die, a chip, a throw, a piece or a place on the line is put into words."""

from __future__ import annotations

from admiralty.core.show import Bar, Chip, Die, Link, Mark, Part, Piece, Story, Throw
from admiralty.core.words import NOTHING, Text, count, say, verbatim

from .sums import bound

_PLAIN = (NOTHING, say("hit"), say("miss"))
RUN = 4  # more sentences than this are a list, not a paragraph


def word_of(die: Die) -> Text:
    """What stands under a die: its own word, or its verdict."""
    if die.word:
        return die.word
    return {"hit": say("hit"), "miss": say("miss"), "": NOTHING}[die.verdict]


def need_of(die: Die, throw: Throw) -> Text:
    """The number a die needed: "7+", "≤ 33"; nothing for a die that is only read."""
    if die.need or die.target is None:
        return die.need
    return bound(die.target, throw.under)


def base_of(throw: Throw) -> Text:
    """Where the chips start from."""
    if throw.base or throw.start is None:
        return throw.base
    return say("base {need}", need=bound(throw.start, throw.under))


def die_sentence(die: Die, throw: Throw) -> Text:
    """A die with its face, its need and its verdict apart: "d10=9 vs 7+: hit"."""
    told = die.silent or _fall(die, need_of(die, throw), word_of(die))
    if die.remark:
        told = say("{die} ({remark})", die=told, remark=die.remark)
    if die.star:
        told = say("{die} ★", die=told)
    return say("{label} – {die}", label=die.label, die=told) if die.label else told


def came_out(die: Die) -> Text:
    """How a die came out, without its face and need: "hit (natural 10) ★"."""
    told = die.silent or word_of(die)
    if die.remark:
        told = say("{die} ({remark})", die=told, remark=die.remark) if told else die.remark
    return say("{die} ★", die=told) if die.star else told


def _fall(die: Die, need: Text, word: Text) -> Text:
    if need and word:
        return say("d{sides}={face} vs {need}: {word}", sides=die.sides, face=die.face, need=need, word=word)
    if need:
        return say("d{sides}={face} vs {need}", sides=die.sides, face=die.face, need=need)
    if word:
        return say("d{sides}={face}: {word}", sides=die.sides, face=die.face, word=word)
    return say("d{sides}={face}", sides=die.sides, face=die.face)


def signed(value: int) -> str:
    """A value with its sign, a true minus: "+1", "−1"."""
    return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "±0"


def chip_sentence(chip: Chip) -> Text:
    """A chip in one line: "+1 to die roll: 2-on-1 (×2 dice) – W-22"."""
    told = chip_reason(chip)
    if chip.value:
        told = say("{value} to die roll: {reason}", value=signed(chip.value), reason=told)
    return say("{chip} – {rule}", chip=told, rule=chip.rule) if chip.rule else told


def chip_reason(chip: Chip) -> Text:
    """Why a chip is there, and how many dice have it if not all."""
    if not chip.touched():
        return chip.reason
    return count("{reason} (×{n} die)", "{reason} (×{n} dice)", chip.touched(), reason=chip.reason)


def thrown(throw: Throw) -> int:
    """How many dice of a throw were really thrown: silent slots throw none."""
    return sum(not die.silent for die in throw.dice)


def hits(dice: tuple[Die, ...]) -> int:
    """How many of some dice came out as hits."""
    return sum(die.verdict == "hit" for die in dice)


def judged(dice: tuple[Die, ...]) -> bool:
    """Whether hit and miss is what these dice are about."""
    return any(die.verdict for die in dice)


def dice_sentence(throw: Throw) -> Text:
    """How many dice of which kind: "6 × d10"; "6 dice" if they differ."""
    kinds = {die.sides for die in throw.dice if not die.silent}
    if len(kinds) == 1:
        return say("{dice} × d{sides}", dice=thrown(throw), sides=kinds.pop())
    return count("{n} die", "{n} dice", thrown(throw))


def hits_sentence(dice: tuple[Die, ...]) -> Text:
    """How many of some dice hit, or succeed if they have words of their own; nothing if they are only read."""
    if not judged(dice):
        return NOTHING
    if all(die.word in _PLAIN for die in dice):
        return count("{n} hit", "{n} hits", hits(dice))
    tried = sum(bool(die.verdict) for die in dice)
    return count("{n} of {tried} succeeds", "{n} of {tried} succeed", hits(dice), tried=tried)


def throw_facts(throw: Throw) -> tuple[Text, ...]:
    """Under the title of a throw: dice, base, hits."""
    alone = len(throw.dice) == 1 and throw.dice[0].word not in _PLAIN  # it says itself how it came out
    facts = (dice_sentence(throw), base_of(throw), NOTHING if alone else hits_sentence(throw.dice))
    return tuple(fact for fact in facts if fact)


def shape(throws: tuple[Throw, ...]) -> str:
    """Classes of a throw on the page: ``few`` dice stand beside their reasons where there is room, ``solo`` always."""
    dice = throws[0].dice if len(throws) == 1 else ()
    if len(dice) == 1:
        return " few solo"
    return " few" if 0 < len(dice) < (3 if judged(dice) else 5) else ""


def page_facts(throw: Throw) -> tuple[Text, ...]:
    """The same beside drawn dice: a base among chips is a chip, and a single die says itself how it came out."""
    base = NOTHING if throw.chips else base_of(throw)
    facts = (dice_sentence(throw), base, NOTHING if len(throw.dice) == 1 else hits_sentence(throw.dice))
    return tuple(fact for fact in facts if fact)


def subtitle(story: Story) -> tuple[Text, ...]:
    """Under the title of a battle: rules, their version, steps."""
    return (
        verbatim(story.ruleset),
        say("rules version {version}", version=story.version),
        count("{n} step", "{n} steps", len(story.steps)),
    )


def badge(story: Story) -> Text:
    """How far the dice are proved."""
    if story.verified:
        return count("{n} die verified", "all {n} dice verified", story.dice)
    return count("{n} die, not verified", "{n} dice, not verified", story.dice)


def bar_sentence(bar: Bar) -> Text:
    """A bar in figures: "7 of 10 HP"."""
    return say("{value} of {full} {label}", value=bar.value, full=bar.full, label=bar.label)


def part_sentence(part: Part) -> Text:
    """A part with its condition; a part that works is just named."""
    told = part.label
    if part.state == "wrecked":
        told = say("{part} ✕ wrecked", part=told)
    elif part.state == "spent":
        told = say("{part} spent", part=told)
    elif part.state == "waiting":
        told = say("{part} waiting", part=told)
    return say("{part} ({detail})", part=told, detail=part.detail) if part.detail else told


def piece_title(piece: Piece) -> Text:
    """A piece by name and kind: "Ardent (Carrier)"."""
    if not piece.kind:
        return verbatim(piece.name)
    return say("{name} ({kind})", name=piece.name, kind=piece.kind)


def mark_facts(mark: Mark) -> tuple[Text, ...]:
    """What is worth saying about a place on the line besides the place."""
    facts = [
        say("broadside") if mark.broadside else NOTHING,
        say("group {group}", group=mark.group) if mark.group else NOTHING,
        *(say("{what} {distance}", what=what, distance=distance) for what, distance in mark.reach),
        mark.remark,
        mark.gone,
    ]
    return tuple(fact for fact in facts if fact)


def mark_sentence(mark: Mark) -> Text:
    """A place on the line: "A1 at 3, heading up the line, came from 0"."""
    told = _heading(mark)
    if mark.came_from is not None and mark.came_from != mark.position:
        return say("{mark}, came from {position}", mark=told, position=mark.came_from)
    return told


def _heading(mark: Mark) -> Text:
    if mark.heading > 0:
        return say("{name} at {position}, heading up the line", name=mark.name, position=mark.position)
    if mark.heading < 0:
        return say("{name} at {position}, heading down the line", name=mark.name, position=mark.position)
    return say("{name} at {position}", name=mark.name, position=mark.position)


def link_sentence(link: Link) -> Text:
    """Who sees whom, who fires at whom."""
    if link.kind == "sees":
        told = say("{source} sees {target}", source=link.source, target=link.target)
    else:
        told = say("{source} fires at {target}", source=link.source, target=link.target)
    return say("{link}: {text}", link=told, text=link.text) if link.text else told


def link_sentences(links: tuple[Link, ...]) -> tuple[Text, ...]:
    """The relations of a line, one sentence each; of many sightings one sentence for each watcher."""
    sees = [link for link in links if link.kind == "sees"]
    if len(sees) <= RUN:
        return tuple(map(link_sentence, links))
    watchers = dict.fromkeys(link.source for link in sees)
    told = [_watcher_sentence([link for link in sees if link.source == watcher]) for watcher in watchers]
    return (*told, *(link_sentence(link) for link in links if link.kind != "sees"))


def _watcher_sentence(links: list[Link]) -> Text:
    first, *others = links
    told = link_sentence(first)
    for link in others:
        seen = say("{target}: {text}", target=link.target, text=link.text) if link.text else verbatim(link.target)
        told = say("{told}; {seen}", told=told, seen=seen)
    return told
