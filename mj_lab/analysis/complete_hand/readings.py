"""Every way to read a complete hand with its own fans, by the fast table's count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mj_bot.fan import Win, WinContext
from mj_bot.melds import Meld
from mj_lab.analysis.complete_hand.divisions import divisions_of
from mj_lab.extras import is_engine_built


class Reading(NamedTuple):
    """A way to read a hand: form, parts (kind and tiles, see `divisions`), its own win."""

    form: str
    parts: Sequence[tuple[str, Sequence[int]]]
    win: Win


def readings(
    hand: Sequence[int],
    melds: Sequence[Meld],
    tile: int,
    context: WinContext,
    best: Win,
    by_mahjonggb: bool = False,
) -> list[Reading]:
    """Every reading of a win, the best first; the only one, or none, without `mj_engine`.

    hand: 34 counts of the concealed tiles without the winning tile. best: the win, by either count;
    by_mahjonggb: whether it is PyMahjongGB's.
    """
    if is_engine_built():
        from mj_engine import fans

        found = fans.readings(hand, tile, melds, context, by_mahjonggb)
        return [Reading(*one) for one in found]
    whole = list(hand)
    whole[tile] += 1
    divisions = divisions_of(whole, len(melds))
    parts = [(part.kind, part.tiles) for part in divisions[0].parts]
    return [Reading(divisions[0].form, parts, best)] if len(divisions) == 1 else []
