"""The groups by name. Each module is light to load: libraries are imported where they are used."""

from __future__ import annotations

from importlib import import_module

from .ask import Group

NAMES = ("pools", "wave", "carrier", "duel", "line", "startup")


def group(name: str) -> Group:
    found: Group = import_module(f".{name}", __package__).GROUP
    return found
