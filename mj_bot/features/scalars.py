"""The feature `scalars`: plain numbers of a state that the planes leave out.

Shape [16], in the order of `SCALAR_NAMES`; NO_TILE means no tile. `turn`, walls and flowers are in
the order own, next, opposite, before. docs/reference/environment.md explains each.

Source: ours; the environment for learners shows it beside `planes`.
"""

import numpy as np

from mj_bot.events import SEATS
from mj_bot.features.feature import Feature
from mj_bot.odds.hand_context import Array
from mj_bot.state import GameState

# Where there is no tile.
NO_TILE = 255
SCALAR_NAMES = (
    ("seat", "prevalent_wind", "decision", "drawn", "offered", "turn")
    + tuple(["wall_{}".format(step) for step in range(SEATS)])
    + tuple(["flowers_{}".format(step) for step in range(SEATS)])
    + ("replacing", "wall_last")
)
SCALARS = Feature("scalars", 1, (len(SCALAR_NAMES),))


def scalars(state: GameState) -> Array:
    """The numbers of a state: uint8 [16]."""
    seats = [(state.seat + step) % SEATS for step in range(SEATS)]
    tiles = [NO_TILE if tile is None else tile for tile in (state.drawn, state.offered)]
    numbers = [state.seat, state.prevalent_wind, state.decision] + tiles
    numbers.append((state.turn - state.seat) % SEATS)
    numbers += [state.walls[seat] for seat in seats]
    numbers += [state.flowers[seat] for seat in seats]
    return np.array(numbers + [state.replacing, state.wall_last], np.uint8)
