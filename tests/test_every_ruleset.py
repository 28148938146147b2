"""The conformance suite: what any ruleset must keep, asked of every example battle of every ruleset there is."""

from __future__ import annotations

import copy
import re
import tomllib
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from admiralty.core.errors import Fault, Refusal
from admiralty.core.event import Answered, Thrown
from admiralty.core.phase import Done, step
from admiralty.core.table import Ask, AskAll
from admiralty.rulesets import find, names
from admiralty.run.battle import Battle, load
from admiralty.run.play import Play
from admiralty.run.policy import bots
from admiralty.run.replay import text, verify
from admiralty.run.spread.layout import Layout
from admiralty.run.spread.window import Window

SEEDS = ("00" * 32, "5a" * 32)
EXAMPLES = [(name, example) for name in names() for example in find(name).examples]
each_example = pytest.mark.parametrize(("name", "example"), EXAMPLES, ids=[f"{n}-{e}" for n, e in EXAMPLES])


def scenario(name: str, example: str) -> dict[str, Any]:
    return tomllib.loads(find(name).examples[example])


@lru_cache(maxsize=64)
def played(name: str, example: str, seed: str = SEEDS[0]) -> Play:
    rules = find(name)
    document = scenario(name, example)
    play = Play(Battle(name, rules.version, document, seed), find)
    play.play_bots(bots(rules, play.state))
    return play


@each_example
@pytest.mark.parametrize("seed", SEEDS)
def test_bots_fight_every_example_to_its_end(name: str, example: str, seed: str) -> None:
    assert played(name, example, seed).over


@each_example
def test_states_survive_plain_data_and_have_one_byte_string(name: str, example: str) -> None:
    for record in played(name, example).records[:200]:
        again = type(record.after).from_plain(record.after.plain())
        assert again == record.after
        assert again.canonical() == record.after.canonical()
        assert hash(again) == hash(record.after)


@each_example
def test_phases_touch_only_what_they_say(name: str, example: str) -> None:
    play = played(name, example)
    rules = play.rules
    opening = play.records[0].before
    touches = [path for phase in rules.order for path in (*phase.touches, *phase.indexes)]
    drains = [field for phase in rules.order for field in phase.drains]
    layout = Layout(opening, [*touches, *drains, "phase", *rules.clock])
    for record in play.records[:400]:
        phase = rules.phases[record.phase]
        indexes = {field: getattr(record.before, field) for field in phase.indexes}
        paths = (*phase.touches, "phase", *phase.indexes)
        window = Window(layout, layout.columns(paths, indexes))
        row = layout.row(record.before)
        shut = window.open([row[c] for c in window.columns])
        outcome = step(phase, shut, answers(record.events, record.before, phase))
        assert isinstance(outcome, Done)
        after = layout.row(record.after)
        window.check(outcome.state)
        assert window.close(outcome.state) == tuple(after[c] for c in window.columns)


def answers(events: Any, state: Any, phase: Any) -> list[Any]:
    """What a phase was told, as ``step`` takes it: secret answers to one question are given together."""
    told: list[Any] = []
    left = [event for event in events if isinstance(event, Thrown | Answered)]
    while left:
        pending = step(phase, state, told)
        if isinstance(pending, AskAll):
            told.append({event.side: event.answer for event in left[: len(pending.choices)]})
            left = left[len(pending.choices) :]
        else:
            event = left.pop(0)
            told.append(event.answer if isinstance(pending, Ask) else event.outcome)
    return told


@each_example
def test_measures_read_only_what_they_touch(name: str, example: str) -> None:
    play = played(name, example)
    measures = play.rules.measures(play.records[0].before)
    layout = Layout(play.records[0].before, [path for measure in measures for path in measure.touches])
    row = layout.row(play.state)
    for measure in measures:
        window = Window(layout, layout.columns(measure.touches, {}))
        if not measure.at:
            assert measure.read(window.open([row[c] for c in window.columns])) == measure.read(play.state)


