"""The page in a browser: keys, addresses, no scripts, narrow screens, what a screen reader finds."""

from __future__ import annotations

from typing import Any

import pytest

from .stories import small_story

pytestmark = pytest.mark.browser
STEPS = [step.anchor for step in small_story().steps]
WIDE, NARROW = {"width": 1280, "height": 800}, {"width": 390, "height": 844}

CONTRAST = """() => {
  const parts = (c) => c.match(/[\\d.]+/g).map(Number);
  const linear = (v) => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => .2126 * linear(r / 255) + .7152 * linear(g / 255) + .0722 * linear(b / 255);
  const behind = (e) => {
    for (; e; e = e.parentElement) {
      const c = parts(getComputedStyle(e).backgroundColor);
      if (c.length < 4 || c[3] > .99) return c;
    }
    return [255, 255, 255];
  };
  const poor = [];
  for (const e of document.querySelectorAll(".page.now *, .outline *, .top *, .controls *")) {
    const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (!own || e.closest("svg, :disabled, .unseen") || !e.checkVisibility()) continue;
    const [a, b] = [light(parts(getComputedStyle(e).color)), light(behind(e))].sort((x, y) => y - x);
    const ratio = (a + .05) / (b + .05);
    if (ratio < 4.5) poor.push(`${e.className || e.tagName}: ${e.textContent.trim()} ${ratio.toFixed(2)}`);
  }
  return poor;
}"""


@pytest.fixture
def tab(browser: Any) -> Any:
    """Opens a tab; fails if the page logs an error or asks for anything but itself."""
    contexts, complaints = [], []

    def open_tab(address: str, **how: Any) -> Any:
        context = browser.new_context(**{"viewport": WIDE, **how})
        contexts.append(context)
        made = context.new_page()
        made.on("console", lambda message: complaints.append(message.text))
        made.on("pageerror", lambda error: complaints.append(str(error)))
        made.on(
            "request",
            lambda request: (
                complaints.append(request.url) if request.url.split("#")[0] != address.split("#")[0] else None
            ),
        )
        made.goto(address)
        return made

    yield open_tab
    for context in contexts:
        context.close()
    assert complaints == []


def now(page: Any) -> str:
    """The address of the step that is shown; fails if not exactly one is."""
    shown = page.evaluate("[...document.querySelectorAll('.page')].filter((p) => p.checkVisibility()).map((p) => p.id)")
    assert len(shown) == 1
    return str(shown[0])


def test_arrow_keys_home_and_end_walk_the_battle(tab: Any, page_files: dict[str, str]) -> None:
    page = tab(page_files["wave"])
    walked = [now(page)]
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "Home", "ArrowLeft"):
        page.keyboard.press(key)
        walked.append(now(page))
    assert walked == [STEPS[0], STEPS[1], STEPS[2], STEPS[1], STEPS[-1], STEPS[0], STEPS[0]]


def test_a_step_is_in_the_address_and_an_address_opens_its_step(tab: Any, page_files: dict[str, str]) -> None:
    page = tab(page_files["wave"] + "#A1-flak")
    assert now(page) == "A1-flak"
    page.keyboard.press("ArrowRight")
    assert page.evaluate("location.hash") == "#A1-attack"
    assert page.get_attribute("a[href='#A1-attack']", "aria-current") == "step"
    assert page.locator(".outline [aria-current]").count() == 1


def test_an_address_that_names_nothing_opens_the_first_step(tab: Any, page_files: dict[str, str]) -> None:
    assert now(tab(page_files["wave"] + "#%E0%A4%A")) == STEPS[0]


def test_a_rule_of_a_chip_opens_the_appendix_and_back_returns(tab: Any, page_files: dict[str, str]) -> None:
    page = tab(page_files["wave"] + "#A1-flak")
    page.click(".now .chips a[href='#rule:W-47']")
    assert now(page) == "page:appendix"
    assert page.locator("[id='rule:W-47']").is_visible()
    page.go_back()
    assert now(page) == "A1-flak"


