"""Text, Markdown and BBCode say the same, exactly, and every die can be read back from them."""

from __future__ import annotations

import re

import pytest

from admiralty.core.show import Story
from admiralty.report import bbcode, markdown, text
from admiralty.report.language import language

from .stories import duel_story, large_story, line_story, small_story

DIE = re.compile(r"d(\d+)=(\d+) vs (≤ \d+|\d+\+): (hit|miss)")

DOGFIGHT = """\
▸ Dogfight
6 CAP meet 8 Strike: six columns, two Strike unopposed. CAP needs 7+, Strike 9+; both shoot in the
same instant.
CAP intercept, blue · 6 × d10 · base 8+ · 4 hits
Strike return fire, red · 6 × d10 · base 9+ · 2 hits
    1. d10=9 vs 7+: hit  v  d10=10 vs 9+: hit    2. d10=3 vs 7+: miss  v  d10=4 vs 9+: miss
    3. d10=7 vs 7+: hit  v  d10=2 vs 9+: miss    4. d10=10 vs 6+: hit ★  v  d10=9 vs 9+: hit
    5. d10=1 vs 7+: miss  v  d10=6 vs 9+: miss   6. d10=8 vs 7+: hit  v  d10=1 vs 9+: miss
  • CAP intercept, blue: +1 to die roll: Veteran crew, Ardent – W-26
  • CAP intercept, blue: +1 to die roll: Elite Pilots ★ (×1 die) – W-25
  • CAP intercept, blue: d10 + 1 ≥ 8 → needs 7+ (×5 dice)
  • CAP intercept, blue: d10 + 1 + 1 ≥ 8 → needs 6+ (×1 die)
Four Strike fighters and two CAP fighters are lost. Four Strike fly on to the flak: two from the
columns, two unopposed.
After this step:
  • Ardent (Carrier · Veteran): 10 of 10 HP; 4 CAP flying; 2 aboard
  • Red Strike (13 launched): 9 of 13 fighters
"""

MARKDOWN_FLAK = """\
**Flak, blue** · 2 × d10 · base 8+ · 1 hit

| # | Flak, blue | needs | result |
| ---: | ---: | :--- | :--- |
| 1 | Ardent, Carrier |  | flak guns destroyed – no die |
| 2 | Lance, Cruiser – d10=9 | 9+ | **hit** |
| 3 | Pike, Destroyer – d10=4 | 10+ | miss (held at 10) |

- −1 to die roll: Firing at more than one wave – W-47
- −2 to die roll: Nebula (×1 die) – W-49
- d10 − 1 ≥ 8 → needs 9+ (×1 die)
- d10 − 1 − 2 ≥ 8 → 11, held at 10+ (×1 die)
"""

BBCODE_ATTACK = """\
[b]Attack, red[/b] · 3 × d10 · base 6+ · 2 hits

[list]
[*]1. [color=#b87400][b]d10=6 vs 6+: hit[/b][/color]
[*]2. [color=#b87400][b]d10=10 vs 6+: hit[/b][/color]
[*]3. d10=2 vs 6+: miss
[/list]
"""


def test_a_dogfight_in_text() -> None:
    assert DOGFIGHT in text(small_story())


def test_a_silent_gun_and_a_held_number_in_markdown() -> None:
    assert MARKDOWN_FLAK in markdown(small_story())


def test_hits_are_bold_and_coloured_in_bbcode() -> None:
    assert BBCODE_ATTACK in bbcode(small_story())


def test_colour_adds_codes_and_no_fact() -> None:
    coloured = text(small_story(), colour=True)
    assert "\x1b[" in coloured
    plain = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert [line.rstrip() for line in plain.splitlines()] == text(small_story()).splitlines()


def test_the_seed_and_the_rules_stand_at_the_end() -> None:
    for render in (text, markdown, bbcode):
        end = " ".join(render(small_story())[-1500:].split())
        assert "W-26: Against a living Veteran Carrier" in end
        assert "Seed: " + "01" * 32 in end


def test_only_what_changed_is_listed_and_everything_at_the_end() -> None:
    steps = text(small_story()).split("▸ ")
    assert "Lance (Cruiser)" not in steps[3]
    assert "Lance (Cruiser): 3 of 3 HP" in text(small_story()).split("── Hand-over")[1]


def faces(story: Story) -> list[tuple[int, int, str, str]]:
    """Sides, face, need and verdict of every judged die, column by column where throws meet."""
    found = []
    for step in story.steps:
        throws = [throw.dice for throw in step.throws]
        dice = [die for pair in zip(*throws, strict=True) for die in pair] if step.duels else sum(throws, ())
        found += [(die.sides, die.face, f"{die.target}+", die.verdict) for die in dice if die.verdict]
    return found


@pytest.mark.parametrize("render", [text, bbcode])
def test_every_die_of_a_large_battle_can_be_read_back(render) -> None:  # type: ignore[no-untyped-def]
    story = large_story(1300)
    read = [(int(sides), int(face), need, word) for sides, face, need, word in DIE.findall(render(story))]
    assert read == faces(story)
    assert len(read) == 1300


def test_markdown_puts_big_pools_in_rows_of_ten_with_counts() -> None:
    rows = [line for line in markdown(large_story(1300)).splitlines() if line.startswith("- **")]
    assert rows[0].startswith("- **1–10 · ")
    assert rows[99].startswith("- **991–1000 · ")
    assert len(DIE.findall("\n".join(rows))) == 1300


def test_percentile_checks_name_their_own_outcome() -> None:
    assert "1. Wasp A, cyclone – d100=20 vs ≤ 33: flown" in text(duel_story())
    assert "1 of 3 succeeds" in text(duel_story())


def test_the_line_in_words() -> None:
    told = text(line_story())
    assert "• A2 at 3, heading up the line, came from 0; broadside; evading" in told
    assert "• A1 sees B1: distance 15 ≤ sensors 10 + signature 7 = 17" in told
    assert "• B1 fires at A1: spinal lance, bow" in told


def test_a_battle_in_russian() -> None:
    told = text(small_story(), language("ru"))
    assert "41 кубик, все проверены" in told
    assert "d10=9 против 7+: попадание" in told
    assert "4 попадания" in told
    assert "−2 к броску: туманность (×1 кубик) — W-49" in told
