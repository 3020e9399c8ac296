"""What all parts of the search share: a hand in its context, and the rates it is valued at."""

from typing import Any, List, NamedTuple, Optional, Sequence, Tuple

from mj_bot.melds import Meld

Array = Any  # numpy.ndarray; numpy before 1.20 has no types to name


class Rates(NamedTuple):
    """The parameters of the hand value, found in self-play (docs/odds.md).

    rival_win_rate: how often a turn somebody else wins, in the scale of one's own draws.
    rival_discard_weight: the others' discards count so many times what they are (see
    `tile_location`). seven_fan_weight, six_fan_weight: what a target of 7 or 6 fan counts of one
    of 8 where nothing that is known lifts it. exact_distance: targets that lack no more tiles are
    counted exactly.
    """

    rival_win_rate: float = 1.2
    rival_discard_weight: float = 1.2
    seven_fan_weight: float = 0.4
    six_fan_weight: float = 0.1
    exact_distance: int = 2


class TileLocation(NamedTuple):
    """How soon each tile may come: 34 numbers each.

    drawn: the odds that the next tile of the wall is it. discarded: the odds that it is the next
    tile that another seat discards.
    """

    drawn: List[float]
    discarded: List[float]


def evenly(unseen: Sequence[int]) -> TileLocation:
    """Where the tiles are if nothing is known but how many copies are unseen."""
    total = max(sum(unseen), 1)
    share = [left / total for left in unseen]
    return TileLocation(share, share)


class HandContext(NamedTuple):
    """A hand, and what its value depends on beside the target hands.

    hand: 34 counts without the melds. have: with them, of a kong three. unseen: copies of each
    tile that may still come, and location: where they are. melds, winds of the seat and of the
    round. concealed: whether nothing was claimed.
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
    """The context of this hand and these melds; the unseen copies lie evenly if not told where.

    Raises ValueError if a meld's tile is not known.
    """
    concealed = all(meld.concealed for meld in melds)
    location = evenly(unseen) if location is None else location
    have = tiles_held(hand, melds)
    return HandContext(hand, have, unseen, location, tuple(melds), winds, concealed)


def tiles_held(hand: Sequence[int], melds: Sequence[Meld]) -> List[int]:
    """Tiles held with the melds', of a kong three: 34 counts.

    Raises ValueError if a meld's tile is not known.
    """
    have = list(hand)
    for meld in melds:
        if meld.tile is None:
            raise ValueError("a meld of an unknown tile")
        for tile in meld.tiles()[:3]:
            have[tile] += 1
    return have
