"""What is left of a wave attacks its target, ship by ship, hit by hit. W-50 to W-58."""

from __future__ import annotations

from admiralty.core.need import Need
from admiralty.core.phase import phase
from admiralty.core.pool import Chart, Together, hits
from admiralty.core.state import replaced
from admiralty.core.table import Table

from .condense import unfollowed
from .state import NO_STRIKE, WRECK, FighterPhase, Strike
from .tables import ATTACK, CRITICAL, DAMAGE, SECTIONS
from .waves import RUNNING, homeward

LOOP = ("hits_elite", "hits_regular")
"""Hits still to be applied: what the loop of hit, damage, section and aboard counts down."""


@phase(
    touches=(
        "wave",
        "dealt",
        "share",
        "ships[near].alive",
        *(f"ships[target].{kind.kind}" for kind in SECTIONS),
        *RUNNING,
    )
)
def deal(state: FighterPhase, table: Table) -> FighterPhase:
    """The next ship of the target gets its share of the fighters; without either, the wave turns home. W-54."""
    focus = state.setting.rules.strike_allocation == "focus"
    group = state.setting.groups[state.aim].ships
    ahead = [ship for ship in (group if focus else group[state.dealt :]) if state.ships[ship].alive]
    if not ahead or not state.strike.total:
        return homeward(state)
    if state.target >= 0 and unfollowed(state.setting, state.target, state.wave):
        whole = state.ships[state.target].but(**{kind.kind: 0 for kind in SECTIONS})
        state = state.but(ships=replaced(state.ships, state.target, whole))
    share = first_fighter(state.strike) if focus else even_share(state.strike, len(ahead))
    return state.but(
        target=ahead[0],
        share=share,
        strike=state.strike.minus(share),
        dealt=state.dealt + 1 if focus else group.index(ahead[0]) + 1,
        phase="attack",
    )


def even_share(strike: Strike, ships: int) -> Strike:
    """What the first of some ships gets when fighters are dealt round robin, Elite first, remainder to the front."""
    elite = -(-strike.elite // ships)
    return Strike(elite, -(-strike.total // ships) - elite)


def first_fighter(strike: Strike) -> Strike:
    """The first fighter of the line: under the house rule "focus" each attacks the first ship still alive."""
    return Strike(1, 0) if strike.elite else Strike(0, 1)


@phase(touches=("share", "attacker", *LOOP))
def attack(state: FighterPhase, table: Table) -> FighterPhase:
    """One die per fighter dealt to the ship, Elite first. W-50, W-55."""
    share = state.share
    pool = Together((hits((share.elite, attack_need(state, True))), hits((share.regular, attack_need(state, False)))))
    elite, regular = table.roll(pool, "attack", state.setting.empires[state.attacker].id)
    return state.but(share=NO_STRIKE, hits_elite=elite, hits_regular=regular, phase="hit")


def attack_need(state: FighterPhase, elite: bool) -> Need:
    """What an attacking fighter needs: no modifier applies unless a house rule brings it in. W-51."""
    setting = state.setting
    rules = setting.rules
    return ATTACK.need(
        ATTACK.mods(
            elite=rules.attack_elite_to_hit and elite,
            afd=rules.attack_afd_to_hit and setting.empires[state.attacker].afd,
            nebula=rules.attack_nebula_to_hit and setting.nebula,
        )
    )


@phase(touches=("ships[target].alive", "striker", *LOOP), drains=LOOP)
def hit(state: FighterPhase, table: Table) -> FighterPhase:
    """The next hit is applied, Elite first; on a ship that is dead already hits do nothing. W-55, W-56."""
    if not state.ships[state.target].alive or not (state.hits_elite or state.hits_regular):
        return state.but(hits_elite=0, hits_regular=0, phase="aftermath")
    if state.hits_elite:
        return state.but(striker=Strike(1, 0), hits_elite=state.hits_elite - 1, phase="damage")
    return state.but(striker=Strike(0, 1), hits_regular=state.hits_regular - 1, phase="damage")


@phase(
    touches=("attacker", "target", "striker", "blow", "ships[target].hp", "ships[target].alive"),
    drains=LOOP,
)
def damage(state: FighterPhase, table: Table) -> FighterPhase:
    """A hit throws its damage die; what is beyond the ship's hit points is lost. W-52, W-53, W-56."""
    ship = state.ships[state.target]
    empire = state.setting.empires[state.attacker]
    dealt = table.roll(Chart(DAMAGE[bool(state.striker.elite), empire.afd]), "damage", empire.id)
    left = max(0, ship.hp - dealt)
    critical = left > 0 and dealt >= CRITICAL and state.setting.hulls[state.target].carrier
    return state.but(
        striker=NO_STRIKE,
        ships=replaced(state.ships, state.target, ship.but(hp=left, alive=left > 0)),
        blow=dealt if critical else 0,
        phase="section" if critical else "hit",
    )


@phase(
    touches=(
        "target",
        "ships[target].alive",
        "ships[target].flak_guns",
        "ships[target].bridge",
        "ships[target].weapon_arrays",
        "ships[target].flight_deck",
        "ships[target].engine_pods",
        "ships[target].grounded",
        "ships[target].distracted",
    )
)
def aftermath(state: FighterPhase, table: Table) -> FighterPhase:
    """The attack on a ship is over: if it lives it is distracted; if not, its grounded are lost and its attackers are
    used up. W-57, W-58, W-67."""
    ship = state.ships[state.target]
    marked = not state.setting.hulls[state.target].unmarked
    after = ship.but(distracted=marked or ship.distracted) if ship.alive else WRECK.but(hp=ship.hp)
    return state.but(ships=replaced(state.ships, state.target, after), phase="deal")
