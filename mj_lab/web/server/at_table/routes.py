"""Requests about tables outside the socket: setting one up, two games on a wall, scores."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from mj_lab.core.pages.page import SERVED
from mj_lab.core.records.match import Match
from mj_lab.explain.review.replay.choose import chosen_game
from mj_lab.table.play.same_wall import duplicate_scores
from mj_lab.web.server.at_table.again import Find, read_again
from mj_lab.web.server.at_table.known_tables import known_table_of
from mj_lab.web.server.at_table.play_page import beside_page, play_page
from mj_lab.web.server.at_table.tables import Tables
from mj_lab.web.server.json_bodies import json_answer, json_object, refusal
from mj_lab.web.server.request_queue import BusyError, Pace, Paces, Turns, client_of
from mj_lab.web.server.saved import SavedMatches
from mj_lab.web.server.shutdown import in_thread

# The most tokens in one request: a page keeps no more (table_connection.js).
_MOST_KNOWN = 30
# Tables and seats that a client may have at once, then seconds for each further one: a club at one
# address needs fifty in an evening.
_AT_FIRST = 50
_SECONDS_A_TABLE = 2.0


def table_routes(
    tables: Tables, saved: SavedMatches, find: Find, data: dict[str, Any]
) -> list[BaseRoute]:
    """The routes of tables. data: for the page of a table.

    find: the record of an address, as `RecordsHere.find`.
    """
    pages = _TablePages(tables, saved, find, data)
    return [
        Route("/play", pages.play),
        Route("/beside/{mine}/{other}", pages.beside),
        Route("/api/tables", pages.set_up, methods=["POST"]),
        Route("/api/again", pages.again, methods=["POST"]),
        Route("/api/tables/sit", pages.sit, methods=["POST"]),
        Route("/api/tables/known", pages.known, methods=["POST"]),
        Route("/api/score", pages.score),
        WebSocketRoute("/api/table", tables.socket),
    ]


class _TablePages:
    """The handlers and their shared state."""

    def __init__(
        self, tables: Tables, saved: SavedMatches, find: Find, data: dict[str, Any]
    ) -> None:
        self._find = find
        self._tables = tables
        self._saved = saved
        self._data = data
        self._paces = Paces(1 / _SECONDS_A_TABLE, _AT_FIRST)
        self._reading = Turns(1)

    async def play(self, _request: Request) -> Response:
        """The page of a table; the address has the table's token after the #."""
        return _page(play_page(self._data, SERVED))

    async def beside(self, request: Request) -> Response:
        """Two saved games on one wall side by side."""
        keys = [request.path_params[name] for name in ("mine", "other")]
        seat = request.query_params.get("seat", "0")
        if seat not in ("0", "1", "2", "3"):
            raise HTTPException(404)
        async with self._reading.of(request):
            html = await in_thread(partial(self._beside, keys, int(seat)))
        if html is None:
            raise HTTPException(404)
        return _page(html)

    def _beside(self, keys: list[str], seat: int) -> str | None:
        paths = [self._saved.path(key) for key in keys]
        if None in paths:
            return None
        try:
            games = [chosen_game(path, "1") for path in paths if path is not None]
            first, second = (game for game in games if isinstance(game, Match))
            mine, other = (f"/saved/{key}" for key in keys)
            return beside_page((first, second), seat, (mine, other))
        except (ValueError, OSError):  # Not two games on one wall: there is no such page.
            return None

    async def set_up(self, request: Request) -> Response:
        """Set up a table; answers with the token of the own seat, and those to invite others."""
        return await self._paced(request, self._tables.begin)

    async def sit(self, request: Request) -> Response:
        """Take a free seat of a table; answers with its token."""
        return await self._paced(request, self._tables.sit)

    async def _paced(
        self, request: Request, answer: Callable[[dict[str, Any]], Awaitable[dict[str, Any]]]
    ) -> Response:
        body = await request.body()
        try:
            _check_pace(self._paces.of(client_of(request)))
            return json_answer(await answer(json_object(body)))
        except (ValueError, OSError) as error:
            return refusal(error)

    async def again(self, request: Request) -> Response:
        """Set up a table whose hand begins in a record; answers with the tokens of its seats."""
        body = await request.body()
        try:
            order = read_again(body)
            order.settings()  # Report errors in the order before reading anything.
            _check_pace(self._paces.of(client_of(request)))
            async with self._reading.of(request):
                begun = await in_thread(partial(order.begun, self._find))
            return json_answer(await self._tables.begin_again(order, begun))
        except BusyError:
            raise
        except (ValueError, OSError) as error:
            return refusal(error)

    async def known(self, request: Request) -> Response:
        """The progress of the tables of a browser's tokens; null for a token that opens no seat."""
        try:
            tokens = json_object(await request.body()).get("tokens")
            if not isinstance(tokens, list) or len(tokens) > _MOST_KNOWN:
                raise ValueError("tokens: expected a short list")
            if not all(isinstance(token, str) for token in tokens):
                raise ValueError("tokens: expected texts")
            known = await self._tables.read(
                lambda store: [known_table_of(store, token) for token in tokens]
            )
        except (ValueError, OSError) as error:
            return refusal(error)
        return json_answer(
            {"tables": [None if table is None else table._asdict() for table in known]}
        )

    async def score(self, _request: Request) -> Response:
        """The scores of people and of the tactic on the same walls."""
        try:
            scores = await self._tables.read(duplicate_scores)
        except (ValueError, OSError) as error:
            return refusal(error)
        rows = [
            {
                "name": score.name,
                "tactic": score.tactic,
                "hands": score.hands,
                "points": score.points.mean,
                "error": score.points.error,
                "seats": score.seats,
                "against": score.against._asdict(),
            }
            for score in scores
        ]
        return json_answer({"scores": rows})


def _check_pace(pace: Pace) -> None:
    """Count one more table or seat of a client. Raises ValueError, one line, if it is too soon."""
    seconds = pace.wait()
    if seconds:
        raise ValueError(f"too many tables at once; try again in {seconds:.0f} s")


def _page(text: str) -> Response:
    return HTMLResponse(text.encode("utf-8", "replace"))
