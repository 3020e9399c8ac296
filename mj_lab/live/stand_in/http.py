"""As much of HTTP/1.1 as the fake server needs: GET requests in, texts out."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import NamedTuple

_LARGEST_HEAD = 1 << 16


class Call(NamedTuple):
    """One request: its path, and its headers by name in lower case."""

    method: str
    path: str
    headers: dict[str, str]


async def read_call(reader: asyncio.StreamReader) -> Call | None:
    """The next request of a connection; None at its end, or for what is no request."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ConnectionError):
        return None
    lines = head.decode("latin-1").split("\r\n")
    words = lines[0].split(" ")
    if len(words) != 3 or len(head) > _LARGEST_HEAD:
        return None
    headers = {}
    for line in lines[1:]:
        name, colon, value = line.partition(":")
        if colon:
            headers[name.strip().lower()] = value.strip()
    return Call(words[0], words[1], headers)


def reply_bytes(status: int, text: str) -> bytes:
    """A reply as it is sent."""
    body = text.encode("utf-8")
    head = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n"
        f"Content-Type: text/plain; charset=utf-8\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode("latin-1") + body


async def wait_for_the_end(reader: asyncio.StreamReader, seconds: float) -> None:
    """Wait until the client hangs up, or so long."""
    try:
        await asyncio.wait_for(reader.read(1), seconds)
    except (asyncio.TimeoutError, ConnectionError):
        return
