"""What odds of a battle are odds of, named as the sheet's ``battle`` cases name it, and the score."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from admiralty.core.ruleset import Measure

from .score import leader, score
from .state import ACTIVE, SIDES, Line

VALUES = (
    "hp",
    "engine_power",
    "sensors",
    "armour",
    "accuracy_mod",
    "base_signature",
    "signature_boost",
)
SHORT = {"engine_power": "engine"}


def measures(state: Line) -> Sequence[Measure[Line]]:
    """Every observable of a battle; read when it is over."""
    ships = [one for number in range(len(state.ships)) for one in _of_ship(state, number)]
    return (
        Measure("survivors", survivors, ("ships[*].status",)),
        Measure("leader", leader, ("ships[*].status",)),
        *(Measure(f"score:{side}", partial(_score, side), ("ships[*].status",)) for side in SIDES),
        *ships,
        Measure("joint_hp", joint_hp, ("ships[*].hp",)),
        Measure("joint_status", joint_status, ("ships[*].status",)),
        Measure("turns", _turns, ("turn",)),
    )


def _of_ship(state: Line, number: int) -> list[Measure[Line]]:
    name, at = state.setting.roster[number].ship_id, f"ships[{number}]"
    return [
        Measure(f"status:{name}", partial(_status, number), (f"{at}.status",)),
        Measure(f"hp:{name}", partial(_hp, number), (f"{at}.hp",)),
        Measure(
            f"state:{name}",
            partial(ship_state, number),
            (f"{at}.status", *(f"{at}.{field}" for field in VALUES)),
        ),
    ]


def survivors(state: Line) -> str:
    """Active ships a side: ``A=2 B=1``. Jumped ships are not counted."""
    return " ".join(
        f"{side}={sum(state.ships[number].status == ACTIVE for number in numbers)}"
        for side, numbers in state.setting.of_side.items()
    )


def joint_hp(state: Line) -> str:
    """The HP of every ship in roster order: ``A1=6 B1=0``."""
    pairs = zip(state.setting.roster, state.ships, strict=True)
    return " ".join(f"{entry.ship_id}={ship.hp}" for entry, ship in pairs)


def joint_status(state: Line) -> str:
    """The status of every ship in roster order."""
    pairs = zip(state.setting.roster, state.ships, strict=True)
    return " ".join(f"{entry.ship_id}={ship.status}" for entry, ship in pairs)


def ship_state(number: int, state: Line) -> str:
    """``destroyed``, ``jumped``, or the current values of an active ship."""
    ship = state.ships[number]
    if ship.status != ACTIVE:
        return ship.status
    return " ".join(f"{SHORT.get(field, field)}={getattr(ship, field)}" for field in VALUES)


def _status(number: int, state: Line) -> str:
    return state.ships[number].status


def _hp(number: int, state: Line) -> int:
    return state.ships[number].hp


def _score(side: str, state: Line) -> int:
    return score(state, side)


def _turns(state: Line) -> int:
    return state.turn
