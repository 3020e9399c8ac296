"""How a server shuts down: requests in progress get a moment, and nothing waits longer."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import TypeVar

import uvicorn

_Found = TypeVar("_Found")

# Seconds after Ctrl-C for requests in progress, and then for the notice to those left unanswered.
LAST_ANSWERS = 1.0
_LAST_WORDS = 0.2


class EndingServer(uvicorn.Server):
    """Uvicorn's server, which alone would wait for every answer, or print how many it cancelled.

    Requests without an answer after LAST_ANSWERS seconds get the notice that the server is ending
    (`mj_lab.web.server.guard`). begun: called once it answers; from then on Ctrl-C ends it orderly.
    """

    def __init__(self, config: uvicorn.Config, begun: Callable[[], None]) -> None:
        super().__init__(config)
        self._begun = begun

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets)
        self._begun()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more requests, and end."""
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
    """The result or the error of `work`, run in a daemon thread.

    The waiting task can be cancelled, and the process does not wait for the thread. So `work` must
    leave nothing half done; a file, for instance, gets its name when it is complete.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[_Found] = loop.create_future()

    def tell(result: _Found | None, error: BaseException | None) -> None:
        if done.done():  # Nobody is waiting any more.
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
