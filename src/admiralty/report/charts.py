"""Odds as drawings, through Altair and vl-convert (the extra ``plot``): no browser, no request to anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from gettext import NullTranslations
from typing import Any

from admiralty.core.errors import Complaint
from admiralty.core.words import ENGLISH, say
from admiralty.run.distribution import Distribution, outcome_text

from .odds import certainty_sentence, chance, kind, settled
from .voice import Voice, plain_voice

ENDINGS = ("svg", "png", "html")
_COLOUR = "#1f6fc4"
_QUIET = "#56627a"
_WIDTH = 300  # of one panel, in pixels
_LABELS = 12  # more outcomes than this are not labelled one by one


def drawing(
    odds: Mapping[str, Distribution], ending: str, language: NullTranslations = ENGLISH, title: str = ""
) -> bytes:
    """The drawing as the bytes of an SVG, PNG or HTML file: one panel for all that is yes or no, one for each other
    measure. Raises ``Complaint`` for another ending, or when the extra ``plot`` is not installed."""
    wanted = check_ending(ending)
    _altair()
    voice = plain_voice(language)
    chart = _chart([odds[name] for name in odds], voice, title)
    if wanted == "html":
        page: str = chart.to_html(inline=True)
        return page.encode()
    import vl_convert

    specification = chart.to_json()
    if wanted == "svg":
        return str(vl_convert.vegalite_to_svg(specification)).encode()
    return bytes(vl_convert.vegalite_to_png(specification, scale=2))


def check_ending(ending: str) -> str:
    """A file's ending as one of ``ENDINGS``. Raises ``Complaint`` for any other."""
    wanted = ending.lower().lstrip(".")
    if wanted not in ENDINGS:
        endings = ", ".join(f".{known}" for known in ENDINGS)
        raise Complaint(say("a drawing's file must end in one of {endings}", endings=endings), "bad_ending", ending)
    return wanted


def _altair() -> Any:
    try:
        import altair
        import vl_convert  # noqa: F401
    except ImportError:
        raise Complaint(
            say('drawings need the extra "plot": pip install "admiralty[plot]"'), "plot_not_installed"
        ) from None
    return altair


def _chart(found: list[Distribution], voice: Voice, title: str) -> Any:
    alt = _altair()
    found = [one for one in found if not settled(one)] or found
    if not found:
        raise Complaint(say("there is nothing to draw"), "nothing_to_draw")
    yes = [distribution for distribution in found if kind(distribution) == "yes"]
    panels = [_yes_panel(yes, voice)] if yes else []
    panels += [_panel(distribution, voice) for distribution in found if kind(distribution) != "yes"]
    said = voice(certainty_sentence(found[0].certainty, voice.language))
    heading = alt.TitleParams(voice.name(title), subtitle=said, anchor="start", subtitleColor=_QUIET)
    return (
        alt.concat(*panels, columns=3, title=heading)
        .configure(font="system-ui, sans-serif", background="#ffffff")
        .configure_view(stroke=None)
        .configure_axis(grid=False, labelColor=_QUIET, titleColor=_QUIET, domainColor=_QUIET, tickColor=_QUIET)
        .configure_title(anchor="start")
    )


def _yes_panel(found: list[Distribution], voice: Voice) -> Any:
    """Chances of all that is yes or no, one bar each, its figure beside it."""
    rows = [_row(voice.name(one.name), float(one.chance(True)), one, voice) for one in found]
    return _bars(rows, voice(say("chance")), None)


def _panel(distribution: Distribution, voice: Voice) -> Any:
    rows = [
        _row(voice.name(outcome_text(outcome)), float(part), distribution, voice)
        for outcome, part in distribution.items()
    ]
    name = voice.name(distribution.name)
    if kind(distribution) == "number" and len(rows) > _LABELS:
        return _columns(rows, name, voice)
    return _bars(rows, voice(say("chance")), name)


def _row(label: str, part: float, distribution: Distribution, voice: Voice) -> dict[str, Any]:
    return {"what": label, "part": part, "said": chance(part, distribution.certainty, voice)}


def _bars(rows: list[dict[str, Any]], axis: str, name: str | None) -> Any:
    """Lying bars with their figures, in the order given."""
    alt = _altair()
    base = alt.Chart(alt.Data(values=rows)).encode(
        y=alt.Y("what:N", sort=None, title=None, axis=alt.Axis(ticks=False, labelLimit=220)),
        x=alt.X("part:Q", title=axis, axis=alt.Axis(format="%", tickCount=4), scale=alt.Scale(domainMin=0)),
        tooltip=[alt.Tooltip("what:N"), alt.Tooltip("said:N")],
    )
    figures = base.mark_text(align="left", dx=4, color=_QUIET).encode(text="said:N")
    return (base.mark_bar(color=_COLOUR) + figures).properties(title=name or "", width=_WIDTH)


def _columns(rows: list[dict[str, Any]], name: str, voice: Voice) -> Any:
    """Standing bars along a number line, for many outcomes."""
    alt = _altair()
    numbered = [row | {"number": int(row["what"])} for row in rows]
    return (
        alt.Chart(alt.Data(values=numbered))
        .mark_bar(color=_COLOUR)
        .encode(
            x=alt.X("number:Q", title=None, axis=alt.Axis(tickMinStep=1)),
            y=alt.Y("part:Q", title=voice(say("chance")), axis=alt.Axis(format="%", tickCount=4)),
            tooltip=[alt.Tooltip("number:Q"), alt.Tooltip("said:N")],
        )
        .properties(title=name, width=_WIDTH, height=160)
    )


__all__ = ["ENDINGS", "check_ending", "drawing"]
