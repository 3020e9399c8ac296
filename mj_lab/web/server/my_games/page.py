"""The page "My games": the finished hands of a browser's seats, and the points lost."""

from __future__ import annotations

from pathlib import Path

from mj_lab.core.pages.page import PagePlace, labels, render
from mj_lab.explain.review.replay.match_page import REPLAY_ASSETS
from mj_lab.table.play.at_table.levels import BOTS
from mj_lab.web.server.at_table.play_page import PLAY_ASSETS, SEAT_ASSETS
from mj_lab.web.server.rules.page import RULES_PATH

_ASSETS = Path(__file__).parent / "assets"
_STYLES = Path(__file__).parents[1] / "assets"
_SCRIPTS = (
    "server_transport.js",
    "replay_texts.js",
    "losses.js",
    "play_texts.js",
    "table_connection.js",
    "same_wall.js",
    "levels.js",
    "my_games_texts.js",
    "trend.js",
    "my_games.js",
)


def my_games_page(place: PagePlace, more: tuple[str, ...] = ()) -> str:
    """The page; the browser knows whose games it shows. more: scripts that come after its own."""
    return render(
        "my_games.html",
        "My games · mj_bot",
        {"labels": labels(place.at(RULES_PATH)), "bots": [bot.shown() for bot in BOTS]},
        styles=("replay.css", "web.css", "my_games.css"),
        scripts=(*_SCRIPTS, *more),
        folders=(_ASSETS, _STYLES, PLAY_ASSETS, SEAT_ASSETS, REPLAY_ASSETS),
        place=place,
    )
