"""Sentences: templates filled late, plural forms, names taken as they are."""

from __future__ import annotations

from admiralty.core.words import count, say, verbatim


def test_a_sentence_is_filled_with_its_words() -> None:
    assert str(say("{ship} is destroyed", ship="Ardent")) == "Ardent is destroyed"


def test_a_counting_sentence_has_a_form_for_one_and_for_many() -> None:
    assert [str(count("{n} hit", "{n} hits", n)) for n in (0, 1, 2)] == ["0 hits", "1 hit", "2 hits"]


def test_sentences_can_stand_inside_sentences() -> None:
    assert str(say("{what}: {why}", what=say("miss"), why=count("{n} die", "{n} dice", 2))) == "miss: 2 dice"


def test_braces_in_a_name_are_left_alone() -> None:
    assert str(say("{ship} fires", ship="{x} %s {0}")) == "{x} %s {0} fires"
    assert str(verbatim("{x}")) == "{x}"
