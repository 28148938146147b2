"""A fighter phase from its launch to the hand-over, step by step. W-96."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from admiralty.core.ruleset import Record
from admiralty.core.show import Step

from .assault import attack_step
from .closing import closing_step
from .duels import dogfight_step, gone_step
from .flak_fire import flak_step
from .opening import opening_step
from .panel import Panels
from .raid import Raid, raids


def tell(records: Sequence[Record]) -> list[Step]:
    """The steps of a battle, as far as it was played, every die with its chips. W-96."""
    if not records:
        return []
    flown = tuple(raids(records))
    panels = Panels(flown)
    steps = [opening_step(records, panels)]
    for raid in flown:
        steps += raid_steps(raid, panels)
    if records[-1].after.phase == "over":
        steps.append(closing_step(records[-1].after, flown, panels))
    return steps


def raid_steps(raid: Raid, panels: Panels) -> Iterator[Step]:
    """Dogfight, flak and attack of a wave; several phases make one step."""
    if raid.start.turned_back:
        yield gone_step(raid, panels)
        return
    if raid.of("intercept"):
        yield dogfight_step(raid, panels)
    if raid.of("flak") and not raid.target_gone and raid.of("flak")[0].before.strike.total:
        yield flak_step(raid, panels)
    if raid.of("attack"):
        yield attack_step(raid, panels)
