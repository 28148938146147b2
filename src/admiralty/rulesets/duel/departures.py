"""Step 6: disengaging, pursuit and jumps. D-33."""

from __future__ import annotations

from admiralty.core.choice import Choice, pick_one
from admiralty.core.phase import phase
from admiralty.core.table import Table
from admiralty.core.words import say

from .collisions import speed_now
from .flow import done
from .state import FIGHTER, Duel


@phase(
    touches=(
        "step",
        "turn",
        "blows",
        "pieces[*].fate",
        "pieces[*].out",
        "pieces[*].wake",
        "pieces[*].course",
        "pieces[*].order",
    )
)
def depart(state: Duel, table: Table) -> Duel:
    """A ship that declared it disengages or jumps, if it still can."""
    index, piece = state.turn, state.pieces[state.turn]
    action = piece.order.action
    if piece.fate:
        return done(state)
    lost = piece.out.engine if action == "disengage" else piece.out.lsd
    if lost:
        table.note("cannot_leave", piece=state.setting.crafts[index].id, action=action)
        return done(state)
    state = _jumped(state) if action == "jump" else _disengaged(state, table)
    return done(state)


def _jumped(state: Duel) -> Duel:
    """The ship leaves the battle for good."""
    return state.with_piece(state.turn, fate="jumped")


def _disengaged(state: Duel, table: Table) -> Duel:
    """Out of laser range, unless any enemy pursues."""
    index = state.turn
    if pursuers(state, index) and table.ask(_hunters(state), pursue_choice(state, index)) == "pursue":
        table.note("pursued", piece=state.setting.crafts[index].id)
        return state
    return state.with_piece(index, course=state.pieces[index].course.but(opened=True))


def pursue_choice(state: Duel, leaver: int) -> Choice[str]:
    """Whether to keep a leaver from getting away."""
    text = say("{ship} disengages. Do you pursue?", ship=state.setting.crafts[leaver].id)
    return pick_one("pursue", text, ("pursue", "let_go"), rule="D-33")


def _hunters(state: Duel) -> str:
    """The side that may pursue the leaver."""
    return state.setting.sides[1 - state.setting.crafts[state.turn].side]


def pursuers(state: Duel, leaver: int) -> tuple[int, ...]:
    """Enemy fighters in contact whose engine works and whose speed is at least the leaver's."""
    crafts, pieces = state.setting.crafts, state.pieces
    speed = speed_now(crafts[leaver], pieces[leaver].wake.slow)
    return tuple(
        enemy
        for enemy in state.setting.enemies(leaver)
        if crafts[enemy].kind == FIGHTER
        and not pieces[enemy].fate
        and not pieces[enemy].course.opened
        and not pieces[enemy].out.engine
        and speed_now(crafts[enemy], pieces[enemy].wake.slow) >= speed
    )
