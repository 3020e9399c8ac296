"""The form of seven pairs; four of a kind are two pairs."""

from typing import Tuple

from mj_bot.shanten.hand_by_suit import WHOLE, Form, HandBySuit, whole_hand


def distance(parts: HandBySuit) -> int:
    """The distance to seven pairs."""
    characters, dots, bamboos, others = parts.suits
    return 6 - characters.pairs - dots.pairs - bamboos.pairs - others.pairs


def _effective(parts: HandBySuit, _distance: int) -> Tuple[int, ...]:
    """The tiles with odd counts; there are enough of them unless the hand is complete."""
    return tuple([tile for tile, count in enumerate(whole_hand(parts)) if count % 2])


SEVEN_PAIRS = Form("seven_pairs", WHOLE, distance, _effective)
