"""A played duel as steps for a reader: dice, chips, sentences and the panel of ships with their six system lamps."""

from .cited import RULE_TEXTS
from .story import tell

__all__ = ["RULE_TEXTS", "tell"]
