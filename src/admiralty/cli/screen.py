"""Where a command's words go: results to stdout, everything else to stderr, both in the reader's language."""

from __future__ import annotations

import json
import os
import sys
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..core.words import Text

if TYPE_CHECKING:
    from gettext import NullTranslations

    from rich.console import Console, RenderableType

    from ..report.voice import Voice


_FILE_WIDTH = 120  # columns of tables that go into a file or a pipe


class Screen:
    """A reader's two streams and language. Names in sentences are made harmless before they are shown."""

    def __init__(self, lang: str = "en") -> None:
        self.lang = lang

    @cached_property
    def language(self) -> NullTranslations:
        from ..report.language import language

        return language(self.lang)

    @cached_property
    def voice(self) -> Voice:
        from ..report.voice import plain_voice

        return plain_voice(self.language)

    @cached_property
    def console(self) -> Console:
        return self._console(stderr=False)

    @cached_property
    def side_console(self) -> Console:
        return self._console(stderr=True)

    def _console(self, stderr: bool) -> Console:
        from rich.console import Console

        console = Console(stderr=stderr, markup=False, highlight=False, emoji=False)
        if not console.is_terminal and "COLUMNS" not in os.environ:
            console.width = _FILE_WIDTH
        return console

    def say(self, text: Text) -> None:
        """A sentence to stdout."""
        self.write(self.voice(text) + "\n")

    def warn(self, text: Text) -> None:
        """A sentence to stderr."""
        print(_writable(self.voice(text), sys.stderr), file=sys.stderr)

    def write(self, text: str) -> None:
        """Finished text to stdout, as it is."""
        sys.stdout.write(_writable(text, sys.stdout))

    def data(self, data: Any) -> None:
        """Plain data as JSON to stdout."""
        self.write(json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False) + "\n")

    def draw(self, *drawn: RenderableType) -> None:
        """Tables and bars to stdout."""
        for one in drawn:
            self.console.print(one)


def _writable(text: str, stream: Any) -> str:
    """The text with what the stream cannot encode replaced: half a surrogate pair, letters a terminal lacks."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)
