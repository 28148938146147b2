"""Goes through a played battle fighter by fighter, and finds every die and every loss accounted for.

Nothing here counts in columns, runs or pools: CAP fighters are dealt like cards, faces are compared with numbers one
by one, and at the end everybody who took off is home, lost in a dogfight, lost to flak or lost aboard.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from admiralty.core.event import Thrown
from admiralty.core.need import Need
from admiralty.core.ruleset import Record
from admiralty.rulesets.wave.state import FighterPhase, HouseRules
from admiralty.run.play import Play

from .scenes import Scene

FLAK = {"CV": 4, "SB": 4, "CR": 8, "DD": 9, "N": 9, "MI": 9, "DS": 9, "FR": 10}
DAMAGE = {  # HP by the face of the damage die: (Elite, card)
    (False, False): "1111112234",
    (False, True): "1111122334",
    (True, False): "1111122344",
    (True, True): "1111223344",
}


class Audit:
    """What an audit of one battle knows while it goes along, and what it found at the end."""

    def __init__(self, scenario: Scene, play: Play) -> None:
        self.play = play
        self.ships = {ship["id"]: ship for ship in scenario["ships"]}
        self.empires = {empire["id"]: empire for empire in scenario["empires"]}
        self.rules = HouseRules(**scenario["house_rules"])
        self.waves = {wave["id"]: wave for wave in scenario["waves"]}
        self.cap = {id: self.cap_line(id, scenario["cap"]) for id in self.empires}
        self.launched = Counter(name for line in self.cap.values() for name in line)
        self.lost: dict[str, Counter[str]] = {"dogfight": Counter(), "aboard": Counter()}
        self.strike: list[bool] = []  # the wave that is up: a truth value per fighter, whether it is Elite
        self.sent: list[bool] = []
        self.fate: Counter[str] = Counter()  # of all Strike: sent, dogfight, flak, home
        self.alive_before: set[str] = set()
        self.attackers = 0
        self.hits: list[bool] = []
        for record in play.records:
            self.look(record)

    def cap_line(self, empire: str, listed: list[Scene]) -> list[str]:
        own = [some for some in listed if self.ships[some["launcher"]]["empire"] == empire]
        own.sort(key=lambda some: not self.elite(some["launcher"]))
        return [some["launcher"] for some in own for _ in range(some["count"])]

    def elite(self, launcher: str) -> bool:
        return self.ships[launcher]["class"] == "CV" and self.ships[launcher].get("xp", 0) >= 25

    def look(self, record: Record) -> None:
        step: Callable[[FighterPhase, FighterPhase, list[Thrown]], None] | None = getattr(self, record.phase, None)
        thrown = [event for event in record.events if isinstance(event, Thrown)]
        for event in thrown:
            assert event.outcome == event.pool.read(event.faces)
            for need in needs(event):
                assert need.base - sum(mod.value for mod in need.mods) == need.unheld
                assert need.value == min(10, max(2, need.unheld))
                assert len({mod.name for mod in need.mods}) == len(need.mods)
        if step:
            step(record.before, record.after, thrown)
        else:
            assert not thrown

    def muster(self, before: FighterPhase, after: FighterPhase, thrown: list[Thrown]) -> None:
        assert not thrown
        if after.phase != "approach":
            return
        wave = self.waves[before.waves[before.wave].id]
        self.sent = [self.elite(some["launcher"]) for some in wave["fighters"] for _ in range(some["count"])]
        self.sent.sort(reverse=self.rules.strike_line_order == "elite_first")
        self.strike = list(self.sent)
        self.fate["sent"] += len(self.sent)
        self.alive_before = living(before)

    def intercept(self, before: FighterPhase, after: FighterPhase, thrown: list[Thrown]) -> None:
        columns = self.columns(before)
        hit = verdicts(thrown, columns)
        self.strike = [fighter for place, fighter in enumerate(self.sent) if place >= columns or not hit[place]]
        self.fate["dogfight"] += sum(hit)
        assert ranks(self.strike) == (after.strike.elite, after.strike.regular)

    def return_fire(self, before: FighterPhase, after: FighterPhase, thrown: list[Thrown]) -> None:
        columns, line = self.columns(before), self.line(before)
        victim = 0 if self.rules.cap_column_casualty == "front" else -1
        down = {range(c, len(line), columns)[victim] for c, hit in enumerate(verdicts(thrown, columns)) if hit}
        self.lost["dogfight"].update(line[place] for place in down)
        line[:] = [fighter for place, fighter in enumerate(line) if place not in down]
        self.agree_on_cap(after)

    def flak(self, before: FighterPhase, after: FighterPhase, thrown: list[Thrown]) -> None:
        guns = self.guns(before)
        hit = verdicts(thrown[:1], len(guns))
        if thrown:
            assert [need.base for need in needs(thrown[0])] == guns
        kills = min(sum(hit), len(self.strike))
        self.fate["flak"] += kills
        assert after.strike.total == len(self.strike) - kills
        elite, regular = ranks(self.strike)
        if self.rules.flak_casualties == "random":
            assert all(len(draw.faces) == kills for draw in thrown[1:])
        else:
            first = max(0, kills - regular) if self.rules.flak_casualties == "regular_first" else min(kills, elite)
            assert after.strike.elite == elite - first
        self.strike = [True] * after.strike.elite + [False] * after.strike.regular
        self.attackers = 0

    def guns(self, state: FighterPhase) -> list[int]:
        """The base numbers of the ships that throw, in order."""
        group, alive = state.setting.groups[state.aim], living(state)
        defender = state.setting.empires[group.empire].id
        own = [state.setting.hulls[ship].id for ship in group.ships if state.ships[ship].alive]
        bases = [FLAK[ship["class"]] for ship in self.ships.values() if self.escort(ship, defender, alive)]
        incoming = len(self.strike)
        if not own or not incoming:
            return []
        guns: list[int | None] = [FLAK.get(self.ships[ship]["class"]) for ship in own]
        if group.kind == "screen":
            guns = [*sorted(gun for gun in guns if gun)][: min(incoming, 5)]
        elif group.kind == "freighters":
            guns = [*sorted(bases), *guns][:5]
        elif group.kind == "FB":
            guns = [*sorted(bases)][: self.rules.fighter_base_escorts]
        else:
            silent = state.ships[group.ships[0]].flak_guns
            guns = [None if silent else guns[0], *sorted(bases)[:4]]
        return [gun for gun in (guns[:incoming] if self.rules.flak_capped_by_incoming else guns) if gun]

    def escort(self, ship: Scene, empire: str, alive: set[str]) -> bool:
        return ship["empire"] == empire and ship["class"] in ("CR", "DD", "N", "MI") and ship["id"] in alive

    def deal(self, before: FighterPhase, after: FighterPhase, thrown: list[Thrown]) -> None:
        assert not thrown
        if after.phase != "muster":
            self.dealt(before, after)
            return
        target = {self.play.state.setting.hulls[ship].id for ship in before.setting.groups[before.aim].ships}
        if target & living(before) or (target & self.alive_before and self.rules.strike_allocation == "even"):
            assert self.attackers == len(self.strike)  # one die for every fighter that came through
        if not target & self.alive_before:
            assert not self.attackers
        self.fate["home"] += len(self.strike)

    def dealt(self, before: FighterPhase, after: FighterPhase) -> None:
        """Fighters still to be dealt, Elite first, go round robin over the ships that are still to get theirs."""
        line = [True] * before.strike.elite + [False] * before.strike.regular
        group, focus = before.setting.groups[before.aim].ships, self.rules.strike_allocation == "focus"
        ahead = [ship for ship in group[0 if focus else before.dealt :] if before.ships[ship].alive]
        assert after.target == ahead[0]
        share = line[:1] if focus else line[:: len(ahead)]
        assert ranks(share) == (after.share.elite, after.share.regular)

    def attack(self, before: FighterPhase, after: FighterPhase, thrown: list[Thrown]) -> None:
        share = before.share
        line = [True] * share.elite + [False] * share.regular
        self.hits = [elite for elite, hit in zip(line, verdicts(thrown, share.total), strict=True) if hit]
        self.attackers += share.total
        assert ranks(self.hits) == (after.hits_elite, after.hits_regular)

    def damage(self, before: FighterPhase, after: FighterPhase, thrown: list[Thrown]) -> None:
        old, new = before.ships[before.target], after.ships[before.target]
        faces = [face for event in thrown for face in event.faces]
        assert bool(faces) == bool(old.alive and self.hits)
        card = bool(self.empires[before.setting.empires[before.attacker].id].get("afd"))
        hp, dealt = old.hp, 0
        for face in faces:
            assert hp > 0  # a ship that is dead takes no more dice
            dealt = int(DAMAGE[self.hits.pop(0), card][face - 1])
            hp = max(0, hp - dealt)
        assert (new.hp, new.alive) == (hp, hp > 0)
        if self.carrier(before):
            assert len(faces) <= 1
            assert after.blow == (dealt if dealt > 1 and new.alive else 0)

    def carrier(self, state: FighterPhase) -> bool:
        return self.ships[state.setting.hulls[state.target].id]["class"] == "CV"

    def section(self, before: FighterPhase, after: FighterPhase, thrown: list[Thrown]) -> None:
        old, new = (sum(state.ships[before.target].wrecked()) for state in (before, after))
        assert new - old == sum(event.why == "section" for event in thrown)
        assert new <= 9
        if before.blow > 2:
            assert new == min(9, old + 1)

    def aboard(self, before: FighterPhase, after: FighterPhase, thrown: list[Thrown]) -> None:
        name = before.setting.hulls[before.target].id
        aboard = before.ships[before.target].grounded - after.ships[before.target].grounded
        flying = before.cap - after.cap
        most = {3: self.rules.heavy_crit_loss_3, 4: self.rules.heavy_crit_loss_4}[before.blow]
        assert aboard + flying in (0, min(most, before.ships[before.target].grounded + self.line(before).count(name)))
        self.lost["aboard"][name] += flying
        for _ in range(flying):
            self.line(before).remove(name)
        self.agree_on_cap(after)

    def columns(self, state: FighterPhase) -> int:
        return 0 if state.turned_back else min(len(self.sent), len(self.line(state)))

    def line(self, state: FighterPhase) -> list[str]:
        return self.cap[state.setting.empires[state.defender].id]

    def agree_on_cap(self, state: FighterPhase) -> None:
        for empire, line, counts in zip(state.setting.empires, state.lines, state.caps, strict=True):
            ids = [state.setting.hulls[ship].id for ship in line]
            told = [id for id, count in zip(ids, counts, strict=True) for _ in range(count)]
            assert told == self.cap[empire.id]


def verdicts(thrown: list[Thrown], dice: int) -> list[bool]:
    """Whether each die of a throw reached its number; there must be exactly so many d10."""
    assert sum(len(event.faces) for event in thrown) == dice
    assert all(event.pool.dice() == (10,) * len(event.faces) for event in thrown)
    pairs = [pair for event in thrown for pair in zip(event.faces, needs(event), strict=True)]
    return [face >= need.value for face, need in pairs]


def needs(event: Thrown) -> list[Need]:
    """The need of every die of a throw that has one."""
    pools: tuple[Any, ...] = getattr(event.pool, "pools", (event.pool,))
    return [need for pool in pools if hasattr(pool, "needs") for need in pool.needs()]


def ranks(fighters: list[bool]) -> tuple[int, int]:
    """How many Elite and how many regular."""
    return sum(fighters), len(fighters) - sum(fighters)


def living(state: FighterPhase) -> set[str]:
    return {hull.id for hull, ship in zip(state.setting.hulls, state.ships, strict=True) if ship.alive}
