"""The command `mj web`: it says where it listens, listens on this machine only, ends on Ctrl-C."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
import typer

from mj_lab.web.cli import register, web

ROOT = Path(__file__).resolve().parents[3]

# Stands in for `mj`: one more command, so that `web` keeps its name.
COMMAND = """
import typer
from mj_lab.web.cli import register
app = typer.Typer()
register(app)
app.command("other")(lambda: None)
app()
"""


def test_it_serves_until_it_is_stopped(tmp_path: Path) -> None:
    pytest.importorskip("uvicorn")
    process = subprocess.Popen(
        [sys.executable, "-u", "-c", COMMAND, "web", "--port", "0", "--matches", str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.match(r"(http://127\.0\.0\.1:\d+/) ", line)
        assert found, line
        with urllib.request.urlopen(found[1], timeout=60) as answer:
            assert b"<title>mj_bot</title>" in answer.read()
    finally:
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=60)
    assert "Traceback" not in error
    assert "other machines" not in error


def test_a_port_in_use_is_told() -> None:
    pytest.importorskip("uvicorn")
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(OSError, match="in use"):
        web(port=taken.getsockname()[1], host="127.0.0.1", matches=None)


def test_it_is_a_command() -> None:
    app = typer.Typer()
    register(app)
    (command,) = app.registered_commands
    assert command.callback is web
