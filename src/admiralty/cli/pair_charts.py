"""``admiralty rules --for FILE``: the choices of two pieces of a battle against each other, and best play."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..core.show import Grid
    from ..run.battle import Loaded
    from .screen import Screen


@dataclass(frozen=True)
class PairWish:
    """What was asked for; an empty name or id leaves the choice to the file or the ruleset."""

    file: Path
    ruleset: str
    attacker: str
    defender: str
    plot: Path | None


def show_pair(wish: PairWish, screen: Screen, as_json: bool) -> None:
    """The charts as tables or data, and as a drawing if that is wanted. Raises ``Complaint``."""
    from ..library import load
    from ..report.picture import check_ending
    from ..run.files import check_place

    if wish.plot is not None:
        check_ending(wish.plot.suffix)
        check_place(wish.plot)
    battle = load(wish.file)
    grids = _grids(battle, wish)
    if as_json:
        _put_data(battle, grids, screen)
    else:
        _put(grids, screen)
    if wish.plot is not None:
        _draw(battle, grids, wish.plot, screen)


def _grids(battle: Loaded, wish: PairWish) -> Sequence[Grid]:
    from ..core.errors import Complaint
    from ..core.words import say
    from ..rulesets import find

    name = battle.rules.name
    if wish.ruleset and find(wish.ruleset).name != name:
        text = say("{file}: is a battle of {name}, not of {asked}", file=str(wish.file), name=name, asked=wish.ruleset)
        raise Complaint(text, "other_ruleset", name)
    if battle.rules.battle_charts is None:
        raise Complaint(say("{name} has no chart of two pieces of a battle", name=name), "no_battle_charts", name)
    grids: Sequence[Grid] = battle.rules.battle_charts(battle.opening, wish.attacker, wish.defender)
    return grids


def _put_data(battle: Loaded, grids: Sequence[Grid], screen: Screen) -> None:
    from ..report.grid import grid_data

    head = {"ruleset": battle.rules.name, "version": battle.rules.version, "title": battle.name}
    screen.data(head | {"charts": [grid_data(grid, screen.language) for grid in grids]})


def _put(grids: Sequence[Grid], screen: Screen) -> None:
    from ..report.grid import grid_sentences, grid_table

    for grid in grids:
        screen.draw(grid_table(grid, screen.language, screen.console.width))
        screen.write("\n")
        for sentence in grid_sentences(grid, screen.language):
            screen.say(sentence)


def _draw(battle: Loaded, grids: Sequence[Grid], plot: Path, screen: Screen) -> None:
    from ..core.words import say
    from ..report.heat import heat_map
    from ..run.files import write_bytes

    write_bytes(plot, heat_map(grids, plot.suffix, screen.language, battle.name or battle.rules.title))
    screen.warn(say("Written: {file}", file=str(plot)))
