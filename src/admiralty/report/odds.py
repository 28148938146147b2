"""Odds for a terminal: tables and bars of distributions, with no digit that the method does not justify."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from gettext import NullTranslations
from math import sqrt
from typing import Any

from rich.table import Table
from rich.text import Text as Styled

from admiralty.core.words import ENGLISH, NOTHING, Text, count, say
from admiralty.run.distribution import Certainty, Distribution, outcome_text

from . import numbers
from .voice import Voice, plain_voice

_BAR = 24  # columns of a full bar
_EIGHTHS = " ▏▎▍▌▋▊▉█"
_LEVELS = "▁▂▃▄▅▆▇█"
_ROWS = 40  # at most so many bars for one measure; what is left out is added up in one line


def tables(found: Iterable[Distribution], language: NullTranslations = ENGLISH) -> list[Table]:
    """All measures at a glance: yes or no, numbers, words; a table for each kind that there is."""
    voice = plain_voice(language)
    distributions = [distribution for distribution in found if not settled(distribution)]
    yes = [one for one in distributions if kind(one) == "yes"]
    figures = [one for one in distributions if kind(one) == "number"]
    others = [one for one in distributions if kind(one) == "word"]
    made = []
    if yes:
        made.append(_yes_table(yes, voice))
    if figures:
        made.append(_number_table(figures, voice))
    if others:
        made.append(_word_table(others, voice))
    return made


def settled(distribution: Distribution) -> bool:
    """Whether a measure can come out in one way only, and that is sure."""
    return len(distribution) == 1 and distribution.certainty.kind == "exact"


def settled_sentence(found: Iterable[Distribution]) -> Text:
    """All measures that can come out in one way only, in one sentence; nothing if there are none."""
    sure = [distribution for distribution in found if settled(distribution)]
    if not sure:
        return NOTHING
    told = ", ".join(f"{one.name} = {outcome_text(next(iter(one)))}" for one in sure)
    return count("{n} measure is settled: {measures}", "{n} measures are settled: {measures}", len(sure), measures=told)


def kind(distribution: Distribution) -> str:
    """ "yes" for yes or no, "number", or "word"."""
    if all(isinstance(outcome, bool) for outcome in distribution):
        return "yes"
    return "number" if distribution.numeric else "word"


def bars(distribution: Distribution, language: NullTranslations = ENGLISH) -> Table:
    """One distribution in full: every outcome with its chance and a bar; for numbers also "or more"."""
    voice = plain_voice(language)
    table = _table(Styled(voice.name(distribution.name), "bold"))
    numeric = kind(distribution) == "number"
    table.add_column(voice(say("outcome")), justify="right")
    table.add_column(voice(say("chance")), justify="right")
    table.add_column("")
    if numeric:
        table.add_column(voice(say("or more")), justify="right")
    highest = max((float(chance) for chance in distribution.values()), default=1.0) or 1.0
    shown = _shown(distribution)
    for outcome in shown:
        part = float(distribution[outcome])
        row = [voice.name(outcome_text(outcome)), chance(part, distribution.certainty, voice), bar(part / highest)]
        if numeric:
            row.append(chance(_or_more(distribution, int(outcome)), distribution.certainty, voice))
        table.add_row(*(Styled(cell) for cell in row))
    left_out = [float(distribution[outcome]) for outcome in distribution if outcome not in set(shown)]
    if left_out:
        others = count("{n} other outcome", "{n} other outcomes", len(left_out))
        table.add_row(voice(others), chance(sum(left_out), distribution.certainty, voice), "")
    return table


def _or_more(distribution: Distribution, number: int) -> float:
    """The chance of a number or more; exactly 1 for the least, where a sum of doubles would fall short of it."""
    whole = distribution.certainty.kind != "bounded" and number <= min(int(outcome) for outcome in distribution)
    return 1.0 if whole else float(distribution.at_least(number))


def _shown(distribution: Distribution) -> list[Any]:
    """The outcomes that get a line, in order: the likeliest ones if there are many."""
    outcomes = list(distribution)
    if len(outcomes) <= _ROWS:
        return list(outcomes)
    kept = set(sorted(outcomes, key=lambda outcome: -distribution[outcome])[:_ROWS])
    return [outcome for outcome in outcomes if outcome in kept]


def bar(share: float) -> str:
    """A share of a full bar, to an eighth of a column; what is possible is never empty."""
    eighths = round(min(1.0, share) * _BAR * 8)
    if share > 0 and not eighths:
        eighths = 1
    whole, rest = divmod(eighths, 8)
    return "█" * whole + (_EIGHTHS[rest] if rest else "")


def spark(distribution: Distribution, columns: int = _BAR) -> str:
    """A distribution of numbers in one line, least to greatest; neighbours share a column where they are many."""
    low, high = int(min(distribution)), int(max(distribution))
    width = max(1, -(-(high - low + 1) // columns))
    sums = [0.0] * (-(-(high - low + 1) // width))
    for outcome, part in distribution.items():
        sums[(int(outcome) - low) // width] += float(part)
    top = max(sums) or 1.0
    return "".join(" " if not part else _LEVELS[min(7, int(part / top * 7.999))] for part in sums)


def chance(part: float, certainty: Certainty, voice: Voice) -> str:
    """A chance in per cent, as sure as it is."""
    part = min(1.0, max(0.0, part))
    width = certainty.half_width(part)
    if certainty.kind == "sampled":
        return numbers.sampled(part, width, voice.language)
    return numbers.percent(part, voice.language, half_width=width)


def certainty_sentence(certainty: Certainty, language: NullTranslations = ENGLISH) -> Text:
    """How sure the numbers are."""
    if certainty.kind == "sampled":
        battles = numbers.whole(certainty.battles, language)
        return say("Sampled from {battles} battles; ± is the half width of a 99 % interval.", battles=battles)
    if certainty.kind == "bounded":
        lost = f"{certainty.lost:.2g}"
        return say("Exact, but for tiny weights left out: no chance is off by more than {lost}.", lost=lost)
    return say("Exact.")


def _table(title: Styled | None = None) -> Table:
    return Table(title=title, title_justify="left", box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")


def _yes_table(found: Sequence[Distribution], voice: Voice) -> Table:
    table = _table()
    table.add_column(voice(say("yes or no")), overflow="fold", no_wrap=True)
    table.add_column(voice(say("chance")), justify="right")
    table.add_column("")
    for distribution in found:
        part = float(distribution.chance(True))
        name = voice.name(distribution.name)
        table.add_row(Styled(name), chance(part, distribution.certainty, voice), bar(part))
    return table


def _number_table(found: Sequence[Distribution], voice: Voice) -> Table:
    table = _table()
    table.add_column(voice(say("number")), overflow="fold", no_wrap=True)
    for heading in (say("mean"), say("spread"), say("least"), say("middle"), say("most")):
        table.add_column(voice(heading), justify="right", no_wrap=True)
    table.add_column(voice(say("distribution")))
    for distribution in found:
        table.add_row(Styled(voice.name(distribution.name)), *_figures(distribution, voice), spark(distribution))
    return table


def _figures(distribution: Distribution, voice: Voice) -> tuple[str, ...]:
    """Mean, standard deviation, least, median and greatest."""
    width = mean_half_width(distribution)
    certain = settled(distribution)
    outcomes = [int(outcome) for outcome in distribution]
    return (
        numbers.number(float(distribution.mean), voice.language, half_width=width),
        "0" if certain else numbers.number(distribution.deviation, voice.language, half_width=width),
        numbers.whole(min(outcomes), voice.language),
        numbers.whole(distribution.quantile(0.5), voice.language),
        numbers.whole(max(outcomes), voice.language),
    )


def mean_half_width(distribution: Distribution) -> float:
    """How far the shown mean may be off: for a sample the half of a 99 % interval, for lost weight its worst case."""
    certainty = distribution.certainty
    if certainty.kind == "sampled":
        return 2.5758293035489004 * distribution.deviation / sqrt(max(1, certainty.battles))
    if certainty.kind == "bounded":
        outcomes = [int(outcome) for outcome in distribution]
        return float(certainty.lost * max(abs(outcome) for outcome in outcomes))
    return 0.0


def _word_table(found: Sequence[Distribution], voice: Voice) -> Table:
    table = _table()
    table.add_column(voice(say("which")), overflow="fold", no_wrap=True)
    table.add_column(voice(say("outcome")))
    table.add_column(voice(say("chance")), justify="right")
    table.add_column("")
    for distribution in found:
        name = voice.name(distribution.name)
        for outcome, part in distribution.items():
            told = voice.name(outcome_text(outcome))
            table.add_row(
                Styled(name), Styled(told), chance(float(part), distribution.certainty, voice), bar(float(part))
            )
            name = ""
    return table
