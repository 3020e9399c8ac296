"""Worker processes that answer questions with a timeout: a late one is killed and replaced."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock, Timer
from typing import IO

from mj_lab.web.server.service.worker import WORKER_READY

# Seconds to start Python and our modules on a busy machine.
_START = 120.0
_ROOT = Path(__file__).resolve().parents[4]


class LateError(ValueError):
    """No answer within the time."""


class WorkerError(OSError):
    """A worker cannot be started, or has ended unexpectedly."""


class QuestionWorkers:
    """Worker processes, started on demand, each for one question at a time.

    The caller must not ask more questions at once than there may be workers.
    """

    def __init__(self) -> None:
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()
        self._lock = Lock()
        self._closed = False

    def ask(
        self,
        name: str,
        body: bytes,
        seconds: float,
        begun: Callable[[Callable[[], None]], None] = lambda _: None,
    ) -> tuple[int, bytes]:
        """The status and body that answer a question.

        begun: gets a function that ends the work, from any thread, when nobody is waiting. Raises
        LateError after `seconds`, WorkerError if there is no answer at all.
        """
        worker = self._taken()
        begun(worker.stop)
        try:
            answer = worker.ask(name, body, seconds)
        except BaseException:
            self._drop(worker)
            raise
        with self._lock:
            if not self._closed:
                self._idle.append(worker)
                return answer
        self._drop(worker)
        return answer

    def close(self) -> None:
        """End all of them, busy or not."""
        with self._lock:
            self._closed = True
            ending, self._idle = list(self._all), []
        for worker in ending:
            self._drop(worker)

    def _taken(self) -> _Worker:
        with self._lock:
            if self._closed:
                raise WorkerError("the server ends")
            if self._idle:
                return self._idle.pop()
            worker = _Worker()
            self._all.add(worker)
            return worker

    def _drop(self, worker: _Worker) -> None:
        with self._lock:
            self._all.discard(worker)
        worker.end()


class _Worker:
    def __init__(self) -> None:
        known = os.environ.get("PYTHONPATH")
        path = os.pathsep.join([str(_ROOT), *([known] if known else [])])
        self._process = subprocess.Popen(
            [sys.executable, "-m", "mj_lab.web.server.service.worker"],
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._is_ready = False

    def ask(self, name: str, body: bytes, seconds: float) -> tuple[int, bytes]:
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        if not self._is_ready:
            with _Limit(process, _START):
                if process.stdout.readline() != WORKER_READY:
                    raise WorkerError("no worker can be started")
            self._is_ready = True
        with _Limit(process, seconds) as limit:
            try:
                process.stdin.write(f"{name} {len(body)}\n".encode("ascii") + body)
                process.stdin.flush()
                return _answer_in(process.stdout)
            except (OSError, ValueError):
                if limit.is_over:
                    raise LateError(f"no answer within {seconds:g} seconds") from None
                raise WorkerError("the worker ended") from None

    def stop(self) -> None:
        self._process.kill()

    def end(self) -> None:
        process = self._process
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


def _answer_in(stream: IO[bytes]) -> tuple[int, bytes]:
    status, size = stream.readline().split()
    body = stream.read(int(size))
    if len(body) != int(size):
        raise OSError("cut off")
    return int(status), body


class _Limit:
    """Kills a process after some seconds, unless the block ends before."""

    def __init__(self, process: subprocess.Popen[bytes], seconds: float) -> None:
        self.is_over = False
        self._process = process
        self._timer = Timer(seconds, self._end)
        self._timer.daemon = True

    def _end(self) -> None:
        self.is_over = True
        self._process.kill()

    def __enter__(self) -> _Limit:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        self._timer.join()
