"""Compares our shanten and our wins with MahjongGB's, on random hands of every size."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import MahjongGB

from mj_bot.shanten import shanten
from mj_bot.shanten.shanten import Shanten
from mj_bot.tiles import CODES, TILE_KINDS, tile_of, tiles_from_counts
from mj_bot.winning_shape import is_winning_shape
from mj_lab.measure.check.shanten.random_hands import SIZES, RandomHand, random_hand

_THEIRS = {
    "regular": MahjongGB.RegularShanten,
    "seven_pairs": MahjongGB.SevenPairsShanten,
    "thirteen_orphans": MahjongGB.ThirteenOrphansShanten,
    "honors_and_knitted": MahjongGB.HonorsAndKnittedTilesShanten,
    "knitted_straight": MahjongGB.KnittedStraightShanten,
}
_SHOWN = 3  # Examples of a difference.


class ShantenCount:
    """Questions asked and answers that differ, by hand size."""

    def __init__(self) -> None:
        self.differing = 0

    def lines(self, hands: int, seed: int) -> Iterator[str]:
        """A table of the questions on `hands` hands of each size, line by line."""
        yield "tiles  question                        hands    differ  distances / wins in them"
        for size in SIZES:
            yield from self._of_size(size, hands, random.Random(f"{seed} {size}"))
        yield f"{self.differing:,} answers differ"

    def _of_size(self, size: int, hands: int, chance: random.Random) -> Iterator[str]:
        hands_by_question: Counter[str] = Counter()
        differ: Counter[str] = Counter()
        seen: dict[str, Counter[int]] = {}
        for _ in range(hands):
            at = random_hand(size, chance)
            for question, ours, theirs in both_answers(at):
                hands_by_question[question] += 1
                seen.setdefault(question, Counter())[_summary(ours)] += 1
                if ours != theirs:
                    differ[question] += 1
                    if differ[question] <= _SHOWN:
                        yield f"  {question} of {at}\n    ours   {ours}\n    theirs {theirs}"
        for question, count in hands_by_question.items():
            spread = "  ".join(f"{key}:{seen[question][key]}" for key in sorted(seen[question]))
            yield f"{size:>5}  {question:<26}{count:>11,}{differ[question]:>10,}  {spread}"
        self.differing += sum(differ.values())


def both_answers(at: RandomHand) -> Iterator[tuple[str, Any, Any]]:
    """Each question that MahjongGB answers too: its name, our answer, MahjongGB's."""
    codes = tuple(CODES[tile] for tile in tiles_from_counts(at.hand))
    packs = tuple(meld.pack() for meld in at.melds)
    theirs = {form: _theirs(form, codes) for form in _forms(len(codes))}
    for form, answer in theirs.items():
        yield form, shanten.of_form(form, at.hand), answer
    distance = MahjongGB.MahjongShanten(pack=packs, hand=codes)
    yield "least_distance", shanten.least_distance(at.hand, len(packs)), distance
    attained = {form: answer for form, answer in theirs.items() if answer.distance == distance}
    effective = {tile for answer in attained.values() for tile in answer.effective}
    whole = (distance, tuple(sorted(effective)), tuple(attained.items()))
    yield "least", tuple(shanten.least(at.hand, len(packs))), whole
    yield "is_winning_shape", _wins(at), _their_wins(codes, packs)


def _wins(at: RandomHand) -> list[int]:
    """The tiles that make the hand a win."""
    return [tile for tile in range(TILE_KINDS) if is_winning_shape(at.hand, tile)]


def _forms(size: int) -> list[str]:
    if size == 13:
        return list(_THEIRS)
    return ["regular", "knitted_straight"] if size == 10 else ["regular"]


def _theirs(form: str, codes: tuple[str, ...]) -> Shanten:
    distance, effective = _THEIRS[form](hand=codes)
    return Shanten(distance, tuple(sorted(map(tile_of, effective))))


def _their_wins(codes: tuple[str, ...], packs: tuple[tuple[str, str, int], ...]) -> list[int]:
    wins = []
    for tile in range(TILE_KINDS):
        try:
            MahjongGB.MahjongFanCalculator(
                packs, codes, CODES[tile], 0, False, False, False, False, 0, 0
            )
        except TypeError:
            continue
        wins.append(tile)
    return wins


def _summary(answer: Any) -> int:
    """An answer's figure: its distance, or how many tiles win."""
    if isinstance(answer, int):
        return answer
    return len(answer) if isinstance(answer, list) else int(answer[0])
