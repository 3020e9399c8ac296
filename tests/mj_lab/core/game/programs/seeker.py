"""A player that seeks its user's secret and a way to harm: seeker.py KIND [HOME PORT NAME].

KIND is a function below. It answers honestly; what it found is its debug, a line each. A secret is
known by its form, so that the seeker has none itself. What could do harm is opened, not written,
unless nothing but this program could come of it.
"""

import contextlib
import ctypes
import glob
import json
import os
import re
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Callable, Iterable

SECRET = re.compile(rb"mj-secret-[0-9a-f]{32}")
MUCH = 1 << 22
FOUND: list[str] = []

libc = ctypes.CDLL(None, use_errno=True)


def look(text: bytes, where: str) -> None:
    if SECRET.search(text):
        FOUND.append(f"secret in {where}")


def look_into(paths: Iterable[str]) -> None:
    for path in paths:
        with contextlib.suppress(OSError):
            descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
            with contextlib.closing(os.fdopen(descriptor, "rb", buffering=0)) as file:
                look(file.read(MUCH) or b"", path)


def may_write(paths: Iterable[str]) -> None:
    for path in paths:
        with contextlib.suppress(OSError):
            os.close(os.open(path, os.O_WRONLY | os.O_NONBLOCK))
            FOUND.append(f"{path} may be written")


def below(folder: str) -> list[str]:
    return [os.path.join(at, name) for at, _, names in os.walk(folder) for name in names]


def processes() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def isolated() -> bool:
    """Whether signals can reach no process of the machine's."""
    with open("/proc/1/cmdline", "rb") as file:
        return b"warden" in file.read()


def memory_of(process: int) -> None:
    with contextlib.suppress(OSError), open(f"/proc/{process}/maps", encoding="utf-8") as maps:
        for line in maps:
            first, last = (int(word, 16) for word in line.split()[0].split("-"))
            with contextlib.suppress(OSError, OverflowError):
                memory = os.open(f"/proc/{process}/mem", os.O_RDONLY)
                look(os.pread(memory, min(last - first, MUCH), first), f"the memory of {process}")
                os.close(memory)


# -- kinds ----------------------------------------------------------------------------------------


def own_environment() -> None:
    look("\0".join(os.environ.values()).encode(), "os.environ")
    look_into(["/proc/self/environ", "/proc/thread-self/environ"])


def all_environments() -> None:
    look_into(glob.glob("/proc/[0-9]*/environ") + glob.glob("/proc/[0-9]*/task/*/environ"))


def first_process() -> None:
    look_into(f"/proc/1/{name}" for name in ("environ", "cmdline", "auxv", "stack", "fd/0"))
    memory_of(1)


def parents_memory() -> None:
    memory_of(os.getppid())
    may_write([f"/proc/{os.getppid()}/mem"])


def every_memory() -> None:
    for process in processes():
        if process != os.getpid():
            memory_of(process)


def trace() -> None:
    seize, detach = 0x4206, 17
    for process in processes():
        if process != os.getpid() and libc.ptrace(seize, process, None, None) == 0:
            FOUND.append(f"{process} can be traced")
            libc.ptrace(detach, process, None, None)


def descriptors() -> None:
    """Those that it has beyond its own three, and those of others, by /proc and pidfd_getfd."""
    FOUND.extend(f"descriptor {name}" for name in os.listdir("/proc/self/fd") if int(name) > 3)
    look_into(glob.glob("/proc/[0-9]*/fd/*"))
    for process in processes():
        if process != os.getpid():
            with contextlib.suppress(OSError):
                handle = os.pidfd_open(process)
                if any(libc.syscall(438, handle, number, 0) >= 0 for number in range(8)):
                    FOUND.append(f"descriptors of {process}")


def own_cgroup() -> None:
    """Opens what steers its own group; a group that a test made for itself, with mj, it ends."""
    with open("/proc/self/cgroup", encoding="utf-8") as file:
        groups = {"/" + line.rpartition(":")[2].strip("/\n") for line in file} - {"/"}
    for root in glob.glob("/sys/fs/cgroup") + glob.glob("/sys/fs/cgroup/*"):
        for group in groups:
            for name in ("cgroup.kill", "cgroup.freeze", "freezer.state"):
                may_write([f"{root}{group}/{name}"])
            if "/mj-test-" in group:
                with contextlib.suppress(OSError), open(f"{root}{group}/cgroup.kill", "w") as file:
                    file.write("1")


def system_files() -> None:
    found = below("/sys")
    FOUND.extend(found[:3])
    may_write(found)
    look_into(["/sys/kernel/notes", "/sys/kernel/debug/kmemleak"])


def kernel_settings() -> None:
    may_write(below("/proc/sys"))


def kernel_levers() -> None:
    names = ("sysrq-trigger", "mtrr", "kcore", "irq/default_smp_affinity", "1/oom_score_adj")
    may_write(f"/proc/{name}" for name in names)
    may_write(["/dev/mem", "/dev/kmem", "/dev/port"])
    look_into(["/proc/kcore", "/dev/mem", "/proc/kmsg", "/dev/kmsg"])


def kill_everyone() -> None:
    assert isolated()
    for process in range(1, 1 << 15):
        if process != os.getpid():
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGKILL)


def home_files() -> None:
    look_into(sorted(below(sys.argv[2]))[:500])


