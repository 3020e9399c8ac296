"""The fan of a complete hand as plain data: its fans, its pay, every way to divide it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from mj_bot.fan import WinContext
from mj_bot.tiles import tile_of
from mj_engine import fans
from mj_lab.core.text.hands import Hand
from mj_lab.core.text.notation import meld_text, tiles_text

# How the winning tile came, in the words of `mj fan`'s options and of its page's address.
FLAGS = fans.FLAGS
# The two fan calculators: the published judge's, and PyMahjongGB's, which counts a wait inside a
# Knitted Straight too (docs/reference/botzone.md).
JUDGE, MAHJONGGB = CALCULATORS = ("judge", "mahjonggb")


def fan_study(
    hand: Hand,
    tile: int | None = None,
    flags: Collection[str] = (),
    seat: int = 0,
    prevalent_wind: int = 0,
    calculator: str = JUDGE,
) -> dict[str, Any]:
    """What a complete hand is worth.

    tile: the winning tile; if None, the concealed tile written last. flags: see `FLAGS`. A hand
    with one tile too few is completed by `tile`. calculator: one of `CALCULATORS`;
    `other` in the result is the count of the other one if it differs, None if not.
    Raises ValueError, one line, if the hand is not complete or the flags are not possible.

    >>> from mj_lab.core.text.hands import parse_hand
    >>> study = fan_study(parse_hand("W111222333 W99 B123"), flags=("self-drawn",))
    >>> study["fan"], study["enough"], len(study["divisions"])
    (48, True, 2)
    """
    winds, by_mahjonggb = (seat, prevalent_wind), calculator == MAHJONGGB
    counted = fans.fan_study(
        hand.counts, hand.last, hand.melds, tile, flags, winds, hand.flowers, by_mahjonggb
    )
    rest = tiles_text([tile_of(code) for code in counted.pop("hand")])
    return {"hand": rest, "melds": [meld_text(meld) for meld in hand.melds], **counted}


def flags_of(context: WinContext) -> tuple[str, ...]:
    """How the tile came, in the words of `FLAGS`.

    >>> flags_of(WinContext(self_drawn=True, about_kong=True))
    ('self-drawn', 'replacement')
    """
    drawn, last_copy, kong, last_tile = context[:4]
    given = (drawn, last_copy, kong and drawn, kong and not drawn, last_tile)
    return tuple(flag for flag, is_so in zip(FLAGS, given, strict=True) if is_so)
