"""Dice that anyone can recompute: each face follows from the seed by HMAC-SHA256.

Die n of a battle (n from 0) with s sides, attempt a from 0: the first 8 bytes (big-endian) of
HMAC-SHA256(key, "n/a") as an integer w; accepted if w < floor(2^64 / s) * s; the face is 1 + w mod s, else the next
attempt. The key is the seed, or, if players gave strings of their own, HMAC-SHA256(seed, the strings in UTF-8, in the
order of their side names, joined by line feeds). The seed's SHA-256 is published before the first order.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping

from ..core.document import is_text
from ..core.errors import Complaint, Fault, Refusal
from ..core.words import say

_SPAN = 1 << 64


def new_seed() -> str:
    """32 fresh random bytes as 64 hex characters."""
    return secrets.token_hex(32)


def seed_bytes(seed: str) -> bytes:
    """The 32 bytes of a seed. Raises ``Complaint`` unless it is 64 hex characters."""
    if not isinstance(seed, str) or not re.fullmatch(r"[0-9a-fA-F]{64}", seed):
        raise Complaint(say("a seed is 64 hex characters (32 bytes)"), "bad_seed", seed)
    return bytes.fromhex(seed)


def commitment(seed: str) -> str:
    """What is published before the battle: SHA-256 of the seed's bytes."""
    return hashlib.sha256(seed_bytes(seed)).hexdigest()


def dice_key(seed: str, strings: Mapping[str, str] | None = None) -> bytes:
    """The key of a battle's dice. Raises ``Refusal`` for a string that is no text."""
    key = seed_bytes(seed)
    if not strings:
        return key
    if wrong := [side for side in strings if not is_text(strings[side])]:
        raise Refusal(Fault("bad_string", f"strings.{side}", say("must be a text")) for side in wrong)
    extra = "\n".join(strings[side] for side in sorted(strings))
    return hmac.digest(key, extra.encode(), "sha256")


def face(key: bytes, number: int, sides: int) -> int:
    """The face of one die."""
    limit = _SPAN - _SPAN % sides
    attempt = 0
    while True:
        digest = hmac.digest(key, b"%d/%d" % (number, attempt), "sha256")
        word = int.from_bytes(digest[:8], "big")
        if word < limit:
            return 1 + word % sides
        attempt += 1
