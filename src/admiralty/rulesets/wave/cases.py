"""Answers the conformance cases of the sheet's case format, through the phases and the functions they call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import fsum
from typing import Any

from admiralty.core.errors import Complaint, Refusal
from admiralty.core.need import Need
from admiralty.core.phase import Done, step
from admiralty.core.pool import Chart, hits
from admiralty.core.ruleset import Oracle
from admiralty.core.words import say

from . import dogfight, flak, handover, limits, setup
from .launch import labels
from .measures import measure
from .state import FighterPhase, Strike, place_of
from .tables import DAMAGE, DIE
from .waves import approach, muster

Given = Mapping[str, Any]


def answer(case: Given, oracle: Oracle) -> dict[str, Any]:
    """The answer to a case. Raises ``Complaint`` for a question that is not in the format."""
    ask = case["ask"]
    if ask in ("phase", "phase_large"):
        return whole_phase(case, oracle)
    if ask == "refused":
        return refused(case)
    if ask not in SMALL:
        raise Complaint(say("there is no question {ask} in the case format of wave", ask=str(ask)), "unknown_ask")
    return SMALL[ask](case["given"])


def dogfight_dice(given: Given) -> dict[str, Any]:
    """The dice of a wave's dogfight before any throw, with the opening state."""
    state = wave_up(given)
    columns = [column(state, run) for run in dogfight.line_up(state) for _ in range(run.count)]
    return {"columns": columns, "unopposed_strike": state.sent.total - dogfight.columns_of(state)}


def column(state: FighterPhase, run: dogfight.Run) -> dict[str, Any]:
    cap, strike = dogfight.cap_need(state, run), dogfight.strike_need(state, run)
    return {
        "stack": run.stack,
        "elite": run.cap_elite,
        "cap_need": cap.value,
        "cap_mods": modifiers(cap),
        "strike_elite": run.strike_elite,
        "strike_need": strike.value,
        "strike_mods": modifiers(strike),
    }


def modifiers(need: Need) -> dict[str, int]:
    return {mod.name: mod.value for mod in need.mods}


def flak_dice(given: Given) -> dict[str, Any]:
    """The flak that meets so many fighters of a wave, with the opening state."""
    state = wave_up(given).but(strike=Strike(0, given["incoming"]))
    slots = flak.slots(state)
    needs = [slot.need for slot in slots if slot.need]
    ids = state.setting.hulls
    return {
        "slots": [[ids[slot.ship].id, slot.need.value if slot.need else None] for slot in slots],
        "dice": len(needs),
        "mods": {mod.name: mod.value for mod in flak.flak_mods(state)} if slots else {},
    }


def wave_up(given: Given) -> FighterPhase:
    """The opening state, with the wave in question up."""
    state = setup.begin(given["scenario"])
    number = place_of(state.waves, given["wave"])
    if number < 0:
        raise Complaint(say("there is no wave {wave}", wave=str(given["wave"])), "unknown_wave")
    for phase in (muster, approach):
        outcome = step(phase, state.but(wave=number), ())
        assert isinstance(outcome, Done)
        state = outcome.state
    return state


def damage_die(given: Given) -> dict[str, Any]:
    """The damage die of a wing. W-52, W-53."""
    odds = Chart(DAMAGE[given["elite"], given["afd"]]).odds()
    chances = {outcome: odds.chance(outcome) for outcome, _ in odds}
    return {"damage": told(chances), "mean": ratio(mean(chances))}


def launchable(given: Given) -> dict[str, Any]:
    """How many fighters a ship may put up. W-3."""
    state = setup.begin(given["scenario"])
    ship = place_of(state.setting.hulls, given["ship"])
    if ship < 0:
        raise Complaint(say("there is no ship {ship}", ship=str(given["ship"])), "unknown_ship")
    return {"launchable": limits.limit(state.setting, state.ships, ship)}


def ship_fire(given: Given) -> dict[str, Any]:
    """Ordinary ship fire. W-80."""
    need = handover.ordinary_fire(given["base"], given["modifiers"])
    return {"need": need.value, "p_hit": ratio(hits((1, need), sides=DIE).odds().chance(1))}


SMALL: dict[str, Callable[[Given], dict[str, Any]]] = {
    "dogfight_dice": dogfight_dice,
    "flak_dice": flak_dice,
    "damage_die": damage_die,
    "launchable": launchable,
    "ship_fire": ship_fire,
}


def refused(case: Given) -> dict[str, Any]:
    """The expected code if it is among the faults; else all codes, or None for a scenario that is accepted."""
    try:
        setup.begin(case["given"]["scenario"])
    except Refusal as refusal:
        wanted = case["expect"]["refused"]
        return {"refused": wanted if wanted in refusal.codes else ", ".join(refusal.codes)}
    return {"refused": None}


def whole_phase(case: Given, oracle: Oracle) -> dict[str, Any]:
    """Odds of a whole fighter phase, for the quantities that the case expects."""
    state = setup.begin(case["given"]["scenario"])
    keys = list(case["expect"])
    exact = case["ask"] == "phase"
    wanted = {key: measure(state, key.removeprefix("mean_")) for key in keys if key not in PLANNED}
    found = oracle.odds(state, list({one.name: one for one in wanted.values()}.values()), exact=exact)
    return {key: PLANNED[key](state) if key in PLANNED else reading(key, found[wanted[key].name]) for key in keys}


def resolved(state: FighterPhase) -> list[str]:
    return [wave.id for wave in state.waves]


PLANNED: dict[str, Callable[[FighterPhase], Any]] = {
    "order": resolved,
    "labels": lambda state: dict(zip(resolved(state), labels(state.waves), strict=True)),
}
"""What the launch settles, without any odds."""


def reading(key: str, chances: Mapping[Any, Any]) -> Any:
    """A distribution as the format writes it: one chance, a mean, or chances by outcome."""
    if key.startswith(("destroyed:", "distracted:")):
        return ratio(chances.get(True, Fraction(0)))
    return ratio(mean(chances)) if key.startswith("mean_") else told(chances)


def mean(chances: Mapping[Any, Any]) -> Any:
    if any(isinstance(chance, float) for chance in chances.values()):
        return fsum(outcome * chance for outcome, chance in chances.items())
    return sum((outcome * chance for outcome, chance in chances.items()), Fraction(0))


def told(chances: Mapping[Any, Any]) -> dict[str, str]:
    """Outcomes and chances as texts; what cannot happen is left out."""
    return {str(outcome): ratio(chance) for outcome, chance in sorted(chances.items(), key=by_size) if chance}


def by_size(item: tuple[Any, Any]) -> tuple[bool, Any]:
    """Numbers by size, then words."""
    return isinstance(item[0], str), item[0]


def ratio(chance: Any) -> str:
    """A chance as the format writes it: "p/q" in lowest terms, a decimal if it is not exact."""
    if isinstance(chance, Fraction):
        return f"{chance.numerator}/{chance.denominator}"
    return repr(float(chance))