@each_example
def test_measure_names_are_unique(name: str, example: str) -> None:
    measures = [measure.name for measure in find(name).measures(played(name, example).records[0].before)]
    assert len(measures) == len(set(measures)) > 0


@each_example
def test_a_battle_resumed_at_any_question_gives_the_same_bytes(name: str, example: str) -> None:
    whole = played(name, example)
    battle = whole.battle
    journal = battle.journal
    for cut in {0, len(journal) // 3, len(journal) // 2, max(0, len(journal) - 1)}:
        fields = (battle.ruleset, battle.version, battle.scenario, battle.seed, battle.strings, journal[:cut])
        play = Play(Battle(*fields), find)
        for entry in journal[cut:]:
            play.answer(entry.side, entry.answer, entry.question)
        assert text(play) == text(whole)


@each_example
def test_a_replay_verifies_and_a_changed_one_does_not(name: str, example: str) -> None:
    replay = text(played(name, example))
    assert verify(replay, find).ok
    for place in range(3, len(replay), max(1, len(replay) // 6)):
        assert not verify(replay[:place] + chr(ord(replay[place]) ^ 1) + replay[place + 1 :], find).ok


@each_example
def test_the_chips_of_every_die_add_up_to_its_number(name: str, example: str) -> None:
    for record in played(name, example).records:
        for event in record.events:
            for pool in getattr(getattr(event, "pool", None), "pools", (getattr(event, "pool", None),)):
                for lot in getattr(pool, "lots", ()):
                    need = lot.need
                    assert need.base - sum(mod.value for mod in need.mods) == need.unheld
                    assert need.value == need.unheld or need.held


@each_example
def test_the_story_has_a_step_for_every_address_and_no_empty_sentence(name: str, example: str) -> None:
    play = played(name, example)
    steps = play.rules.tell(play.records)
    anchors = [step.anchor for step in steps]
    assert len(anchors) == len(set(anchors)) > 0
    assert all(re.fullmatch(r"[A-Za-z0-9_-]+", anchor) for anchor in anchors)
    for told in steps:
        assert str(told.title)
        assert all(str(sentence) for sentence in (*told.lead, *told.result))


@each_example
def test_every_thrown_die_is_told(name: str, example: str) -> None:
    play = played(name, example)
    told = sum(1 for step in play.rules.tell(play.records) for throw in step.throws for die in throw.dice if die.face)
    assert told == play.dice_thrown


@pytest.mark.parametrize("name", names())
def test_a_ruleset_has_charts_examples_and_a_scenario_shape(name: str) -> None:
    rules = find(name)
    assert rules.charts()
    assert rules.examples
    assert all(len(row) == len(chart.columns) for chart in rules.charts() for row in chart.rows)


junk = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 10**20), st.floats(), st.text(max_size=4), st.just([]), st.just({})
)


def spots(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The places in a document that can be spoilt."""
    found = [path] if path else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        found += spots(item, (*path, key))
    return found


def spoilt(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    document = copy.deepcopy(document)
    holder = document
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    return document


@pytest.mark.parametrize("name", names())
@given(data=st.data())
@settings(max_examples=120)
def test_a_spoilt_scenario_is_refused_in_words_or_played_but_never_a_traceback(name: str, data: Any) -> None:
    example = data.draw(st.sampled_from(sorted(find(name).examples)))
    document = {k: v for k, v in scenario(name, example).items() if k not in ("ruleset", "title")}
    for _ in range(data.draw(st.integers(1, 3))):
        document = spoilt(document, data.draw(st.sampled_from(spots(document))), data.draw(junk))
        if not spots(document):
            return
    faults = refused(name, document)
    assert faults is None or (faults and all(fault.code and str(fault.text) for fault in faults))


def refused(name: str, document: dict[str, Any]) -> tuple[Fault, ...] | None:
    """The faults of a scenario, None if it is taken."""
    try:
        load({"ruleset": name, **document}, find)
    except Refusal as refusal:
        return refusal.faults
    return None
