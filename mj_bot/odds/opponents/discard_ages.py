"""What the discards on the table tell at a glance; `deal_in` and `tile_location` read them."""

from typing import Dict, Optional

from mj_bot.events import SEATS
from mj_bot.state import GameState

# Later turns are too rare to be told apart by the fits.
_MOST_TURNS = 20


def tens_of(turns: int) -> float:
    """Turns as the fitted curves count them: in tens, up to two."""
    return min(turns, _MOST_TURNS) / 10


def ages(state: GameState, but: Optional[int] = None) -> Dict[int, int]:
    """How many discards ago, of the seat that did it last, each tile was discarded.

    but: a seat whose own discards do not count.
    """
    found: Dict[int, int] = {}
    for seat in range(SEATS):
        if seat == but:
            continue
        for age, discard in enumerate(reversed(state.discards[seat])):
            found[discard.tile] = min(age, found.get(discard.tile, age))
    return found
