"""The panel: every ship, and every wave in the air, after a step."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from admiralty.core.show import Bar, Part, Piece
from admiralty.core.words import NOTHING, Text, say

from ..charts import CLASSES
from ..launch import labels
from ..state import FighterPhase, Hull, Ship, Wave
from ..tables import SECTIONS
from . import phrases
from .raid import Raid

HP = say("HP")
SHORT: dict[str, Text] = {
    "flak_guns": say("Flak guns"),
    "bridge": say("Bridge"),
    "weapon_array_port": say("Array P"),
    "weapon_array_starboard": say("Array S"),
    "landing_bay": say("Landing bay"),
    "launch_tubes_port": say("Tubes P"),
    "launch_tubes_starboard": say("Tubes S"),
    "engine_pod_port": say("Engine P"),
    "engine_pod_starboard": say("Engine S"),
}


class Panels:
    """Makes panels for the steps of a battle; what the waves have left is read off once."""

    def __init__(self, flown: Sequence[Raid]) -> None:
        self.left = {raid.number: raid.left for raid in flown}

    def at(self, state: FighterPhase, wave: int = -1, left: int = 0) -> tuple[Piece, ...]:
        """All pieces, the wave that is up first. ``wave``: its number, of which ``left`` fighters live; -1 before the
        first comes up."""
        aimed = {ship for one in state.waves for ship in state.setting.groups[one.target].ships}
        ships = tuple(
            ship_piece(hull, state.ships[n], cap_of(state, n), state.fatigued[hull.empire], n in aimed)
            for n, hull in enumerate(state.setting.hulls)
        )
        waves = self.waves(state, wave, left)
        up = waves[wave : wave + 1] if wave >= 0 else ()
        return (*up, *ships, *(piece for piece in waves if piece not in up))

    def waves(self, state: FighterPhase, up: int, left: int) -> tuple[Piece, ...]:
        flying = []
        for n, (wave, label) in enumerate(zip(state.waves, labels(state.waves), strict=True)):
            number = left if n == up else self.left[n] if n < up else wave.size
            flying.append(wave_piece(wave, label, state.setting.groups[wave.target].id, number, n > up))
        return tuple(flying)


def cap_of(state: FighterPhase, ship: int) -> int:
    """CAP of a launcher still flying."""
    empire = state.setting.hulls[ship].empire
    line = state.lines[empire]
    return state.caps[empire][line.index(ship)] if ship in line else 0


@cache
def ship_piece(hull: Hull, ship: Ship, cap: int, fatigued: bool, aimed: bool) -> Piece:
    """A ship. A Carrier that nobody comes at cannot lose a section, so its diagram would only take room."""
    diagram = hull.carrier and ship.alive and (aimed or any(ship.wrecked()))
    return Piece(
        hull.id,
        kind_of(hull),
        hull.empire,
        (Bar(HP, ship.hp, hull.max_hp),),
        facts(hull, ship, cap, fatigued),
        sections(ship) if diagram else (),
        gone=NOTHING if ship.alive else say("destroyed"),
    )


def kind_of(hull: Hull) -> Text:
    kind = CLASSES[hull.kind]
    if hull.elite:
        return say("{kind} · Elite", kind=kind)
    return say("{kind} · Veteran", kind=kind) if hull.veteran else kind


def facts(hull: Hull, ship: Ship, cap: int, fatigued: bool) -> tuple[Text, ...]:
    """CAP, wing and whether it is out of action; a star for Elite fighters."""
    return phrases.kept(
        flying(hull, cap, fatigued),
        aboard(hull, ship),
        say("distracted: no fire in Round 1") if ship.distracted else NOTHING,
    )


def flying(hull: Hull, cap: int, fatigued: bool) -> Text:
    if not cap:
        return NOTHING
    told = say("{n} CAP ★ flying", n=cap) if hull.elite else say("{n} CAP flying", n=cap)
    return say("{cap}, fatigued", cap=told) if fatigued else told


def aboard(hull: Hull, ship: Ship) -> Text:
    if not ship.grounded:
        return NOTHING
    return say("{n} ★ aboard", n=ship.grounded) if hull.elite else say("{n} aboard", n=ship.grounded)


def sections(ship: Ship) -> tuple[Part, ...]:
    """The nine sections in printed order. Of twins, the first are shown wrecked: they are alike in every rule."""
    return tuple(
        Part(SHORT[name], "wrecked" if place < gone else "works")
        for kind, gone in zip(SECTIONS, ship.wrecked(), strict=True)
        for place, name in enumerate(kind.names)
    )


@cache
def wave_piece(wave: Wave, label: str, target: str, left: int, waiting: bool) -> Piece:
    """A wave as far as it lives."""
    return Piece(
        f"{label} → {target}",
        say("Strike"),
        wave.attacker,
        (Bar(say("fighters"), left, wave.size, "other"),),
        (say("not yet up"),) if waiting else (),
        gone=NOTHING if left else say("nobody left"),
    )
