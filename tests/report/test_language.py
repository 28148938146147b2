"""Languages: what is shipped, and how a sentence is found in one. What the catalogues hold: ``test_translations``."""

from __future__ import annotations

import pytest

from admiralty.core.words import count, say
from admiralty.report.language import code_of, language, languages


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
