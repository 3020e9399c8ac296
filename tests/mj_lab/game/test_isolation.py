"""What keeps a program from all else: found by trying, and the best that there is."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mj_lab.game.sandbox import isolation
from mj_lab.game.sandbox.isolation import Isolation, isolation_here, user_isolation
from mj_lab.game.sandbox.warden import NAMESPACES, NO_ISOLATION, OWN_USER


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
    monkeypatch.setattr(isolation, "_SECONDS", 0.5)
    for name in ("unshare", "bwrap"):
        tool(tmp_path, name, body)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert isolation_here() == (user_isolation() or Isolation(NO_ISOLATION))


def test_without_tools_root_gives_user_ids_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    expected = OWN_USER if os.geteuid() == 0 else NO_ISOLATION
    assert isolation_here() == Isolation(expected)


def test_others_have_no_user_ids_to_give(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
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
