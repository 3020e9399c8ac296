"""The odds of winning the game with a hand, and what one may expect of them in points."""

from math import exp, log

from mj_bot.odds.opponents.discard_ages import tens_of

# What winning is worth over losing to another's win, and what dealing in costs over that: the
# fan of a win; both means of self-play.
WIN_POINTS = 53.0
DEAL_IN_POINTS = 13.0
# What another's win costs.
LOSS = 8
# What a drawn game is worth over losing to another's win.
DRAWN_GAME_POINTS = float(LOSS)

# Below it `win_logit` was not fitted.
MIN_HAND_VALUE = 1e-5


def expected_points(win_chance: float, deal_in: float) -> float:
    """What one may expect over losing to another's win, with these odds to win and to deal in."""
    return (1 - deal_in) * WIN_POINTS * win_chance - deal_in * DEAL_IN_POINTS


def win_logit(hand_value: float, rate: float, turn: int, threat: float) -> float:
    """The log-odds of winning the game with a hand of this value, by the own discards so far.

    rate: how often a turn a better hand comes. threat: how near the others are.
    Fitted to self-play (docs/odds.md): the hand value is on a scale of its own.
    """
    size, tens = log(max(hand_value, MIN_HAND_VALUE)), tens_of(turn)
    by_turn = (1.44 + 0.355 * size) * tens - 0.99 * tens * tens
    return -3.55 + 0.415 * size + by_turn + 0.398 * rate - 0.449 * threat


def chance_of(logit: float) -> float:
    """The odds, of log-odds.

    >>> chance_of(0.0)
    0.5
    """
    return 1 / (1 + exp(-logit))
