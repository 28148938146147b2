"""Names hold anything; no format takes them for its own marks."""

from __future__ import annotations

import json
from html.parser import HTMLParser

import msgspec
import pytest
from rich.text import Text as Styled

from admiralty.core.show import Bar, Chip, Die, Piece, Rule, Step, Story, Throw
from admiralty.core.words import say, verbatim
from admiralty.report import KINDS, names, render

NASTY = {
    "tags": "<script>alert(1)</script>",
    "attribute": "\" onmouseover='alert(1)'",
    "entity": "&lt;b&gt; &amp;",
    "bbcode": "[b]bold[/b][url=x]u[/url]",
    "markdown": "*a* _b_ `c` # | ~~d~~ [x](y) ![i](z)",
    "list": "- item",
    "heading": "# heading",
    "ordered": "1. one",
    "template": "{{ 7 * 7 }} {% raw %} {x} ${y}",
    "rich": "[red]x[/red] [link=y]z[/link] :smile:",
    "mention": "@everyone",
    "rtl": "שלום world",
    "override": "abc\u202edef\u202c",
    "breaks": "one\ntwo\r\nthree\u2028four\u0085five",
    "escape": "\x1b[31mred\x07\x00",
    "surrogate": "\ud800",
    "closing": "</style></script>-->]]>",
}


def story(name: str) -> Story:
    """A battle in which everything that can bear a name bears this one."""
    text = say("{ship} fires", ship=name)
    die = Die(7, 10, target=8, verdict="miss", label=verbatim(name), remark=verbatim(name))
    throw = Throw(verbatim(name), 0, (die,), (Chip(1, verbatim(name), name),), start=9, text=text)
    piece = Piece(name, verbatim(name), 0, (Bar(verbatim(name), 1, 2),), (text,), gone=verbatim(name))
    step = Step(
        "one", verbatim(name), verbatim(name), verbatim(name), (text,), (throw,), result=(text,), panel=(piece,)
    )
    return Story(name, name, 1, (name,), (step,), 1, name, name, True, (verbatim(name),), (Rule(name, text),))


@pytest.mark.parametrize("name", NASTY.values(), ids=NASTY)
@pytest.mark.parametrize("kind", KINDS)
def test_every_format_takes_every_name(kind: str, name: str) -> None:
    told = render(story(name), kind)  # type: ignore[arg-type]
    told.encode("utf-8")
    assert "\x1b" not in told
    assert "\u202e" not in told.replace(json.dumps(name)[1:-1], "") or kind == "json"


class Tags(HTMLParser):
    """The tags and attributes of a page, scripts and styles counted."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.seen: list[tuple[str, tuple[str, ...]]] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, tuple(name for name, _ in attrs)))

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def page(name: str) -> Tags:
    tags = Tags()
    tags.feed(render(story(name), "html"))
    return tags


@pytest.mark.parametrize("name", NASTY.values(), ids=NASTY)
def test_a_name_adds_no_tag_and_no_attribute_to_the_page(name: str) -> None:
    assert page(name).seen == page("Ardent").seen


@pytest.mark.parametrize("name", NASTY.values(), ids=NASTY)
def test_the_page_shows_the_name_itself(name: str) -> None:
    assert names.clean(name) in page(name).words


@pytest.mark.parametrize("key", ["bbcode", "rich"])
def test_no_tag_in_bbcode_comes_from_a_name(key: str) -> None:
    told = render(story(NASTY[key]), "bbcode")
    for tag in ("[b]bold", "[url", "[red", "[link"):
        assert tag not in told


def test_markdown_marks_in_a_name_are_only_signs() -> None:
    assert names.markdown(NASTY["markdown"]) == (r"\*a\* \_b\_ \`c\` # \| \~\~d\~\~ \[x\](y) !\[i\](z)")
    assert names.markdown("<b>&") == "&lt;b&gt;&amp;"


@pytest.mark.parametrize(
    ("line", "shown"), [("# a", r"\# a"), ("- a", r"\- a"), ("1. a", r"1\. a"), ("12) a", r"12\) a")]
)
def test_a_line_of_markdown_that_begins_with_a_name_is_no_block(line: str, shown: str) -> None:
    assert names.markdown_line(line) == shown


def test_a_break_in_a_name_makes_no_new_line_in_text() -> None:
    assert names.clean(NASTY["breaks"]) == "one two three four five"
    assert "\ntwo" not in render(story(NASTY["breaks"]), "text")


def test_right_to_left_names_keep_their_direction_to_themselves() -> None:
    assert names.isolate(NASTY["rtl"]) == "\u2068שלום world\u2069"
    assert names.isolate("Ardent") == "Ardent"
    assert names.isolate(NASTY["override"]) == "abcdef"


def test_the_terminal_takes_no_markup_from_a_name() -> None:
    assert NASTY["rich"] in render(story(NASTY["rich"]), "text")
    assert Styled(NASTY["rich"]).plain == NASTY["rich"]


def test_braces_in_a_sentence_without_words_are_only_braces() -> None:
    odd = msgspec.structs.replace(story("Ardent"), notes=(say("a {brace} and {{two}}"),))
    for kind in ("text", "html", "json"):
        assert "a {brace} and {{two}}" in render(odd, kind)  # type: ignore[arg-type]
