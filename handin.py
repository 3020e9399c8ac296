#!/usr/bin/env python3
"""Builds mj_bot.pyz, the one file that is uploaded to Botzone. Runs on Python 3.6 and newer.

    python handin.py [--tactic NAME[@KEY=NUMBER,...]] [--mode keep-running|restart] [-o FILE]

What ships is what the tactic needs: the modules that it, the process and the stand-in import, late
imports too, and the data of their packages; of networks' weights those of the tactics among them.

The same sources give the same bytes on every machine: names are sorted, dates and permissions
fixed, and nothing is compressed, as no two versions of zlib need compress alike (and an archive
that is stored starts faster).
"""
# Python 3.6 has none of the newer words for types and pipes.
# ruff: noqa: UP006, UP022, UP035, UP045

import argparse
import ast
import hashlib
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Dict, List, NoReturn, Optional, Sequence, Set

ROOT = Path(__file__).resolve().parent
PACKAGE = "mj_bot"
OUTPUT = "mj_bot.pyz"

# What ships beside code: tables that it reads through pkgutil, and a tactic's weights, which have
# its name. All else is somebody's leftover.
DATA_SUFFIXES = (".bin", ".npz", ".z", ".json")
WEIGHTS_SUFFIX = ".mjw"
WEIGHTS = PACKAGE + "/nets/weights"

_DATE = (1980, 1, 1, 0, 0, 0)  # The first that a zip can hold.
_UNIX = 3
_REGULAR_READABLE = 0o100644 << 16

MAIN = '''"""What Botzone runs."""

import os
import signal

signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends it without a word, at whatever it is.
# Where cores are shared, threads of numpy's wait for one another; its matrices here are small.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from mj_bot.botzone.process import main

main({tactic!a}, {mode!a})
'''

NO_NUMPY = "No module named 'numpy'"

# A first draw: every tactic has something to decide.
TRIAL = {
    "requests": ["0 0 0", "1 0 0 0 0 W1 W1 W4 W7 B2 B5 B8 T3 T6 T9 F1 F2 J1", "2 W9"],
    "responses": ["PASS", "PASS"],
}


class HandinError(Exception):
    """Why there is no archive, in one line."""


def contents(tactic: str, mode: str, root: Path = ROOT) -> Dict[str, bytes]:
    """The files of the archive: their names in it and their bytes, sorted by name.

    Raises HandinError if a file cannot be read.
    """
    files = {"__main__.py": MAIN.format(tactic=tactic, mode=mode).encode("ascii")}
    for path in _needed(tactic.partition("@")[0], root):
        files[path.relative_to(root).as_posix()] = _read(path)
    return dict(sorted(files.items()))


def _needed(tactic: str, root: Path) -> Set[Path]:
    """The files that a bot with this tactic needs."""
    from mj_bot.tactics import STAND_IN

    tactics = PACKAGE + ".tactics."
    left = [PACKAGE + ".botzone.process", tactics + tactic, tactics + STAND_IN]
    code: Set[Path] = set()
    while left:
        for path in set(_files_of(left.pop(), root)) - code:
            code.add(path)
            left += _imported(path, root)
    data = set()
    for folder in {path.parent for path in code}:
        data |= {path for path in folder.iterdir() if _is_data(path)}
    for path in (root / WEIGHTS).glob("*" + WEIGHTS_SUFFIX):
        own = set(_files_of(tactics + path.stem, root)) - set(_files_of(PACKAGE + ".tactics", root))
        if path.stem.isidentifier() and own & code:
            data.add(path)
    return code | data


def _imported(path: Path, root: Path) -> List[str]:
    """The names of modules that one of the package's files imports, as far as these are ours."""
    try:
        tree = ast.parse(_read(path))
    except (SyntaxError, ValueError):  # Told when the archive is tried.
        return []
    names: List[str] = []
    here = ".".join(path.relative_to(root).parts[:-1])
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                base = (here.rsplit(".", node.level - 1)[0] + "." + base).rstrip(".")
            # What is imported from a package may be a module of it.
            names += [base] + [base + "." + alias.name for alias in node.names]
    return [name for name in names if name.split(".")[0] == PACKAGE]


