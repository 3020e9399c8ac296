"""Thinking time: players that a table waits for come first, replays get the rest."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

_Found = TypeVar("_Found")


class ThinkingShare:
    """A thread pool for tactics. places: how many think at once.

    comparing: held by the single hand that is being replayed.
    """

    def __init__(self, places: int) -> None:
        self._places = asyncio.Semaphore(places)
        self._wanting = 0
        self._is_idle = asyncio.Event()
        self._is_idle.set()
        self.comparing = asyncio.Semaphore(1)
        self._one_spare = asyncio.Semaphore(1)

    async def soon(self, think: Callable[[], _Found]) -> _Found:
        """Compute something that a table waits for, as soon as a thread is free."""
        self._wanting += 1
        self._is_idle.clear()
        try:
            async with self._places:
                return await asyncio.to_thread(think)
        finally:
            self._wanting -= 1
            if not self._wanting:
                self._is_idle.set()

    async def spare(self, think: Callable[[], _Found]) -> _Found:
        """Compute something that nobody waits for: one at a time, while no `soon` runs."""
        async with self._one_spare:
            while self._wanting:
                await self._is_idle.wait()
            async with self._places:
                return await asyncio.to_thread(think)
