"""The table against MahjongGB, and its search against looking at every shape."""

import random
from functools import lru_cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from MahjongGB import MahjongFanCalculator

from mj_bot.fan import Luck, win
from mj_bot.melds import CHI, PENG, Meld
from mj_bot.search.parts import sets_of_code
from mj_bot.search.shapes import LEAST_FAN, ShapeTable, load_table, unpack_table
from mj_bot.state import load_json
from mj_bot.tiles import CHOW_MIDDLES, CODES, TILE_KINDS, counts_of, tiles_of

MELDED_HAND = 6
NO_WINDS = np.zeros(498, np.int16)


@lru_cache(maxsize=1)
def table() -> ShapeTable:
    return load_table()


def melded_fan(sets: list[tuple[bool, int]], pair: int, seat: int, prevalent: int) -> int:
    """What MahjongGB counts when all is melded, without Melded Hand."""
    packs = tuple(("CHI" if chow else "PENG", CODES[tile], 1) for chow, tile in sets)
    winds = (seat, prevalent)
    code = CODES[pair]
    found = MahjongFanCalculator(packs, (code,), code, 0, False, False, False, False, *winds)
    return sum(points for points, _ in found) - MELDED_HAND


def sets_and_pair(parts: np.ndarray) -> tuple[list[tuple[bool, int]], int]:
    sets, pair = [], -1
    for suit, part in enumerate(parts.tolist()):
        source = table().honours if suit == 3 else table().suit
        own = sets_of_code(int(source.code[part]))
        sets += [(chow, 9 * suit + place) for chow, place in own]
        if source.pair[part] >= 0:
            pair = 9 * suit + int(source.pair[part])
    return sets, pair


def random_shape(rng: random.Random) -> tuple[list[tuple[bool, int]], int]:
    every = [(True, tile) for tile in CHOW_MIDDLES] + [(False, tile) for tile in range(TILE_KINDS)]
    while True:
        sets, pair = rng.choices(every, k=4), rng.randrange(TILE_KINDS)
        counts = tiles_in(sets, pair)
        if max(counts) <= 4:
            return sets, pair


def tiles_in(sets: list[tuple[bool, int]], pair: int) -> list[int]:
    tiles = [pair, pair]
    for chow, tile in sets:
        tiles += [tile - 1, tile, tile + 1] if chow else [tile] * 3
    return counts_of(tiles)


def no_pung_of(sets: list[tuple[bool, int]]) -> int:
    return next((wind for wind in range(4) if (False, 27 + wind) not in sets), 0)


def has_wind_pung(sets: list[tuple[bool, int]]) -> bool:
    return any(not chow and 27 <= tile <= 30 for chow, tile in sets)


def test_a_random_sample_has_the_fan_that_mahjonggb_counts() -> None:
    sample = np.random.RandomState(5).randint(0, len(table()), 20000)
    parts = table().parts_of(sample)
    lifts = {(s, p): table().wind_lift(s, p) for s in range(4) for p in range(4)}
    rng = random.Random(5)
    for shape, own in zip(sample, parts, strict=True):
        sets, pair = sets_and_pair(own)
        wind = no_pung_of(sets)
        fan = int(table().fan[shape])
        assert fan == min(melded_fan(sets, pair, wind, wind), 255)
        winds = (rng.randrange(4), rng.randrange(4))
        # With three pungs of winds (12 fan and more) the calculator counts them otherwise.
        if fan < 12 and has_wind_pung(sets):
            assert fan + lifts[winds][own[3]] == melded_fan(sets, pair, *winds)


def test_every_shape_has_fourteen_tiles_and_no_fifth() -> None:
    for first in range(0, len(table()), 200000):
        shapes = np.arange(first, min(first + 200000, len(table())))
        counts = table().counts(table().parts_of(shapes))
        assert (counts.sum(axis=1) == 14).all()
        assert counts.max() <= 4


