"""Flak: the target's guns and its best escorts fire at what came through the dogfight. W-40 to W-49, W-91."""

from __future__ import annotations

from math import comb

import msgspec

from admiralty.core.need import Mod, Need
from admiralty.core.phase import phase
from admiralty.core.pool import Faces, Odds, hits
from admiralty.core.table import Table

from .state import FighterPhase, Strike
from .tables import ESCORT_SHOTS, FLAK, FLAK_FIRE, SHOTS
from .waves import living


class Slot(msgspec.Struct, frozen=True):
    """A place in the firing order. ``need`` is None for wrecked guns: they keep the place and throw nothing."""

    ship: int
    need: Need | None


class Draw(msgspec.Struct, frozen=True):
    """Fighters lost one after another, each that is left equally likely. Reads: int, how many Elite are among them.

    The die for each loss has as many sides as there are fighters left; faces up to the number of Elite left are Elite.
    """

    elite: int
    regular: int
    count: int

    def dice(self) -> Faces:
        total = self.elite + self.regular
        return tuple(total - n for n in range(self.count))

    def read(self, faces: Faces) -> int:
        lost = 0
        for face in faces:
            lost += face <= self.elite - lost
        return lost

    def odds(self) -> Odds[int]:
        return Odds(
            (elite, comb(self.elite, elite) * comb(self.regular, self.count - elite))
            for elite in range(min(self.elite, self.count) + 1)
        )


@phase(touches=("strike", "aim", "defender", "degraded", "ships[near].alive", "ships[target].flak_guns"))
def flak(state: FighterPhase, table: Table) -> FighterPhase:
    """All guns of the firing order fire; a hit kills one Strike fighter, spare hits are wasted. W-40, W-41."""
    needs = [slot.need for slot in slots(state) if slot.need]
    if not needs:
        return state.but(phase="deal")
    defender = state.setting.empires[state.defender].id
    kills = min(table.roll(hits(*((1, need) for need in needs)), "flak", defender), state.strike.total)
    return state.but(strike=state.strike.minus(losses(state, table, kills)), phase="deal")


def slots(state: FighterPhase) -> tuple[Slot, ...]:
    """The firing order. W-42 to W-46."""
    group, incoming = state.setting.groups[state.aim], state.strike.total
    own = living(state, group)
    if not incoming or not own:
        return ()
    if group.kind == "screen":
        ships = sorted(own, key=lambda ship: base_of(state, ship))[: min(incoming, SHOTS)]
    elif group.kind == "freighters":
        ships = [*escorts(state), *own][:SHOTS]
    elif group.kind == "FB":
        ships = escorts(state)[: state.setting.rules.fighter_base_escorts]
    else:
        ships = [*own, *escorts(state)[:ESCORT_SHOTS]]
    if state.setting.rules.flak_capped_by_incoming:
        ships = ships[:incoming]
    modifiers = flak_mods(state)
    return tuple(Slot(ship, None if silent(state, ship) else flak_need(state, ship, modifiers)) for ship in ships)


def escorts(state: FighterPhase) -> list[int]:
    """The defender's living CR, DD, N and MI of any group, best flak first. W-44."""
    return [ship for ship in state.setting.empires[state.defender].escorts if state.ships[ship].alive]


def silent(state: FighterPhase, ship: int) -> bool:
    """A targeted Carrier with wrecked Flak Guns. W-46."""
    return ship == state.target and state.ships[ship].flak_guns > 0


def base_of(state: FighterPhase, ship: int) -> int:
    return FLAK[state.setting.hulls[ship].kind]


def flak_need(state: FighterPhase, ship: int, modifiers: tuple[Mod, ...]) -> Need:
    """What a ship's flak die needs. W-40."""
    return FLAK_FIRE.need(modifiers, base_of(state, ship))


def flak_mods(state: FighterPhase) -> tuple[Mod, ...]:
    """The modifiers of every flak die of the defender against this wave. W-47 to W-49, W-91."""
    setting = state.setting
    empire = setting.empires[state.defender]
    return FLAK_FIRE.mods(
        multi_wave=state.degraded,
        supply=not empire.supplied,
        nebula=setting.nebula,
        old_crown=setting.rules.retired_crown_flak_bonus and empire.crown,
    )


def losses(state: FighterPhase, table: Table, kills: int) -> Strike:
    """Which fighters flak kills: regular ones first, unless a house rule says otherwise. W-40."""
    rule, strike = state.setting.rules.flak_casualties, state.strike
    if rule == "random":
        elite = lottery(strike, table, kills)
    elif rule == "elite_first":
        elite = min(kills, strike.elite)
    else:
        elite = max(0, kills - strike.regular)
    return Strike(elite, kills - elite)


def lottery(strike: Strike, table: Table, kills: int) -> int:
    """How many Elite are among fighters lost at random; not thrown for where only one answer is possible."""
    if not kills or not strike.elite:
        return 0
    if kills == strike.total or not strike.regular:
        return min(kills, strike.elite)
    return table.roll(Draw(strike.elite, strike.regular, kills), "flak_losses")
