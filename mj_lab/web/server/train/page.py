"""The trainer's page: one question a screen, the answer at once, the score at the end."""

from __future__ import annotations

from pathlib import Path

from mj_lab.core.options import ADVISER
from mj_lab.core.pages.page import PagePlace, labels, render
from mj_lab.explain.quiz.themes import THEME_NAMES
from mj_lab.explain.review.replay.match_page import REPLAY_ASSETS
from mj_lab.web.server.rules.page import RULES_PATH

_ASSETS = Path(__file__).parent.parent / "assets"
_SCRIPTS = (
    "server_transport.js",
    "train_texts.js",
    "table.js",
    "event_text.js",
    "train_question.js",
    "train_feedback.js",
    "train_deck.js",
)


def train_page(place: PagePlace) -> str:
    """The page; it requests its questions one by one."""
    themes = [[theme, chinese, english] for theme, (english, chinese) in THEME_NAMES.items()]
    data = {
        "tactic": ADVISER,
        "themes": themes,
        "labels": labels(place.at(RULES_PATH)),
    }
    return render(
        "train.html",
        "Train · mj_bot",
        data,
        styles=("replay.css", "web.css", "train.css"),
        scripts=(*_SCRIPTS, "train.js"),
        folders=(_ASSETS / "train", _ASSETS, REPLAY_ASSETS),
        place=place,
    )
