"""Speed of our shanten beside MahjongGB's: medians in microseconds.

python -m tools.benchmarks.shanten
"""

import argparse
import gc
import random
import time
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from typing import Any

import MahjongGB

from mj_bot import winning_shape as shanten_win
from mj_bot.shanten import rows as shanten_rows
from mj_bot.shanten import shanten
from mj_bot.tiles import CODES, COPIES, TILE_KINDS, counts_of, tiles_from_counts
from mj_lab.measure.check.shanten.random_hands import random_hand

FRESH = 12_000  # hands used once; the first half only warms the caches
COLD = 300
BATCH = 200


def speed(seed: int) -> None:
    """Prints the medians in microseconds."""
    chance = random.Random(seed)
    wall = [tile for tile in range(TILE_KINDS) for _ in range(COPIES)]
    dealt = [counts_of(chance.sample(wall, 13)) for _ in range(FRESH)]
    turns = _turns(chance, wall)
    melded = [random_hand(size, chance).hand for size in (4, 7, 10) for _ in range(FRESH // 3)]
    chance.shuffle(melded)
    gc.disable()
    print(
        "median microseconds a call                 fresh hands  in a game  tables empty  MahjongGB"
    )
    for name, function, theirs in _calls():
        _forget()
        fresh = _median(function, dealt)
        game = _median(function, turns)
        cold = _cold(function, dealt[:COLD])
        other = _median(theirs, [_codes(hand) for hand in dealt[:2000]]) if theirs else None
        shown = f"{other:>11.1f}" if other is not None else f"{'-':>11}"
        print(f"{name:<41}{fresh:>13.1f}{game:>11.1f}{cold:>14.1f}{shown}")
    gc.enable()
    print("\nis_winning_shape, microseconds a call      median no  slowest tenth  says yes  asked")
    for name, hands in (("dealt hands", dealt), ("hands in a game", turns), ("melded", melded)):
        _win_speed(name, [(hand, chance.randrange(TILE_KINDS)) for hand in hands])
    nearly = [random_hand(13, chance).hand for _ in range(FRESH)]
    _win_speed("skewed hands", [(hand, chance.randrange(TILE_KINDS)) for hand in nearly])


def _calls() -> list[tuple[str, Callable[[Any], Any], Callable[[Any], Any] | None]]:
    return [
        ("regular, 13 tiles", partial(shanten.of_form, "regular"), MahjongGB.RegularShanten),
        ("seven_pairs", partial(shanten.of_form, "seven_pairs"), MahjongGB.SevenPairsShanten),
        (
            "thirteen_orphans",
            partial(shanten.of_form, "thirteen_orphans"),
            MahjongGB.ThirteenOrphansShanten,
        ),
        (
            "honors_and_knitted",
            partial(shanten.of_form, "honors_and_knitted"),
            MahjongGB.HonorsAndKnittedTilesShanten,
        ),
        (
            "knitted_straight",
            partial(shanten.of_form, "knitted_straight"),
            MahjongGB.KnittedStraightShanten,
        ),
        ("least", lambda hand: shanten.least(hand, 0), None),
        (
            "least_distance",
            lambda hand: shanten.least_distance(hand, 0),
            lambda codes: MahjongGB.MahjongShanten((), codes),
        ),
    ]


def _codes(hand: Sequence[int]) -> tuple[str, ...]:
    return tuple(CODES[tile] for tile in tiles_from_counts(hand))


def _turns(chance: random.Random, wall: list[int]) -> list[list[int]]:
    """Hands as a player meets them: draw, keep the nearest, 18 turns a game."""
    hands: list[list[int]] = []
    while len(hands) < FRESH:
        tiles = chance.sample(wall, 13 + 18)
        hand = counts_of(tiles[:13])
        for drawn in tiles[13:]:
            hand[drawn] += 1
            held = [tile for tile in range(TILE_KINDS) if hand[tile]]
            chance.shuffle(held)
            after = {tile: _without(hand, tile) for tile in held}
            best = min(held, key=lambda tile: shanten.least_distance(after[tile], 0))
            hands += list(after.values())
            hand = after[best]
    return hands[:FRESH]


def _without(hand: Sequence[int], tile: int) -> list[int]:
    left = list(hand)
    left[tile] -= 1
    return left


def _median(function: Callable[[Any], Any], hands: Sequence[Any]) -> float:
    """The median over the second half of the hands."""
    times = [_time(function, hand) for hand in hands]
    return median(times[len(times) // 2 :])


def _cold(function: Callable[[Any], Any], hands: Sequence[Any]) -> float:
    """The median with every cache cleared before each hand."""
    times = []
    for hand in hands:
        _forget()
        times.append(_time(function, hand))
    return median(times)


def _time(function: Callable[[Any], Any], hand: Any) -> float:
    start = time.perf_counter()
    function(hand)
    return (time.perf_counter() - start) * 1e6


def _forget() -> None:
    for module in (shanten_rows, shanten_win):
        for thing in vars(module).values():
            if hasattr(thing, "cache_clear"):
                thing.cache_clear()


def _win_speed(name: str, hands: Sequence[tuple[list[int], int]]) -> None:
    """Batches of rejected hands only: a call is too short for the clock."""
    noes = [pair for pair in hands if not shanten.is_winning_shape(*pair)]
    ask = shanten.is_winning_shape
    times = []
    for first in range(0, len(noes) - BATCH + 1, BATCH):
        batch = noes[first : first + BATCH]
        start = time.perf_counter()
        for hand, tile in batch:
            ask(hand, tile)
        times.append((time.perf_counter() - start) * 1e6 / BATCH)
    times.sort()
    slow = times[len(times) * 9 // 10]
    yeses = len(hands) - len(noes)
    print(f"{name:<41}{median(times):>11.2f}{slow:>15.2f}{yeses:>10,}{len(hands):>7,}")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    speed(parser.parse_args().seed)


if __name__ == "__main__":
    main()
