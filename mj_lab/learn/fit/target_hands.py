"""Builds the bot's table of target hands, mj_bot/odds/targets/shapes.bin: `make tables`.

It computes the fan of all 11,580,567 ways to choose four sets and a pair with MahjongGB. The fan
does not change when suits are permuted (All Green and Reversible Tiles are counted one by one), so
2 million calls are enough: 20 s of one core. The output is reproducible; shapes.sha256 has its
SHA-256, and a test compares the shipped table with it.
"""

import argparse
import itertools
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from MahjongGB import MahjongFanCalculator

import mj_bot.odds.targets
from mj_bot.fan import MIN_FAN
from mj_bot.odds.targets.suit_parts import (
    SuitParts,
    honour_parts,
    sets_of_code,
    suit_parts,
)
from mj_bot.odds.targets.target_table import (
    CHICKEN,
    DATA_FILE,
    MIN_TARGET_FAN,
    MOST_FAN,
    pack_table,
)
from mj_bot.tiles import CODES, tiles_of
from mj_lab.core.files import check_output, write_whole

SHIPPED = Path(mj_bot.odds.targets.__file__).parent / DATA_FILE
DIGEST_FILE = Path(__file__).parent / "shapes.sha256"

MELDED_HAND = 6
# A pung of the seat's and round's wind counts 4, not 1.
MOST_WIND_LIFT = 3

GREEN = tiles_of("T2 T3 T4 T6 T8 J2")
REVERSIBLE = tiles_of("B1 B2 B3 B4 B5 B8 B9 T2 T4 T5 T6 T8 T9 J3")

Pack = tuple[str, str, int]
TargetRows = np.ndarray[Any, np.dtype[np.int64]]


class Fans:
    """Counts the fan of targets, given by their parts, with all sets melded."""

    def __init__(self) -> None:
        self.parts = [suit_parts()] * 3 + [honour_parts()]
        self._packs = [_packs(parts, 9 * suit) for suit, parts in enumerate(self.parts)]
        self._pairs = [_pairs(parts, 9 * suit) for suit, parts in enumerate(self.parts)]
        pungs = self.parts[3].counts[:, :4] >= 3
        # A wind without a pung in the target; with four pungs of winds it does not matter.
        self._winds = [int(np.argmin(row)) for row in pungs]
        self.wind_pungs = pungs.any(axis=1)

    def fan(self, target: tuple[int, int, int, int]) -> int:
        """The fan of one target: parts of characters, dots, bamboos and honours."""
        melds: tuple[Pack, ...] = ()
        pair = ""
        for suit, part in enumerate(target):
            melds += self._packs[suit][part]
            pair = pair or self._pairs[suit][part]
        wind = self._winds[target[3]]
        fans = MahjongFanCalculator(melds, (pair,), pair, 0, False, False, False, False, wind, wind)
        return int(sum(points for points, _ in fans)) - MELDED_HAND


def _packs(parts: SuitParts, first: int) -> list[tuple[Pack, ...]]:
    return [
        tuple(
            ("CHI" if chow else "PENG", CODES[first + rank], 1)
            for chow, rank in sets_of_code(int(code))
        )
        for code in parts.code
    ]


def _pairs(parts: SuitParts, first: int) -> list[str]:
    return [CODES[first + pair] if pair >= 0 else "" for pair in parts.pair.tolist()]


def _groups(parts: SuitParts, which: np.ndarray[Any, Any]) -> dict[tuple[int, int], list[int]]:
    """The chosen parts by (sets, pairs)."""
    groups: dict[tuple[int, int], list[int]] = {}
    for part in np.flatnonzero(which).tolist():
        groups.setdefault((int(parts.sets[part]), int(parts.pair[part] >= 0)), []).append(part)
    return groups


def _targets(
    groups: list[dict[tuple[int, int], list[int]]],
    wanted: Callable[[int, int], bool] = lambda _before, _after: True,
) -> Iterator[tuple[int, int, int, int]]:
    """All targets from these groups of parts; `wanted` accepts parts of neighbouring suits."""
    for keys in itertools.product(*groups):
        if sum(sets for sets, _ in keys) != 4 or sum(pairs for _, pairs in keys) != 1:
            continue
        first, second, third, honours = (
            group[key] for group, key in zip(groups, keys, strict=True)
        )
        for characters, dots in itertools.product(first, second):
            if wanted(characters, dots):
                for bamboos in third:
                    if wanted(dots, bamboos):
                        yield from (
                            (characters, dots, bamboos, honour_part) for honour_part in honours
                        )


