"""The command line in Russian: no sentence is forgotten, and none of what it prints stays English."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import polib
from babel.messages.extract import extract_from_dir

import admiralty

from .conftest import STRIKE

HOME = Path(admiralty.__file__).parent
KEYWORDS = {"say": (1,), "count": (1, 2), "pgettext": ((1, "c"), 2)}
MINE = ("cli/", "core/", "library.py", "report/", "rulesets/__init__.py", "run/")
TABLE = "cli/table"  # the master's table has tests of its own


def test_no_sentence_outside_the_rulesets_is_forgotten() -> None:
    catalogue = polib.pofile(str(HOME / "report" / "locale" / "ru" / "LC_MESSAGES" / "admiralty.po"))
    told = {entry.msgid for entry in catalogue if entry.translated()}
    found = {
        (message if isinstance(message, str) else message[0]): f"{name}:{line}"
        for name, line, message, _, _ in extract_from_dir(HOME, [("**.py", "python")], keywords=KEYWORDS)
        if name.startswith(MINE) and not name.startswith(TABLE) and message
    }
    spoken = {sentence for sentence in found if re.search(r"[A-Za-z]{2}", re.sub(r"\{\w+\}", "", sentence))}
    assert len(spoken) > 150
    assert {sentence: found[sentence] for sentence in spoken - told} == {}


def test_odds_in_russian(run: Any) -> None:
    said = run("odds", STRIKE, "--lang", "ru", "--given", "hp:cv>=1").stdout
    assert "среднее" in said
    assert said.endswith("Точно.\n")
    assert re.search(r"\d,\d+ %", said)
    assert not re.search(r"\b(mean|chance|outcome|settled|Exact|Given)\b", said)


def test_refusals_in_russian(run: Any, workshop: Path) -> None:
    (workshop / "none.toml").write_text('title = "x"\n', encoding="utf-8")
    assert "в сценарии должно стоять" in run("odds", "none.toml", "--lang", "ru", code=1).stderr


def test_the_language_can_be_set_for_all_commands(run: Any, monkeypatch: Any) -> None:
    monkeypatch.setenv("ADMIRALTY_LANG", "ru")
    assert "не читается" in run("odds", "gone.toml", code=1).stderr


def test_numbers_in_data_do_not_follow_the_language(data: Any) -> None:
    assert data("odds", STRIKE, "--lang", "ru") == data("odds", STRIKE)
