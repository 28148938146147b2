"""Reading documents: every fault listed with its path; nothing coerced, nothing clamped."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from admiralty.core.document import read

Count = Annotated[int, Meta(ge=0, le=9)]


class Ship(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    hp: Count = 3
    kind: Literal["CV", "DD"] = "DD"
    at: tuple[int, int] = (0, 0)
    xp: int | None = None


class Fleet(msgspec.Struct, forbid_unknown_fields=True):
    ships: tuple[Ship, ...]
    nebula: bool = False
    speed: float = 1.0
    names: dict[str, str] = {}


def name(path: str, problem: str, value: Any) -> tuple[str, str]:
    return problem, "T-9"


def faults(document: Any) -> dict[str, str]:
    return {fault.path: fault.code for fault in read(Fleet, document, name)[1]}


def test_a_good_document_is_read_as_it_stands() -> None:
    fleet, found = read(Fleet, {"ships": [{"id": "a", "hp": 9, "at": [1, 2]}]}, name)
    assert not found
    assert fleet == Fleet((Ship("a", 9, at=(1, 2)),))


def test_every_fault_is_listed_not_only_the_first() -> None:
    document = {
        "ships": [{"id": "a", "hp": 10, "kind": "BB"}, {"hp": -1, "speed": 2}, 7],
        "nebula": 1,
        "speed": "fast",
        "colour": "red",
        "names": {"a": 1},
    }
    assert faults(document) == {
        "ships[0].hp": "range",
        "ships[0].kind": "choice",
        "ships[1].id": "missing",
        "ships[1].hp": "range",
        "ships[1].speed": "unknown_field",
        "ships[2]": "type",
        "nebula": "type",
        "speed": "type",
        "colour": "unknown_field",
        "names.a": "type",
    }


@pytest.mark.parametrize(
    "value", [-1, 10, 2.5, 3.0, float("inf"), float("nan"), 10**400, "3 ", "3", True, None, [], {}]
)
def test_a_count_that_is_not_a_whole_number_in_range_is_refused(value: Any) -> None:
    assert faults({"ships": [{"id": "a", "hp": value}]}).keys() == {"ships[0].hp"}


def test_a_fault_keeps_the_value_and_names_the_range() -> None:
    (fault,) = read(Fleet, {"ships": [{"id": "a", "hp": 12}]}, name)[1]
    assert fault.value == 12
    assert str(fault) == "ships[0].hp: must be a whole number from 0 to 9 [range] (T-9)"


def test_a_misspelt_field_is_told_the_near_ones_and_never_taken_for_one() -> None:
    (fault,) = read(Fleet, {"ships": [], "nebulla": True}, name)[1]
    assert str(fault.text) == "there is no such field; did you mean nebula?"


def test_a_document_that_is_no_table_gives_nothing() -> None:
    value, found = read(Fleet, [1, 2], name)
    assert value is None
    assert [fault.code for fault in found] == ["type"]


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["ships", "id", "hp", "x"]), inner),
    max_leaves=12,
)


@given(plain)
def test_no_document_whatever_ends_in_a_traceback(document: Any) -> None:
    value, found = read(Fleet, document, name)
    assert value is not None or found
