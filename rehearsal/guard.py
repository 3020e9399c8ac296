"""Runs an archive as Botzone would, and reports what fails there. Runs on Python 3.6 too.

    python -S guard.py MEMORY REPORT STRAYS PACKAGES FOLDER ARCHIVE [ARGUMENT ...]

It is started without site-packages: PACKAGES is the folder with all that Botzone has besides the
standard library. FOLDER is the working folder. MEMORY is what the process may allocate, in bytes,
so that memory which is taken and never touched counts too.

What the archive must not do becomes a line in the file REPORT, and fails: opening files, using the
network, starting processes. Before Python 3.8 there are no audit hooks, and only what fails by
itself is seen. What is written to standard output beside the answers goes to the file STRAYS.
"""
# ruff: noqa: UP006, UP035, UP045

import os
import resource
import runpy
import sys
from typing import Any, Callable, Optional, Set, Tuple

# What Python, numpy and the process itself read.
_READ = ("/proc/self/", "/proc/uptime", "/dev/null", "/dev/urandom", "/usr/share/zoneinfo/")
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
# What the platform keeps for a user, under the working folder.
_STORAGE = "data"

# The beginnings of audit events, and what is said of them.
_REFUSED = (
    ("socket.", "uses the network"),
    ("subprocess.Popen", "starts a process"),
    ("os.system", "starts a process"),
    ("os.fork", "starts a process"),
    ("os.exec", "starts a process"),
    ("os.posix_spawn", "starts a process"),
    ("os.spawn", "starts a process"),
)


class Report:
    """The lines of a report, each once: the file in the archive, the line, and what it does."""

    def __init__(self, path: str, archive: str) -> None:
        self._descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._archive = archive + os.sep
        self._said: Set[str] = set()

    def add(self, what: str) -> bool:
        """Report what the archive is doing; False if nothing of it is running."""
        location = self._place()
        if location is None:
            return False
        line = f"{location[0]}, line {location[1]}: {what}\n"
        if line not in self._said:
            self._said.add(line)
            os.write(self._descriptor, line.encode("utf-8", "replace"))
        return True

    def _place(self) -> Optional[Tuple[str, int]]:
        """The innermost file of the archive that is running, and its line."""
        frame: Any = sys._getframe(2)
        while frame is not None:
            file = frame.f_code.co_filename
            if file.startswith(self._archive):
                return file[len(self._archive) :], frame.f_lineno
            frame = frame.f_back
        return None


def hook_of(report: Report, allowed: Tuple[str, ...], folder: str) -> Callable[..., None]:
    """An audit hook that reports and refuses. allowed: the folders that may be read."""
    storage = os.path.join(folder, _STORAGE) + os.sep

    def may_open(path: str, flags: int) -> bool:
        path = os.path.normpath(os.path.join(folder, path))
        if flags & _WRITES:
            return path == os.devnull or path.startswith(storage)
        return path.startswith((*allowed, storage, *_READ))

    def hook(event: str, arguments: Tuple[Any, ...]) -> None:
        if event == "open":
            path, _, flags = arguments
            if isinstance(path, int) or may_open(os.fsdecode(path), flags or 0):
                return
            if report.add(f"opens {os.fsdecode(path)}, which is not on Botzone"):
                raise FileNotFoundError(2, "not on Botzone", path)
            return
        for beginning, what in _REFUSED:
            if event.startswith(beginning) and report.add(what):
                raise PermissionError(1, "not on Botzone")

    return hook


def main() -> None:
    """Run the archive with the rest of the command line."""
    memory, path, strays, packages, folder, archive = sys.argv[1:7]
    library = os.path.dirname(os.__file__)
    real = [os.path.realpath(os.path.join(packages, name)) for name in os.listdir(packages)]
    sys.argv = sys.argv[6:]
    sys.path = [entry for entry in sys.path[1:] if entry] + [packages]
    os.chdir(folder)
    resource.setrlimit(resource.RLIMIT_DATA, (int(memory), int(memory)))
    _divert(strays)
    if hasattr(sys, "addaudithook"):
        allowed = (archive, os.path.realpath(library), *sys.path, *real)
        sys.addaudithook(hook_of(Report(path, archive), allowed, folder))
    runpy.run_path(archive, run_name="__main__")


def _divert(strays: str) -> None:
    """Have the process put the file in the place of standard output, where it puts the other."""
    stray = os.open(strays, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    plain = os.dup2

    def dup2(source: int, target: int, *rest: bool) -> Any:
        return plain(stray if target == 1 else source, target, *rest)

    os.dup2 = dup2  # type: ignore[assignment]


if __name__ == "__main__":
    main()
