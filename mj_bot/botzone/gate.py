"""The gate: lets only legal answers through; has a safe one for when no state is known."""

from typing import Any, Sequence

from mj_bot.actions import action_space
from mj_bot.events import PASSING, PLAYS, Action, Event, parse_request
from mj_bot.state import GameState


def gate(state: GameState, action: Any) -> Action:
    """The action as `action_space` lists it, else the fallback.

    The fallback is PASS if that is legal, else the discard of the drawn tile.
    """
    legal = action_space(state)
    if isinstance(action, Action):
        for other in legal:
            if other.same(action):
                return other
    if PASSING in legal:
        return PASSING
    assert state.drawn is not None
    return PLAYS[state.drawn]


def without_state(requests: Sequence[str]) -> Action:
    """The answer if the requests are not a game: discard a tile just drawn, else pass.

    >>> str(without_state(["2 W1"])), str(without_state(["3 1 PLAY W1"]))
    ('PLAY W1', 'PASS')
    """
    try:
        event = parse_request(requests[-1], -1)
    except (IndexError, ValueError):
        return PASSING
    if isinstance(event, Event) and event.seat == -1 and event.tile is not None:
        return PLAYS[event.tile]
    return PASSING
