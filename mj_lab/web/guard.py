"""What stands before the pages: only known hosts, no requests of other sites, no large bodies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)


class _TooLargeError(Exception):
    """The body went over the limit while it was read."""


class Guard:
    """Refuses what no page of ours sends, and adds headers to every answer.

    hosts: names that the server goes by, none for any: a page elsewhere must not reach this one
    through a name of its own that points here. limit: bytes of a body.
    """

    def __init__(self, app: ASGIApp, hosts: Sequence[str], limit: int) -> None:
        self.app = app
        self.hosts = frozenset(hosts)
        self.limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message = {**message, "headers": [*message["headers"], *_HEADERS]}
            await send(message)

        refused = self._refused(Request(scope))
        if refused is not None:
            await refused(scope, receive, send_with_headers)
            return
        try:
            await self.app(scope, self._measured(receive), send_with_headers)
        except _TooLargeError:
            if not started:
                await self._too_large()(scope, receive, send_with_headers)

    def _refused(self, request: Request) -> JSONResponse | None:
        host = request.headers.get("host", "")
        if self.hosts and _name_of(host) not in self.hosts:
            return JSONResponse({"error": "this name is not the server's"}, 400)
        origin = request.headers.get("origin")
        foreign = origin is not None and origin.partition("://")[2] != host
        if foreign and request.method not in ("GET", "HEAD"):
            return JSONResponse({"error": "a request of another site"}, 403)
        length = request.headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self.limit:
            return self._too_large()
        return None

    def _too_large(self) -> JSONResponse:
        return JSONResponse({"error": f"over {self.limit // 1_000_000} MB: too large"}, 413)

    def _measured(self, receive: Receive) -> Receive:
        read = 0

        async def measured() -> Any:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > self.limit:
                raise _TooLargeError
            return message

        return measured


def _name_of(host: str) -> str:
    """A host without its port."""
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0].lower()
