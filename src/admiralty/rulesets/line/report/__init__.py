"""A played battle as steps for a reader, turn by turn: L-59."""

from .story import tell

__all__ = ["tell"]
