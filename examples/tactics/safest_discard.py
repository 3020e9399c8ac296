"""Tactic `safest_discard`: stays near ready, and of equally good discards takes the safest.

Play it:

    mj play examples/tactics/safest_discard.py greedy random random

It shows where a tactic finds what it needs: the state (`mj_bot.state`), the hand that an action
leaves (`mj_bot.successor`), how far that is from ready (`mj_bot.shanten`), and how to report what
it thought (`debug`).
"""

from mj_bot.actions import action_space
from mj_bot.events import HU, PASSING, PLAY, Action
from mj_bot.shanten.shanten import least_distance
from mj_bot.state import GameState
from mj_bot.successor import hand_after
from mj_bot.tiles import code_of


class SafestDiscard:
    """Never claims; of the discards that leave the least shanten it takes the safest."""

    def __init__(self) -> None:
        # Botzone keeps up to 1 KB of this text with every move, and `mj play --watch` shows it.
        self.debug = ""

    def __call__(self, state: GameState) -> Action:
        """A win if there is one, else the safest of the best discards, else PASS."""
        actions = action_space(state)
        if actions[0].kind == HU:
            return actions[0]
        discards = [action for action in actions if action.kind == PLAY]
        if not discards:
            # Another seat's discard is on offer, and this tactic claims nothing.
            return PASSING
        distances = {action: _distance_after(state, action) for action in discards}
        nearest = min(distances.values())
        good = [action for action in discards if distances[action] == nearest]
        best = max(good, key=lambda action: _safety(state, action))
        safest = code_of(_tile_of(best))
        self.debug = f"shanten {nearest}, {len(good)} discards keep it, {safest} is the safest"
        return best


def _distance_after(state: GameState, action: Action) -> int:
    """How many tiles the hand lacks to be ready after the action."""
    hand, melds = hand_after(state, action)
    return least_distance(hand, len(melds))


def _safety(state: GameState, action: Action) -> "tuple[int, int]":
    """How safe a discard looks: the more copies are on the table, the fewer seats can wait for it.

    First counts what the other seats discarded themselves, then how few copies are hidden. This is
    a rule of thumb; mj_bot/odds/opponents/deal_in.py has a model fitted to games.
    """
    tile = _tile_of(action)
    others = [seat for seat in range(4) if seat != state.seat]
    thrown = sum([discard.tile == tile for seat in others for discard in state.discards[seat]])
    return thrown, -state.unseen[tile]


def _tile_of(action: Action) -> int:
    assert action.tile is not None
    return action.tile
