"""Reading documents that people write: every fault listed, with its field path, nothing coerced or clamped.

The shape of a document is a tree of msgspec structs, the same from which the JSON Schema is generated. ``read`` walks
it, collects every fault, and sets each faulty value aside (its default takes its place) so that the rest can still be
checked; a ruleset's own checks run afterwards on what is left.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from difflib import get_close_matches
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import inspect

from .errors import Fault
from .state import Plain
from .words import Text, say

D = TypeVar("D", bound=msgspec.Struct)

Problem = Literal["unknown_field", "missing", "type", "range", "choice"]
Namer = Callable[[str, Problem, Plain], tuple[str, str]]
"""Gives (code, rule) for a problem at a path: the words of a ruleset's sheet."""

_MISSING = object()


def read(shape: type[D], document: Plain, name: Namer) -> tuple[D | None, list[Fault]]:
    """The document as a ``shape``, and all faults of form. ``None`` if it is not even a table."""
    reader = _Reader(name)
    value = reader.take(_type_of(shape), document, "")
    if value is _MISSING:
        return None, reader.faults
    return msgspec.convert(value, shape), reader.faults


def _type_of(shape: type[msgspec.Struct]) -> inspect.Type:
    return inspect.type_info(shape)


class _Reader:
    """One walk over one document."""

    def __init__(self, name: Namer) -> None:
        self.faults: list[Fault] = []
        self._name = name

    def _fault(self, path: str, problem: Problem, text: Text, value: Plain) -> Any:
        code, rule = self._name(path, problem, value)
        self.faults.append(Fault(code, path, text, rule, shown(value)))
        return _MISSING

    def take(self, kind: inspect.Type, value: Any, path: str) -> Any:
        """The value if it fits, else ``_MISSING`` and a fault."""
        if isinstance(kind, inspect.Metadata):
            return self.take(kind.type, value, path)
        if isinstance(kind, inspect.UnionType):
            return self._union(kind, value, path)
        if isinstance(kind, inspect.StructType):
            return self._struct(kind, value, path)
        if isinstance(kind, inspect.ListType | inspect.VarTupleType):
            return self._list(kind, value, path)
        if isinstance(kind, inspect.TupleType):
            return self._fixed(kind, value, path)
        if isinstance(kind, inspect.DictType):
            return self._dict(kind, value, path)
        return self._leaf(kind, value, path)

    def _struct(self, kind: inspect.StructType, value: Any, path: str) -> Any:
        if not isinstance(value, dict):
            return self._fault(path, "type", say("must be a table of fields"), value)
        fields = {field.encode_name: field for field in kind.fields}
        for key in value:
            if key not in fields and key != kind.tag_field:
                self._unknown(str(key), tuple(fields), join(path, str(key)), value[key])
        result = {kind.tag_field: kind.tag} if kind.tag_field else {}
        for key, field in fields.items():
            taken = self._field(field, value, join(path, key))
            if taken is not _MISSING:
                result[key] = taken
        return result

    def _field(self, field: inspect.Field, value: dict[Any, Any], path: str) -> Any:
        if field.encode_name in value:
            taken = self.take(field.type, value[field.encode_name], path)
            if taken is not _MISSING or not field.required:
                return taken
        elif not field.required:
            return _MISSING
        else:
            self._fault(path, "missing", say("must be given"), None)
        return stand_in(field.type)

    def _unknown(self, key: str, known: tuple[str, ...], path: str, value: Plain) -> None:
        near = get_close_matches(key, known, n=3, cutoff=0.6)
        if near:
            text = say("there is no such field; did you mean {near}?", near=", ".join(near))
        else:
            text = say("there is no such field; known are {known}", known=", ".join(known))
        self._fault(path, "unknown_field", text, value)

    def _list(self, kind: inspect.ListType | inspect.VarTupleType, value: Any, path: str) -> Any:
        if not isinstance(value, list | tuple):
            return self._fault(path, "type", say("must be a list"), value)
        taken = (self.take(kind.item_type, item, f"{path}[{n}]") for n, item in enumerate(value))
        return [item for item in taken if item is not _MISSING]

    def _fixed(self, kind: inspect.TupleType, value: Any, path: str) -> Any:
        if not isinstance(value, list | tuple) or len(value) != len(kind.item_types):
            return self._fault(path, "type", say("must be a list of {n} items", n=len(kind.item_types)), value)
        taken = [
            self.take(item_kind, item, f"{path}[{n}]")
            for n, (item_kind, item) in enumerate(zip(kind.item_types, value, strict=True))
        ]
        return _MISSING if any(item is _MISSING for item in taken) else taken

    def _dict(self, kind: inspect.DictType, value: Any, path: str) -> Any:
        if not isinstance(value, dict):
            return self._fault(path, "type", say("must be a table"), value)
        taken = {str(key): self.take(kind.value_type, item, join(path, str(key))) for key, item in value.items()}
        return {key: item for key, item in taken.items() if item is not _MISSING}

    def _union(self, kind: inspect.UnionType, value: Any, path: str) -> Any:
        if value is None and kind.includes_none:
            return None
        tagged = [option for option in kind.types if isinstance(option, inspect.StructType) and option.tag_field]
        if tagged:
            return self._tagged(tagged, value, path)
        for option in kind.types:
            probe = _Reader(self._name)
            taken = probe.take(option, value, path)
            if taken is not _MISSING and not probe.faults:
                return taken
        best = _likeliest(kind, value)
        return self.take(best, value, path)

    def _tagged(self, options: list[inspect.StructType], value: Any, path: str) -> Any:
        """One of several shapes, told apart by a field that names them."""
        if not isinstance(value, dict):
            return self._fault(path, "type", say("must be a table of fields"), value)
        shapes = {option.tag: option for option in options}
        key = str(options[0].tag_field)
        tag = value.get(key, _MISSING)
        if isinstance(tag, str) and tag in shapes:
            return self.take(shapes[tag], value, path)
        if tag is _MISSING:
            return self._fault(join(path, key), "missing", say("must be given"), None)
        known = inspect.LiteralType(tuple(str(tag) for tag in shapes))
        return self._leaf(known, tag, join(path, key))

    def _leaf(self, kind: inspect.Type, value: Any, path: str) -> Any:
        wrong = _wrong(kind, value)
        if wrong is None:
            return value
        problem, text = wrong
        return self._fault(path, problem, text, value)


