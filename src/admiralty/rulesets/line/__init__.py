"""``line``: strike fleets on a line, with secret orders. Rules L-1 to L-60; phases in the order of L-14."""

from __future__ import annotations

from importlib.resources import files

from admiralty.core.ruleset import Ruleset

from . import condense, damage, defence, fire, movement
from .bot import bot
from .cases import answer
from .charts import charts
from .condense import condensed
from .forms import Scenario
from .labels import RULES as RULES_CITED
from .measures import measures
from .report import tell
from .setup import begin
from .state import SIDES, Line
from .view import view

EXAMPLES = ("two_frigates", "fleet_action", "fleet_duel")

RULES: Ruleset[Line] = Ruleset(
    name="line",
    version=1,
    title="Strike fleets on a line",
    scenario=Scenario,
    order=(
        movement.departure,
        movement.clearance,
        movement.movement_orders,
        movement.movement,
        fire.fire_orders,
        fire.aim,
        condense.forget,
        fire.attack,
        defence.engage,
        defence.intercept,
        defence.armour,
        damage.damage,
        damage.critical,
        damage.turn_end,
    ),
    clock=("turn", "salvo"),
    begin=begin,
    sides=lambda state: SIDES,
    view=view,
    measures=measures,
    bot=bot,
    tell=tell,
    charts=charts,
    answer=answer,
    examples={
        name: (files(__package__) / "examples" / f"{name}.toml").read_text(encoding="utf-8") for name in EXAMPLES
    },
    rule_texts=RULES_CITED,
    condense=condensed,
)
