"""An honest player that attacks what holds it: hostile.py ATTACK CARRIER [keep].

ATTACK is a function below; CARRIER says which process does it: the player itself, a thread, or a
child of some kind. Whoever is not the player attacks on, between the turns too.
"""

import contextlib
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, NoReturn

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import honest  # type: ignore[import-not-found]  # beside this file

PLAYER = os.getpid()
PARENT = os.getppid()


def libc(name: str, *arguments: int) -> Any:
    import ctypes

    function = getattr(ctypes.CDLL(None, use_errno=True), name)
    return function(*[ctypes.c_ulong(argument) for argument in arguments])


def is_isolated() -> bool:
    """Whether signals cannot reach the machine: behind namespaces."""
    with open("/proc/1/cmdline", "rb") as file:
        return b"warden" in file.read()


def has_warden() -> bool:
    """Whether the parent still is the warden: its number may be another process's by now."""
    try:
        with open(f"/proc/{PARENT}/cmdline", "rb") as file:
            return b"warden" in file.read()
    except OSError:
        return False


def others() -> list[int]:
    """All processes that can be seen but the player and this one."""
    names = [int(name) for name in os.listdir("/proc") if name.isdigit()]
    return [process for process in names if process not in (PLAYER, os.getpid())]


def send(process: int, number: int) -> None:
    with contextlib.suppress(OSError):
        os.kill(process, number)


def remain() -> NoReturn:
    while True:
        signal.pause()


# -- attacks on the warden ------------------------------------------------------------------------


def kill_parent() -> None:
    send(PARENT, signal.SIGKILL)


def stop_parent() -> None:
    send(PARENT, signal.SIGSTOP)


def every_signal_to_parent() -> None:
    for number in signal.valid_signals():
        send(PARENT, number)


def parents_group() -> None:
    with contextlib.suppress(OSError):
        group = os.getpgid(PARENT)
        if group:  # Not that of another namespace, which would be one's own.
            os.killpg(group, signal.SIGKILL)


def kill_others() -> None:
    assert is_isolated()
    for process in others():
        send(process, signal.SIGKILL)


def kill_all() -> None:
    assert is_isolated()
    send(-1, signal.SIGKILL)


def stop_all() -> None:
    assert is_isolated()
    send(-1, signal.SIGSTOP)


def trace_parent() -> None:
    attach, seize = 16, 0x4206
    for request in (seize, attach):
        libc("ptrace", request, PARENT, 0, 0)


def limit_parent() -> None:
    import resource

    # What it has open stays open, but it gets no descriptor and no process any more.
    for kind in (resource.RLIMIT_NOFILE, resource.RLIMIT_NPROC):
        with contextlib.suppress(OSError, ValueError):
            resource.prlimit(PARENT, kind, (0, 0))


def slow_parent() -> None:
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, PARENT, 19)
    with contextlib.suppress(OSError):
        os.sched_setaffinity(PARENT, {0})


def meddle_with_parent() -> None:
    """Its descriptors and its memory, by /proc."""
    for name in ("fd/0", "mem", "fd/1"):
        with contextlib.suppress(OSError):
            descriptor = os.open(f"/proc/{PARENT}/{name}", os.O_RDWR | os.O_NONBLOCK)
            os.write(descriptor, b"end")
            os.close(descriptor)


# -- staying --------------------------------------------------------------------------------------


def stay() -> None:
    pass


def ignore_signals() -> None:
    if threading.current_thread() is threading.main_thread():
        for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
            with contextlib.suppress(OSError, ValueError):
                signal.signal(number, signal.SIG_IGN)


def change_name() -> None:
    name = b") R 1 (warden) Z 0"[:15]
    import ctypes

    ctypes.CDLL(None).prctl(15, ctypes.c_char_p(name))


def move_on() -> None:
    """A new process again and again: each starts the next and ends."""
    for _ in range(20):
        if os.fork():
            os._exit(0)
        time.sleep(0.001)
        os.setsid()


