"""The launch: its document, which launches are legal and why not. W-3 to W-8, W-95.

The same checks serve the ``cap`` and ``waves`` of a scenario and a side's own launch orders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import Annotated

import msgspec
from msgspec import Meta

from admiralty.core import document
from admiralty.core.choice import Choice
from admiralty.core.document import Problem
from admiralty.core.errors import Fault, Refusal
from admiralty.core.state import Plain
from admiralty.core.words import Text, say

from . import limits
from .state import Detachment, FighterPhase, Orders, Setting, Ship, Wave, place_of

QUESTION = "launch"


class LaunchDoc(msgspec.Struct, frozen=True):
    """Some fighters of a launcher."""

    launcher: str
    count: Annotated[int, Meta(ge=1)]


class WaveOrderDoc(msgspec.Struct, frozen=True):
    """A wave as its own side orders it."""

    target: str
    fighters: list[LaunchDoc]


class OrdersDoc(msgspec.Struct, frozen=True):
    """A side's launch orders. What stands in neither list stays grounded."""

    cap: list[LaunchDoc] = []
    waves: list[WaveOrderDoc] = []


class Mention(msgspec.Struct, frozen=True):
    """A place in a document where fighters are launched. ``empire`` is who launches them, -1 if that is not said."""

    path: str
    launcher: str
    count: int
    empire: int = -1


def launch_choice(state: FighterPhase, empire: int) -> Choice[Orders]:
    """What a side launches: a secret decision. Nothing is launched if no answer comes."""
    setting, ships = state.setting, state.ships

    def read(answer: Plain) -> Orders:
        return read_orders(setting, ships, empire, answer)

    def write(orders: Orders) -> Plain:
        return write_orders(setting, orders)

    text = say("{empire}: which fighters fly CAP, which strike, and at whom?", empire=setting.empires[empire].id)
    return Choice(QUESTION, text, read, write, default=Orders(), form=form(state, empire))


def form(state: FighterPhase, empire: int) -> Plain:
    """The launchers with their limits, and the groups that can be targets."""
    setting = state.setting
    return {
        "cap": [{"launcher": "…", "count": 1}],
        "waves": [{"target": "…", "fighters": [{"launcher": "…", "count": 1}]}],
        "launchers": {
            setting.hulls[ship].id: limits.limit(setting, state.ships, ship) for ship in setting.launchers(empire)
        },
        "targets": [setting.groups[group].id for group in targets(setting, state.ships, empire)],
    }


def targets(setting: Setting, ships: tuple[Ship, ...], empire: int) -> tuple[int, ...]:
    """The groups an empire may send a wave at."""
    return tuple(
        n
        for n, group in enumerate(setting.groups)
        if group.empire != empire and any(ships[ship].alive for ship in group.ships)
    )


def read_orders(setting: Setting, ships: tuple[Ship, ...], empire: int, answer: Plain) -> Orders:
    """A side's orders from its document. Raises ``Refusal`` with every fault."""
    doc, faults = document.read(OrdersDoc, answer, code_of)
    if doc is None or faults:
        raise Refusal(faults)
    mentions = [Mention(f"cap[{n}]", entry.launcher, entry.count, empire) for n, entry in enumerate(doc.cap)]
    for n, wave in enumerate(doc.waves):
        faults += target_faults(setting, ships, f"waves[{n}].target", wave.target, empire)
        faults += empty_faults(f"waves[{n}].fighters", wave.fighters)
        mentions += wave_mentions(f"waves[{n}]", wave.fighters, empire)
    faults += launch_faults(setting, ships, mentions)
    if faults:
        raise Refusal(faults)
    waves = [
        Wave(
            f"{setting.empires[empire].id}-{n}",
            empire,
            place_of(setting.groups, wave.target),
            summed(setting, wave.fighters),
        )
        for n, wave in enumerate(doc.waves, 1)
    ]
    return Orders(summed(setting, doc.cap), tuple(waves))


def write_orders(setting: Setting, orders: Orders) -> Plain:
    """Orders as a document that reads back as the same orders."""

    def entries(fighters: Iterable[Detachment]) -> Plain:
        return [{"launcher": setting.hulls[some.ship].id, "count": some.count} for some in fighters]

    return {
        "cap": entries(orders.cap),
        "waves": [
            {"target": setting.groups[wave.target].id, "fighters": entries(wave.fighters)} for wave in orders.waves
        ],
    }


def summed(setting: Setting, entries: Sequence[LaunchDoc]) -> tuple[Detachment, ...]:
    """Entries by launcher; one listed twice is summed at its first place."""
    counts: dict[int, int] = {}
    for entry in entries:
        ship = place_of(setting.hulls, entry.launcher)
        counts[ship] = counts.get(ship, 0) + entry.count
    return tuple(Detachment(ship, count) for ship, count in counts.items())


