"""The rules and tables that the worker needs and only Python has."""

from __future__ import annotations

from typing import Any

from mj_bot import __version__
from mj_engine.learned import HALVING
from mj_lab.core.game.seating import HANDS, PERSON, players_by_seat, prevalent_wind_of
from mj_lab.core.options import ADVISER
from mj_lab.core.records.formats.platforms.fans import fan_values
from mj_lab.core.text.hands import hand_rules
from mj_lab.explain.analysis.losses import GRADES, LOSS_KINDS, loss_scale
from mj_lab.explain.analysis.why.sentences import AGAINST, BETWEEN, NO_DIFFERENCE, SENTENCES
from mj_lab.explain.quiz import schedule
from mj_lab.explain.quiz.costs import CLEAR_ERRORS
from mj_lab.explain.quiz.themes import BOUNDS, THEMES
from mj_lab.explain.quiz.trainer import MOST_IN_A_SESSION
from mj_lab.table.play.at_table.levels import BOTS
from mj_lab.table.play.orders import close_codes
from mj_lab.web.server.front.pages import choices
from mj_lab.web.server.my_games.rating import LEAST_HANDS
from mj_lab.web.server.my_games.trend import WINDOW
from mj_lab.web.server.uploads import MOST_BYTES, MOST_FILES, MOST_HANDS, MOST_MATCHES, MOST_TEXT

# The tactics that the engine of the site plays; the strongest last.
ENGINE_TACTICS = ("random", "greedy", "rule_based", "odds", "learned")


def site_rules() -> dict[str, Any]:
    """Seats and winds by hand, tactics, and the numbers of reviews and the quiz."""
    hands = range(HANDS[-1])
    return {
        "person": PERSON,
        "closes": close_codes(),
        "hands": HANDS,
        "players_by_seat": [players_by_seat(hand) for hand in hands],
        "winds": [prevalent_wind_of(hand) for hand in hands],
        "notation": hand_rules(),
        "tactic": ADVISER,
        "tactics": ENGINE_TACTICS,
        "why": {
            "sentences": SENTENCES,
            "against": AGAINST,
            "between": BETWEEN,
            "nothing": NO_DIFFERENCE,
        },
        "version": __version__,
        "fans": fan_values(),
        "grades": GRADES,
        "limits": loss_scale().limits,
        "halving": HALVING,
        "kinds": LOSS_KINDS,
        "window": WINDOW,
        "bots": [bot.shown() for bot in BOTS],
        "least_hands": LEAST_HANDS,
        "uploads": {
            "reviewed": MOST_HANDS,
            "most_bytes": MOST_BYTES,
            "most_text": MOST_TEXT,
            "matches": MOST_MATCHES,
            "files": MOST_FILES,
        },
        "quiz": {
            "themes": THEMES,
            "most": MOST_IN_A_SESSION,
            "easiness": schedule.FIRST_EASINESS,
            "least_easiness": schedule.LEAST_EASINESS,
            "intervals": schedule.FIRST_INTERVALS,
            "best": schedule.BEST_QUALITY,
            "known": schedule.KNOWN,
            "sure": schedule.SURE,
            "qualities": schedule.QUALITIES,
            "bounds": BOUNDS._asdict(),
            "clear_errors": CLEAR_ERRORS,
        },
    }


def site_choices() -> dict[str, Any]:
    """The choices on pages where the site's engine is behind them."""
    return {**choices(), "tactics": list(ENGINE_TACTICS), "programs": []}
