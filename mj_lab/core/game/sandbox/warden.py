"""The process between this one and an external program: starts it and kills all it started.

`python -I -S warden.py WALL DATA_BYTES COMMAND...` takes orders of three bytes on a socket, its
standard input:

* `run` with three descriptors (the program's standard input, output and error) is answered with
  pidfds of the program and of the warden: ids mean nothing between namespaces;
* `end` kills whatever runs and is answered with the program's wait status and its peak resident
  size in KiB;
* `hlt` stops whatever runs, `go_` continues it; neither is answered.

When the socket closes, because its owner has finished or was killed, it kills whatever runs and
ends. What it can do depends on the isolation around the program (`isolation` beside it). `python -I
-S warden.py try` only prepares as behind namespaces, and exits with status 0 if all of it works.

It is its own process because only a parent can do this. As the program's subreaper, or the first
process of its namespace, it inherits every orphaned descendant, so none escapes, not even by
starting a session. And it outlives its owner long enough to clean up. It imports only the standard
library, because it is started for every game of every program.
"""

import contextlib
import ctypes
import os
import signal
import socket
import struct
import sys
import time
from collections.abc import Iterator, Sequence
from functools import cache

# The isolations: namespaces with the warden as their first process; or none, where the program
# could signal the warden.
NAMESPACES = "namespaces"
NO_ISOLATION = "none"

RUN = b"run"
END = b"end"
HALT = b"hlt"
GO = b"go_"

# linux/prctl.h, linux/capability.h
PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_CAPBSET_DROP = 24
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL = 47, 4
CAPABILITY_VERSION = 0x20080522
_CAPABILITIES = 64  # More than exist; dropping one that does not exist fails harmlessly.

_CANNOT_RUN = 127  # the shell's exit status for a command that is not there
_MOST_DESCRIPTORS = 1 << 20
# linux/sched.h, sys/mount.h
CLONE_NEWUSER = 0x10000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC = 1, 2, 4, 8
MS_REMOUNT, MS_BIND = 0x20, 0x1000
_PLAIN = MS_NOSUID | MS_NODEV | MS_NOEXEC
# File systems that control the kernel; the program sees an empty folder in their place.
_STEERING = frozenset(
    [
        *("sysfs", "cgroup", "cgroup2", "debugfs", "tracefs", "securityfs", "configfs"),
        *("efivarfs", "pstore", "bpf", "proc", "binfmt_misc", "fusectl", "selinuxfs"),
    ]
)
# The most scans of all processes to find every descendant stopped.
_PASSES = 20


class Warden:
    """Carries out the orders for one command."""

    def __init__(self, isolation: str, command: Sequence[str], data_limit: int) -> None:
        self._isolation = isolation
        self._command = list(command)
        self._data_limit = data_limit
        self._ignored = signal.valid_signals() - {
            signal.SIGKILL,
            signal.SIGSTOP,
            signal.SIGCONT,
            signal.SIGCHLD,
        }
        self._program = 0

    def serve(self, control: socket.socket) -> None:
        """Carry out orders until the socket closes."""
        self._prepare()
        try:
            while True:
                order, descriptors, _, _ = socket.recv_fds(control, len(RUN), 3)
                if order == RUN and len(descriptors) == 3:
                    self._run(descriptors)
                    pidfds = [os.pidfd_open(self._program), os.pidfd_open(os.getpid())]
                    socket.send_fds(control, [b"runs"], pidfds)
                    _close(pidfds)
                elif order == END:
                    status, kib = self._end()
                    control.send(f"{status} {kib}".encode())
                elif order in (HALT, GO):
                    self._signal(signal.SIGSTOP if order == HALT else signal.SIGCONT)
                else:
                    return
        except OSError:  # The owner went away in the middle of an order.
            return
        finally:
            self._end()

    def _prepare(self) -> None:
        """Protect itself from what will run here, as far as a process can."""
        # `os.wait4` needs this module; later there may be no free descriptor to import it.
        import resource  # noqa: F401

        _prctl(PR_SET_CHILD_SUBREAPER, 1)
        _prctl(PR_SET_DUMPABLE, 0)  # No process may trace it.
        for number in self._ignored:
            with contextlib.suppress(OSError, ValueError):
                signal.signal(number, signal.SIG_IGN)
        _prctl(PR_SET_NO_NEW_PRIVS, 1)
        if self._isolation == NAMESPACES:
            with contextlib.suppress(OSError):  # `bwrap` may have done it; see isolation.py.
                _mask()
        # With them root's programs could trace the warden and read any process's memory.
        _drop_capabilities()

    def _run(self, descriptors: Sequence[int]) -> None:
        self._program = os.fork()
        if not self._program:
            try:
                self._become(descriptors)
            except OSError as error:
                os.write(2, f"{self._command[0]}: {error.strerror}\n".encode())
            finally:
                os._exit(_CANNOT_RUN)
        _close(descriptors)

    def _become(self, descriptors: Sequence[int]) -> None:
        import resource  # Not on Windows, which imports this module for its constants.

        os.setsid()
        for target, descriptor in enumerate(descriptors):
            os.dup2(descriptor, target)
        os.closerange(3, _MOST_DESCRIPTORS)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        hardest = resource.getrlimit(resource.RLIMIT_DATA)[1]
        if hardest == resource.RLIM_INFINITY or self._data_limit <= hardest:
            resource.setrlimit(resource.RLIMIT_DATA, (self._data_limit, self._data_limit))
        # An ignored signal would stay ignored in the new program.
        for number in self._ignored:
            with contextlib.suppress(OSError, ValueError):
                signal.signal(number, signal.SIG_DFL)
        _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        os.execvp(self._command[0], self._command)

    def _end(self) -> tuple[int, int]:
        """Kill and reap every descendant; return the program's wait status and peak size in KiB."""
        ended = (0, 0)
        program, self._program = self._program, 0
        if program:
            with contextlib.suppress(OSError):
                os.killpg(program, signal.SIGKILL)
        while True:
            try:
                child, status, usage = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return ended
            if child == program:
                ended = (status, usage.ru_maxrss)
            if not child:
                with contextlib.suppress(OSError):  # No memory for one more process, say.
                    self._signal(signal.SIGKILL)
                time.sleep(0.0005)

    # -- all that there is, at once ---------------------------------------------------------------

    def _signal(self, number: int) -> None:
        """Signal every process behind the isolation."""
        if self._isolation == NAMESPACES:
            with contextlib.suppress(OSError):
                os.kill(-1, number)  # No other process is visible from here.
        else:
            self._signal_descendants(number)

    def _signal_descendants(self, number: int) -> None:
        still = 0
        for _ in range(_PASSES if number == signal.SIGSTOP else 1):
            states = _descendants()
            for process in states:
                with contextlib.suppress(OSError):
                    os.kill(process, number)
            # Twice: one whose parent ended during a scan is in no tree, but ours by the next.
            still = still + 1 if all(state in "TtZX" for state in states.values()) else 0
            if still == 2:
                return


