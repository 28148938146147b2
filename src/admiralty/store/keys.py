"""Secret keys: made once, shown once, kept only as hashes, compared in constant time."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

MASTER = "master"
"""The holder of the master's key."""


def new_key() -> str:
    """A fresh key of 120 random bits, in letters and digits that survive a forum message."""
    letters = base64.b32encode(secrets.token_bytes(15)).decode().lower()
    return "-".join(letters[n : n + 6] for n in range(0, 24, 6))


def key_hash(battle: str, holder: str, key: str) -> str:
    """What is kept of a key. It is long and random, so a plain hash gives nothing away."""
    bare = "".join(key.lower().split()).replace("-", "")
    return hashlib.sha256(f"{battle}\n{holder}\n{bare}".encode("utf-8", "surrogatepass")).hexdigest()


def fits(kept: str, battle: str, holder: str, key: str) -> bool:
    """Whether a key is the one a hash was kept of; takes equally long for every wrong key."""
    return hmac.compare_digest(kept, key_hash(battle, holder, key))
