"""Trying actions and fitting what they came to reaches the optimum where it is known exactly."""

import random
from dataclasses import replace
from itertools import permutations
from typing import NamedTuple

import numpy as np
import pytest

from mj_bot.state import CLAIM, OWN_DRAW
from mj_lab.learn.advantages.fitting import fit_advantages
from mj_lab.learn.advantages.gain import chosen_of, gain_of
from mj_lab.learn.advantages.plan import FitOptions
from mj_lab.learn.advantages.playout_data import Tried
from mj_lab.learn.training.dense_layers import model_points
from mj_lab.research import kuhn

LINEAR = FitOptions(ridge=(0.01, 1.0, 100.0), folds=2, leaves=False, margin=0.0)


class Row(NamedTuple):
    """Two actions of a decision, the one taken first: features, values, and what they came to."""

    game: int
    features: np.ndarray
    values: tuple[float, float]
    came_to: tuple[float, float]


def tried_of(rows: list[Row]) -> Tried:
    count = len(rows)
    small = np.zeros(count, np.uint8)
    outlook = np.array([row.came_to for row in rows], np.float32)[:, :, None]
    features = np.array([row.features for row in rows], np.float32)
    return Tried(
        game=np.array([row.game for row in rows], np.int64),
        seat=small,
        place=np.zeros(count, np.uint16),
        turn=small,
        kind=small + OWN_DRAW,
        score=outlook[:, 0, 0],
        count=small + 2,
        action=np.zeros((count, 2), np.int16),
        value=np.array([row.values for row in rows], np.float32),
        features=features,
        outlook=outlook,
        luck=np.zeros((count, 2, 1), np.float32),
        ended=np.ones((count, 2, 1), np.uint8),
        outlook_features=np.zeros((*features.shape[:2], 1, features.shape[2]), np.float32),
    )


# -- a bandit ---------------------------------------------------------------------------------

# The player believes what is wrong, and pulls the first.
ARMS, BELIEFS = (0.2, 0.5, 0.7, 0.4), (0.9, 0.3, 0.5, 0.6)


@pytest.mark.parametrize("hidden", [0, 8])
def test_it_finds_the_best_arm(hidden: int) -> None:
    if hidden:
        pytest.importorskip("torch", reason='pip install -e ".[learn]"')
    chance, one = random.Random(1), np.eye(len(ARMS))
    rows = []
    for game in range(4_000):
        other = chance.randrange(1, len(ARMS))
        came_to = [float(chance.random() < ARMS[arm]) for arm in (0, other)]
        values = BELIEFS[0], BELIEFS[other]
        rows.append(Row(game, one[[0, other]], values, (came_to[0], came_to[1])))
    options = replace(LINEAR, hidden=hidden, epochs=20, rate=0.01, batch=256)
    fit = fit_advantages([tried_of(rows)], options)
    mended = np.array(BELIEFS) + model_points(fit.layers, one)
    assert mended - mended[0] == pytest.approx(np.array(ARMS) - ARMS[0], abs=0.06)
    assert mended.argmax() == 2
    # What it is said to gain is what it gains: the better arm of each two, over the first.
    better = np.mean([max(arm - ARMS[0], 0) for arm in ARMS[1:]])
    assert fit.figures["held_out"]["a_game"] == pytest.approx(better, abs=0.05)


def test_a_margin_keeps_the_action_taken() -> None:
    rows = [Row(game, np.eye(2), (0.0, 0.0), (0.0, 1.0)) for game in range(100)]
    tried = tried_of(rows)
    advantages = np.tile([0.0, 1.0], (100, 1))
    assert (chosen_of(tried, advantages, 0.5) == 1).all()
    assert (chosen_of(tried, advantages, 1.5) == 0).all()
    alone = replace(tried, count=np.ones(100, np.uint8))
    assert (chosen_of(alone, advantages, 0.0) == 0).all()


def test_a_gain_adds_own_draws_and_claims_of_other_games() -> None:
    rng = np.random.default_rng(6)
    won = rng.normal(0.3, 1.0, size=600)
    tried = tried_of(
        [Row(place // 2, np.eye(2), (0.0, 0.0), (0.0, one)) for place, one in enumerate(won)]
    )
    labels, taken = tried.outlook[:, :, 0].astype(np.float64), np.tile([0.0, 1.0], (600, 1))
    whole = gain_of(tried, labels, taken, 0.0)
    by_game = won.reshape(300, 2).sum(axis=1)
    assert whole.a_game == pytest.approx(by_game.mean(), rel=1e-6)
    assert whole.error == pytest.approx(by_game.std(ddof=1) / np.sqrt(300), rel=1e-6)
    # The same by kind: 200 games of two own draws each, 200 of a claim each.
    kind = np.full(600, OWN_DRAW, np.uint8)
    kind[400:] = CLAIM
    game = np.where(kind == CLAIM, np.arange(600), tried.game)
    both = gain_of(replace(tried, kind=kind, game=game), labels, taken, 0.0)
    own, claims = by_game[:200], won[400:]
    assert both.a_game == pytest.approx(own.mean() + claims.mean(), rel=1e-6)
    errors = own.var(ddof=1) / 200 + claims.var(ddof=1) / 200
    assert both.error == pytest.approx(np.sqrt(errors), rel=0.02)


# -- Kuhn poker -------------------------------------------------------------------------------

SETS = list(kuhn.INFORMATION_SETS)


def features_of(card: int, history: str) -> np.ndarray:
    """One place for each information set and action."""
    features = np.zeros((2, 2 * len(SETS)))
    for action in (kuhn.NO_BET, kuhn.BET):
        features[action, 2 * SETS.index((card, history)) + action] = 1
    return features


def to_the_end(
    cards: tuple[int, int], history: str, bets: kuhn.KuhnPolicy, chance: random.Random
) -> int:
    """What the first player wins from there."""
    while (paid := kuhn.payoff(cards, history)) is None:
        bet = chance.random() < bets[cards[len(history) % 2], history]
        history += "pb"[bet]
    return paid


@pytest.mark.parametrize("seat", [0, 1])
def test_in_kuhn_poker_it_finds_the_best_answer_to_a_player(seat: int) -> None:
    """Exactly: the best answer is pure. Three rounds, each playing on with the last one's model."""
    chance = random.Random(seat)
    other = dict.fromkeys(SETS, 0.4)
    own = [(card, history) for history in kuhn.HISTORIES[seat] for card in kuhn.CARDS]
    bets = {**other, **dict.fromkeys(own, 0.0)}
    for _ in range(3):
        rows = []
        for game in range(3_000):
            cards, history = chance.choice(list(permutations(kuhn.CARDS, 2))), ""
            while kuhn.payoff(cards, history) is None:
                one = cards[len(history) % 2], history
                bet = int(chance.random() < bets[one])
                if len(history) % 2 == seat:
                    came_to = [
                        to_the_end(cards, history + "pb"[action], bets, chance) * (1 - 2 * seat)
                        for action in (bet, 1 - bet)
                    ]
                    features = features_of(*one)[[bet, 1 - bet]]
                    rows.append(Row(game, features, (0.0, 0.0), (came_to[0], came_to[1])))
                history += "pb"[bet]
        fit = fit_advantages([tried_of(rows)], LINEAR)
        for one in own:
            bets[one] = float(model_points(fit.layers, features_of(*one)).argmax())
    value = kuhn.value(bets, bets) * (1 - 2 * seat)
    assert value == pytest.approx(kuhn.best_answer_value(seat, other), abs=1e-9)
