"""The routes of the service: its operations, its document, and the document's page."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from mj_lab.core.pages.page import SERVED, render
from mj_lab.web.server.json_bodies import json_answer
from mj_lab.web.server.request_queue import BusyError, GoneError, Turns, answer_busy, answer_gone
from mj_lab.web.server.service.answering import OPERATIONS, Operation, answered
from mj_lab.web.server.service.openapi import openapi_document
from mj_lab.web.server.service.workers import LateError, QuestionWorkers, WorkerError
from mj_lab.web.server.shutdown import in_thread

SERVICE_PATH = "/api/v1"
_ASSETS = Path(__file__).parent / "assets"
_STYLES = Path(__file__).parents[1] / "assets"
# Questions in work at once. Reviews take a minute, so they have their own slots.
_AT_ONCE, _REVIEWS_AT_ONCE = 2, 1
_LONG = "review"
# Waiting questions of a client: browsers send six at once, and five people may share an address.
_MOST_WAITING = 32
# Seconds between two checks whether the client is still waiting for a long answer.
_LOOK = 0.5
_LATE, _BROKEN = 504, 500

_Handler = Callable[[Request], Awaitable[Response]]


def service_routes(workers: QuestionWorkers, home: str = "", scale: float = 1.0) -> list[BaseRoute]:
    """The routes of the service.

    home: where the page's back link leads, if anywhere. scale: of the seconds that operations may
    take.
    """
    asking = _Asking(workers, scale)
    routes: list[BaseRoute] = [
        Route("/", _page(home)),
        Route("/openapi.json", _document),
        *(
            Route(f"/{operation.name}", asking.of(operation), methods=[operation.method])
            for operation in OPERATIONS
        ),
    ]
    handlers: dict[Any, Any] = {404: _no_such, 405: _other_method}
    handlers.update({BusyError: answer_busy, GoneError: answer_gone})
    return [Mount(SERVICE_PATH, Starlette(routes=routes, exception_handlers=handlers))]


def closing_workers(
    workers: QuestionWorkers,
) -> Callable[[Starlette], AbstractAsyncContextManager[None]]:
    """An application's lifespan that ends all workers."""

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        try:
            yield
        finally:
            workers.close()

    return lifespan


class _Asking:
    """Passes questions to workers, a limited number at once."""

    def __init__(self, workers: QuestionWorkers, scale: float) -> None:
        self._workers = workers
        self._scale = scale
        self._short = Turns(_AT_ONCE, _MOST_WAITING)
        self._long = Turns(_REVIEWS_AT_ONCE, _MOST_WAITING)

    def of(self, operation: Operation) -> _Handler:
        async def asked(request: Request) -> Response:
            if operation.question is None:  # It takes no time.
                return _answer_of(*answered(operation.name, b""))
            body = await request.body()
            turns = self._long if operation.name == _LONG else self._short
            async with turns.of(request):
                return await self._answer(operation, body, request)

        return asked

    async def _answer(self, operation: Operation, body: bytes, request: Request) -> Response:
        seconds = operation.seconds * self._scale
        begun: list[Callable[[], None]] = []
        ask = partial(self._workers.ask, operation.name, body, seconds, begun.append)
        answering = asyncio.ensure_future(in_thread(ask))
        try:
            while not (await asyncio.wait([answering], timeout=_LOOK))[0]:
                if operation.name == _LONG and await request.is_disconnected():
                    for stop in begun:
                        stop()
                    with suppress(OSError, ValueError):
                        await answering
                    raise GoneError
            status, reply = await answering
        except LateError as error:
            return json_answer({"error": str(error)}, _LATE)
        except WorkerError as error:
            return json_answer({"error": str(error)}, _BROKEN)
        return _answer_of(status, reply)


def _answer_of(status: int, reply: bytes) -> Response:
    return Response(reply, status, media_type="application/json")


async def _document(_request: Request) -> Response:
    return json_answer(openapi_document())


async def _no_such(request: Request, _error: Exception) -> Response:
    return json_answer(
        {"error": f"no operation {request.url.path[:80]!r}; {SERVICE_PATH}/ lists all"}, 404
    )


async def _other_method(request: Request, error: Exception) -> Response:
    answer = json_answer({"error": f"{request.method} is not for this address"}, 405)
    answer.headers.update(getattr(error, "headers", None) or {})
    return answer


def _page(home: str) -> _Handler:
    async def page(_request: Request) -> Response:
        html = render(
            "service.html",
            "mj_bot API",
            openapi_document(),
            styles=("web.css", "service.css"),
            scripts=("service_texts.js", "service.js"),
            folders=(_ASSETS, _STYLES),
            place=SERVED,
            home=home,
        )
        return HTMLResponse(html.encode("utf-8", "replace"))

    return page
