"""Step 7 and the beginning of the next round: shields, clocks, breath, the end of the battle. D-20, D-21, D-35."""

from __future__ import annotations

from math import lcm

from admiralty.core.phase import phase
from admiralty.core.table import Table

from .flow import begin_round, decided, finished, passed
from .state import (
    CHARACTER,
    CLOSE,
    FIGHTER,
    FLY,
    HOLD,
    NO_GUARD,
    NO_WAKE,
    TICK,
    UNDECIDED,
    WORKS,
    Clocks,
    Course,
    Craft,
    Duel,
    Hull,
    Look,
    Piece,
    Rack,
    Setting,
    attacks_in,
    look_of,
    out_of,
)
from .systems import ticked
from .vacuum import breath_rounds


@phase(touches=("step", "turn", "pieces[turn].fate", "pieces[turn].course", "pieces[turn].hull", "pieces[turn].look"))
def suffocate(state: Duel, table: Table) -> Duel:
    """Before declarations those die whose breath is used up (D-35)."""
    index = state.turn
    craft = state.setting.crafts[index]
    if craft.kind == CHARACTER and breathless(craft, state.pieces[index]):
        table.note("suffocated", piece=craft.id)
        state = state.with_piece(index, fate="suffocated", hull=Hull(0), look=Look())
    return passed(state, "declare", FLY)


@phase(touches=("step", "turn", "pieces[turn].fate", "pieces[turn].hull", "pieces[turn].look", "pieces[turn].out"))
def regenerate(state: Duel, table: Table) -> Duel:
    """First the shields grow, if their generator works now (D-20). Ships whose shields never grow are passed over."""
    index, piece, craft = state.turn, state.pieces[state.turn], state.setting.crafts[state.turn]
    if not piece.fate and not piece.out.shield_gen and piece.hull.shields < craft.max_shields:
        hull = piece.hull.but(shields=min(craft.max_shields, piece.hull.shields + craft.shield_regen))
        state = state.with_piece(index, hull=hull, look=look_of(state.setting, index, hull))
    later = [number for number in range(index + 1, len(state.pieces)) if state.setting.crafts[number].shield_regen]
    return state.but(turn=later[0]) if later else state.but(step=TICK, turn=0, phase="tick")


@phase(
    touches=(
        "round",
        "step",
        "turn",
        "pieces[turn].fate",
        "pieces[turn].look",
        "pieces[turn].clocks",
        "pieces[turn].out",
        "pieces[turn].rack",
        "pieces[turn].course",
        "pieces[turn].order",
        "pieces[turn].shot",
        "pieces[turn].guard",
        "pieces[turn].wake",
    )
)
def tick(state: Duel, table: Table) -> Duel:
    """Then every clock ticks down; what belonged to this round is forgotten (D-20)."""
    index, piece, craft = state.turn, state.pieces[state.turn], state.setting.crafts[state.turn]
    if piece.fate:
        gone = {"look": Look(), "clocks": Clocks(), "out": WORKS, "rack": Rack(), "course": Course()}
        state = state.with_piece(index, **gone)
    else:
        clocks = ticked(piece.clocks)
        course = _later(craft, piece, state.round)
        rack = piece.rack.but(planned=(), made=0)
        state = state.with_piece(index, clocks=clocks, out=out_of(clocks), course=course, rack=rack)
    state = state.with_piece(index, order=HOLD, shot="", guard=NO_GUARD, wake=NO_WAKE)
    return passed(state, "close", CLOSE)


@phase(touches=("round", "step", "turn", "result", "pieces[*].fate"))
def close(state: Duel, table: Table) -> Duel:
    """The end-of-battle test (D-21), or the next round."""
    result = decided(state)
    if not result and state.setting.max_rounds is not None and state.round >= state.setting.max_rounds:
        result = UNDECIDED
    if result:
        return finished(state, result)
    return begin_round(state.but(round=next_round(state.setting, state.round)))


def breathless(craft: Craft, piece: Piece) -> bool:
    """Whether a character in the battle has held his breath for as long as he can (D-35)."""
    return not piece.fate and craft.breath == "hold" and piece.course.rounds_out >= breath_rounds(craft.max_hp)


def _later(craft: Craft, piece: Piece, round_: int) -> Course:
    """One end of round later: rounds outside, as long as they matter; out of contact from the round of disengaging
    to the end of the next attack round, the own missile round (D-33)."""
    course = piece.course
    if craft.kind == CHARACTER and craft.breath == "hold":
        return course.but(rounds_out=course.rounds_out + 1)
    if course.opened and round_ and attacks_in(craft, round_) and piece.order.action != "disengage":
        return course.but(opened=False)
    return course


def next_round(setting: Setting, round_: int) -> int:
    """The number of the next round. Without a limit, rounds that are alike for every piece's attacks (D-2) have one
    number, so that a battle that stands where it stood before is in an equal state."""
    if setting.max_rounds is not None:
        return round_ + 1
    fighters = [craft for craft in setting.crafts if craft.kind == FIGHTER]
    first = max([1, *(craft.first_attack for craft in fighters)])
    cycle = lcm(*(craft.attack_every for craft in fighters))
    return round_ + 1 if round_ + 1 < first + cycle else first
