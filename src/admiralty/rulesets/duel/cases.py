"""Answers the conformance cases of the sheet's case format, through the phases and the functions they call.

Which kind of case it is follows from the fields of ``given``: ``KINDS`` lists them, those with the most telling
fields first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from admiralty.core.errors import Complaint
from admiralty.core.ruleset import Oracle
from admiralty.core.words import say

from . import cases_battle as battle
from . import cases_large as large
from . import cases_refused as refused
from . import cases_small as small
from .casestate import Given

Answer = Callable[[Given, Oracle], dict[str, Any]]

KINDS: tuple[tuple[frozenset[str], Answer], ...] = tuple(
    (frozenset(fields.split()), answer)
    for fields, answer in (
        ("dex multiple", small.check),
        ("difficulty to_hit_bonus effective_ac", small.to_hit),
        ("ship maneuver_bonus_if_flown declared_power_shot", small.armor_class),
        ("attackers attacks defender defense", battle.attacks),
        ("large hull_loss", large.large_system),
        ("hull_loss max_hp attack", small.system_chance),
        ("damage_round collision_in_round auto_repair", large.drifting),
        ("damage_round roll_1d4", small.out_through),
        ("system auto_repair", large.hand_repair),
        ("ship", small.regeneration),
        ("dex_a dex_b", small.first_to_act),
        ("a b a_flies b_flies rounds", battle.duel),
        ("attacker defender", battle.what_to_fly),
        ("a b a_answer b_answer", battle.missiles),
        ("a b rounds", battle.best_duel),
        ("guns quarters_out target", large.guns),
        ("fighter attack defense large intent", large.fate_of_fighter),
        ("large weapon_quarters_out radar_out fighter defense", large.volley),
        ("large speed", large.rammed),
        ("rammer target defense", battle.collision),
        ("disengager_speed pursuer_speed", battle.away),
        ("round attack_every first_attack pursued", battle.disengaged),
        ("drifter_speed", large.collision_damage),
        ("character hit_chance damage rounds", battle.vacuum),
        ("hit_damage", small.fatal_hit),
    )
)


def answer(case: Mapping[str, Any], oracle: Oracle) -> dict[str, Any]:
    """The answer to a case. Raises ``Complaint`` for a question that is not in the format."""
    given, expect = case["given"], case.get("expect", {})
    if "error" in expect or "declare" in given or "answer" in given:
        return refused.refusal(given, expect.get("error"))
    fields = set(given) - {"house_rules"}
    if fields == {"speed"}:
        return small.ram_dice_of(given, expect)
    if fields == {"health"}:
        return small.breath(given)
    if {"damage_round", "system"} <= fields:
        return small.out_in_round(given, oracle, tuple(expect))
    if {"attacker", "defender", "attack", "defense"} <= fields:
        return battle.attack(given, oracle, "full distribution" in str(case["ask"]))
    for telling, kind in KINDS:
        if telling <= fields:
            return kind(given, oracle)
    text = say("there is no case with the fields {fields} in the format of duel", fields=", ".join(given))
    raise Complaint(text, "unknown_case")
