"""A connection with timeouts for a request and for the reader of its answer."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from mj_lab.web.server.request_queue import MOMENT, MOMENT_TURNS


class Connection(H11Protocol):
    """Uvicorn's connection, ended when it takes far longer than a browser would.

    uvicorn itself has no timeout for the first line, for the rest of the headers or for a reader of
    its answer. `mj_lab.web.server.guard` limits the time of a body.
    """

    # Seconds between two checks. Then two limits, in checks: for headers to arrive, and for an
    # answer to be read.
    look: ClassVar[float] = 2.5
    headers_looks: ClassVar[int] = 4
    answer_looks: ClassVar[int] = 24
    # The most connections, in all and of one address: more than the browsers of a club have.
    most: ClassVar[int] = 400
    most_of_one: ClassVar[int] = 120
    # The same including connections that may be about to hang up.
    most_for_a_moment: ClassVar[int] = 800

    _looking: asyncio.TimerHandle | None = None
    _seen: Any = None
    _idle = 0
    _untaken = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has connected; if it is one too many, it is disconnected a moment later."""
        super().connection_made(transport)
        if len(self.connections) > self.most_for_a_moment:
            self._send_away()
        elif self._is_too_many():
            self._stay_or_go(MOMENT_TURNS)
        else:
            self._look_later()

    def _stay_or_go(self, turns: int) -> None:
        """Decide after some turns of the loop: those that hung up at once no longer count."""
        if turns:
            step = MOMENT / MOMENT_TURNS
            self._looking = self.loop.call_later(step, self._stay_or_go, turns - 1)
        elif self._is_too_many() and self.transport.get_protocol() is self:
            self._send_away()
        else:
            self._look()

    def _is_too_many(self) -> bool:
        same = sum(self._address_of(other) == self._address_of(self) for other in self.connections)
        return len(self.connections) > self.most or same > self.most_of_one

    def _send_away(self) -> None:
        self.connections.discard(self)  # It no longer counts, though it ends later.
        self.transport.abort()

    @staticmethod
    def _address_of(connection: Any) -> str | None:
        client = getattr(connection, "client", None)
        return client[0] if client else None

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is over."""
        if self._looking is not None:
            self._looking.cancel()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Answer bytes that are not HTTP, unless they are the rest of a request in progress."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
            self.transport.abort()
            return
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:  # An answer has already begun.
            self.transport.abort()

    def _look_later(self) -> None:
        self._looking = self.loop.call_later(self.look, self._look)

    def _look(self) -> None:
        """Count the checks without progress, unless the connection became a WebSocket."""
        if self.transport.get_protocol() is not self:
            return
        answering = self.cycle is not None and not self.cycle.response_complete
        new = self.cycle is not self._seen
        self._seen = self.cycle
        self._untaken = self._untaken + 1 if self.transport.get_write_buffer_size() else 0
        self._idle = 0 if answering or new or self._untaken else self._idle + 1
        if self._idle >= self.headers_looks or self._untaken >= self.answer_looks:
            self.transport.abort()
        else:
            self._look_later()
