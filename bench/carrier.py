"""Waves at a Carrier with its nine sections, samples, logged battles, memory: nobody to compare with."""

from __future__ import annotations

from functools import partial
from typing import Any

from . import ours
from .ask import OURS, Group, Question, Run, Way
from .scenes import at_carrier, example, golden

THREE = at_carrier(20, [20, 15, 10])
JOINT = ("cap:blue", "hp:carrier", "wrecked:carrier")


def sampled(battles: int) -> Question:
    text = f"{battles:,} sampled battles of that kind, all measures"
    way = Way(OURS, "counted", partial(ours.sampled, THREE, battles, "counted"))
    return Question("sampled", text, (way,), battles, "battles")


def fought(battles: int) -> Question:
    scene = example("carrier_strike")
    return Question(
        "logged",
        "audited battles of `examples/carrier_strike.toml`, one core, every seed another",
        (
            Way(OURS, "every die, answer and note on record", partial(ours.fought, scene, battles, False)),
            Way(OURS, "and written as a replay file", partial(ours.fought, scene, battles, True)),
        ),
        battles,
        "battles",
    )


def large(number: int) -> Question:
    """The largest conformance cases, for their memory above all."""
    return Question(
        f"large-{number}",
        f"largest conformance case {number + 1} (`phase_large`), all that it asks",
        (Way(OURS, "doubles", partial(_large, number)),),
    )


def _large(number: int) -> Run:
    cases = [case for case in golden("wave") if case["ask"] == "phase_large"]
    return ours.answered("wave", cases[number])


def _states(found: Any) -> str:
    return f"{found.states:,} final states"


GROUP = Group(
    "carrier",
    "Waves at a Carrier, samples, logs and memory",
    (
        Question(
            "one",
            "one wave, 12 v 12 CAP: joint of CAP left, HP and sections",
            (Way(OURS, "doubles", partial(ours.joint, at_carrier(12, [12]), *JOINT)),),
        ),
        Question(
            "three",
            "three waves of 20, 15, 10 v 20 CAP: every measure there is",
            (Way(OURS, "doubles", partial(ours.odds, THREE), remark=_states),),
        ),
        Question(
            "three-joint",
            "the same: joint of CAP left, HP and sections",
            (Way(OURS, "doubles", partial(ours.joint, THREE, *JOINT)),),
        ),
        sampled(1_000_000),
        fought(400),
        large(0),
        large(1),
    ),
    (
        "A Carrier of 20 HP with nine sections and four escorts (2 CR, 2 DD); all CAP is its own, so critical hits can "
        "kill it.",
    ),
)
