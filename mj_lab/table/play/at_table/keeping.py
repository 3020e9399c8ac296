"""Writes what tables keep, in order, in one thread; what the disk does not take now waits."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

from mj_lab.core.database import DatabaseError, StorageFault, fault_of

_log = logging.getLogger(__name__)
_Found = TypeVar("_Found")

# Seconds until what failed is tried again, at first and at most.
_SOON, _LATER = 0.1, 1.0


class Keeper(Protocol):
    """A table whose writes wait. unkept: how many. is_broken: whether they are in vain."""

    unkept: int
    is_broken: bool

    def tell(self) -> None:
        """Wake everybody who waits for a change."""

    def breaks(self, error: Exception) -> None:
        """A write failed for good."""


class Keeping:
    """The thread that writes. fault: why the disk takes nothing now; None while it does."""

    def __init__(self) -> None:
        self.fault: StorageFault | None = None
        self._thread = ThreadPoolExecutor(1, "keeping")
        self._waiting: deque[tuple[Keeper, Callable[[], object]]] = deque()
        self._task: asyncio.Task[None] | None = None

    def put(self, table: Keeper, write: Callable[[], object]) -> None:
        """Do a write of a table after all others, however long the disk takes nothing."""
        table.unkept += 1
        self._waiting.append((table, write))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._write_all())

    async def once(self, write: Callable[[], _Found]) -> _Found:
        """Do a write now or not at all. Raises DatabaseError or OSError if the disk fails."""
        if self.fault is not None:
            raise DatabaseError(self.fault.value, self.fault)
        return await asyncio.get_running_loop().run_in_executor(self._thread, write)

    def stop(self) -> None:
        """Write nothing more."""
        if self._task is not None:
            self._task.cancel()
        self._thread.shutdown(wait=False)

    async def _write_all(self) -> None:
        loop, seconds = asyncio.get_running_loop(), _SOON
        while self._waiting:
            count, error = await loop.run_in_executor(self._thread, _write, list(self._waiting))
            fault = None if error is None else _fault_in(error)
            if error is not None and fault is None:
                self._waiting[count][0].breaks(error)
                count += 1
            done = [self._waiting.popleft()[0] for _ in range(count)]
            if count and self.fault is not None:
                _log.warning("what waited for the disk is written")
                self.fault, seconds = None, _SOON
            for table in done:
                table.unkept -= 1
                if not table.unkept:
                    table.tell()
            if error is not None and fault is not None:
                self._waits(fault, error)
                await asyncio.sleep(seconds)
                seconds = min(2 * seconds, _LATER)

    def _waits(self, fault: StorageFault, error: Exception) -> None:
        if fault is self.fault:
            return
        _log.warning("%s: tables wait", error)
        self.fault = fault
        for table in {id(table): table for table, _ in self._waiting}.values():
            table.tell()


def _write(
    waiting: Sequence[tuple[Keeper, Callable[[], object]]],
) -> tuple[int, Exception | None]:
    """How many writes are done, in order, and why not the next one."""
    for count, (table, write) in enumerate(waiting):
        try:
            if not table.is_broken:
                write()
        except Exception as error:  # Whatever it is, the writes of other tables go on.
            return count, error
    return len(waiting), None


def _fault_in(error: Exception) -> StorageFault | None:
    """The fault of the disk or the file; None for what is refused for good."""
    if isinstance(error, OSError):
        return fault_of(error)
    return error.fault if isinstance(error, DatabaseError) else None
