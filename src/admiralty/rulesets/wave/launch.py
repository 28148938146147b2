"""Launching: who flies CAP, who strikes at whom, and the order in which waves come. W-2 to W-9, W-14, W-15."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from admiralty.core.phase import phase
from admiralty.core.table import Table

from . import limits
from .orders import launch_choice
from .state import Counts, Detachment, FighterPhase, Orders, Setting, Ship, Strike, Wave


@phase(touches=("ships[*]", "waves", "lines", "caps"))
def launch(state: FighterPhase, table: Table) -> FighterPhase:
    """Every empire with something to launch decides in secret what flies CAP, what strikes and what stays. W-3, W-8."""
    asked = [n for n in range(len(state.setting.empires)) if launchable(state, n)]
    names = [state.setting.empires[n].id for n in asked]
    answers = table.ask_all({name: launch_choice(state, n) for name, n in zip(names, asked, strict=True)})
    return launched(state, together(answers, names))


def launchable(state: FighterPhase, empire: int) -> int:
    """How many fighters an empire may put up. W-2 to W-7."""
    setting = state.setting
    return sum(limits.limit(setting, state.ships, ship) for ship in setting.launchers(empire))


def together(answers: Mapping[str, Orders], names: Sequence[str]) -> Orders:
    """The orders of all sides, in the order of the empires."""
    orders = [answers[name] for name in names]
    return Orders(
        tuple(detachment for order in orders for detachment in order.cap),
        tuple(wave for order in orders for wave in order.waves),
    )


def launched(state: FighterPhase, orders: Orders) -> FighterPhase:
    """Everything that was ordered is in the air; the rest is grounded."""
    setting = state.setting
    up = {detachment.ship: detachment.count for detachment in orders.cap}
    lines = tuple(cap_line(setting, n, orders.cap) for n in range(len(setting.empires)))
    return state.but(
        ships=tuple(grounded(setting, state.ships, n, orders) for n in range(len(state.ships))),
        waves=resolution_order(orders.waves),
        lines=lines,
        caps=tuple(tuple(up.get(ship, 0) for ship in line) for line in lines),
        phase="muster",
    )


def grounded(setting: Setting, ships: tuple[Ship, ...], ship: int, orders: Orders) -> Ship:
    """A ship with the fighters that stayed aboard."""
    if not ships[ship].alive:
        return ships[ship]
    sent = (*orders.cap, *(detachment for wave in orders.waves for detachment in wave.fighters))
    away = sum(detachment.count for detachment in sent if detachment.ship == ship)
    return ships[ship].but(grounded=setting.hulls[ship].fighters - away)


def cap_line(setting: Setting, empire: int, cap: Sequence[Detachment]) -> Counts:
    """An empire's launchers in the order of its CAP line: Elite first, then regular; inside each kind in the order of
    the ``cap`` list (W-21). Launchers without CAP keep a place behind, so that places never change."""
    listed = {detachment.ship: n for n, detachment in enumerate(cap)}

    def place(ship: int) -> tuple[bool, int, int]:
        return not setting.hulls[ship].elite, listed.get(ship, len(listed)), ship

    return tuple(sorted(setting.launchers(empire), key=place))


def resolution_order(waves: Sequence[Wave]) -> tuple[Wave, ...]:
    """Biggest first by fighters launched; equal sizes in listed order. W-14."""
    return tuple(sorted(waves, key=lambda wave: -wave.size))


def labels(waves: Sequence[Wave]) -> tuple[str, ...]:
    """A1, A2, B1, …: a letter for each attacker in the order in which they first come up. W-15."""
    attackers: list[int] = []
    result = []
    for n, wave in enumerate(waves):
        if wave.attacker not in attackers:
            attackers.append(wave.attacker)
        number = sum(other.attacker == wave.attacker for other in waves[: n + 1])
        result.append(f"{_letter(attackers.index(wave.attacker))}{number}")
    return tuple(result)


def _letter(number: int) -> str:
    """A to Z, then AA, AB and so on."""
    letter = chr(ord("A") + number % 26)
    return letter if number < 26 else _letter(number // 26 - 1) + letter


def strike_of(setting: Setting, wave: Wave) -> Strike:
    """A wave's fighters by rank. W-9."""
    elite = sum(some.count for some in wave.fighters if setting.hulls[some.ship].elite)
    return Strike(elite, wave.size - elite)
