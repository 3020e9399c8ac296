"""The types that all parts of `odds` share: a hand in its context, and the rates of its value."""

from typing import Any, List, NamedTuple, Optional, Sequence, Tuple

from mj_bot.melds import Meld

Array = Any  # numpy.ndarray; numpy before 1.20 has no types to name


class Rates(NamedTuple):
    """The parameters of the hand value, found in self-play (docs/odds.md).

    rival_win_rate: wins of the other seats a turn, where one's own draw has rate 1.
    rival_discard_weight: the factor on the rate at which the others discard a tile (see
    `tile_location`). seven_fan_weight, six_fan_weight: the part of its value that a target of 7 or
    6 fan keeps, since it may still reach 8. fan_value: what a fan adds to the value of a win, whose
    base is 24 (see `finishes`). exact_distance: for targets that lack at most so many tiles
    MahjongGB counts the fan.
    """

    rival_win_rate: float = 1.2
    rival_discard_weight: float = 1.2
    seven_fan_weight: float = 0.4
    six_fan_weight: float = 0.1
    fan_value: float = 1.5
    exact_distance: int = 2


class TileLocation(NamedTuple):
    """How likely each tile comes next: 34 chances each.

    drawn: that it is the next tile of the wall. discarded: that it is the next discard of another
    seat.
    """

    drawn: List[float]
    discarded: List[float]


def evenly(unseen: Sequence[int]) -> TileLocation:
    """The location of tiles if all unseen copies are alike."""
    total = max(sum(unseen), 1)
    share = [left / total for left in unseen]
    return TileLocation(share, share)


class HandContext(NamedTuple):
    """A hand, and what its value depends on besides the target hands.

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
