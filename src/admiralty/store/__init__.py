"""The game master's table: battles of days in one file, with secret orders, deadlines and keys.

The file is the master's own: it holds the seed and the orders that are pending. What a side may learn, it learns
through these functions.
"""

from __future__ import annotations

from .asking import Questions, questions
from .clock import read_span, read_time, stopped, wall_clock
from .closing import Closed, close
from .database import engine_for
from .desk import Desk
from .master import KINDS, Overridden, Told, override, tell_seed
from .opening import Opened, names, open_battle
from .sending import Checked, Receipt, check_orders, reveal, seal, submit
from .sheet import seal_of
from .sight import Seen, View, replay_file, seen, view

__all__ = [
    "KINDS",
    "Checked",
    "Closed",
    "Desk",
    "Opened",
    "Overridden",
    "Questions",
    "Receipt",
    "Seen",
    "Told",
    "View",
    "check_orders",
    "close",
    "engine_for",
    "names",
    "open_battle",
    "override",
    "questions",
    "read_span",
    "read_time",
    "replay_file",
    "reveal",
    "seal",
    "seal_of",
    "seen",
    "stopped",
    "submit",
    "tell_seed",
    "view",
    "wall_clock",
]
