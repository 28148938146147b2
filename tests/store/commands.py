"""The table's commands as players and master type them."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from typer import testing
from typer.testing import CliRunner

from admiralty.cli.table import app
from admiralty.cli.table_options import Means
from admiralty.core.ruleset import Ruleset
from store.stand import SCENARIO, SEED, find

# The commands are built once and not for every line that is typed: building them takes longer than most of them do.
testing._get_command = cache(testing._get_command)  # type: ignore[assignment]

MORNING, DEADLINE, EVENING = "2031-05-04T08:00+02:00", "2031-05-04T20:00+02:00", "2031-05-04T20:01+02:00"


class Shell:
    """Runs commands on one table file. ``code`` and ``said`` (both streams) are of the last one."""

    def __init__(self, folder: Path, find: Callable[[str], Ruleset[Any]] = find) -> None:
        self.folder = folder
        self.now = MORNING
        self.keys: dict[str, str] = {}
        self.code = 0
        self.said = ""
        self._find = find

    def run(self, *words: str, key: str = "", stdin: bytes | None = None, lang: str = "en") -> str:
        env = {"ADMIRALTY_TABLE": str(self.folder / "table.db"), "ADMIRALTY_NOW": self.now, "ADMIRALTY_LANG": lang}
        env |= {"ADMIRALTY_KEY": self.keys.get(key, key)}
        done = CliRunner().invoke(app, [*words], obj=Means(self._find), env=env, input=stdin)
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        self.code, self.said = done.exit_code, done.output
        assert "Traceback" not in self.said
        return done.stdout

    def data(self, *words: str, key: str = "") -> Any:
        return json.loads(self.run(*words, "--json", key=key))

    def file(self, name: str, text: str) -> str:
        (self.folder / name).write_text(text, encoding="utf-8")
        return str(self.folder / name)

    def open(self, scenario: dict[str, Any] = SCENARIO, *more: str) -> Any:
        path = self.file("scenario.json", json.dumps(scenario))
        opened = self.data("open", "duel", path, "--deadline", DEADLINE, "--every", "1d", "--seed", SEED, *more)
        self.keys = opened["keys"]
        return opened

    @property
    def handle(self) -> str:
        handle: str = self.data("questions", "duel")["position"]["handle"]
        return handle

    def send(self, side: str, answer: str) -> str:
        return self.run("submit", "duel", side, "-", "--question", self.handle, key=side, stdin=answer.encode())
