"""One audited battle: seeded dice face by face, answers from a journal, everything logged.

``Play`` runs phases until the battle is over or a question has no answer yet. The phase that asked is then run again
from its start, with the same dice, once the answer is there; so a battle can wait for days, and a battle resumed at
any question gives the same bytes.
"""

from __future__ import annotations

import contextlib
import hmac
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from ..core.choice import Choice, Side
from ..core.document import shown
from ..core.errors import Complaint, Fault, Refusal
from ..core.event import Answered, Event, Noted, Thrown
from ..core.pool import Pool
from ..core.ruleset import Bot, Record, Ruleset
from ..core.state import Plain, State
from ..core.table import Ask, AskAll, Pending, Roll, Unanswered
from ..core.words import count, say
from .battle import Battle, Entry, Find, opening
from .dice import dice_key, face

T = TypeVar("T")


class Question(msgspec.Struct, frozen=True):
    """What a battle waits for: ``name`` is to be given with the answer; one open choice per side still asked."""

    name: str
    choices: dict[Side, Any]  # sides that have not answered yet
    secret: bool


class HandDice(msgspec.Struct, frozen=True):
    """The battle waits for dice thrown by hand: their sides in order, and what for."""

    name: str
    sides: tuple[int, ...]
    why: str
    who: str


class _Table:
    """The table of play: throws dice, takes answers from the journal, keeps the log of one phase."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self.events: list[Event] = []
        self.dice = play.dice_thrown
        self.asked = play.questions_asked
        self.used: int = 0

    def roll(self, pool: Pool[T], why: str, who: str = "", seen_by: tuple[str, ...] | None = None) -> T:
        sides = pool.dice()
        if self._play.battle.by_hand and sides:
            faces = self._by_hand(sides, pool, why, who)
        else:
            key, first = self._play.key, self.dice
            faces = tuple([face(key, first + n, size) for n, size in enumerate(sides)])
        outcome = pool.read(faces)
        by_hand = self._play.battle.by_hand
        self.events.append(Thrown(why, who, pool, faces, outcome, self.dice, by_hand, seen_by))
        self.dice += len(sides)
        return outcome

    def _by_hand(self, sides: tuple[int, ...], pool: Any, why: str, who: str) -> tuple[int, ...]:
        entry = self._play.entries.get((f"dice-{self.dice}", ""))
        if entry is None:
            raise Unanswered(Roll(pool, why, who))
        faults = _dice_faults(sides, entry.answer)
        if faults:
            raise Refusal(faults)
        return tuple(entry.answer)

    def ask(self, side: Side, choice: Choice[T]) -> T:
        name = self._name(choice)
        entry = self._play.entries.get((name, side))
        if entry is None:
            raise Unanswered(Ask(side, choice))
        self.asked += 1
        return self._taken(name, side, choice, entry)

    def ask_all(self, choices: Mapping[Side, Choice[T]]) -> Mapping[Side, T]:
        if not choices:
            return {}
        name = self._name(next(iter(choices.values())))
        entries = {side: self._play.entries.get((name, side)) for side in choices}
        if None in entries.values():
            raise Unanswered(AskAll(tuple(choices.items())))
        self.asked += 1
        return {side: self._taken(name, side, choices[side], entry) for side, entry in entries.items() if entry}

    def _name(self, choice: Choice[Any]) -> str:
        return f"{self.asked + 1}-{choice.name}"

    def _taken(self, name: str, side: Side, choice: Choice[T], entry: Entry) -> T:
        answer = choice.read(entry.answer)
        self.events.append(Answered(name, side, answer, entry.answer, entry.defaulted))
        return answer

    def note(self, kind: str, *, seen_by: tuple[str, ...] | None = None, **facts: Any) -> None:
        self.events.append(Noted(kind, facts, seen_by))


class Play:
    """A battle being played. ``records`` are the phases so far, ``state`` is where it stands."""

    def __init__(self, battle: Battle, find: Find) -> None:
        self.battle = battle
        self.rules: Ruleset[Any]
        self.rules, self.state = opening(battle, find)
        self._start()
        self.advance()

    @classmethod
    def begin(cls, battle: Battle, rules: Ruleset[Any], state: State) -> Play:
        """A play from an opening state that is at hand already."""
        play = cls.__new__(cls)
        play.battle, play.rules, play.state = battle, rules, state
        play._start()
        play.advance()
        return play

    def _start(self) -> None:
        self.key = dice_key(self.battle.seed, self.battle.strings)
        self.entries = {(entry.question, entry.side): entry for entry in self.battle.journal}
        self.records: list[Record] = []
        self.dice_thrown = 0
        self.questions_asked = 0
        self.pending: Pending | None = None

    @property
    def over(self) -> bool:
        return bool(self.state.phase == "over")  # type: ignore[attr-defined]

    def advance(self) -> None:
        """Run phases until the battle is over or something is missing."""
        self.pending = None
        while not self.over:
            phase = self.rules.phases[self.state.phase]  # type: ignore[attr-defined]
            table = _Table(self)
            try:
                after = phase.run(self.state, table)
            except Unanswered as stop:
                self.pending = stop.pending
                return
            self.records.append(Record(phase.name, self.state, after, tuple(table.events)))
            self.state, self.dice_thrown, self.questions_asked = after, table.dice, table.asked

    @property
    def waiting(self) -> Question | HandDice | None:
        """What the battle waits for, if it does."""
        pending = self.pending
        if pending is None:
            return None
        if isinstance(pending, Roll):
            return HandDice(
                f"dice-{self.dice_thrown + self._dice_in_phase()}", pending.pool.dice(), pending.why, pending.who
            )
        choices = dict(pending.choices) if isinstance(pending, AskAll) else {pending.side: pending.choice}
        name = f"{self.questions_asked + self._asked_in_phase() + 1}-{next(iter(choices.values())).name}"
        left = {side: choice for side, choice in choices.items() if (name, side) not in self.entries}
        return Question(name, left, isinstance(pending, AskAll))

    def _dice_in_phase(self) -> int:
        return self._probe().dice - self.dice_thrown

    def _asked_in_phase(self) -> int:
        return self._probe().asked - self.questions_asked

    def _probe(self) -> _Table:
        """The table of the stopped phase, as far as it came."""
        table = _Table(self)
        with contextlib.suppress(Unanswered):
            self.rules.phases[self.state.phase].run(self.state, table)  # type: ignore[attr-defined]
        return table

    def answer(self, side: Side, document: Plain, question: str | None = None, defaulted: bool = False) -> None:
        """Take a side's answer to the open question. A refused one changes nothing.

        Raises ``Complaint`` when nothing is asked of that side or ``question`` names another question than the open
        one, ``Refusal`` with every fault when the answer is not legal.
        """
        waiting = self.waiting
        if not isinstance(waiting, Question) or side not in waiting.choices:
            raise Complaint(say("nothing is asked of {side} now", side=side), "not_asked")
        if question is not None and question != waiting.name:
            raise Complaint(
                say("the answer is to {given}, but {open} is asked now", given=question, open=waiting.name),
                "other_question",
            )
        waiting.choices[side].read(document)
        self._enter(Entry(waiting.name, side, document, defaulted))

    def enter_dice(self, faces: tuple[int, ...]) -> None:
        """Take dice thrown by hand. Raises ``Refusal`` if their number or faces do not fit."""
        waiting = self.waiting
        if not isinstance(waiting, HandDice):
            raise Complaint(say("no dice are waited for"), "no_dice")
        faults = _dice_faults(waiting.sides, faces)
        if faults:
            raise Refusal(faults)
        self._enter(Entry(waiting.name, "", list(faces)))

    def _enter(self, entry: Entry) -> None:
        self.battle = self.battle.with_entry(entry)
        self.entries[(entry.question, entry.side)] = entry
        self.advance()

    def play_bots(self, bots: Mapping[Side, Bot]) -> None:
        """Let bots answer until the battle is over or a side without a bot is asked. A bot that mixes draws with
        the battle's own dice key, so that the answer too can be recomputed."""
        while isinstance(waiting := self.waiting, Question):
            sides = [side for side in waiting.choices if side in bots]
            if not sides:
                return
            for side in sides:
                choice = waiting.choices[side]
                plan = bots[side](self.state, side, choice)
                answer = _drawn(plan, self.key, f"{waiting.name}/{side}")
                self._answer_quietly(waiting.name, side, choice.write(answer))
            self.advance()

    def _answer_quietly(self, name: str, side: Side, document: Plain) -> None:
        entry = Entry(name, side, document)
        self.battle = self.battle.with_entry(entry)
        self.entries[(name, side)] = entry


