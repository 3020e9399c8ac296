"""Has the C library give back what was freed, where it would keep it: glibc, for a long server."""

from __future__ import annotations

import ctypes
from contextlib import suppress

# mallopt's names for its parameters, as in glibc's malloc.h.
_M_MMAP_THRESHOLD = -3
_M_ARENA_MAX = -8
# Blocks from this size on (bytes) are the system's again as soon as they are freed.
_LARGE = 1 << 20
# Heaps of threads, each of which keeps what it once had.
_HEAPS = 2


def give_back_large_blocks() -> None:
    """From now on a block of 1 MB or more is returned when it is freed, for this whole process.

    glibc else raises that limit up to 32 MB with each block that is freed, and has a heap for every
    thread: a server of 100 MB stayed at 390 MB after twelve uploads. Other C libraries: nothing.
    """
    with suppress(OSError, AttributeError):
        mallopt = ctypes.CDLL(None).mallopt
        mallopt(_M_MMAP_THRESHOLD, _LARGE)
        mallopt(_M_ARENA_MAX, _HEAPS)
