"""States with other tiles in the place of theirs: what the rules treat alike."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from mj_bot.events import CHI
from mj_bot.melds import Meld
from mj_bot.state import GameState
from mj_bot.tiles import FIRST_DRAGON, FIRST_HONOUR, TILE_KINDS

# By name: of every tile the tile that takes its place, and whether numbers are turned round.
Symmetry = tuple[Sequence[int], bool]

_HONOURS = list(range(FIRST_HONOUR, TILE_KINDS))


def _suits(order: Sequence[int]) -> list[int]:
    return [9 * suit + place for suit in order for place in range(9)] + _HONOURS


def _dragons(order: Sequence[int]) -> list[int]:
    return [*range(FIRST_DRAGON), *(FIRST_DRAGON + place for place in order)]


SYMMETRIES: dict[str, Symmetry] = {
    **{f"suits {order}": (_suits(order), False) for order in permutations(range(3))},
    **{f"dragons {order}": (_dragons(order), False) for order in permutations(range(3))},
    "ranks reversed": ([tile - tile % 9 + 8 - tile % 9 for tile in range(27)] + _HONOURS, True),
}


def other_tiles(state: GameState, symmetry: Symmetry) -> GameState:
    """The state with other tiles; what it was sent and answered is not in it."""
    tiles, turned = symmetry
    other = state.copy()
    for name in ("hand", "unseen", "shown"):
        counts = getattr(state, name)
        setattr(other, name, [counts[tiles.index(tile)] for tile in range(TILE_KINDS)])
    for name in ("drawn", "offered"):
        tile = getattr(state, name)
        setattr(other, name, None if tile is None else tiles[tile])
    other.melds = [[_meld(meld, tiles, turned) for meld in melds] for melds in state.melds]
    other.discards = [
        [discard._replace(tile=tiles[discard.tile]) for discard in discards]
        for discards in state.discards
    ]
    other.last = other.answer = other.legal = None
    return other


def _meld(meld: Meld, tiles: Sequence[int], turned: bool) -> Meld:
    if meld.tile is None:
        return meld
    offer = 4 - meld.offer if turned and meld.kind == CHI else meld.offer
    return meld._replace(tile=tiles[meld.tile], offer=offer)
