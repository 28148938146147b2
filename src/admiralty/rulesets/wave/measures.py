"""What odds are odds of, under the names of the sheet's case format."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from admiralty.core.errors import Complaint
from admiralty.core.ruleset import Measure, Moment, Reading
from admiralty.core.words import say

from .handover import round_one_gun
from .state import FighterPhase, Named, place_of
from .tables import SECTIONS

Wanted = Measure[FighterPhase]
DEAD = "dead"


def measures(state: FighterPhase) -> list[Wanted]:
    """Every observable of a battle, once. Waves are only known when they are launched."""
    return [measure(state, name) for name in names(state)]


def names(state: FighterPhase) -> Iterator[str]:
    setting = state.setting
    for empire in setting.empires:
        yield f"cap:{empire.id}"
    for wave in state.waves:
        yield f"through_dogfight:{wave.id}"
        yield f"through_flak:{wave.id}"
    for hull in setting.hulls:
        yield from (f"{kind}:{hull.id}" for kind in ("hp", "destroyed", "distracted"))
        if hull.launcher:
            yield from (f"{kind}:{hull.id}" for kind in ("cap_of", "grounded"))
        if hull.carrier:
            yield from (f"{kind}:{hull.id}" for kind in ("wrecked", "gun"))
            yield from (f"section:{hull.id}/{kind.kind}" for kind in SECTIONS)
    for group in setting.groups:
        if len(group.ships) > 1:
            yield f"ships_lost:{group.id}"
            yield f"ships_distracted:{group.id}"


def measure(state: FighterPhase, name: str) -> Wanted:
    """The measure of that name. Raises ``Complaint`` for one that is not there."""
    kind, _, rest = name.partition(":")
    if kind not in KINDS:
        raise unknown(name)
    return KINDS[kind](state, name, rest)


def unknown(name: str) -> Complaint:
    return Complaint(say("there is no measure {name}", name=name), "unknown_measure", name)


def index(items: tuple[Named, ...], id: str, name: str) -> int:
    """The index of a piece that a measure names."""
    place = place_of(items, id)
    if place < 0:
        raise unknown(name)
    return place


def cap(state: FighterPhase, name: str, rest: str) -> Wanted:
    empire = index(state.setting.empires, rest, name)
    return Measure(name, lambda s: sum(s.caps[empire]), (f"caps[{empire}]",))


def cap_of(state: FighterPhase, name: str, rest: str) -> Wanted:
    ship = index(state.setting.hulls, rest, name)
    empire = state.setting.hulls[ship].empire

    def left(s: FighterPhase) -> int:
        line = s.lines[empire]
        return s.caps[empire][line.index(ship)] if ship in line else 0

    return Measure(name, left, ("lines", f"caps[{empire}]"))


def through_dogfight(state: FighterPhase, name: str, rest: str) -> Wanted:
    wave = index(state.waves, rest, name)
    return Measure(name, lambda s: s.strike.total, ("strike",), Moment("flak", (wave, 0)))


def through_flak(state: FighterPhase, name: str, rest: str) -> Wanted:
    wave = index(state.waves, rest, name)
    return Measure(name, lambda s: s.strike.total, ("strike",), Moment("deal", (wave, 0)))


def hp(state: FighterPhase, name: str, rest: str) -> Wanted:
    ship = index(state.setting.hulls, rest, name)
    return Measure(name, lambda s: s.ships[ship].hp, (f"ships[{ship}].hp",))


def destroyed(state: FighterPhase, name: str, rest: str) -> Wanted:
    ship = index(state.setting.hulls, rest, name)
    return Measure(name, lambda s: not s.ships[ship].alive, (f"ships[{ship}].alive",))


def distracted(state: FighterPhase, name: str, rest: str) -> Wanted:
    ship = index(state.setting.hulls, rest, name)
    return Measure(name, lambda s: s.ships[ship].distracted, (f"ships[{ship}].distracted",))


def grounded(state: FighterPhase, name: str, rest: str) -> Wanted:
    ship = index(state.setting.hulls, rest, name)
    return Measure(name, lambda s: s.ships[ship].grounded, (f"ships[{ship}].grounded",))


def ships_lost(state: FighterPhase, name: str, rest: str) -> Wanted:
    ships = state.setting.groups[index(state.setting.groups, rest, name)].ships
    touches = tuple(f"ships[{ship}].alive" for ship in ships)
    return Measure(name, lambda s: sum(not s.ships[ship].alive for ship in ships), touches)


def ships_distracted(state: FighterPhase, name: str, rest: str) -> Wanted:
    ships = state.setting.groups[index(state.setting.groups, rest, name)].ships
    touches = tuple(f"ships[{ship}].distracted" for ship in ships)
    return Measure(name, lambda s: sum(s.ships[ship].distracted for ship in ships), touches)


def section_paths(ship: int, *kinds: str) -> tuple[str, ...]:
    return (f"ships[{ship}].alive", *(f"ships[{ship}].{kind}" for kind in kinds))


def wrecked(state: FighterPhase, name: str, rest: str) -> Wanted:
    ship = index(state.setting.hulls, rest, name)
    paths = section_paths(ship, *(kind.kind for kind in SECTIONS))
    return Measure(name, lambda s: sum(s.ships[ship].wrecked()) if s.ships[ship].alive else DEAD, paths)


def section(state: FighterPhase, name: str, rest: str) -> Wanted:
    id, _, kind = rest.rpartition("/")
    ship = index(state.setting.hulls, id, name)
    if kind not in [one.kind for one in SECTIONS]:
        raise unknown(name)

    def gone(s: FighterPhase) -> Reading:
        return int(getattr(s.ships[ship], kind)) if s.ships[ship].alive else DEAD

    return Measure(name, gone, section_paths(ship, kind))


def gun(state: FighterPhase, name: str, rest: str) -> Wanted:
    ship = index(state.setting.hulls, rest, name)
    paths = (*section_paths(ship, "weapon_arrays"), f"ships[{ship}].distracted")
    return Measure(name, lambda s: round_one_gun(s.ships[ship]), paths)


def joint(*kinds: str) -> Callable[[FighterPhase, str, str], Wanted]:
    """A measure that reads several at once: "a,b". ``kinds``: the measure of each part; the last serves all further
    parts. Read at the moment of the last that has one."""

    def make(state: FighterPhase, name: str, rest: str) -> Wanted:
        parts = rest.split("/")
        of_part = [kinds[min(n, len(kinds) - 1)] for n in range(len(parts))]
        together = [measure(state, f"{kind}:{part}") for kind, part in zip(of_part, parts, strict=True)]
        touches = tuple(dict.fromkeys(path for one in together for path in one.touches))
        moments = [one.at for one in together if one.at]
        return Measure(
            name,
            lambda s: ",".join(str(one.read(s)) for one in together),
            touches,
            moments[-1] if moments else None,
        )

    return make


KINDS: dict[str, Callable[[FighterPhase, str, str], Wanted]] = {
    "cap": cap,
    "cap_of": cap_of,
    "through_dogfight": through_dogfight,
    "through_flak": through_flak,
    "hp": hp,
    "destroyed": destroyed,
    "distracted": distracted,
    "grounded": grounded,
    "ships_lost": ships_lost,
    "ships_distracted": ships_distracted,
    "wrecked": wrecked,
    "section": section,
    "gun": gun,
    "joint_dogfight": joint("cap", "through_dogfight"),
    "joint_cap_flak": joint("cap", "through_flak"),
    "joint_cap_hp": joint("cap", "hp"),
    "joint_hp": joint("hp"),
}
