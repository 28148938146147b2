"""Waves at a Starbase: the joint of CAP left and damage dealt."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from . import ours, wave_dyce, wave_icepool
from .ask import OURS, Answer, Group, Question, Way, of_dyce, of_icepool
from .scenes import BASE_HP, at_starbase


def waves(cap: int, sizes: Sequence[int]) -> Question:
    """So many CAP against waves of these sizes, one after another."""
    number = {1: "one wave", 3: "three waves"}.get(len(sizes), f"{len(sizes)} waves")
    scene = at_starbase(cap, sizes)
    asked = ("cap:blue", "hp:base")
    return Question(
        f"{len(sizes)}x{sizes[0]}",
        f"{number}, {sizes[0]} v {cap} CAP",
        (
            Way(OURS, "doubles", partial(ours.joint, scene, *asked), _dealt),
            Way(OURS, "fractions", partial(ours.joint, scene, *asked, exact=True), _dealt),
            Way("icepool", "step by step", partial(wave_icepool.by_steps, cap, sizes), of_icepool),
            Way("icepool", "wave by wave", partial(wave_icepool.by_waves, cap, sizes), of_icepool),
            Way("icepool", "factored by hand", partial(wave_icepool.factored, cap, sizes), of_icepool),
            Way("dyce", "wave by wave", partial(wave_dyce.by_waves, cap, sizes), of_dyce),
            Way("dyce", "factored by hand", partial(wave_dyce.factored, cap, sizes), of_dyce),
        ),
    )


def _dealt(distribution: Any) -> Answer:
    return {(cap, BASE_HP - hp): chance for (cap, hp), chance in distribution.chances.items()}


GROUP = Group(
    "wave",
    "Waves at a Starbase",
    (waves(12, [12]), waves(60, [60]), waves(12, [12] * 3), waves(20, [20] * 3)),
    (
        "Joint odds of CAP left and damage dealt. Five flak dice: the Starbase's gun and four escorts. One wave has no "
        "modifier at all; of three waves at one target, each meets flak at -1 (W-47), the second and third meet tired "
        "CAP (W-23), and a wave at least twice the CAP fires back at +1 (W-33).",
        "*Step by step*: dogfight, flak and attack each as `icepool.map(..., star=True)` over the states (CAP, Strike, "
        "damage), which is how the rules read and how Admiralty works. The other ways need thought. A wave as a "
        "function of the CAP at its start gives CAP left and damage dealt, two independent results found by summing "
        "dice (icepool: `n @ coin`, `strike @ blow`; dyce: `n @ H`, `expand`), kept for each CAP. *Wave by wave*: "
        "`icepool.map(..., star=True)` or `expand` over the states (CAP, damage). *Factored by hand*: the same over "
        "the CAP alone, with the distribution of the damage so far given that CAP. For one wave both come to the same.",
        "Both peers answer in whole-number weights, so Admiralty's fractions are shown beside its doubles. Admiralty "
        "is given the scenario and runs the phases of the ruleset, with every rule there is, hit by hit; the peers are "
        "given the few numbers that this fight needs.",
    ),
)
