"""The types that all parts of `odds` share: a hand in its context."""

from typing import Any, List, NamedTuple, Optional, Sequence, Tuple

from mj_bot.melds import Meld

Array = Any  # numpy.ndarray; numpy before 1.20 has no types for it.


class TileLocation(NamedTuple):
    """Where the unseen tiles are, 34 chances each.

    drawn: that the tile is the next of the wall. discarded: that it is the next discard of another
    seat.
    """

    drawn: List[float]
    discarded: List[float]


def evenly(unseen: Sequence[int]) -> TileLocation:
    """The location if all unseen copies are equally likely anywhere."""
    total = max(sum(unseen), 1)
    share = [left / total for left in unseen]
    return TileLocation(share, share)


class HandContext(NamedTuple):
    """A hand, and all else its value depends on besides the target hands.

    hand: 34 counts without the melds. have: 34 counts with them, three for a kong. unseen: copies
    of each tile that may still come. location: where these are. winds: the seat wind and the
    prevalent wind, 0-3. concealed: whether nothing was claimed.
    """

    hand: Sequence[int]
    have: Sequence[int]
    unseen: Sequence[int]
    location: TileLocation
    melds: Tuple[Meld, ...]
    winds: Tuple[int, int]
    concealed: bool


def hand_context_of(
    hand: Sequence[int],
    melds: Sequence[Meld],
    unseen: Sequence[int],
    winds: Tuple[int, int],
    location: Optional[TileLocation] = None,
) -> HandContext:
    """The context of a hand and its melds; without a location unseen copies are alike.

    Raises ValueError if a meld's tile is not known.
    """
    concealed = all(meld.concealed for meld in melds)
    location = evenly(unseen) if location is None else location
    have = tiles_held(hand, melds)
    return HandContext(hand, have, unseen, location, tuple(melds), winds, concealed)


def tiles_held(hand: Sequence[int], melds: Sequence[Meld]) -> List[int]:
    """34 counts of the tiles in hand and melds, three for a kong.

    Raises ValueError if a meld's tile is not known.
    """
    have = list(hand)
    for meld in melds:
        if meld.tile is None:
            raise ValueError("a meld of an unknown tile")
        for tile in meld.tiles()[:3]:
            have[tile] += 1
    return have
