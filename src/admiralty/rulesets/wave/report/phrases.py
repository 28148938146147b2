"""Small sentences that several steps share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from admiralty.core.words import NOTHING, Text, count, say, verbatim

from ..state import Counts, Detachment, Setting, Strike


def listed(items: Iterable[Text]) -> Text:
    """Items in a row: "a, b, c"; nothing for none."""
    told = NOTHING
    for item in items:
        told = say("{list}, {item}", list=told, item=item) if told else item
    return told


def sentences(*texts: Text) -> Text:
    """Sentences one after another; nothing for none."""
    told = NOTHING
    for text in kept(*texts):
        told = say("{first} {next}", first=told, next=text) if told else text
    return told


def named(names: Iterable[str]) -> Text:
    """Names in a row."""
    return listed(verbatim(name) for name in names)


def kept(*texts: Text) -> tuple[Text, ...]:
    """The sentences that have something to say."""
    return tuple(text for text in texts if text)


def cap_fighters(number: int) -> Text:
    return count("{n} CAP fighter", "{n} CAP fighters", number)


def strike_fighters(number: int) -> Text:
    return count("{n} Strike fighter", "{n} Strike fighters", number)


def strike_make_up(strike: Strike) -> Text:
    """A wave's fighters, with how many are Elite."""
    if not strike.elite:
        return strike_fighters(strike.total)
    if not strike.regular:
        return count("{n} Elite Strike fighter ★", "{n} Elite Strike fighters ★", strike.total)
    return count(
        "{n} Strike fighter, {elite} Elite ★", "{n} Strike fighters, {elite} Elite ★", strike.total, elite=strike.elite
    )


def from_launcher(setting: Setting, ship: int, number: int) -> Text:
    """So many fighters of a launcher, a star if they are Elite."""
    hull = setting.hulls[ship]
    if hull.elite:
        return say("{n} ★ from {ship}", n=number, ship=hull.id)
    return say("{n} from {ship}", n=number, ship=hull.id)


def detachments(setting: Setting, fighters: Iterable[Detachment]) -> Text:
    return listed(from_launcher(setting, some.ship, some.count) for some in fighters)


def cap_make_up(setting: Setting, line: Counts, counts: Counts) -> Text:
    """The CAP of an empire by launcher, in the order of its line."""
    return listed(from_launcher(setting, ship, number) for ship, number in zip(line, counts, strict=True) if number)


def needed(numbers: Sequence[int]) -> Text:
    """The numbers some dice need: "7+", "7+ or 8+", "6+ to 8+"."""
    low, high = min(numbers), max(numbers)
    if low == high:
        return say("{number}+", number=low)
    if len(set(numbers)) == 2:
        return say("{low}+ or {high}+", low=low, high=high)
    return say("{low}+ to {high}+", low=low, high=high)
