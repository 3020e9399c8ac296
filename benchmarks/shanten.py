"""How fast our shanten is and, with --check N, whether it is MahjongGB's on N hands of every size.

python -m benchmarks.shanten
python -m benchmarks.shanten --check 200000
"""

import argparse
import gc
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from statistics import median
from typing import Any, NamedTuple

import MahjongGB

from mj_bot import winning_shape as shanten_win
from mj_bot.events import CHI, GANG, PENG
from mj_bot.melds import Meld
from mj_bot.shanten import rows as shanten_rows
from mj_bot.shanten import shanten
from mj_bot.shanten.shanten import Shanten
from mj_bot.tiles import (
    CHOW_MIDDLES,
    CODES,
    COPIES,
    HONOURS,
    KNITS,
    KNITTED_STRAIGHTS,
    ORPHANS,
    TILE_KINDS,
    codes_of,
    counts_of,
    tile_of,
    tiles_from_counts,
)

SIZES = (1, 4, 7, 10, 13)
THEIRS = {
    "regular": MahjongGB.RegularShanten,
    "seven_pairs": MahjongGB.SevenPairsShanten,
    "thirteen_orphans": MahjongGB.ThirteenOrphansShanten,
    "honors_and_knitted": MahjongGB.HonorsAndKnittedTilesShanten,
    "knitted_straight": MahjongGB.KnittedStraightShanten,
}
SHOWN = 3  # examples of a difference


class Position(NamedTuple):
    """A hand of 13 - 3 x melds tiles and its melds."""

    hand: list[int]
    melds: list[Meld]

    def is_legal(self) -> bool:
        """Whether there are such tiles: four of a kind at most, melds and all."""
        shown = counts_of([tile for meld in self.melds for tile in meld.tiles()])
        return all(held + out <= COPIES for held, out in zip(self.hand, shown, strict=True))

    def __str__(self) -> str:
        melds = [" ".join(map(str, meld.pack())) for meld in self.melds]
        return " | ".join([codes_of(tiles_from_counts(self.hand)), *melds])


# ---- hands ----


