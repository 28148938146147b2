"""Conformance cases: each kind answered through the product's own phases and pure functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from admiralty.core.ruleset import Oracle

from . import design as designs
from .cases_battle import battle
from .cases_orders import order_check
from .casestate import Given, attack_on, battle_of, dummy, sheets_of, standings, text_of
from .damage import meets_threshold, suffered
from .design import Design, Mounted
from .fleet import all_faults
from .groups import pool_of
from .movement import movement
from .score import is_over, leader, score
from .seal import Received, counting_sheet, seal
from .seeing import own_signature, seen_by, shared_signatures, side_shown, signatures
from .sheets import read_moves
from .state import ACTIVE, ENEMY, SIDES, Hit, House, Line, PdPool, Salvo


def answer(case: Mapping[str, Any], oracle: Oracle) -> Any:
    """The answer to one case in the shape of its ``expect``."""
    given = case["given"]
    return KINDS[given["kind"]](given, oracle, case["expect"])


def hit_chance(given: Given, oracle: Oracle, expect: Any) -> Any:
    """L-31, L-32."""
    return _with_houses(
        given,
        lambda house: {
            f"{accuracy}/{'evading' if evading else 'steady'}": _chance(
                oracle.outcomes("attack", attack_on(accuracy, evading, house)), lambda state: bool(state.hits)
            )
            for accuracy in given["accuracies"]
            for evading in given["evading"]
        },
    )


def pd_chance(given: Given, oracle: Oracle, expect: Any) -> Any:
    """L-35."""
    return _with_houses(
        given,
        lambda house: {
            str(number): _chance(
                oracle.outcomes("intercept", _struck(house, intercept=max(1, number))), lambda state: not state.hits
            )
            for number in given["intercept_difficulties"]  # 0 would be a beam; every face reaches 1 and less
        },
    )


def armour_chance(given: Given, oracle: Oracle, expect: Any) -> Any:
    """L-36."""
    pairs = given.get("pairs") or [[a, p] for a in given["armours"] for p in given["penetrations"]]
    return _with_houses(
        given,
        lambda house: {
            f"{armour}/{penetration}": _chance(
                oracle.outcomes("armour", _struck(house, armour=armour, penetration=penetration)),
                lambda state: not state.dealt,
            )
            for armour, penetration in pairs
        },
    )


def _with_houses(given: Given, chances: Callable[[House], dict[str, str]]) -> dict[str, str]:
    """The chances by default and, under keys with ``/nonat``, with ``also_house_rules``."""
    found = chances(House(**given.get("house_rules", {})))
    if "also_house_rules" in given:
        also = chances(House(**given["also_house_rules"]))
        found |= {f"{key}/nonat": chance for key, chance in also.items()}
    return found


def _struck(house: House, intercept: int = 0, armour: int = 0, penetration: int = 0) -> Line:
    """One hit on a ship with one PD die."""
    state = dummy(house)
    ships = (state.ships[0], state.ships[1].but(armour=armour))
    hit = Hit(damage=1, penetration=penetration, intercept=intercept, target=1, shooter=-1, gun=-1, count=1)
    return state.but(ships=ships, hits=(hit,), salvos=(Salvo((), (PdPool((1,), 1),)),))


def _chance(outcomes: Iterable[tuple[Line, Fraction]], wanted: Callable[[Line], bool]) -> str:
    return text_of(sum((chance for state, chance in outcomes if wanted(state)), Fraction(0)))


def signature_track(given: Given, oracle: Oracle, expect: Any) -> Any:
    """L-38, L-48, L-50: through the end of each turn."""
    state = dummy(House(), base_signature=given["base_signature"])
    found = [own_signature(state.ships[0])]
    for turn, guns in enumerate(given["guns_fired_per_turn"], 1):
        ((state, _),) = oracle.outcomes("turn_end", state.but(phase="turn_end", fired=(guns, 0)))
        if turn in given.get("critical_6_after_turn", ()):
            burning = suffered(state.ships[0], state.setting.roster[0], 6, state.setting.house)
            state = state.but(ships=(burning, *state.ships[1:]))
        found.append(own_signature(state.ships[0]))
    return {"signature": found}


def group_signature(given: Given, oracle: Oracle, expect: Any) -> Any:
    """L-26."""
    ship = dummy(House()).ships[0]
    groups = [[ship.but(base_signature=signature, group="A/g") for signature in group] for group in given["groups"]]
    return {"signatures": [shared_signatures(group)[0] for group in groups]}


def visibility(given: Given, oracle: Oracle, expect: Any) -> Any:
    """L-25 to L-27."""
    state = battle_of(given)
    roster = state.setting.roster
    return {
        roster[number].ship_id: [roster[other].ship_id for other in seen_by(state, number)]
        for number in state.setting.of_side["A"]
        if state.ships[number].status == ACTIVE
    }


def after_movement(given: Given, oracle: Oracle) -> Line:
    """The state after the movement phase."""
    state = battle_of(given)
    sheets = sheets_of(state, read_moves(state.turn, given["movement"]))
    ((moved, _),) = oracle.outcomes(movement.name, state.but(moves=sheets, phase="movement"))
    assert isinstance(moved, Line)
    return moved


def movement_case(given: Given, oracle: Oracle, expect: Any) -> Any:
    """L-16 to L-24."""
    state = after_movement(given, oracle)
    roster, ships = state.setting.roster, state.ships
    return {
        "position": {entry.ship_id: ship.position for entry, ship in zip(roster, ships, strict=True)},
        "facing": {
            entry.ship_id: {
                roster[other].ship_id: side_shown(ship, ships[other])
                for other in state.setting.of_side[ENEMY[entry.side]]
            }
            for entry, ship in zip(roster, ships, strict=True)
        },
    }


def groups(given: Given, oracle: Oracle, expect: Any) -> Any:
    """L-22, L-23, L-26, L-33."""
    state = after_movement(given, oracle)
    shared = signatures(state)
    return {
        entry.ship_id: {
            "group": state.ships[number].group,
            "signature": shared[number],
            "pd_pool": pool_of(state, number).dice,
        }
        for number, entry in enumerate(state.setting.roster)
    }


def crit_threshold(given: Given, oracle: Oracle, expect: Any) -> Any:
    """L-40."""
    house = House(**given.get("house_rules", {}))
    return {
        str(most): next(lost for lost in range(1, most + 1) if meets_threshold(most, most - lost, house))
        for most in given["max_hp"]
    }


def design_of(document: Given) -> Design:
    """A design of a case."""
    parts = {**document, "pd": tuple(document.get("pd", ()))}
    parts["guns"] = tuple(Mounted(gun["type"], gun["mount"]) for gun in document.get("guns", ()))
    return Design(**parts)


def design_case(given: Given, oracle: Oracle, expect: Any) -> Any:
    """L-2, L-5 to L-9."""
    turrets = given.get("house_rules", {}).get("turret_mounts", False)
    return {"designs": [_breakdown(design_of(one), turrets) for one in given["designs"]]}


def _breakdown(design: Design, turrets: bool) -> Any:
    mass, faults = designs.masses(design), designs.design_faults(design, turrets)
    return {
        "mass": msgspec.structs.asdict(mass),
        "used": mass.used,
        "free": design.tonnage - mass.used,
        "max_hp": designs.max_hp(design),
        "base_signature": designs.base_signature(design),
        "pd_dice": designs.pd_dice(design),
        "legal": not faults,
        "faults": faults,
    }


def fleet_case(given: Given, oracle: Oracle, expect: Any) -> Any:
    """L-1, L-2."""
    fleets = [[design_of(one) for one in fleet] for fleet in given["fleets"]]
    return {"fleets": [_fleet(fleet) for fleet in fleets]}


def _fleet(fleet: list[Design]) -> Any:
    faults = all_faults(fleet)
    return {"total": sum(design.tonnage for design in fleet), "legal": not faults, "faults": faults}


def score_case(given: Given, oracle: Oracle, expect: Any) -> Any:
    """L-12, L-13."""
    state = standings(given)
    points = {side: score(state, side) for side in SIDES}
    return {"score": points, "leader": leader(state), "over": is_over(state)}


def sheet_selection(given: Given, oracle: Oracle, expect: Any) -> Any:
    """L-53, L-55, L-56."""
    return {
        "counts": [
            counting_sheet(
                [Received(sheet["name"], sheet["received"]) for sheet in row["sheets"]],
                row["deadline"],
                row.get("published"),
                row.get("accept_late_until_publication", False),
            )
            for row in given["rows"]
        ]
    }


def seal_case(given: Given, oracle: Oracle, expect: Any) -> Any:
    """L-60."""
    return {"sha256": seal(given["sheet"], given["salt"])}


KINDS: dict[str, Callable[[Given, Oracle, Any], Any]] = {
    "battle": battle,
    "hit_chance": hit_chance,
    "pd_chance": pd_chance,
    "armour_chance": armour_chance,
    "signature_track": signature_track,
    "group_signature": group_signature,
    "visibility": visibility,
    "movement": movement_case,
    "groups": groups,
    "crit_threshold": crit_threshold,
    "design": design_case,
    "fleet": fleet_case,
    "order_check": order_check,
    "score": score_case,
    "sheet_selection": sheet_selection,
    "seal": seal_case,
}
