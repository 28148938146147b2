"""The page as a file: one, small, self-contained, and only claiming what was verified."""

from __future__ import annotations

import base64
import hashlib
import re

import msgspec
import pytest

from admiralty.core.show import Bar, Piece, Step, Story
from admiralty.core.words import NOTHING, say
from admiralty.report import html
from admiralty.report.language import language

from .stories import duel_story, large_story, line_story, small_story

STORIES = {"wave": small_story(), "duel": duel_story(), "line": line_story()}


@pytest.mark.parametrize("story", STORIES.values(), ids=STORIES)
def test_a_small_battle_is_under_200_kib(story: Story) -> None:
    assert len(html(story).encode()) < 200 * 1024


@pytest.mark.parametrize("story", STORIES.values(), ids=STORIES)
def test_nothing_in_the_page_points_outside(story: Story) -> None:
    page = html(story)
    addresses = re.findall(r"""(?:href|src|action|srcset|data)=["']?([^"'\\s>]*)""", page)
    assert addresses
    assert {address for address in addresses if not address.startswith("#")} == {"data:,"}
    assert "url(" not in page
    assert "@import" not in page


def test_style_and_scripts_are_named_by_their_hashes_and_nothing_else_is_allowed() -> None:
    page = html(small_story())
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert policy[1].startswith("default-src 'none'; style-src 'sha256-")
    for block in re.findall(r"<(?:script|style)>(.*?)</(?:script|style)>", page, re.S):
        digest = base64.b64encode(hashlib.sha256(block.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy[1]
    assert " style=" not in page
    assert not re.search(r"\son\w+=", re.sub(r"<script>.*?</script>", "", page, flags=re.S))


def test_all_dice_verified_only_if_they_are() -> None:
    assert "all 41 dice verified" in html(small_story())
    unproved = html(msgspec.structs.replace(small_story(), verified=False))
    assert "dice verified" not in unproved
    assert "nothing differed" not in unproved
    assert "41 dice, not verified" in unproved


def test_every_step_has_its_address_once() -> None:
    page = html(small_story())
    for step in small_story().steps:
        assert page.count(f'id="{step.anchor}"') == 1
        assert page.count(f'href="#{step.anchor}"') >= 1
    found = re.findall(r'\sid="([^"]*)"', page)
    assert len(found) == len(set(found))


def test_every_rule_a_chip_names_can_be_reached() -> None:
    page = html(small_story())
    for rule in set(re.findall(r'href="#(rule:[^"]*)"', page)):
        assert f'id="{rule}"' in page
    assert 'href="#rule:W-49"' in page


def test_every_die_is_in_the_page_once() -> None:
    page = html(large_story(1300))
    assert len(re.findall(r'aria-label="d10=', page)) == 1300


def test_big_pools_are_folded_in_rows_of_ten_with_counts() -> None:
    page = html(large_story(1300))
    assert re.search(r'<details class="fold"><summary>\s*<span class="range">1–100</span>.*?\d+ hits', page, re.S)
    assert re.search(r'<details class="fold"><summary>\s*<span class="range">51–60</span>', page)
    assert "<details open" not in page


def test_a_page_in_russian_says_so() -> None:
    page = html(small_story(), language("ru"))
    assert '<html lang="ru">' in page
    assert "После этого шага" in page
    assert "шаг 2 из 8" in page


def test_pages_are_the_same_every_time() -> None:
    assert html(small_story()) == html(small_story())


def test_many_sentences_are_a_list_and_few_a_paragraph() -> None:
    step = small_story().steps[0]
    few, many = (tuple(say("Sentence {n}.", n=n) for n in range(size)) for size in (4, 5))
    for texts, tag in ((few, '<p class="result">'), (many, '<div class="result">')):
        page = html(_told(msgspec.structs.replace(step, result=texts, lead=texts)))
        assert (tag in page, '<ul class="lead many">' in page) == (True, len(texts) > 4)


def test_pieces_that_did_not_change_are_brief_in_a_crowded_panel() -> None:
    pieces = tuple(
        Piece(f"ship {n}", NOTHING, 0, (Bar(say("HP"), 5, 9),), facts=(say("engine 3"),), brief=True) for n in range(4)
    )
    hurt = msgspec.structs.replace(pieces[0], bars=(Bar(say("HP"), 4, 9),))
    step = msgspec.structs.replace(small_story().steps[0], panel=pieces)
    steps = [
        msgspec.structs.replace(step, anchor=f"step-{n}", panel=panel)
        for n, panel in enumerate((pieces, (hurt, *pieces[1:]), (hurt, *pieces[1:])))
    ]
    first, second, last = re.findall(r"<aside.*?</aside>", html(_told(*steps)), re.DOTALL)
    assert [text.count("engine 3") for text in (first, second, last)] == [4, 1, 4]
    assert [text.count(" HP") for text in (first, second, last)] == [4, 4, 4]
    assert [text.count("piece brief") for text in (first, second, last)] == [0, 3, 0]


def _told(*steps: Step) -> Story:
    return msgspec.structs.replace(small_story(), steps=steps)