def test_question_mark_opens_the_keys_and_escape_closes_them(tab: Any, page_files: dict[str, str]) -> None:
    page = tab(page_files["wave"])
    page.keyboard.press("?")
    assert page.get_by_role("dialog").is_visible()
    page.keyboard.press("ArrowRight")
    assert now(page) == STEPS[0]
    page.keyboard.press("Escape")
    assert not page.locator("dialog").is_visible()
    page.get_by_role("button", name="Keys").click()
    page.get_by_role("button", name="Close").click()
    assert not page.locator("dialog").is_visible()


def test_buttons_stop_at_both_ends(tab: Any, page_files: dict[str, str]) -> None:
    page = tab(page_files["wave"])
    assert page.get_by_role("button", name="Back").is_disabled()
    page.get_by_role("button", name="Last step").click()
    assert now(page) == STEPS[-1]
    assert page.get_by_role("button", name="Last step").is_disabled()
    assert "step 8 of 8" in page.inner_text(".place")
    assert "Hand-over to Round 1" in page.locator(".place [aria-live]").text_content()


def test_without_scripts_every_step_stands_one_after_another(tab: Any, page_files: dict[str, str]) -> None:
    page = tab(page_files["wave"], java_script_enabled=False)
    boxes = [page.locator(f"#{anchor}").bounding_box() for anchor in STEPS]
    tops = [box["y"] for box in boxes]
    assert all(box["height"] > 100 for box in boxes)
    assert tops == sorted(tops)
    assert page.locator("[id='page:appendix']").is_visible()
    assert not page.locator(".controls").is_visible()
    assert page.locator(".notes").is_visible()


@pytest.mark.parametrize("name", ["wave", "duel", "line", "large", "long names"])
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_narrow_screen_never_scrolls_sideways(tab: Any, page_files: dict[str, str], name: str, scripts: bool) -> None:
    page = tab(page_files[name], viewport=NARROW)
    if not scripts:  # as it looks without them; measuring needs them
        page.evaluate("document.documentElement.classList.remove('js')")
    for _ in range(page.locator(".page").count() if scripts and name != "large" else 2):
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        page.evaluate("for (const d of document.querySelectorAll('.now details')) d.open = true")
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        page.keyboard.press("ArrowRight")


def test_on_a_narrow_screen_the_outline_opens_from_the_place(tab: Any, page_files: dict[str, str]) -> None:
    page = tab(page_files["wave"], viewport=NARROW)
    place = page.locator(".place")
    assert not page.locator(".outline").is_visible()
    place.click()
    assert place.get_attribute("aria-expanded") == "true"
    page.get_by_role("link", name="Attack").first.click()
    assert now(page) == "A1-attack"
    assert not page.locator(".outline").is_visible()
    place.click()
    page.keyboard.press("Escape")
    assert not page.locator(".outline").is_visible()


def test_on_a_narrow_screen_state_follows_the_step_and_controls_are_at_the_foot(
    tab: Any, page_files: dict[str, str]
) -> None:
    page = tab(page_files["wave"] + "#A1-flak", viewport=NARROW)
    scene, state = page.locator(".now .scene").bounding_box(), page.locator(".now .state").bounding_box()
    assert state["y"] >= scene["y"] + scene["height"]
    box = page.locator(".controls").bounding_box()
    assert box["y"] + box["height"] == 844
    for button in page.locator(".controls button:visible").all():
        assert button.bounding_box()["height"] >= 44


def test_on_a_wide_screen_outline_step_and_state_stand_side_by_side(tab: Any, page_files: dict[str, str]) -> None:
    page = tab(page_files["wave"] + "#A1-flak")
    places = [page.locator(each).bounding_box()["x"] for each in (".outline", ".now .scene", ".now .state")]
    assert places == sorted(set(places))


