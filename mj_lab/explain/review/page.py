"""A review as one page: matches, players; each seat's figures, curve and worst answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from json import dumps
from pathlib import Path
from typing import Any

from mj_bot.events import Start, parse_request
from mj_engine.learned import HALVING
from mj_lab.core.pages.page import ALONE, PagePlace, labels, render
from mj_lab.core.records.formats.seat_record import SeatRecord
from mj_lab.core.records.match import Match
from mj_lab.explain.analysis.losses import loss_scale
from mj_lab.explain.review.moments import moments_shown
from mj_lab.explain.review.replay.again import again_command
from mj_lab.explain.review.replay.match_page import REPLAY_ASSETS, page_of_replay
from mj_lab.explain.review.reviewing import GameReview
from mj_lab.explain.review.summary import game_record, mistake_record
from mj_lab.explain.review.together.report import ReviewReport

ASSETS_OF_REVIEW = Path(__file__).parent / "assets"
REVIEW_FOLDERS = (ASSETS_OF_REVIEW, REPLAY_ASSETS)
REVIEW_STYLES = ("replay.css", "review.css")
REVIEW_SCRIPTS = ("review_texts.js", "keep.js", "table.js", "moment.js", "overview.js", "review.js")

# A page stays under 2 MB; all but the games takes 0.25 MB.
MOST_GAMES_DATA = 1_500_000
# The keys of a seat that no page shows; they are for programs.
_NOT_SHOWN = ("mistakes", "answers")
_LONGEST_NAME = 120


def review_page(report: ReviewReport) -> str:
    """The page as HTML. Games that would make it too large are only in its tables."""
    return page_of_data(review_data(report), "mj review")


def review_data(report: ReviewReport) -> dict[str, Any]:
    """The data of the page; games that would make it too large are not in its `matches`."""
    shown: list[dict[str, Any]] = []
    size = 0
    moments = moments_shown(report.games, report.players)
    for game, frames in zip(report.games, moments, strict=True):
        record = {**_shown(game), "moments": frames}
        size += len(dumps(record))
        if shown and size > MOST_GAMES_DATA:
            break
        shown.append(record)
    return {
        "tactic": report.tactic,
        "games": len(report.games),
        "left_out": len(report.games) - len(shown),
        "matches": shown,
        **report.together(),
        "worst": [
            [_worst(report.games, *places) for places in player["worst"]]
            for player in report.players
        ],
        "limits": dict(loss_scale().limits),
        "halving": HALVING,
    }


def page_of_data(
    data: Mapping[str, Any], title: str, home: str = "", place: PagePlace = ALONE
) -> str:
    """Render a review's data. home: the target of its back link, if any."""
    return render(
        "review.html",
        title,
        # At a server the page of the fans is beside its home.
        {**data, "labels": labels(f"{home}rules" if home else "")},
        styles=REVIEW_STYLES,
        scripts=REVIEW_SCRIPTS,
        folders=REVIEW_FOLDERS,
        place=place,
        home=home,
    )


def empty_pages() -> dict[str, str]:
    """By kind the page on disk without its data; `keep.js` puts that in."""
    return {"replay": page_of_replay({}), "review": page_of_data({}, "mj review")}


def _worst(games: Sequence[GameReview], index: int, seat: int, decision: int) -> dict[str, Any]:
    """A worst answer with its game, and that game's place in its file."""
    game = games[index]
    review = game.seats[seat]
    mistake = mistake_record(review.decisions[decision])
    return {"game": index, "place": game.place, **_answer(game, review.seat, mistake)}


def _answer(game: GameReview, seat: int, mistake: dict[str, Any]) -> dict[str, Any]:
    """An answer with its seat, the key of its moment and the command that plays on from there."""
    turn = mistake["turn"]
    again = ""
    if game.file and game.match is not None:
        again = again_command(game.file, seat, turn, game=str(game.place))
    return {"seat": seat, "key": f"{seat}-{turn}", "again": again, **mistake}


def _prevalent_wind(record: Match | SeatRecord | None) -> int:
    if isinstance(record, Match):
        return record.quan
    start = None if record is None else parse_request(record.requests[0])
    return start.prevalent_wind if isinstance(start, Start) else 0


def _shown(game: GameReview) -> dict[str, Any]:
    record = game_record(game)
    record["id"] = game.id[:_LONGEST_NAME]
    record["prevalent_wind"] = _prevalent_wind(game.record)
    for seat in record["seats"]:
        seat["player"] = seat["player"][:_LONGEST_NAME]
        seat["worst"] = [_answer(game, seat["seat"], mistake) for mistake in seat["worst"]]
        for key in _NOT_SHOWN:
            del seat[key]
    return record
