"""What keeps a program from all else: found by trying, namespaces or none."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from mj_lab.core.game.sandbox import Limits, Sandbox, isolation, warden
from mj_lab.core.game.sandbox.isolation import Isolation, isolation_here
from mj_lab.core.game.sandbox.warden import NAMESPACES, NO_ISOLATION


@pytest.fixture(autouse=True)
def anew() -> Iterator[None]:
    isolation_here.cache_clear()
    yield
    isolation_here.cache_clear()


def tool(folder: Path, name: str, body: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)


@pytest.mark.parametrize(
    "body",
    [
        "exit 1",  # as where the kernel refuses it
        'while [ "$1" != -- ]; do shift; done; shift; exec "$@"',  # no namespaces at all
        "kill -9 $$",
        "sleep 600",
    ],
)
def test_a_tool_that_does_not_do_it_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str
) -> None:
    monkeypatch.setattr(isolation, "_SECONDS", 0.25)
    for name in ("unshare", "bwrap"):
        tool(tmp_path, name, body)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert isolation_here() == Isolation(NO_ISOLATION)


def test_where_unshare_is_refused_bwrap_does_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool(tmp_path, "unshare", "exit 1")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    found = isolation_here()
    if not found.tool:
        pytest.skip("this machine has no bwrap that can do all")
    assert (found.kind, found.tool[0]) == (NAMESPACES, "bwrap")


def test_the_machines_own_settings_stay_as_they_are() -> None:
    """What a warden hides and forbids is so behind its walls alone."""
    settings = [Path("/proc/sys/user/max_user_namespaces"), Path("/proc/self/mountinfo")]
    before = [path.read_text() for path in settings]
    for kind in (isolation_here(), Isolation(NO_ISOLATION)):
        with closing(Sandbox(["true"], Limits(), isolation=kind)) as sandbox:
            sandbox.start()
            assert sandbox.ask(b"", 30, keep=False) == (b"", False)
    # A tool that does nothing of what it is asked for is tried as well.
    subprocess.run([sys.executable, "-I", "-S", warden.__file__, "try"], check=False)
    assert [path.read_text() for path in settings] == before


def test_without_tools_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    assert isolation_here() == Isolation(NO_ISOLATION)


def test_behind_namespaces_there_is_no_other_process_and_no_network() -> None:
    isolation = isolation_here()
    if isolation.kind != NAMESPACES:
        pytest.skip("this machine allows no namespaces")
    code = (
        "import os, socket; print(os.getpid(), socket.if_nameindex(), "
        "[name for name in os.listdir('/proc') if name.isdigit()])"
    )
    command = [*isolation.tool, sys.executable, "-c", code]
    found = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert found == "1 [(1, 'lo')] ['1']\n"