def wave_mentions(path: str, fighters: Sequence[LaunchDoc], empire: int) -> list[Mention]:
    return [Mention(f"{path}.fighters[{n}]", entry.launcher, entry.count, empire) for n, entry in enumerate(fighters)]


def empty_faults(path: str, fighters: Sequence[LaunchDoc]) -> list[Fault]:
    return [] if fighters else [Fault("empty_wave", path, say("a wave needs at least one fighter"), "W-95", [])]


def target_faults(setting: Setting, ships: tuple[Ship, ...], path: str, target: str, attacker: int) -> list[Fault]:
    """What is wrong with a wave's target. ``attacker`` is -1 if it is not known."""
    number = place_of(setting.groups, target)
    if number < 0:
        known = tuple(group.id for group in setting.groups)
        return [Fault("unknown_target", path, unknown(target, known), "W-95", target)]
    faults = []
    if attacker >= 0 and setting.groups[number].empire == attacker:
        text = say("{target} belongs to the attacker itself", target=target)
        faults.append(Fault("target_of_own_empire", path, text, "W-95", target))
    if not any(ships[ship].alive for ship in setting.groups[number].ships):
        text = say("{target} is destroyed already, before the fighter phase", target=target)
        faults.append(Fault("target_already_destroyed", path, text, "W-95", target))
    return faults


def unknown(name: str, known: tuple[str, ...]) -> Text:
    """A sentence that names the nearest known names."""
    near = get_close_matches(name, known, n=3, cutoff=0.6)
    if near:
        return say("there is no {name}; did you mean {near}?", name=name, near=", ".join(near))
    return say("there is no {name}; known are: {known}", name=name, known=", ".join(known))


def launch_faults(
    setting: Setting,
    ships: tuple[Ship, ...],
    mentions: Sequence[Mention],
    sure: Callable[[int], bool] = lambda ship: True,
) -> list[Fault]:
    """What is wrong with launchers and numbers. ``sure``: whether a ship's own data are in order, so that its
    limit can be told."""
    faults = [fault for mention in mentions for fault in _launcher_faults(setting, mention, sure)]
    if not setting.ion_nebula:
        faults += _limit_faults(setting, ships, mentions, sure)
    return faults


def _launcher_faults(setting: Setting, mention: Mention, sure: Callable[[int], bool]) -> Iterator[Fault]:
    path, name = f"{mention.path}.launcher", mention.launcher
    ship = place_of(setting.hulls, name)
    if ship < 0:
        known = tuple(hull.id for hull in setting.hulls if hull.launcher)
        yield Fault("unknown_launcher", path, unknown(name, known), "W-95", name)
        return
    hull = setting.hulls[ship]
    if not sure(ship):
        return
    if not hull.launcher:
        text = say("{ship} is a {kind}; only CV, SB and FB have fighters", ship=name, kind=hull.kind)
        yield Fault("fighters_on_non_launcher", path, text, "W-95", name)
    if mention.empire not in (-1, hull.empire):
        text = say(
            "{ship} belongs to {owner}, not to {empire}",
            ship=name,
            owner=setting.empires[hull.empire].id,
            empire=setting.empires[mention.empire].id,
        )
        yield Fault("launcher_of_another_empire", path, text, "W-95", name)


def _limit_faults(
    setting: Setting, ships: tuple[Ship, ...], mentions: Sequence[Mention], sure: Callable[[int], bool]
) -> Iterator[Fault]:
    """CAP and all waves of a launcher together against its limit, at the entry that goes over it. W-3."""
    wanted: dict[int, int] = {}
    last: dict[int, Mention] = {}
    for mention in mentions:
        ship = place_of(setting.hulls, mention.launcher)
        if ship < 0 or not sure(ship) or not setting.hulls[ship].launcher:
            continue
        before = wanted.get(ship, 0)
        wanted[ship] = before + mention.count
        if before <= limits.limit(setting, ships, ship) < wanted[ship]:
            last[ship] = mention
    for ship, mention in last.items():
        text = say(
            "{ship} may launch {limit} in all, not {wanted}: {reason}",
            ship=mention.launcher,
            limit=limits.limit(setting, ships, ship),
            wanted=wanted[ship],
            reason=limits.reason(setting, ships, ship),
        )
        yield Fault("launch_over_limit", f"{mention.path}.count", text, "W-3", mention.count)


def code_of(path: str, problem: Problem, value: Plain) -> tuple[str, str]:
    """The sheet's code for a fault of form in launch entries."""
    if problem in ("unknown_field", "missing"):
        return ("unknown_field" if problem == "unknown_field" else "missing_field"), "W-95"
    return ("bad_number" if path.endswith(".count") else "wrong_type"), "W-95"
