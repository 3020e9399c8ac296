"""Adaptation at the deal in a mahjong of one suit, where every policy is valued exactly.

The policy is an order of the six ranks by which it discards: one order is right for hands in the
middle of the suit, another for pairs at its ends. So what is best on average is not best here, and
six weights have room for it.
"""

import random
from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest

pytest.importorskip("torch", reason='pip install -e ".[learn]"')

from mj_lab.learn.training.parts.part import Batch
from mj_lab.research import one_suit
from mj_lab.research.adapt_plan import AdaptOptions
from mj_lab.research.adapting import adapt_by, advantages
from tests.mj_lab.learn.training.small_games.over_base import batch_of, small_correction

# By rank, how gladly it is discarded: a policy's log-odds.
Preference = np.ndarray
RANKS = range(one_suit.RANKS)
UNTAUGHT: Preference = np.zeros(one_suit.RANKS)

# What it was taught on: no hand has an end of the suit. Then others of that kind, and of no such.
TAUGHT_ON = [(1, 2, 3, 4), (1, 1, 2, 3), (2, 3, 4, 4), (1, 2, 2, 4), (1, 3, 3, 4)]
LIKE = [(2, 2, 3, 4), (1, 2, 3, 3), (1, 2, 4, 4)]
UNLIKE = [(0, 0, 3, 5), (0, 0, 0, 5), (0, 2, 5, 5), (0, 0, 5, 5)]

Deal = tuple[one_suit.RankCounts, one_suit.RankCounts]


def deal_of(hand: tuple[int, ...]) -> Deal:
    """A hand as counts, and what is left for the wall."""
    held = tuple(hand.count(rank) for rank in RANKS)
    return held, tuple(one_suit.RANK_COPIES - count for count in held)


def exact_value(preference: Preference, hand: tuple[int, ...]) -> float:
    """The points to be expected of a deal by always discarding what is preferred."""

    @cache
    def after(hand: one_suit.RankCounts, left: one_suit.RankCounts, draws: int) -> float:
        if not draws:
            return 0.0
        found = 0.0
        for rank in RANKS:
            if left[rank]:
                five = one_suit.changed(hand, rank, 1)
                less = one_suit.changed(left, rank, -1)
                found += left[rank] / sum(left) * (one_suit.points(five) or on(five, less, draws))
        return found

    def on(five: one_suit.RankCounts, left: one_suit.RankCounts, draws: int) -> float:
        if draws == 1:
            return 0.0
        thrown = max(one_suit.held_ranks(five), key=lambda rank: preference[rank])
        return after(one_suit.changed(five, thrown, -1), left, draws - 1)

    return after(*deal_of(hand), one_suit.DRAWS)


def sampled(
    preference: Preference, hands: Sequence[tuple[int, ...]], games: int, rng: random.Random
) -> Batch:
    """Decisions of games that begin with these hands in turn, drawn by the policy's chances."""
    rows = []
    for game in range(games):
        hand, left = deal_of(hands[game % len(hands)])
        wall = [rank for rank in RANKS for _ in range(left[rank])]
        rng.shuffle(wall)
        taken, won = [], 0
        for draws in range(one_suit.DRAWS, 0, -1):
            hand = one_suit.changed(hand, wall.pop(), 1)
            won = one_suit.points(hand)
            if won or draws == 1:
                break
            base = np.array([preference[rank] if hand[rank] else -np.inf for rank in RANKS])
            pi = np.exp(base) / np.exp(base).sum()
            (rank,) = rng.choices(RANKS, pi.tolist())
            taken.append((base, rank, np.log(pi[rank])))
            hand = one_suit.changed(hand, rank, -1)
        rows += [(*one, won) for one in taken]
    count = len(rows)
    eye = np.eye(one_suit.RANKS, dtype=np.float32)
    return batch_of(
        np.tile(eye, (count, 1, 1)),
        np.array([row[0] for row in rows]).reshape(count, one_suit.RANKS),
        *(np.array([row[place] for row in rows]) for place in (1, 2, 3)),
    )


def moved(preference: Preference, decisions: Batch, options: AdaptOptions) -> Preference:
    model = small_correction(one_suit.RANKS)
    adapt_by(model, decisions, np.zeros(len(decisions["chosen"]), np.float32), 1.0, options)
    eye = np.eye(one_suit.RANKS, dtype=np.float32)[None]
    start = preference[None].astype(np.float32)
    told = model.log_odds({"features": eye, "start": start, "legal": np.isfinite(start)})[0]
    return np.asarray(told.astype(np.float64))


@pytest.fixture(scope="module")
def taught() -> Preference:
    """What the same gradient makes of many deals of one kind."""
    preference, rng = UNTAUGHT, random.Random(1)
    for _ in range(6):
        decisions = sampled(preference, TAUGHT_ON, 400, rng)
        preference = moved(preference, decisions, AdaptOptions(rate=0.05, kl=0.0))
    return preference


OPTIONS = AdaptOptions(rate=0.05, epochs=8, kl=0.05)
GAMES = 100


def gain(
    preference: Preference,
    hand: tuple[int, ...],
    options: AdaptOptions = OPTIONS,
    games_of: tuple[int, ...] | None = None,
) -> float:
    """What adapting to this hand, or by the games of another, brings in it: exactly."""
    decisions = sampled(preference, [games_of or hand], GAMES, random.Random(f"{hand}"))
    return exact_value(moved(preference, decisions, options), hand) - exact_value(preference, hand)


def room(preference: Preference, hand: tuple[int, ...]) -> float:
    """How much perfect play has over the policy."""
    return one_suit.value_after(*deal_of(hand), one_suit.DRAWS) - exact_value(preference, hand)


@pytest.mark.thorough
def test_it_helps_where_the_deal_is_unlike_the_trainings(taught: Preference) -> None:
    gains = [gain(taught, hand) for hand in UNLIKE]
    assert sum(gains) / len(gains) > 0.1
    for hand, gained in zip(UNLIKE, gains, strict=True):
        assert 0 < gained <= room(taught, hand) + 1e-9
    # It is this deal's games that help, not any that are learned from.
    others = [gain(taught, hand, games_of=LIKE[0]) for hand in UNLIKE]
    assert sum(others) / len(others) < 0.03


def test_it_does_no_harm_beyond_a_hundredth_where_the_deal_is_like_it(taught: Preference) -> None:
    """A hundredth of a point a game, of 0.7 to 0.9 that these deals bring."""
    for hand in LIKE:
        assert -0.01 <= gain(taught, hand) <= room(taught, hand) + 1e-9


def test_a_strong_pull_to_the_base_holds_it_there(taught: Preference) -> None:
    held = AdaptOptions(rate=0.001, epochs=8, kl=1000.0)
    assert [gain(taught, hand, held) for hand in UNLIKE] == [0.0] * len(UNLIKE)


def test_of_no_games_pi_is_the_base_to_the_bit(taught: Preference) -> None:
    nothing = sampled(taught, LIKE, 0, random.Random(0))
    assert len(nothing["chosen"]) == 0
    assert moved(taught, nothing, OPTIONS).tolist() == taught.astype(np.float32).tolist()


def test_the_baseline_takes_off_what_was_promised_and_no_more() -> None:
    rng = np.random.default_rng(1)
    promised = rng.normal(size=500).astype(np.float32)
    luck = rng.normal(size=500).astype(np.float32)
    over = advantages(7 + 3 * promised + luck, promised)
    assert over.mean() == pytest.approx(0, abs=1e-5)
    assert over @ promised == pytest.approx(0, abs=1e-2)
    assert over.std() == pytest.approx(luck.std(), rel=0.02)
