"""The values of finishes, against MahjongGB asked in full."""

import numpy as np
import pytest
from MahjongGB import MahjongFanCalculator

from mj_bot.events import CHI
from mj_bot.history import load_json
from mj_bot.melds import Meld
from mj_bot.odds.hand_context import hand_context_of
from mj_bot.odds.options import OddsOptions
from mj_bot.odds.targets.nearest import Nearest, TargetHands
from mj_bot.odds.targets.target_table import CHICKEN
from mj_bot.odds.value.finishes import CONCEALED, OPEN, finishes_of
from mj_bot.state import OWN_DRAW, GameState
from mj_bot.tiles import CODES, TILE_KINDS, counts_of, tiles_of
from tests.recorded import Recorded

RATES = OddsOptions()
WINDS = (1, 2)


def total(hand: list[int], melds: tuple[Meld, ...], tile: int, self_drawn: bool) -> int:
    """MahjongGB's fan of a hand without its last tile."""
    codes = tuple(CODES[one] for one, count in enumerate(hand) for _ in range(count))
    packs = tuple(meld.pack() for meld in melds)
    flags = (self_drawn, False, False, False)
    found = MahjongFanCalculator(packs, codes, CODES[tile], 0, *flags, *WINDS)
    return sum(points for points, _ in found)


def points(fan: int, self_drawn: bool) -> float:
    """Three quarters of: 8, 8 from each of three, and twice the fan from one or all of them."""
    return 0.75 * (8 + 24 + 2 * fan * (3 if self_drawn else 1))


def targets_near(state: GameState) -> tuple[TargetHands, np.ndarray]:
    targets = Nearest(options=OddsOptions(max_targets=200))(
        state.hand, state.unseen, state.own_melds, WINDS
    )
    context = hand_context_of(state.hand, state.own_melds, state.unseen, WINDS)
    return targets, np.maximum(targets.counts - np.array(context.have), 0)


def test_near_targets_are_counted_as_mahjonggb_counts_them(recorded: Recorded) -> None:
    wins, thin = 0, 0
    for decision in recorded("reference_decisions")[::60]:
        state = load_json(decision)
        if state.decision != OWN_DRAW:
            continue
        context = hand_context_of(state.hand, state.own_melds, state.unseen, WINDS)
        targets, missing = targets_near(state)
        ways = finishes_of(targets, missing, context, RATES)
        fixed = counts_of([tile for meld in context.melds for tile in meld.tiles()[:3]])
        for place in np.flatnonzero(ways.tile < TILE_KINDS)[:40]:
            target, tile = int(ways.target[place]), int(ways.tile[place])
            assert missing[target][tile]
            assert targets.distance[target] <= RATES.exact_distance
            hand = (targets.counts[target] - fixed).tolist()
            hand[tile] -= 1
            for how, self_drawn in enumerate((False, True)):
                fan = total(hand, context.melds, tile, self_drawn)
                worth = float(ways.win_value[-1, how, place])
                if fan >= 8:
                    assert worth == points(fan, self_drawn)
                    wins += 1
                else:
                    assert worth <= RATES.seven_fan_weight * points(8, self_drawn) + 1e-4
                    thin += 1
    assert wins > 100
    assert thin > 10


def one(tiles: str, melds: tuple[Meld, ...] = (), fan: int = 7, exact: int = 0) -> np.ndarray:
    """HandValues of finishing the hand that these tiles are, held but for the last: [mode, how]."""
    whole = tiles_of(tiles)
    hand = counts_of(whole[:-1])
    melded = [tile for meld in melds for tile in meld.tiles()]
    counts = np.array([counts_of(whole + melded)], np.int16)
    targets = TargetHands(counts, np.array([fan]), np.array([True]), np.array([1]))
    context = hand_context_of(hand, melds, [4] * 34, WINDS)
    found = finishes_of(
        targets, counts - np.array(context.have), context, OddsOptions(exact_distance=exact)
    )
    values: np.ndarray = found.win_value[:, :, 0]
    return values


