"""The languages a report can speak: gettext catalogues shipped as ``.po`` files next to this one.

The catalogues are read as they are written, through polib: nothing compiled is kept in the repository or built into the
package, so what a translator edits is what a reader sees.
"""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO

import polib

from admiralty.core.words import ENGLISH

_LOCALE = files("admiralty.report") / "locale"


@cache
def languages() -> tuple[str, ...]:
    """Codes of the languages there are, English first: ``("en", "ru")``."""
    found = (place.name for place in _LOCALE.iterdir() if (place / "LC_MESSAGES" / "admiralty.po").is_file())
    return ("en", *sorted(found))


@cache
def language(code: str) -> NullTranslations:
    """The catalogue of a language. Raises LookupError, naming what there is, for a language that is not shipped."""
    if code == "en":
        return ENGLISH
    if code not in languages():
        raise LookupError(f"no catalogue for language {code!r}; there are: {', '.join(languages())}")
    text = (_LOCALE / code / "LC_MESSAGES" / "admiralty.po").read_text(encoding="utf-8")
    return GNUTranslations(BytesIO(polib.pofile(text).to_binary()))


def code_of(catalogue: NullTranslations) -> str:
    """The code of a catalogue: what a page says in its ``lang`` attribute."""
    return catalogue.info().get("language", "") or "en"