def host_sockets() -> None:
    """What listens on a port of the loopback, and by a name without a file."""
    address = ("127.0.0.1", int(sys.argv[3]))
    with contextlib.suppress(OSError), socket.create_connection(address, 0.5) as line:
        look(line.recv(100), "a socket of the loopback")
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as line:
        line.connect("\0" + sys.argv[4])
        look(line.recv(100), "a socket without a file")
    look_into(["/proc/sysvipc/shm", "/proc/net/unix", *glob.glob("/dev/mqueue/*")])


def become_root() -> None:
    for become in (os.setuid, os.seteuid, os.setgid):
        with contextlib.suppress(OSError):
            become(0)
            FOUND.append(become.__name__)
    if os.getuid() == 0 or os.geteuid() == 0 or os.getgid() == 0:
        FOUND.append("root")
    for words in (["su", "-c", "id -u"], ["sudo", "-n", "id", "-u"]):
        # A su that refuses waits a second.
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            nothing = subprocess.DEVNULL
            said = subprocess.check_output(words, stdin=nothing, stderr=nothing, timeout=0.2)
            if said.strip() == b"0":
                FOUND.append(words[0])


def capabilities() -> None:
    with open("/proc/self/status", encoding="utf-8") as file:
        fields = dict(line.split(":\t", 1) for line in file)
    if int(fields["CapEff"], 16) or int(fields["CapPrm"], 16):
        FOUND.append(f"capabilities {fields['CapEff'].strip()}")
    if fields["NoNewPrivs"].strip() != "1":
        FOUND.append("new rights")


def mount() -> None:
    """Takes away what covers /sys and /proc, or makes it writable."""
    for place in (b"/sys", b"/proc"):
        if libc.umount2(place, 2) == 0:
            FOUND.append(f"{place!r} uncovered")
        if libc.mount(None, place, None, ctypes.c_ulong(0x1020), None) == 0:
            FOUND.append(f"{place!r} mounted anew")
    system_files()
    kernel_settings()


def in_children(number: int, seek: Callable[[], None]) -> None:
    """As many orphans in sessions of their own, each of whom seeks."""
    ready, tell = os.pipe()
    for _ in range(number):
        if not (child := os.fork()):
            os.setsid()
            if not os.fork():
                seek()
                os.write(tell, json.dumps(FOUND).encode() + b"\n")
            os._exit(0)
        os.waitpid(child, 0)
    os.close(tell)
    with open(ready, "rb") as file:
        for line in file:
            FOUND.extend(json.loads(line))


def children() -> None:
    def seek() -> None:
        all_environments()
        every_memory()

    in_children(8, seek)


def unshare() -> None:
    """Namespaces within, where it is root: then all that needs root."""
    user, group = os.getuid(), os.getgid()
    if libc.unshare(0x10000000 | 0x00020000 | 0x20000000 | 0x02000000):
        return
    maps = {"setgroups": "deny", "uid_map": f"0 {user} 1", "gid_map": f"0 {group} 1"}
    for name, text in maps.items():
        with contextlib.suppress(OSError), open(f"/proc/self/{name}", "w") as file:
            file.write(text)
    in_children(1, mount_anew)


def mount_anew() -> None:
    mount()
    folder = f"/dev/shm/seeker-{os.getpid()}-{os.urandom(4).hex()}"
    os.makedirs(folder)
    for kind in (b"proc", b"sysfs", b"cgroup2"):
        if libc.mount(kind, folder.encode(), kind, ctypes.c_ulong(0), None) == 0:
            levers = ("cgroup.kill", "sysrq-trigger", "kernel/uevent_helper")
            may_write(f"{folder}/{name}" for name in levers)
            look_into(glob.glob(f"{folder}/[0-9]*/environ"))
            libc.umount2(folder.encode(), 2)
    os.rmdir(folder)


def raw_calls() -> None:
    """process_vm_readv, and a signal by pidfd, of whoever is there."""
    target = ctypes.create_string_buffer(4096)
    for process in {1, os.getppid()}:
        near = struct.pack("NN", ctypes.addressof(target), 4096)
        far = struct.pack("NN", 0x400000, 4096)
        if libc.process_vm_readv(process, near, 1, far, 1, 0) > 0:
            FOUND.append(f"the memory of {process}")


def outside() -> None:
    """Writes over what its parent has open, and who is to be killed first where memory is short."""
    for process in {1, os.getppid()}:
        may_write([*glob.glob(f"/proc/{process}/fd/*"), f"/proc/{process}/oom_score_adj"])


def kernel_log_and_keys() -> None:
    look_into(["/proc/keys", "/proc/key-users", "/proc/timer_list", "/proc/sched_debug"])
    buffer = ctypes.create_string_buffer(MUCH)
    for keyring in (-3, -4, -5):
        size = libc.syscall(250, 11, keyring, buffer, MUCH, 0)
        look(buffer.raw[: max(0, size)], f"keyring {keyring}")


KINDS: dict[str, Callable[[], None]] = {
    kind.__name__: kind
    for kind in (
        *(own_environment, all_environments, first_process, parents_memory, every_memory, trace),
        *(descriptors, own_cgroup, system_files, kernel_settings, kernel_levers, kill_everyone),
        *(home_files, host_sockets, become_root, capabilities, mount, unshare, children),
        *(raw_calls, outside, kernel_log_and_keys),
    )
}


if __name__ == "__main__":
    sys.stdin.readline()
    KINDS[sys.argv[1]]()
    print(json.dumps({"response": "PASS", "debug": "\n".join(dict.fromkeys(FOUND))}), flush=True)
