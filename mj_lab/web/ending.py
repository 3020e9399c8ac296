"""How a server ends: what is being answered gets a moment, and nothing waits for the rest."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import TypeVar

import uvicorn

_Found = TypeVar("_Found")

# Seconds that Ctrl-C leaves to what is being answered, and then to whoever is told that it is not.
LAST_ANSWERS = 1.0
_LAST_WORDS = 0.2


class EndingServer(uvicorn.Server):
    """Uvicorn's server, which would wait for every answer, or tell how many it gave up.

    Who is not answered in LAST_ANSWERS seconds hears that the server ends (`mj_lab.web.guard`).
    """

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """It takes no more requests, and ends."""
        loop = asyncio.get_running_loop()
        steps = [
            loop.call_later(LAST_ANSWERS, self._give_up),
            loop.call_later(LAST_ANSWERS + _LAST_WORDS, self._hang_up),
        ]
        try:
            await super().shutdown(sockets)
        finally:
            for step in steps:
                step.cancel()

    def _give_up(self) -> None:
        for task in list(self.server_state.tasks):
            task.cancel()

    def _hang_up(self) -> None:
        for connection in list(self.server_state.connections):
            connection.transport.abort()


async def in_thread(work: Callable[[], _Found]) -> _Found:
    """What `work` returns or raises, done in a thread that ends with the process.

    Whoever waits for it can be cancelled, and the process waits for no such thread: so `work` must
    leave nothing half done, as by a file that is renamed when it is whole.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[_Found] = loop.create_future()

    def tell(result: _Found | None, error: BaseException | None) -> None:
        if done.done():  # Nobody waits any more.
            return
        if error is None:
            done.set_result(result)  # type: ignore[arg-type]
        else:
            done.set_exception(error)

    def run() -> None:
        result, wrong = None, None
        try:
            result = work()
        except BaseException as error:
            wrong = error
        with suppress(RuntimeError):  # The loop is closed: the server has ended.
            loop.call_soon_threadsafe(tell, result, wrong)

    Thread(target=run, daemon=True).start()
    return await done
