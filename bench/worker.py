"""``python -m bench.worker GROUP QUESTION WAY``: one way of answering in a process of its own; prints JSON."""

from __future__ import annotations

import json
import sys
import warnings
from typing import Any

from .groups import group
from .timing import measure


def main(name: str, key: str, way: str) -> None:
    warnings.simplefilter("ignore")  # dyce warns that ``expand`` may change
    question = next(question for question in group(name).questions if question.key == key)
    print(json.dumps(_outcome(question.ways[int(way)])))


def _outcome(way: Any) -> dict[str, Any]:
    try:
        return measure(way)
    except ImportError as error:
        return {"missing": str(error)}


if __name__ == "__main__":
    main(*sys.argv[1:])
