"""The page of a table, and the page of two games on one wall side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mj_lab.core.pages.page import SERVED, PagePlace, labels, render
from mj_lab.core.records.match import Match
from mj_lab.explain.review.replay.match_page import REPLAY_ASSETS, replay_data
from mj_lab.table.play.orders import close_codes
from mj_lab.web.server.rules.page import RULES_PATH

_ASSETS = Path(__file__).parent.parent / "assets"
PLAY_ASSETS, SEAT_ASSETS, WAITS_ASSETS = (_ASSETS / name for name in ("play", "seats", "waits"))
_FOLDERS = (PLAY_ASSETS, SEAT_ASSETS, _ASSETS, WAITS_ASSETS, REPLAY_ASSETS)
_SCRIPTS = (
    "server_transport.js",
    "replay_texts.js",
    "losses.js",
    "play_texts.js",
    "waits_texts.js",
    "table.js",
    "event_text.js",
    "levels.js",
    "set_up.js",
    "lobby.js",
    "table_connection.js",
    "same_wall.js",
    "play_hand.js",
    "own_seat.js",
    "waits.js",
    "table_waits.js",
    "hand_result.js",
    "coach.js",
    "play.js",
)
_BESIDE_SCRIPTS = ("play_texts.js", "table.js", "event_text.js", "side_by_side.js")
_STYLES = ("replay.css", "web.css", "play.css")


def play_page(data: dict[str, Any], place: PagePlace) -> str:
    """The page of a table; its address has the table's token after the #."""
    return render(
        "play.html",
        "Play · mj_bot",
        {**data, "labels": labels(place.at(RULES_PATH)), "closes": close_codes()},
        styles=_STYLES,
        scripts=_SCRIPTS,
        folders=_FOLDERS,
        place=place,
    )


def beside_page(games: tuple[Match, Match], seat: int, addresses: tuple[str, str]) -> str:
    """Two games on one wall side by side, seen by one seat; addresses: of their replays.

    Raises ValueError if they are not on one wall, or if requests do not make a game.
    """
    first, second = games
    if (first.wall, first.quan) != (second.wall, second.quan):
        raise ValueError("these are not two games on one wall")
    shown = [
        {**replay_data(game), "replay": f"{address}?seat={seat}"}
        for game, address in zip(games, addresses, strict=True)
    ]
    data = {
        "games": shown,
        "seat": seat,
        "parts": _parts(first, second, seat),
        "labels": labels(RULES_PATH),
    }
    return page_of_two_games(data, SERVED)


def page_of_two_games(data: dict[str, Any], place: PagePlace, before: tuple[str, ...] = ()) -> str:
    """The page of two games on one wall. before: scripts that come before its own."""
    return render(
        "beside.html",
        "One wall, played twice · mj_bot",
        data,
        styles=_STYLES,
        scripts=(*before, *_BESIDE_SCRIPTS),
        folders=_FOLDERS,
        place=place,
    )


def _parts(first: Match, second: Match, seat: int) -> dict[str, Any] | None:
    """The first turn in which the seat's two answers differ, and both answers; else None."""
    for turn, (mine, other) in enumerate(zip(first.responses, second.responses, strict=False)):
        if mine[seat] != other[seat]:
            return {"turn": turn, "answers": [mine[seat], other[seat]]}
    return None
