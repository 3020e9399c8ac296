"""How programs are isolated on this machine: by namespaces where they work, else not at all.

docs/reference/sandbox.md says what each protects from.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from typing import NamedTuple

from mj_lab.core.game.sandbox import warden
from mj_lab.core.game.sandbox.warden import NAMESPACES, NO_ISOLATION

_SECONDS = 10.0  # A test that takes longer has failed.
# Namespaces for users, processes, the network, shared memory and mounts (for a /proc of its own);
# either tool makes its command the first process there. `unshare` leaves it the capabilities to
# hide the kernel's control files, and the warden drops them. AppArmor (Ubuntu 24.04) refuses users
# `unshare`; it may allow `bwrap`, but without capabilities, so `bwrap` hides the files itself.
_TOOLS = (
    "unshare --user --map-user={user} --map-group={group} --keep-caps "
    "--pid --fork --kill-child --mount-proc --net --ipc --",
    "bwrap --dev-bind / / --proc /proc --remount-ro /proc --tmpfs /sys --remount-ro /sys "
    "--unshare-user --disable-userns --uid {user} --gid {group} "
    "--unshare-pid --unshare-net --unshare-ipc --as-pid-1 --cap-drop ALL --",
)
_NOBODY = 65534  # The user that root becomes behind the namespaces.


class Isolation(NamedTuple):
    """A kind of isolation; for namespaces also the command that starts the warden."""

    kind: str
    tool: tuple[str, ...] = ()


@cache
def isolation_here() -> Isolation:
    """Namespaces if a tool can make complete ones, else none; detected once."""
    user, group = (number or _NOBODY for number in (os.geteuid(), os.getegid()))
    for template in _TOOLS:
        tool = tuple(template.format(user=user, group=group).split())
        if _works(tool):
            return Isolation(NAMESPACES, tool)
    return Isolation(NO_ISOLATION)


def _works(tool: tuple[str, ...]) -> bool:
    if shutil.which(tool[0]) is None:
        return False
    try:
        done = subprocess.run(
            [*tool, sys.executable, "-I", "-S", warden.__file__, "try"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
