"""A browser to look at pages with, where there is one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Headless Chromium; the test is skipped, saying so, where it is not installed."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        pytest.skip("no chromium found: the page was not looked at in a browser")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def page_files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The battles of ``stories`` as files: their addresses by name."""
    from admiralty.report import html

    from .stories import duel_story, large_story, line_story, long_names, small_story

    home: Path = tmp_path_factory.mktemp("pages")
    made = {"wave": small_story(), "duel": duel_story(), "line": line_story(), "large": large_story()}
    made["long names"] = long_names()
    for name, story in made.items():
        (home / f"{name}.html").write_text(html(story), encoding="utf-8")
    return {name: (home / f"{name}.html").as_uri() for name in made}
