"""Seeds that depend only on what they are for, not on jobs, order or machine."""

from __future__ import annotations

from hashlib import blake2b


def seed_of(*parts: object) -> int:
    """A seed (32 bits) from words that say what it is for.

    >>> seed_of(1, "wall", 2) == seed_of(1, "wall", 2), seed_of(1, 12) == seed_of(11, 2)
    (True, False)
    """
    text = "/".join(str(part) for part in parts)
    return int.from_bytes(blake2b(text.encode(), digest_size=4).digest(), "big")
