"""Times one way of answering, in the process that runs this: with empty caches, and asked again."""

from __future__ import annotations

import functools
import gc
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .ask import Run, Way

RUNS = 31
SECONDS = 2.0
"""So many runs are timed, or as many as begin within so many seconds."""

LONG = 10.0
"""A first run that takes longer than this is not repeated."""

TIMED = ("admiralty", "bench", "dyce", "icepool", "nashpy")


def measure(way: Way) -> dict[str, Any]:
    """Seconds of each timed run with empty caches and of each run that may use what earlier ones left in them, the
    remark on the last result and the peak memory of this process in MB.

    The first run warms up (imports, byte code, numpy's own tables) and is left out, unless it is a long one, which is
    not repeated.
    """
    first, result = timed(way.prepare())
    cold: list[float] = []
    again: list[float] = []
    if first < LONG:
        del result
        cold, _ = repeated(lambda: fresh(way))
        again, result = repeated(way.prepare)
    remark = way.remark(result)
    return {"times": cold or [first], "again": again, "warm": bool(cold), "remark": remark, "memory": peak_memory()}


def repeated(prepare: Callable[[], Run]) -> tuple[list[float], Any]:
    """Seconds of each run, every one put to new inputs, and the last result."""
    times: list[float] = []
    result = None
    began = time.perf_counter()
    while len(times) < RUNS and (not times or time.perf_counter() - began < SECONDS):
        result = None
        run = prepare()
        seconds, result = timed(run)
        times.append(seconds)
    return times, result


def fresh(way: Way) -> Run:
    """What is timed, put to new inputs, with all that was remembered forgotten."""
    run = way.prepare()
    forget()
    return run


def timed(run: Run) -> tuple[float, Any]:
    start = time.perf_counter()
    result = run()
    return time.perf_counter() - start, result


def forget() -> None:
    """Empty every cache of a function of the libraries under test, and what only those caches held."""
    for thing in gc.get_objects():
        if isinstance(thing, functools._lru_cache_wrapper) and getattr(thing, "__module__", "").startswith(TIMED):
            thing.cache_clear()
    for name in ("icepool.math",):  # keeps a table of its own
        if name in sys.modules:
            sys.modules[name].comb_row_cache.clear()
    gc.collect()


def peak_memory() -> float:
    """The most memory this process ever held, in MB. Not ``ru_maxrss`` where it can be helped: a new process takes
    that over from the one that started it."""
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size / (1024 * 1024 if sys.platform == "darwin" else 1024)
