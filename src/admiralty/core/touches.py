"""Touches: paths into a state, as phases and measures name them. ``core/phase.py`` says how they are written."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

ALL = ("*",)
"""Touches of a phase that may read and change everything."""

_TOKEN = re.compile(r"\.?([A-Za-z_]\w*)|\[(\*|-?\d+|[A-Za-z_]\w*)\]")


@lru_cache(maxsize=4096)
def parse(path: str) -> tuple[tuple[str, str], ...]:
    """A touch path as tokens: ("field", name) or ("item", index field, number or *)."""
    tokens, end = [], 0
    for match in _TOKEN.finditer(path):
        if match.start() != end:
            break
        end = match.end()
        tokens.append(("field", match[1]) if match[1] else ("item", match[2]))
    if end != len(path) or not tokens:
        raise ValueError(f"not a touch path: {path!r}")
    return tuple(tokens)


def index_fields(touches: Iterable[str]) -> tuple[str, ...]:
    """The state fields that these paths use as an index."""
    names = [
        word
        for path in touches
        if path != "*"
        for kind, word in parse(path)
        if kind == "item" and word != "*" and not word.lstrip("-").isdigit()
    ]
    return tuple(dict.fromkeys(names))
