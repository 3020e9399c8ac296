"""Optional packages: checks that one is installed, and names the command that installs it."""

from __future__ import annotations

import os
import shlex
import sys
from importlib.util import find_spec
from pathlib import Path

# Its own package, because it is compiled.
ENGINE = "mj_engine"
# The extra that brings a package needed by single functions only.
BROUGHT_BY = {ENGINE: "", "scipy": "measure", "matplotlib": "plot"}
_ROOT = Path(__file__).resolve().parents[2]


class MissingError(ValueError):
    """A package is not installed: one line with the command that installs it."""


def missing_package(what: str, needed: str, extra: str) -> MissingError:
    """The error for a command whose package is missing.

    >>> str(missing_package("mj web", "uvicorn", "web")).startswith("mj web needs uvicorn: ")
    True
    """
    if needed.partition(".")[0] == ENGINE:
        needed, line = f"{ENGINE}, which is not here or older than the rest", engine_line()
    else:
        line = install_line(extra)
    return MissingError(f"{what} needs {needed}: {line}")


def check_installed(what: str, module: str, extra: str) -> None:
    """Raise MissingError now for a module that a command needs only at its end."""
    if find_spec(module) is None:
        raise missing_package(what, module, extra)


def install_line(extra: str) -> str:
    """The command line that installs an extra, in a checkout or for its packages alone."""
    python = shlex.quote(_short(Path(sys.executable)))
    if (_ROOT / "pyproject.toml").is_file():
        return f"{python} -m pip install -e {shlex.quote(f'{_short(_ROOT)}[{extra}]')}"
    return f"{python} -m pip install {shlex.join(_requirements(extra))}"


def engine_line() -> str:
    """The command line that builds the fast table for this `mj`.

    >>> engine_line() == "make engine" or engine_line().endswith("in a checkout")
    True
    """
    if (_ROOT / "Makefile").is_file():
        return "make engine"
    return f"{shlex.quote(_short(Path(sys.executable)))} -m pip install ./mj_engine in a checkout"


def _short(path: Path) -> str:
    """A path as typed from here."""
    try:
        return os.fspath(path.relative_to(Path.cwd()))
    except (ValueError, OSError):
        return os.fspath(path)


def _requirements(extra: str) -> list[str]:
    """The requirements of an extra, by the package's metadata."""
    from importlib.metadata import PackageNotFoundError, requires  # 15 ms of each start.

    try:
        lines = requires("mj-bot") or []
    except PackageNotFoundError:
        lines = []
    requirements = [line.split(";")[0].strip() for line in lines if f'extra == "{extra}"' in line]
    # Extras name others of this package; all name `lab`, which is installed with any other.
    ours = [
        requirement[len("mj-bot[") : -1]
        for requirement in requirements
        if requirement.startswith("mj-bot[")
    ]
    brought = [
        line for requirement in ours if requirement != "lab" for line in _requirements(requirement)
    ]
    requirements = [
        requirement for requirement in requirements if not requirement.startswith("mj-bot[")
    ]
    return requirements + brought or [f"mj-bot[{extra}]"]
