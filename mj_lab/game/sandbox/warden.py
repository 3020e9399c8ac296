"""The process between this one and an external program: starts the program, leaves nothing of it.

`python -I -S warden.py DATA_BYTES COMMAND...` takes orders on a socket, its standard input:
`run` with three descriptors (the program's standard input, output and error) is answered with the
program's process id; `end` kills whatever runs and is answered with the program's wait status and
its greatest resident size in KiB. When the socket closes, because its owner has finished or was
killed, it kills whatever runs and ends.

It is a process of its own for what only a parent can do. As the program's subreaper it inherits
every orphan among the descendants, so none of them gets away, not by a session of its own either.
And it outlives its owner by a moment, in which it cleans up. It stands alone, on the standard
library: it is started for every game of every program.
"""

import contextlib
import ctypes
import os
import resource
import signal
import socket
import sys
import time
from collections.abc import Sequence

PR_SET_PDEATHSIG = 1  # linux/prctl.h
PR_SET_CHILD_SUBREAPER = 36
RUN = b"run"
END = b"end"
_CANNOT_RUN = 127  # the shell's exit status for a command that is not there


def serve(control: socket.socket, command: Sequence[str], data_limit: int) -> None:
    """Obey the orders that come until the socket closes."""
    _prctl(PR_SET_CHILD_SUBREAPER, 1)
    program = 0
    try:
        while True:
            order, descriptors, _, _ = socket.recv_fds(control, len(RUN), 3)
            if order == RUN:
                program = _run(command, descriptors, data_limit)
                reply = f"{program}"
            elif order == END:
                status, kib = _end_all(program)
                program = 0
                reply = f"{status} {kib}"
            else:
                return
            control.send(reply.encode())
    except OSError:  # The owner went away in the middle of an order.
        return
    finally:
        _end_all(program)


def _prctl(option: int, value: int) -> None:
    ctypes.CDLL(None).prctl(option, value)


def _run(command: Sequence[str], descriptors: Sequence[int], data_limit: int) -> int:
    program = os.fork()
    if not program:
        try:
            _become(command, descriptors, data_limit)
        except OSError as error:
            os.write(2, f"{command[0]}: {error.strerror}\n".encode())
        finally:
            os._exit(_CANNOT_RUN)
    for descriptor in descriptors:
        os.close(descriptor)
    return program


def _become(command: Sequence[str], descriptors: Sequence[int], data_limit: int) -> None:
    os.setsid()
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    for target, descriptor in enumerate(descriptors):
        os.dup2(descriptor, target)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    hardest = resource.getrlimit(resource.RLIMIT_DATA)[1]
    if hardest == resource.RLIM_INFINITY or data_limit <= hardest:
        resource.setrlimit(resource.RLIMIT_DATA, (data_limit, data_limit))
    # Python ignores it, and what is ignored stays so in the new program.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    os.execvp(command[0], list(command))


def _end_all(program: int) -> tuple[int, int]:
    """Kills and reaps every descendant; the program's wait status and greatest size in KiB."""
    ended = (0, 0)
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
            _kill_children()
            time.sleep(0.0005)


def _kill_children() -> None:
    own = os.getpid()
    for name in os.listdir("/proc"):
        if name.isdigit() and _parent(name) == own:
            with contextlib.suppress(OSError):
                os.kill(int(name), signal.SIGKILL)


def _parent(process: str) -> int:
    try:
        with open(f"/proc/{process}/stat", "rb") as file:
            stat = file.read()
    except OSError:
        return 0
    # The command's name, in parentheses, may hold anything; state and parent follow it.
    return int(stat[stat.rindex(b")") + 2 :].split()[1])


if __name__ == "__main__":
    serve(socket.socket(fileno=0), sys.argv[2:], int(sys.argv[1]))
    os._exit(0)  # Without Python's tidying up: the owner waits.
