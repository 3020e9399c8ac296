"""The predictor: a recurrent network that predicts a match's outcome from the hands so far.

The input is a sequence for each player: an empty entry before the first hand, then one for each
hand. After each entry it predicts the probability of each final place, and the final sum. The worth
of a hand is the difference of two predictions. It has two GRU layers and two dense ones; it sees
each hand's score, the standing, the dealer and the hands left.

Source: the global reward prediction of J. Li and others, Suphx: Mastering Mahjong with Deep
Reinforcement Learning, arXiv:2003.13590.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
import torch
from numpy.typing import NDArray
from pydantic import Field
from torch import nn

from mj_bot.events import SEATS
from mj_lab.core.game.placement import TABLE_POINTS, place_shares, placement_points
from mj_lab.core.game.seating import prevalent_wind_of, seat_of_player
from mj_lab.learn.training.parts.part import Batch, Context, Model, PartOptions, Tensors

Scores = NDArray[np.int64]
Places = NDArray[np.float64]

_LAYERS = 2  # Layers of the GRU.
_DENSE = 32  # Width of the layer after it.
# The source has nine, of 5,000 points on either side of the 25,000 that all begin with. Here all
# begin with 0, and a fifth of the final sums is in the outer two: of 20 points in a match of four.
_BUCKETS = 9
_BUCKET = 0.35  # Of the usual final sum.


class PredictorOptions(PartOptions):
    """Options: what is predicted, and the size of the network."""

    hands: Literal[4, 16] = Field(default=4, description="of a match")
    worth: tuple[float, ...] = Field(
        default=TABLE_POINTS, min_length=2, description="what each place pays"
    )
    score: float = Field(default=28.3, gt=0, description="points: the usual size of a hand's score")
    seated: bool = Field(default=True, description="whether it sees wind and seat of the next hand")
    buckets: bool = Field(
        default=False, description="the totals in nine buckets, not as numbers: own, and leads"
    )
    hidden: int = Field(default=48, ge=1, description="of the recurrent layers")

    @property
    def players(self) -> int:
        """How many players a match has."""
        return len(self.worth)


class _Network(nn.Module):
    def __init__(self, inputs: int, options: PredictorOptions) -> None:
        super().__init__()
        self.recurrent = nn.GRU(inputs, options.hidden, _LAYERS, batch_first=True)
        self.dense = nn.Linear(options.hidden, _DENSE)
        # One output for each place, and one for the final sum.
        self.last = nn.Linear(_DENSE, options.players + 1)

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        logits: torch.Tensor = self.last(torch.relu(self.dense(self.recurrent(seen)[0])))
        return logits


class PredictorModel(Model):
    """Predicts the place and the final sum of each player of a match; no tactic plays by it."""

    Options = PredictorOptions

    def __init__(self, options: Any, context: Context) -> None:
        super().__init__(options, context)
        nothing = np.zeros((1, options.hands, options.players), np.int64)
        inputs = match_inputs(nothing, options).shape[-1]
        self.module: nn.Module = _Network(inputs, options).to(context.device)

    def outputs(self, batch: Tensors) -> Tensors:
        """From `seen` [n, hands + 1, F]: logits `place` [.., hands + 1, place], sums `total`."""
        outputs = self.module(batch["seen"])
        return {"place": outputs[..., :-1], "total": outputs[..., -1]}

    def write(self, folder: Path, step: int) -> None:
        """Write nothing: runs that use it read the checkpoint."""

    def examples(self, scores: Scores) -> Batch:
        """The examples of matches [n, hands, player], a row for each match and player.

        seen: the inputs. shares: of each place. reward: the final sum, in units of its usual size.
        """
        totals = scores.sum(axis=1)
        shares = np.array([place_shares(row) for row in totals.tolist()], np.float32)
        usual = self.options.score * np.sqrt(self.options.hands)
        return {
            "seen": match_inputs(scores, self.options),
            "shares": shares.reshape(-1, self.options.players),
            "reward": totals.astype(np.float32).reshape(-1) / np.float32(usual),
        }

    def chances(self, scores: Scores) -> Places:
        """The probability of each place, [n, hands + 1, player, place]; actual at the end."""
        with torch.no_grad():
            seen = self.tensor(match_inputs(scores, self.options))
            chances = torch.softmax(self.outputs({"seen": seen})["place"].double(), dim=-1)
        count, hands, players = scores.shape
        by_player = chances.cpu().numpy().reshape(count, players, hands + 1, players)
        by_hand = by_player.transpose(0, 2, 1, 3).copy()
        by_hand[:, -1] = [place_shares(row) for row in scores.sum(axis=1).tolist()]
        return by_hand

    def points(self, scores: Scores) -> Places:
        """The expected pay of the match for each player, [n, hands + 1, player], hand by hand."""
        expected: Places = self.chances(scores) @ np.asarray(self.options.worth, np.float64)
        return expected

    def hand_rewards(self, scores: Scores) -> Places:
        """The worth of each hand to its match: [n, hands, player], in the unit of the places' pay.

        The difference of the predictions after and before it; after the last hand the outcome is
        known, so a player's rewards add up to what the match paid, less the expectation.
        """
        rewards: Places = np.diff(self.points(scores), axis=1)
        return rewards

    def errors(self, scores: Scores) -> dict[str, list[float]]:
        """The errors of expected points, by hands played, 0 to all but the last.

        Mean squared errors of the predictor, of the points by the current places, and of the mean
        of all players. scores: held-out matches [n, hands, player].
        """
        worth, hands = self.options.worth, self.options.hands
        paid = outcome_points(scores, worth)[:, None]
        totals = np.cumsum(scores, axis=1)
        average = np.full_like(paid, np.mean(worth))
        standing = [outcome_points(totals[:, hand, None], worth) for hand in range(hands - 1)]
        guesses = {
            "predictor": self.points(scores)[:, :-1],
            "standing": np.stack([average[:, 0], *standing], axis=1),
            "average": np.repeat(average, hands, axis=1),
        }
        return {
            name: [float(error) for error in ((guess - paid) ** 2).mean(axis=(0, 2))]
            for name, guess in guesses.items()
        }


def outcome_points(scores: Scores, worth: Sequence[float]) -> Places:
    """The pay of matches [n, hands, player]: [n, player]."""
    return np.array([placement_points(row, worth) for row in scores.sum(axis=1).tolist()])


def match_inputs(scores: Scores, options: PredictorOptions) -> NDArray[np.float32]:
    """The input of the network: [n x player, hands + 1, feature], from matches [n, hands, player].

    For each player: the hand's own score and the others'; the own total, and its lead over the
    others, or all totals in buckets; the number of hands left, and whether it is one; if `seated`,
    the next hand's prevalent wind and own seat. The others are sorted by their totals, the best
    first.
    """
    count, hands, players = scores.shape
    before = np.zeros((count, 1, players))
    by_hand = np.concatenate([before, scores], axis=1) / options.score
    totals = np.concatenate([before, np.cumsum(scores, axis=1)], axis=1) / options.score
    left = (hands - np.arange(hands + 1)) / hands
    frames = []
    for player in range(players):
        others = [other for other in range(players) if other != player]
        order = np.argsort(-totals[:, :, others], axis=-1, kind="stable")
        other_totals = np.take_along_axis(totals[:, :, others], order, axis=-1)
        other_hands = np.take_along_axis(by_hand[:, :, others], order, axis=-1)
        own = totals[:, :, player, None]
        standing = [own / np.sqrt(hands), own - other_totals]
        if options.buckets:
            all_totals = np.concatenate([own, other_totals], axis=-1)
            standing = [_in_buckets(all_totals / np.sqrt(hands))]
        shared = [left, left * hands == 1]
        if options.seated:
            shared += list(_seats_ahead(player, hands).T)
        frames.append(
            np.concatenate(
                [
                    by_hand[:, :, player, None],
                    other_hands,
                    *standing,
                    np.broadcast_to(np.stack(shared, axis=-1), (count, hands + 1, len(shared))),
                ],
                axis=-1,
            )
        )
    seen = np.stack(frames, axis=1).astype(np.float32)
    return seen.reshape(count * players, hands + 1, seen.shape[-1])


def _in_buckets(totals: Places) -> Places:
    """Totals [.., player], in usual final sums, as one of nine buckets each, [.., player x 9]."""
    number = np.clip(np.rint(totals / _BUCKET) + _BUCKETS // 2, 0, _BUCKETS - 1)
    one_hot: Places = (number[..., None] == np.arange(_BUCKETS)).astype(np.float64)
    return one_hot.reshape(*totals.shape[:-1], -1)


def _seats_ahead(player: int, hands: int) -> NDArray[np.float64]:
    """The wind and seat of the hand after each, [hands + 1, 8], each one-hot; zeros at the end."""
    expected = np.zeros((hands + 1, 2 * SEATS))
    for hand in range(hands):
        expected[hand, prevalent_wind_of(hand)] = 1
        expected[hand, SEATS + seat_of_player(player, hand)] = 1
    return expected
