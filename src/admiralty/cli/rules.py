"""``admiralty rules``: the rulesets there are, the charts of one from the data its engine uses, and for two pieces of a
battle what every choice of one comes to against every choice of the other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .options import Json, Lang

if TYPE_CHECKING:
    from rich.table import Table

    from ..core.ruleset import Ruleset
    from ..core.show import RuleChart
    from .screen import Screen


def rules(
    name: Annotated[str, typer.Argument(help="A ruleset; without one, all are listed.", show_default=False)] = "",
    file: Annotated[
        Path | None, typer.Option("--for", help="The chart of two pieces of this battle.", show_default=False)
    ] = None,
    attacker: Annotated[
        str, typer.Option("--attacker", help="Id of the one who chooses the row.", show_default=False)
    ] = "",
    defender: Annotated[
        str, typer.Option("--defender", help="Id of the one who chooses the column.", show_default=False)
    ] = "",
    plot: Annotated[
        Path | None, typer.Option("--plot", help="Draw that chart: .svg, .png or .html.", show_default=False)
    ] = None,
    as_json: Json = False,
    lang: Lang = "en",
) -> None:
    """The charts of a ruleset: each roll with its base, its modifiers and house rules."""
    from ..core.errors import Complaint
    from ..core.words import say
    from ..rulesets import find
    from .pair_charts import PairWish, show_pair
    from .screen import Screen

    screen = Screen(lang)
    if file is not None:
        show_pair(PairWish(file, name, attacker, defender, plot), screen, as_json)
    elif attacker or defender or plot is not None:
        raise Complaint(say("--attacker, --defender and --plot need a battle: --for FILE"), "bad_options")
    elif name:
        _show_charts(find(name), screen, as_json)
    else:
        _show_list(screen, as_json)


def _show_list(screen: Screen, as_json: bool) -> None:
    """Every ruleset that loads; one that does not is told of, and hides no other."""
    from rich.table import Table

    from ..core.errors import Complaint
    from ..core.words import say
    from ..rulesets import find, names

    found: list[Ruleset[Any]] = []
    for name in names():
        try:
            found.append(find(name))
        except (Complaint, ImportError) as broken:
            screen.warn(say("{name}: cannot be loaded: {why}", name=name, why=str(broken)))
    if as_json:
        screen.data([{"name": one.name, "version": one.version, "title": one.title} for one in found])
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for heading in (say("ruleset"), say("version"), say("title")):
        table.add_column(screen.voice(heading))
    for one in found:
        table.add_row(one.name, str(one.version), one.title)
    screen.draw(table)


def _show_charts(ruleset: Ruleset[Any], screen: Screen, as_json: bool) -> None:
    charts = ruleset.charts()
    if as_json:
        screen.data(
            {
                "ruleset": ruleset.name,
                "version": ruleset.version,
                "charts": [_chart_data(chart, screen) for chart in charts],
            }
        )
        return
    for chart in charts:
        screen.draw(_table(chart, screen))
        screen.write(screen.voice(chart.text) + "\n\n" if chart.text else "\n")
    if ruleset.battle_charts is not None:
        from ..core.words import say

        command = f"admiralty rules {ruleset.name} --for FILE --attacker ID --defender ID"
        screen.say(say("The chart of two pieces of a battle, with best play: {command}", command=command))


def _chart_data(chart: RuleChart, screen: Screen) -> dict[str, Any]:
    voice = screen.voice
    return {
        "title": voice(chart.title),
        "columns": [voice(column) for column in chart.columns],
        "rows": [[voice(cell) for cell in row] for row in chart.rows],
        "text": voice(chart.text),
    }


def _table(chart: RuleChart, screen: Screen) -> Table:
    """A chart, its columns moved together where it would be too wide."""
    wide = _drawn(chart, screen, gap=2)
    if screen.console.measure(wide).maximum <= screen.console.width:
        return wide
    return _drawn(chart, screen, gap=1)


def _drawn(chart: RuleChart, screen: Screen, gap: int) -> Table:
    from rich.table import Table
    from rich.text import Text as Styled

    title = Styled(screen.voice(chart.title), "bold")
    table = Table(
        title=title, title_justify="left", box=None, pad_edge=False, padding=(0, gap, 0, 0), header_style="dim"
    )
    for column in chart.columns:
        table.add_column(screen.voice(column), overflow="fold")
    for row in chart.rows:
        table.add_row(*(Styled(screen.voice(cell)) for cell in row))
    return table