def test_random_shapes_are_held_exactly_when_they_should_be() -> None:
    rng = random.Random(9)
    parts = table().parts_of(np.arange(len(table())))
    base = np.array([len(table().suit.code)] * 3 + [498], np.int64)
    held = set(_keys(parts, base).tolist())
    index = [_index(source) for source in [table().suit] * 3 + [table().honours]]
    for _ in range(20000):
        sets, pair = random_shape(rng)
        fan = melded_fan(sets, pair, no_pung_of(sets), no_pung_of(sets))
        all_pungs = not any(chow for chow, _ in sets)
        wanted = not all_pungs and fan >= (5 if has_wind_pung(sets) else LEAST_FAN)
        own = [index[suit][_code(sets, pair, suit)] for suit in range(4)]
        assert (int(_keys(np.array([own]), base)[0]) in held) == wanted


def _keys(parts: np.ndarray, base: np.ndarray) -> np.ndarray:
    key = np.zeros(len(parts), np.int64)
    for suit in range(4):
        key = key * base[suit] + parts[:, suit]
    return key


def _index(source: object) -> dict[tuple[int, int], int]:
    both = zip(source.code.tolist(), source.pair.tolist(), strict=True)
    return {one: place for place, one in enumerate(both)}


def _code(sets: list[tuple[bool, int]], pair: int, suit: int) -> tuple[int, int]:
    code = 0
    for chow, tile in sets:
        if tile // 9 == suit:
            code += 1 << (3 * (tile % 9 - 1)) if chow else 1 << (21 + tile % 9)
    return code, pair % 9 if pair // 9 == suit else -1


@pytest.mark.parametrize("seed", range(3))
def test_search_finds_what_looking_at_every_shape_finds(seed: int) -> None:
    rng = random.Random(seed)
    sets, pair = random_shape(rng)
    melds = [Meld(CHI if chow else PENG, tile, 1) for chow, tile in sets[:seed]]
    wall = [tile for tile, count in enumerate(tiles_in(sets, pair)) for _ in range(4 - count)]
    rng.shuffle(wall)
    hand = counts_of(wall[: 14 - 3 * seed])
    own = np.array(hand) + counts_of([tile for meld in melds for tile in meld.tiles()])
    unseen = [max(4 - count - rng.randrange(2), 0) for count in own.tolist()]
    distances = table().part_distances(hand, unseen, melds)
    lift = table().wind_lift(1, 2)
    for slack, least in ((0, 8), (1, 8), (1, 6), (2, 8)):
        found = table().nearest(distances, slack, lift, least)
        expected = brute_force(own, unseen, melds, lift, least)
        near = expected[expected[:, 1] <= expected[:, 1].min() + slack]
        mine = np.stack([found.fan, found.distance], axis=1)
        assert len(near) == len(mine)
        assert sorted(near.tolist()) == sorted(mine.tolist())


