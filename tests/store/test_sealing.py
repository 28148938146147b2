"""Sealed orders, for tables without a trusted master. L-60."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from pathlib import Path

import pytest

from admiralty.store import questions, reveal, seal, seal_of, view
from store.stand import DEADLINE, LEFT, RIGHT, Board, codes


class Sealed(Board):
    """A board with the switch ``sealed_orders``."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, house_rules={"sealed_orders": True})

    def sheet(self, answer: str) -> str:
        return f"question: {self.handle}\n{answer}\n"

    def seal(self, side: str, answer: str, salt: str = "salt") -> None:
        seal(self.desk, "duel", side, seal_of(self.sheet(answer), salt), key=self.keys[side], handle=self.handle)

    def reveal(self, side: str, answer: str, salt: str = "salt") -> tuple[str, ...]:
        told = reveal(self.desk, "duel", side, self.sheet(answer), salt, key=self.keys[side])
        return tuple(fault.code for fault in told.faults)


@pytest.fixture
def table(folder: Path) -> Sealed:
    return Sealed(folder)


def test_a_seal_is_the_sha256_of_sheet_line_feed_and_salt() -> None:
    assert seal_of("ход: вперёд", "соль") == hashlib.sha256("ход: вперёд\nсоль".encode()).hexdigest()


def test_when_all_seals_stand_the_sheets_are_revealed_and_it_may_be_closed_at_once(table: Sealed) -> None:
    table.seal(LEFT, "aim")
    assert codes(lambda: table.reveal(LEFT, "aim")) == ("too_early",)
    table.seal(RIGHT, "dodge")
    assert codes(lambda: table.seal(LEFT, "dodge")) == ("all_sealed",)
    table.reveal(LEFT, "aim")
    assert codes(table.close) == ("not_due",)
    table.reveal(RIGHT, "dodge")
    assert table.close().result.missing == ()


def test_a_sheet_that_does_not_match_its_seal_is_refused_and_without_a_matching_one_it_is_missing(
    table: Sealed,
) -> None:
    table.seal(LEFT, "aim")
    table.seal(RIGHT, "aim")
    assert codes(lambda: table.reveal(LEFT, "dodge")) == ("hash_mismatch",)
    assert codes(lambda: table.reveal(LEFT, "aim", "other salt")) == ("hash_mismatch",)
    table.reveal(RIGHT, "aim")
    table.watch.now = DEADLINE + timedelta(hours=12)
    assert codes(table.close) == ("not_due",)
    table.watch.now += timedelta(seconds=1)
    assert table.close().result.missing == (LEFT,)


def test_without_a_seal_there_is_nothing_to_reveal(table: Sealed) -> None:
    table.seal(LEFT, "aim")
    table.watch.now = DEADLINE + timedelta(seconds=1)
    assert codes(lambda: table.reveal(RIGHT, "aim")) == ("hash_mismatch",)
    assert codes(lambda: table.seal(RIGHT, "aim")) == ("late",)
    table.reveal(LEFT, "aim")
    assert table.close().result.missing == (RIGHT,)


def test_a_seal_may_be_replaced_while_the_others_is_missing(table: Sealed) -> None:
    table.seal(LEFT, "aim")
    table.seal(LEFT, "dodge")
    table.seal(RIGHT, "aim")
    assert codes(lambda: table.reveal(LEFT, "aim")) == ("hash_mismatch",)
    assert table.reveal(LEFT, "dodge") == ()


def test_what_was_sealed_stands_even_if_it_cannot_be_read_and_is_then_a_missing_sheet(table: Sealed) -> None:
    table.seal(LEFT, "fire everything")
    table.seal(RIGHT, "aim")
    assert table.reveal(LEFT, "fire everything") == ("bad_order",)
    table.reveal(RIGHT, "aim")
    assert table.close().result.missing == (LEFT,)


def test_seals_are_public_but_sheets_only_after_publication(table: Sealed) -> None:
    table.seal(LEFT, "aim")
    table.seal(RIGHT, "dodge")
    table.reveal(LEFT, "aim", "salt")
    waiting = questions(table.desk, "duel").waiting
    assert [one.seal for one in waiting] == [seal_of(table.sheet(answer), "salt") for answer in ("aim", "dodge")]
    assert [one.revealed for one in waiting] == [True, False]
    assert "aim" not in repr(view(table.desk, "duel", RIGHT, key=table.keys[RIGHT]).sheets)
    table.reveal(RIGHT, "dodge")
    table.close()
    posted = [sheet for sheet in view(table.desk, "duel").sheets if sheet.kind == "reveal"]
    assert [seal_of(sheet.text, sheet.salt) for sheet in posted] == [one.seal for one in waiting]


def test_sheets_and_seals_each_have_their_table(table: Sealed, folder: Path) -> None:
    assert codes(lambda: table.send(LEFT, "aim")) == ("sealed_table",)
    (folder / "plain").mkdir()
    plain = Board(folder / "plain")
    assert codes(lambda: seal(plain.desk, "duel", LEFT, "0" * 64, key=plain.keys[LEFT], handle=plain.handle)) == (
        "not_sealed",
    )


@pytest.mark.parametrize("hash_", ["", "0" * 63, "G" * 64, "A" * 64])
def test_a_seal_is_64_lower_case_hex_characters(table: Sealed, hash_: str) -> None:
    key = table.keys[LEFT]
    assert codes(lambda: seal(table.desk, "duel", LEFT, hash_, key=key, handle=table.handle)) == ("bad_seal",)
