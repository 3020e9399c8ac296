"""The fan of a win: MahjongGB behind one function, called with the judge's flags."""

from functools import lru_cache
from typing import Callable, List, NamedTuple, Optional, Sequence, Tuple

from mj_bot.events import SEATS
from mj_bot.folding.folded_state import FoldedState
from mj_bot.folding.records import OWN_DRAW
from mj_bot.melds import Meld
from mj_bot.tiles import CODES, KNITTED_STRAIGHTS
from mj_bot.winning_shape import is_winning_shape

# The least fan of a win, without flowers.
MIN_FAN = 8
# Points every other seat pays for a win, whatever its fan.
BASE_SCORE = 8

KNITTED_STRAIGHT = "Knitted Straight"
WAIT_FANS = ("Edge Wait", "Closed Wait", "Single Wait")
FLOWER_TILES = "Flower Tiles"

Calculator = Callable[..., Tuple[Tuple[int, int, str, str], ...]]


class Fan(NamedTuple):
    """One fan of a win: its points, how often it counts, its Chinese and English names."""

    value: int
    times: int
    name: str
    english: str


class Win(NamedTuple):
    """A winning hand.

    fan: its points without flowers. fans: each fan that counts, with flowers.
    """

    fan: int
    fans: Tuple[Fan, ...]


class WinContext(NamedTuple):
    """How the winning tile came: the flags of the fan calculator, the winds and the flowers."""

    self_drawn: bool = False
    fourth_tile: bool = False
    about_kong: bool = False
    wall_last: bool = False
    seat_wind: int = 0
    prevalent_wind: int = 0
    flowers: int = 0


@lru_cache(maxsize=1)
def calculator() -> Optional[Calculator]:
    """MahjongGB's fan calculator, or None if the module cannot be imported."""
    try:
        from MahjongGB import MahjongFanCalculator
    except Exception:  # A broken build raises other errors too; none may cost a game.
        return None
    calculate: Calculator = MahjongFanCalculator
    return calculate


def win(
    hand: Sequence[int], melds: Sequence[Meld], tile: int, win_context: WinContext
) -> Optional[Win]:
    """The win of a hand (34 counts, without the winning tile) with a tile; None if it does not win.

    Also None if MahjongGB is missing, a meld's tile is unknown, or the hand does not have 13 - 3 x
    melds tiles: the C++ code behind it does not check sizes.
    """
    fans = fans_of_module(hand, melds, tile, win_context)
    return None if fans is None else _published(fans, hand, tile)


def fans_of_module(
    hand: Sequence[int], melds: Sequence[Meld], tile: int, win_context: WinContext
) -> Optional[List[Fan]]:
    """The fans as MahjongGB counts them, sometimes one more than the judge: see `_published`."""
    calculate = calculator()
    tiles = _codes(hand)
    if calculate is None or len(tiles) + 3 * len(melds) != 13:
        return None
    try:
        rows = calculate(
            tuple([meld.pack() for meld in melds]),
            tiles,
            CODES[tile],
            win_context.flowers,
            win_context.self_drawn,
            win_context.fourth_tile,
            win_context.about_kong,
            win_context.wall_last,
            win_context.seat_wind,
            win_context.prevalent_wind,
            verbose=True,
        )
    except (TypeError, ValueError):
        return None
    return [Fan(*fan) for fan in rows]


def _published(fans: List[Fan], hand: Sequence[int], tile: int) -> Win:
    """The win as the published judge counts it.

    There are two fan calculators (docs/reference/botzone.md). PyMahjongGB counts an edge, closed or
    single wait inside the nine tiles of a Knitted Straight (组合龙); the judge's does not. It is
    left out here: what reaches 8 by this lower count reaches it by both.
    """
    if any(fan.english == KNITTED_STRAIGHT for fan in fans) and tile in _knitted_nine(hand, tile):
        fans = [fan for fan in fans if fan.english not in WAIT_FANS]
    counted = [fan.value * fan.times for fan in fans if fan.english != FLOWER_TILES]
    return Win(sum(counted), tuple(fans))


def _knitted_nine(hand: Sequence[int], tile: int) -> Tuple[int, ...]:
    """The nine tiles of the Knitted Straight in the hand with the tile; empty without one."""
    for nine in KNITTED_STRAIGHTS:
        if all(hand[part] or part == tile for part in nine):
            return nine
    return ()


def points_of_win(fan: int, self_drawn: bool) -> int:
    """The points of a win with this many fan, flowers included.

    Each of the others pays 8. The discarder also pays the fan; each does if the tile was drawn.

    >>> points_of_win(8, False), points_of_win(8, True)
    (32, 48)
    """
    others = SEATS - 1
    return others * BASE_SCORE + fan * (others if self_drawn else 1)


def win_of(state: FoldedState, tile: int) -> Optional[Win]:
    """This seat's win with the tile it drew or may claim; None if it does not win."""
    hand = state.hand
    self_drawn = state.decision == OWN_DRAW
    if self_drawn:
        hand = list(hand)
        hand[tile] -= 1
    if not is_winning_shape(hand, tile):
        return None
    return win(hand, state.own_melds, tile, win_context_of(state))


def win_context_of(state: FoldedState) -> WinContext:
    """The judge's flags for a win in this state."""
    return WinContext(
        self_drawn=state.decision == OWN_DRAW,
        fourth_tile=state.fourth_tile,
        about_kong=state.about_kong,
        wall_last=state.wall_last,
        seat_wind=state.seat,
        prevalent_wind=state.prevalent_wind,
        flowers=state.flowers[state.seat],
    )


def _codes(hand: Sequence[int]) -> Tuple[str, ...]:
    return tuple([CODES[tile] for tile, count in enumerate(hand) for _ in range(count)])
