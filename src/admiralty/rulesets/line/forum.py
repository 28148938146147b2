"""Orders as players type them in a forum: one line per ship, English or Russian. L-16, L-29.

Movement::

    turn 2 movement                  ход 2 перемещение          (may be left out)
    A1 move +3 join screen           А1 движение +3, войти в группу screen
    A2: evade                        A2: уклонение
    A3 charge                        A3 зарядка
    A4 move 0 heading -1 leave       A4 движение 0 курс -1 выйти из группы
    A5 hold                          A5 ожидание

Fire: the guns of a ship are parted by semicolons, the targets of a gun by commas::

    A1 gun 0 at B1; gun 1 at B2, B3  A1 орудие 0 по B1; орудие 1 по B2, B3
    A2 all at B1                     A2 все по B1
    A3 gun 0 at B1 x2, B2 x1         A3 орудие 0 по B1 x2, B2 x1      (a split)

Empty lines and lines that begin with ``#`` or ``>`` are passed over. What comes out is the document that a TOML or JSON
sheet would be, so all that follows is the same; faults name the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from admiralty.core.errors import Fault
from admiralty.core.state import Plain
from admiralty.core.words import Text, say

Reading = tuple[Plain, list[str], list[Fault]]

ACTION_WORDS = {
    "move": "move",
    "движение": "move",
    "двигаться": "move",
    "идти": "move",
    "evade": "evade",
    "evasion": "evade",
    "уклонение": "evade",
    "уклоняться": "evade",
    "charge": "charge_jump",
    "charge_jump": "charge_jump",
    "jump": "charge_jump",
    "зарядка": "charge_jump",
    "прыжок": "charge_jump",
    "hold": "hold",
    "wait": "hold",
    "ожидание": "hold",
    "ждать": "hold",
    "держать": "hold",
}
PHASE_WORDS = {
    "movement": "movement",
    "перемещение": "movement",
    "fire": "fire",
    "стрельба": "fire",
}
HEADER = re.compile(r"^(?:turn|ход)\s+(\d+)(?:\s*[,:.]?\s*(\w+))?\s*[:.]?$", re.IGNORECASE)
NUMBER = re.compile(r"^[+-]?\d+$")
AGREE = ("agree to end", "end the battle", "согласен на окончание", "закончить бой")

HEADING = r"(?:heading|курс)\s*:?\s*([+-]?\d+)"
JOIN = r"(?:join(?:\s+group)?|войти(?:\s+в)?(?:\s+группу)?)\s*:?\s*(\S+)"
LEAVE = r"(?:leave(?:\s+(?:the\s+)?group)?|выйти(?:\s+из)?(?:\s+группы)?)"
AT = re.compile(r"\s+(?:at|on|по|в)\s+|\s*(?:→|->|=>|:)\s*", re.IGNORECASE)
GUN = re.compile(r"^(?:(?:gun|орудие)\s*#?\s*)?(\d+)$", re.IGNORECASE)
ALL = re.compile(r"^(?:all(?:\s+guns)?|все(?:\s+орудия)?)$", re.IGNORECASE)
PART = re.compile(r"^(.*\S)\s*[x×х*]\s*(\d+)$", re.IGNORECASE)
SHIP = re.compile(r"^(?:\"([^\"]+)\"|([^\s:,/]+))\s*[:,/]?\s*(.*)$")


def read(text: str, phase: str) -> Reading:
    """The sheet of a text as a document, what to call each of its orders, and the lines that were not understood."""
    sheet = _Sheet(phase)
    for number, line in enumerate(text.splitlines(), 1):
        plain = " ".join(line.replace("−", "-").replace("–", "-").replace("\u00a0", " ").split())
        if plain and not plain.startswith(("#", ">")):
            sheet.line(number, plain)
    return {**sheet.head, "orders": sheet.orders}, sheet.labels, sheet.faults


class _Sheet:
    """A text while it is read."""

    def __init__(self, phase: str) -> None:
        self.phase = phase
        self.head: dict[str, Plain] = {}
        self.orders: list[Plain] = []
        self.labels: list[str] = []
        self.faults: list[Fault] = []

    def line(self, number: int, line: str) -> None:
        """One line that is not empty."""
        header = HEADER.match(line)
        if header:
            self._header(number, *header.groups())
        elif self.phase == "movement" and line.lower().rstrip(".! ") in AGREE:
            self.head["agree_to_end"] = True
        else:
            self._order(number, line)

    def _header(self, number: int, turn: str, phase: str | None) -> None:
        self.head["turn"] = int(turn)
        if phase is not None:
            self.head["phase"] = PHASE_WORDS.get(phase.lower(), phase)

    def _order(self, number: int, line: str) -> None:
        match = SHIP.match(line)
        ship, rest = (match[1] or match[2], match[3]) if match else (line, "")
        try:
            read = _movement if self.phase == "movement" else _fire
            orders = list(read(ship, rest))
        except _NotUnderstoodError as wrong:
            self.faults.append(Fault(wrong.code, f"line {number}", wrong.text, "L-53", line))
            return
        self.orders += orders
        self.labels += [f"line {number}"] * len(orders)


class _NotUnderstoodError(Exception):
    def __init__(self, code: str, text: Text) -> None:
        self.code = code
        self.text = text


def _movement(ship: str, rest: str) -> Iterator[Plain]:
    """The rest of a movement line: an action, a distance, a heading, a group part, in any order but the first."""
    order: dict[str, Plain] = {"ship": ship}
    rest, heading = _taken(rest, HEADING)
    rest, group = _taken(rest, JOIN)
    if heading is not None:
        order["heading"] = int(heading)
    if group is not None:
        order["group"] = f"join:{group.rstrip(',.;')}"
    else:
        rest, leave = _taken(rest, f"({LEAVE})")
        if leave is not None:
            order["group"] = "leave"
    words = [word for word in re.split(r"[\s,;]+|\.(?=\s|$)", rest) if word]
    yield {**order, **_action(words)}


def _taken(rest: str, pattern: str) -> tuple[str, str | None]:
    """The text without the first match of a pattern, and what the match held."""
    match = re.search(rf"(?<!\S){pattern}(?=[\s,;.]|$)", rest, re.IGNORECASE)
    if match is None:
        return rest, None
    return f"{rest[: match.start()]} {rest[match.end() :]}", match[1]


def _action(words: list[str]) -> dict[str, Plain]:
    """``move +3``, ``+3`` alone, or one word."""
    if not words:
        return {"action": "hold"}
    first, *others = words
    if NUMBER.match(first):
        first, others = "move", words
    action = ACTION_WORDS.get(first.lower().rstrip("."))
    if action is None:
        raise _NotUnderstoodError(
            "unknown_action", say("there is no action {word}; known are move, evade, charge and hold", word=first)
        )
    if action == "charge_jump":
        others = [word for word in others if word.lower() not in JUMP_WORDS]
    distances = [word for word in others if NUMBER.match(word)]
    strange = [word for word in others if not NUMBER.match(word)]
    if strange or len(distances) > 1:
        text = say("this part was not understood: {part}", part=" ".join(strange or distances))
        raise _NotUnderstoodError("value_out_of_range", text)
    return {"action": action, **({"distance": int(distances[0])} if distances else {})}


JUMP_WORDS = ("jump", "drive", "прыжка", "двигателя", "межзвёздного", "межзвездного")


def _fire(ship: str, rest: str) -> Iterator[Plain]:
    """The rest of a fire line: guns with their targets, parted by semicolons."""
    for part in rest.split(";"):
        if not part.strip():
            continue
        pieces = [piece for piece in AT.split(f" {part.strip()}", maxsplit=1) if piece]
        if len(pieces) != 2:
            text = say("write a gun, the word at and its targets, such as: gun 0 at B1, B2")
            raise _NotUnderstoodError("value_out_of_range", text)
        yield {"ship": ship, "gun": _gun(pieces[0].strip()), **_targets(pieces[1])}


def _gun(word: str) -> Plain:
    """The number of a gun; "all" for every gun of the ship."""
    if ALL.match(word):
        return "all"
    match = GUN.match(word)
    if match is None:
        raise _NotUnderstoodError("unknown_gun_index", say("{word} is no gun; guns are counted from 0", word=word))
    return int(match[1])


def _targets(text: str) -> dict[str, Plain]:
    """Targets from left to right, or a split where every one has a number of attacks."""
    names = [name.strip().strip('"') for name in text.strip().rstrip(".").split(",") if name.strip()]
    parts = [PART.match(name) for name in names]
    if names and all(parts):
        return {"split": [{"target": part[1], "attacks": int(part[2])} for part in parts if part]}
    return {"target": names[0] if len(names) == 1 else list(names)}
