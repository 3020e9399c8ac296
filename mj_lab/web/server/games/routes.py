"""The routes of the page of an archive."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Any

from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from mj_lab.core.database import Database, DatabaseError
from mj_lab.core.error_text import words_of_validation
from mj_lab.core.pages.page import SERVED, labels, render
from mj_lab.core.records.formats.seat_record import SeatRecord
from mj_lab.core.records.index.index_file import open_index
from mj_lab.core.records.index.indexed_game import indexed_game
from mj_lab.core.records.index.search import (
    MOST_COUNTED,
    GameSearch,
    find_games,
    known_fans,
    known_players,
)
from mj_lab.core.records.match import Match
from mj_lab.web.server.json_bodies import refusal
from mj_lab.web.server.request_queue import Turns
from mj_lab.web.server.rules.page import RULES_PATH
from mj_lab.web.server.shutdown import in_thread

_ASSETS = Path(__file__).parent / "assets"
_STYLES = Path(__file__).parents[1] / "assets"
# The most seconds of a search in an index: 100,000 games take a tenth of one.
_SECONDS = 5.0
# SQLite's steps between two checks of the clock.
_STEPS = 20_000
_MOST_DIGITS = 15

Replay = Callable[[Request, Callable[[], Match | SeatRecord]], Awaitable[Response]]


def game_routes(path: Path, replay: Replay) -> list[BaseRoute]:
    """The routes of an index's page.

    path: of the index, which need not exist. replay: answers with the page of a match.
    """
    games = _Games(path, replay)
    return [
        Route("/games", games.page),
        Route("/games/{game}", games.game),
        Route("/api/games", games.found),
        Route("/api/games/names", games.names),
    ]


class _Games:
    def __init__(self, path: Path, replay: Replay) -> None:
        self._path, self._replay = path, replay
        self._looking = Turns(2)

    async def page(self, _request: Request) -> Response:
        """The page; its address contains the search."""
        html = render(
            "games.html",
            "Games · mj_bot",
            {
                "most": MOST_COUNTED,
                "has_index": self._path.is_file(),
                "labels": labels(RULES_PATH),
            },
            styles=("web.css", "games.css"),
            scripts=("server_transport.js", "games_texts.js", "games.js"),
            folders=(_ASSETS, _STYLES),
            place=SERVED,
        )
        return HTMLResponse(html.encode("utf-8", "replace"))

    async def found(self, request: Request) -> Response:
        """A page of search results."""
        return await self._answer(request, lambda: self._found(dict(request.query_params)))

    async def names(self, request: Request) -> Response:
        """The players whose names start with a text, and the fans of all games."""
        begins = request.query_params.get("begins", "")[:80]
        return await self._answer(request, lambda: self._names(begins))

    async def game(self, request: Request) -> Response:
        """The replay of a game."""
        text = request.path_params["game"]
        known = len(text) <= _MOST_DIGITS and text.isascii() and text.isdecimal()
        number = int(text) if known else 0
        return await self._replay(request, lambda: self._game(number))

    async def _answer(self, request: Request, find: Callable[[], dict[str, Any]]) -> Response:
        async with self._looking.of(request):
            try:
                return JSONResponse(await in_thread(find))
            except (ValueError, OSError) as error:
                return refusal(_in_words(error))

    def _found(self, query: dict[str, str]) -> dict[str, Any]:
        search = GameSearch.model_validate(query)
        return self._looked(lambda index: find_games(index, search)._asdict())

    def _names(self, begins: str) -> dict[str, Any]:
        return self._looked(
            lambda index: {"players": known_players(index, begins), "fans": known_fans(index)}
        )

    def _looked(self, look: Callable[[Database], dict[str, Any]]) -> dict[str, Any]:
        with closing(open_index(self._path)) as index:
            until = monotonic() + _SECONDS
            index.set_progress_handler(lambda: monotonic() > until, _STEPS)
            try:
                return look(index)
            except DatabaseError:
                if monotonic() > until:
                    raise ValueError(f"this search takes over {_SECONDS:g} seconds") from None
                raise

    def _game(self, number: int) -> Match | SeatRecord:
        return game_of_index(self._path, number)


def game_of_index(path: Path, number: int) -> Match | SeatRecord:
    """A game by its number in an index. Raises ValueError, one line, if there is none; OSError."""
    with closing(open_index(path)) as index:
        game = indexed_game(index, number)
    if game is None:
        raise ValueError("there is no such game in the index")
    return game


def _in_words(error: Exception) -> Exception:
    if not isinstance(error, ValidationError):
        return error
    return ValueError(": ".join(filter(None, words_of_validation(error))))
