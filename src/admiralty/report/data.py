"""A battle as plain data: the fields of ``Story``, every sentence already in a language."""

from __future__ import annotations

from gettext import NullTranslations

import msgspec

from admiralty.core.show import Story
from admiralty.core.words import ENGLISH, Text

from .voice import Voice, plain_voice

Plain = None | bool | int | str | list["Plain"] | dict[str, "Plain"]


def plain(story: Story, language: NullTranslations = ENGLISH) -> dict[str, Plain]:
    """The story as dicts, lists, numbers and strings, keys as in ``admiralty.core.show``."""
    return _fields(story, plain_voice(language))


def json(story: Story, language: NullTranslations = ENGLISH) -> str:
    """The story as a JSON document, indented by two."""
    return msgspec.json.format(msgspec.json.encode(plain(story, language)), indent=2).decode() + "\n"


def _fields(value: msgspec.Struct, voice: Voice) -> dict[str, Plain]:
    return {name: _plain(getattr(value, name), voice) for name in value.__struct_fields__}


def _plain(value: object, voice: Voice) -> Plain:
    if isinstance(value, Text):
        return voice(value)
    if isinstance(value, msgspec.Struct):
        return _fields(value, voice)
    if isinstance(value, tuple):
        return [_plain(entry, voice) for entry in value]
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    assert value is None or isinstance(value, (bool, int))
    return value
