"""One connection of the fake server: parses GET requests, sends texts, with h11."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

import h11

_PART = 1 << 16  # Bytes read at a time.


class Call(NamedTuple):
    """One request: its path, and its headers by name in lower case."""

    method: str
    path: str
    headers: dict[str, str]


class HttpTalk:
    """A connection: `call` reads the next request, `send` answers it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._http = h11.Connection(h11.SERVER, max_incomplete_event_size=_PART)

    @property
    def is_hung_up(self) -> bool:
        """Whether the client has disconnected."""
        return self._reader.at_eof()

    async def call(self) -> Call | None:
        """The next request; None at the end of the connection, or for a bad request."""
        call: Call | None = None
        try:
            if self._http.our_state is h11.DONE:
                self._http.start_next_cycle()
            while True:
                event = self._http.next_event()
                if event is h11.NEED_DATA:
                    self._http.receive_data(await self._reader.read(_PART))
                elif isinstance(event, h11.Request):
                    headers = {
                        key.decode(): value.decode("latin-1") for key, value in event.headers
                    }
                    call = Call(event.method.decode(), event.target.decode("latin-1"), headers)
                elif isinstance(event, h11.EndOfMessage):
                    return call
                elif not isinstance(event, h11.Data):
                    return None
        except (h11.ProtocolError, ConnectionError):
            return None

    def reply_bytes(self, status: int, text: str) -> bytes:
        """A reply as bytes."""
        body = text.encode("utf-8")
        headers = [
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Length", str(len(body))),
        ]
        events = (
            h11.Response(status_code=status, headers=headers),
            h11.Data(data=body),
            h11.EndOfMessage(),
        )
        return b"".join(self._http.send(event) or b"" for event in events)

    async def write(self, data: bytes) -> None:
        """Send these bytes."""
        self._writer.write(data)
        await self._writer.drain()

    async def send(self, status: int, text: str) -> bool:
        """Answer the call; returns True, as the connection stays open."""
        await self.write(self.reply_bytes(status, text))
        return True

    async def wait_for_the_end(self, seconds: float) -> None:
        """Wait until the client disconnects or the time is over."""
        try:
            await asyncio.wait_for(self._reader.read(1), seconds)
        except (asyncio.TimeoutError, ConnectionError):
            return
