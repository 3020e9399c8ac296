"""Ages of discards, and how turns count, for `deal_in` and `tile_location`."""

from typing import Dict, Optional

from mj_bot.events import SEATS
from mj_bot.state import GameState

# Later turns are too rare to fit, so they count as this one.
TURNS_APART = 20


def tens_of(turns: int) -> float:
    """Turns in tens, at most 2.0, as the fitted models count them."""
    return min(turns, TURNS_APART) / 10


def ages(state: GameState, but: Optional[int] = None) -> Dict[int, int]:
    """For each discarded tile, how many discards its seat has made since; the least over all seats.

    but: a seat whose own discards do not count.
    """
    age_of: Dict[int, int] = {}
    for seat in range(SEATS):
        if seat == but:
            continue
        for age, discard in enumerate(reversed(state.discards[seat])):
            age_of[discard.tile] = min(age, age_of.get(discard.tile, age))
    return age_of
