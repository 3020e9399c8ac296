"""The first page, the page of a hand, and the page of one message."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mj_bot import tactics
from mj_lab.core.options import ADVISER
from mj_lab.core.pages.page import PagePlace, labels, render
from mj_lab.core.text.hands import hand_rules
from mj_lab.table.play.at_table.levels import BOTS, LEVELS
from mj_lab.web.server.at_table.play_page import PLAY_ASSETS, SEAT_ASSETS, WAITS_ASSETS
from mj_lab.web.server.rules.page import RULES_PATH
from mj_lab.web.server.uploads import MOST_BYTES, MOST_HANDS

WEB_ASSETS = Path(__file__).parents[1] / "assets"
_ANALYZE = (
    "server_transport.js",
    "analyze_texts.js",
    "waits_texts.js",
    "waits.js",
    "hand_text.js",
    "hand_editor.js",
    "study.js",
    "fan.js",
    "analyze.js",
)
_HOME = (
    "server_transport.js",
    "play_texts.js",
    "levels.js",
    "table_connection.js",
    "same_wall.js",
    "open_tables.js",
    "upload.js",
    "home.js",
)
# A server also lists the files in its folder.
_HOME_OF_SERVER = ("saved_files.js",)


def choices() -> dict[str, Any]:
    """The choices on pages: tactics, the default, levels, named bots; and the limits of files."""
    return {
        "tactics": tactics.names(),
        "tactic": ADVISER,
        "levels": [level.shown() for level in LEVELS],
        "bots": [bot.shown() for bot in BOTS],
        "most_bytes": MOST_BYTES,
        "most_reviewed": MOST_HANDS,
    }


def home_page(place: PagePlace, data: dict[str, Any]) -> str:
    """The first page: a table in one click, matches to drop in. data: `choices`."""
    scripts = (*(_HOME_OF_SERVER if place.served else ()), *_HOME)
    return _page("home.html", scripts, data, "mj_bot: Guobiao Mahjong", place)


def analysis_page(place: PagePlace, data: dict[str, Any]) -> str:
    """The page for analysing a hand. data: `choices`."""
    shown = {**data, "notation": hand_rules()}
    return _page("analyze.html", _ANALYZE, shown, "Analyse a hand · mj_bot", place)


def message_page(place: PagePlace, message: str) -> str:
    """A page with one line: a text by its key, or plain words."""
    return _page("message.html", ("message.js",), {"message": message}, "mj_bot", place)


def _page(
    template: str, scripts: tuple[str, ...], data: dict[str, Any], title: str, place: PagePlace
) -> str:
    return render(
        template,
        title,
        {**data, "labels": labels(place.at(RULES_PATH))},
        styles=("web.css",),
        scripts=scripts,
        folders=(WEB_ASSETS, PLAY_ASSETS, SEAT_ASSETS, WAITS_ASSETS),
        place=place,
    )
