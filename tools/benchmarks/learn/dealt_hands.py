"""Shanten of hands of 14 tiles, and how many are nearest by seven pairs alone.

    mj learn data make --self-play odds --games 500 --seed sources-1 -o data
    python -m tools.benchmarks.learn.dealt_hands data

Random hands beside those before a discard in the games of a data set. The first two lines have the
mean shanten of random hands, by riichi's forms and by all. ± is one standard error.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterable
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

from mj_bot.shanten.shanten import least, least_distance, of_form
from mj_bot.tiles import COPIES, TILE_KINDS, counts_of
from mj_lab.learn.dataset.reading import batches

RIICHI_FORMS = ("regular", "seven_pairs", "thirteen_orphans")
PAIRS = "seven_pairs"
TILES = 14


def nearest_by_pairs(hands: Iterable[list[int]]) -> dict[int, tuple[int, float]]:
    """By shanten: how many hands, and the share that only seven pairs are nearest for."""
    count: Counter[int] = Counter()
    alone: Counter[int] = Counter()
    for hand in hands:
        nearest = least(hand, (TILES - sum(hand)) // 3)
        count[nearest.distance] += 1
        alone[nearest.distance] += [name for name, _ in nearest.forms] == [PAIRS]
    return {
        distance: (count[distance], alone[distance] / count[distance]) for distance in sorted(count)
    }


def hands_of(data: Path) -> tuple[list[list[int]], int]:
    """The hands before each discard of a data set, without their melds; the number of games."""
    hands, games = [], set()
    for batch in batches(str(data), split="train", features=("hand_only",), batch=1024, seed=1):
        discarding = batch["kind"] == 0
        hands += batch["hand_only"][discarding][:, 1].tolist()
        games.update(batch["game"].tolist())
    return hands, len(games)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path, help="a data set of games")
    parser.add_argument("--count", type=int, default=100_000, help="hands to deal")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chance = random.Random(given.seed)
    wall = [tile for tile in range(TILE_KINDS) for _ in range(COPIES)]
    dealt = [counts_of(chance.sample(wall, TILES)) for _ in range(given.count)]
    riichi = [min(of_form(form, hand).distance for form in RIICHI_FORMS) for hand in dealt]
    for name, distances in (
        ("riichi's forms", riichi),
        ("all forms", [least_distance(hand, 0) for hand in dealt]),
    ):
        error = stdev(distances) / sqrt(len(distances))
        print(f"mean shanten by {name}: {mean(distances):.4f} ± {error:.4f}")
    played, games = hands_of(given.data)
    print(f"hands before a discard: {len(played) / games:.1f} a game")
    for name, hands in (("dealt", dealt), ("in games", played)):
        for distance, (count, share) in nearest_by_pairs(hands).items():
            error = sqrt(share * (1 - share) / count)
            print(f"{name}, shanten {distance}: {count} hands, {share:.1%} ± {error:.1%} by pairs")


if __name__ == "__main__":
    main()
