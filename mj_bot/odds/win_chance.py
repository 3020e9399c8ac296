"""The win chance of a hand, and its expected points."""

from math import exp, log

from mj_bot.fan import BASE_SCORE
from mj_bot.odds.coefficient_types import WinChanceCoefficients
from mj_bot.odds.coefficients import DEAL_IN_POINTS, WIN_CHANCE, WIN_POINTS
from mj_bot.odds.opponents.discard_ages import tens_of

# Points that another seat's win costs, without dealing in.
LOSS = BASE_SCORE
# Points that dealing in costs.
DEAL_IN_COSTS = LOSS + DEAL_IN_POINTS
# A win is advised against if the forecast of playing on is ahead by more points than this: two of
# its errors there. One is 16.6: 80 hands whose win at the first draw was passed, each played on in
# 150 worlds (`python -m tests.mj_lab.explain.analysis.prove_passes`).
SURE_PASS = 33.0

# The least hand value that `win_logit` was fitted to.
MIN_HAND_VALUE = 1e-5


def expected_points(win_chance: float, deal_in: float) -> float:
    """The expected points of the game with these chances; a drawn game is 0.

    A seat that neither wins nor deals in loses LOSS. A win gives WIN_POINTS more than that, and
    dealing in costs DEAL_IN_POINTS more, the fan of the win (`mj learn fit points` measures both).

    >>> expected_points(0.0, 0.0)
    -8.0
    """
    return (1 - deal_in) * WIN_POINTS * win_chance - deal_in * DEAL_IN_POINTS - LOSS


def win_logit(
    hand_value: float,
    rate: float,
    turn: int,
    threat: float,
    coefficients: WinChanceCoefficients = WIN_CHANCE,
) -> float:
    """The log-odds of winning the game with a hand of this value.

    rate: how often a turn a tile improves the hand. turn: own discards so far. threat: how near the
    others are to winning. The hand value is not a chance; `mj learn fit win-chance` fits the
    coefficients (docs/guide/fitting.md). The log-odds are linear in them: given unit vectors
    instead, this returns the feature vector, as `mj learn fit` uses it.
    """
    size, tens, by = log(max(hand_value, MIN_HAND_VALUE)), tens_of(turn), coefficients
    by_turn = (by.turn + by.size_by_turn * size) * tens + by.turn_squared * tens * tens
    return by.base + by.size * size + by_turn + by.rate * rate + by.threat * threat


def chance_of(logit: float) -> float:
    """The chance with these log-odds.

    >>> chance_of(0.0)
    0.5
    """
    return 1 / (1 + exp(-logit))
