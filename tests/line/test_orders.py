"""Order sheets: their documents, every fault and warning, and what becomes of illegal orders at execution."""

from __future__ import annotations

from typing import Any

import pytest

from admiralty.core.errors import Refusal
from admiralty.rulesets.line.orders import fire_faults, movement_faults
from admiralty.rulesets.line.questions import fire_choice, movement_choice
from admiralty.rulesets.line.state import FireOrder, FireSheet, Line, MoveOrder, MoveSheet
from admiralty.rulesets.line.words import REASONS

from .scene import LASER, SURE, Dice, at, battle, fire, moved, play, ship


@pytest.fixture
def state() -> Line:
    return battle(
        ship("A1", guns=[LASER, {**LASER, "mount": "stern"}]),
        ship("A2", engine_power=0, attitude="broadside"),
        ship("A3", status="destroyed"),
        ship("A4", group="A/g"),
        ship("B1", position=8),
        ship("B2", status="destroyed"),
    )


def moves(state: Line, document: Any, side: str = "A") -> MoveSheet:
    return movement_choice(state, side).read(document)


def fires(state: Line, document: Any, side: str = "A") -> FireSheet:
    return fire_choice(state, side).read(document)


def refused(read: Any, state: Line, document: Any) -> list[tuple[str, str]]:
    with pytest.raises(Refusal) as refusal:
        read(state, document)
    return [(fault.code, fault.path) for fault in refusal.value.faults]


MOVE = {"ship": "A1", "action": "move", "distance": 2}


@pytest.mark.parametrize(
    "document",
    [
        [MOVE],
        {"orders": [MOVE]},
        {"turn": 1, "phase": "movement", "orders": [MOVE]},
        {"movement": [MOVE]},
        {"movement": {"A1": {"action": "move", "distance": 2}}},
        {"A1": {"action": "move", "distance": 2}},
        "A1 move +2",
        "A1 +2",
    ],
)
def test_a_movement_sheet_in_every_shape(state: Line, document: Any) -> None:
    assert moves(state, document) == MoveSheet((MoveOrder("A1", "move", 2),))


@pytest.mark.parametrize(
    "document",
    [
        [{"ship": "A1", "gun": 0, "target": "B1"}],
        {"orders": [{"ship": "A1", "gun": 0, "target": ["B1"]}]},
        {"turn": 1, "phase": "fire", "fire": [{"ship": "A1", "gun": 0, "target": "B1"}]},
        "A1 gun 0 at B1",
        "A1 0 → B1",
    ],
)
def test_a_fire_sheet_in_every_shape(state: Line, document: Any) -> None:
    assert fires(state, document) == FireSheet((FireOrder("A1", 0, ("B1",)),))


def test_all_guns_of_a_ship(state: Line) -> None:
    orders = [FireOrder("A1", gun, ("B1", "B2")) for gun in (0, 1)]
    assert fires(state, [{"ship": "A1", "gun": "all", "target": ["B1", "B2"]}]) == FireSheet(tuple(orders))
    assert fires(state, "A1 all at B1, B2") == FireSheet(tuple(orders))


def test_sheets_are_written_and_read_back(state: Line) -> None:
    sheet = MoveSheet(
        (
            MoveOrder("A1", "move", -1, -1, "join:g"),
            MoveOrder("A2", "hold", group="leave"),
            MoveOrder("A4", "evade"),
        ),
        agree_to_end=True,
    )
    choice = movement_choice(state, "A")
    assert choice.read(choice.write(sheet)) == sheet
    shots = FireSheet((FireOrder("A1", 0, ("B1", "B2")), FireOrder("A1", 1, split=(("B1", 2),))))
    gunnery = fire_choice(state, "A")
    assert gunnery.read(gunnery.write(shots)) == shots


def test_an_empty_sheet_is_a_missing_one(state: Line) -> None:
    """L-55."""
    assert moves(state, "") == moves(state, []) == movement_choice(state, "A").default
    assert fires(state, "\n# nothing\n") == fires(state, []) == fire_choice(state, "A").default


