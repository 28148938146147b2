"""JSON: the fields of the story, every sentence already said."""

from __future__ import annotations

import json

import pytest

from admiralty.core.show import Bar, Piece, Step, Story, Strip, Throw
from admiralty.core.words import NOTHING, say
from admiralty.report import KINDS, Kind, render
from admiralty.report.language import language

from .stories import small_story


@pytest.mark.parametrize("kind", KINDS)
def test_a_battle_that_has_not_begun_and_empty_things_can_be_told(kind: Kind) -> None:
    nothing = Throw(say("No dice"), -1, ())
    piece = Piece("Wreck", NOTHING, -1, (Bar(say("HP"), 0, 0),))
    step = Step(
        "a", NOTHING, say("Empty"), NOTHING, throws=(nothing, nothing), duels=True, panel=(piece,), strip=Strip(())
    )
    assert "Quiet" in render(Story("Quiet", "wave", 1, (), (), 0), kind)
    assert "Wreck" in render(Story("Quiet", "wave", 1, (), (step,), 0), kind)


def test_every_die_has_face_need_and_verdict_apart() -> None:
    read = json.loads(render(small_story(), "json"))
    die = read["steps"][1]["throws"][0]["dice"][0]
    assert (die["sides"], die["face"], die["target"], die["verdict"]) == (10, 9, 7, "hit")
    assert read["steps"][1]["throws"][0]["chips"][1]["reason"] == "Elite Pilots ★"
    assert read["dice"] == 41


def test_sentences_are_in_the_language() -> None:
    read = json.loads(render(small_story(), "json", language("ru")))
    assert read["steps"][0]["title"] == "Вылет"
    assert read["verified"] is True


def test_a_kind_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(LookupError, match="there are: text, markdown, bbcode, html, json"):
        render(small_story(), "pdf")  # type: ignore[arg-type]
