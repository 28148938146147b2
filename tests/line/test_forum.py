"""Orders as players type them: English and Russian give the same sheets; faults name the line."""

from __future__ import annotations

import pytest

from admiralty.core.errors import Refusal
from admiralty.rulesets.line.questions import fire_choice, movement_choice
from admiralty.rulesets.line.state import FireOrder, FireSheet, Line, MoveOrder, MoveSheet

from .scene import LASER, battle, ship


@pytest.fixture
def state() -> Line:
    gun = {"type": "lance", "class": "beam", "attacks": 3, "accuracy": 0, "damage": 1, "penetration": 0}
    guns = [LASER, {**gun, "mount": "bow", "multi_target": True}]
    return battle(*(ship(f"A{n}", guns=guns) for n in range(1, 6)), ship("B1", position=8), ship("B2"))


ENGLISH = """
turn 1 movement
# first wave
A1 move +3 join screen
A2: evade
> quoted
A3 charge
A4 move 0 heading -1, leave
A5 hold
"""
RUSSIAN = """
Ход 1, перемещение
A1 движение +3, войти в группу screen
A2: уклонение
A3 зарядка прыжка
A4 движение 0, курс −1, выйти из группы
A5 ожидание
"""
MOVES = MoveSheet(
    (
        MoveOrder("A1", "move", 3, None, "join:screen"),
        MoveOrder("A2", "evade"),
        MoveOrder("A3", "charge_jump"),
        MoveOrder("A4", "move", 0, -1, "leave"),
        MoveOrder("A5", "hold"),
    )
)


@pytest.mark.parametrize("text", [ENGLISH, RUSSIAN], ids=["english", "russian"])
def test_movement(state: Line, text: str) -> None:
    assert movement_choice(state, "A").read(text) == MOVES


FIRES = FireSheet(
    (
        FireOrder("A1", 0, ("B1",)),
        FireOrder("A1", 1, ("B1", "B2")),
        FireOrder("A2", 0, ("B1",)),
        FireOrder("A2", 1, ("B1",)),
        FireOrder("A3", 1, split=(("B1", 2), ("B2", 1))),
    )
)


@pytest.mark.parametrize(
    "text",
    [
        "turn 1 fire\nA1 gun 0 at B1; gun 1 at B1, B2\nA2 all at B1\nA3 gun 1 at B1 x2, B2 x1",
        "ход 1 стрельба\nA1 орудие 0 по B1; орудие 1 по B1, B2\nA2: все по B1\nA3 орудие 1 по B1 ×2, B2 ×1",
        "A1/0 → B1; 1: B1, B2\nA2 all guns -> B1\nA3 1 at B1 x 2, B2 x 1",
    ],
    ids=["english", "russian", "short"],
)
def test_fire(state: Line, text: str) -> None:
    assert fire_choice(state, "A").read(text) == FIRES


@pytest.mark.parametrize("sign", ["-", "−", "–"])
def test_every_minus_is_a_minus(state: Line, sign: str) -> None:
    assert movement_choice(state, "A").read(f"A1 {sign}2").orders[0].distance == -2


def test_case_and_spaces_do_not_matter(state: Line) -> None:
    assert movement_choice(state, "A").read("  A1\u00a0MOVE   +2   JOIN  x ") == MoveSheet(
        (MoveOrder("A1", "move", 2, None, "join:x"),)
    )


def test_a_name_with_a_space_is_quoted() -> None:
    state = battle({**ship("A1"), "ship_id": "Star of Ys"}, ship("B1"))
    assert movement_choice(state, "A").read('"Star of Ys" evade').orders[0].ship == "Star of Ys"


def test_agreeing_to_end(state: Line) -> None:
    for text in ("agree to end", "Согласен на окончание."):
        assert movement_choice(state, "A").read(text) == MoveSheet((), agree_to_end=True)


def faults(state: Line, text: str, phase: str = "movement") -> list[tuple[str, str]]:
    choice = movement_choice(state, "A") if phase == "movement" else fire_choice(state, "A")
    with pytest.raises(Refusal) as refusal:
        choice.read(text)
    return [(fault.code, fault.path) for fault in refusal.value.faults]


def test_faults_name_the_line_and_all_are_listed(state: Line) -> None:
    text = "A1 move +3\nA2 dance\n\nA3 move\nA4 hold 2\nA5 move 1 quickly"
    assert faults(state, text) == [
        ("unknown_action", "line 2"),
        ("value_out_of_range", "line 6"),
        ("value_out_of_range", "line 4 distance"),
        ("unknown_field", "line 5 distance"),
    ]
    assert faults(state, "A1 gun zero at B1\nA2 gun 0", "fire") == [
        ("unknown_gun_index", "line 1"),
        ("value_out_of_range", "line 2"),
    ]


def test_a_sheet_for_another_turn_or_phase(state: Line) -> None:
    assert faults(state, "turn 2 movement\nA1 hold") == [("wrong_turn", "turn")]
    assert faults(state, "ход 1 стрельба\nA1 ожидание") == [("wrong_phase", "phase")]
    assert faults(state, "turn 1 movement\nA1 gun 0 at B1", "fire") == [("wrong_phase", "phase")]


def test_an_unknown_ship_is_told_by_the_check(state: Line) -> None:
    choice = movement_choice(state, "A")
    assert choice.check is not None
    assert [fault.code for fault in choice.check("А1 evade")] == ["unknown_ship"]  # a Cyrillic А


def test_what_the_rules_hold_against_a_line_names_it_too(state: Line) -> None:
    """L-57, L-58; a line that is not understood hides nothing of the others."""
    choice = movement_choice(state, "A")
    assert choice.check is not None
    assert choice.warn is not None
    text = "# first wave\nA1 move +9\n\nA2 dance\nA3 charge\nA4 evade leave\nB1 hold"
    assert [(fault.code, fault.path) for fault in choice.check(text)] == [
        ("move_over_engine", "line 2 A1"),
        ("jump_turn", "line 5 A3"),
        ("no_jump_drive", "line 5 A3"),
        ("not_your_ship", "line 7 B1"),
    ]
    assert [(fault.code, fault.path) for fault in choice.warn(text)] == [("leave_without_group", "line 6 A4")]
    gunnery = fire_choice(state, "A")
    assert gunnery.check is not None
    assert [(fault.code, fault.path, fault.value) for fault in gunnery.check("A1 all at A2\nA2 gun 5 at B1")] == [
        ("friendly_target", "line 1 A1/0", "A2"),
        ("friendly_target", "line 1 A1/1", "A2"),
        ("unknown_gun_index", "line 2 A2/5", None),
    ]


def test_a_sentence_may_end_with_a_full_stop() -> None:
    state = battle(ship("A1"), ship("B1", position=8))
    ended = movement_choice(state, "A").read("A1 движение +3. Войти в группу screen.")
    assert ended == MoveSheet((MoveOrder("A1", "move", 3, group="join:screen"),))
