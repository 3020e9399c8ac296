"""What a seat sees at the fast table as the bot's own state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mj_bot.events import parse_response
from mj_bot.melds import Meld
from mj_bot.state import Discard, GameState

if TYPE_CHECKING:
    from mj_engine import Observation

_AS_THEY_ARE = (
    *("seat", "prevalent_wind", "hand", "drawn", "walls", "unseen", "shown", "flowers", "turn"),
    *("decision", "offered", "replacing"),
)


def state_of(seen: Observation) -> GameState:
    """The state that the requests fold to, without the last of them; legal actions are told."""
    state = GameState(seen.wall_size, common_wall=seen.common_wall)
    for name in _AS_THEY_ARE:
        setattr(state, name, getattr(seen, name))
    state.melds = [[Meld(*one) for one in melds] for melds in seen.melds]
    state.discards = [[Discard(*one) for one in discards] for discards in seen.discards]
    state.legal = tuple(parse_response(answer) for answer in seen.legal)
    return state
