"""Finds and kills processes that a program without isolation left behind, by their environment."""

from __future__ import annotations

import contextlib
import os
import signal
from time import monotonic, sleep

# The variable whose value marks all processes of one sandbox.
MARK = "MJ_SANDBOX"
_SECONDS = 2.0


def kill_marked(mark: str) -> None:
    """Kill all processes that inherited the mark, a NAME=VALUE, and their children."""
    deadline = monotonic() + _SECONDS
    while monotonic() < deadline:
        processes = _marked(mark.encode())
        for process in processes:
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGKILL)
        if not processes:
            return
        sleep(0.002)


def _marked(mark: bytes) -> set[int]:
    """Living processes with the mark, others in their sessions, and their descendants."""
    parents, sessions, marked = {}, {}, set()
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                stat = file.read()
            with open(f"/proc/{name}/environ", "rb") as file:
                environment = file.read()
        except OSError:
            continue
        # The command's name, in parentheses, may contain any character.
        state, parent, _, session = stat[stat.rindex(b")") + 2 :].split()[:4]
        if state in (b"Z", b"X"):
            continue
        process = int(name)
        parents[process], sessions[process] = int(parent), int(session)
        if mark in environment.split(b"\0"):
            marked.add(process)
    own = {sessions[process] for process in marked if sessions[process] in marked}
    family = marked | {process for process, session in sessions.items() if session in own}
    level = family
    while level:
        level = {process for process, parent in parents.items() if parent in level} - family
        family |= level
    return family
