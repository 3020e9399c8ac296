"""One seat's record folded into states: all at once, or request by request."""

from typing import Any, Dict, Optional, Union

from mj_bot.folding.records import WALL_SIZE
from mj_bot.folding.requests import (
    Loading,
    action_of,
    fold,
    fold_all,
    note_answer,
    request_lists,
    response_of,
)
from mj_bot.state import GameState

__all__ = [
    "Loading",
    "action_of",
    "fold",
    "fold_all",
    "load_json",
    "note_answer",
    "request_lists",
    "response_of",
]


def load_json(
    source: Union[str, bytes, Dict[str, Any]],
    loading: Optional[Loading] = None,
    wall_size: int = WALL_SIZE,
) -> GameState:
    """The state after all requests of a Botzone input object: see `GameState.load_json`.

    >>> state = load_json('{"requests": ["0 2 1"], "responses": []}')
    >>> state.seat, state.prevalent_wind
    (2, 1)
    """
    return GameState.load_json(source, loading, wall_size)
