"""The ruleset as one value. W-1: the phase comes before Round 1 and has four kinds of to-hit roll."""

from __future__ import annotations

from importlib.resources import files

from admiralty.core.ruleset import Ruleset

from . import report
from .attack import aftermath, attack, damage, deal, hit
from .bot import bot
from .cases import answer
from .charts import charts
from .condense import condense
from .dogfight import intercept, return_fire
from .flak import flak
from .handover import handover
from .launch import launch
from .measures import measures
from .scenario import Scenario
from .sections import aboard, section
from .setup import begin
from .state import FighterPhase
from .view import sides, view
from .waves import approach, muster

EXAMPLES = ("carrier_strike", "both_strike", "convoy_raid", "hidden_launch")

RULES: Ruleset[FighterPhase] = Ruleset(
    name="wave",
    version=1,
    title="The d10 fighter phase",
    scenario=Scenario,
    order=(
        launch,
        muster,
        approach,
        intercept,
        return_fire,
        flak,
        deal,
        attack,
        hit,
        damage,
        section,
        aboard,
        aftermath,
        handover,
    ),
    clock=("wave", "dealt"),
    begin=begin,
    sides=sides,
    view=view,
    measures=measures,
    bot=bot,
    tell=report.tell,
    charts=charts,
    answer=answer,
    condense=condense,
    examples={
        name: (files(__package__) / "examples" / f"{name}.toml").read_text(encoding="utf-8") for name in EXAMPLES
    },
    rule_texts=report.RULE_TEXTS,
)
