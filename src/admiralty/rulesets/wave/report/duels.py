"""The dogfight as a step: CAP and Strike die over die, one column for every duel. W-20 to W-39."""

from __future__ import annotations

from admiralty.core.ruleset import Record
from admiralty.core.show import Die, Step, Throw
from admiralty.core.words import NOTHING, Text, count, say

from ..dogfight import Run, line_up
from ..state import FighterPhase
from . import phrases
from .dice import chips, needs_of, thrown, to_hit
from .panel import Panels
from .raid import Raid


def dogfight_step(raid: Raid, panels: Panels) -> Step:
    """CAP intercept and Strike return fire, told as one: they fall in the same instant."""
    state = raid.start
    after: FighterPhase = raid.of("intercept", "return_fire")[-1].after
    columns = [run for run in line_up(state) for _ in range(run.count)]
    throws = cap_throw(raid, columns) + strike_throw(raid, columns)
    left = after.strike.total
    killed, lost = state.sent.total - left, state.cap - after.cap
    return Step(
        raid.anchor("dogfight"),
        raid.chapter,
        say("Dogfight"),
        summary(killed, lost) if columns else say("no CAP to meet it"),
        lead(raid, columns, throws),
        throws,
        duels=True,
        result=result(raid, after, killed, lost) if columns else kept_away(raid),
        panel=panels.at(after, raid.number, left),
    )


def cap_throw(raid: Raid, columns: list[Run]) -> tuple[Throw, ...]:
    """CAP intercept: a die for every column, its stack under it."""
    return throw_of(
        raid.of("intercept"),
        "cap_intercept",
        say("CAP intercept, {empire}", empire=raid.defender),
        raid.start.defender,
        [(run.cap_elite, stack_of(run, columns)) for run in columns],
    )


def strike_throw(raid: Raid, columns: list[Run]) -> tuple[Throw, ...]:
    """Strike return fire: a die for every column."""
    return throw_of(
        raid.of("return_fire"),
        "return_fire",
        say("Strike return fire, {empire}", empire=raid.attacker),
        raid.start.attacker,
        [(run.strike_elite, NOTHING) for run in columns],
    )


def throw_of(
    records: tuple[Record, ...], why: str, title: Text, side: int, fighters: list[tuple[bool, Text]]
) -> tuple[Throw, ...]:
    """One of the two throws, if it was made. ``fighters``: of each column whether it is Elite, and its label."""
    event = thrown(records[0], why) if records else None
    if not event:
        return ()
    needs = needs_of(event.pool)
    dice: list[Die] = [
        to_hit(face, need, star=star, label=label)
        for face, need, (star, label) in zip(event.faces, needs, fighters, strict=True)
    ]
    return (Throw(title, side, tuple(dice), chips(needs), start=needs[0].base),)


def stack_of(run: Run, columns: list[Run]) -> Text:
    """How many CAP fighters stand in a column; not worth saying if nowhere more than one does."""
    return say("{n}-on-1", n=run.stack) if columns[0].stack > 1 else NOTHING


def lead(raid: Raid, columns: list[Run], throws: tuple[Throw, ...]) -> tuple[Text, ...]:
    """Who meets whom and what each side needs."""
    state = raid.start
    gone = NOTHING
    if raid.target_gone:
        gone = say(
            "{target} is destroyed already; the wave still meets the CAP, then turns home.", target=raid.target.id
        )
    if not columns:
        empty = say("No CAP of {empire} is flying: nobody shoots in this dogfight.", empire=raid.defender)
        return phrases.kept(gone, empty)
    cap, sent = state.cap, state.sent
    meet = count("{n} CAP fighter meets {strike}.", "{n} CAP fighters meet {strike}.", cap, strike=strike_of(raid))
    made = phrases.cap_make_up(state.setting, state.lines[state.defender], state.caps[state.defender])
    return phrases.kept(
        meet,
        gone,
        say("The CAP of {empire}: {fighters}.", empire=raid.defender, fighters=made),
        count("{n} column, one die a side.", "{n} columns, one die a side in each.", len(columns)),
        stacks(columns),
        surplus(sent.total - len(columns)),
        needs_told(throws),
    )


def strike_of(raid: Raid) -> Text:
    return phrases.strike_make_up(raid.start.sent)


def stacks(columns: list[Run]) -> Text:
    """How CAP is spread: the remainder goes to the front. W-21."""
    deep, shallow = columns[0].stack, columns[-1].stack
    if deep == 1:
        return NOTHING
    if deep == shallow:
        return say("CAP stands {stack} to a column.", stack=deep)
    front = sum(run.stack == deep for run in columns)
    return count(
        "CAP stands {deep} deep in the first column, {shallow} in the others.",
        "CAP stands {deep} deep in the first {n} columns, {shallow} in the others.",
        front,
        deep=deep,
        shallow=shallow,
    )


