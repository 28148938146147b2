"""A played fighter phase as steps for a reader: dice, chips, sentences and the panel of ships."""

from .cited import RULE_TEXTS
from .story import tell

__all__ = ["RULE_TEXTS", "tell"]