def test_what_a_screen_reader_finds(tab: Any, page_files: dict[str, str]) -> None:
    page = tab(page_files["wave"] + "#A1-dogfight")
    for role, name in (
        ("banner", None),
        ("main", None),
        ("navigation", "Steps of the battle"),
        ("complementary", "After this step"),
    ):
        assert page.get_by_role(role, **({"name": name} if name else {})).count() == 1
    assert page.get_by_role("heading", level=1, name="Raid on the Ardent").count() == 1
    assert page.get_by_role("heading", level=2, name="Dogfight").count() == 1
    dice = page.get_by_role("article").get_by_role("img")
    assert [die.get_attribute("aria-label") for die in dice.all()[:4]] == [
        "d10=9 vs 7+: hit",
        "d10=10 vs 9+: hit",
        "d10=3 vs 7+: miss",
        "d10=4 vs 9+: miss",
    ]
    assert dice.count() == 12
    tree = page.locator(".now").aria_snapshot()
    assert (
        tree.index("Dogfight")
        < tree.index("CAP intercept")
        < tree.index("d10=9")
        < tree.index("Four Strike fighters")
        < tree.index("After this step")
    )


def test_a_die_says_silence_star_and_remark_aloud(tab: Any, page_files: dict[str, str]) -> None:
    page = tab(page_files["wave"] + "#A1-flak")
    for name in ("Ardent, Carrier – flak guns destroyed – no die", "Pike, Destroyer – d10=4 vs 10+: miss (held at 10)"):
        assert page.get_by_role("img", name=name).count() == 1
    page = tab(page_files["wave"] + "#A1-dogfight")
    assert page.get_by_role("img", name="d10=10 vs 6+: hit ★").count() == 1


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("name", ["wave", "duel", "line"])
def test_words_stand_out_from_their_ground(tab: Any, page_files: dict[str, str], name: str, scheme: str) -> None:
    page = tab(page_files[name], color_scheme=scheme)
    for _ in range(page.locator(".page").count()):
        assert page.evaluate(CONTRAST) == []
        page.keyboard.press("ArrowRight")


def test_the_colours_follow_the_reader(tab: Any, page_files: dict[str, str]) -> None:
    grounds = [
        tab(page_files["wave"], color_scheme=scheme).evaluate("getComputedStyle(document.body).backgroundColor")
        for scheme in ("dark", "light")
    ]
    assert grounds == ["rgb(12, 18, 32)", "rgb(247, 248, 251)"]


def test_hit_and_miss_differ_by_more_than_colour(tab: Any, page_files: dict[str, str]) -> None:
    page = tab(page_files["wave"] + "#A1-dogfight")
    look = """(e) => ["--fill", "--dash"].map((name) => getComputedStyle(e).getPropertyValue(name).trim())"""
    assert page.locator(".now .die.hit").first.evaluate(look)[1] == "none"
    assert page.locator(".now .die.miss").first.evaluate(look) == ["transparent", "5 4.5"]


def test_big_pools_open_on_demand(tab: Any, page_files: dict[str, str]) -> None:
    page = tab(page_files["large"] + "#A1-dogfight")
    assert page.locator(".now .die:visible").count() == 0
    page.locator(".now details summary").first.click()
    assert page.locator(".now .die:visible").count() == 20


def test_printing_shows_the_whole_battle_without_colour(tab: Any, page_files: dict[str, str]) -> None:
    page = tab(page_files["wave"] + "#A1-flak")
    page.emulate_media(media="print")
    assert page.locator(".page:visible").count() == len(STEPS) + 1
    assert not page.locator(".outline").is_visible()
    assert not page.locator(".controls").is_visible()
    colours = page.evaluate(
        """[...document.querySelectorAll(".die, .die b, .chips li, .piece, .result")]
        .map((e) => getComputedStyle(e).color)"""
    )
    assert colours
    assert all(len({*colour.strip("rgb()").split(", ")}) == 1 for colour in colours)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details:not([open])").count() == 0


def test_nothing_moves_for_readers_who_want_no_motion(tab: Any, page_files: dict[str, str]) -> None:
    page = tab(page_files["wave"], reduced_motion="reduce")
    moving = """[...document.querySelectorAll("*")].map((e) => getComputedStyle(e))
    .filter((s) => s.animationName !== "none" || parseFloat(s.transitionDuration) > 0).length"""
    assert page.evaluate(moving) == 0
