"""What every command is wrapped in: a mistake becomes a message and an exit code, never a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, NoReturn

import typer

REFUSED = 1
INTERRUPTED = 130


def guarded(run: Callable[..., None]) -> Callable[..., None]:
    """The command, its refusals shown in the reader's language or, with ``--json``, as data."""

    @wraps(run)
    def command(**given: Any) -> None:
        try:
            run(**given)
        except KeyboardInterrupt:
            _interrupted(given)
            raise typer.Exit(INTERRUPTED) from None
        except Exception as error:
            if not _shown(error, given):
                raise
            raise typer.Exit(REFUSED) from None

    return command


def _shown(error: Exception, given: dict[str, Any]) -> bool:
    """Show a mistake that somebody can mend; False for anything else."""
    from .mistakes import faults_of, show

    faults = faults_of(error)
    if not faults:
        return False
    show(faults, given.get("lang", "en"), bool(given.get("as_json", False)), getattr(error, "source", ""))
    return True


def _interrupted(given: dict[str, Any]) -> None:
    from ..core.words import say
    from .screen import Screen

    Screen(given.get("lang", "en")).warn(say("Stopped. Nothing was finished, and nothing was written."))


@contextmanager
def safe_streams() -> Iterator[None]:
    """Streams that cannot end a command in a traceback: closed ones, broken pipes, letters a terminal does not have."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        yield
    except BrokenPipeError:
        _silence()
        sys.exit(REFUSED)
    except OSError as error:
        _cannot_write(error)
    finally:
        _flush()


def _flush() -> None:
    """Write what is left; a full disk or a reader that has gone is told in one line or not at all."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _silence()
    except OSError as error:
        _cannot_write(error)


def _cannot_write(error: OSError) -> NoReturn:
    _silence()
    print(f"admiralty: the output cannot be written: {error.strerror}", file=sys.stderr)
    sys.exit(REFUSED)


def _silence() -> None:
    """Point stdout at nothing, so that Python does not complain about it once more at exit."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