def _likeliest(kind: inspect.UnionType, value: Any) -> inspect.Type:
    """The option whose faults tell most: of the same container as the value, else the first."""
    options = [option for option in kind.types if not isinstance(option, inspect.NoneType)]
    for option in options:
        if isinstance(value, dict) and isinstance(option, inspect.StructType | inspect.DictType):
            return option
        if isinstance(value, list) and isinstance(option, inspect.ListType | inspect.VarTupleType):
            return option
    return options[0]


def _wrong(kind: inspect.Type, value: Any) -> tuple[Problem, Text] | None:
    """What is wrong with a single value, or None."""
    if isinstance(kind, inspect.IntType):
        return _wrong_integer(kind, value)
    if isinstance(kind, inspect.FloatType):
        return _wrong_number(value)
    if isinstance(kind, inspect.BoolType):
        return None if isinstance(value, bool) else ("type", say("must be true or false"))
    if isinstance(kind, inspect.StrType):
        return _wrong_text(kind, value)
    if isinstance(kind, inspect.LiteralType):
        return _wrong_choice(kind, value)
    if isinstance(kind, inspect.NoneType):
        return None if value is None else ("type", say("must be left out"))
    return None


def _wrong_integer(kind: inspect.IntType, value: Any) -> tuple[Problem, Text] | None:
    if not isinstance(value, int) or isinstance(value, bool):
        return "type", _integer_text(kind)
    if (kind.ge is not None and value < kind.ge) or (kind.le is not None and value > kind.le):
        return "range", _integer_text(kind)
    if abs(value) >= 2**53:
        return "range", say("is too large to be meant")
    return None


def _integer_text(kind: inspect.IntType) -> Text:
    if kind.ge is not None and kind.le is not None:
        return say("must be a whole number from {low} to {high}", low=kind.ge, high=kind.le)
    if kind.ge is not None:
        return say("must be a whole number, {low} or more", low=kind.ge)
    if kind.le is not None:
        return say("must be a whole number, {high} or less", high=kind.le)
    return say("must be a whole number")


def _wrong_number(value: Any) -> tuple[Problem, Text] | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return "type", say("must be a number")
    return None


def _wrong_text(kind: inspect.StrType, value: Any) -> tuple[Problem, Text] | None:
    if not is_text(value):
        return "type", say("must be a text")
    if kind.min_length and len(value) < kind.min_length:
        return "range", say("must not be empty")
    return None


def is_text(value: Any) -> bool:
    """Whether a value is a text that files can hold: half of a surrogate pair, which JSON can name, is none."""
    return isinstance(value, str) and not any("\ud800" <= letter <= "\udfff" for letter in value)


def _wrong_choice(kind: inspect.LiteralType, value: Any) -> tuple[Problem, Text] | None:
    if any(type(value) is type(option) and value == option for option in kind.values):
        return None
    options = ", ".join(str(option) for option in kind.values)
    if isinstance(value, str):
        near = get_close_matches(value, [str(option) for option in kind.values], n=1, cutoff=0.5)
        if near:
            return "choice", say("must be one of: {options}; did you mean {near}?", options=options, near=near[0])
    return "choice", say("must be one of: {options}", options=options)


def stand_in(kind: inspect.Type) -> Any:
    """A harmless value of a type, in place of a required one that is missing or wrong."""
    if isinstance(kind, inspect.Metadata):
        return stand_in(kind.type)
    if isinstance(kind, inspect.UnionType):
        return None if kind.includes_none else stand_in(kind.types[0])
    if isinstance(kind, inspect.IntType):
        return kind.ge if kind.ge is not None else 0
    if isinstance(kind, inspect.LiteralType):
        return kind.values[0]
    if isinstance(kind, inspect.StrType):
        return "?"
    if isinstance(kind, inspect.StructType):
        return {field.encode_name: stand_in(field.type) for field in kind.fields if field.required}
    if isinstance(kind, inspect.TupleType):
        return [stand_in(item) for item in kind.item_types]
    simple = {inspect.FloatType: 0.0, inspect.BoolType: False, inspect.DictType: {}}
    return simple.get(type(kind), [])


def join(path: str, key: str) -> str:
    """A field's path below another."""
    return f"{path}.{key}" if path else key


def shown(value: Any) -> Plain:
    """A value short enough to stand in a message."""
    if isinstance(value, str | bool | int | type(None)):
        return value if not isinstance(value, str) or len(value) <= 80 else value[:77] + "…"
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "…"
