"""Files in and out: read whole with a sentence for what is wrong, written whole or not at all."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

from ..core.errors import Complaint
from ..core.words import Text, say, verbatim

CAUSES: dict[int | None, Text] = {
    errno.ENOENT: say("No such file or directory"),
    errno.EACCES: say("Permission denied"),
    errno.EISDIR: say("Is a directory"),
    errno.ENOTDIR: say("Not a directory"),
    errno.ENOSPC: say("No space left on device"),
    errno.EROFS: say("Read-only file system"),
}
"""What the system says most often, as sentences that can be translated."""


def cause(error: OSError) -> Text:
    """Why a file could not be used."""
    return CAUSES.get(error.errno) or verbatim(error.strerror or str(error))


def read_text(file: Path) -> str:
    """A file of UTF-8 text, line ends untouched. Raises ``Complaint`` naming the file and what is wrong with it."""
    try:
        return file.read_bytes().decode("utf-8")
    except OSError as error:
        raise Complaint(say("{file}: cannot be read: {why}", file=str(file), why=cause(error)), "file") from None
    except UnicodeDecodeError:
        raise Complaint(say("{file}: is not UTF-8 text", file=str(file)), "file") from None


def write_text(file: Path, text: str) -> None:
    """A file written in one go."""
    write_bytes(file, text.encode("utf-8", "backslashreplace"))


def write_bytes(file: Path, content: bytes) -> None:
    """A file written beside its place and then moved there, so that nobody ever sees half of it."""
    try:
        if file.exists() and not file.is_file():
            _write_through(file, content)
        else:
            _write_beside(file, content)
    except OSError as error:
        raise Complaint(say("{file}: cannot be written: {why}", file=str(file), why=cause(error)), "file") from None


def _write_through(file: Path, content: bytes) -> None:
    """Into a pipe or a device, which has no beside."""
    with file.open("wb") as stream:
        stream.write(content)


def _write_beside(file: Path, content: bytes) -> None:
    target = file.resolve()
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name[:40]}-", dir=target.parent)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(name, _mode(target))
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise


def _mode(target: Path) -> int:
    """The rights a file has, or those a new one gets."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def check_place(file: Path | None) -> None:
    """Refuse a place that cannot be written before hours of work go into it. Raises ``Complaint``."""
    if file is None:
        return
    if file.is_dir():
        raise Complaint(say("{file}: is a directory", file=str(file)), "file")
    if not file.absolute().parent.is_dir():
        raise Complaint(say("{file}: there is no such directory to write it in", file=str(file)), "file")
