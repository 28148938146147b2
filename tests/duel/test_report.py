"""The story of a battle: every die with its number, every number with its chips, every step with its panel."""

from __future__ import annotations

import re

import pytest

from admiralty.core.event import Thrown
from admiralty.core.show import Step
from admiralty.rulesets.duel.report.panel import panel
from admiralty.rulesets.duel.tables import SYSTEMS

from .scenes import PICKET, RULES, battle
from .test_laws import examples, played

SEEDS = range(3)


def story(name: str, seed: int) -> list[Step]:
    return list(RULES.tell(played(name, seed).records))


@pytest.mark.parametrize("name", examples())
@pytest.mark.parametrize("seed", SEEDS)
def test_every_die_is_told_once_in_order(name: str, seed: int) -> None:
    records = played(name, seed).records
    thrown = [
        face for record in records for event in record.events if isinstance(event, Thrown) for face in event.faces
    ]
    told = [die.face for step in RULES.tell(records) for throw in step.throws for die in throw.dice]
    assert told == thrown


@pytest.mark.parametrize("name", examples())
@pytest.mark.parametrize("seed", SEEDS)
def test_base_and_chips_make_the_needed_number(name: str, seed: int) -> None:
    shots = [throw for step in story(name, seed) for throw in step.throws if throw.start is not None]
    assert shots
    for throw in shots:
        assert throw.start is not None
        needed = throw.start - sum(chip.value for chip in throw.chips)
        assert {die.target for die in throw.dice} == {min(96, max(6, needed))}
        assert all((die.verdict == "hit") == (die.face >= (die.target or 0)) for die in throw.dice)


@pytest.mark.parametrize("name", examples())
def test_anchors_are_unique_and_fit_for_an_address(name: str) -> None:
    anchors = [step.anchor for step in story(name, 1)]
    assert len(anchors) == len(set(anchors))
    assert all(re.fullmatch(r"[A-Za-z0-9_-]+", anchor) for anchor in anchors)


@pytest.mark.parametrize("name", examples())
def test_every_panel_shows_every_piece_and_six_lamps_for_ships(name: str) -> None:
    for step in story(name, 2):
        assert len(step.panel) == len(played(name, 2).records[0].before.pieces)
        for piece in step.panel:
            ship = any(str(bar.label) == "hull" for bar in piece.bars)
            assert len(piece.parts) == (len(SYSTEMS) if ship and not piece.gone else 0)


@pytest.mark.parametrize("name", examples())
def test_every_cited_rule_has_a_sentence(name: str) -> None:
    cited = {chip.rule for step in story(name, 0) for throw in step.throws for chip in throw.chips}
    assert cited <= set(RULES.rule_texts)
    assert set(RULES.rule_texts) == {f"D-{number}" for number in range(1, 40)}


def test_the_last_step_says_who_won() -> None:
    last = story("wasp_duel", 5)[-1]
    state = played("wasp_duel", 5).state
    assert str(last.result[0]) in (f"{state.result} wins.", "The last round is over: undecided.")  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", examples())
def test_what_is_said_is_whole_sentences(name: str) -> None:
    for step in story(name, 0):
        assert all(str(text).endswith(".") for text in (*step.lead, *step.result))


def test_a_check_is_told_with_its_multiple_number_and_roll() -> None:
    checks = [throw for step in story("wasp_duel", 0) if "orders" in step.anchor for throw in step.throws]
    assert checks
    for throw in checks:
        (die,) = throw.dice
        text = str(throw.text)
        assert re.fullmatch(r"check x\S+ Dex \d+ → \d+, rolled \d+: (flown|failed, .+ \(D-10\))", text)
        assert f"→ {die.target}, rolled {die.face}: {die.word}" in text


def test_fire_names_who_fires() -> None:
    titles = {str(step.title) for step in story("wasp_duel", 0) if "-fire-" in step.anchor and step.throws}
    assert titles <= {"Fire: ash", "Fire: briar", "Fire: ash, briar", "Fire: briar, ash"}
    assert titles


def test_lamps_say_for_how_many_rounds_a_system_is_out() -> None:
    state = battle(
        [{"systems": {"radar": 1, "lsd": 3, "engine": "permanent"}}], [{**PICKET, "weapon_quarters_out": [2]}]
    )
    fighter, large = panel(state)
    assert [str(lamp.detail) for lamp in fighter.parts] == ["for good", "", "", "3 rounds left", "1 round left", ""]
    assert [str(lamp.detail) for lamp in large.parts if lamp.detail] == ["1 of 4 quarters out, 2 rounds left"]
