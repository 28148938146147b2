"""A target number and the named modifiers that moved it.

The number a die must reach and the chips under it in a replay come from the same ``Need``, so a modifier can never be
shown and not applied, or applied and not shown. One sign for all rulesets: plus is easier, minus is harder.
"""

from __future__ import annotations

import msgspec

Scalar = str | int | None


class Mod(msgspec.Struct, frozen=True):
    """A named modifier. ``value``: plus is easier. ``about``: what the reason names (a ship, a stack's size)."""

    name: str
    value: int
    rule: str
    about: Scalar = None


class Need(msgspec.Struct, frozen=True):
    """The number that one die must reach: base minus the sum of the modifiers, held within floor and ceiling."""

    base: int
    mods: tuple[Mod, ...] = ()
    floor: int | None = None
    ceiling: int | None = None

    @property
    def unheld(self) -> int:
        """The number before the limits."""
        return self.base - sum(mod.value for mod in self.mods)

    @property
    def value(self) -> int:
        """The shown number: roll this or more."""
        number = self.unheld
        if self.ceiling is not None and number > self.ceiling:
            number = self.ceiling
        if self.floor is not None and number < self.floor:
            number = self.floor
        return number

    @property
    def held(self) -> bool:
        """Whether a limit moved the number."""
        return self.value != self.unheld

    def mod(self, name: str) -> int:
        """The value of a modifier, 0 if it does not apply."""
        return sum(mod.value for mod in self.mods if mod.name == name)


def mods(*candidates: tuple[bool, Mod]) -> tuple[Mod, ...]:
    """The modifiers whose condition holds, in the order of the chart."""
    return tuple(mod for applies, mod in candidates if applies and mod.value)
