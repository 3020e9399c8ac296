"""Hidden hands, true and sampled: their features in games of `learned`, by decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mj_bot.events import SEATS
from mj_engine import Game, play, wall_of_seed
from mj_engine._core import SHANTEN_FEATURES, hand_features
from mj_lab.core.game.walls import seed_of
from mj_lab.core.records.match import Match

_CHUNK = 100
# Shanten 0 to 5 and more come first among the features, by turns and melds.
FARTHEST = 6


class HiddenHands(NamedTuple):
    """A decision of a game: the game at that point, and the seat that must answer.

    turn: the seat's own discards before.
    """

    game: Game
    seat: int
    turn: int


class HandFeatures(NamedTuple):
    """Features of the other seats' hands.

    of: sums over the hands, float64 [feature]. deal_in: the share of the deciding seat's tiles with
    which one of them would win.
    """

    of: NDArray[np.float64]
    deal_in: float


def decisions(games: int, seed: str, jobs: int, every: int = 0) -> Iterator[HiddenHands]:
    """Decisions of fresh games of `learned`, three of each game.

    every: instead, each seat's decisions on own draws, once in this many own discards.
    """
    for first in range(0, games, _CHUNK):
        names = [f"{seed} {number}" for number in range(first, min(first + _CHUNK, games))]
        walls = [wall_of_seed(name) for name in names]
        lot = seed_of(seed, first) & 0xFFFFFFFF
        played = play(walls, "learned", seed=lot, records=True, threads=jobs)
        for name, line in zip(names, played.records, strict=True):
            yield from _of_game(line, name, every)


def _of_game(line: str, name: str, every: int) -> Iterator[HiddenHands]:
    match = Match.model_validate_json(line)
    game = Game(match.wall, match.quan, match.common_wall)
    drawn = np.random.default_rng(seed_of(name, "decisions") & 0xFFFFFFFF)
    chosen = set(drawn.choice(len(match.requests), 9).tolist())
    left = 3
    for turn in range(len(match.requests) - 1):
        for seat in range(SEATS):
            seen = game.observation(seat)
            own = len(seen.discards[seat])
            if every:
                if seen.decision == 1 and own % every == 0:
                    yield HiddenHands(game.copy(), seat, own)
            elif turn in chosen and left and len(seen.legal) > 1:
                left -= 1
                yield HiddenHands(game.copy(), seat, own)
                break
        game.submit(match.replies(turn))


def features(
    decision: HiddenHands, weights: NDArray[np.float32], exchanges: int, seed: int, from_true: bool
) -> tuple[HandFeatures, HandFeatures]:
    """The features of the true hands and of sampled ones.

    exchanges: of tiles, from a random deal or from the true one.
    """
    of_hands = hand_features(decision.game, decision.seat, weights, exchanges, seed, from_true)
    true, sampled = (HandFeatures(values[:-1], float(values[-1])) for values in of_hands)
    return true, sampled


def shares_of_shanten(of: Sequence[HandFeatures]) -> NDArray[np.float64]:
    """The share of the hands with each shanten, 0 to 5 and more: float64 [6], sum 1."""
    counts = sum(hand.of[:SHANTEN_FEATURES].reshape(-1, FARTHEST).sum(axis=0) for hand in of)
    shares: NDArray[np.float64] = counts / np.sum(counts)
    return shares
