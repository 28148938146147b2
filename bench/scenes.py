"""Scenarios that are asked about: forces of ``wave``, fighters of ``duel``, fleets of ``line``."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
Document = dict[str, Any]

BASE_HP = 300
"""More than three waves of 20 can do to the Starbase: damage dealt is 300 - HP."""


def ship(id: str, kind: str, empire: str = "blue", **more: Any) -> Document:
    return {"id": id, "class": kind, "empire": empire, **more}


def strike(target: Document, escorts: Sequence[str], cap: int, waves: Sequence[int]) -> Document:
    """Waves of red fighters at a blue launcher whose own fighters are all the CAP; no modifier but those that
    waves bring themselves."""
    guards = [ship(f"e{number}", kind) for number, kind in enumerate(escorts, 1)]
    carriers = [ship(f"r{number}", "CV", "red", fighters=size) for number, size in enumerate(waves, 1)]
    return {
        "ruleset": "wave",
        "empires": [{"id": "blue"}, {"id": "red"}],
        "ships": [{**target, "fighters": cap}, *guards, *carriers],
        "cap": [{"launcher": target["id"], "count": cap}],
        "waves": [
            {
                "id": f"w{number}",
                "attacker": "red",
                "target": target["id"],
                "fighters": [{"launcher": f"r{number}", "count": size}],
            }
            for number, size in enumerate(waves, 1)
        ],
    }


ESCORTS = ("CR", "CR", "DD", "DD")


def at_starbase(cap: int, waves: Sequence[int]) -> Document:
    """A Starbase's gun and four escorts: five flak dice, 4+, 8+, 8+, 9+, 9+."""
    return strike(ship("base", "SB", max_hp=BASE_HP), ESCORTS, cap, waves)


def at_carrier(cap: int, waves: Sequence[int]) -> Document:
    """The same at a 20-HP Carrier with its nine sections."""
    return strike(ship("carrier", "CV", max_hp=20), ESCORTS, cap, waves)


def fighter(id: str, side: str, **more: Any) -> Document:
    return {"kind": "fighter", "id": id, "side": side, **more}


def duel(rounds: int, first: Document, second: Document, **more: Any) -> Document:
    """Two fighters over some laser rounds."""
    return {
        "ruleset": "duel",
        "round": 1,
        "max_rounds": rounds,
        "pieces": [fighter("a1", "a", **first), fighter("b1", "b", **second)],
        **more,
    }


def example(name: str) -> Document:
    """A scenario of the directory examples."""
    return tomllib.loads((ROOT / "examples" / f"{name}.toml").read_text(encoding="utf-8"))


def twenty_a_side() -> Document:
    """One turn of twenty ships a side, of the designs of the fleet example."""
    fleets = example("fleet_duel")
    ships = []
    for side in ("A", "B"):
        designs = [entry for entry in fleets["ships"] if entry["side"] == side]
        ships += [{**designs[n % len(designs)], "ship_id": f"{side}{n + 1}"} for n in range(20)]
    return {"ruleset": "line", "title": "Twenty a side", "max_turns": 1, "fleet_mass_limit": 5000, "ships": ships}


def golden(name: str) -> list[Document]:
    """The conformance cases of a ruleset."""
    cases: list[Document] = json.loads((ROOT / "tests" / "golden" / f"{name}.json").read_text(encoding="utf-8"))
    return cases