def bomb() -> None:
    while True:
        breed()


def breed() -> None:
    """Thirty children in groups of their own, some of whom have ended and wait to be reaped."""
    for number in range(30):
        if not os.fork():
            if number % 3 == 0:
                os._exit(0)
            with contextlib.suppress(OSError):
                os.setpgid(0, 0)
            remain()


def sibling() -> None:
    """A child of one's own parent (clone with CLONE_PARENT)."""
    if libc("syscall", 56, 0x00008000 | signal.SIGCHLD, 0, 0, 0, 0) == 0:
        os.setsid()
        remain()


def adopt() -> None:
    """Becomes the one who inherits orphans, and has one."""
    libc("prctl", 36, 1, 0, 0, 0)
    if not os.fork():
        if not os.fork():
            os.setsid()
            remain()
        os._exit(0)


def nest() -> None:
    """Namespaces within, and whatever rights they give."""
    os.system("unshare -Urpf --mount-proc sleep 1000 >/dev/null 2>&1 </dev/null &")


def shell_jobs() -> None:
    os.system("(trap '' HUP TERM; nohup setsid sleep 1000 >/dev/null 2>&1 </dev/null &)")


def continue_player() -> None:
    """Wakes the player whenever it is stopped, and the warden's whole session."""
    for process in (PLAYER, -PLAYER):
        send(process, signal.SIGCONT)


def threads() -> None:
    for _ in range(20):
        threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()


# -- pipes ----------------------------------------------------------------------------------------


def close_descriptors() -> None:
    if os.getpid() != PLAYER:
        os.closerange(0, 1024)


def fill_errors() -> None:
    os.set_blocking(2, False)
    with contextlib.suppress(OSError):
        os.write(2, b"x" * (1 << 20))


def listen() -> None:
    """On the network, by a name without a file, and to whoever calls."""
    for family, address in ((socket.AF_INET, ("127.0.0.1", 0)), (socket.AF_UNIX, b"\0mj-hostile")):
        with contextlib.suppress(OSError):
            server = socket.socket(family)
            server.bind(address)
            server.listen()


# -- carriers -------------------------------------------------------------------------------------


ONCE = (breed, sibling, adopt, nest, shell_jobs, threads, listen)


def again(attack: Callable[[], None]) -> NoReturn:
    """Attacks as long as there is a warden, if that is no bomb, and stays."""
    while attack not in ONCE and has_warden():
        attack()
        time.sleep(0.001)
    remain()


def twice(attack: Callable[[], None]) -> NoReturn:
    """Attacks once for certain, then for ever."""
    attack()
    again(attack)


def carry(attack: Callable[[], None], carrier: str) -> None:
    if not has_warden():
        sys.exit("its parent is no warden")
    if carrier == "self":
        attack()
        return
    if carrier == "thread":
        threading.Thread(target=twice, args=(attack,), daemon=True).start()
        return
    ready, tell = os.pipe()
    first = os.fork()
    if first:
        os.close(tell)
        os.read(ready, 1)  # Its first attack is over, or it has ended.
        if carrier == "orphan":
            os.waitpid(first, 0)
        return
    if carrier in ("session", "orphan", "bare"):
        os.setsid()
    if carrier == "group":
        os.setpgid(0, 0)
    if carrier == "orphan" and os.fork():
        os._exit(0)
    if carrier == "bare":
        # Without a trace in the environment, and by another program.
        words = [sys.executable, "-I", "-S", os.path.abspath(__file__), attack.__name__]
        os.execve(words[0], [*words, "again", str(PLAYER), str(PARENT)], {})
    attack()
    with contextlib.suppress(OSError):
        os.write(tell, b"1")
    again(attack)


if __name__ == "__main__":
    attack = globals()[sys.argv[1]]
    if sys.argv[2] == "again":
        PLAYER, PARENT = map(int, sys.argv[3:5])
        attack()
        os.closerange(3, 64)
        again(attack)
    carry(attack, sys.argv[2])
    honest.main()
