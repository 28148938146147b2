"""Numbers as a reader may trust them: no possible event at 0 %, no uncertain one at 100 %, no digit beyond the method.

Chances run from 0 to 1. A half width is that of the interval of a sampled result, in the unit of the number itself;
without one the number is exact. Wherever a digit would say more than the half width allows, it is not shown.
"""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_HALF_EVEN, Decimal
from fractions import Fraction
from gettext import NullTranslations
from math import floor, isfinite, log10

from admiralty.core.words import ENGLISH

Real = int | float | Fraction


def percent(
    chance: Real, language: NullTranslations = ENGLISH, *, half_width: float = 0, digits: int = 2, fixed: bool = False
) -> str:
    """A chance as per cent: 0.125 is "12.5 %", 4e-6 "<0.01 %", 0.999998 ">99.99 %"; only 0 is "0 %", only 1 "100 %".

    ``digits``: most digits after the decimal mark; ``fixed``: zeros at the end are kept, for columns.
    Raises ValueError for a number that is no chance.
    """
    if not 0 <= chance <= 1:
        raise ValueError(f"not a chance between 0 and 1: {chance!r}")
    unit = _unit(half_width * 100, digits)
    shown = _round(_decimal(chance) * 100, unit)
    if shown <= 0 and (chance > 0 or half_width):
        return f"<{_write(unit, language)} %"
    if shown >= 100 and (chance < 1 or half_width):
        return f">{_write(100 - unit, language)} %"
    return f"{_write(shown, language, unit if fixed else None)} %"


def sampled(chance: Real, half_width: float, language: NullTranslations = ENGLISH) -> str:
    """A sampled chance with its interval: "37.2 % ± 0.3 %". The half width is rounded up, never down."""
    width = _decimal(half_width) * 100
    unit = _unit(half_width * 100, 2)
    rounded = (width / unit).to_integral_value(ROUND_CEILING) * unit
    return f"{percent(chance, language, half_width=half_width)} ± {_write(rounded, language)} %"


def number(
    value: Real, language: NullTranslations = ENGLISH, *, half_width: float = 0, digits: int = 2, fixed: bool = False
) -> str:
    """A mean or another quantity: 3.4166 is "3.42"; ``fixed``: 2.1 is "2.10", for columns.

    Raises ValueError for NaN and infinity.
    """
    if not isfinite(value):
        raise ValueError(f"not a finite number: {value!r}")
    unit = _unit(half_width, digits)
    return _write(_round(_decimal(value), unit), language, unit if fixed else None)


def with_fraction(value: Real, language: NullTranslations = ENGLISH) -> str:
    """A value with its fraction beside it, where that is exact and short: "3.6507 = 105231/28825"."""
    shown = number(value, language, digits=4)
    if isinstance(value, Fraction) and 1 < value.denominator < 10**6:
        return f"{shown} = {fraction(value)}"
    return shown


def fraction(value: Fraction) -> str:
    """An exact value as a fraction: "3/8", or "2" if whole."""
    return str(value.numerator) if value.denominator == 1 else f"{value.numerator}/{value.denominator}"


def whole(value: int, language: NullTranslations = ENGLISH) -> str:
    """A whole number with its thousands apart: "457,000"; Russian "457 000", the space one that does not break."""
    return f"{value:,}".replace(",", language.pgettext("between thousands", ",")).replace("-", "−")


def _unit(half_width: float, digits: int) -> Decimal:
    """The place of the last digit shown: the leading digit of the half width, at most ``digits`` after the mark."""
    finest = Decimal(1).scaleb(-digits)
    if not half_width:
        return finest
    return max(finest, Decimal(1).scaleb(floor(log10(half_width))))


def _decimal(value: Real) -> Decimal:
    if isinstance(value, Fraction):
        return Decimal(value.numerator) / Decimal(value.denominator)
    return Decimal(value) if isinstance(value, int) else Decimal(repr(float(value)))


def _round(value: Decimal, unit: Decimal) -> Decimal:
    return (value / unit).to_integral_value(ROUND_HALF_EVEN) * unit


def _write(value: Decimal, language: NullTranslations, fixed: Decimal | None = None) -> str:
    """A number without zeros at its end, or with all its digits down to a fixed unit."""
    text = f"{value:f}" if fixed is None else f"{value.quantize(fixed):f}"
    if "." in text and fixed is None:
        text = text.rstrip("0").rstrip(".")
    text = text.lstrip("-") if not value else text
    return text.replace(".", language.pgettext("decimal mark", ".")).replace("-", "−")
