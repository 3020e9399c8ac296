"""`mj web` in a process of its own."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, TypeVar

ROOT = Path(__file__).resolve().parents[4]
_Made = TypeVar("_Made", bound="WebProcess")


class WebProcess:
    """`mj web` with a folder of matches, as a context; on the same port each time it is started.

    host and url: where it says that it listens, in a pipe. env: besides ours; streams: of Popen.
    """

    def __init__(self, folder: Path, *words: str, env: Any = (), **streams: Any) -> None:
        self.folder, self.words = folder, words
        self.env, self.streams = dict(env), streams
        self.host = ""
        self.port = 0
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-m", "mj_lab", "web", "--port", str(self.port)]
            + ["--matches", str(self.folder), *self.words],
            cwd=ROOT,
            **{"stdout": subprocess.PIPE, "text": True, **self.streams},
            env={**os.environ, "PYTHONPATH": str(ROOT), **self.env},
        )
        if self.process.stdout is not None:
            line = self.process.stdout.readline()
            found = re.match(r"http://(\S+):(\d+)/ ", line)
            assert found, line
            self.host, self.port = found[1], int(found[2])

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def stop(self) -> str:
        """Ctrl-C; what it wrote to stderr, if that is a pipe."""
        return self._end(signal.SIGINT)

    def _end(self, by: signal.Signals) -> str:
        self.process.send_signal(by)
        _, error = self.process.communicate(timeout=60)
        return error or ""

    def __enter__(self: _Made) -> _Made:
        return self

    def __exit__(self, *_error: object) -> None:
        if self.process.poll() is None:
            self.kill()
