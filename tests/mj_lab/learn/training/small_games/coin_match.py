"""A match of coin flips, solved exactly: each hand a safe bet or a risky one, the higher sum wins.

One player chooses, the other takes the other side of each bet. The safe bet wins more on average;
who is behind near the end can only win by the risky one.
"""

from __future__ import annotations

from functools import cache

HANDS = 4
SAFE, RISKY = 0, 1
ACTIONS = (SAFE, RISKY)
# Of each bet what is won or lost, and the chance to win it.
STAKE = {SAFE: 1, RISKY: 3}
WINS = {SAFE: 0.6, RISKY: 0.45}
# What first and second place pay; equals share.
WORTH = (1.0, 0.0)

# A hand, from 0, and how far the player is ahead.
State = tuple[int, int]
# By state the chance of the risky bet.
Gambles = dict[State, float]

MOST = HANDS * max(STAKE.values())
STATES = [(hand, lead) for hand in range(HANDS) for lead in range(-MOST, MOST + 1)]


def outcome(lead: int) -> float:
    """What the match pays who ends so far ahead."""
    return WORTH[0] if lead > 0 else WORTH[1] if lead < 0 else sum(WORTH) / 2


def expected_score(action: int) -> float:
    """What a bet brings on average."""
    return STAKE[action] * (2 * WINS[action] - 1)


@cache
def best_value(hand: int, lead: int) -> float:
    """What perfect play expects of the match from here on."""
    if hand == HANDS:
        return outcome(lead)
    return max(after(hand, lead, action, best_value) for action in ACTIONS)


def after(hand: int, lead: int, action: int, value: object) -> float:
    """What an action is worth if play goes on as `value` says."""
    assert callable(value)
    won, stake = WINS[action], STAKE[action]
    paid: float = won * value(hand + 1, lead + stake) + (1 - won) * value(hand + 1, lead - stake)
    return paid


def value_of(gambles: Gambles) -> float:
    """What a policy expects of a match, exactly."""

    @cache
    def value(hand: int, lead: int) -> float:
        if hand == HANDS:
            return outcome(lead)
        risk = gambles[hand, lead]
        told = 0.0
        for action, chance in ((SAFE, 1 - risk), (RISKY, risk)):
            if chance:
                told += chance * after(hand, lead, action, value)
        return told

    return value(0, 0)
