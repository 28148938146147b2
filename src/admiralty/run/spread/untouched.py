"""What stands in a state for the parts that a phase does not touch."""

from __future__ import annotations

from typing import Any


class LyingTouch(AssertionError):
    """A phase read or changed a part of the state that its ``touches`` do not name."""


class Untouched:
    """Stands in a state for every part a phase does not touch. It can be carried along, and nothing else."""

    def _lie(self, *_: Any, **__: Any) -> Any:
        return self.refuse()

    def refuse(self) -> Any:
        raise LyingTouch("a part of the state was used that the phase's touches do not name")

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __hash__ = __bool__ = __int__ = __index__ = _lie
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __iter__ = __len__ = __getitem__ = _lie
    __getattr__ = __call__ = __contains__ = __float__ = __neg__ = __str__ = __format__ = _lie
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __and__ = __or__ = __truediv__ = __abs__ = _lie

    def __repr__(self) -> str:
        return "<untouched>"


UNTOUCHED = Untouched()
