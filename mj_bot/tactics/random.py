"""Tactic `random`: takes a win if there is one, else any legal action with equal chance."""

from zlib import crc32

from mj_bot.actions import action_space
from mj_bot.events import HU, Action
from mj_bot.state import GameState

# Knuth's multiplier, 2^32 / golden ratio: spreads checksums evenly over 32 bits.
_SPREAD = 2654435761
_BITS = 0xFFFFFFFF


def lot_of(state: GameState, seed: int) -> int:
    """A random number of 32 bits for a decision: a checksum of the seed and the unseen tiles.

    No two decisions of a game have the same unseen tiles: some tile came into view between them.
    """
    return crc32(bytes(state.unseen), seed & _BITS) * _SPREAD & _BITS


class Random:
    """Chooses by the decision's lot: the same in every process."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def __call__(self, state: GameState) -> Action:
        """One of the legal actions."""
        actions = action_space(state)
        first = actions[0]
        if len(actions) == 1 or first.kind == HU:
            return first
        return actions[lot_of(state, self._seed) * len(actions) >> 32]
