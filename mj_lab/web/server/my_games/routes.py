"""The routes of the page "My games"."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from mj_lab.core.pages.page import SERVED
from mj_lab.web.server.json_bodies import json_answer, json_object, refusal
from mj_lab.web.server.my_games.finished import finished_hands
from mj_lab.web.server.my_games.listing import key_of_hand, listing, rating
from mj_lab.web.server.my_games.page import my_games_page
from mj_lab.web.server.my_games.reviews import KeptReviews, Review, question_of, review_in
from mj_lab.web.server.request_queue import BusyError, Turns
from mj_lab.web.server.service.workers import QuestionWorkers, WorkerError
from mj_lab.web.server.shutdown import in_thread

# The most tables in one request: a browser keeps no more (table_connection.js).
MOST_TOKENS = 300
_LONGEST_TOKEN = 100
# Seconds for the review of one seat; it takes a few, the service allows this.
_SECONDS = 120.0


def my_games_routes(tables: Path, workers: QuestionWorkers) -> list[BaseRoute]:
    """The routes of the page.

    tables: the folder of the server's tables. workers: make the reviews.
    """
    mine = _MyGames(tables, workers)
    return [
        Route("/my-games", mine.page),
        Route("/api/my-games", mine.listed, methods=["POST"]),
        Route("/api/my-games/rating", mine.rated, methods=["POST"]),
        Route("/api/my-games/review", mine.reviewed, methods=["POST"]),
    ]


class _MyGames:
    """The handlers and their shared state."""

    def __init__(self, tables: Path, workers: QuestionWorkers) -> None:
        self._tables = tables
        self._workers = workers
        self._reviews = KeptReviews(tables)
        self._reading = Turns(1)
        self._making = Turns(1)

    async def page(self, _request: Request) -> Response:
        """The page; the browser knows whose games to show."""
        return HTMLResponse(my_games_page(SERVED).encode("utf-8", "replace"))

    async def listed(self, request: Request) -> Response:
        """The finished hands of the seats of the given `tokens` (`listing`)."""
        return await self._told(request, partial(listing, self._tables, self._reviews))

    async def rated(self, request: Request) -> Response:
        """The rating of the seats of the given `tokens` (`rating`)."""
        return await self._told(request, partial(rating, self._tables))

    async def _told(
        self, request: Request, tell: Callable[[list[str]], dict[str, Any]]
    ) -> Response:
        body = await request.body()
        try:
            tokens = _tokens_in(body)
            async with self._reading.of(request):
                data = await in_thread(partial(tell, tokens))
        except BusyError:
            raise
        except (ValueError, OSError) as error:
            return refusal(error)
        return json_answer(data)

    async def reviewed(self, request: Request) -> Response:
        """The `review` of a finished `hand` of a `token`'s seat, made if it is not stored.

        table: which match of the seat's table, by default the newest with such a hand.
        """
        body = await request.body()
        try:
            question = json_object(body)
            token, hand, table = map(question.get, ("token", "hand", "table"))
            if not isinstance(token, str) or type(hand) is not int:
                raise ValueError("token and hand: expected a text and a number")
            async with self._making.of(request):
                review = await in_thread(partial(self._review, token, hand, table))
        except BusyError:
            raise
        except (ValueError, OSError) as error:
            return refusal(error)
        return json_answer({"review": review})

    def _review(self, token: str, number: int, table: object) -> Review:
        """The review. Raises ValueError or OSError, one line, if there cannot be one."""
        hands = [hand for _, hand in finished_hands(self._tables, [token])]
        fitting = (one for one in hands if one.hand == number and table in (None, one.table))
        hand = next(fitting, None)
        if hand is None:
            raise ValueError("this token has finished no such hand")
        key = key_of_hand(hand)
        stored = self._reviews.of([key])
        if key in stored:
            return stored[key]
        if hand.path is None:
            raise ValueError("the match file of this hand is gone")
        try:
            _, answer = self._workers.ask("review", question_of(hand.path, hand.seat), _SECONDS)
        except WorkerError as error:
            raise ValueError(str(error)) from None
        review = review_in(answer)
        self._reviews.add(key, review)
        return review


def _tokens_in(body: bytes) -> list[str]:
    tokens = json_object(body).get("tokens")
    if not isinstance(tokens, list) or len(tokens) > MOST_TOKENS:
        raise ValueError("tokens: expected a short list")
    if not all(isinstance(token, str) and len(token) <= _LONGEST_TOKEN for token in tokens):
        raise ValueError("tokens: expected texts")
    return tokens
