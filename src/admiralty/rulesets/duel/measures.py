"""What odds are odds of."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from admiralty.core.ruleset import Measure

from .state import CHARACTER, Craft, Duel, Piece, Setting, out_of
from .tables import LSD, SHIELD_GEN


def measures(state: Duel) -> list[Measure[Duel]]:
    """``winner`` (a side, "draw" or "undecided"), the last ``round``, and of each piece its ``hp``, ``shields``,
    ``fate`` and whether it is ``destroyed`` (or dead). Without a limit of rounds the round is not counted."""
    found = [Measure("winner", _winner, ("result",))]
    if state.setting.max_rounds is not None:
        found.append(Measure("round", _round, ("round",)))
    for index in range(len(state.pieces)):
        found += piece_measures(state, index)
    return found


def condense(state: Duel, wanted: Sequence[Measure[Duel]]) -> Duel:
    """The same battle without following systems that no wanted measure shows and that change nothing else: a shield
    generator with nothing to regenerate, an LSD of a ship that has none or must not jump."""
    if any("clocks" in path or path == "*" for measure in wanted for path in measure.touches):
        return state
    setting = state.setting
    crafts = tuple(craft.but(moot=_moot(setting, craft)) for craft in setting.crafts)
    pieces = tuple(_without(piece, craft.moot) for piece, craft in zip(state.pieces, crafts, strict=True))
    return state.but(setting=setting.but(crafts=crafts), pieces=pieces)


def _moot(setting: Setting, craft: Craft) -> tuple[int, ...]:
    regenerates = craft.max_shields and craft.shield_regen
    jumps = craft.lsd and not setting.maneuvers_only
    return (() if regenerates else (SHIELD_GEN,)) + (() if jumps else (LSD,))


def _without(piece: Piece, moot: tuple[int, ...]) -> Piece:
    """The piece with these systems working."""
    ticks = tuple(0 if system in moot else left for system, left in enumerate(piece.clocks.systems))
    clocks = piece.clocks.but(systems=ticks)
    return piece.but(clocks=clocks, out=out_of(clocks))


def home(state: Duel) -> str | None:
    """Where a battle without a limit of rounds comes round."""
    return "declare" if state.setting.max_rounds is None else None


def piece_measures(state: Duel, index: int) -> list[Measure[Duel]]:
    """The measures of one piece. A destroyed piece has 0 HP and no shields."""
    craft = state.setting.crafts[index]
    hull, fate = f"pieces[{index}].hull", f"pieces[{index}].fate"
    found = [Measure(f"hp:{craft.id}", _hp(index), (hull,))]
    if craft.kind != CHARACTER and craft.max_shields:
        found.append(Measure(f"shields:{craft.id}", _shields(index), (hull,)))
    found.append(Measure(f"fate:{craft.id}", _fate(index), (fate,)))
    found.append(Measure(f"destroyed:{craft.id}", _destroyed(index), (fate,)))
    return found


def _winner(state: Duel) -> str:
    return state.result


def _round(state: Duel) -> int:
    return state.round


def _hp(index: int) -> Callable[[Duel], int]:
    return lambda state: state.pieces[index].hull.hp


def _shields(index: int) -> Callable[[Duel], int]:
    return lambda state: state.pieces[index].hull.shields


def _fate(index: int) -> Callable[[Duel], str]:
    return lambda state: state.pieces[index].fate or "flying"


def _destroyed(index: int) -> Callable[[Duel], bool]:
    return lambda state: state.pieces[index].fate not in ("", "jumped")
