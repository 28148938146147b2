"""Drawings become files, through Altair and vl-convert (the extra ``plot``): no browser, no request to anywhere."""

from __future__ import annotations

from typing import Any

from admiralty.core.errors import Complaint
from admiralty.core.words import say

ENDINGS = ("svg", "png", "html")
COLOUR = "#1f6fc4"
INK = "#1c2434"
QUIET = "#56627a"
FONT = "system-ui, sans-serif"


def check_ending(ending: str) -> str:
    """A file's ending as one of ``ENDINGS``. Raises ``Complaint`` for any other."""
    wanted = ending.lower().lstrip(".")
    if wanted not in ENDINGS:
        endings = ", ".join(f".{known}" for known in ENDINGS)
        raise Complaint(say("a drawing's file must end in one of {endings}", endings=endings), "bad_ending", ending)
    return wanted


def altair() -> Any:
    """The library, if it is there. Raises ``Complaint`` when the extra ``plot`` is not installed."""
    try:
        import altair
        import vl_convert  # noqa: F401
    except ImportError:
        raise Complaint(
            say('drawings need the extra "plot": pip install "admiralty[plot]"'), "plot_not_installed"
        ) from None
    return altair


def styled(chart: Any, title: str, below: list[str]) -> Any:
    """A whole drawing under its title and some lines in small print."""
    heading = altair().TitleParams(
        title,
        subtitle=below,
        anchor="start",
        color=INK,
        fontSize=16,
        subtitleColor=QUIET,
        subtitleFontSize=12,
        subtitleLineHeight=16,
        subtitlePadding=6,
        offset=14,
    )
    return (
        chart.properties(title=heading, padding=16)
        .configure(font=FONT, background="#ffffff")
        .configure_view(stroke=None)
        .configure_axis(grid=False, labelColor=QUIET, titleColor=QUIET, domainColor="#c3cad6", tickColor="#c3cad6")
        .configure_title(anchor="start", color=INK)
    )


def picture(chart: Any, wanted: str) -> bytes:
    """A drawing as the bytes of a file of one of the ``ENDINGS``."""
    if wanted == "html":
        page: str = chart.to_html(inline=True)
        return page.encode()
    import vl_convert

    specification = chart.to_json()
    if wanted == "svg":
        return str(vl_convert.vegalite_to_svg(specification)).encode()
    return bytes(vl_convert.vegalite_to_png(specification, scale=2))
