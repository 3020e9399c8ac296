"""The page of the trainer: one question a screen, the answer at once, the score at the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mj_lab.pages.page import render
from mj_lab.quiz.themes import THEME_NAMES
from mj_lab.replay.match_page import REPLAY_ASSETS

_ASSETS = Path(__file__).parent.parent / "assets"
_SCRIPTS = ("train_texts.js", "table.js", "happening.js", "train_asked.js", "train_told.js")


def train_page(data: dict[str, Any], policy: str) -> str:
    """The page; what it asks about it gets from its server, question by question."""
    themes = [[theme, chinese, english] for theme, (english, chinese) in THEME_NAMES.items()]
    return render(
        "train.html",
        "Train · mj_bot",
        {**data, "themes": themes},
        styles=("replay.css", "web.css", "train.css"),
        scripts=(*_SCRIPTS, "train.js"),
        folders=(_ASSETS / "train", _ASSETS, REPLAY_ASSETS),
        policy=policy,
    )
