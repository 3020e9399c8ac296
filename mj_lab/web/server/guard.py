"""Guards the pages: only known hosts, no cross-site requests, no large bodies."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Sequence
from ipaddress import ip_address

from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mj_lab.web.server.request_queue import RETRY, client_of

_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
# Of answers that do not say how long they may be kept (page_caching.py).
_NOT_KEPT = (b"cache-control", b"no-store")


# The total bytes of all bodies being read or processed.
MOST_IN_ALL = 16_000_000
# One client's fraction of them is 1 / this, so that others always find room.
_PART_OF_ONE = 3
# Seconds for a whole body to arrive: 4 MB over a slow wireless link.
_BODY_SECONDS = 30.0
_TOO_SLOW, _TOO_MANY = 408, 429
# An address of IPv6 in brackets or a name, and a port.
_HOST = re.compile(r"(?:\[([0-9A-Fa-f]*:[0-9A-Fa-f:.]*)\]|([A-Za-z0-9._-]+))(?::[0-9]{1,5})?")


class _RefusedError(Exception):
    """A body was refused while being read."""

    def __init__(self, status: int, error: str) -> None:
        super().__init__(error)
        self.status = status


class Guard:
    """Refuses requests that none of our pages sends, and adds headers to every answer.

    hosts: names of the server, besides any numeric address; a foreign page must not reach the
    server through its own name that resolves here (DNS rebinding). limit: bytes of a body. in_all:
    bytes of all bodies at once. seconds: for a body to arrive.
    """

    def __init__(
        self,
        app: ASGIApp,
        hosts: Sequence[str],
        limit: int,
        in_all: int = MOST_IN_ALL,
        seconds: float = _BODY_SECONDS,
    ) -> None:
        self.app = app
        self.hosts = frozenset(hosts)
        self.limit = limit
        self.in_all = in_all
        self.seconds = seconds
        self._held = 0
        self._held_by: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "websocket":
            if self._is_foreign(HTTPConnection(scope)):
                await send({"type": "websocket.close", "code": 1008})
            else:
                await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = [*message["headers"], *_HEADERS]
                if all(name != _NOT_KEPT[0] for name, _ in headers):
                    headers.append(_NOT_KEPT)
                message = {**message, "headers": headers}
            await send(message)

        refused = self._refused(Request(scope))
        if refused is not None:
            await refused(scope, receive, send_with_headers)
            return
        client = client_of(HTTPConnection(scope))
        body = _Body(self, receive, client)
        try:
            await self.app(scope, body.receive, send_with_headers)
        except ClientDisconnect:
            pass  # Nobody is left to answer.
        except _RefusedError as error:
            if not started:
                await _refusal(error.status, str(error))(scope, receive, send_with_headers)
        except asyncio.CancelledError:  # Ctrl-C, and the answer was not ready in time.
            if started:
                raise
            await _refusal(503, "the server ends")(scope, receive, send_with_headers)
        finally:
            self._held -= body.read
            self._held_by[client] -= body.read
            if not self._held_by[client]:
                del self._held_by[client]

    def _is_ours(self, host: str) -> bool:
        name = _name_of(host)
        return name in self.hosts or _is_address(name)

    def _is_foreign(self, socket: HTTPConnection) -> bool:
        """Whether another site's page opens a WebSocket, or the host name is not the server's."""
        host, origin = _host_of(socket), socket.headers.get("origin")
        if not self._is_ours(host):
            return True
        return origin is not None and origin.partition("://")[2] != host

    def _refused(self, request: Request) -> JSONResponse | None:
        host = _host_of(request)
        if not self._is_ours(host):
            return JSONResponse({"error": "this name is not the server's"}, 400)
        origin = request.headers.get("origin")
        foreign = origin is not None and origin.partition("://")[2] != host
        if foreign and request.method not in ("GET", "HEAD"):
            return JSONResponse({"error": "a request of another site"}, 403)
        length = request.headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 12 or int(length) > self.limit:
            return _refusal(413, _too_large(self.limit))
        return None

    def hold(self, size: int, client: str) -> None:
        """Count bytes of a client's body.

        Raises _RefusedError if the total, or this client's, would be too large.
        """
        of_one = max(self.limit, self.in_all // _PART_OF_ONE)
        if self._held_by[client] + size > of_one:
            raise _RefusedError(_TOO_MANY, "too much at once; try again in a moment")
        if self._held + size > self.in_all:
            raise _RefusedError(503, "too much at once; try again in a moment")
        self._held += size
        self._held_by[client] += size


class _Body:
    """A request's body as it arrives, measured and timed. read: bytes so far."""

    def __init__(self, guard: Guard, receive: Receive, client: str) -> None:
        self.read = 0
        self._client = client
        self._guard = guard
        self._receive = receive
        self._until = asyncio.get_running_loop().time() + guard.seconds
        self._more = True

    async def receive(self) -> Message:
        """The next message of the request."""
        if not self._more:
            return await self._receive()
        left = self._until - asyncio.get_running_loop().time()
        try:
            message = await asyncio.wait_for(self._receive(), max(left, 0))
        except asyncio.TimeoutError:
            raise _RefusedError(_TOO_SLOW, "the request took too long") from None
        size = len(message.get("body", b""))
        if self.read + size > self._guard.limit:
            raise _RefusedError(413, _too_large(self._guard.limit))
        self._guard.hold(size, self._client)
        self.read += size
        self._more = bool(message.get("more_body", False))
        return message


def _refusal(status: int, error: str) -> JSONResponse:
    # A client that is still sending would miss the answer if the connection were closed now.
    headers = {_TOO_SLOW: {"connection": "close"}, _TOO_MANY: RETRY}.get(status, {})
    return JSONResponse({"error": error}, status, headers)


def _too_large(limit: int) -> str:
    return f"over {limit // 1_000_000} MB, too large"


def _host_of(asked: HTTPConnection) -> str:
    """The host that is asked, with its port; empty unless one is named."""
    hosts = asked.headers.getlist("host")
    return hosts[0] if len(hosts) == 1 else ""


def _name_of(host: str) -> str:
    """A host without its port and brackets; empty if it is none (RFC 3986, 3.2.2)."""
    parts = _HOST.fullmatch(host)
    return (parts[1] or parts[2]).lower() if parts else ""


def _is_address(name: str) -> bool:
    """Whether it is a numeric address, for which no foreign name can stand."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
