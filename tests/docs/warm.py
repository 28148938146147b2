"""A process that has the command line loaded and forks for every command, so that a page of sixty commands takes
seconds. What runs is ``admiralty.cli.main`` with the caller's arguments, environment, directory and streams.

    python warm.py SOCKET                      serves until it is stopped
    python warm.py SOCKET ask ARGUMENTS...     runs one command there, with its exit code
"""

from __future__ import annotations

import json
import os
import socket
import sys

STREAMS = (0, 1, 2)


def ask(place: str, arguments: list[str]) -> int:
    """Run a command in the server that listens at ``place``."""
    with socket.socket(socket.AF_UNIX) as link:
        link.connect(place)
        request = json.dumps([arguments, dict(os.environ), os.getcwd()]).encode() + b"\n"
        socket.send_fds(link, [request[:1]], STREAMS)
        link.sendall(request[1:])
        return int(link.makefile().readline())


def serve(place: str) -> None:
    """Load what the table needs, then fork for every command, one after another."""
    from admiralty import report, store  # noqa: F401  loaded for the children
    from admiralty.cli import table_master, table_players, table_words, verify  # noqa: F401
    from admiralty.rulesets import line  # noqa: F401

    with socket.socket(socket.AF_UNIX) as door:
        door.bind(place + ".new")
        door.listen()
        os.rename(place + ".new", place)  # whoever sees the name finds a server that listens
        while True:
            link, _ = door.accept()
            with link:
                _answer(link)


def _answer(link: socket.socket) -> None:
    first, streams, _, _ = socket.recv_fds(link, 1, len(STREAMS))
    arguments, environment, folder = json.loads(first + link.makefile("rb").readline())
    child = os.fork()
    if not child:
        _run(arguments, environment, folder, streams)
    for stream in streams:
        os.close(stream)
    _, status = os.waitpid(child, 0)
    link.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())


def _run(arguments: list[str], environment: dict[str, str], folder: str, streams: list[int]) -> None:
    """The child: becomes the command, and never returns."""
    for own, given in zip(STREAMS, streams, strict=True):
        os.dup2(given, own)
    # Anew: the old ones may remember that they could seek.
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(own, "w" if own else "r", encoding="utf-8") for own in STREAMS)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["admiralty", *arguments]
    code = 70
    try:
        from admiralty.cli import main

        main()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(bool(end.code))
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    if sys.argv[2:3] == ["ask"]:
        sys.exit(ask(sys.argv[1], sys.argv[3:]))
    serve(sys.argv[1])
