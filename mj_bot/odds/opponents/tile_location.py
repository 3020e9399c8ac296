"""Where the tiles are that this seat does not see: how likely a draw or a discard brings each.

Were all unseen copies alike, each would lie in the wall with the same odds. They are not: who
discards 4 of a suit seldom holds 3 or 5 of it, so those lie in the wall; an honour that nobody has
discarded late is held by somebody. Two small models tell how much: `mj fit tile-location` makes
their coefficients (docs/fitting.md), and docs/odds.md has the figures.
"""

from typing import Any, List, Sequence

import numpy as np

from mj_bot.events import SEATS
from mj_bot.odds.coefficients import TILE_LOCATION
from mj_bot.odds.fitted import TileLocationCoefficients
from mj_bot.odds.model import Array, TileLocation, evenly
from mj_bot.odds.opponents.discard_ages import ages, tens_of
from mj_bot.state import GameState
from mj_bot.tiles import COPIES, FIRST_HONOUR, TILE_KINDS, rank_kind

# The share of the unseen tiles that lie in the wall is kept within these.
_LEAST_SHARE, _MOST_SHARE = 0.001, 0.999


def tile_location(
    state: GameState, threat: float, coefficients: TileLocationCoefficients = TILE_LOCATION
) -> TileLocation:
    """Where they are by what was discarded. threat: how near the others are."""
    unseen = state.unseen
    total = sum(unseen)
    if not total:
        return evenly(unseen)
    features, copies = np.array(features_of(state, threat)), np.array(unseen)
    weights = np.array(coefficients)
    in_wall = copies * odds_in_wall(features.dot(weights[:, 0]), sum(state.walls) / total)
    discarded = copies / total * np.exp(features.dot(weights[:, 1]))
    return TileLocation((in_wall / in_wall.sum()).tolist(), discarded.tolist())


def odds_in_wall(logit: Array, share: Any) -> Array:
    """The odds that an unseen copy lies in the wall.

    logit: what its features add. share: of the wall in all unseen tiles, a number or one for each.
    """
    share = np.clip(share, _LEAST_SHARE, _MOST_SHARE)
    return 1 / (1 + np.exp(-logit) * (1 - share) / share)


def features_of(state: GameState, threat: float) -> List[List[float]]:
    """Of every tile how much there is of each feature: [34][feature].

    The features are in the order of `TileLocationCoefficients`.
    """
    newest, discarded = ages(state), _discarded_by_others(state)
    turns = tens_of(len(state.discards[state.seat]))
    rows: List[List[float]] = []
    for tile in range(TILE_KINDS):
        unseen = state.unseen[tile]
        shown = COPIES - unseen - state.hand[tile]
        honour = float(tile >= FIRST_HONOUR)
        suited = 1 - honour
        kind = rank_kind(tile)
        ways = _ways(state.unseen, tile)
        beside = [_near(discarded, tile, step) for step in (-2, -1, 1, 2)]
        row = [suited, suited * turns, suited * turns * turns]
        row += [kind == 0, (kind == 0) * turns, kind == 1]
        row += [honour, honour * turns, honour * turns * turns]
        row += [unseen == 1, unseen == 2, honour * (unseen == 1)]
        row += [suited * shown, honour * shown, suited * (ways == 0), ways]
        row += [newest.get(tile) == 0, tile in newest]
        row += [beside[1] + beside[2], beside[0] + beside[3], threat]
        rows.append(row)
    return rows


def _discarded_by_others(state: GameState) -> List[int]:
    counts = [0] * TILE_KINDS
    for seat in range(SEATS):
        if seat != state.seat:
            for discard in state.discards[seat]:
                counts[discard.tile] += 1
    return counts


def _near(counts: Sequence[int], tile: int, step: int) -> int:
    """The count of the tile so many numbers on, 0 where there is none."""
    near = tile + step
    if tile >= FIRST_HONOUR or near // 9 != tile // 9:
        return 0
    return counts[near]


def _ways(unseen: Sequence[int], tile: int) -> float:
    """Pairs of unseen copies that make a chow with the tile, by 16 of them."""
    two, one, next_one, next_two = [_near(unseen, tile, step) for step in (-2, -1, 1, 2)]
    return (two * one + one * next_one + next_one * next_two) / 16
