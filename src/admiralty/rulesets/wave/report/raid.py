"""What the steps of a wave are told from: its records, its letter, and how many of it are left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from admiralty.core.ruleset import Record
from admiralty.core.words import Text, say

from ..launch import labels
from ..state import FighterPhase, Group, Setting, Wave
from ..waves import living

STEPS = ("intercept", "return_fire", "flak", "deal", "attack", "hit", "damage", "section", "aboard", "aftermath")
"""The phases of a wave once it is up."""


@dataclass(frozen=True)
class Raid:
    """One wave as it was played, or as far as it was. ``number``: its place in the order of waves."""

    number: int
    label: str
    wave: Wave
    records: tuple[Record, ...]

    @property
    def start(self) -> FighterPhase:
        """The state with the wave up, before its dogfight."""
        state: FighterPhase = self.records[0].after
        return state

    @property
    def setting(self) -> Setting:
        return self.start.setting

    @property
    def target(self) -> Group:
        return self.setting.groups[self.wave.target]

    @property
    def target_gone(self) -> bool:
        """Whether nothing of its target was left when it came up. W-16."""
        return not living(self.start, self.target)

    @property
    def attacker(self) -> str:
        return self.setting.empires[self.start.attacker].id

    @property
    def defender(self) -> str:
        return self.setting.empires[self.start.defender].id

    @property
    def chapter(self) -> Text:
        return say("{wave} · {size} Strike → {target}", wave=self.label, size=self.wave.size, target=self.target.id)

    def anchor(self, step: str) -> str:
        return f"{self.label}-{step}"

    def of(self, *phases: str) -> tuple[Record, ...]:
        """Its records of some phases."""
        return tuple(record for record in self.records if record.phase in phases)

    @property
    def left(self) -> int:
        """Its fighters that live: after the flak, or after the last step that was played. Ships kill none."""
        played = self.of("approach", "intercept", "flak")
        state: FighterPhase = played[-1].after
        return state.strike.total


def raids(records: Sequence[Record]) -> Iterator[Raid]:
    """The waves of a battle as far as they came up, in order."""
    starts = [n for n, record in enumerate(records) if record.phase == "approach"]
    for start, end in zip(starts, [*starts[1:], len(records)], strict=False):
        state: FighterPhase = records[start].after
        own = (records[start], *(record for record in records[start + 1 : end] if record.phase in STEPS))
        yield Raid(state.wave, labels(state.waves)[state.wave], state.waves[state.wave], own)
