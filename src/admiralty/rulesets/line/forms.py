"""The shape of a scenario document: names, types, ranges and defaults of the sheet's State section."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from .sheets import FireForm, MoveForm
from .state import House

Positive = Annotated[int, msgspec.Meta(ge=1)]
NotNegative = Annotated[int, msgspec.Meta(ge=0)]
Mass = Annotated[int, msgspec.Meta(ge=20)]
Name = Annotated[str, msgspec.Meta(min_length=1)]


class GunForm(msgspec.Struct, rename={"gun_class": "class"}):
    """A gun. In a design only ``type`` and ``mount``; among direct statistics what is left out is the catalogue's."""

    type: Name
    mount: Name
    gun_class: Literal["beam", "kinetic", "missile"] | None = None
    attacks: Positive | None = None
    accuracy: int | None = None
    damage: Positive | None = None
    penetration: NotNegative | None = None
    physical: bool | None = None
    intercept_difficulty: Annotated[int, msgspec.Meta(ge=2, le=6)] | None = None
    max_range: NotNegative | msgspec.UnsetType | None = msgspec.UNSET  # none at all is not the same as not given
    multi_target: bool | None = None


class ShipForm(msgspec.Struct):
    """A ship: by its statistics if it has ``max_hp``, else as a design from which they follow."""

    ship_id: Name
    side: Literal["A", "B"]
    # both
    tonnage: int | None = None
    engine_power: int | None = None
    sensors: int | None = None
    armour: int = 0
    jump_drive: bool = False
    guns: list[GunForm] = []
    position: int | None = None
    heading: Literal[1, -1] | None = None
    attitude: Literal["end_on", "broadside"] = "end_on"
    group: Name | None = None
    # designs
    extra_hull: int | None = None
    stealth_plates: int | None = None
    pd: list[Name] | None = None
    # direct statistics
    max_hp: Positive | None = None
    hp: NotNegative | None = None
    accuracy_mod: Annotated[int, msgspec.Meta(le=0)] | None = None
    base_signature: Positive | None = None
    signature_boost: Literal[0, 6, 12] | None = None
    pd_dice: NotNegative | None = None
    evading: bool | None = None
    charging: bool | None = None
    status: Literal["active", "destroyed", "jumped"] | None = None
    critical_log: list[tuple[int, Annotated[int, msgspec.Meta(ge=1, le=6)]]] | None = None


class PlannedMove(msgspec.Struct):
    """A movement order whose ship is named by its key."""

    action: Name
    distance: int | None = None
    heading: Literal[1, -1] | None = None
    group: str | None = None


class OrderForm(msgspec.Struct):
    """The orders of one turn, both sides: movement by ship, fire as a list."""

    movement: dict[str, PlannedMove] = {}
    fire: list[FireForm] = []


class Scenario(msgspec.Struct):
    """A battle. ``orders``: what both sides do on the turns from ``turn`` on; a bot follows them while they last."""

    ships: list[ShipForm]
    ruleset: Literal["line"] = "line"
    title: str = ""
    language: Literal["en", "ru"] = "en"
    turn: Positive = 1
    phase: Literal["movement", "fire", "end", "over"] = "movement"
    start_distance: NotNegative = 20
    fleet_mass_limit: Mass = 1000
    ship_mass_limit: Mass = 500
    max_turns: Positive | None = None
    house_rules: House = House()
    orders: list[OrderForm] = []


DESIGN_ONLY = ("extra_hull", "stealth_plates", "pd")
STATISTICS_ONLY = (
    "hp",
    "accuracy_mod",
    "base_signature",
    "signature_boost",
    "pd_dice",
    "evading",
    "charging",
    "status",
    "critical_log",
)
GUN_VALUES = (
    "gun_class",
    "attacks",
    "accuracy",
    "damage",
    "penetration",
    "physical",
    "intercept_difficulty",
    "max_range",
    "multi_target",
)


def planned(ship: str, form: PlannedMove) -> MoveForm:
    """The order with its ship."""
    return MoveForm(ship, form.action, form.distance, form.heading, form.group)
