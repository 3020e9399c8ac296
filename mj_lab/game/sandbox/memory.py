"""A program's processes and the memory that they hold, as /proc tells; none where it does not."""

import os
from collections.abc import Sequence

_PAGE = os.sysconf("SC_PAGE_SIZE")
_KIB = 1024


def peak(process: int) -> int:
    """The most bytes that a process ever held resident."""
    return _field(f"/proc/{process}/status", b"VmHWM:")


def held_by(processes: Sequence[int], limit: int) -> int:
    """The bytes resident in the processes together, exact if more than the limit.

    What they share is told apart only then, because that takes milliseconds.
    """
    resident = sum(map(_resident, processes))
    if resident <= limit or len(processes) == 1:
        return resident
    return sum(_field(f"/proc/{process}/smaps_rollup", b"Pss:") for process in processes)


def descendants(process: int, most: int) -> list[int]:
    """The processes below one, not all of them if there are more than `most`."""
    found = _children(process)
    for child in found:  # Which grows while it is walked.
        if len(found) > most:
            break
        found += _children(child)
    # One that was orphaned meanwhile is found with either parent.
    return list(dict.fromkeys(found))


def is_alone(program: int, warden: int) -> bool:
    """Whether a stopped program is all that there is below its warden."""
    return _children(warden) == [program] and not _children(program)


def _resident(process: int) -> int:
    try:
        with open(f"/proc/{process}/statm", "rb") as file:
            return int(file.read().split()[1]) * _PAGE
    except OSError:
        return 0


def _field(path: str, name: bytes) -> int:
    try:
        with open(path, "rb") as file:
            text = file.read()
    except OSError:
        return 0
    place = text.find(b"\n" + name)
    return int(text[place:].split(None, 2)[1]) * _KIB if place >= 0 else 0


def _children(process: int) -> list[int]:
    found: list[int] = []
    try:
        # Children belong to the thread that started them.
        for thread in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{thread}/children", "rb") as file:
                found.extend(map(int, file.read().split()))
    except OSError:  # It has just ended, or this system does not list children.
        return found
    return found
