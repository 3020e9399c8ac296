"""Whether the forecast comes true: games are played on from hands, and 20,000 from the deal."""

from collections.abc import Callable
from functools import partial
from random import Random

import numpy as np
import pytest

from mj_bot.events import HAND_SIZE
from mj_bot.odds.forecast.model import forecast_model
from mj_bot.state import WALL_SIZE
from mj_bot.tiles import COPIES, HONOURS, ORPHANS, TILE_KINDS
from mj_engine.advantages import ForecastDeal, forecast_rows
from mj_lab.learn.fit.forecast.calibration import calibration
from mj_lab.learn.fit.forecast.deals import early_deal, usual_deal
from mj_lab.learn.fit.forecast.rows import FIT_TABLES, GameSort, joined_rows, played_rows

GAMES = 600
# 49% are said and 60 +- 2% come, though hands with nearly the same features win 48 +- 2% of 439
# games of the fit: what makes this hand better is in none of them.
TOO_LOW = pytest.mark.xfail(strict=True, reason="what makes this hand better is not seen")
# It is won at once; the points are said 4 too high, as if it were drawn more often.
TOO_HIGH = pytest.mark.xfail(strict=True, reason="117 points are said and 113.3 +- 0.8 come")
# A mean over hands of one kind may be off by so much, besides twice its error.
WITHIN = 0.03


def pairs(rng: Random, count: int) -> list[int]:
    """A hand with this many pairs, and single tiles else."""
    tiles = rng.sample(range(TILE_KINDS), HAND_SIZE - count)
    return tiles + tiles[:count]


def orphans(rng: Random, kinds: int) -> list[int]:
    """A hand with this many of the thirteen kinds, one of them twice but for all thirteen."""
    held = rng.sample(ORPHANS, kinds)
    held += held[:1] * (kinds < HAND_SIZE)
    others = [tile for tile in range(TILE_KINDS) if tile not in ORPHANS]
    return held + rng.sample(others, HAND_SIZE - len(held))


def mixed_triple_chow(rng: Random) -> list[int]:
    """The same chow in two suits, three parts of the third, a pair, and honours."""
    first = rng.randrange(7)
    hand = [suit * 9 + first + step for suit in range(2) for step in range(3)]
    hand += [18 + first + step for step in rng.sample(range(3), 2)]
    return hand + rng.sample(HONOURS, 3) + [18 + (first + 5) % 9] * 2


def pure_straight(rng: Random) -> list[int]:
    """Eight of a straight, a pair, a part of a chow in another suit, a wind."""
    suit, other = rng.sample(range(3), 2)
    hand = [9 * suit + number for number in rng.sample(range(9), 8)]
    first = 9 * other + rng.randrange(8)
    return hand + [first, first + 1, rng.choice(HONOURS)] + [9 * other + rng.randrange(9)] * 2


def wall_with(hand: list[int], rng: Random) -> tuple[int, ...]:
    """A wall whose first seat is dealt the hand; all else lies anyhow."""
    rest = [tile for tile in range(TILE_KINDS) for _ in range(COPIES)]
    for tile in hand:
        rest.remove(tile)
    rng.shuffle(rest)
    own = WALL_SIZE - len(hand)
    # A seat is dealt from the end of its wall.
    return tuple(rest[:own] + hand + rest[own:])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("6 pairs", partial(pairs, count=6)),
        ("5 pairs", partial(pairs, count=5)),
        ("4 pairs", partial(pairs, count=4)),
        pytest.param("13 orphans", partial(orphans, kinds=13), marks=TOO_HIGH),
        ("11 orphans", partial(orphans, kinds=11)),
        ("10 orphans", partial(orphans, kinds=10)),
        pytest.param("mixed triple chow", mixed_triple_chow, marks=TOO_LOW),
        ("pure straight", pure_straight),
    ],
)
def test_hands_drawn_anew_win_as_often_as_said(
    name: str, made: Callable[[Random], list[int]]
) -> None:
    rng = Random(f"hands {name}")
    hands = [made(rng) for _ in range(GAMES)]
    walls = [wall_with(hand, rng) for hand in hands]
    found = forecast_rows(walls, "learned", [ForecastDeal(0)] * GAMES, threads=2)
    first = np.unique(found["game"], return_index=True)[1]
    chance, score, _, _ = forecast_model().predict(
        found["features"][first].astype(float), found["deal_in"][first]
    )
    for said, came, within in (
        (chance, found["won"][first].astype(float), WITHIN),
        (score, found["score"][first].astype(float), 1.5),
    ):
        off = said - came
        error = off.std() / np.sqrt(len(off))
        assert abs(off.mean()) < within + 2 * error


@pytest.mark.slow
@pytest.mark.parametrize("table", FIT_TABLES[:2])
def test_classes_of_20_000_games_come_true(table: tuple[str, ...]) -> None:
    """Twenty minutes of two cores each."""
    usual, early = GameSort(usual_deal, (table,), False), GameSort(early_deal, (table,), True)
    rows = joined_rows([rows for _, rows in played_rows(20_000, "forecast-prove", 2, usual)])
    beside = joined_rows([rows for _, rows in played_rows(4_000, "forecast-prove", 2, early)])
    found = calibration(rows, forecast_model(), beside)
    assert len(found.classes.all) > 80 and len(found.typed.all) > 20 and len(found.ready.all) > 5
    for classes in (found.classes, found.typed, found.ready):
        assert len(classes.off) <= classes.at_most + 1
    for points in found.points.values():
        assert abs(points.off) < 0.3 + 2 * points.error
