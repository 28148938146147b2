"""A battle of four turns between two people and a master, played as the pages tell it, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from .session import DOTS, KEY, ROOT, Block, Session, blocks, same, terminal

PAGES = ("docs/table.md", "docs/table.ru.md")


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_the_battle_goes_as_the_page_tells_it(page: str, tmp_path: Path) -> None:
    with terminal(tmp_path) as session:
        printed: str | None = None
        for block in blocks(text_of(page)):
            printed = step(session, block, printed)


def step(session: Session, block: Block, printed: str | None) -> str | None:
    """Do what a block says; what is printed waits for the block that shows it."""
    if block.language == "sh":
        code, printed = session.run(block)
        assert code == (1 if block.more == "refused" else 0), f"{block.text}\n{printed}"
        assert "Traceback" not in printed
        return printed
    if block.more:
        session.write(block)
    elif block.language == "text":
        assert printed is not None, f"nothing ran before:\n{block.text}"
        assert same(block.text, printed), f"shown:\n{block.text}\nprinted:\n{printed}"
        return None
    return printed


@pytest.mark.parametrize("page", PAGES)
def test_a_page_goes_through_everything_a_table_does(page: str) -> None:
    typed = "\n".join(block.text for block in blocks(text_of(page)) if block.language == "sh")
    for words in (
        "table open",
        "table questions",
        "table check-orders",
        "table submit",
        "table close",
        "table view",
        "--side",
        "table override",
        "--reason",
        "table export",
        "--as bbcode",
        "--as markdown",
        "--as html",
        "--as replay",
        "table reveal-seed",
        "admiralty verify",
    ):
        assert words in typed, words
    assert typed.count("table close") >= 8  # movement and fire of four turns


def test_both_pages_tell_the_same_battle() -> None:
    """The same commands in the same order, whatever words stand in the sheets."""
    english, russian = (commands(page) for page in PAGES)
    assert russian == english


def commands(page: str) -> list[str]:
    lines = "\n".join(block.text for block in blocks(text_of(page)) if block.language == "sh").splitlines()
    return [" ".join(line.split()[1:3]) for line in lines if line.startswith("admiralty")]


def test_only_a_line_of_dots_stands_for_lines_left_out() -> None:
    assert same("one\n…\nend\n", "one\ntwo\nthree\nend\n")
    assert same("one\n…\nend\n", "one\nend\n")
    assert not same("one\nend\n", "one\ntwo\nend\n")
    assert not same("one\n…\nend\n", "one\ntwo\nthe end\n")


def test_no_page_shows_a_key() -> None:
    for page in PAGES:
        assert DOTS in text_of(page)
        assert KEY.search(text_of(page)) is None
