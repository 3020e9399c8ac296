"""mj_engine: the fast table for Guobiao Mahjong, equal to mj_lab's referee and mj_bot's tactics.

>>> import mj_engine
>>> game = mj_engine.Game(mj_engine.wall_of_seed(1))
>>> game.advance()
>>> game.to_move, game.legal()[0][:2]
(0, ['PLAY W2', 'PLAY W4'])
"""

from mj_engine._core import (
    ACTION_COUNT,
    Game,
    Observation,
    OpenGames,
    Outcome,
    Result,
    SeatTable,
    Tactic,
    action_index,
    action_name,
    frames,
    seat_frames,
    shanten,
    stop_work,
)
from mj_engine.play import Games, play, playouts, playouts_to_draw, wall_of_seed
from mj_engine.players import NATIVE, tactic
from mj_engine.policies import Observations, Policy, PolicyError
from mj_engine.vector import SCALARS, Step, VectorTable

__all__ = [
    "ACTION_COUNT",
    "NATIVE",
    "SCALARS",
    "Game",
    "Games",
    "Observation",
    "Observations",
    "OpenGames",
    "Outcome",
    "Policy",
    "PolicyError",
    "Result",
    "SeatTable",
    "Step",
    "Tactic",
    "VectorTable",
    "action_index",
    "action_name",
    "frames",
    "play",
    "playouts",
    "playouts_to_draw",
    "seat_frames",
    "shanten",
    "stop_work",
    "tactic",
    "wall_of_seed",
]
