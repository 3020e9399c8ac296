"""The Pythons that a rehearsal plays on: this one, and a real 3.6 where there is one."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

# What Botzone has besides the standard library, as far as a tactic may count on it.
NEEDED = ("numpy", "MahjongGB")

# Runs on Python 3.6 too: its version, and where each module lies, None if it is not there.
_ASKED = """
import importlib.util as util, json, platform, sys
places = []
for name in sys.argv[1:]:
    spec = util.find_spec(name)
    folder = list(spec.submodule_search_locations or ()) if spec else []
    places.append(folder[0] if folder else spec.origin if spec else None)
print(json.dumps([platform.python_version(), places]))
"""
_COMPILED = """
import sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
for name in archive.namelist():
    if name.endswith(".py"):
        try:
            compile(archive.read(name), name, "exec")
        except (SyntaxError, ValueError) as error:
            sys.exit("{}, line {}: {}".format(name, getattr(error, "lineno", 0), error))
"""


class Python(NamedTuple):
    """A Python. version: as `3.6.15`. places: where its packages lie, by name."""

    command: str
    version: str
    places: dict[str, Path]

    def lacks(self, names: Sequence[str]) -> list[str]:
        """Those of the packages that it does not have."""
        return [name for name in names if name not in self.places]

    def link(self, folder: Path) -> Path:
        """A folder with its packages and nothing else, to be the one place for modules."""
        folder.mkdir()
        for path in self.places.values():
            (folder / path.name).symlink_to(path)
            libraries = path.with_name(path.name + ".libs")  # Where wheels keep theirs.
            if libraries.is_dir():
                (folder / libraries.name).symlink_to(libraries)
        return folder

    def unreadable(self, archive: Path) -> str:
        """Where it cannot read a module of an archive, and why; empty if it can."""
        command = [self.command, "-S", "-c", _COMPILED, str(archive)]
        return subprocess.run(command, capture_output=True, text=True, check=False).stderr.strip()


def python_of(command: str, names: Sequence[str] = NEEDED) -> Python | None:
    """The Python of a command with those of the packages that it has; None if it does not run."""
    try:
        done = subprocess.run(
            [command, "-c", _ASKED, *names], capture_output=True, text=True, check=False
        )
        version, paths = json.loads(done.stdout)
    except (OSError, ValueError):
        # A name on the PATH may be a pyenv shim with nothing behind it.
        return None
    places = {name: Path(path) for name, path in zip(names, paths, strict=True) if path}
    return Python(command, version, places)


def this_python(names: Sequence[str] = NEEDED) -> Python:
    """The Python that runs this."""
    python = python_of(sys.executable, names)
    assert python is not None
    return python


def python36(names: Sequence[str] = NEEDED) -> Python | None:
    """A real Python 3.6, as Botzone has; it may lack packages. MJ_PYTHON36 names one."""
    for command in _commands36():
        python = python_of(command, names)
        if python is not None and python.version.startswith("3.6."):
            return python
    return None


def _commands36() -> Iterator[str]:
    yield from filter(None, [os.environ.get("MJ_PYTHON36"), shutil.which("python3.6")])
    yield from map(str, sorted(Path.home().glob(".pyenv/versions/3.6*/bin/python")))
