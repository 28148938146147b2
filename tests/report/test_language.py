"""The catalogues: what is shipped, that it fits the sentences, and that none is forgotten."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import polib
import pytest
from babel.messages.extract import extract_from_dir

import admiralty.report
from admiralty.core.words import count, say
from admiralty.report.language import code_of, language, languages

HOME = Path(admiralty.report.__file__).parent
KEYWORDS = {"say": (1,), "count": (1, 2), "pgettext": ((1, "c"), 2)}
METHODS = [("**.py", "python"), ("page/**.html", "jinja2")]


def catalogue(code: str) -> polib.POFile:
    return polib.pofile(str(HOME / "locale" / code / "LC_MESSAGES" / "admiralty.po"))


def fields(sentence: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(sentence) if field}


def test_english_and_russian_are_there() -> None:
    assert languages() == ("en", "ru")
    assert [code_of(language(code)) for code in languages()] == ["en", "ru"]


def test_a_language_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(LookupError, match="'xx'; there are: en, ru"):
        language("xx")


def test_a_path_is_no_language() -> None:
    with pytest.raises(LookupError):
        language("../locale/ru")


@pytest.mark.parametrize(
    ("hits", "shown"), [(1, "1 попадание"), (3, "3 попадания"), (5, "5 попаданий"), (21, "21 попадание")]
)
def test_russian_has_three_plural_forms(hits: int, shown: str) -> None:
    assert count("{n} hit", "{n} hits", hits).render(language("ru")) == shown


def test_an_untranslated_sentence_stays_english() -> None:
    assert say("A sentence nobody has translated").render(language("ru")) == "A sentence nobody has translated"


def test_every_translation_has_the_words_of_its_sentence() -> None:
    for entry in catalogue("ru"):
        forms = list(entry.msgstr_plural.values()) or [entry.msgstr]
        for form in filter(None, forms):
            assert fields(form) == fields(entry.msgid_plural or entry.msgid), entry.msgid


def test_no_sentence_of_the_page_and_the_text_forms_is_forgotten() -> None:
    told = {entry.msgid for entry in catalogue("ru") if entry.translated()}
    mine = (
        "page/",
        "telling.py",
        "reading.py",
        "rows.py",
        "sums.py",
        "figures.py",
        "markdown.py",
        "bbcode.py",
        "story.py",
    )
    found = {
        message if isinstance(message, str) else message[0]
        for name, _, message, _, _ in extract_from_dir(HOME, METHODS, keywords=KEYWORDS)
        if name.startswith(mine)
    }
    assert len(found) > 60
    spoken = {message for message in found if re.search(r"[A-Za-z]{2}", re.sub(r"\{\w+\}", "", message))}
    assert spoken - told == set()
