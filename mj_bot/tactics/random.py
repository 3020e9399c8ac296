"""Tactic `random`: takes a win if there is one, else any legal action with equal chance."""

from zlib import crc32

from mj_bot.actions import action_space
from mj_bot.events import HU, Action
from mj_bot.state import GameState

# Knuth's multiplier, 2^32 / golden ratio: spreads checksums evenly over 32 bits.
_SPREAD = 2654435761


class Random:
    """Chooses by a checksum of the seed and the unseen tiles: the same in every process.

    No two decisions of a game have the same unseen tiles: some tile came into view between them.
    """

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed & 0xFFFFFFFF

    def __call__(self, state: GameState) -> Action:
        """One of the legal actions."""
        actions = action_space(state)
        first = actions[0]
        if len(actions) == 1 or first.kind == HU:
            return first
        drawn = crc32(bytes(state.unseen), self._seed) * _SPREAD & 0xFFFFFFFF
        return actions[drawn * len(actions) >> 32]
