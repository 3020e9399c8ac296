"""The fans of each division of a complete hand, counted by MahjongGB.

MahjongGB gives the fans of the best division only. For another division it is asked with that
division's chows as melds, which leaves one reading. This changes the fans of a concealed hand and
of the wait, so these are put back here. If a hand cannot be fixed in this way, or if a special form
wins, only the best division has its fans.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mj_bot.events import CHI
from mj_bot.fan import FLOWER_TILES, WAIT_FANS, Fan, Win, WinContext, win
from mj_bot.melds import Meld
from mj_bot.tiles import TILE_KINDS
from mj_bot.winning_shape import is_winning_shape
from mj_lab.analysis.complete_hand.divisions import Division, HandPart, divisions_of

_CONCEALED = Fan(2, 1, "门前清", "Concealed Hand")
_FULLY_CONCEALED = Fan(4, 1, "不求人", "Fully Concealed Hand")
_CHICKEN = Fan(8, 1, "无番和", "Chicken Hand")
_SINGLE_WAIT = Fan(1, 1, "单钓将", "Single Wait")
_SELF_DRAWN, _MELDED, _LAST_TILE = "Self-Drawn", "Melded Hand", "Last Tile"
# Fans of the whole hand, not of its sets; a hand with one of them has no second reading.
_OF_THE_WHOLE = {
    "Seven Pairs": "seven_pairs",
    "Seven Shifted Pairs": "seven_pairs",
    "Thirteen Orphans": "thirteen_orphans",
    "Lesser Honors and Knitted Tiles": "honors_and_knitted",
    "Greater Honors and Knitted Tiles": "honors_and_knitted",
    "Knitted Straight": "knitted_straight",
    "Nine Gates": "regular",
}


class DivisionFans(NamedTuple):
    """A division with its win; None if unknown, then it is not above the best."""

    division: Division
    win: Win | None


def division_fans(
    hand: Sequence[int], melds: Sequence[Meld], tile: int, context: WinContext
) -> list[DivisionFans]:
    """Every division of a hand with the winning tile, the best first; empty if it does not win.

    hand: 34 counts of the concealed tiles without the winning tile.
    """
    best = win(hand, melds, tile, context)
    whole = list(hand)
    whole[tile] += 1
    divisions = divisions_of(whole, len(melds))
    if best is None or not divisions:
        return []
    if len(divisions) == 1:
        return [DivisionFans(divisions[0], best)]
    form = next((_OF_THE_WHOLE[fan.english] for fan in best.fans if _is_whole(fan)), None)
    if form is not None:
        found = [DivisionFans(one, best if one.form == form else None) for one in divisions]
    else:
        asked = _Asked(hand, melds, tile, context, best)
        found = _with_the_best(
            [DivisionFans(one, asked.win_of(one, divisions)) for one in divisions], best
        )
    return sorted(found, key=lambda one: -1 if one.win is None else one.win.fan, reverse=True)


def _with_the_best(found: list[DivisionFans], best: Win) -> list[DivisionFans]:
    """Give MahjongGB's own list to the division that must be the best, even if it was unknown."""
    unknown = [one for one in found if one.win is None and one.division.is_regular]
    level = [one for one in found if one.win is not None and one.win.fan == best.fan]
    if len(unknown) + len(level) != 1:
        return found
    (surely,) = unknown or level
    return [DivisionFans(one.division, best if one is surely else one.win) for one in found]


def _is_whole(fan: Fan) -> bool:
    return fan.english in _OF_THE_WHOLE


class _Asked:
    """Asks MahjongGB about the divisions of one hand, one after the other."""

    def __init__(
        self,
        hand: Sequence[int],
        melds: Sequence[Meld],
        tile: int,
        context: WinContext,
        best: Win,
    ) -> None:
        self.hand = hand
        self.melds = tuple(melds)
        self.tile = tile
        self.context = context
        self.concealed = all(meld.concealed for meld in melds)
        waits = sum(is_winning_shape(hand, other) for other in range(TILE_KINDS))
        self.single = waits == 1
        # MahjongGB would count melded tiles as seen.
        self.last_copy = [fan for fan in best.fans if fan.english == _LAST_TILE]

    def win_of(self, division: Division, all_divisions: Sequence[Division]) -> Win | None:
        """The win by this division; None if MahjongGB cannot be made to use it."""
        if not division.is_regular:
            return None
        wins = []
        for part in dict.fromkeys(division.parts):
            if self.tile in part.tiles:
                found = self._with(division, part, all_divisions)
                if found is None:
                    return None
                wins.append(found)
        return max(wins, key=lambda one: one.fan)

    def _with(
        self, division: Division, last: HandPart, all_divisions: Sequence[Division]
    ) -> Win | None:
        """The win by this division if the winning tile completes its part `last`."""
        parts = list(division.parts)
        parts.remove(last)
        laid = [part for part in parts if part.kind == CHI]
        kept = [part for part in parts if part.kind != CHI]
        found, is_only = self._ask(laid, [*kept, last])
        if found is None or any(map(_is_whole, found.fans)):
            return None
        if is_only:
            return found
        # MahjongGB chose by itself. It chose this division if it found more fan than any other has.
        others = [
            other
            for one in all_divisions
            if one != division and one.is_regular
            for other in (self._pinned(one),)
        ]
        if None in others or any(one is not None and one.fan >= found.fan for one in others):
            return None
        return found

    def _pinned(self, division: Division) -> Win | None:
        """The win by a division that leaves MahjongGB no choice; None if there is a choice."""
        wins = []
        for last in dict.fromkeys(division.parts):
            if self.tile in last.tiles:
                parts = list(division.parts)
                parts.remove(last)
                laid = [part for part in parts if part.kind == CHI]
                found, is_only = self._ask(laid, [*(p for p in parts if p.kind != CHI), last])
                if found is None or not is_only:
                    return None
                wins.append(found)
        return max(wins, key=lambda one: one.fan, default=None)

    def _ask(self, laid: Sequence[HandPart], kept: Sequence[HandPart]) -> tuple[Win | None, bool]:
        """The corrected win with these chows as melds; and whether that leaves no choice."""
        counts = [0] * TILE_KINDS
        for part in kept:
            for tile in part.tiles:
                counts[tile] += 1
        is_only = len(divisions_of(counts, len(self.melds) + len(laid))) == 1
        counts[self.tile] -= 1
        melds = (*self.melds, *(Meld(CHI, part.tiles[1], 1) for part in laid))
        found = win(counts, melds, self.tile, self.context)
        if found is None or not laid:
            return found, is_only
        return self._put_right(found), is_only

    def _put_right(self, found: Win) -> Win:
        """A win counted with chows as melds, corrected to the concealed hand."""
        left_out = (_CHICKEN.english, _LAST_TILE)
        fans = [fan for fan in found.fans if fan.english not in left_out] + self.last_copy
        if len(self.melds) < 4 and any(fan.english == _MELDED for fan in fans):
            fans = [fan for fan in fans if fan.english != _MELDED] + [_SINGLE_WAIT]
        if not self.single:
            fans = [fan for fan in fans if fan.english not in WAIT_FANS]
        if self.concealed:
            fans = [fan for fan in fans if fan.english != _SELF_DRAWN]
            fans.append(_FULLY_CONCEALED if self.context.self_drawn else _CONCEALED)
        if all(fan.english == FLOWER_TILES for fan in fans):
            fans.append(_CHICKEN)
        fans.sort(key=lambda fan: -fan.value)
        counted = [fan.value * fan.times for fan in fans if fan.english != FLOWER_TILES]
        return Win(sum(counted), tuple(fans))
