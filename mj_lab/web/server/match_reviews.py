"""Reviews all seats of a match piece by piece: a page asks again until it is done."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from mj_lab.core.game.seating import players_by_seat
from mj_lab.core.options import ADVISER
from mj_lab.core.pages.page import SERVED, PagePlace, labels, render
from mj_lab.core.records.match import Match
from mj_lab.explain.review.page import (
    REVIEW_FOLDERS,
    REVIEW_SCRIPTS,
    REVIEW_STYLES,
    review_data,
)
from mj_lab.explain.review.replay.choose import chosen_game
from mj_lab.explain.review.reviewing import GameReview, review_game
from mj_lab.explain.review.summary import seat_record
from mj_lab.explain.review.together.report import report_of
from mj_lab.explain.review.views import RecordedGame, game_of_match
from mj_lab.web.server.front.pages import WEB_ASSETS
from mj_lab.web.server.json_bodies import json_answer, json_object, refusal
from mj_lab.web.server.my_games.finished import FinishedHand, finished_hands
from mj_lab.web.server.my_games.listing import key_of_hand
from mj_lab.web.server.my_games.reviews import KeptReviews, kept_of
from mj_lab.web.server.request_queue import BusyError, Turns
from mj_lab.web.server.rules.page import RULES_PATH
from mj_lab.web.server.saved import key_of
from mj_lab.web.server.shutdown import in_thread
from mj_lab.web.server.uploads import MOST_HANDS, Uploads

# A hand takes some 0.3 s; after this many seconds a page is told how far it is.
_PIECE_SECONDS = 0.5
# Reviews that are remembered, so that a page loaded again is there at once.
_MOST_REMEMBERED = 8


def match_review_page(place: PagePlace) -> str:
    """The page of a match's review; its script asks for it, and shows how far it is."""
    return render(
        "review.html",
        "mj review",
        {"labels": labels(place.at(RULES_PATH))},
        styles=REVIEW_STYLES,
        scripts=("server_transport.js", "review_loader.js", *REVIEW_SCRIPTS),
        folders=(*REVIEW_FOLDERS, WEB_ASSETS),
        place=place,
        home=place.at("/"),
    )


class HandToReview(NamedTuple):
    """A hand of a match here. address: of its replay. own: as it was played at a table here."""

    address: str
    game: RecordedGame
    own: FinishedHand | None = None


class _Begun:
    """A review that is being made, or is done."""

    def __init__(self, hands: Sequence[HandToReview]) -> None:
        self.hands = hands
        self.reviews: list[GameReview] = []
        self.data: dict[str, Any] | None = None


class MatchReviews:
    """The reviews of the matches of a server. tables: the folder of its tables."""

    def __init__(self, uploads: Uploads, tables: Path | None) -> None:
        self._uploads, self._tables = uploads, tables
        self._begun: OrderedDict[str, _Begun] = OrderedDict()
        self._making = Turns(1)

    def routes(self) -> list[BaseRoute]:
        """The routes of the page and of its requests."""
        return [
            Route("/review/{token}", self.page),
            Route("/api/review", self.asked, methods=["POST"]),
        ]

    async def page(self, _request: Request) -> Response:
        """The page; its script asks for the review."""
        return HTMLResponse(match_review_page(SERVED))

    async def asked(self, request: Request) -> Response:
        """The next piece of a review (`go_on`)."""
        body = await request.body()
        try:
            token = json_object(body).get("token")
            if not isinstance(token, str) or len(token) > 100:
                raise ValueError("token: expected a text")
            async with self._making.of(request):
                return json_answer(await in_thread(lambda: self.go_on(token)))
        except BusyError:
            raise
        except (ValueError, OSError) as error:
            return refusal(error)

    def go_on(self, token: str) -> dict[str, Any]:
        """Review for a moment: `hands` `of` how many are done; when all are, `data` of the page.

        token: of an uploaded file, with .N for the N-th match of several hands in it, or of a seat
        at a table, with .ID of the table: a seat's token opens one match after the other. Raises
        ValueError or OSError, one line, if there is nothing to review.
        """
        begun = self._begun.get(token)
        if begun is None or begun.data is not None:
            hands = self._hands(token)
            if begun is None or [hand.address for hand in hands] != [
                hand.address for hand in begun.hands
            ]:
                begun = _Begun(hands)
            self._begun[token] = begun
            self._begun.move_to_end(token)
            while len(self._begun) > _MOST_REMEMBERED:
                self._begun.popitem(last=False)
        until = monotonic() + _PIECE_SECONDS
        while len(begun.reviews) < len(begun.hands) and monotonic() < until:
            self._review_next(begun)
        done, of = len(begun.reviews), len(begun.hands)
        if done < of:
            return {"done": done, "all": of, "hands": done, "of": of}
        begun.data = begun.data or _data_of(begun)
        return {"data": begun.data}

    def _review_next(self, begun: _Begun) -> None:
        hand = begun.hands[len(begun.reviews)]
        review, own = review_game(hand.game, ADVISER), hand.own
        begun.reviews.append(review)
        if own is not None and self._tables is not None:
            mine = next(seat for seat in review.seats if seat.seat == own.seat)
            KeptReviews(self._tables).add(key_of_hand(own), kept_of(seat_record(mine)))

    def _hands(self, token: str) -> Sequence[HandToReview]:
        first, _, second = token.partition(".")
        upload = self._uploads.get(first)
        if upload is not None:
            hands = [
                HandToReview(f"/uploads/{first}/{game.place}", game)
                for game in upload.reviewable(second)
            ]
        else:
            hands = list(self._hands_at_table(first, second))
        if not hands:
            raise ValueError("this server keeps no such match")
        if len(hands) > MOST_HANDS:
            raise ValueError(f"over {MOST_HANDS} hands: mj review does it")
        return hands

    def _hands_at_table(self, token: str, table: str) -> Iterator[HandToReview]:
        if self._tables is None:
            return
        finished = sorted(finished_hands(self._tables, [token]), key=lambda row: row[1].hand)
        for _, hand in finished:
            if hand.table != table:
                continue
            match = None if hand.path is None else chosen_game(hand.path, "1")
            if hand.path is not None and isinstance(match, Match):
                # At one table bots may share a name.
                seated = tuple(f"player {player}" for player in players_by_seat(hand.hand))
                told = match.model_copy(update={"player_ids": seated})
                game = game_of_match(told, match.id, hand.path.name)
                yield HandToReview(f"/saved/{key_of(hand.path)}", game, hand)


def _data_of(begun: _Begun) -> dict[str, Any]:
    """The data of the page, with the replays here."""
    data = review_data(report_of(begun.reviews, "player", ADVISER))
    for game, hand in zip(data["matches"], begun.hands, strict=False):
        game["replay"] = hand.address
    return data
