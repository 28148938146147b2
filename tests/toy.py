"""A tiny ruleset that uses every kind of question: two gunners trade shots; each may dodge, in secret.

Each round both sides say "aim" or "dodge" in secret. Who aims throws a d6 and hits on 4+, or on 6+ if the other
dodges. A hit takes one point. Then the side with fewer points left may be asked, openly, whether to give up.
"""

from __future__ import annotations

from typing import Any

import msgspec

from admiralty.core.choice import pick_one
from admiralty.core.document import read
from admiralty.core.errors import Refusal
from admiralty.core.need import Mod, Need, mods
from admiralty.core.phase import phase
from admiralty.core.pool import hits
from admiralty.core.ruleset import Measure, Record, Ruleset
from admiralty.core.show import Step
from admiralty.core.state import State, replaced
from admiralty.core.table import Table
from admiralty.core.words import say

SIDES = ("left", "right")


class Gunner(State):
    points: int
    stance: str = ""


class Toy(State):
    phase: str
    round: int
    last: int
    gunners: tuple[Gunner, ...]
    me: int = -1
    foe: int = -1
    may_give_up: bool = False


class ToyScenario(msgspec.Struct, forbid_unknown_fields=True):
    points: tuple[int, int] = (2, 2)
    rounds: int = 3
    may_give_up: bool = False


@phase(touches=("gunners[*].stance", "round", "me", "foe"))
def declare(state: Toy, table: Table) -> Toy:
    choices = {side: pick_one("stance", say("Aim or dodge?"), ("aim", "dodge")) for side in SIDES}
    answers = table.ask_all(choices)
    gunners = tuple(gunner.but(stance=answers[side]) for side, gunner in zip(SIDES, state.gunners, strict=True))
    return state.but(phase="shoot", gunners=gunners, me=0, foe=1)


@phase(touches=("gunners[me].stance", "gunners[foe]", "me", "foe"))
def shoot(state: Toy, table: Table) -> Toy:
    me, foe = state.gunners[state.me], state.gunners[state.foe]
    gunners = state.gunners
    if me.stance == "aim":
        need = Need(4, mods((foe.stance == "dodge", Mod("dodge", -2, "T-1"))), 2, 6)
        hit = table.roll(hits((1, need), sides=6), "shot", SIDES[state.me])
        gunners = replaced(gunners, state.foe, foe.but(points=foe.points - hit))
    if state.me == 0:
        return state.but(gunners=gunners, me=1, foe=0)
    return state.but(gunners=gunners, me=-1, foe=-1, phase="count")


@phase()
def count(state: Toy, table: Table) -> Toy:
    gunners = tuple(Gunner(max(0, gunner.points)) for gunner in state.gunners)
    state = state.but(gunners=gunners, round=state.round + 1)
    left, right = (gunner.points for gunner in gunners)
    if not left or not right or state.round > state.last:
        return state.but(phase="over")
    if state.may_give_up and left != right:
        loser = 0 if left < right else 1
        if table.ask(SIDES[loser], pick_one("give_up", say("Give up?"), ("no", "yes"))) == "yes":
            table.note("gave_up", side=SIDES[loser])
            return state.but(phase="over", gunners=replaced(gunners, loser, Gunner(0)))
    return state.but(phase="declare")


def begin(document: Any) -> Toy:
    given, faults = read(ToyScenario, document, lambda path, problem, value: (problem, "T-9"))
    if faults or given is None:
        raise Refusal(faults)
    gunners = tuple(Gunner(points) for points in given.points)
    return Toy("declare", 1, given.rounds, gunners, may_give_up=given.may_give_up)


def measures(state: Toy) -> tuple[Measure[Toy], ...]:
    return (
        Measure("left", lambda state: state.gunners[0].points, ("gunners[0].points",)),
        Measure("right", lambda state: state.gunners[1].points, ("gunners[1].points",)),
        Measure("winner", winner, ("gunners[*].points",)),
    )


def winner(state: Toy) -> str:
    left, right = (gunner.points for gunner in state.gunners)
    return "draw" if left == right else "left" if left > right else "right"


def bot(state: Any, side: str, choice: Any) -> tuple[tuple[Any, float], ...]:
    if choice.name == "give_up":
        return (("no", 1),)
    return (("aim", 0.5), ("dodge", 0.5))


def tell(records: Any) -> list[Step]:
    return [
        Step(f"step-{n}", say("Battle"), say(record.phase), say("done"))
        for n, record in enumerate(records)
        if isinstance(record, Record)
    ]


TOY: Ruleset[Toy] = Ruleset(
    name="toy",
    version=1,
    title="Two gunners",
    scenario=ToyScenario,
    order=(declare, shoot, count),
    clock=("round",),
    begin=begin,
    sides=lambda state: SIDES,
    view=lambda state, side: state.plain(),
    measures=measures,
    bot=bot,
    tell=tell,
    charts=lambda: (),
    answer=lambda case, oracle: None,
)