def brute_force(
    own: np.ndarray, unseen: list[int], melds: list[Meld], lift: np.ndarray, least: int
) -> np.ndarray:
    """Fan and distance of all shapes of at least this fan that hold the melds and can be had."""
    rows = []
    for first in range(0, len(table()), 100000):
        shapes = np.arange(first, min(first + 100000, len(table())))
        parts = table().parts_of(shapes)
        lacks = np.maximum(table().counts(parts).astype(np.int16) - own, 0)
        fan = table().fan[shapes] + lift[parts[:, 3]]
        keep = (lacks <= unseen).all(axis=1) & (fan >= least)
        for suit in range(4):
            melds_here = [meld for meld in melds if meld.tile // 9 == suit]
            source = table().honours if suit == 3 else table().suit
            keep &= source.holding(melds_here)[parts[:, suit]]
        rows.append(np.stack([fan[keep], lacks[keep].sum(axis=1)], axis=1))
    return np.concatenate(rows)


def test_hands_that_won_are_found_complete(recorded: object) -> None:
    """Wins of at least 8 fan with no help from how they were won are at distance 0."""
    found = 0
    for match in (*recorded("judged_games"), *recorded("rare_games"), *recorded("botzone_matches")):
        for hand, melds, fan in wins_of(match):
            distances = table().part_distances(hand, [4] * 34, melds)
            near = table().nearest(distances, 0, NO_WINDS, 8)
            if fan >= 8:
                assert near.distance.min() == 0
                assert near.fan.max() >= fan
                found += 1
    assert found >= 20


def wins_of(match: dict) -> list[tuple[list[int], list[Meld], int]]:
    """Hand with the winning tile, melds, and the fan when all is melded."""
    result = match["result"]
    if result["action"] != "HU":
        return []
    seat = result["player"]
    requests = [turn[seat] for turn in match["requests"]]
    responses = [turn[seat] for turn in match["responses"]]
    state = load_json({"requests": requests, "responses": responses[:-1]})
    hand = list(state.hand)
    if state.drawn is None:
        hand[state.offered] += 1
    fan = best_melded_fan(hand, state.own_melds)
    return [] if fan is None else [(hand, state.own_melds, fan)]


def best_melded_fan(hand: list[int], melds: list[Meld]) -> int | None:
    """The most fan over all ways to part the hand into sets and a pair; None for other forms."""
    fixed = [(meld.kind == CHI, meld.tile) for meld in melds]
    fans = []
    for sets, pair in partings(hand, 4 - len(melds)):
        whole = fixed + sets
        if any(chow for chow, _ in whole):
            fans.append(melded_fan(whole, pair, no_pung_of(whole), no_pung_of(whole)))
    return max(fans, default=None)


def partings(hand: list[int], sets: int) -> list[tuple[list[tuple[bool, int]], int]]:
    tile = next((tile for tile, count in enumerate(hand) if count), None)
    if tile is None:
        return []
    found = []
    if sum(hand) == 2 and hand[tile] == 2:
        return [([], tile)]
    if hand[tile] >= 3:
        rest = list(hand)
        rest[tile] -= 3
        found += [([(False, tile), *more], pair) for more, pair in partings(rest, sets - 1)]
    if tile + 1 in CHOW_MIDDLES and hand[tile + 1] and hand[tile + 2]:
        rest = list(hand)
        for one in (tile, tile + 1, tile + 2):
            rest[one] -= 1
        found += [([(True, tile + 1), *more], pair) for more, pair in partings(rest, sets - 1)]
    if hand[tile] >= 2:
        rest = list(hand)
        rest[tile] -= 2
        without = _sets_only(rest)
        found += [(more, tile) for more in without]
    return found


def _sets_only(hand: list[int]) -> list[list[tuple[bool, int]]]:
    tile = next((tile for tile, count in enumerate(hand) if count), None)
    if tile is None:
        return [[]]
    found = []
    if hand[tile] >= 3:
        rest = list(hand)
        rest[tile] -= 3
        found += [[(False, tile), *more] for more in _sets_only(rest)]
    if tile + 1 in CHOW_MIDDLES and hand[tile + 1] and hand[tile + 2]:
        rest = list(hand)
        for one in (tile, tile + 1, tile + 2):
            rest[one] -= 1
        found += [[(True, tile + 1), *more] for more in _sets_only(rest)]
    return found


@settings(max_examples=20)
@given(st.integers(0, 10**6))
def test_all_shapes_near_a_hand_complete_it(seed: int) -> None:
    """Hand plus what the nearest shape lacks wins with at least 8 fan, by MahjongGB."""
    rng = random.Random(seed)
    deck = [tile for tile in range(TILE_KINDS) for _ in range(4)]
    rng.shuffle(deck)
    hand = counts_of(deck[:14])
    distances = table().part_distances(hand, [4 - count for count in hand], [])
    found = table().nearest(distances, 0, NO_WINDS, 8)
    for counts in table().counts(found.parts)[:20].astype(int):
        assert np.maximum(counts - hand, 0).sum() == found.distance[0]
        tile = int(np.flatnonzero(counts)[-1])
        rest = counts.tolist()
        rest[tile] -= 1
        won = win(rest, [], tile, Luck(seat_wind=0, prevalent_wind=0))
        assert won is not None
        assert won.fan >= 8


def test_a_tile_that_is_gone_makes_a_shape_unreachable() -> None:
    hand = counts_of(tiles_of("W1 W2 W3 B4 B5 B6 T7 T8 F1 F1 F2 F2 F2 J1"))
    unseen = [4 - count for count in hand]
    near = table().nearest(table().part_distances(hand, unseen, []), 0, NO_WINDS, 8)
    assert near.distance.min() == 1
    unseen[tiles_of("T9")[0]] = 0
    gone = table().nearest(table().part_distances(hand, unseen, []), 0, NO_WINDS, 8)
    assert (table().counts(gone.parts)[:, 26] == 0).all()


def test_what_is_no_table_is_refused() -> None:
    with pytest.raises(ValueError, match="table"):
        unpack_table(b"x" * 100)