def position(size: int, chance: random.Random) -> Position:
    """A random legal hand of this size, of one of several kinds."""
    left = [COPIES] * TILE_KINDS
    melds = [_meld(left, chance) for _ in range((13 - size) // 3)]
    kind = chance.choice(KINDS)
    hand = kind(size, left, chance)
    while sum(hand) < size:
        _take(hand, left, range(TILE_KINDS), chance)
    at = Position(hand, melds)
    assert at.is_legal(), str(at)
    return at


def _meld(left: list[int], chance: random.Random) -> Meld:
    while True:
        kind = chance.choice([CHI, CHI, PENG, GANG])
        tile = chance.choice(CHOW_MIDDLES) if kind == CHI else chance.randrange(TILE_KINDS)
        meld = Meld(kind, tile, 1)
        if _remove(meld.tiles(), left):
            return meld


def _remove(tiles: Sequence[int], left: list[int]) -> bool:
    needed = Counter(tiles)
    if any(left[tile] < count for tile, count in needed.items()):
        return False
    for tile in tiles:
        left[tile] -= 1
    return True


def _take(hand: list[int], left: list[int], tiles: Sequence[int], chance: random.Random) -> None:
    tile = chance.choice(tiles)
    if left[tile]:
        left[tile] -= 1
        hand[tile] += 1


def _mostly(tiles: Sequence[int], size: int, left: list[int], chance: random.Random) -> list[int]:
    """A hand of these tiles, but for some that are left to chance."""
    hand = [0] * TILE_KINDS
    for _ in range(size - chance.randint(0, min(size, 4))):
        _take(hand, left, tiles, chance)
    return hand


def _even(size: int, left: list[int], chance: random.Random) -> list[int]:
    return _mostly(range(TILE_KINDS), size, left, chance)


def _one_suit(size: int, left: list[int], chance: random.Random) -> list[int]:
    first = chance.choice([0, 9, 18])
    return _mostly(range(first, first + 9), size, left, chance)


def _few_kinds(size: int, left: list[int], chance: random.Random) -> list[int]:
    kinds = chance.sample(range(TILE_KINDS), chance.randint(4, 8))
    return _mostly(kinds, size, left, chance)


def _pairs(size: int, left: list[int], chance: random.Random) -> list[int]:
    """Pairs, but for a tile or two."""
    pairs = [[tile, tile] for tile in chance.sample(range(TILE_KINDS), size // 2 + 1)]
    taken = [pair for pair in pairs if _remove(pair, left)]
    return _mostly_kept(sum(taken, []), size, left, chance)


def _each_once(
    tiles: Sequence[int], size: int, left: list[int], chance: random.Random
) -> list[int]:
    hand = [0] * TILE_KINDS
    for tile in chance.sample(tiles, min(len(tiles), size) - chance.randint(0, min(size, 3))):
        if left[tile]:
            left[tile] -= 1
            hand[tile] += 1
    return hand


def _orphans(size: int, left: list[int], chance: random.Random) -> list[int]:
    return _each_once(ORPHANS, size, left, chance)


def _knitted(size: int, left: list[int], chance: random.Random) -> list[int]:
    straight = chance.choice(KNITTED_STRAIGHTS)
    return _each_once(straight + chance.choice([(), HONOURS]), size, left, chance)


def _nearly(size: int, left: list[int], chance: random.Random) -> list[int]:
    """Sets and a pair, but for a tile or two; a knitted straight, right or not, may be in it."""
    tiles: list[int] = []
    if size >= 10 and chance.random() < 0.4:
        knits = chance.choices(KNITS, k=3)
        if chance.random() < 0.5:
            knits = chance.sample(KNITS, 3)
        straight = [9 * suit + place for suit, knit in enumerate(knits) for place in knit]
        tiles = straight if _remove(straight, left) else []
    while len(tiles) + 3 <= size:
        tiles += _set(left, chance)
    pair = [chance.choice([tile for tile in range(TILE_KINDS) if left[tile] > 1])] * 2
    _remove(pair, left)
    return _mostly_kept(tiles + pair, size, left, chance)


def _mostly_kept(taken: list[int], size: int, left: list[int], chance: random.Random) -> list[int]:
    """A hand of tiles that were taken; what is too much, and a tile or two, goes back."""
    chance.shuffle(taken)
    kept = size - chance.randint(0, min(size, 2))
    for tile in taken[kept:]:
        left[tile] += 1
    return counts_of(taken[:kept])


def _set(left: list[int], chance: random.Random) -> list[int]:
    while True:
        tile = chance.choice([*CHOW_MIDDLES, *range(TILE_KINDS)])
        chow = tile in CHOW_MIDDLES and chance.random() < 0.7
        tiles = [tile - 1, tile, tile + 1] if chow else [tile] * 3
        if _remove(tiles, left):
            return tiles


KINDS = (_even, _one_suit, _few_kinds, _pairs, _orphans, _knitted, _nearly, _nearly)


# ---- the check ----


def answers(at: Position) -> Iterator[tuple[str, Any, Any]]:
    """Each question that MahjongGB answers too: its name, our answer, MahjongGB's."""
    codes = tuple(CODES[tile] for tile in tiles_from_counts(at.hand))
    packs = tuple(meld.pack() for meld in at.melds)
    theirs = {form: _theirs(form, codes) for form in _forms(len(codes))}
    for form, answer in theirs.items():
        yield form, getattr(shanten, form)(at.hand), answer
        yield form + "_distance", getattr(shanten, form + "_distance")(at.hand), answer.distance
    distance = MahjongGB.MahjongShanten(pack=packs, hand=codes)
    yield "least_distance", shanten.least_distance(at.hand, len(packs)), distance
    attained = {form: answer for form, answer in theirs.items() if answer.distance == distance}
    effective = {tile for answer in attained.values() for tile in answer.effective}
    whole = (distance, tuple(sorted(effective)), tuple(attained.items()))
    yield "least", tuple(shanten.least(at.hand, len(packs))), whole
    yield "is_winning_shape", wins(at), _their_wins(codes, packs)


def wins(at: Position) -> list[int]:
    """The tiles that make the hand a win."""
    return [tile for tile in range(TILE_KINDS) if shanten.is_winning_shape(at.hand, tile)]


def _forms(size: int) -> list[str]:
    if size == 13:
        return list(THEIRS)
    return ["regular", "knitted_straight"] if size == 10 else ["regular"]


def _theirs(form: str, codes: tuple[str, ...]) -> Shanten:
    distance, effective = THEIRS[form](hand=codes)
    return Shanten(distance, tuple(sorted(map(tile_of, effective))))


def _their_wins(codes: tuple[str, ...], packs: tuple[tuple[str, str, int], ...]) -> list[int]:
    found = []
    for tile in range(TILE_KINDS):
        try:
            MahjongGB.MahjongFanCalculator(
                packs, codes, CODES[tile], 0, False, False, False, False, 0, 0
            )
        except TypeError:
            continue
        found.append(tile)
    return found


def check(hands: int, seed: int) -> int:
    """Prints a table of the questions asked at so many hands of each size; how many differ."""
    print("tiles  question                        hands    differ  distances / wins in them")
    differing = 0
    for size in SIZES:
        chance = random.Random(f"{seed} {size}")
        asked: Counter[str] = Counter()
        differ: Counter[str] = Counter()
        seen: dict[str, Counter[int]] = {}
        for _ in range(hands):
            at = position(size, chance)
            for question, ours, theirs in answers(at):
                asked[question] += 1
                seen.setdefault(question, Counter())[_summary(ours)] += 1
                if ours != theirs:
                    differ[question] += 1
                    if differ[question] <= SHOWN:
                        print(f"  {question} of {at}\n    ours   {ours}\n    theirs {theirs}")
        for question, count in asked.items():
            spread = "  ".join(f"{key}:{seen[question][key]}" for key in sorted(seen[question]))
            print(f"{size:>5}  {question:<26}{count:>11,}{differ[question]:>10,}  {spread}")
        differing += sum(differ.values())
        sys.stdout.flush()
    print(f"{differing:,} answers differ")
    return differing


def _summary(answer: Any) -> int:
    """What is counted of an answer: its distance, or how many tiles win."""
    if isinstance(answer, int):
        return answer
    return len(answer) if isinstance(answer, list) else int(answer[0])


# ---- the speed ----

FRESH = 12_000  # hands that come once; the first half only warms the tables
COLD = 300
BATCH = 200


def speed(seed: int) -> None:
    """Prints the medians in microseconds."""
    chance = random.Random(seed)
    wall = [tile for tile in range(TILE_KINDS) for _ in range(COPIES)]
    dealt = [counts_of(chance.sample(wall, 13)) for _ in range(FRESH)]
    turns = _turns(chance, wall)
    melded = [position(size, chance).hand for size in (4, 7, 10) for _ in range(FRESH // 3)]
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
    nearly = [position(13, chance).hand for _ in range(FRESH)]
    _win_speed("skewed hands", [(hand, chance.randrange(TILE_KINDS)) for hand in nearly])


def _calls() -> list[tuple[str, Callable[[Any], Any], Callable[[Any], Any] | None]]:
    return [
        ("regular, 13 tiles", shanten.regular, MahjongGB.RegularShanten),
        ("regular_distance", shanten.regular_distance, None),
        ("seven_pairs", shanten.seven_pairs, MahjongGB.SevenPairsShanten),
        ("thirteen_orphans", shanten.thirteen_orphans, MahjongGB.ThirteenOrphansShanten),
        ("honors_and_knitted", shanten.honors_and_knitted, MahjongGB.HonorsAndKnittedTilesShanten),
        ("knitted_straight", shanten.knitted_straight, MahjongGB.KnittedStraightShanten),
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
    """Hands as a player meets them: draw, keep what is nearest, 18 turns a game."""
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
    """The median with every table forgotten before each hand."""
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


def _win_speed(name: str, asked: Sequence[tuple[list[int], int]]) -> None:
    """Batches of the noes only: a call is too short for the clock."""
    noes = [pair for pair in asked if not shanten.is_winning_shape(*pair)]
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
    yeses = len(asked) - len(noes)
    print(f"{name:<41}{median(times):>11.2f}{slow:>15.2f}{yeses:>10,}{len(asked):>7,}")


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", type=int, metavar="N", help="compare N hands of every size")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    if chosen.check:
        return int(check(chosen.check, chosen.seed) > 0)
    speed(chosen.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
