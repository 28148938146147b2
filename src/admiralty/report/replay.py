"""A fought battle in hand: its events, its file, its reports, its proof."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from gettext import NullTranslations
from typing import Any

from admiralty.core.errors import Complaint
from admiralty.core.event import Event
from admiralty.core.ruleset import Ruleset
from admiralty.core.show import Story
from admiralty.core.words import say
from admiralty.rulesets import find as find_ruleset
from admiralty.run import replay as files
from admiralty.run.battle import Battle
from admiralty.run.play import Play

from . import Kind, render
from .language import language as catalogue
from .story import story

Find = Callable[[str], Ruleset[Any]]


class Replay:
    """A battle that was fought, or as much of it as was."""

    def __init__(self, play: Play, *, title: str = "", verified: bool = False) -> None:
        self.play = play
        self.title = title
        self.verified = verified

    @classmethod
    def read(cls, content: str, find: Find = find_ruleset) -> Replay:
        """A replay from the text of its file, verified first. Raises ``Complaint`` naming the first wrong line."""
        verdict = files.verify(content, find)
        if not verdict.ok:
            text = say("line {line} of the replay is wrong: {why}", line=verdict.line, why=verdict.why)
            raise Complaint(text, "replay_line", verdict.line)
        return cls(Play(files.read_header(content), find), verified=True)

    @property
    def battle(self) -> Battle:
        """All that needs to be stored: ruleset, scenario, seed, journal."""
        return self.play.battle

    @property
    def events(self) -> tuple[Event, ...]:
        """Dice, answers and notes, in order."""
        return tuple(event for record in self.play.records for event in record.events)

    @property
    def result(self) -> dict[str, Any]:
        """The measures as the battle left them: ``result["hp:cv1"]``."""
        return files.result(self.play)

    @cached_property
    def text(self) -> str:
        """The replay file: JSON Lines that can be verified alone."""
        return files.text(self.play)

    def verify(self) -> files.Verdict:
        """Play the file again and compare every die and every line."""
        return files.verify(self.text, self._find)

    def _find(self, name: str) -> Ruleset[Any]:
        """This battle's own ruleset, which may be one that is not installed."""
        return self.play.rules if name == self.play.rules.name else find_ruleset(name)

    @cached_property
    def story(self) -> Story:
        """The battle for a reader, in no language yet."""
        return story(self.play, title=self.title, verified=self.verified)

    def report(self, kind: Kind = "text", language: str | NullTranslations = "en") -> str:
        """The battle as "text", "markdown", "bbcode", "html" or "json", in a language."""
        return render(self.story, kind, catalogue(language) if isinstance(language, str) else language)

    def __repr__(self) -> str:
        return f"<Replay of {self.battle.ruleset}: {self.play.dice_thrown} dice, {len(self.play.records)} phases>"

    def _repr_html_(self) -> str:
        """In a notebook: the page in a frame of its own, so that its style stays inside."""
        from html import escape

        page = escape(self.report("html"), quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:40em;border:0" title="replay"></iframe>'


__all__ = ["Replay"]
