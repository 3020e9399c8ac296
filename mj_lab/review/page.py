"""A review as one page: a table by player; of each seat figures, a curve, the worst answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from json import dumps
from pathlib import Path
from typing import Any

from mj_lab.analysis.losses import HALVING, loss_scale
from mj_lab.pages.page import render
from mj_lab.review.players import PlayerReview
from mj_lab.review.reviewing import GameReview
from mj_lab.review.summary import game_record

ASSETS_OF_REVIEW = Path(__file__).parent / "assets"

# A page stays under 2 MB: what it has besides the games takes 0.25.
MOST_GAMES_DATA = 1_500_000
# What a page shows of a game; the list of all mistakes is for programs.
_NOT_SHOWN = ("mistakes",)
_LONGEST_NAME = 120


def review_page(games: Sequence[GameReview], players: Sequence[PlayerReview], tactic: str) -> str:
    """The page: HTML in one piece. Games that would make it too large are in its table only."""
    shown: list[dict[str, Any]] = []
    size = 0
    for game in games:
        record = _shown(game)
        size += len(dumps(record))
        if shown and size > MOST_GAMES_DATA:
            break
        shown.append(record)
    data = {
        "tactic": tactic,
        "games": len(games),
        "left_out": len(games) - len(shown),
        "matches": shown,
        "players": [player.as_json() for player in players],
        "limits": dict(loss_scale().limits),
        "halving": HALVING,
    }
    return page_of_data(data, "mj review")


def page_of_data(data: Mapping[str, Any], title: str, home: str = "") -> str:
    """The page of a review's data. home: where its back link leads, if anywhere."""
    return render(
        "review.html",
        title,
        data,
        styles=("review.css",),
        scripts=("review_texts.js", "review.js"),
        folders=(ASSETS_OF_REVIEW,),
        home=home,
    )


def _shown(game: GameReview) -> dict[str, Any]:
    record = game_record(game)
    record["id"] = game.id[:_LONGEST_NAME]
    for seat in record["seats"]:
        seat["player"] = seat["player"][:_LONGEST_NAME]
        for key in _NOT_SHOWN:
            del seat[key]
    return record
