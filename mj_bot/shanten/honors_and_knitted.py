"""The form of honours and knitted tiles: 14 different ones of the 16 of an arrangement."""

from typing import Tuple

from mj_bot.shanten.hand_by_suit import WHOLE, Form, HandBySuit, knitted_kinds, whole_hand
from mj_bot.tiles import HONOURS, KNITTED_STRAIGHTS


def distance(parts: HandBySuit) -> int:
    """The distance to 14 of the 16 tiles of the nearest arrangement."""
    return 13 - parts.suits[3].orphans - max(knitted_kinds(parts))


def _effective(parts: HandBySuit, distance: int) -> Tuple[int, ...]:
    if distance < 0:
        return ()
    hand = whole_hand(parts)
    kinds = knitted_kinds(parts)
    tiles = set(HONOURS)
    for straight, count in zip(KNITTED_STRAIGHTS, kinds):
        if count == max(kinds):
            tiles.update(straight)
    return tuple([tile for tile in sorted(tiles) if not hand[tile]])


HONORS_AND_KNITTED = Form("honors_and_knitted", WHOLE, distance, _effective)
