"""Where the unseen tiles are: how likely the next draw or the next discard brings each.

For example, a player who discards 4 of a suit seldom holds 3 or 5 of it, so these are more likely
in the wall; late in the game an honour that nobody has discarded is probably held. Two small models
say how much: `mj learn fit tile-location` fits their coefficients (docs/guide/fitting.md);
docs/results/odds.md has figures.
"""

from typing import Any, List, Sequence

import numpy as np

from mj_bot.events import SEATS
from mj_bot.odds.coefficient_types import TileLocationCoefficients
from mj_bot.odds.coefficients import TILE_LOCATION
from mj_bot.odds.hand_context import Array, TileLocation, evenly
from mj_bot.odds.opponents.discard_ages import ages, tens_of
from mj_bot.state import GameState
from mj_bot.tiles import COPIES, FIRST_HONOUR, TILE_KINDS, rank_kind

# Bounds of the share of the unseen tiles that are in the wall.
LEAST_SHARE, MOST_SHARE = 0.001, 0.999


def tile_location(
    state: GameState, threat: float, coefficients: TileLocationCoefficients = TILE_LOCATION
) -> TileLocation:
    """Where the unseen tiles are, by the discards. threat: how near the others are to winning."""
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
    """The chance that an unseen copy is in the wall.

    logit: the sum over its features. share: the wall's share of all unseen tiles, one or one per
    copy.
    """
    share = np.clip(share, LEAST_SHARE, MOST_SHARE)
    return 1 / (1 + np.exp(-logit) * (1 - share) / share)


def features_of(state: GameState, threat: float) -> List[List[float]]:
    """The features of every tile: [34][feature], in the order of `TileLocationCoefficients`."""
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
    """The count of the tile `step` numbers away, 0 if there is no such tile."""
    near = tile + step
    if tile >= FIRST_HONOUR or near // 9 != tile // 9:
        return 0
    return counts[near]


def _ways(unseen: Sequence[int], tile: int) -> float:
    """How many pairs of unseen copies make a chow with the tile, divided by 16."""
    two, one, next_one, next_two = [_near(unseen, tile, step) for step in (-2, -1, 1, 2)]
    return (two * one + one * next_one + next_one * next_two) / 16