def surplus(number: int) -> Text:
    """Strike beyond the columns. W-32."""
    if not number:
        return NOTHING
    return count(
        "{n} Strike fighter is unopposed: it is not shot at and does not shoot.",
        "{n} Strike fighters are unopposed: they are not shot at and do not shoot.",
        number,
    )


def needs_told(throws: tuple[Throw, ...]) -> Text:
    if len(throws) < 2:
        return NOTHING
    cap, strike = (phrases.needed([die.target or 0 for die in throw.dice]) for throw in throws)
    return say("CAP needs {cap}, Strike {strike}; both shoot in the same instant.", cap=cap, strike=strike)


def summary(killed: int, lost: int) -> Text:
    if killed and lost:
        return say("{strike} Strike and {cap} CAP down", strike=killed, cap=lost)
    if killed:
        return say("{strike} Strike down", strike=killed)
    return say("{cap} CAP down", cap=lost) if lost else say("nobody down")


def result(raid: Raid, after: FighterPhase, killed: int, lost: int) -> tuple[Text, ...]:
    """What the dogfight cost, who flies on, and whose CAP is tired from now on."""
    return phrases.kept(
        losses(killed, lost),
        cap_losses(raid, after),
        onward(raid, after.strike.total, killed),
        fatigue(raid, after),
    )


def losses(killed: int, lost: int) -> Text:
    strike, cap = phrases.strike_fighters(killed), phrases.cap_fighters(lost)
    if killed and lost:
        return say("Lost: {strike} and {cap}.", strike=strike, cap=cap)
    if killed or lost:
        return say("Lost: {fighters}.", fighters=strike if killed else cap)
    return say("Nobody is lost.")


def cap_losses(raid: Raid, after: FighterPhase) -> Text:
    """Whose CAP fighters were lost, where it has more than one launcher. W-39."""
    state, defender = raid.start, raid.start.defender
    line, before = state.lines[defender], state.caps[defender]
    gone = tuple(was - left for was, left in zip(before, after.caps[defender], strict=True))
    if sum(map(bool, before)) < 2 or not any(gone):
        return NOTHING
    return say("CAP lost: {fighters}.", fighters=phrases.cap_make_up(state.setting, line, gone))


def onward(raid: Raid, left: int, killed: int) -> Text:
    """Who goes on to the flak, or home if the target is gone."""
    if not left:
        return say("Nobody is left of the wave: no flak, no attack.")
    if raid.target_gone:
        return count("{n} Strike fighter turns home.", "{n} Strike fighters turn home.", left)
    columns = min(raid.start.cap, raid.start.sent.total)
    free = raid.start.sent.total - columns
    if not free:
        return count("{n} Strike fighter flies on to the flak.", "{n} Strike fighters fly on to the flak.", left)
    return count(
        "{n} Strike fighter flies on to the flak: {columns} from the columns, {free} unopposed.",
        "{n} Strike fighters fly on to the flak: {columns} from the columns, {free} unopposed.",
        left,
        columns=columns - killed,
        free=free,
    )


def fatigue(raid: Raid, after: FighterPhase) -> Text:
    """Told when it sets in, if there is CAP left to tire. W-23."""
    defender = raid.start.defender
    if raid.start.fatigued[defender] or not after.fatigued[defender] or not after.cap:
        return NOTHING
    return say("The CAP of {empire} has fought: from now on its dice are at −1.", empire=raid.defender)


def kept_away(raid: Raid) -> tuple[Text, ...]:
    """Nobody met the wave."""
    if raid.target_gone:
        return (say("The whole wave turns home."),)
    flies = count(
        "{n} Strike fighter goes to the flak, no loss.", "All {n} Strike fighters go to the flak.", raid.wave.size
    )
    return (flies,)


def gone_step(raid: Raid, panels: Panels) -> Step:
    """House rule target_gone: a wave whose target is destroyed turns back at once, with no dogfight and no fatigue."""
    return Step(
        raid.anchor("home"),
        raid.chapter,
        say("Turns back"),
        say("target gone"),
        (say("{target} is destroyed already.", target=raid.target.id),),
        result=(
            count("{n} Strike fighter flies home.", "All {n} Strike fighters fly home.", raid.wave.size),
            say("House rule: no dogfight, no fatigue."),
        ),
        panel=panels.at(raid.records[-1].after, raid.number, raid.wave.size),
    )
