"""The fixed numbers of all 853 actions: from index to action and name, and back."""

from functools import lru_cache
from typing import Dict, Tuple, Union

from mj_bot.events import BUGANG, CHI, GANG, HU, PASSING, PENG, PLAY, Action, parse_response
from mj_bot.tiles import CHOW_MIDDLES, TILE_KINDS

# PASS, HU and the GANG of a discard; four kinds with a tile; CHI with a middle and a discard.
ACTION_COUNT = 3 + 4 * TILE_KINDS + len(CHOW_MIDDLES) * TILE_KINDS


@lru_cache(maxsize=1)
def indexed_actions() -> Tuple[Action, ...]:
    """Every action at its index; the order never changes, and mj_engine has the same.

    >>> [str(indexed_actions()[index]) for index in (0, 1, 2, 3, 37, 71, 105, 139, 852)]
    ['PASS', 'HU', 'GANG', 'PLAY W1', 'GANG W1', 'BUGANG W1', 'PENG W1', 'CHI W2 W1', 'CHI T8 J3']
    """
    tiles = range(TILE_KINDS)
    return (
        *(PASSING, Action(HU), Action(GANG)),
        *(Action(kind, tile) for kind in (PLAY, GANG, BUGANG, PENG) for tile in tiles),
        *(Action(CHI, tile, middle) for middle in CHOW_MIDDLES for tile in tiles),
    )


@lru_cache(maxsize=1)
def action_names() -> Tuple[str, ...]:
    """The text of every action at its index, as it is sent.

    >>> len(action_names()) == ACTION_COUNT
    True
    """
    return tuple(str(action) for action in indexed_actions())


def action_at(index: int) -> Action:
    """The action at an index; a win has no fan here.

    Raises ValueError if there is none.

    >>> action_at(105) == parse_response("PENG W1")
    True
    """
    if not 0 <= index < ACTION_COUNT:
        raise ValueError("actions have indices 0-{}, not {}".format(ACTION_COUNT - 1, index))
    return indexed_actions()[index]


def action_name(index: int) -> str:
    """The text of the action at an index, as it is sent.

    Raises ValueError if there is none.

    >>> action_name(105)
    'PENG W1'
    """
    return str(action_at(index))


def action_index(action: Union[Action, str]) -> int:
    """The index of an action or of its text.

    Raises ValueError if there is no such action.

    >>> action_index("CHI W2 W1")
    139
    """
    if isinstance(action, str):
        action = parse_response(action)
    index = _indices().get(str(action))
    if index is None:
        raise ValueError("no action has this name: {}".format(action))
    return index


@lru_cache(maxsize=1)
def _indices() -> Dict[str, int]:
    return {str(action): index for index, action in enumerate(indexed_actions())}