def _files_of(name: str, root: Path) -> List[Path]:
    """The files that importing a module runs, its packages' first; none for what is no module."""
    parts = name.split(".")
    files = []
    for length in range(1, len(parts) + 1):
        module = root.joinpath(*parts[:length])
        files += [module.with_suffix(".py"), module / "__init__.py"]
    return [file for file in files if file.is_file()]


def _is_data(path: Path) -> bool:
    return path.is_file() and path.suffix in DATA_SUFFIXES and not path.name.startswith(".")


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise HandinError(f"cannot read {path}: {error.strerror}") from None


def write_archive(files: Dict[str, bytes], output: Path) -> None:
    """Write the archive.

    Raises HandinError if it cannot be written.
    """
    try:
        with zipfile.ZipFile(str(output), "w", zipfile.ZIP_STORED) as archive:
            for name, data in files.items():
                info = zipfile.ZipInfo(name, _DATE)
                info.create_system = _UNIX
                info.external_attr = _REGULAR_READABLE
                archive.writestr(info, data)
    except OSError as error:
        raise HandinError(f"cannot write {output}: {error.strerror or error}") from None


def try_archive(archive: Path) -> str:
    """Let the archive decide once in a process of its own, as Botzone would.

    Returns what the try did not show, if this Python lacks the numpy that Botzone has.
    Raises HandinError if it does not answer, or its tactic cannot be loaded from the archive.
    """
    done = subprocess.run(
        [sys.executable, str(archive), "--mode", "restart", "--limit", "60"],
        input=json.dumps(TRIAL).encode("ascii"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        timeout=120,
        check=False,
    )
    try:
        answer = json.loads(done.stdout.decode("utf-8"))
        response, debug = str(answer["response"]), str(answer["debug"])
    except (ValueError, KeyError, TypeError):
        raise HandinError(f"no answer, but {(done.stderr or done.stdout)[-200:]!r}") from None
    untried = debug.startswith("tactic") and NO_NUMPY in debug
    if debug.startswith("tactic") and not untried:
        raise HandinError(debug.partition("; ")[0])
    if not response.startswith("PLAY "):
        raise HandinError(f"a bad answer: {response}; {debug}")
    return "this Python has no numpy: tried with the stand-in alone" if untried else ""


def build(tactic: str, mode: str, output: Path) -> None:
    """Build the archive, try it, put it in its place and say what it is.

    Raises HandinError if there is no such tactic or mode, or something of this fails.
    """
    from mj_bot.botzone.bot import MODES
    from mj_bot.tactics import check

    if mode not in MODES:
        raise HandinError(f"no mode {mode!r}; there are: " + ", ".join(MODES))
    try:
        check(tactic)
    except ValueError as error:
        raise HandinError(str(error)) from None
    if output.is_dir():
        raise HandinError(f"{output} is a folder")
    files = contents(tactic, mode)
    unfinished = output.with_name(output.name + ".part")
    try:
        write_archive(files, unfinished)
        untried = try_archive(unfinished)
        data = unfinished.read_bytes()
        os.replace(str(unfinished), str(output))
    finally:
        if unfinished.exists():
            unfinished.unlink()
    print(f"{output}: {len(files)} files, {len(data)} bytes, tactic {tactic}, {mode}")
    print("sha256 " + hashlib.sha256(data).hexdigest())
    if untried:
        print(untried)


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Build as the command line says; 0 if there is an archive now, else it exits with 2."""
    # The package beside this file is what ships, not one that is installed elsewhere.
    sys.path.insert(0, str(ROOT))
    from mj_bot.botzone.bot import KEEP_RUNNING, MODES
    from mj_bot.tactics import DEFAULT

    parser = argparse.ArgumentParser(description="Builds the one file for Botzone.")
    parser.add_argument("--tactic", default=DEFAULT, help="default: %(default)s")
    parser.add_argument("--mode", default=KEEP_RUNNING, help=" or ".join(MODES))
    parser.add_argument("-o", "--output", default=str(ROOT / OUTPUT), help="default: %(default)s")

    def fail(message: str) -> NoReturn:
        parser.exit(2, "handin: " + " ".join(message.split()) + "\n")
        raise SystemExit(2)

    parser.error = fail  # type: ignore[method-assign]
    given = parser.parse_args(arguments)
    try:
        build(given.tactic, given.mode, Path(given.output))
    except (HandinError, OSError, subprocess.TimeoutExpired) as error:
        fail(str(error))
    return 0


if __name__ == "__main__":
    sys.exit(main())
