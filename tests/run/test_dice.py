"""Dice: every face follows from the seed; the mapping from bits to faces is exact."""

from __future__ import annotations

import hashlib
import hmac
import json
from pathlib import Path

import pytest

from admiralty.core.errors import Complaint
from admiralty.run.dice import commitment, dice_key, face, new_seed

CASES = json.loads((Path(__file__).parent.parent / "golden" / "dice.json").read_text())
SEED = "00" * 32


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_golden_dice(case: dict) -> None:
    given = case["given"]
    key = dice_key(given["seed"], given.get("players"))
    faces = [face(key, number, sides) for number, sides in enumerate(given["sides"])]
    assert faces == case["expect"]["faces"]
    assert commitment(given["seed"]) == case["expect"]["commitment"]


def test_a_word_beyond_the_last_whole_multiple_is_thrown_again(monkeypatch: pytest.MonkeyPatch) -> None:
    words = {b"0/0": (2**64 - 1).to_bytes(8, "big"), b"0/1": (12).to_bytes(8, "big")}
    monkeypatch.setattr(hmac, "digest", lambda key, message, name: words[message] + b"\0" * 24)
    assert face(b"", 0, 10) == 3  # 2^64 - 1 is refused: 2^64 mod 10 = 6 words too many; then 1 + 12 mod 10


def test_a_die_of_one_side_shows_one() -> None:
    assert {face(dice_key(SEED), n, 1) for n in range(50)} == {1}


def test_faces_are_even_over_many_dice() -> None:
    key = hashlib.sha256(b"even").digest()
    for sides, bound in ((6, 30.0), (10, 37.0), (20, 55.0)):  # far beyond the 99.99 % point; the seed is fixed
        counts = [0] * sides
        for number in range(30_000):
            counts[face(key, number, sides) - 1] += 1
        expected = 30_000 / sides
        assert sum((n - expected) ** 2 / expected for n in counts) < bound


@pytest.mark.parametrize("seed", ["", "00", "zz" * 32, "0" * 63, "0" * 65, 7])
def test_a_seed_that_is_not_64_hex_characters_is_refused(seed: object) -> None:
    with pytest.raises(Complaint):
        commitment(seed)  # type: ignore[arg-type]


def test_fresh_seeds_differ() -> None:
    assert new_seed() != new_seed()


def test_adding_a_players_string_changes_the_dice_but_not_the_commitment() -> None:
    plain, salted = dice_key(SEED), dice_key(SEED, {"A": "salt"})
    assert [face(plain, n, 1000) for n in range(4)] != [face(salted, n, 1000) for n in range(4)]
    assert dice_key(SEED, {"B": "b", "A": "a"}) == dice_key(SEED, {"A": "a", "B": "b"})
