"""The form of thirteen orphans: every terminal and honour, one of them twice."""

from typing import Tuple

from mj_bot.shanten.hand_by_suit import WHOLE, Form, HandBySuit, whole_hand
from mj_bot.tiles import ORPHANS


def distance(parts: HandBySuit) -> int:
    """The distance to thirteen orphans."""
    characters, dots, bamboos, others = parts.suits
    kinds = characters.orphans + dots.orphans + bamboos.orphans + others.orphans
    paired = (
        characters.paired_orphan
        or dots.paired_orphan
        or bamboos.paired_orphan
        or others.paired_orphan
    )
    return 13 - kinds - paired


def _effective(parts: HandBySuit, _distance: int) -> Tuple[int, ...]:
    hand = whole_hand(parts)
    if max([hand[tile] for tile in ORPHANS]) < 2:
        return ORPHANS
    return tuple([tile for tile in ORPHANS if not hand[tile]])


THIRTEEN_ORPHANS = Form("thirteen_orphans", WHOLE, distance, _effective)
