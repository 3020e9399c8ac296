"""A program's processes and their memory, from /proc; empty where /proc does not show them."""

import os
from collections.abc import Sequence

_KIB = 1024
_MUCH = 8192  # Bytes: more than any file that is read whole here.
_LINKS_OF_ONE_THREAD = 3  # hard links of the folder of threads: its own, its parent's, one thread's


class Watch:
    """Watches a program and its warden in /proc; files stay open, as it looks every turn."""

    def __init__(self, program: int, warden: int) -> None:
        self._only = [program]
        self._status = _opened(f"/proc/{program}/status")
        self._threads = _opened(f"/proc/{program}/task")
        self._below = _opened(f"/proc/{program}/task/{program}/children")
        self._below_warden = _opened(f"/proc/{warden}/task/{warden}/children")
        self._program = program

    def peak(self) -> int:
        """The peak resident bytes of the program so far."""
        return _value(_read(self._status), b"VmHWM:")

    def is_alone(self) -> bool:
        """Whether the stopped program is the only process below its warden."""
        try:
            several = os.fstat(self._threads).st_nlink > _LINKS_OF_ONE_THREAD
            if os.pread(self._below, _MUCH, 0):
                return False
            if several and _children(self._program):
                return False
            return _numbers(os.pread(self._below_warden, _MUCH, 0)) == self._only
        except OSError:  # This system does not list children, or the program has just ended.
            return False

    def close(self) -> None:
        """Close the files."""
        for descriptor in (self._status, self._threads, self._below, self._below_warden):
            if descriptor >= 0:
                os.close(descriptor)
        self._status = self._threads = self._below = self._below_warden = -1


def held_by(processes: Sequence[int], limit: int) -> int:
    """The resident bytes of the processes together; exact if above the limit.

    Shared memory is counted exactly only then, because that takes milliseconds.
    """
    resident = sum(map(_resident, processes))
    if resident <= limit or len(processes) == 1:
        return resident
    return sum(_field(f"/proc/{process}/smaps_rollup", b"Pss:") for process in processes)


def descendants(process: int, most: int) -> list[int]:
    """The descendants of a process; incomplete if there are more than `most`."""
    processes = _children(process)
    for child in processes:  # The list grows during the loop.
        if len(processes) > most:
            break
        processes += _children(child)
    # A process orphaned meanwhile shows up under both parents.
    return list(dict.fromkeys(processes))


def _resident(process: int) -> int:
    try:
        with open(f"/proc/{process}/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def _field(path: str, name: bytes) -> int:
    descriptor = _opened(path)
    try:
        return _value(_read(descriptor), name)
    finally:
        if descriptor >= 0:
            os.close(descriptor)


def _value(text: bytes, name: bytes) -> int:
    start = text.find(b"\n" + name)
    return int(text[start:].split(None, 2)[1]) * _KIB if start >= 0 else 0


def _opened(path: str) -> int:
    try:
        return os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return -1


def _read(descriptor: int) -> bytes:
    try:
        return os.pread(descriptor, _MUCH, 0)
    except OSError:
        return b""


def _children(process: int) -> list[int]:
    children: list[int] = []
    try:
        # A child belongs to the thread that started it.
        for thread in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{thread}/children", "rb") as file:
                children += _numbers(file.read())
    except OSError:  # It has just ended, or this system does not list children.
        return children
    return children


def _numbers(text: bytes) -> list[int]:
    return [int(word) for word in text.split()]
