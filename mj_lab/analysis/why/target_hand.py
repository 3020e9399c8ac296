"""Finds a target hand again by its fans and its missing tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from mj_bot.fan import WinContext, win
from mj_bot.melds import Meld
from mj_bot.tiles import COPIES, TILE_KINDS
from mj_bot.winning_shape import is_winning_shape
from mj_lab.analysis.complete_hand.divisions import Division, divisions_of
from mj_lab.game.result import fan_name

# A hand that lacks more tiles is not searched for: it says little about a discard.
MOST_SEARCHED = 5


class TargetHand(NamedTuple):
    """The concealed tiles of a complete hand and those of them that are missing, as 34 counts."""

    counts: Sequence[int]
    missing: Sequence[int]

    def divisions(self, melds: int) -> list[Division]:
        """The ways to read it. melds: how many are on the table."""
        return divisions_of(self.counts, melds)


def target_hand(
    fans: Sequence[str],
    missing: Sequence[int],
    hand: Sequence[int],
    melds: Sequence[Meld],
    winds: tuple[int, int],
) -> TargetHand | None:
    """The complete hand with these fans that a hand can become; None if none is found.

    fans: the greatest first, as in `mj_bot.odds.value.likeliest`, all of them or the first ones.
    missing: kinds of tiles; each may be needed twice. hand: 34 counts of the concealed tiles before
    the next tile. winds: of the seat, prevalent.
    """
    for lacks in _lacks(sorted(missing), hand):
        for counts in _with(lacks, hand):
            if _has_fans(counts, lacks, fans, melds, winds):
                found = [0] * TILE_KINDS
                for tile in lacks:
                    found[tile] += 1
                return TargetHand(counts, found)
    return None


def _lacks(missing: Sequence[int], hand: Sequence[int]) -> Iterator[list[int]]:
    """The missing tiles, each once; then with one more of any of them, and so on."""
    for more in range(MOST_SEARCHED - len(missing) + 1):
        for again in combinations_with_replacement(missing, more):
            lacks = sorted([*missing, *again])
            if lacks and all(
                hand[tile] + count <= COPIES for tile, count in Counter(lacks).items()
            ):
                yield lacks


def _with(lacks: Sequence[int], hand: Sequence[int]) -> Iterator[list[int]]:
    """Complete hands: one missing tile is added, the others replace tiles of the hand."""
    held = [tile for tile, count in enumerate(hand) for _ in range(count)]
    seen = set()
    for spare in combinations(held, len(lacks) - 1):
        if spare in seen or set(spare) & set(lacks):
            continue
        seen.add(spare)
        counts = list(hand)
        for tile in spare:
            counts[tile] -= 1
        for tile in lacks[1:]:
            counts[tile] += 1
        if is_winning_shape(counts, lacks[0]):
            counts[lacks[0]] += 1
            yield counts


def _has_fans(
    counts: Sequence[int],
    lacks: Sequence[int],
    fans: Sequence[str],
    melds: Sequence[Meld],
    winds: tuple[int, int],
) -> bool:
    """Whether a complete hand has these fans with any of the missing tiles as the last."""
    for self_drawn in (False, True):
        context = WinContext(self_drawn, seat_wind=winds[0], prevalent_wind=winds[1])
        for last in set(lacks):
            hand = list(counts)
            hand[last] -= 1
            found = win(hand, melds, last, context)
            if found is None:
                continue
            names = [fan_name(fan.name) for fan in sorted(found.fans, key=lambda fan: -fan.value)]
            if names[: len(fans)] == list(fans):
                return True
    return False