def symmetric_rows(fans: Fans) -> TargetRows:
    """All targets and their fan [target, 5], as if fans did not depend on suits.

    Only targets with parts in descending suit order are computed. Those with fewer than three suits
    use characters, which neither All Green nor Reversible Tiles has.
    """
    suit, honours = fans.parts[0], fans.parts[3]
    all_parts = [_groups(suit, np.ones(len(suit.code), bool))] * 3
    groups = [*all_parts, _groups(honours, np.ones(len(honours.code), bool))]
    targets = _targets(groups, lambda before, after: after <= before)
    falling = np.array([(*target, fans.fan(target)) for target in targets if _is_falling(target)])
    orders = [(*order, 3, 4) for order in itertools.permutations(range(3))]
    return np.unique(np.concatenate([falling[:, order] for order in orders]), axis=0)


def _is_falling(target: tuple[int, int, int, int]) -> bool:
    return target[0] >= target[1] >= target[2]


def suited_rows(fans: Fans, tiles: list[int]) -> TargetRows:
    """All targets that use only these tiles, and their true fan [target, 5]."""
    groups = []
    for suit, parts in enumerate(fans.parts):
        own = np.array([suit * 9 + rank in tiles for rank in range(parts.counts.shape[1])])
        groups.append(_groups(parts, ~(parts.counts[:, ~own] > 0).any(axis=1)))
    return np.array([(*target, fans.fan(target)) for target in _targets(groups)])


def keys_of(rows: TargetRows, fans: Fans) -> TargetRows:
    """One number per target; sorted, they sort by characters, dots, bamboos, honours."""
    key = np.zeros(len(rows), np.int64)
    for suit, parts in enumerate(fans.parts):
        key = key * len(parts.code) + rows[:, suit]
    return key


def all_rows(fans: Fans) -> TargetRows:
    """Every one of the 11,580,567 targets with its fan [target, 5], sorted."""
    rows = np.concatenate(
        [suited_rows(fans, GREEN), suited_rows(fans, REVERSIBLE), symmetric_rows(fans)]
    )
    # np.unique takes the first of equal targets: the true fan before the symmetric one.
    return rows[np.unique(keys_of(rows, fans), return_index=True)[1]]


def held_rows(rows: TargetRows, fans: Fans) -> TargetRows:
    """The targets that the table contains (see mj_bot.odds.targets.target_table)."""
    pungs = np.zeros(len(rows), np.int64)
    for suit, parts in enumerate(fans.parts):
        pungs += np.array([bin(code >> 21).count("1") for code in parts.code])[rows[:, suit]]
    least = np.where(fans.wind_pungs[rows[:, 3]], MIN_FAN - MOST_WIND_LIFT, MIN_TARGET_FAN)
    held = ((rows[:, 4] >= least) | (rows[:, 4] == CHICKEN)) & (pungs < 4)
    chosen: TargetRows = rows[held]
    return chosen


def packed(rows: TargetRows) -> bytes:
    """The table's bytes for these sorted rows."""
    _, first, sizes = np.unique(
        rows[:, 0] << 16 | rows[:, 1], return_index=True, return_counts=True
    )
    keys, back_of = np.unique(rows[:, 2] << 16 | rows[:, 3], return_inverse=True)
    backs = np.stack([keys >> 16, keys & 0xFFFF])
    fan = np.minimum(rows[:, 4], MOST_FAN)
    return pack_table(rows[first, :2].T, sizes, backs, back_of, fan)


def built_rows() -> tuple[TargetRows, TargetRows]:
    """All targets with their fan, and those of them that the table contains."""
    fans = Fans()
    rows = all_rows(fans)
    return rows, held_rows(rows, fans)


def digest_line(data: bytes) -> str:
    """The shipped table's digest, in the form of `sha256sum --check` from the project's root."""
    return f"{sha256(data).hexdigest()}  mj_bot/odds/targets/{DATA_FILE}\n"


def main() -> None:
    """Build the table and write it; for the shipped one also its digest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=SHIPPED)
    parser.add_argument("--force", action="store_true", help="overwrite an existing file")
    given = parser.parse_args()
    out: Path = given.out
    try:
        check_output(out, given.force or out == SHIPPED)
    except ValueError as error:
        parser.exit(2, f"target_hands: {error}\n")
    rows, held = built_rows()
    data = packed(held)
    write_whole(out, data)
    if out == SHIPPED:
        write_whole(DIGEST_FILE, digest_line(data))
    reach = {least: int((rows[:, 4] >= least).sum()) for least in (6, 7, 8)}
    print(f"{len(rows):,} targets; of at least 6, 7, 8 fan: {reach}")
    print(f"{len(held):,} held in {len(data):,} bytes: {out}")


if __name__ == "__main__":
    main()
