"""A connection that does not wait for ever: for a request, or for its answer to be taken."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol


class Connection(H11Protocol):
    """Uvicorn's connection, ended where a browser's would be over long ago.

    uvicorn itself waits without end for the first line, for the rest of the headers and for a
    reader of what it wrote. How long a body may take is `mj_lab.web.guard`'s matter.
    """

    # Seconds between two looks; a request's headers have come in after `headers` of them, an answer
    # is taken after `answer`.
    look: ClassVar[float] = 2.5
    headers_looks: ClassVar[int] = 4
    answer_looks: ClassVar[int] = 24
    # Of all at once, and of one address: more than the browsers of a club have.
    most: ClassVar[int] = 400
    most_of_one: ClassVar[int] = 120
    # Of all, also of those that go again at once; seconds that they have for it.
    most_for_a_moment: ClassVar[int] = 800
    moment: ClassVar[float] = 0.2

    _looking: asyncio.TimerHandle | None = None
    _seen: Any = None
    _idle = 0
    _untaken = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there; if it is one too many, it is sent away a moment later."""
        super().connection_made(transport)
        if len(self.connections) > self.most_for_a_moment:
            self._send_away()
        elif self._is_too_many():
            self._looking = self.loop.call_later(self.moment, self._stay_or_go)
        else:
            self._look_later()

    def _stay_or_go(self) -> None:
        """By now those that hung up at once do not count any more."""
        if self._is_too_many() and self.transport.get_protocol() is self:
            self._send_away()
        else:
            self._look()

    def _is_too_many(self) -> bool:
        same = sum(self._address_of(one) == self._address_of(self) for one in self.connections)
        return len(self.connections) > self.most or same > self.most_of_one

    def _send_away(self) -> None:
        self.connections.discard(self)  # It counts no more, though its end comes later.
        self.transport.abort()

    @staticmethod
    def _address_of(connection: Any) -> str | None:
        client = getattr(connection, "client", None)
        return client[0] if client else None

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        if self._looking is not None:
            self._looking.cancel()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """What came is no HTTP; if that is the rest of a request in work, nobody is answered."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
            self.transport.abort()
            return
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:  # An answer is out already.
            self.transport.abort()

    def _look_later(self) -> None:
        self._looking = self.loop.call_later(self.look, self._look)

    def _look(self) -> None:
        """Count how long nothing has come of this connection, unless it became a socket."""
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
