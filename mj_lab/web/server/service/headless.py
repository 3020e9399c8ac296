"""The service alone, without tables or pages of saved matches."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.routing import Route

from mj_lab.web.server.guard import Guard
from mj_lab.web.server.page_caching import FILES_ROUTE, LIGHT
from mj_lab.web.server.service.routes import SERVICE_PATH, closing_workers, service_routes
from mj_lab.web.server.service.workers import QuestionWorkers
from mj_lab.web.server.uploads import MOST_BYTES


def make_service(hosts: Sequence[str], scale: float = 1.0) -> Starlette:
    """The application.

    hosts: names that it answers to. scale: of the seconds that operations may take.
    """
    workers = QuestionWorkers()
    return Starlette(
        routes=[Route("/", _to_page), *service_routes(workers, scale=scale), FILES_ROUTE],
        middleware=[Middleware(Guard, hosts=hosts, limit=MOST_BYTES), *LIGHT],
        lifespan=closing_workers(workers),
    )


async def _to_page(_request: Request) -> RedirectResponse:
    return RedirectResponse(f"{SERVICE_PATH}/")
