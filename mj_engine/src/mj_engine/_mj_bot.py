"""Everything that is read from mj_bot: no other module here imports it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from mj_bot.actions import action_space
from mj_bot.events import HU, Action
from mj_bot.expectimax.leaf_values import points_lacking
from mj_bot.expectimax.q_network import Q_NETWORK
from mj_bot.fan import MIN_FAN, Fan, Win, WinContext
from mj_bot.history import load_json
from mj_bot.nets.network import Network
from mj_bot.nets.weights_file import Weights
from mj_bot.odds import evaluator, last_draws, win_chance
from mj_bot.odds.coefficients import (
    DEAL_IN,
    DEAL_IN_POINTS,
    TILE_LOCATION,
    WIN_CHANCE,
    WIN_POINTS,
)
from mj_bot.odds.forecast.model import forecast_model
from mj_bot.odds.opponents import deal_in, discard_ages, tile_location
from mj_bot.odds.options import OPTIONS, checked_options
from mj_bot.odds.targets import nearest, special_forms, target_table
from mj_bot.odds.value import finishes, hand_value
from mj_bot.odds.win_chance import DEAL_IN_COSTS
from mj_bot.routes import evaluator as routes
from mj_bot.routes.distance import basic_shanten, connection, difficulty
from mj_bot.routes.families import all_types, chows, flushes, melded_hand, special
from mj_bot.routes.families.patterns import TargetTable
from mj_bot.state import GameState
from mj_bot.tactics import load_itself, parted
from mj_bot.tactics._by_network import ByNetwork
from mj_bot.tactics.expectimax import Expectimax
from mj_bot.tactics.learned import Learned as LearnedTactic
from mj_bot.tiles import CODES

__all__ = [
    "CODES",
    "DEAL_IN_COSTS",
    "HU",
    "MIN_FAN",
    "Q_NETWORK",
    "Action",
    "Expectimax",
    "Fan",
    "GameState",
    "LearnedTactic",
    "Network",
    "Weights",
    "Win",
    "WinContext",
    "action_space",
    "by_network_of",
    "expectimax_of",
    "learned_of",
    "load_json",
    "odds_coefficients",
    "odds_options",
    "parted",
    "points_lacking",
    "route_numbers",
    "target_columns",
]


def learned_of(name: str) -> LearnedTactic:
    """The tactic `learned` of a name with its options; the native one plays by its model.

    Raises ValueError if an option is bad, or the weights cannot be used.
    """
    made = load_itself(name)
    assert isinstance(made, LearnedTactic)
    return made


def expectimax_of(name: str) -> Expectimax:
    """The tactic `expectimax` of a name with its options, as `learned_of`."""
    made = load_itself(name)
    assert isinstance(made, Expectimax)
    return made


def by_network_of(name: str) -> ByNetwork:
    """The tactic `net`, `cnn` or `which_discard` of a name with its options, as `learned_of`."""
    made = load_itself(name)
    assert isinstance(made, ByNetwork)
    return made


def odds_options(given: dict[str, float]) -> dict[str, int | float]:
    """All options of `odds`, with defaults for those not given.

    Raises ValueError for an unknown option, or a number out of range.
    """
    return checked_options(OPTIONS, given)


def target_columns() -> dict[str, Any]:
    """The columns of the target table as contiguous arrays, by the names that the core knows."""
    table = target_table.load_table()
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
    """Every fitted or chosen number of `odds`, by the names that the core knows.

    They are read from mj_bot; odds/coefficients.hpp says what each is.
    """
    return {
        "deal_in": _deal_in(),
        "location": {
            "features": [list(feature) for feature in TILE_LOCATION],
            "least_share": tile_location.LEAST_SHARE,
            "most_share": tile_location.MOST_SHARE,
        },
        "chance": {
            "base": WIN_CHANCE.base,
            "size": WIN_CHANCE.size,
            "turn": WIN_CHANCE.turn,
            "turn_squared": WIN_CHANCE.turn_squared,
            "size_by_turn": WIN_CHANCE.size_by_turn,
            "rate": WIN_CHANCE.rate,
            "threat": WIN_CHANCE.threat,
            "min_hand_value": win_chance.MIN_HAND_VALUE,
            "draws_to_get_ready": last_draws.DRAWS_TO_GET_READY,
        },
        "value": {
            "base": finishes.BASE_VALUE,
            "concealed_fan": finishes.CONCEALED_FAN,
            "self_drawn_fan": finishes.SELF_DRAWN_FAN,
            "fully_concealed_fan": finishes.FULLY_CONCEALED_FAN,
            "chicken_fan": finishes.CHICKEN_FAN,
            "far_chicken": finishes.FAR_CHICKEN_FAN,
        },
        "forms": {
            "seven_pairs": special_forms.SEVEN_PAIRS_FAN,
            "thirteen_orphans": special_forms.THIRTEEN_ORPHANS_FAN,
            "honors_and_knitted": special_forms.HONORS_AND_KNITTED_FAN,
            "knitted_straight": special_forms.KNITTED_STRAIGHT_FAN,
            "melded_hand": special_forms.MELDED_HAND_FAN,
            "least": target_table.MIN_TARGET_FAN,
        },
        "search": {
            "wins_with": MIN_FAN,
            "least_fan": target_table.MIN_TARGET_FAN,
            "chicken": target_table.CHICKEN,
            "far": nearest.UNREACHABLE,
            "not_to_be_had": nearest.NOT_TO_BE_HAD,
            "most_of_forms": nearest.MOST_OF_FORMS,
        },
        "points": {
            "win": WIN_POINTS,
            "deal_in": DEAL_IN_POINTS,
            "loss": win_chance.LOSS,
            "win_value": evaluator.WIN_VALUE,
            "equal_within": evaluator.VALUE_TOLERANCE,
            "sure_pass": win_chance.SURE_PASS,
        },
        "forecast": _forecast(),
        "most_turns": discard_ages.TURNS_APART,
        "rounds": hand_value.ROUNDS,
        "clearly": float(hand_value.CLEARLY),
    }


@lru_cache(maxsize=1)
def route_numbers() -> dict[str, Any]:
    """Every number of `rule_based`, by the names that the core knows.

    They are mj_bot's own, as those of `odds_coefficients`; routes/route_numbers.hpp has them.
    """
    return {
        "difficulty": list(difficulty.DIFFICULTY),
        "shanten": {
            "no_set": basic_shanten.NO_SET,
            "no_pair": basic_shanten.NO_PAIR,
            "worst_pair": basic_shanten.WORST_PAIR,
            "both_sides": basic_shanten.BOTH_SIDES,
        },
        "connection": {
            "pair": connection.PAIR,
            "triplet": connection.TRIPLET,
            "lone_honour": connection.LONE_HONOUR_BONUS,
            "lone": list(connection.LONE),
        },
        "chows": {
            "rated_over": chows.RATED_OVER,
            "backup_within": chows.BACKUP_WITHIN,
            "backup": chows.BACKUP,
            "slack": chows.NEED_SLACK,
            "rounding": chows.NEED_ROUNDING,
            "targets": [
                [target.rate, *(float(tile) for tiles in target.sets for tile in tiles)]
                for target in TargetTable().targets
            ],
        },
        "all_types": {"rate": all_types.RATE, "nothing_held": all_types.NOTHING_HELD},
        "confined": {
            "most_others": flushes.MOST_OTHERS,
            "others_alone": flushes.OTHERS_ALONE,
            "others_beside": flushes.OTHERS_BESIDE,
            "shanten_part": flushes.SHANTEN_PART,
            "half_flush": _confined(flushes.HalfFlush),
            "upper_four": _confined(flushes.UpperFour),
            "lower_four": _confined(flushes.LowerFour),
        },
        "melded_hand": {"unmelded": melded_hand.UNMELDED, "melded": melded_hand.MELDED},
        "forms": {
            "pairing": list(special.PAIRING),
            "pair_choices": list(special.PAIR_CHOICES),
            "knitted_size": special.KNITTED_SIZE,
        },
        "action": {
            "near": routes.NEAR,
            "second_part": routes.SECOND_PART,
            "third_part": routes.THIRD_PART,
            "chow_price": routes.CHOW_PRICE,
            "kong_gain": routes.KONG_GAIN,
            "best": routes.BEST_VALUE,
            "first_of_all": routes.FIRST_OF_ALL,
            "equal_within": routes.DISTANCE_TOLERANCE,
        },
    }


def _confined(route: type[flushes.HalfFlush | flushes.UpperFour | flushes.LowerFour]) -> Any:
    return {"rate": route.rate, "low": route.low, "high": route.high}


def _forecast() -> dict[str, Any]:
    model = forecast_model()
    return {
        "mean": model.mean.tolist(),
        "scale": model.scale.tolist(),
        "weights": [weight.ravel().tolist() for weight, _ in model.layers],
        "biases": [bias.tolist() for _, bias in model.layers],
        "deal_in_costs": DEAL_IN_COSTS,
    }


def _deal_in() -> dict[str, Any]:
    by = DEAL_IN
    return {
        "base": by.base,
        "turn": by.turn,
        "turn_squared": by.turn_squared,
        "meld": by.meld,
        "meld_by_turn": by.meld_by_turn,
        "new_middle": by.new_middle,
        "new_honour": by.new_honour,
        "first_middle": by.first_middle,
        "first_middle_and_honour": by.first_middle_and_honour,
        "honour": [by.honour_0_unseen, by.honour_1_unseen, by.honour_2_unseen, by.honour_3_unseen],
        "dragon": by.dragon,
        "suited": [by.terminal, by.next_to_terminal, 0.0],
        "few_unseen": by.few_unseen,
        "own_discard": by.own_discard,
        "let_go": [
            (0, by.let_go_0),
            (1, by.let_go_1),
            (3, by.let_go_3),
            (7, by.let_go_7),
            (deal_in.EVER, by.let_go_ever),
        ],
        "next_early": by.next_early,
        "two_off_early": by.two_off_early,
        "near_late": by.near_late,
        "honour_share": by.honour_share,
        "flush": [
            [by.flush_2_inside, by.flush_2_outside, by.flush_2_honour],
            [by.flush_3_inside, by.flush_3_outside, by.flush_3_honour],
        ],
        "pungs": by.pungs,
        "same_number": by.same_number,
        "same_number_twice": by.same_number_twice,
        "shifted": by.shifted,
        "straight": by.straight,
        "in_chow": by.in_chow,
        "most_melds": deal_in.MOST_MELDS,
        "newest": deal_in.NEWEST_DISCARDS,
        "first": deal_in.FIRST_DISCARDS,
        "early": deal_in.EARLY_DISCARD,
        "flush_melds": deal_in.FLUSH_MELDS,
        "straight_middles": list(deal_in.STRAIGHT_MIDDLES),
    }