def _dice_faults(wanted: tuple[int, ...], faces: Any) -> list[Fault]:
    """What is wrong with faces that somebody entered."""
    if not isinstance(faces, list | tuple) or len(faces) != len(wanted):
        given = len(faces) if isinstance(faces, list | tuple) else 0
        text = count("{n} die is needed, {given} given", "{n} dice are needed, {given} given", len(wanted), given=given)
        return [Fault("dice_number", "", text, "", shown(faces))]
    return [
        Fault("dice_face", f"[{n}]", say("a d{sides} shows 1 to {sides}", sides=sides), "", given)
        for n, (sides, given) in enumerate(zip(wanted, faces, strict=True))
        if not isinstance(given, int) or isinstance(given, bool) or not 1 <= given <= sides
    ]


def _drawn(plan: tuple[tuple[Any, Any], ...], key: bytes, label: str) -> Any:
    """One of the weighted answers, drawn by a keyed number that belongs to this question alone."""
    if len(plan) == 1:
        return plan[0][0]
    word = int.from_bytes(hmac.digest(key, f"bot/{label}".encode(), "sha256")[:8], "big") / 2**64
    left = word * float(sum(chance for _, chance in plan))
    for answer, chance in plan:
        left -= float(chance)
        if left < 0:
            return answer
    return plan[-1][0]


__all__ = ["HandDice", "Play", "Question"]
