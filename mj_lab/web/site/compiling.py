"""Compiles mj_engine to WebAssembly by the tool chain of the ziglang package."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from mj_lab.core.files import write_whole

SOURCES = Path(__file__).resolve().parents[3] / "mj_engine" / "cpp"

# The rooms that a browser needs. None of them throws: the tool chain has no exceptions.
_ROOMS = (
    "core",
    "table",
    "fan",
    "shanten",
    "tactics",
    "routes",
    "odds",
    "learned",
    "worlds",
    "play",
    "review",
    "study",
    "readings",
    "why",
    "records",
    "session",
    "bind/wasm",
)
# Names in its files may clash, so each is compiled alone.
_FILE_BY_FILE = ("bind/wasm",)

# Left out: games on threads, and the play-outs that use them.
_LEFT_OUT = ("many.cpp", "playouts.cpp", "thread_pool.cpp")

_FLAGS = (
    "-target",
    "wasm32-wasi",
    "-mexec-model=reactor",  # no main, only functions to call
    "-std=c++20",
    "-O2",
    "-fno-exceptions",
    "-fno-rtti",
    # As in CMakeLists.txt: sums in `odds` must not depend on the compiler's optimisations.
    "-ffp-contract=off",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-s",
    # A table and 64 games take 30 MB; beyond 256 MB something has gone wrong.
    "-Wl,--max-memory=268435456",
    "-Wl,-z,stack-size=1048576",
    *(f"-Wl,--export={name}" for name in ("mj_alloc", "mj_free", "mj_open", "mj_ask")),
)


class CompilingError(Exception):
    """The module cannot be compiled: one line that says why, or the compiler's output."""


def sources_of_module() -> Iterator[Path]:
    """The module's C++ files."""
    for room in _ROOMS:
        yield from sorted(
            path for path in (SOURCES / room).rglob("*.cpp") if path.name not in _LEFT_OUT
        )


def made_folder() -> Path:
    """Where files for the compiler are made, as zig's own cache outside of the sources.

    It is the same each time, and unchanged files are not written anew: so zig compiles only others.
    Raises CompilingError for a user without a home.
    """
    try:
        caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError as error:
        raise CompilingError(f"no folder to build in: {error} Set XDG_CACHE_HOME.") from None
    return caches / "mj_bot" / f"site-{sha256(bytes(SOURCES)).hexdigest()[:12]}"


def files_to_compile() -> Iterator[Path]:
    """The files to compile: a folder in one, as CMake does, which saves a third of the time."""
    made = made_folder()
    made.mkdir(parents=True, exist_ok=True)
    folders: dict[Path, list[Path]] = {}
    for path in sources_of_module():
        folders.setdefault(path.parent.relative_to(SOURCES), []).append(path)
    for folder, paths in folders.items():
        if folder.as_posix() in _FILE_BY_FILE or len(paths) == 1:
            yield from paths
            continue
        whole = made / f"{folder.as_posix().replace('/', '_')}.cpp"
        text = "".join(f'#include "{path}"\n' for path in paths)
        if not whole.exists() or whole.read_text(encoding="utf-8") != text:
            write_whole(whole, text)
        yield whole


def compile_module(out: Path) -> None:
    """Compile the module into a file; about 110 s of one core, or 0.2 s if nothing changed.

    Raises CompilingError, and OSError if the cache cannot be written.
    """
    if not SOURCES.is_dir():
        raise CompilingError(f"no C++ of mj_engine in {SOURCES}: a wheel has none, take a checkout")
    if find_spec("ziglang") is None:
        raise CompilingError("the package ziglang is not here: pip install ziglang")
    files = [str(path) for path in files_to_compile()]
    _run([sys.executable, str(SOURCES.parent / "bot_numbers.py"), str(made_folder())])
    folders = (f"-I{SOURCES}", f"-I{made_folder()}")
    _run([sys.executable, "-m", "ziglang", "c++", *_FLAGS, *folders, *files, "-o", str(out)])


def _run(command: Sequence[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode != 0:
        raise CompilingError(done.stderr.strip() or f"{command[1]} ended with {done.returncode}")