@pytest.mark.parametrize(
    ("document", "faults"),
    [
        ([{"ship": "A1"}], [("value_out_of_range", "orders[0].action")]),
        ([{"ship": "A1", "action": "move"}], [("value_out_of_range", "orders[0].distance")]),
        ([{**MOVE, "distance": 1.5}], [("value_out_of_range", "orders[0].distance")]),
        ([{**MOVE, "distance": True}], [("value_out_of_range", "orders[0].distance")]),
        ([{**MOVE, "heading": 0}], [("value_out_of_range", "orders[0].heading")]),
        ([{**MOVE, "speed": 1}], [("unknown_field", "orders[0].speed")]),
        ({"A1": {"action": "hold", "distance": 1}}, [("unknown_field", "A1.distance")]),
        ("A1 hold 1", [("unknown_field", "line 1 distance")]),
        ([MOVE, 3], [("value_out_of_range", "orders[1]")]),
        ({"turn": 2, "orders": [MOVE]}, [("wrong_turn", "turn")]),
        ({"phase": "fire", "orders": [MOVE]}, [("wrong_phase", "phase")]),
        (7, [("value_out_of_range", "")]),
    ],
)
def test_a_movement_sheet_of_wrong_form(state: Line, document: Any, faults: list[tuple[str, str]]) -> None:
    assert refused(moves, state, document) == faults


@pytest.mark.parametrize(
    ("document", "faults"),
    [
        ([{"ship": "A1", "gun": 0}], [("value_out_of_range", "orders[0]")]),
        ([{"ship": "A1", "gun": -1, "target": "B1"}], [("value_out_of_range", "orders[0].gun")]),
        ([{"ship": "A1", "gun": 0, "target": []}], [("value_out_of_range", "orders[0]")]),
        (
            [{"ship": "A1", "gun": 0, "target": "B1", "split": [{"target": "B1", "attacks": 1}]}],
            [("value_out_of_range", "orders[0]")],
        ),
        ({"turn": 3, "phase": "movement", "fire": []}, [("wrong_turn", "turn"), ("wrong_phase", "phase")]),
    ],
)
def test_a_fire_sheet_of_wrong_form(state: Line, document: Any, faults: list[tuple[str, str]]) -> None:
    assert refused(fires, state, document) == faults


@pytest.mark.parametrize(
    ("order", "codes"),
    [
        (MoveOrder("A1", "move", 4), ("move_over_engine",)),
        (MoveOrder("A1", "move", 2, -1), ("heading_contradicts_move",)),
        (MoveOrder("A1", "move", -2, -1), ()),
        (MoveOrder("A1", "move", 0, -1), ()),
        (MoveOrder("A2", "move", 1), ("move_over_engine",)),
        (MoveOrder("A2", "move", 0), ("turn_needs_engine",)),
        (MoveOrder("A2", "evade"), ("evade_needs_engine",)),
        (MoveOrder("A2", "hold"), ()),
        (MoveOrder("A1", "charge_jump"), ("jump_turn", "no_jump_drive")),
        (MoveOrder("A1", "dance"), ("unknown_action",)),
        (MoveOrder("A3", "hold"), ("ship_not_active",)),
        (MoveOrder("B1", "hold"), ("not_your_ship",)),
        (MoveOrder("A9", "hold"), ("unknown_ship",)),
    ],
)
def test_movement_faults(state: Line, order: MoveOrder, codes: tuple[str, ...]) -> None:
    assert movement_faults(state, "A", order) == codes
    choice = movement_choice(state, "A")
    assert choice.check is not None
    assert [fault.code for fault in choice.check(choice.write(MoveSheet((order,))))] == list(codes)


def test_two_orders_for_one_ship_are_both_refused_whatever_their_order(state: Line) -> None:
    orders = (MoveOrder("A1", "move", 2), MoveOrder("A1", "evade"))
    for pair in (orders, orders[::-1]):
        sheet = MoveSheet(pair)
        assert [movement_faults(state, "A", order, sheet) for order in pair] == [("duplicate_order",)] * 2
        after = play(state, Dice((), [{}]), until="movement")[0].but(moves=(sheet, MoveSheet()))
        assert at(play(after, Dice(), until="fire_orders")[0], "A1").position == 0


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (MoveOrder("A4", "hold", group="join:h"), "join_while_in_group"),
        (MoveOrder("A1", "hold", group="leave"), "leave_without_group"),
        (MoveOrder("A1", "hold", group="follow"), "unknown_group_order"),
        (MoveOrder("A1", "hold", group="join:"), "unknown_group_order"),
    ],
)
def test_a_group_order_that_is_not_possible_is_a_warning_and_the_movement_stands(
    state: Line, order: MoveOrder, code: str
) -> None:
    """L-22."""
    choice = movement_choice(state, "A")
    assert choice.warn is not None
    assert [fault.code for fault in choice.warn(choice.write(MoveSheet((order,))))] == [code]
    assert movement_faults(state, "A", order) == ()
    running = order.but(action="move", distance=1)
    after = moved(state, {running.ship: {"action": "move", "distance": 1, "group": running.group}})
    assert at(after, order.ship).position == 1
    assert at(after, order.ship).group == at(state, order.ship).group