def _descendants() -> dict[int, str]:
    """The state of every descendant, from /proc."""
    parents = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            with contextlib.suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
                stat = file.read()
                # The command's name, in parentheses, may contain anything.
                state, parent = stat[stat.rindex(b")") + 2 :].split()[:2]
                parents[int(name)] = (int(parent), state.decode())
    states: dict[int, str] = {}
    level = {os.getpid()}
    while level:
        below = {process for process, (parent, _) in parents.items() if parent in level}
        level = below - states.keys()
        states.update((process, parents[process][1]) for process in level)
    return states


def _mask() -> None:
    """Hide the files that control the kernel, for this process and its children.

    Raises OSError where that is not allowed; part of it may be done by then.
    """
    # With nested namespaces, the own cgroup could be mounted again.
    with open("/proc/sys/user/max_user_namespaces", "w", encoding="ascii") as file:
        file.write("0")
    _mount(None, "/proc", None, MS_REMOUNT | MS_BIND | MS_RDONLY | _PLAIN)
    for folder in _steering_folders():
        _mount("none", folder, "tmpfs", MS_RDONLY | _PLAIN)


def _steering_folders() -> Iterator[str]:
    """Folders of such files besides /proc, parents first: hiding a parent hides those below."""
    folders = set()
    with open("/proc/self/mountinfo", "rb") as file:
        for line in file:
            fields, _, kind = line.partition(b" - ")
            if kind.split()[0].decode() in _STEERING:
                name = fields.split()[4].decode("unicode_escape")
                folders.add(os.fsdecode(name.encode("latin-1")))
    for folder in sorted(folders):
        if not f"{folder}/".startswith("/proc/") and os.path.isdir(folder):
            yield folder


def _drop_capabilities() -> None:
    for capability in range(_CAPABILITIES):
        _prctl(PR_CAPBSET_DROP, capability)
    _prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)
    _libc().capset(struct.pack("=Ii", CAPABILITY_VERSION, 0), bytes(24))


def _is_whole() -> bool:
    """Whether the namespaces are complete: no root, no capability, no control files."""
    if os.getpid() != 1 or os.getuid() == 0 or os.getgid() == 0:
        return False
    Warden(NAMESPACES, (), 0)._prepare()
    child = os.fork()
    if not child:
        # A user namespace of its own would give it capabilities again.
        os._exit(0 if _libc().unshare(CLONE_NEWUSER) else 1)
    _, status = os.waitpid(child, 0)
    with open("/proc/self/status", encoding="ascii", errors="replace") as file:
        held = [int(line.split()[1], 16) for line in file if line.startswith("Cap")]
    steering = [*map(os.listdir, ["/sys", *_steering_folders()])]
    return not (status or any(held) or any(steering) or os.access("/proc/sys/kernel", os.W_OK))


def _mount(source: str | None, target: str, kind: str | None, flags: int) -> None:
    encoded = [None if word is None else os.fsencode(word) for word in (source, target, kind)]
    _call("mount", *encoded, ctypes.c_ulong(flags), None)


def _call(name: str, *arguments: object) -> None:
    """Call a function of the C library that returns 0. Raises OSError if it does not."""
    if getattr(_libc(), name)(*arguments):
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), name)


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _prctl(*arguments: int) -> None:
    full = [*arguments, 0, 0, 0, 0][:5]
    _libc().prctl(*[ctypes.c_ulong(argument) for argument in full])


def _close(descriptors: Sequence[int]) -> None:
    for descriptor in descriptors:
        os.close(descriptor)


if __name__ == "__main__":
    if sys.argv[1:] == ["try"]:
        os._exit(0 if _is_whole() else 1)
    Warden(sys.argv[1], sys.argv[3:], int(sys.argv[2])).serve(socket.socket(fileno=0))
    os._exit(0)  # Skip Python's cleanup: the owner is waiting.
