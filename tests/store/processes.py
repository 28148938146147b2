"""Deeds done in processes of their own, that can be killed at any point."""

from __future__ import annotations

import os
import pickle
import signal
import time
import traceback
from collections.abc import Callable
from typing import Any


class Child:
    """A fork that does one deed and tells its outcome."""

    def __init__(self, deed: Callable[[], Any]) -> None:
        self._reader, writer = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self._reader)
            _do(deed, writer)
        os.close(writer)

    def kill_after(self, seconds: float) -> bool:
        """Kill -9 after a while; whether it was still at work."""
        time.sleep(seconds)
        os.kill(self.pid, signal.SIGKILL)  # not waited for yet, so the number is still its own
        return self.outcome() is None

    def outcome(self) -> Any:
        """What the deed returned, or None if the process died before it could tell."""
        with os.fdopen(self._reader, "rb") as pipe:
            told = pipe.read()
        os.waitpid(self.pid, 0)
        return pickle.loads(told) if told else None


def _do(deed: Callable[[], Any], writer: int) -> None:
    """In the child: never returns into the test that forked it."""
    try:
        told = pickle.dumps(deed())
        with os.fdopen(writer, "wb") as pipe:
            pipe.write(told)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(0)


def together(deeds: list[Callable[[], Any]]) -> list[Any]:
    """Deeds let loose at the same moment, each in its own process."""
    gate, opener = os.pipe()

    def waiting(deed: Callable[[], Any]) -> Callable[[], Any]:
        def run() -> Any:
            os.close(opener)
            os.read(gate, 1)  # returns when the last writer has gone
            return deed()

        return run

    children = [Child(waiting(deed)) for deed in deeds]
    os.close(opener)
    os.close(gate)
    return [child.outcome() for child in children]


def die() -> None:
    """Kill -9 to oneself, at exactly this point."""
    os.kill(os.getpid(), signal.SIGKILL)
