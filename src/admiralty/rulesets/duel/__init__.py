"""The percentile space dogfight: secret manoeuvres, lasers, missiles, broken systems, large ships, people adrift."""

from __future__ import annotations

from importlib.resources import files

from admiralty.core.ruleset import Ruleset

from .bot import bot
from .cases import answer
from .charts import charts
from .collisions import crash, drift, ram
from .damage import land, malfunction, strike
from .declare import declare
from .departures import depart
from .fire import aim, fire, shoot
from .initiative import initiative, reroll
from .manoeuvres import fly
from .measures import condense, home, measures
from .missiles import avoid, launch, loose, salvo
from .pilots import maneuver_charts
from .report import RULE_TEXTS, tell
from .rounds import close, regenerate, suffocate, tick
from .scenario import Scenario
from .setup import begin
from .state import Duel
from .systems import repair
from .vacuum import shock
from .view import sides, view

EXAMPLES = ("wasp_duel", "wing_fight", "monitor_raid", "adrift")

RULES: Ruleset[Duel] = Ruleset(
    name="duel",
    version=1,
    title="The percentile space dogfight",
    scenario=Scenario,
    # In rulebook order, but that what one attack goes through stands before the phases that call for the next one
    # (salvo for missiles, fire for lasers), so that all states have done with a group before any begins the next.
    order=(
        launch,
        suffocate,
        declare,
        fly,
        initiative,
        reroll,
        loose,
        aim,
        shoot,
        avoid,
        strike,
        shock,
        malfunction,
        repair,
        land,
        salvo,
        fire,
        ram,
        crash,
        drift,
        depart,
        regenerate,
        tick,
        close,
    ),
    clock=("round", "step", "turn"),
    begin=begin,
    sides=sides,
    view=view,
    measures=measures,
    bot=bot,
    tell=tell,
    charts=charts,
    answer=answer,
    home=home,
    condense=condense,
    battle_charts=maneuver_charts,
    rule_texts=RULE_TEXTS,
    examples={
        name: (files(__package__) / "examples" / f"{name}.toml").read_text(encoding="utf-8") for name in EXAMPLES
    },
)
