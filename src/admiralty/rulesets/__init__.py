"""Finds rulesets by name: the built-in ones, and those that installed plugins offer.

A plugin names its ``Ruleset`` value in the entry-point group ``admiralty.rulesets``. Built-in rulesets are found by
their place in this package, so they work from a bare source tree as well; a built-in name never means a plugin.
"""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from ..core.errors import Complaint
from ..core.ruleset import Ruleset
from ..core.words import say

GROUP = "admiralty.rulesets"
BUILT_IN = ("duel", "line", "wave")


def names() -> tuple[str, ...]:
    """The names of all rulesets that can be found, in the order of the alphabet."""
    return tuple(sorted({*BUILT_IN, *_plugins()}))


def find(name: str) -> Ruleset[Any]:
    """The ruleset of that name. Raises ``Complaint`` for an unknown name and for a plugin that cannot be loaded."""
    if name in BUILT_IN:
        rules: Ruleset[Any] = import_module(f"{__name__}.{name}").RULES
        return rules
    plugins = _plugins()
    if name not in plugins:
        raise _unknown(name)
    return _load(plugins[name])


def _plugins() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP) if point.name not in BUILT_IN}


def _load(point: EntryPoint) -> Ruleset[Any]:
    try:
        rules = point.load()
    except Exception as error:  # whatever a plugin does wrong, the person who asked for it is told so
        why = f"{type(error).__name__}: {error}"
        text = say("the plugin for ruleset {name} cannot be loaded: {why}", name=point.name, why=why)
        raise Complaint(text, "broken_ruleset", point.name) from error
    if not isinstance(rules, Ruleset):
        offered = point.value
        text = say("the plugin for ruleset {name} offers {value}, which is no Ruleset", name=point.name, value=offered)
        raise Complaint(text, "broken_ruleset", point.name)
    return rules


def _unknown(name: str) -> Complaint:
    known = ", ".join(names())
    near = get_close_matches(name.lower(), names(), n=1, cutoff=0.5)
    if near:
        words = {"name": name, "near": near[0], "known": known}
        text = say("there is no ruleset {name}; did you mean {near}? Known are: {known}", **words)
    else:
        text = say("there is no ruleset {name}; known are: {known}", name=name, known=known)
    return Complaint(text, "unknown_ruleset", name)
