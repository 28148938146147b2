"""``admiralty new``: an example scenario to start from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from .options import Json, Lang


def new(
    name: Annotated[str, typer.Argument(help="A ruleset.", show_default=False)],
    example: Annotated[str, typer.Option("--example", help="Which of its examples; the first by default.")] = "",
    out: Annotated[
        Path | None,
        typer.Option("--out", help="The file to write; by default named after the example.", show_default=False),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file that is there.")] = False,
    as_json: Json = False,
    lang: Lang = "en",
) -> None:
    """Write an example scenario of a ruleset."""
    from ..core.errors import Complaint
    from ..core.words import say
    from ..rulesets import find
    from ..run.files import check_place, write_text
    from .screen import Screen

    title, text = _example(find(name), example)
    file = out or Path(f"{title}.toml")
    check_place(file)
    if file.exists() and not force:
        raise Complaint(say("{file} is there already; --force overwrites it", file=str(file)), "exists", str(file))
    write_text(file, text)
    screen = Screen(lang)
    if as_json:
        screen.data({"file": str(file), "ruleset": name, "example": title})
    else:
        screen.say(say("Written: {file}. Try: admiralty odds {file}", file=str(file)))


def _example(ruleset: Any, wanted: str) -> tuple[str, str]:
    """The name and text of an example. Raises ``Complaint`` naming those there are."""
    from ..core.errors import Complaint
    from ..core.words import say

    examples = ruleset.examples
    title = wanted or next(iter(examples), "")
    if title not in examples:
        known = ", ".join(examples) or "–"
        raise Complaint(
            say("there is no such example of {ruleset}; there are: {known}", ruleset=ruleset.name, known=known),
            "no_example",
            wanted,
        )
    return title, examples[title]