SEVEN = "W1 W2 W3 W4 W5 W6 B2 B3 B4 T6 T7 T8 J1 J1"


def test_what_is_far_counts_by_what_it_has_in_any_case() -> None:
    worth = one(SEVEN, fan=7)
    assert worth[OPEN].tolist() == [
        np.float32(RATES.seven_fan_weight) * np.float32(points(8, False)),
        points(8, True),
    ]
    assert worth[CONCEALED].tolist() == [points(9, False), points(11, True)]
    worth = one(SEVEN, fan=6)
    assert worth[OPEN][0] == np.float32(RATES.six_fan_weight) * np.float32(points(8, False))
    assert worth[OPEN][1] == np.float32(RATES.seven_fan_weight) * np.float32(points(8, True))
    assert worth[CONCEALED].tolist() == [points(8, False), points(10, True)]


def test_what_is_counted_exactly_may_be_nothing() -> None:
    """A table that says 7 does not help a hand that MahjongGB gives fewer."""
    worth = one("W1 W2 W3 W4 W5 W6 B2 B3 B4 T6 T7 T8 J1 J1", fan=7, exact=1)
    assert worth[CONCEALED][0] == 0


def test_the_wait_counts_when_a_hand_will_be_opened() -> None:
    """7 fan and a closed wait are 8, though what else concealment gives will be lost."""
    tiles = "W1 W2 W3 W4 W5 W6 W7 W8 W9 T6 T8 J1 J1 T7"
    assert one(tiles, fan=7, exact=1)[OPEN][0] == points(8, False)
    two_sided = "W1 W2 W3 W4 W5 W6 W7 W8 W9 T6 T7 J1 J1 T8"
    assert one(two_sided, fan=7, exact=1)[OPEN][0] < points(8, False)


def test_forms_that_cannot_be_melded_are_nothing_once_open() -> None:
    tiles = "W1 W1 W3 W3 B5 B5 T2 T2 T9 T9 F1 F1 J1 J1"
    whole = tiles_of(tiles)
    counts = np.array([counts_of(whole)], np.int16)
    targets = TargetHands(counts, np.array([24]), np.array([False]), np.array([1]))
    context = hand_context_of(counts_of(whole[:-1]), [], [4] * 34, WINDS)
    for exact in (0, 1):
        rates = OddsOptions(exact_distance=exact)
        worth = finishes_of(targets, counts - np.array(context.have), context, rates).win_value[
            :, :, 0
        ]
        assert worth[OPEN].tolist() == [0, 0]
        assert worth[CONCEALED][0] >= points(24, False)


CHICKEN_HAND = "W6 W7 W8 T7 T8 T9 F1 F1 B4 B5 B3"


@pytest.mark.parametrize("exact", [0, 1])
def test_a_chicken_hand_wins_only_open_and_on_a_discard(exact: int) -> None:
    melds = (Meld(CHI, 1, 1),)
    worth = one(CHICKEN_HAND, melds, CHICKEN, exact)
    far = np.float32(RATES.seven_fan_weight) * np.float32(points(8, False))
    assert worth[OPEN].tolist() == [points(8, False) if exact else far, 0]
    worth = one("W1 W2 W3 " + CHICKEN_HAND, (), CHICKEN, exact)
    assert worth[OPEN].tolist() == [points(8, False) if exact else far, 0]
    assert worth[CONCEALED].tolist() == [0, 0]


def test_a_closed_wait_spoils_a_chicken_hand() -> None:
    closed = "W6 W7 W8 T7 T8 T9 F1 F1 B3 B5 B4"
    assert one(closed, (Meld(CHI, 1, 1),), CHICKEN, 1)[OPEN].tolist() == [0, 0]
    assert one("W1 W2 W3 " + closed, (), CHICKEN, 1)[OPEN].tolist() == [0, 0]
