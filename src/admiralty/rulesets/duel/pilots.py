"""The manoeuvre chart of two pilots: every attack against every defence, and best play. D-34."""

from __future__ import annotations

from difflib import get_close_matches

from admiralty.core.errors import Complaint
from admiralty.core.show import Grid, GridFigure, GridLine
from admiralty.core.words import Text, say

from .charts import EVASIONS, SHOTS
from .game import matrix
from .state import FIGHTER, Duel

FIGURES = (
    GridFigure("damage", say("expected damage")),
    GridFigure("hit", say("chance to hit"), chance=True),
)


def maneuver_charts(state: Duel, attacker: str, defender: str) -> tuple[Grid, ...]:
    """The chart of two fighters in their present state, by id; "" stands for the first, by id, who can be meant.

    Chances are final (checks, Dex, AC and broken systems included), damage is what is rolled, on shields and hull.
    Raises ``Complaint`` for an unknown id, a piece that flies no manoeuvres, two of one side, one who cannot fire.
    """
    pair = _pair(state, attacker, defender)
    _check_gun(state, pair[0])
    out = (state.pieces[pair[0]].out, state.pieces[pair[1]].out)
    game = matrix(state.setting, *pair, out)
    best = game.solution
    words = {"attacker": state.setting.crafts[pair[0]].id, "defender": state.setting.crafts[pair[1]].id}
    grid = Grid(
        say("{attacker} fires at {defender}", **words),
        say("Attack"),
        say("Defence"),
        tuple(GridLine(key, SHOTS[key], share) for key, share in zip(game.attacks, best.row_mix, strict=True)),
        tuple(GridLine(key, EVASIONS[key], share) for key, share in zip(game.defenses, best.col_mix, strict=True)),
        FIGURES,
        tuple(tuple((cell.damage, cell.hit) for cell in row) for row in game.cells),
        best.value,
        best.unique,
        _remarks(state, pair, words),
    )
    return (grid,)


def _remarks(state: Duel, pair: tuple[int, int], words: dict[str, str]) -> tuple[Text, ...]:
    """What the numbers hold, and which systems changed them."""
    told = [say("Checks are included; damage is for shields and hull together (D-34).")]
    if state.pieces[pair[0]].out.engine:
        told.append(say("{attacker} is without engine control and fires Basic Shots only (D-17).", **words))
    if state.pieces[pair[1]].out.engine:
        told.append(say("{defender} is without engine control and flies no defence (D-17).", **words))
    told.append(say("If {defender} declares a Power Shot, every shot at him is 10 easier (D-8).", **words))
    return tuple(told)


def _pair(state: Duel, attacker: str, defender: str) -> tuple[int, int]:
    """Two fighters of different sides."""
    first = _index(state, attacker) if attacker else -1
    second = _index(state, defender) if defender else -1
    if first < 0:
        first = _first(state, -1 if second < 0 else 1 - state.setting.crafts[second].side)
    if second < 0:
        second = _first(state, 1 - state.setting.crafts[first].side)
    one, other = state.setting.crafts[first], state.setting.crafts[second]
    if one.side == other.side:
        text = say("{attacker} and {defender} are on the same side", attacker=one.id, defender=other.id)
        raise Complaint(text, "target_gone")
    return first, second


def _first(state: Duel, side: int) -> int:
    """The first fighter of a side; of the first side that has one for -1."""
    sides = (0, 1) if side < 0 else (side,)
    crafts = state.setting.crafts
    found = [i for one in sides for i in range(len(crafts)) if crafts[i].side == one and _flies(state, i)]
    if not found:
        whose = ", ".join(state.setting.sides[one] for one in sides)
        raise Complaint(
            say("{side} has no fighter in the battle, and only fighters fly manoeuvres", side=whose), "no_manoeuvres"
        )
    return found[0]


def _flies(state: Duel, index: int) -> bool:
    return state.setting.crafts[index].kind == FIGHTER and state.alive(index)


def _index(state: Duel, name: str) -> int:
    """The fighter of an id."""
    known = [craft.id for craft in state.setting.crafts]
    if name not in known:
        raise Complaint(_unknown(name, known), "unknown_piece", name)
    index = known.index(name)
    if state.setting.crafts[index].kind != FIGHTER:
        raise Complaint(say("{name} is no fighter, and only fighters fly manoeuvres", name=name), "no_manoeuvres")
    if not state.alive(index):
        raise Complaint(say("{name} is destroyed", name=name), "target_gone")
    return index


def _unknown(name: str, known: list[str]) -> Text:
    near = get_close_matches(name, known, n=3, cutoff=0.5)
    if near:
        return say("there is no {name}; did you mean {near}?", name=name, near=", ".join(near))
    return say("there is no {name}; known are: {known}", name=name, known=", ".join(known))


def _check_gun(state: Duel, index: int) -> None:
    """Refuse an attacker with nothing to fire."""
    craft = state.setting.crafts[index]
    if craft.weapon is None:
        raise Complaint(say("{name} has no laser", name=craft.id), "no_laser")
    if state.pieces[index].out.weapons:
        raise Complaint(say("{name} has its weapons out of order (D-17)", name=craft.id), "weapons_out")
