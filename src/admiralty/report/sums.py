"""How base and chips make the number each die needed, so that a reader can add it up."""

from __future__ import annotations

from collections import Counter

from admiralty.core.show import Chip, Die, Throw
from admiralty.core.words import Text, count, say, verbatim

Values = tuple[int, ...]


def sums(throw: Throw) -> tuple[Text, ...]:
    """One sentence for every different sum among the dice, the commonest first.

    Nothing if a base is not said as a number, or if it is not said which dice a chip touched.
    """
    judged = [
        (values, die.sides, _start(die, throw), die.target)
        for values, die in zip(_values(throw), throw.dice, strict=True)
        if die.target is not None and not die.silent
    ]
    if not throw.chips or any(_unknown(chip, throw) for chip in throw.chips):
        return ()
    if any(start is None for _, _, start, _ in judged):
        return ()
    found = Counter(judged)
    alone = len(found) == 1
    return tuple(
        _sum(throw, values, sides, start, target, 0 if alone else dice)
        for (values, sides, start, target), dice in found.most_common()
    )


def _start(die: Die, throw: Throw) -> int | None:
    """The base number a die starts from."""
    return throw.start if die.start is None else die.start


def _unknown(chip: Chip, throw: Throw) -> bool:
    return not chip.on and chip.dice not in (0, len(throw.dice))


def _values(throw: Throw) -> list[Values]:
    """The values of the chips that touched each die, in the order of the chips."""
    touched: list[list[int]] = [[] for _ in throw.dice]
    for chip in throw.chips:
        for place in chip.on or range(len(throw.dice)):
            touched[place].append(chip.value)
    return [tuple(value for value in values if value) for values in touched]


def _sum(throw: Throw, values: Values, sides: int, start: int | None, target: int | None, dice: int) -> Text:
    assert start is not None
    assert target is not None
    if throw.under:
        reached = start + sum(values)
        line = say("{roll} ≤ {sum}", roll=_roll(sides), sum=verbatim(_added(str(start), values)))
    else:
        reached = start - sum(values)
        line = say("{roll} ≥ {base}", roll=verbatim(_added(f"d{sides}", values)), base=start)
    whole = _outcome(line, reached, target, throw.under)
    return count("{sum} (×{n} die)", "{sum} (×{n} dice)", dice, sum=whole) if dice else whole


def _outcome(line: Text, reached: int, target: int, under: bool) -> Text:
    if reached != target:
        return say("{sum} → {reached}, held at {need}", sum=line, reached=reached, need=bound(target, under))
    return say("{sum} → needs {need}", sum=line, need=bound(target, under))


def bound(target: int, under: bool) -> Text:
    """A needed number as it is shown: "7+", or "≤ 33" for a die that must not exceed it."""
    return say("≤ {number}", number=target) if under else say("{number}+", number=target)


def _roll(sides: int) -> Text:
    return verbatim(f"d{sides}")


def _added(first: str, values: Values) -> str:
    return " ".join([first, *(f"{'+' if value > 0 else '−'} {abs(value)}" for value in values)])
