"""The d10 fighter phase: CAP, Strike waves, flak and Carriers that lose sections."""

from .rules import RULES

__all__ = ["RULES"]
