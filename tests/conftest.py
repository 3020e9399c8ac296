"""What every test may ask for: the recorded data, Botzone's Python, and steady hypothesis runs."""

import gzip
import json
import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent
IN_CI = bool(os.environ.get("CI"))

# No deadline: how long something takes depends on the machine and is benchmarks/' matter.
_ANYWHERE: dict[str, Any] = {
    "deadline": None,
    "suppress_health_check": [HealthCheck.too_slow],
    "print_blob": True,
}
settings.register_profile("here", **_ANYWHERE)
settings.register_profile("ci", derandomize=True, **_ANYWHERE)
settings.load_profile("ci" if IN_CI else "here")


def pytest_configure() -> None:
    """Let Ctrl-C reach the processes that tests start.

    A shell starts what runs in its background with SIGINT ignored, and children inherit that.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _absent(what: str) -> NoReturn:
    """Skips the test, but not in CI: there the data is, and a test without it proves nothing."""
    if IN_CI:
        pytest.fail(what + "; CI must have it", pytrace=False)
    pytest.skip(what)


def _data_file(name: str) -> Path:
    folder = os.environ.get("MJ_DATA")
    path = (Path(folder) if folder else ROOT.parent / "shared" / "data") / name
    if not path.exists():
        _absent(f"no recorded data: {path} is absent (MJ_DATA names its folder)")
    return path


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """The folder of recorded matches and decisions (its README.md says what is in it)."""
    return _data_file("")


@cache
def _lines(name: str) -> tuple[dict[str, Any], ...]:
    with gzip.open(_data_file(name + ".jsonl.gz"), "rt", encoding="utf-8") as file:
        return tuple(json.loads(line) for line in file)


@pytest.fixture(scope="session")
def recorded() -> Callable[[str], tuple[dict[str, Any], ...]]:
    """`recorded("botzone_matches")`: that file's lines, read once a process; not to be changed.

    The others are judged_games, rare_games, faulty_games and reference_decisions.
    """
    return _lines


def _pythons_36() -> Iterator[str]:
    yield from filter(None, [os.environ.get("MJ_PYTHON36"), shutil.which("python3.6")])
    yield from map(str, sorted(Path.home().glob(".pyenv/versions/3.6*/bin/python")))


def _is_36(python: str) -> bool:
    # A name on the PATH may be a pyenv shim with nothing behind it: only running it tells.
    code = "import sys; sys.exit(sys.version_info[:2] != (3, 6))"
    try:
        return (
            subprocess.run([python, "-c", code], capture_output=True, check=False).returncode == 0
        )
    except OSError:
        return False


@pytest.fixture(scope="session")
def python36() -> str:
    """A real Python 3.6, as Botzone has; it may lack numpy and MahjongGB."""
    for python in _pythons_36():
        if _is_36(python):
            return python
    pytest.skip("no Python 3.6 here (MJ_PYTHON36 names one)")
