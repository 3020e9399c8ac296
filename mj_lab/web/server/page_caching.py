"""What a browser may keep: shared files for ever, pages as long as the server has the same.

All answers are compressed. Their sizes betray nothing: an answer has no secret that its request did
not name, and no cookie lets another site ask.
"""

from __future__ import annotations

from hashlib import sha256
from mimetypes import guess_type

from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mj_lab.core.pages.page import FILES_PATH, SERVED

_FOR_EVER = "public, max-age=31536000, immutable"
# Kept, but asked about each time, and by no cache of others. "no-store" would take away the page
# that "Back" shows.
_ASKED_ABOUT = "private, no-cache"
# A tenth larger than at 9, in a third of the time.
_LEVEL = 6


class TaggedPages:
    """Gives pages an ETag; a browser that has the page already is only told so."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        known = Headers(scope=scope).get("if-none-match") if scope["type"] == "http" else None
        start: Message | None = None

        async def send_tagged(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start" and _is_page(message):
                start = message
                return
            if start is not None:
                first, start = start, None
                tag = f'"{sha256(message["body"]).hexdigest()[:32]}"'
                kept = [(b"etag", tag.encode()), (b"cache-control", _ASKED_ABOUT.encode())]
                first["headers"] = [*first["headers"], *kept]
                # What compresses on the way may have made the tag a weak one.
                if known is not None and tag in known:
                    await send({**first, "status": 304, "headers": kept})
                    await send({"type": "http.response.body", "body": b""})
                    return
                await send(first)
            await send(message)

        await self.app(scope, receive, send_tagged)


def _is_page(start: Message) -> bool:
    kind = Headers(raw=start["headers"]).get("content-type", "")
    return start["status"] == 200 and kind.startswith("text/html")


async def _shared_file(request: Request) -> Response:
    name = request.path_params["name"]
    content = SERVED.files.made.get(name) if SERVED.files is not None else None
    if content is None:
        return Response("gone", 404, media_type="text/plain")
    kind = guess_type(name)[0] or "font/woff2"
    return Response(content, media_type=kind, headers={"cache-control": _FOR_EVER})


FILES_ROUTE = Route(FILES_PATH + "{name}", _shared_file)
LIGHT = (Middleware(GZipMiddleware, compresslevel=_LEVEL), Middleware(TaggedPages))
