"""What `look_ahead` says of each discard, against trying all draws, and with other tiles."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import comb
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mj_bot.actions import action_space
from mj_bot.events import CHI, PENG
from mj_bot.features.look_ahead import LEAST_FANS, LOOK_AHEAD, REPLACED, look_ahead
from mj_bot.history import load_json
from mj_bot.odds.targets.nearest import Nearest
from mj_bot.state import CLAIM, OWN_DRAW, GameState
from mj_bot.successor import after_claim
from mj_bot.tiles import codes_of, tile_of, tiles_from_counts, tiles_of
from tests.mj_bot.features.all_wins import ways_to_win
from tests.mj_bot.features.games import asked
from tests.mj_bot.features.symmetries import SYMMETRIES, other_tiles
from tests.recorded import Recorded, dealt

Blocks = NDArray[np.uint8]

CLASSES = 1 + len(LEAST_FANS)


@pytest.fixture(scope="module")
def nearest() -> Nearest:
    return Nearest()


def some_asked(match: dict[str, Any]) -> Iterator[GameState]:
    return (state for number, (state, _) in enumerate(asked(match)) if number % 5 == 0)


def blocks(cells: Blocks) -> tuple[Blocks, Blocks]:
    """[reachable and three chances, k, class, 34], and of claims [claim, k, class, 34]."""
    first = 4 * REPLACED * CLASSES
    return (
        cells[:first].reshape(4, REPLACED, CLASSES, 34),
        cells[first:].reshape(5, REPLACED, 2, 34),
    )


def own_turn(tiles: str, seat: int = 1) -> GameState:
    """An own first turn with 14 tiles."""
    *hand, drawn = tiles.split()
    requests = [f"0 {seat} 2", "1 0 0 0 0 " + " ".join(hand), "2 " + drawn]
    return load_json({"requests": requests})


def chance_told(byte: int) -> tuple[float, float]:
    """Between which chances a byte stands."""
    return 2 ** ((byte - 255) / 10), 2 ** ((byte - 254) / 10)


def assert_told(byte: int, chance: float) -> None:
    if not chance:
        assert byte == 0
        return
    least, below = chance_told(byte)
    assert least * (1 - 1e-9) <= chance or byte == 1
    assert chance < below * (1 + 1e-9) or byte == 255


def assert_as_by_trying(state: GameState, nearest: Nearest, draws: int) -> int:
    """Returns how many discards leave a win of 6 fan in this many draws."""
    own, _ = blocks(look_ahead(state, nearest))
    winds = (state.seat, state.prevalent_wind)
    wanted = ways_to_win(state.hand, state.unseen, winds, draws)
    in_all = comb(sum(state.unseen), draws)
    for tile in range(34):
        for its_class, ways in enumerate(wanted.get(tile, [0] * CLASSES)):
            where = (codes_of(tiles_from_counts(state.hand)), tile, its_class)
            assert own[0, draws - 1, its_class, tile] == (ways > 0), where
            assert_told(int(own[1, draws - 1, its_class, tile]), ways / in_all)
    return sum(ways[1] > 0 for ways in wanted.values())


def near_hand(rng: random.Random, away: int) -> str:
    """Four sets and a pair, of one suit or of three with pungs of terminals, less some tiles."""
    while True:
        suit = rng.randrange(3)
        sets = [rng.choice([(n, n + 1, n + 2), (n, n, n)]) for n in rng.choices(range(7), k=4)]
        pair = rng.randrange(9)
        tiles = [9 * suit + number for one in sets for number in one] + [9 * suit + pair] * 2
        rng.shuffle(tiles)
        tiles = tiles[away:] + rng.sample(range(34), away)
        if max(tiles.count(tile) for tile in tiles) <= 4:
            return codes_of(tiles)


@pytest.mark.parametrize("seed", range(30))
def test_ready_hands_as_by_trying_every_tile(nearest: Nearest, seed: int) -> None:
    state = own_turn(near_hand(random.Random(seed), away=1), seat=seed % 4)
    assert_as_by_trying(state, nearest, 1)


@pytest.mark.parametrize("seed", range(3))
def test_hands_one_from_ready_as_by_trying_all_pairs(nearest: Nearest, seed: int) -> None:
    state = own_turn(near_hand(random.Random(seed), away=2))
    assert_as_by_trying(state, nearest, 2)


@pytest.mark.parametrize(
    "tiles",
    [
        "W1 W2 W3 W4 W5 W6 W7 W8 B3 B3 B3 T5 T5 J1",  # Pure Straight on W9
        "W1 W1 W1 B1 B1 B1 F2 F2 F3 F3 F3 T5 J2 J2",
        "W1 W1 W3 W3 W5 W5 B2 B2 B6 B6 T1 T1 T2 F1",  # Seven Pairs
    ],
)
def test_known_hands_as_by_trying_every_tile(nearest: Nearest, tiles: str) -> None:
    assert assert_as_by_trying(own_turn(tiles), nearest, 1) > 0


def test_a_straight_read_off_by_hand(nearest: Nearest) -> None:
    """Only W9 makes Pure Straight, 16 fan, and only if J1 goes: four of 122 unseen tiles."""
    state = own_turn("W1 W2 W3 W4 W5 W6 W7 W8 B3 B3 B3 T5 T5 J1")
    own, claims = blocks(look_ahead(state, nearest))
    assert not claims.any()
    ready = own[:, 0, 1 + LEAST_FANS.index(16)]
    assert np.flatnonzero(ready[0]).tolist() == [tile_of("J1")]
    assert_told(int(ready[1, tile_of("J1")]), 4 / 122)
    assert not own[0, 0, 1 + LEAST_FANS.index(24) :].any()
    # W3 and W6 make a hand of 2 fan (No Honors, Short Straight): no win, and no Chicken Hand.
    assert not own[0, 0, 0].any()
    assert LOOK_AHEAD.shape == (len(look_ahead(state, nearest)), 34)


def test_passing_is_told_in_every_column(recorded: Recorded, nearest: Nearest) -> None:
    told = 0
    for state in some_asked(recorded("botzone_matches")[1]):
        own, _ = blocks(look_ahead(state, nearest))
        if state.decision != OWN_DRAW:
            assert (own == own[..., :1]).all()
            told += bool(own.any())
        else:
            not_held = np.array(state.hand) == 0
            assert not own[..., not_held].any()
    assert told > 10


def test_claims_reach_what_the_state_after_them_does(recorded: Recorded, nearest: Nearest) -> None:
    compared = 0
    for state, _ in asked(recorded("botzone_matches")[2]):
        _, claims = blocks(look_ahead(state, nearest))
        offered = {0, 1, 2, 3, 4} if state.decision == CLAIM else set()
        for action in action_space(state) if state.decision == CLAIM else []:
            if action.kind not in (CHI, PENG):
                continue
            place = 3 if action.chow is None else (state.offered or 0) - action.chow + 1
            after, _ = blocks(look_ahead(after_claim(state, action), nearest))
            assert ((claims[place] > 0) == after[0][:, 1:3]).all()
            offered -= {place}
            compared += 1
            break
        if not any(action.kind in (CHI, PENG) for action in action_space(state)):
            assert not claims[:4].any()
    assert compared > 10


def test_a_kong_of_the_discard_has_no_discard(nearest: Nearest) -> None:
    state = dealt("J1 J1 J1 W1 W2 W3 B1 B2 B3 T1 T2 T4 F1", "3 2 PLAY J1")
    _, claims = blocks(look_ahead(state, nearest))
    assert claims[4].any()
    assert (claims[4] == claims[4][..., :1]).all()
    assert np.flatnonzero(claims[3].any(axis=(0, 1))).tolist() == [
        tile
        for tile in sorted(set(tiles_of("J1 W1 W2 W3 B1 B2 B3 T1 T2 T4 F1")))
        if claims[3][:, :, tile].any()
    ]
    assert not claims[:3].any()


def test_more_fan_is_never_likelier(recorded: Recorded, nearest: Nearest) -> None:
    for state in some_asked(recorded("botzone_matches")[4]):
        own, claims = blocks(look_ahead(state, nearest))
        assert (np.diff(own[:, :, 1:].astype(int), axis=2) <= 0).all()
        assert (np.diff(claims.astype(int), axis=2) <= 0).all()
        assert ((own[1] > 0) == own[0]).all()
        assert ((own[2:] > 0) == own[0]).all()


# Fans for which suits, numbers and dragons differ: All Green and Reversible Tiles.
SPECIAL = ("T2 T3 T4 T6 T8 J2", "B1 B2 B3 B4 B5 B8 B9 T2 T4 T5 T6 T8 T9 J3")


def is_near_special(state: GameState) -> bool:
    """Whether the hand, or what it may claim, is within reach of them."""
    hand = list(state.hand)
    if state.decision == CLAIM and state.offered is not None:
        hand[state.offered] += 1
    held = [
        *tiles_from_counts(hand),
        *(one for meld in state.own_melds for one in meld.tiles()[:3]),
    ]
    return any(sum(tile in tiles_of(tiles) for tile in held) >= 14 - REPLACED for tiles in SPECIAL)


@pytest.mark.parametrize("name", SYMMETRIES)
def test_other_tiles_move_their_columns(recorded: Recorded, nearest: Nearest, name: str) -> None:
    symmetry = tiles, turned = SYMMETRIES[name]
    compared = 0
    for number, (state, _) in enumerate(asked(recorded("botzone_matches")[6])):
        other = other_tiles(state, symmetry)
        if number % 15 or is_near_special(state) or is_near_special(other):
            continue
        moved, moved_claims = blocks(look_ahead(other, nearest))
        own, claims = blocks(look_ahead(state, nearest))
        assert (moved[..., tiles] == own).all()
        if turned:  # The first tile of a run becomes its last.
            moved_claims = moved_claims[[2, 1, 0, 3, 4]]
        assert (moved_claims[..., tiles] == claims).all()
        compared += 1
    assert compared > 5
