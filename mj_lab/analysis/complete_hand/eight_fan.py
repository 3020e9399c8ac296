"""The shanten of a hand to 8 fan, and its effective tiles, by the target hands of `odds`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mj_bot.fan import MIN_FAN
from mj_bot.melds import Meld
from mj_bot.odds.model import tiles_held
from mj_bot.odds.options import OddsOptions
from mj_bot.odds.targets.nearest import NOT_TO_BE_HAD, Nearest
from mj_bot.state import GameState
from mj_bot.tiles import TILE_KINDS, code_of
from mj_lab.analysis.complete_hand.waits import FanRow

# All of the nearest targets and no others: a few hundred at most.
_ALL = 100_000


class EightFan:
    """Searches the target hands of 8 fan; their tables are read once when it is made."""

    def __init__(self) -> None:
        options = OddsOptions(slack=0, max_targets=_ALL, max_chicken_hands=0)
        self._nearest = Nearest(options=options)

    def row(self, state: GameState, hand: Sequence[int], melds: Sequence[Meld]) -> FanRow | None:
        """The shanten to 8 fan of 13 tiles, the tiles that lower it with copies left, their sum.

        A target's fan counts its tiles and the winds, not what a concealed hand, the wait and a
        self-draw add. None if no hand of 8 fan is possible any more.
        """
        targets = self._nearest(hand, state.unseen, melds, (state.seat, state.prevalent_wind))
        enough = targets.chosen(targets.fan >= MIN_FAN)
        if not len(enough) or enough.distance[0] >= NOT_TO_BE_HAD:
            return None
        near = enough.chosen(enough.distance == enough.distance[0])
        missing = near.counts > np.array(tiles_held(hand, melds))
        needed = missing.any(axis=0)
        left = {
            code_of(tile): state.unseen[tile]
            for tile in range(TILE_KINDS)
            if needed[tile] and state.unseen[tile]
        }
        shanten = int(near.distance[0]) - 1
        return {"shanten": shanten, "effective": left, "copies": sum(left.values())}
