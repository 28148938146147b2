"""The line is drawn to scale, sides apart, groups together."""

from __future__ import annotations

import pytest

from admiralty.core.show import Link, Mark, Strip
from admiralty.core.words import say
from admiralty.report import telling
from admiralty.report.field import field


def spots(*marks: Mark) -> dict[str, float]:
    return {spot.mark.name: spot.x for spot in field(Strip(marks)).spots}


def test_distances_are_to_scale() -> None:
    x = spots(Mark("A", 0, 0, 1), Mark("B", 1, 5, -1), Mark("C", 1, 20, -1))
    assert x["C"] - x["A"] == pytest.approx(4 * (x["B"] - x["A"]), abs=0.05)
    assert 0 < x["A"] < x["C"] < 100


def test_a_move_starts_where_the_piece_came_from() -> None:
    drawn = field(Strip((Mark("A", 0, 4, 1, came_from=0), Mark("B", 1, 0, -1), Mark("C", 1, 9, -1, came_from=9))))
    a, b, c = drawn.spots
    assert a.came_from == b.x
    assert b.came_from is None
    assert c.came_from is None


def test_the_first_side_is_above_the_line_and_the_second_below() -> None:
    drawn = field(Strip((Mark("B", 1, 9, -1), Mark("A", 0, 0, 1))))
    above, below = drawn.spots
    assert (above.mark.name, below.mark.name) == ("A", "B")
    assert above.y < drawn.axis < below.y


def test_members_of_a_group_stand_together_and_are_enclosed() -> None:
    drawn = field(Strip((Mark("A1", 0, 4, 1, group="g"), Mark("A2", 0, 1, 1), Mark("A3", 0, 4, 1, group="g"))))
    assert [spot.mark.name for spot in drawn.spots] == ["A1", "A3", "A2"]
    (cluster,) = drawn.clusters
    first, second, _ = drawn.spots
    assert cluster.y < first.y < second.y < cluster.y + cluster.height


def test_reach_is_as_long_as_its_distance_and_ends_at_the_edge() -> None:
    mark = Mark("A", 0, 10, 1, reach=(("sensors", 5), ("far", 99)))  # type: ignore[arg-type]
    near, far = field(Strip((mark, Mark("B", 1, 5, -1), Mark("C", 1, 30, -1)))).spots[0].bands
    assert near[0] == spots(Mark("A", 0, 10, 1), Mark("B", 1, 5, -1), Mark("C", 1, 30, -1))["B"]
    assert far == (0, 100)


def test_the_sign_shows_heading_side_shown_and_loss() -> None:
    marks = (Mark("A", 0, 0, 1), Mark("B", 0, 0, -1), Mark("C", 0, 0, 1, True), Mark("D", 0, 0, 0))
    assert [spot.glyph for spot in field(Strip(marks)).spots] == ["up", "down", "broadside", "still"]


def test_fire_and_fire_returned_are_two_curves() -> None:
    marks = (Mark("A", 0, 0, 1), Mark("B", 1, 9, -1))
    drawn = field(Strip(marks, (Link("A", "B", "fires"), Link("B", "A", "fires"), Link("A", "gone", "sees"))))
    assert len({arc.path for arc in drawn.arcs}) == len(drawn.arcs) == 2


@pytest.mark.parametrize("span", [0, 1, 7, 20, 133, 99_999])
def test_there_are_a_few_figures_on_every_line(span: int) -> None:
    drawn = field(Strip((Mark("A", 0, -span, 1), Mark("B", 1, span, -1))))
    assert 1 <= len(drawn.ticks) <= 10


def crowd(*, back: bool) -> Strip:
    """Four against four: the first side sees all of the second, which sees it only if ``back``."""
    ours, theirs = (tuple(Mark(f"{side}{n}", place, 4 * place, 1) for n in range(4)) for place, side in enumerate("AB"))
    links = [Link(a.name, b.name, "sees", say("near")) for a in ours for b in theirs]
    seen_back = [Link(b.name, a.name, "sees", say("near")) for b in theirs for a in ours]
    return Strip((*ours, *theirs), (*links, *(seen_back if back else ())))


def test_many_sightings_are_a_table_instead_of_arcs() -> None:
    drawn = field(crowd(back=False))
    first, second = drawn.watches
    assert drawn.arcs == ()
    assert first.targets == ("B0", "B1", "B2", "B3")
    assert first.rows[0] == ("A0", (True, True, True, True))
    assert second.rows[0] == ("B0", (False, False, False, False))


def test_where_everybody_sees_everybody_nothing_is_drawn() -> None:
    drawn = field(crowd(back=True))
    assert (drawn.arcs, drawn.watches) == ((), ())


def test_many_sightings_are_one_sentence_for_each_watcher() -> None:
    told = [str(text) for text in telling.link_sentences(crowd(back=False).links)]
    assert told[0] == "A0 sees B0: near; B1: near; B2: near; B3: near"
    assert len(told) == 4