def test_leaving_and_joining_take_two_turns(state: Line) -> None:
    left = moved(state, {"A4": {"action": "hold", "group": "leave"}})
    assert at(left, "A4").group is None


@pytest.mark.parametrize(
    ("order", "reasons"),
    [
        (FireOrder("A1", 0, ("B1",)), {}),
        (FireOrder("A1", 1, ("B1",)), {"B1": ("does_not_bear",)}),
        (FireOrder("A1", 1, ("A4", "B2")), {"A4": ("does_not_bear", "friendly_target"), "B2": ("target_not_active",)}),
        (FireOrder("A1", 0, ("B2", "B1")), {}),
        (FireOrder("A1", 2, ("B1",)), {"": ("unknown_gun_index",)}),
        (FireOrder("A1", 0, ("B9",)), {"B9": ("unknown_ship",)}),
        (FireOrder("A9", 0, ("B1",)), {"": ("unknown_ship",)}),
        (FireOrder("B1", 0, ("A1",)), {"": ("not_your_ship",)}),
    ],
)
def test_fire_faults(state: Line, order: FireOrder, reasons: dict[str, tuple[str, ...]]) -> None:
    assert fire_faults(state, "A", FireSheet((order,))) == [reasons]
    choice = fire_choice(state, "A")
    assert choice.check is not None
    codes = [code for found in reasons.values() for code in found]
    assert [fault.code for fault in choice.check(choice.write(FireSheet((order,))))] == codes


def test_a_destroyed_shooter_stands_alone() -> None:
    state = battle(ship("A1", guns=[SURE], status="destroyed"), ship("A2"), ship("B1"))
    assert fire_faults(state, "A", FireSheet((FireOrder("A1", 0, ("B9",)),))) == [{"": ("shooter_not_active",)}]


def test_reasons_are_told_to_their_owner_alone(state: Line) -> None:
    """L-54, L-57, L-58."""
    turn = {
        "movement": {"A1": {"action": "move", "distance": 9}, "B1": {"action": "hold", "group": "leave"}},
        "fire": [fire("A1", 1, "B1")],
    }
    table = Dice((), [turn])
    play(state, table)
    found = [(note.kind, note.seen_by, note.facts["ship"], note.facts["reasons"]) for note in table.notes]
    assert found == [
        ("order_held", ("A",), "A1", ("move_over_engine",)),
        ("group_dropped", ("B",), "B1", ("leave_without_group",)),
        ("order_void", ("A",), "A1", {"B1": ("does_not_bear",)}),
    ]


def test_a_held_order_drops_its_group_part_and_touches_no_other_ship(state: Line) -> None:
    """L-57."""
    after = moved(
        state,
        {"A1": {"action": "move", "distance": 9, "group": "join:h"}, "A4": {"action": "move", "distance": 1}},
    )
    assert (at(after, "A1").group, at(after, "A1").position, at(after, "A4").position) == (None, 0, 1)


def test_both_sides_may_agree_to_end_the_battle(state: Line) -> None:
    """L-13."""
    one = movement_choice(state, "A").read({"orders": [], "agree_to_end": True})
    assert one.agree_to_end

    class Agreed(Dice):
        def ask(self, side: str, choice: Any) -> Any:
            return MoveSheet((), agree_to_end=side in self.answers)

    assert play(state, Agreed(answers=["A", "B"]))[0].phase == "over"
    assert play(state, Agreed(answers=["A"]), until="movement")[0].phase == "movement"


def test_every_code_has_a_sentence_and_a_rule() -> None:
    for text, rule in REASONS.values():
        assert str(text)
        assert rule.startswith("L-")
