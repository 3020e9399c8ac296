"""What this machine's kernel lets us put between a program and all else: found out by trying.

docs/sandbox.md says what each isolation holds against.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from typing import NamedTuple

from mj_lab.game.sandbox import warden
from mj_lab.game.sandbox.warden import NAMESPACES, NO_ISOLATION, OWN_USER

_SECONDS = 10.0  # A try that takes longer has failed.
# Namespaces for users, processes, the network, shared memory and mounts (for a /proc of its own);
# either tool makes its command the first process there. The capabilities that it keeps let the
# warden hide what steers the kernel; it drops them before any program is started.
_WHOLE_TOOLS = (
    "unshare --user --map-user={user} --map-group={group} --keep-caps "
    "--pid --fork --kill-child --mount-proc --net --ipc --",
    "bwrap --dev-bind / / --proc /proc --unshare-user --uid {user} --gid {group} --cap-add ALL "
    "--unshare-pid --unshare-net --unshare-ipc --as-pid-1 --",
)
# The same for tools and kernels that do not allow all of that.
_TOOLS = (
    "unshare --user --map-current-user --pid --fork --kill-child --mount-proc --net --ipc --",
    "bwrap --dev-bind / / --proc /proc --unshare-user --unshare-pid --unshare-net --unshare-ipc "
    "--as-pid-1 --",
)
_NOBODY = 65534  # Who root is behind the namespaces.
# What must be true behind it: it is the first process, it may start others, and it sees them alone.
_TRY = "import os; p = os.fork(); p or os._exit(0); os.waitpid(p, 0); os.getpid() == 1 or 1 / 0"
_ALONE = ("-c", _TRY)
_WHOLE = (warden.__file__, "try")
# Signalling and becoming other users are what root needs; a container may have taken them.
_NEEDED = (5, 7)  # CAP_KILL, CAP_SETUID
_OTHER_USERS = 1 << 31  # So many user ids there must be: not in a namespace with a few.


class Isolation(NamedTuple):
    """A kind of isolation and, for namespaces, the command that the warden is started by.

    whole: whether nothing of what namespaces can hold is lacking.
    """

    kind: str
    tool: tuple[str, ...] = ()
    whole: bool = False

    @property
    def gaps(self) -> str:
        """What a program is not kept from here, in one line."""
        return "a program is not kept from " + _GAPS["whole" if self.whole else self.kind]


_GAPS = {
    "whole": "files of the user who runs mj",
    NAMESPACES: "files of the user who runs mj, root's settings of the kernel, its own cgroup",
    OWN_USER: "any file, the network, what cgroups and /proc/sys steer if they may not be hidden",
    NO_ISOLATION: "all that the user who runs mj may do, to mj too, and to read other "
    "programs' environments",
}


@cache
def isolation_here() -> Isolation:
    """The best isolation that this machine allows; found once a process, in some 50 ms.

    Where there is neither unshare nor bwrap, or the kernel refuses them, root still has user ids
    to give away; others have nothing.
    """
    user, group = (number or _NOBODY for number in (os.geteuid(), os.getegid()))
    tools = [(tool.format(user=user, group=group), True) for tool in _WHOLE_TOOLS]
    tools += [(tool, False) for tool in _TOOLS]
    return (
        next(filter(None, (_namespaces(*tool) for tool in tools)), None)
        or user_isolation()
        or Isolation(NO_ISOLATION)
    )


def _namespaces(tool: str, whole: bool) -> Isolation | None:
    words = tool.split()
    if shutil.which(words[0]) is None:
        return None
    command = [*words, sys.executable, "-I", "-S", *(_WHOLE if whole else _ALONE)]
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return Isolation(NAMESPACES, tuple(words), whole) if done.returncode == 0 else None


def user_isolation() -> Isolation | None:
    """The isolation of a user id of the program's own, if this process may give one away."""
    if os.geteuid() != 0:
        return None
    try:
        with open("/proc/self/status", encoding="ascii", errors="replace") as file:
            fields = dict(line.split(":", 1) for line in file if ":" in line)
        with open("/proc/self/uid_map", encoding="ascii") as file:
            users = max(int(line.split()[0]) + int(line.split()[2]) for line in file)
    except (OSError, ValueError):
        return None
    held = int(fields["CapEff"], 16)
    if users < _OTHER_USERS or not all(held >> capability & 1 for capability in _NEEDED):
        return None
    return Isolation(OWN_USER)
