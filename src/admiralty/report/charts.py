"""Odds as drawings: what is yes or no, then numbers, then words; panels whose figures are told share one scale."""

from __future__ import annotations

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Any

from admiralty.core.errors import Complaint
from admiralty.core.words import ENGLISH, say
from admiralty.run.distribution import Distribution, outcome_text

from . import numbers
from .odds import certainty_sentence, chance, kind, mean_half_width, settled
from .picture import COLOUR, ENDINGS, INK, QUIET, altair, check_ending, picture, styled
from .voice import Voice, plain_voice

_WIDTH = 320  # of one panel, in pixels
_HEIGHT = 130  # of the columns of a number
_ROW = 22  # of one lying bar
_LABELS = 12  # more columns than this are not labelled one by one
_BEHIND = 0.42  # room for the figure behind a lying bar, as a share of the longest bar
_PANELS = 3  # side by side
_TRACK = "#eef1f6"

Row = dict[str, Any]


def drawing(
    odds: Mapping[str, Distribution], ending: str, language: NullTranslations = ENGLISH, title: str = ""
) -> bytes:
    """The drawing as the bytes of an SVG, PNG or HTML file: one panel for all that is yes or no, one for each other
    measure; settled ones are left out. Raises ``Complaint`` for another ending, or when the extra ``plot`` is not
    installed."""
    wanted = check_ending(ending)
    altair()
    return picture(_chart([odds[name] for name in odds], plain_voice(language), title), wanted)


def _chart(found: list[Distribution], voice: Voice, title: str) -> Any:
    if not found:
        raise Complaint(say("there is nothing to draw"), "nothing_to_draw")
    moving = [one for one in found if not settled(one)] or found
    kinds = {name: [one for one in moving if kind(one) == name] for name in ("yes", "number", "word")}
    highest = _highest([one for one in kinds["number"] if _few(one)])
    blocks = [
        [_yes_panel(kinds["yes"], voice)] if kinds["yes"] else [],
        [_columns(one, highest, voice) for one in kinds["number"]],
        [_bars(one, voice) for one in kinds["word"]],
    ]
    alt = altair()
    drawn = [alt.concat(*block, columns=_PANELS, spacing=28) for block in blocks if block]
    said = voice(certainty_sentence(found[0].certainty, voice.language))
    return styled(alt.vconcat(*drawn, spacing=36), voice.name(title), [said])


def _highest(found: list[Distribution]) -> float:
    return max((float(part) for one in found for part in one.values()), default=1.0)


def name_of(name: str, voice: Voice) -> str:
    """A measure for a reader: "through_flak:a" is "through flak: a"; what comes after the colon is a scenario's own."""
    what, colon, whose = name.partition(":")
    return voice.name(what.replace("_", " ") + (": " if colon else "") + whose)


def _row(label: str, part: float, distribution: Distribution, voice: Voice) -> Row:
    return {"what": label, "part": part, "start": 0, "full": 1, "said": chance(part, distribution.certainty, voice)}


def _yes_panel(found: list[Distribution], voice: Voice) -> Any:
    """Chances of all that is yes or no, the likeliest first."""
    rows = [_row(name_of(one.name, voice), float(one.chance(True)), one, voice) for one in found]
    rows.sort(key=lambda row: -float(row["part"]))
    return _lying(rows, voice(say("yes or no")), 0.8, 1.5 * _WIDTH)


def _bars(distribution: Distribution, voice: Voice) -> Any:
    """Every outcome of a measure, in its order."""
    rows = [_row(voice.name(outcome_text(one)), float(part), distribution, voice) for one, part in distribution.items()]
    return _lying(rows, name_of(distribution.name, voice), 0.65, _WIDTH)


def _lying(rows: list[Row], name: str, room: float, width: float) -> Any:
    """Lying bars on a scale to 100 %, each on its pale track, its name before it and its figure behind it. ``room``
    for the names is a share of the longest bar."""
    alt = altair()
    scale = alt.Scale(domain=[-room, 1 + _BEHIND], nice=False)
    start, part, full = (alt.X(f"{field}:Q", axis=None, scale=scale) for field in ("start", "part", "full"))
    base = alt.Chart(alt.Data(values=rows)).encode(
        y=alt.Y("what:N", sort=None, axis=None, scale=alt.Scale(paddingInner=0.3, paddingOuter=0.1)),
        tooltip=[alt.Tooltip("what:N", title=name), alt.Tooltip("said:N", title=" ")],
    )
    bars = [base.mark_bar(color=colour).encode(x=end, x2="start:Q") for colour, end in ((_TRACK, full), (COLOUR, part))]
    limit = width * room / (room + 1 + _BEHIND) - 8
    names = base.mark_text(align="right", dx=-8, color=INK, limit=limit).encode(x=start, text="what:N")
    figures = base.mark_text(align="left", dx=6, color=QUIET).encode(x=full, text="said:N")
    return alt.layer(*bars, names, figures).properties(title=name, width=width, height=_ROW * len(rows))


def _columns(distribution: Distribution, highest: float, voice: Voice) -> Any:
    """Standing columns along a number line, the mean in small print. Where every one has its figure, they are as high
    as their chance in all panels alike; many low ones are drawn as high as fits."""
    alt = altair()
    few = _few(distribution)
    rows = [_column(number, distribution, voice) for number in (_span(distribution) if few else distribution)]
    top = highest * 1.15 if few else _highest([distribution])
    axis = alt.Axis(ticks=False, labelAngle=0, labelColor=INK) if few else alt.Axis(tickMinStep=1)
    base = alt.Chart(alt.Data(values=rows)).encode(
        x=alt.X("number:O" if few else "number:Q", title=None, axis=axis),
        y=alt.Y("part:Q", axis=None, scale=alt.Scale(domain=[0, top])),
        tooltip=[
            alt.Tooltip("number:Q", title=name_of(distribution.name, voice)),
            alt.Tooltip("said:N", title=" "),
        ],
    )
    labels = [base.mark_text(dy=-7, fontSize=10, color=QUIET).encode(text="short:N")] if few else []
    heading = alt.TitleParams(
        name_of(distribution.name, voice), subtitle=_mean(distribution, voice), subtitleColor=QUIET, anchor="start"
    )
    return alt.layer(base.mark_bar(color=COLOUR), *labels).properties(title=heading, width=_WIDTH, height=_HEIGHT)


def _span(distribution: Distribution) -> range:
    """All numbers from the least to the greatest, those between that cannot come out too."""
    return range(int(min(distribution)), int(max(distribution)) + 1)


def _few(distribution: Distribution) -> bool:
    return len(_span(distribution)) <= _LABELS


def _column(number: Any, distribution: Distribution, voice: Voice) -> Row:
    part = float(distribution.get(number, 0))
    told = {"number": int(number), "short": _short(part, distribution, voice) if part else ""}
    return _row(str(number), part, distribution, voice) | told


def _short(part: float, distribution: Distribution, voice: Voice) -> str:
    """A chance in whole per cent, as there is no room for more above a column."""
    width = distribution.certainty.half_width(part)
    return numbers.percent(min(1.0, part), voice.language, half_width=width, digits=0)


def _mean(distribution: Distribution, voice: Voice) -> str:
    width = mean_half_width(distribution)
    return voice(say("mean {mean}", mean=numbers.number(float(distribution.mean), voice.language, half_width=width)))


__all__ = ["ENDINGS", "check_ending", "drawing"]
