"""Botzone's limits for a program, and its output of a turn within them."""

from dataclasses import dataclass
from typing import NamedTuple

MEBI = 1 << 20


@dataclass(frozen=True)
class Limits:
    """The limits of docs/reference/botzone.md; seconds are wall-clock, the strict reading.

    seconds: a turn of a program started for it, 1 s times 6 for Python. first_seconds: the first
    turn. kept_seconds: a turn of a kept program. memory: resident bytes of all its processes: the
    documented 256 MB, though 512 were seen. processes: how many at once. output: bytes a turn.
    saved: bytes each of `data` and `globaldata`. debug: bytes.
    """

    seconds: float = 6.0
    first_seconds: float = 12.0
    kept_seconds: float = 4.0
    memory: int = 256 * MEBI
    processes: int = 256
    output: int = MEBI
    saved: int = 100 * 1024
    debug: int = 1024


class Output(NamedTuple):
    """What a program printed in one turn, and whether the marker followed: then it runs on."""

    text: bytes
    kept: bool
