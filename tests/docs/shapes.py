"""The fields of a scenario as a page of docs shows them, read off the types that read the scenario."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect


class Row(NamedTuple):
    """A field: the documents it stands in, its name, what it may be, what it is if left out."""

    struct: str
    name: str
    kind: str
    default: str


def rows(scenario: type[msgspec.Struct], without: tuple[str, ...] = ()) -> list[Row]:
    """Every field of a scenario and of all that stands in it, in reading order, each kind of document once."""
    found: list[Row] = []
    waiting, seen = [inspect.type_info(scenario)], set[str]()
    while waiting:
        info = waiting.pop(0)
        if not isinstance(info, inspect.StructType) or info.cls.__name__ in seen:
            continue
        seen.add(info.cls.__name__)
        if info.tag_field:
            found.append(Row(info.cls.__name__, str(info.tag_field), f"`{info.tag}`", "–"))
        for field in info.fields:
            if info.cls.__name__ not in without:
                found.append(Row(info.cls.__name__, field.encode_name, kind(field.type), default(field)))
            waiting.extend(inner(field.type))
    return found


def kind(info: inspect.Type) -> str:
    """What a field may be, in a word or two."""
    match info:
        case inspect.BoolType():
            return "`true` `false`"
        case inspect.IntType():
            return f"whole number{_range(info.ge, info.le)}"
        case inspect.StrType():
            return "text"
        case inspect.LiteralType():
            return " ".join(f"`{value}`" for value in info.values)
        case inspect.StructType():
            return "table"
        case inspect.UnionType():
            return " or ".join(dict.fromkeys(kind(one) for one in info.types if _says(one)))
        case inspect.ListType() | inspect.VarTupleType():
            return f"list of {_many(kind(info.item_type))}"
        case inspect.TupleType():
            return f"[{', '.join(kind(one) for one in info.item_types)}]"
        case inspect.DictType():
            return f"{kind(info.key_type)} → {kind(info.value_type)}"
        case inspect.Metadata():
            return kind(info.type)
        case _:
            return "text"


def _many(what: str) -> str:
    return re.sub(r"\b(table|text|whole number)\b", r"\1s", what)


def _says(info: inspect.Type) -> bool:
    return not isinstance(info, inspect.NoneType) and type(info).__name__ != "UnsetType"


def _range(least: int | None, most: int | None) -> str:
    if least is not None and most is not None:
        return f" {least}–{most}"
    if least is not None:
        return f" ≥ {least}"
    return "" if most is None else f" ≤ {most}"


def default(field: inspect.Field) -> str:
    """What a field is if it is left out: – where it must be given, * where that follows from other fields."""
    value: Any = field.default
    if field.default_factory is not msgspec.NODEFAULT:
        value = field.default_factory()
    if value is msgspec.NODEFAULT:
        return "–" if field.required else "*"
    return "*" if value is None else _shown(value)


def _shown(value: Any) -> str:
    if isinstance(value, msgspec.Struct):
        if not any(field.required for field in msgspec.structs.fields(value)):
            return "its defaults"
        return ", ".join(f"{name} {one}" for name, one in msgspec.structs.asdict(value).items())
    if isinstance(value, list | tuple | dict) or value == "":
        return "none"
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def inner(info: inspect.Type) -> Iterator[inspect.Type]:
    """The documents that stand in a field."""
    match info:
        case inspect.StructType():
            yield info
        case inspect.UnionType():
            for one in info.types:
                yield from inner(one)
        case inspect.ListType() | inspect.VarTupleType():
            yield from inner(info.item_type)
        case inspect.DictType():
            yield from inner(info.value_type)
        case inspect.Metadata():
            yield from inner(info.type)
