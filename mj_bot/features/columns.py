"""The feature `columns`: channels of 34 places, one for each tile, with all that the seat sees.

Shape [246, 34], 0 and 1. Seats go from the own one: own, next, opposite, before. For a tile that is
there n times the first n of four channels are 1. The channels, in the order of `CHANNELS`:

hand 4: the own hand without the melds, a drawn tile included.
melds 4 x 16: by seat four melds of four channels, as they were made; of another seat's concealed
    kong, whose tile is hidden, the fourth channel is 1 in every place.
discards 4 x 27: by seat one channel a discard, the oldest first, claimed ones too.
seen 4: every copy that this seat has seen, its own included.
seat_wind 4, prevalent_wind 4: one of the channels is 1 in every place, as in the next six.
to_act 4: the seat that drew or discarded last.
decision 3: the kind of decision: an own turn, a claim, the robbing of a kong.
wall 5: tiles left in all walls: up to 5, 10, 22, 46, more.
own_wall 8: tiles left in the own wall: 0, 1, 2, 3, 4, up to 8, 13, more.
turn 11: own discards so far: 0, 1, 2, 3, up to 5, 7, 9, 11, 13, 16, more.
own_melds 5: the number of own melds, and so of tiles in hand.
claimed 1: the tile that may be claimed, or of the kong that may be robbed.
after_claim 5 x 4: the hand as it would be after a chow with the claimed tile first, in the middle,
    last, after a pung, after a kong; zeros where that is not possible.
made 1: the tiles of the melds that these claims would make.

The last two are 0 unless a discard may be claimed. A chow or pung is two decisions: the discard
that goes with it is chosen in the state of `mj_bot.successor.after_claim`, which is an own turn.

Source: 从零开始的麻将AI论文复现(一), an article that encodes the input of J. Li and others, Suphx:
Mastering Mahjong with Deep Reinforcement Learning, arXiv:2003.13590, with its thresholds of the
wall; the 22 channels for claims are its hand and melds after the claim, for all five at once.
"""

from typing import Dict, List, Sequence, Tuple

import numpy as np

from mj_bot.events import SEATS
from mj_bot.features.claims import CLAIM_PLACES, possible_claims
from mj_bot.features.feature import Feature
from mj_bot.odds.hand_context import Array
from mj_bot.state import NOTHING, GameState
from mj_bot.tiles import COPIES, MOST_SETS, TILE_KINDS

# 23 draws and 4 claims: nobody discards more often, flowers or not.
DISCARD_ROWS = 27
_DECISIONS = 3

# Lower bounds of the buckets.
_WALL = (0, 6, 11, 23, 47)
_OWN_WALL = (0, 1, 2, 3, 4, 5, 9, 14)
_TURN = (0, 1, 2, 3, 4, 6, 8, 10, 12, 14, 17)

# The channels' names, and how many each has.
CHANNELS: Tuple[Tuple[str, int], ...] = (
    ("hand", COPIES),
    ("melds", SEATS * MOST_SETS * COPIES),
    ("discards", SEATS * DISCARD_ROWS),
    ("seen", COPIES),
    ("seat_wind", SEATS),
    ("prevalent_wind", SEATS),
    ("to_act", SEATS),
    ("decision", _DECISIONS),
    ("wall", len(_WALL)),
    ("own_wall", len(_OWN_WALL)),
    ("turn", len(_TURN)),
    ("own_melds", MOST_SETS + 1),
    ("claimed", 1),
    ("after_claim", CLAIM_PLACES * COPIES),
    ("made", 1),
)
COLUMNS = Feature("columns", 1, (sum([size for _, size in CHANNELS]), TILE_KINDS))

_STEPS = np.arange(COPIES, dtype=np.uint8)[:, None]


def first_channels() -> Dict[str, int]:
    """The first channel of each name in `CHANNELS`."""
    firsts, first = {}, 0
    for name, size in CHANNELS:
        firsts[name] = first
        first += size
    return firsts


_FIRST = first_channels()


def columns(state: GameState) -> Array:
    """The channels of a state: uint8 [246, 34]."""
    cells = np.zeros(COLUMNS.shape, np.uint8)
    counts = [state.hand, [COPIES - left for left in state.unseen]]
    firsts = [_FIRST["hand"], _FIRST["seen"]]
    places = _meld_places(state) + _discard_places(state)
    if state.offered is not None and state.decision != NOTHING:
        places.append(_FIRST["claimed"] * TILE_KINDS + state.offered)
    for claim in possible_claims(state):
        places += [_FIRST["made"] * TILE_KINDS + tile for tile in claim.meld.tiles()]
        counts.append(claim.hand)
        firsts.append(_FIRST["after_claim"] + claim.place * COPIES)
    unary = np.array(counts, np.uint8)[:, None] > _STEPS
    for first, rows in zip(firsts, unary):
        cells[first : first + COPIES] = rows
    cells.reshape(-1)[places] = 1
    cells[_whole_channels(state)] = 1
    return cells


def _meld_places(state: GameState) -> List[int]:
    places: List[int] = []
    for step in range(SEATS):
        first = _FIRST["melds"] + step * MOST_SETS * COPIES
        for number, meld in enumerate(state.melds[(state.seat + step) % SEATS]):
            channel = first + number * COPIES
            if meld.tile is None:
                start = (channel + COPIES - 1) * TILE_KINDS
                places += range(start, start + TILE_KINDS)
            tiles = meld.tiles()
            for index, tile in enumerate(tiles):
                copy = index if tile == tiles[0] else 0
                places.append((channel + copy) * TILE_KINDS + tile)
    return places


def _discard_places(state: GameState) -> List[int]:
    places = []
    for step in range(SEATS):
        first = (_FIRST["discards"] + step * DISCARD_ROWS) * TILE_KINDS
        discards = state.discards[(state.seat + step) % SEATS][:DISCARD_ROWS]
        places += [
            first + TILE_KINDS * number + discard.tile for number, discard in enumerate(discards)
        ]
    return places


def _whole_channels(state: GameState) -> List[int]:
    """The channels that are 1 in every place, except those of hidden melds."""
    channels = [
        _FIRST["seat_wind"] + state.seat,
        _FIRST["prevalent_wind"] + state.prevalent_wind,
        _FIRST["to_act"] + (state.turn - state.seat) % SEATS,
        _FIRST["wall"] + _bucket(sum(state.walls), _WALL),
        _FIRST["own_wall"] + _bucket(state.walls[state.seat], _OWN_WALL),
        _FIRST["turn"] + _bucket(len(state.discards[state.seat]), _TURN),
        _FIRST["own_melds"] + len(state.own_melds),
    ]
    if state.decision != NOTHING:
        channels.append(_FIRST["decision"] + state.decision - 1)
    return channels


def _bucket(number: int, least: Sequence[int]) -> int:
    return len([bound for bound in least if bound <= number]) - 1
