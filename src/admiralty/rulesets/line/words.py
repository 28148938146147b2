"""What the codes of faults and warnings mean, as sentences with their rule."""

from __future__ import annotations

from admiralty.core.errors import Fault
from admiralty.core.state import Plain
from admiralty.core.words import Text, say

REASONS: dict[str, tuple[Text, str]] = {
    # movement sheets
    "move_over_engine": (say("the move is longer than the engine power"), "L-17"),
    "evade_needs_engine": (say("evading needs an engine power of at least 1"), "L-19"),
    "turn_needs_engine": (say("a ship with dead engines cannot turn"), "L-24"),
    "heading_contradicts_move": (say("the heading contradicts the direction of the move"), "L-17"),
    "no_jump_drive": (say("the ship has no jump drive"), "L-20"),
    "jump_turn": (say("the jump drive may not be charged on this turn"), "L-20"),
    "charge_with_group_action": (say("a ship that charges its jump drive can neither join nor leave a group"), "L-16"),
    "unknown_action": (say("there is no such action; known are move, evade, charge_jump and hold"), "L-16"),
    "duplicate_order": (say("the ship has two movement orders in this sheet"), "L-16"),
    # both sheets
    "unknown_ship": (say("there is no ship of this name in the battle"), "L-53"),
    "not_your_ship": (say("the ship belongs to the other side"), "L-53"),
    "ship_not_active": (say("the ship is no longer in the battle"), "L-57"),
    # group warnings
    "join_while_in_group": (say("the ship is in a group already and must leave it first"), "L-22"),
    "leave_without_group": (say("the ship is in no group that it could leave"), "L-22"),
    "unknown_group_order": (say("a group order is join:<name> or leave"), "L-22"),
    # fire sheets
    "gun_already_used": (say("the gun fires already at the target of an earlier order"), "L-29"),
    "shooter_not_active": (say("the ship that should fire is no longer in the battle"), "L-58"),
    "target_not_active": (say("the target is no longer in the battle"), "L-58"),
    "friendly_target": (say("the target is a ship of the same side"), "L-58"),
    "charging": (say("a ship that charges its jump drive cannot fire"), "L-20"),
    "does_not_bear": (say("the gun does not stand on the side that the ship shows to the target"), "L-28"),
    "not_seen": (say("sensors and signature do not reach the distance"), "L-25"),
    "out_of_range": (say("the target is beyond the range of the gun"), "L-28"),
    "unknown_gun_index": (say("the ship has no gun of this number; guns are counted from 0"), "L-29"),
    "split_not_allowed": (say("this gun cannot split its attacks"), "L-29"),
    "value_out_of_range": (say("the attacks add up to more than the gun has"), "L-29"),
    # workflow
    "wrong_turn": (say("the sheet is for another turn"), "L-53"),
    "wrong_phase": (say("the sheet is for another phase"), "L-53"),
    "late": (say("the sheet came after the deadline"), "L-56"),
    "hash_mismatch": (say("the sheet does not match its hash"), "L-60"),
    "battle_over": (say("the battle is over"), "L-13"),
}


def reason(code: str) -> Text:
    """The sentence of a code."""
    return REASONS[code][0]


def fault(code: str, path: str, value: Plain = None) -> Fault:
    """A fault of an order with its sentence and rule."""
    text, rule = REASONS[code]
    return Fault(code, path, text, rule, value)
