"""Plays units: in this process, or in child processes that end with it."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from mj_bot.tactics import error_words
from mj_lab.core.runner.unit import (
    Played,
    Setup,
    Table,
    Unit,
)

# Units queued for a worker, so that it never waits for the next.
_AT_HAND = 2


class EngineError(ValueError):
    """Units cannot be played there; its line says why."""


class KeptUnits(NamedTuple):
    """Units that a worker kept: its file, the settings of their run, and the file's rows."""

    path: Path
    settings: dict[str, Any]
    rows: list[tuple[str, str, str]]


class Engine(Protocol):
    """Plays units somewhere."""

    name: str

    def check(self, setup: Setup) -> None:
        """Raise EngineError if a worker lacks what this setup needs."""

    def run(self, setup: Setup, units: Iterable[Unit]) -> Iterator[Played]:
        """Play the units in any order, as workers become free.

        Closing the iterator ends the workers at once. Raises EngineError if one breaks.
        """

    def kept_elsewhere(self, folder: Path) -> Iterator[KeptUnits]:
        """What workers kept in this folder of other machines; gone there once all is taken."""

    def close(self) -> None:
        """Nothing more will be played."""


def close(results: Iterator[Played]) -> None:
    """End the workers behind an engine's results."""
    closing = getattr(results, "close", None)
    if closing is not None:
        closing()


class LocalEngine:
    """Plays in `jobs` processes of this machine; one job is this process itself."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.name = f"local, {jobs} {'job' if jobs == 1 else 'jobs'}"

    def check(self, setup: Setup) -> None:
        """Raise EngineError if a player cannot be loaded on this machine."""
        try:
            Table(setup)
        except ValueError as error:
            raise EngineError(str(error)) from None

    def run(self, setup: Setup, units: Iterable[Unit]) -> Iterator[Played]:
        """Play the units; see Engine."""
        if self.jobs == 1:
            return map(Table(setup).play, units)
        return self._run_in_workers(setup, iter(units))

    def kept_elsewhere(self, folder: Path) -> Iterator[KeptUnits]:
        """Nothing: there are no other machines."""
        return iter(())

    def close(self) -> None:
        """Nothing to do: the workers ended with their run."""

    def _run_in_workers(self, setup: Setup, units: Iterator[Unit]) -> Iterator[Played]:
        workers: list[_Worker] = []
        try:
            for unit in islice(units, self.jobs):
                workers.append(_Worker(setup))
                workers[-1].give(unit)
            for worker in workers:
                for unit in islice(units, _AT_HAND - 1):
                    worker.give(unit)
            while busy := {worker.connection: worker for worker in workers if worker.at_hand}:
                for ready in wait(list(busy)):
                    worker = busy[ready]  # type: ignore[index]
                    played = worker.take()
                    for unit in islice(units, 1):
                        worker.give(unit)
                    yield played
        finally:
            for worker in workers:
                worker.end()


class _Worker:
    """One process and the pipe to it."""

    def __init__(self, setup: Setup) -> None:
        context = get_context("spawn")  # A fork would copy the threads' locks but not the threads.
        self.connection, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(
            target=_work, args=(theirs, setup), daemon=True, name="mj-arena"
        )
        self.process.start()
        theirs.close()
        self.at_hand = 0

    def give(self, unit: Unit) -> None:
        self.at_hand += 1
        with suppress(OSError):  # If the worker has ended, reading its answer shows that.
            self.connection.send(unit)

    def take(self) -> Played:
        try:
            answer = self.connection.recv()
        except (EOFError, OSError):
            self.process.join(1)
            raise EngineError(
                f"a worker was ended (exit code {self.process.exitcode}); finished work is stored"
            ) from None
        self.at_hand -= 1
        if isinstance(answer, Played):
            return answer
        raise EngineError(str(answer))

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.process.close()
        self.connection.close()


def _work(connection: Connection, setup: Setup) -> None:
    """The main loop of a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business.
    threading.Thread(target=_end_with_parent, daemon=True).start()
    table = Table(setup)
    while True:
        try:
            unit = connection.recv()
        except (EOFError, OSError):
            return
        connection.send(answer(table, unit))


def answer(table: Table, unit: Unit) -> Played | str:
    """The played unit, or one line that says why not: easier to send than an exception."""
    try:
        return table.play(unit)
    except OSError as error:
        return f"wall {unit.key}: {error}"
    except Exception as error:
        return f"wall {unit.key}: {error_words(error)}"


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
