"""What every test may ask for: the recorded data, Botzone's Python, and steady hypothesis runs."""

import ctypes
import gc
import gzip
import json
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
IN_CI = bool(os.environ.get("CI"))
# Recorded matches are not ours to give away: without them games of our own judge stand in.
RECORDED = Path(os.environ.get("MJ_DATA") or ROOT.parent / "shared" / "data")
OWN = ROOT / "tests" / "data"

# As `mj` has it (mj_lab/__main__.py): on shared cores threads of numpy's wait for one another.
for _threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(_threads, "1")


def _steady_hypothesis() -> None:
    """No deadline: how long something takes depends on the machine and is for benchmarks."""
    from hypothesis import HealthCheck, settings

    settings.register_profile(
        "ours",
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
        print_blob=True,
        derandomize=IN_CI,
    )
    settings.load_profile("ours")


with suppress(ImportError):  # Tests that use it ask for it; those of the distances do not.
    _steady_hypothesis()


def _with_data(importer: Any) -> None:
    """Let modules whose lines SlipCover counts read the data beside them, as any other does."""
    importer.SlipcoverLoader.get_data = lambda self, path: self.orig_loader.get_data(path)


if "slipcover.importer" in sys.modules:
    _with_data(sys.modules["slipcover.importer"])


def pytest_configure() -> None:
    """Let Ctrl-C reach the processes that tests start, and collect tests without a pause.

    A shell starts what runs in its background with SIGINT ignored, and children inherit that.
    """
    gc.disable()  # Until all are collected: it took a quarter of the time.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


# -- recorded data ----------------------------------------------------------------------------


def _data_folder() -> Path:
    """The recorded matches, or our own; in CI they are there, or the test proves nothing."""
    if RECORDED.is_dir():
        return RECORDED
    if IN_CI:
        pytest.fail(f"no recorded data: {RECORDED} is absent; CI must have it", pytrace=False)
    return OWN


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """The folder of recorded matches and decisions (its README.md says what is in it).

    Tests for which our own are not enough are marked `foreign`.
    """
    return _data_folder()


# Two at a time: a test that goes over several needs no more, and they take tens of megabytes.
@lru_cache(maxsize=2)
def _lines(name: str) -> tuple[dict[str, Any], ...]:
    with gzip.open(_data_folder() / (name + ".jsonl.gz"), "rt", encoding="utf-8") as file:
        return tuple(json.loads(line) for line in file)


@pytest.fixture(scope="session")
def recorded() -> Callable[[str], tuple[dict[str, Any], ...]]:
    """`recorded("botzone_matches")`: that file's lines; not to be changed.

    The others are judged_games, rare_games, faulty_games and reference_decisions.
    """
    return _lines


_NOT_RUN = pytest.StashKey[int]()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only recorded matches can show, where there are none."""
    if RECORDED.is_dir() or IN_CI:
        return
    left_out = [item for item in items if item.get_closest_marker("foreign")]
    items[:] = [item for item in items if not item.get_closest_marker("foreign")]
    config.hook.pytest_deselected(items=left_out)
    config.stash[_NOT_RUN] = len(left_out)
    if hasattr(config, "workeroutput"):
        config.workeroutput["not run"] = len(left_out)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Of xdist: every worker has left out the same."""
    node.config.stash[_NOT_RUN] = getattr(node, "workeroutput", {}).get("not run", 0)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """One line for all that was left out."""
    count = config.stash.get(_NOT_RUN, 0)
    if count:
        told = "tests need the recorded matches (MJ_DATA names their folder): not run"
        terminalreporter.write_line(f"{count} {told}", yellow=True)


# -- Botzone's Python -------------------------------------------------------------------------


@pytest.fixture(scope="session")
def python36() -> str:
    """A real Python 3.6, as Botzone has; it may lack numpy and MahjongGB."""
    from rehearsal import pythons

    found = pythons.python36()
    if found is None:
        pytest.skip("no Python 3.6 here (MJ_PYTHON36 names one)")
    return found.command


# -- time and memory --------------------------------------------------------------------------


def pytest_collection_finish() -> None:
    """Thousands of collected tests stay: the garbage collector need not look at them again."""
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """After each file of tests the memory that it took goes back, which glibc would keep."""
    if nextitem is None or nextitem.path != item.path:
        with suppress(OSError, AttributeError):  # Elsewhere than on Linux.
            ctypes.CDLL("libc.so.6").malloc_trim(0)
