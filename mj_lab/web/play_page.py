"""The page of a table: the replay's table, with the own hand and what can be answered below it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mj_lab.pages.page import render
from mj_lab.replay.match_page import REPLAY_ASSETS

_ASSETS = Path(__file__).parent / "assets"
_SCRIPTS = (
    "play_texts.js",
    "table.js",
    "happening.js",
    "play_line.js",
    "play_hand.js",
    "play_end.js",
    "play.js",
)


def play_page(data: dict[str, Any], policy: str) -> str:
    """The page; which table it shows stands behind the # of its address."""
    return render(
        "play.html",
        "mj_bot",
        data,
        styles=("replay.css", "web.css", "play.css"),
        scripts=_SCRIPTS,
        folders=(_ASSETS, REPLAY_ASSETS),
        policy=policy,
    )
