"""The 109 moves of a network, and which of them a state allows.

| move | what |
|---|---|
| 0-33 | PLAY of the tile |
| 34-67 | concealed kong of the tile: GANG with a tile |
| 68-101 | added kong of the tile: BUGANG |
| 102 | PASS |
| 103 | HU |
| 104 | kong of a discard: GANG without a tile |
| 105 | PENG |
| 106-108 | CHI with the claimed tile as first, second, third of the run |

A CHI or PENG is sent with its discard. Here that is two decisions: the claim, in the state of the
offer; then a PLAY, in the state after the claim (`mj_bot.successor.after_claim`).
"""

from typing import Dict, Optional, Tuple

import numpy as np

from mj_bot.actions import action_space
from mj_bot.events import BUGANG, CHI, GANG, HU, PASS, PENG, PLAY, Action
from mj_bot.state import NOTHING, GameState
from mj_bot.tiles import TILE_KINDS

FIRST_PLAY = 0
FIRST_CONCEALED_KONG = TILE_KINDS
FIRST_ADDED_KONG = 2 * TILE_KINDS
PASS_MOVE = 3 * TILE_KINDS
HU_MOVE = PASS_MOVE + 1
KONG_MOVE = PASS_MOVE + 2
PUNG_MOVE = PASS_MOVE + 3
FIRST_CHOW = PASS_MOVE + 4
MOVE_COUNT = FIRST_CHOW + 3

# The kinds of decision: an own turn or the discard after a claim; another seat's discard; another
# seat's added kong.
DECISION_KINDS = ("discard", "claim", "rob")

_WITH_TILE = {PLAY: FIRST_PLAY, GANG: FIRST_CONCEALED_KONG, BUGANG: FIRST_ADDED_KONG}
_ALONE = {PASS: PASS_MOVE, HU: HU_MOVE, GANG: KONG_MOVE, PENG: PUNG_MOVE}


def decision_kind(state: GameState) -> int:
    """The kind of decision that the state asks for, an index into DECISION_KINDS.

    Raises ValueError if it asks for none.
    """
    if state.decision == NOTHING:
        raise ValueError("the state asks nothing of this seat")
    return state.decision - 1


def move_of(action: Action, state: GameState) -> int:
    """The move (0-108) of a legal action; for a CHI or PENG that of the claim alone.

    >>> from mj_bot.history import load_json
    >>> state = load_json({"requests": [
    ...     "0 0 0", "1 0 0 0 0 W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B2 B3 F1", "3 3 PLAY W1"]})
    >>> move_of(Action(CHI, 27, 1), state)
    106
    """
    return move_on(action, state.offered)


def move_on(action: Action, offered: Optional[int]) -> int:
    """The move (0-108) of an action that is legal when this tile (or None) may be claimed."""
    kind, tile, chow = action.kind, action.tile, action.chow
    if kind == CHI:
        assert offered is not None and chow is not None
        return FIRST_CHOW + offered - chow + 1
    if tile is None or kind == PENG:
        return _ALONE[kind]
    return _WITH_TILE[kind] + tile


def actions_by_move(state: GameState) -> Dict[int, Tuple[Action, ...]]:
    """The legal actions by move: one each, but every discard for a CHI or PENG."""
    actions: Dict[int, Tuple[Action, ...]] = {}
    for action in action_space(state):
        move = move_of(action, state)
        actions[move] = actions.get(move, ()) + (action,)
    return actions


def legal_moves(state: GameState) -> np.ndarray:
    """Which moves are legal, bool [109]. Only PASS where the state asks nothing."""
    mask = np.zeros(MOVE_COUNT, dtype=bool)
    mask[list(actions_by_move(state))] = True
    return mask
