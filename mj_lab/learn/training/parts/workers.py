"""Workers: the same tasks in threads, in processes or on a Ray cluster, with results in order.

Only the caller trains: there is one learner, in its own process.
"""

from __future__ import annotations

import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from hashlib import blake2b
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, Protocol, TypeVar

from mj_lab.core.options import engine_and_address
from mj_lab.core.runner.engine import EngineError
from mj_lab.core.runner.fast_engine import end_games
from mj_lab.core.runner.ray_engine import RayEngine

_Shared = TypeVar("_Shared")
_Task = TypeVar("_Task")
_Answer = TypeVar("_Answer")


class Workers(Protocol):
    """Where tasks run; on CPUs the results do not depend on it."""

    def answers(
        self,
        function: Callable[[_Shared, _Task], _Answer],
        shared: _Shared,
        tasks: Iterable[_Task],
        sample: Callable[[], object],
    ) -> Iterator[_Answer]:
        """The results of a module's function for each task, in order, as they finish.

        sample: a small task that shows whether other machines give the same results.

        Raises EngineError if a worker fails, or a machine gives another result.
        """

    def close(self) -> None:
        """Nothing more will be run."""


class LocalWorkers:
    """Threads or processes on this machine; a single process is the caller's own.

    With threads the caller runs no task itself, so that Ctrl-C works at once.
    """

    def __init__(self, jobs: int = 1, *, processes: bool = False) -> None:
        self._pool: Executor | None = None
        self._futures: deque[Future[Any]] = deque()
        self._ours: Connection | None = None
        if jobs > 1 and processes:
            context = get_context("spawn")
            theirs, self._ours = context.Pipe(duplex=False)
            self._pool = ProcessPoolExecutor(jobs, context, _begin_process, (theirs,))
        elif not processes:
            self._pool = ThreadPoolExecutor(jobs, "mj-learn")

    def answers(
        self,
        function: Callable[[_Shared, _Task], _Answer],
        shared: _Shared,
        tasks: Iterable[_Task],
        sample: Callable[[], object],
    ) -> Iterator[_Answer]:
        """See `Workers`. Raises EngineError if a process was ended."""
        if self._pool is None:
            yield from map(partial(function, shared), tasks)
            return
        futures: deque[Future[_Answer]] = deque()
        try:
            for task in tasks:
                futures.append(self._pool.submit(function, shared, task))
                self._futures.append(futures[-1])
            while futures:
                yield futures[0].result()
                self._futures.remove(futures.popleft())
        except BrokenProcessPool:
            raise EngineError("a worker was ended; finished work is stored") from None
        finally:
            # A pool of processes with cancelled tasks would fail in its own thread: there the rest
            # is finished, or ends with the processes.
            for future in futures if self._ours is None else ():
                future.cancel()

    def close(self) -> None:
        """End them; a running task ends after its current game, without a result."""
        if self._pool is None:
            return
        self._pool.shutdown(wait=False, cancel_futures=self._ours is None)
        if self._ours is not None:
            self._ours.close()
        else:
            end_games(self._futures)


class RayWorkers:
    """The CPUs of the Ray cluster at an address, else of a new one with `jobs` CPUs.

    Raises EngineError if Ray is not installed or the cluster cannot be reached.
    """

    def __init__(self, jobs: int = 1, address: str | None = None) -> None:
        self._engine = RayEngine(address, jobs, fast=True)
        self._checked = False

    def answers(
        self,
        function: Callable[[_Shared, _Task], _Answer],
        shared: _Shared,
        tasks: Iterable[_Task],
        sample: Callable[[], object],
    ) -> Iterator[_Answer]:
        """See `Workers`. The sample runs once, before the first tasks."""
        if not self._checked:
            ours = _digest_of(sample)
            for where, theirs in self._engine.everywhere(_digest_of, sample):
                if theirs != ours:
                    raise EngineError(
                        f"{where} plays differently from this machine: make engine on both"
                    )
            self._checked = True
        yield from self._engine.answers(function, shared, tasks)

    def close(self) -> None:
        """Leave the cluster; one started here ends, with its tasks."""
        self._engine.close()


def workers_at(engine: str, jobs: int, *, processes: bool = False) -> LocalWorkers | RayWorkers:
    """The workers of `--engine` and `--jobs`, see `learn_options.check_engine`.

    processes: for tasks that hold the GIL; others run in threads here.

    Raises EngineError as `RayWorkers` does.
    """
    name, address = engine_and_address(engine)
    if name == "fast":
        return LocalWorkers(jobs, processes=processes)
    return RayWorkers(jobs, address)


def _digest_of(sample: Callable[[], object]) -> str:
    return blake2b(pickle.dumps(sample()), digest_size=8).hexdigest()


def _begin_process(held: Connection) -> None:
    """held: the end of a pipe that closes when the work or the parent has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business.
    Thread(target=_end_with, args=(held,), daemon=True).start()


def _end_with(held: Connection) -> None:
    with suppress(EOFError, OSError):
        held.recv()
    os._exit(1)
