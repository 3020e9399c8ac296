"""Kuhn poker: three cards, two players, one chip. Its value is -1/18 for the first player.

Source: H. W. Kuhn, A Simplified Two-Person Poker, 1950.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations

CARDS = (0, 1, 2)
GAME_VALUE = -1 / 18
# The histories at which each seat acts: p passes, b bets.
HISTORIES = (("", "pb"), ("p", "b"))
NO_BET, BET = 0, 1

# The probability of a bet, by information set (card and history).
KuhnPolicy = Mapping[tuple[int, str], float]

INFORMATION_SETS = tuple(
    (card, history) for histories in HISTORIES for history in histories for card in CARDS
)


def optimum(bluff: float = 0.0) -> KuhnPolicy:
    """An equilibrium; there is one for each chance, 0 to 1/3, of a bluff with the lowest card.

    >>> abs(exploitability(optimum())) < 1e-12, abs(exploitability(optimum(1 / 3))) < 1e-12
    (True, True)
    """
    first = ((bluff, 0.0, 3 * bluff), (0.0, bluff + 1 / 3, 1.0))
    second = ((1 / 3, 0.0, 1.0), (0.0, 1 / 3, 1.0))
    return {
        (card, history): chances[card]
        for histories, rows in zip(HISTORIES, (first, second), strict=True)
        for history, chances in zip(histories, rows, strict=True)
        for card in CARDS
    }


def payoff(cards: tuple[int, int], history: str) -> int | None:
    """The first player's win at the end of a history; None if it continues."""
    higher = 1 if cards[0] > cards[1] else -1
    return {"pp": higher, "bp": 1, "pbp": -1, "bb": 2 * higher, "pbb": 2 * higher}.get(history)


def value(first: KuhnPolicy, second: KuhnPolicy) -> float:
    """The first player's mean win."""
    deals = list(permutations(CARDS, 2))
    return sum(_value((first, second), cards, "") for cards in deals) / len(deals)


def _value(players: tuple[KuhnPolicy, KuhnPolicy], cards: tuple[int, int], history: str) -> float:
    paid = payoff(cards, history)
    if paid is not None:
        return paid
    seat = len(history) % 2
    bets = players[seat][cards[seat], history]
    return (1 - bets) * _value(players, cards, history + "p") + bets * _value(
        players, cards, history + "b"
    )


def best_answer_value(seat: int, other: KuhnPolicy) -> float:
    """The mean win of a seat's best response to the other's policy, over all pure policies."""
    own = [(card, history) for history in HISTORIES[seat] for card in CARDS]
    values = []
    for number in range(2 ** len(own)):
        pure = {decision: float(number >> bit & 1) for bit, decision in enumerate(own)}
        values.append(value(pure, other) if seat == 0 else -value(other, pure))
    return max(values)


def exploitability(policy: KuhnPolicy) -> float:
    """The sum of both seats' best-response values against a policy of both; 0 at an equilibrium."""
    return best_answer_value(0, policy) + best_answer_value(1, policy)
