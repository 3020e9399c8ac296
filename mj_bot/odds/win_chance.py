"""The odds of winning the game with a hand, and what one may expect of them in points."""

from math import exp, log

from mj_bot.odds.coefficients import DEAL_IN_POINTS, WIN_CHANCE, WIN_POINTS
from mj_bot.odds.fitted import WinChanceCoefficients
from mj_bot.odds.opponents.discard_ages import tens_of

# What another's win costs.
LOSS = 8
# What a drawn game is worth over losing to another's win.
DRAWN_GAME_POINTS = float(LOSS)

# Below it `win_logit` was not fitted.
MIN_HAND_VALUE = 1e-5


def expected_points(win_chance: float, deal_in: float) -> float:
    """What one may expect over losing to another's win, with these odds to win and to deal in.

    In points: WIN_POINTS is what winning is worth over losing to another's win, DEAL_IN_POINTS what
    dealing in costs over that, the fan of a win (`mj fit points` measures both).
    """
    return (1 - deal_in) * WIN_POINTS * win_chance - deal_in * DEAL_IN_POINTS


def win_logit(
    hand_value: float,
    rate: float,
    turn: int,
    threat: float,
    coefficients: WinChanceCoefficients = WIN_CHANCE,
) -> float:
    """The log-odds of winning the game with a hand of this value, by the own discards so far.

    rate: how often a turn a better hand comes. threat: how near the others are. The hand value is
    on a scale of its own, so `mj fit win-chance` makes the coefficients (docs/fitting.md); the
    log-odds are linear in them, and of unit vectors in their place are the vector of the features.
    """
    size, tens, by = log(max(hand_value, MIN_HAND_VALUE)), tens_of(turn), coefficients
    by_turn = (by.turn + by.size_by_turn * size) * tens + by.turn_squared * tens * tens
    return by.base + by.size * size + by_turn + by.rate * rate + by.threat * threat


def chance_of(logit: float) -> float:
    """The odds, of log-odds.

    >>> chance_of(0.0)
    0.5
    """
    return 1 / (1 + exp(-logit))
