"""Every sentence a reader can see is in the Russian catalogue, and a whole battle told in Russian is Russian."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path
from string import Formatter

import polib
import pytest
from babel.messages.extract import extract_from_dir

import admiralty
from admiralty.core.show import RuleChart
from admiralty.core.words import Text, count, verbatim
from admiralty.report import html, text
from admiralty.report.language import language
from admiralty.report.story import story
from admiralty.rulesets import find, names
from admiralty.run.battle import Battle
from admiralty.run.play import Play
from admiralty.run.policy import bots

HOME = Path(admiralty.__file__).parent
FILE = HOME / "report" / "locale" / "ru" / "LC_MESSAGES" / "admiralty.po"
KEYWORDS = {"say": (1,), "count": (1, 2), "pgettext": ((1, "c"), 2)}
METHODS = [("**.py", "python"), ("report/page/**.html", "jinja2")]
PASS_ON = {"core/words.py", "report/html.py", "report/voice.py"}  # they hand on sentences that others wrote
RUSSIAN = language("ru")
EXAMPLES = [(name, example) for name in names() for example in find(name).examples]

Key = tuple[str, str, str]
"""Context, sentence, plural sentence: what a catalogue finds a translation by."""


@cache
def said() -> frozenset[Key]:
    """Every sentence in the sources."""
    found = extract_from_dir(HOME, METHODS, keywords=KEYWORDS)
    return frozenset(key_of(message, context) for _, _, message, _, context in found)


def key_of(message: str | tuple[str, ...], context: str | None) -> Key:
    if isinstance(message, str):
        return context or "", message, ""
    return (context or "", message[1], "") if context else (context or "", message[0], message[1])


@cache
def catalogue() -> polib.POFile:
    return polib.pofile(str(FILE))


def entries() -> Iterator[tuple[Key, list[str]]]:
    for entry in catalogue():
        forms = [entry.msgstr_plural[n] for n in sorted(entry.msgstr_plural)] or [entry.msgstr]
        yield (entry.msgctxt or "", entry.msgid, entry.msgid_plural or ""), forms


def fields(sentence: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(sentence) if field}


# --- the catalogue


def test_no_sentence_lacks_its_translation() -> None:
    assert len(said()) > 900
    assert sorted(said() - {key for key, _ in entries()}) == []


def test_no_translation_is_of_a_sentence_that_is_gone() -> None:
    assert sorted({key for key, _ in entries()} - said()) == []
    assert catalogue().obsolete_entries() == []


def test_no_translation_is_fuzzy_or_empty_or_there_twice() -> None:
    assert [entry.msgid for entry in catalogue() if entry.fuzzy] == []
    assert [key for key, forms in entries() if not all(forms)] == []
    keys = [key for key, _ in entries()]
    assert len(keys) == len(set(keys))


def test_every_counted_sentence_has_three_forms() -> None:
    assert catalogue().metadata["Plural-Forms"].startswith("nplurals=3;")
    assert [key for key, forms in entries() if len(forms) != (3 if key[2] else 1)] == []


def test_every_translation_has_the_words_of_its_sentence() -> None:
    """The form for 1 is also that for 21, so it may say the number where the English singular does not."""
    wrong = []
    for (_, one, many), forms in entries():
        must, may = fields(many or one), fields(one) | fields(many) | ({"n"} if many else set())
        wrong += [form for form in forms if not must <= fields(form) <= may]
    assert wrong == []


def test_the_catalogue_is_in_order_and_holds_no_place_and_no_time() -> None:
    sentences = [(entry.msgid, entry.msgctxt or "") for entry in catalogue()]
    assert sentences == sorted(sentences)
    assert not any(entry.occurrences for entry in catalogue())
    assert not any("Date" in field for field in catalogue().metadata)


def test_russian_has_its_own_quotes_and_dashes() -> None:
    """Straight quotes stand only where the sentence quotes what is to be typed."""
    quoted = [form for (_, one, _), forms in entries() for form in forms if '"' in form and '"' not in one]
    dashed = [form for _, forms in entries() for form in forms if re.search("[а-яё] [-–] [а-яё]", form)]
    assert quoted + dashed == []


def test_sentences_are_written_out_where_they_are_said() -> None:
    """What is put together before ``say`` sees it can be in no catalogue."""
    assert [place for file in sorted(HOME.rglob("*.py")) for place in put_together(file)] == []


def put_together(file: Path) -> Iterator[str]:
    name = file.relative_to(HOME).as_posix()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and name not in PASS_ON:
            sentences = node.args[: {"say": 1, "count": 2}.get(node.func.id, 0)]
            if not all(isinstance(one, ast.Constant) and isinstance(one.value, str) for one in sentences):
                yield f"{name}:{node.lineno}"


# --- plural forms


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (1, "1 попадание"),
        (2, "2 попадания"),
        (5, "5 попаданий"),
        (11, "11 попаданий"),
        (21, "21 попадание"),
        (25, "25 попаданий"),
    ],
)
def test_hits_are_counted(number: int, shown: str) -> None:
    assert count("{n} hit", "{n} hits", number).render(RUSSIAN) == shown


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (1, "1 ударный истребитель сбит."),
        (2, "2 ударных истребителя сбиты."),
        (5, "5 ударных истребителей сбито."),
        (11, "11 ударных истребителей сбито."),
        (21, "21 ударный истребитель сбит."),
        (25, "25 ударных истребителей сбито."),
    ],
)
def test_verbs_and_adjectives_follow_the_number(number: int, shown: str) -> None:
    told = count("{n} Strike fighter is shot down.", "{n} Strike fighters are shot down.", number)
    assert told.render(RUSSIAN) == shown


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (1, "{cv}: отказано, 1 ошибка"),
        (2, "{cv}: отказано, 2 ошибки"),
        (5, "{cv}: отказано, 5 ошибок"),
        (11, "{cv}: отказано, 11 ошибок"),
        (21, "{cv}: отказано, 21 ошибка"),
        (25, "{cv}: отказано, 25 ошибок"),
    ],
)
def test_a_name_with_braces_stays_as_it_is(number: int, shown: str) -> None:
    told = count("{file}: refused for {n} fault", "{file}: refused for {n} faults", number, file="{cv}")
    assert told.render(RUSSIAN) == shown


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (1, "Уничтожен 1 корабль: a."),
        (2, "Уничтожены 2 корабля: a."),
        (5, "Уничтожено 5 кораблей: a."),
        (11, "Уничтожено 11 кораблей: a."),
        (21, "Уничтожен 21 корабль: a."),
        (25, "Уничтожено 25 кораблей: a."),
    ],
)
def test_twenty_one_is_told_as_twenty_one_where_english_leaves_the_one_out(number: int, shown: str) -> None:
    told = count("{ships} is destroyed.", "{n} ships are destroyed: {ships}.", number, ships="a")
    assert told.render(RUSSIAN) == shown


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (1, "A1: стреляло 1 орудие, прирост сигнатуры 0 → 6."),
        (2, "A1: стреляло 2 орудия, прирост сигнатуры 0 → 6."),
        (5, "A1: стреляло 5 орудий, прирост сигнатуры 0 → 6."),
        (11, "A1: стреляло 11 орудий, прирост сигнатуры 0 → 6."),
        (21, "A1: стреляло 21 орудие, прирост сигнатуры 0 → 6."),
        (25, "A1: стреляло 25 орудий, прирост сигнатуры 0 → 6."),
    ],
)
def test_guns_are_counted(number: int, shown: str) -> None:
    one, many = "{ship} fired {n} gun: glow {before} → {after}.", "{ship} fired {n} guns: glow {before} → {after}."
    assert count(one, many, number, ship="A1", before=0, after=6).render(RUSSIAN) == shown


# --- whole battles


@pytest.mark.parametrize(("name", "example"), EXAMPLES, ids=[f"{n}-{e}" for n, e in EXAMPLES])
def test_a_battle_told_in_russian_has_no_english_left(name: str, example: str) -> None:
    told = russian(name, example)
    assert len(re.findall("[а-яё]+", told)) > 100
    assert sorted(foreign(told) - own_words(name, example)) == []


@pytest.mark.parametrize("name", names())
def test_a_page_in_russian_has_no_english_left(name: str) -> None:
    """Beside the names of keys; what only a screen reader says is read too."""
    example = next(iter(find(name).examples))
    page = re.sub(r"<(script|style)\b.*?</\1>", " ", html(story(played(name, example)), RUSSIAN), flags=re.DOTALL)
    heard = re.findall(r'(?:aria-label|data-place)="([^"]*)"', page)
    told = unescape(" ".join([re.sub("<[^>]*>", " ", page), *heard]))
    assert sorted(foreign(told) - own_words(name, example) - {"Home", "End", "Esc"}) == []


def russian(name: str, example: str) -> str:
    return text(story(played(name, example)), RUSSIAN)


@cache
def played(name: str, example: str) -> Play:
    rules = find(name)
    play = Play(Battle(name, rules.version, tomllib.loads(rules.examples[example]), "0b" * 32), find)
    play.play_bots(bots(rules, play.state))
    return play


def foreign(told: str) -> set[str]:
    """Latin words beside hit points, dice (2d6+1), multiples (x2), rule numbers (W-31), waves (A1) and the seed."""
    known = r"\bHP\b|\b\d*d\d+\b|\bx[\d½¼]+|\b[A-Z]-\d+\b|\b[0-9a-f]{64}\b|\b[A-Z]\d*\b"
    return set(re.findall(r"[A-Za-z][A-Za-z_']*", re.sub(known, " ", told)))


def own_words(name: str, example: str) -> set[str]:
    """What is a name: of the ruleset, of its switches, and whatever the scenario names."""
    values = " ".join(strings(tomllib.loads(find(name).examples[example])))
    return {name} | set(re.findall(r"[A-Za-z][A-Za-z_']*", values))


def strings(document: object) -> Iterator[str]:
    if isinstance(document, str):
        yield document
    elif isinstance(document, dict):
        for key, value in document.items():
            if key == "house_rules":
                yield from value
            yield from strings(value)
    elif isinstance(document, list):
        for value in document:
            yield from strings(value)


@pytest.mark.parametrize("name", names())
def test_the_charts_of_the_rules_have_no_english_left(name: str) -> None:
    """Beside what scenarios write: names of fields and switches, and what is the same in every language."""
    told = [sentence.render(RUSSIAN) for chart in find(name).charts() for sentence in spoken(chart)]
    assert len(told) > 30
    left = set().union(*map(foreign, told))
    assert sorted(word for word in left if "_" not in word) == []


def spoken(chart: RuleChart) -> Iterator[Text]:
    cells = (chart.title, *chart.columns, *(cell for row in chart.rows for cell in row), chart.text)
    return (cell for cell in cells if cell.one != verbatim("").one)
