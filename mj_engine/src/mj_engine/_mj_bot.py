"""All that is read from mj_bot: nothing else here imports it."""

from __future__ import annotations

from functools import lru_cache
from math import e
from typing import Any

import numpy as np

from mj_bot.actions import action_space
from mj_bot.events import Action
from mj_bot.search import (
    danger,
    discards,
    finish,
    forms,
    nearest,
    odds,
    race,
    shapes,
    whereabouts,
)
from mj_bot.state import GameState, load_json

__all__ = [
    "ODDS_RENAMED",
    "Action",
    "GameState",
    "action_space",
    "load_json",
    "odds_coefficients",
    "odds_defaults",
    "target_table",
]


# Options' names as mj_bot had them before 0.3, and what the core calls them.
ODDS_RENAMED = {
    "lam": "rival_win_rate",
    "claimed": "rival_discard_weight",
    "part_of_7": "seven_fan_weight",
    "part_of_6": "six_fan_weight",
    "exact": "exact_distance",
    "patience": "pass_bonus",
    "next_draw": "next_draw_bonus",
    "kong": "kong_cost",
    "most_shapes": "max_targets",
    "chickens": "max_chicken_hands",
}


def odds_defaults() -> dict[str, int | float]:
    """The options of `odds` with their defaults, by the names that the core knows.

    The internal ones too: exact_distance, kong_cost, slack, max_targets.
    """
    settings = odds.Settings()._asdict()
    options = {**settings.pop("rates")._asdict(), **settings}
    return {ODDS_RENAMED.get(name, name): value for name, value in options.items()}


def target_table() -> dict[str, Any]:
    """The columns of the target table as contiguous arrays, by the names that the core knows."""
    table = shapes.load_table()
    columns = {
        "suit_counts": (table.suit.counts, np.uint8),
        "suit_codes": (table.suit.code, np.int32),
        "honour_counts": (table.honours.counts, np.uint8),
        "honour_codes": (table.honours.code, np.int32),
        "fronts": (table.fronts, np.int64),
        "starts": (table.starts, np.int64),
        "backs": (table.backs, np.int64),
        "back_of": (table.back_of, np.int32),
        "fan": (table.fan, np.uint8),
    }
    return {name: np.ascontiguousarray(column, kind) for name, (column, kind) in columns.items()}


@lru_cache(maxsize=1)
def odds_coefficients() -> dict[str, Any]:
    """Every number of `odds` that was fitted or chosen, by the names that the core knows.

    They are mj_bot's own, read from where they stand; odds/coefficients.hpp says what each is.
    """
    return {
        "deal_in": _deal_in(),
        "location": {
            "features": whereabouts.WEIGHTS.tolist(),
            "least_share": whereabouts._LEAST_SHARE,
            "most_share": whereabouts._MOST_SHARE,
        },
        "chance": _chance(),
        "value": {
            "base": finish.BASE_WORTH,
            "fan": finish.FAN_WORTH,
            "concealed_fan": finish.CONCEALED_FAN,
            "self_drawn_fan": finish.SELF_DRAWN_FAN,
            "fully_concealed_fan": finish.FULLY_CONCEALED_FAN,
            "chicken_fan": finish.CHICKEN_FAN,
            "far_chicken": finish._FAR_CHICKEN,
        },
        "forms": {
            "seven_pairs": forms.SEVEN_PAIRS_FAN,
            "thirteen_orphans": forms.THIRTEEN_ORPHANS_FAN,
            "honors_and_knitted": forms.HONORS_AND_KNITTED_FAN,
            "knitted_straight": forms.KNITTED_STRAIGHT_FAN,
            "melded_hand": forms.MELDED_HAND_FAN,
            "least": forms.LEAST_FAN,
        },
        "search": {
            "wins_with": nearest.WINS_WITH,
            "least_fan": shapes.LEAST_FAN,
            "chicken": shapes.CHICKEN,
            "far": nearest.FAR,
            "not_to_be_had": nearest._NOT_TO_BE_HAD,
            "most_of_forms": nearest._MOST_OF_FORMS,
        },
        "points": {
            "win": odds.WIN_POINTS,
            "deal_in": odds.DEAL_IN_POINTS,
            "always": odds.ALWAYS,
            "equal_within": odds.EQUAL_WITHIN,
        },
        "most_turns": discards._MOST_TURNS,
        "rounds": race._ROUNDS,
        "clearly": float(race._CLEARLY),
    }


def _deal_in() -> dict[str, Any]:
    return {
        "base": danger._BASE,
        "turn": danger._TURN,
        "turn_squared": danger._TURN_SQUARED,
        "meld": danger._MELD,
        "meld_and_turn": danger._MELD_AND_TURN,
        "new_middle": danger._NEW_MIDDLE,
        "new_honour": danger._NEW_HONOUR,
        "first_middle": danger._FIRST_MIDDLE,
        "first_middle_and_honour": danger._FIRST_MIDDLE_AND_HONOUR,
        "honour": danger._HONOUR,
        "dragon": danger._DRAGON,
        "suited": danger._SUITED,
        "few_unseen": danger._FEW_UNSEEN,
        "own_discard": danger._OWN_DISCARD,
        "let_go": list(danger._LET_GO),
        "next_to_early": danger._NEXT_TO_EARLY,
        "near_early": danger._NEAR_EARLY,
        "near_late": danger._NEAR_LATE,
        "honour_share": danger._HONOUR_SHARE,
        "flush": danger._FLUSH,
        "pungs": danger._PUNGS,
        "same_number": danger._SAME_NUMBER,
        "same_number_twice": danger._SAME_NUMBER_TWICE,
        "shifted": danger._SHIFTED,
        "straight": danger._STRAIGHT,
        "in_chow": danger._IN_CHOW,
        "most_melds": danger._MOST_MELDS,
        "newest": danger._NEW,
        "first": danger._FIRST,
        "early": danger._EARLY,
        "flush_melds": danger._FLUSH_MELDS,
        "straight_middles": danger._STRAIGHT_MIDDLES,
    }


def _chance() -> dict[str, float]:
    """The coefficients of `win_logit`, which are written within it: read off where it is one."""

    def at(worth: float = 1.0, rate: float = 0.0, turn: int = 0, threat: float = 0.0) -> float:
        return odds.win_logit(worth, rate, turn, threat)

    base, ten_turns, twenty_turns = _differences([at(), at(turn=10), at(turn=20)])
    size = at(worth=e) - base
    return {
        "base": base,
        "size": size,
        "turn": ten_turns - (twenty_turns - ten_turns) / 2,
        "turn_squared": (twenty_turns - ten_turns) / 2,
        "size_and_turn": at(worth=e, turn=10) - at(turn=10) - size,
        "rate": at(rate=1.0) - base,
        "threat": at(threat=1.0) - base,
        "min_hand_value": odds.LEAST_WORTH,
    }


def _differences(values: list[float]) -> list[float]:
    """The first, and how much each is above the one before."""
    return values[:1] + [after - before for before, after in zip(values, values[1:], strict=False)]
