"""A queue for slow work: a few at once, clients in rotation, so that none crowds out others.

A client is one address: a person with several pages, or a household.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic

from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response

# The most waiting requests of a client: more than the pages of four people at a table send.
_EACH = 32
# The same for all clients together: a waiting request has its body in memory.
_MOST = 512
# Seconds before a request is refused as one too many: by then it is known which clients hung up. A
# slow machine knows later, but within this number of turns of its loop.
MOMENT = 0.2
MOMENT_TURNS = 8
_TOO_MANY, _NOTHING = 429, 204
RETRY = {"retry-after": "2"}


class BusyError(ValueError):
    """Too many requests are waiting already, of this client or of all."""


class GoneError(Exception):
    """The client is no longer waiting."""


class Turns:
    """Runs a number of requests at once; waiting clients take turns.

    A client that hangs up while waiting gives its place to others. of_one: requests of one client
    at once.
    """

    def __init__(
        self, at_once: int, each: int = _EACH, most: int = _MOST, of_one: int | None = None
    ) -> None:
        self._free = at_once
        self._of_one = of_one or at_once
        self._served: Counter[str] = Counter()
        self._each, self._most = each, most
        self._count = 0
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def of(self, request: Request) -> AsyncIterator[None]:
        """Wait for a turn, and keep it while the block runs.

        Raises BusyError if too many are waiting already, GoneError if the client has hung up.
        """
        client = client_of(request)
        await self._begin(request, client)
        try:
            yield
        finally:
            self._end(client)

    async def _begin(self, request: Request, client: str) -> None:
        if await request.is_disconnected():
            raise GoneError
        if self._is_full(client):
            for _ in range(MOMENT_TURNS):
                await asyncio.sleep(MOMENT / MOMENT_TURNS)
            if await request.is_disconnected():
                raise GoneError
            if self._is_full(client):
                raise BusyError("too much at once; try again in a moment")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(turn)
        self._count += 1
        self._next()
        if turn.done():
            return
        leaving = asyncio.ensure_future(_hung_up(request))
        try:
            await asyncio.wait([turn, leaving], return_when=asyncio.FIRST_COMPLETED)
            if leaving.done():
                raise GoneError
        except BaseException:
            self._leave(client, turn)
            raise
        finally:
            leaving.cancel()

    def _is_full(self, client: str) -> bool:
        if self._free and self._served[client] < self._of_one:
            return False
        return len(self._waiting.get(client, ())) >= self._each or self._count >= self._most

    def _leave(self, client: str, turn: asyncio.Future[None]) -> None:
        if turn.done():  # The turn came at the same moment.
            self._end(client)
            return
        turns = self._waiting[client]
        turns.remove(turn)
        self._count -= 1
        if not turns:
            del self._waiting[client]

    def _end(self, client: str) -> None:
        self._free += 1
        self._served[client] -= 1
        if not self._served[client]:
            del self._served[client]
        self._next()

    def _next(self) -> None:
        for client in [
            waiting for waiting in self._waiting if self._served[waiting] < self._of_one
        ]:
            if not self._free:
                return
            turns = self._waiting.pop(client)
            turn = turns.popleft()
            self._count -= 1
            if turns:
                self._waiting[client] = turns  # To the end of the queue.
            self._free -= 1
            self._served[client] += 1
            turn.set_result(None)


async def _hung_up(request: Request) -> None:
    """Return when the client has hung up; call only after its body has arrived."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


class Pace:
    """A rate limit: a number a second in the long run, more at first. `wait`: seconds to wait.

    >>> pace = Pace(2, 3)
    >>> [pace.wait(now=0.0) for _ in range(5)], pace.wait(now=9.0)
    ([0.0, 0.0, 0.0, 0.5, 1.0], 0.0)
    """

    def __init__(self, a_second: float, at_first: int) -> None:
        self._step = 1 / a_second
        self._ahead = (at_first - 1) * self._step
        self._next = float("-inf")

    def wait(self, now: float | None = None) -> float:
        """Count one more; returns the seconds until it is allowed. now: monotonic."""
        now = monotonic() if now is None else now
        self._next = max(self._next, now - self._ahead) + self._step
        return max(0.0, self._next - self._step - now)

    @property
    def is_fresh(self) -> bool:
        """Whether nothing is used up."""
        return self._next + self._ahead <= monotonic()


class Paces:
    """A rate limit for each client; clients with nothing used up are forgotten."""

    def __init__(self, a_second: float, at_first: int) -> None:
        self._a_second, self._at_first = a_second, at_first
        self._paces: dict[str, Pace] = {}

    def of(self, client: str) -> Pace:
        """The rate limit of a client."""
        if client not in self._paces:
            self._paces = {name: pace for name, pace in self._paces.items() if not pace.is_fresh}
            self._paces[client] = Pace(self._a_second, self._at_first)
        return self._paces[client]


def client_of(connection: HTTPConnection) -> str:
    """The client of a connection: its address."""
    return connection.client.host if connection.client is not None else ""


async def answer_busy(_request: Request, error: Exception) -> Response:
    """The answer to a client with too many requests at once."""
    return JSONResponse({"error": str(error)}, _TOO_MANY, RETRY)


async def answer_gone(_request: Request, _error: Exception) -> Response:
    """The answer to a client that has gone; nobody reads it."""
    return Response(status_code=_NOTHING)
