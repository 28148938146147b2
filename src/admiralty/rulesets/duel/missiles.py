"""Missiles, before lasers and after a disengagement: who launches when, and how they are avoided. D-22 to D-24."""

from __future__ import annotations

from admiralty.core.phase import phase
from admiralty.core.pool import Check
from admiralty.core.table import Table

from .checks import dodge_multiple, limit, passes
from .flow import after_missiles, next_shot, next_to_aim
from .launches import avoid_choice, can_launch, launch_choice
from .state import Duel, Launch, Missile, Shot

_MISSILE_STEP = ("round", "pieces[*].fate", "pieces[*].out", "pieces[*].rack", "pieces[*].course", "pieces[*].look")


@phase(touches=_MISSILE_STEP)
def launch(state: Duel, table: Table) -> Duel:
    """Who launches what at whom, all at once and secret (D-22). Nobody is asked who can launch nothing."""
    choices = {side: launch_choice(state, side) for side in state.setting.sides}
    answers = table.ask_all({side: choice for side, choice in choices.items() if choice is not None})
    for plan in answers.values():
        for index, planned in plan:
            state = state.with_piece(index, rack=state.pieces[index].rack.but(planned=planned))
    return state.but(phase="salvo")


@phase(touches=("round", "step", "turn", "group", "shooter", "pieces[*].rack"))
def salvo(state: Duel, table: Table) -> Duel:
    """All launches of the longest range come next, together (D-22)."""
    waiting = [index for index, piece in enumerate(state.pieces) if piece.rack.planned]
    if not waiting:
        return after_missiles(state)
    longest = max(reach(state, index) for index in waiting)
    group = tuple(index for index in waiting if reach(state, index) == longest)
    return state.but(turn=state.turn + 1, group=group, shooter=group[0], phase="loose")


@phase(
    touches=("group", "shots", "target", "pieces[*].fate", "pieces[shooter].rack", "pieces[shooter].out"),
)
def loose(state: Duel, table: Table) -> Duel:
    """A piece of the group launches, unless it is destroyed or its weapons or radar are out by now (D-22)."""
    index = state.shooter
    rack, longest = state.pieces[index].rack, reach(state, index)
    due = tuple(item for item in rack.planned if kind_of(state, index, item).range == longest)
    rack = rack.but(planned=tuple(item for item in rack.planned if item not in due))
    shots: list[Shot] = []
    for item in due:
        if can_launch(state, index, rack.made) and state.alive(item.target) and rack.left[item.missile]:
            left = tuple(count - (kind == item.missile) for kind, count in enumerate(rack.left))
            rack = rack.but(left=left, made=rack.made + 1)
            shots.append(Shot(index, item.target, "missile", missile=item.missile))
        else:
            table.note(
                "not_launched", piece=state.setting.crafts[index].id, target=state.setting.crafts[item.target].id
            )
    state = state.with_piece(index, rack=rack)
    return next_to_aim(state.but(shots=(*state.shots, *shots), group=state.group[1:]), "loose")


@phase(touches=("shots", "shooter", "blows", "pieces[target].out", "pieces[target].rack"))
def avoid(state: Duel, table: Table) -> Duel:
    """The pilot that a missile hits may dodge it, outrun it or take it; each hit is answered by itself (D-24)."""
    blow, index = state.blows[-1], state.target
    craft = state.setting.crafts[index]
    choice = avoid_choice(state, blow)
    answer = table.ask(state.setting.sides[craft.side], choice) if choice else "take"
    if answer == "outrun" and state.setting.rules.outrun_costs_launch:
        state = state.with_piece(index, rack=state.pieces[index].rack.but(planned=()))
    if answer == "outrun" or (answer == "dodge" and passes(table, dodge_check(state, index), "dodge", craft.id)):
        state = state.but(blows=state.blows[:-1])
    return next_shot(state)


def dodge_check(state: Duel, index: int) -> Check:
    """The check to dodge a missile (D-24)."""
    craft = state.setting.crafts[index]
    return Check(limit(state.setting.rules, dodge_multiple(craft), craft.dex))


def kind_of(state: Duel, index: int, item: Launch) -> Missile:
    """Which missile a launch is of."""
    return state.setting.crafts[index].missiles[item.missile]


def reach(state: Duel, index: int) -> int:
    """The longest range among the launches a piece has yet to make."""
    return max(kind_of(state, index, item).range for item in state.pieces[index].rack.planned)
