"""The predictor: a recurrent network that tells a match's outcome from the hands so far.

For each player a sequence goes in: before the first hand nothing, then each hand as it was. After
each of them it says how likely each place is in the end, and the final sum. What a hand is worth is
the difference of two predictions (Suphx's global reward prediction): two GRU layers and two dense
ones, fed each hand's score, the standing, the dealer and how many hands are left.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from mj_bot.events import SEATS
from mj_lab.game.placement import place_shares, placement_points
from mj_lab.game.seating import prevalent_wind_of, seat_of_player
from mj_lab.learn.reward.plan import PredictorOptions

Places = NDArray[np.float64]


class Predictor(nn.Module):
    """Predicts for each player of a match its place and its final sum."""

    def __init__(self, options: PredictorOptions) -> None:
        super().__init__()
        self.options = options
        seen = match_inputs(np.zeros((1, options.hands, options.players), np.int64), options)
        self.recurrent = nn.GRU(seen.shape[-1], options.hidden, options.layers, batch_first=True)
        self.dense = nn.Linear(options.hidden, options.dense)
        # A number for each place, and the final sum.
        self.last = nn.Linear(options.dense, options.players + 1)

    def forward(self, seen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits of places [..., hands + 1, place], sums [..., hands + 1], of [n, hands + 1, F]."""
        found, _ = self.recurrent(seen)
        told = self.last(torch.relu(self.dense(found)))
        return told[..., :-1], told[..., -1]

    def loss(self, scores: NDArray[np.int64]) -> tuple[torch.Tensor, dict[str, float]]:
        """Of some matches [n, hands, player]: what is minimised, and its parts.

        After the last hand nothing is to be predicted: it does not count.
        """
        options = self.options
        logits, sums = self.forward(self._tensor(match_inputs(scores, options)))
        totals = scores.sum(axis=1)
        shares = np.array([place_shares(row) for row in totals.tolist()], np.float32)
        wanted = self._tensor(shares.reshape(-1, 1, options.players))
        final = self._tensor(totals.astype(np.float32).reshape(-1, 1)) / _sum_scale(options)
        place = -(wanted * torch.log_softmax(logits[:, :-1], dim=-1)).sum(-1).mean()
        total = ((sums[:, :-1] - final) ** 2).mean()
        told = {"place": float(place.detach()), "total": float(total.detach())}
        return place + options.total_weight * total, told

    def chances(self, scores: NDArray[np.int64]) -> Places:
        """How likely each place is, [n, hands + 1, player, place]; at the end as it was."""
        options = self.options
        with torch.no_grad():
            logits, _ = self.forward(self._tensor(match_inputs(scores, options)))
            found = torch.softmax(logits.double(), dim=-1).cpu().numpy()
        count, hands, players = scores.shape
        by_player = found.reshape(count, players, hands + 1, players).transpose(0, 2, 1, 3).copy()
        by_player[:, -1] = [place_shares(row) for row in scores.sum(axis=1).tolist()]
        return by_player

    def points(self, scores: NDArray[np.int64]) -> Places:
        """What each player may expect the match to pay, [n, hands + 1, player], hand by hand."""
        told: Places = self.chances(scores) @ np.asarray(self.options.worth, np.float64)
        return told

    def _tensor(self, array: NDArray[np.float32]) -> torch.Tensor:
        return torch.from_numpy(array).to(self.last.weight.device)


def hand_rewards(predictor: Predictor, scores: NDArray[np.int64]) -> Places:
    """What each hand was worth to its match: [n, hands, player], in what places pay.

    The difference of the predictions after and before it; after the last hand the outcome is known,
    so that a player's rewards add up to what the match paid, less what was expected at first.
    """
    rewards: Places = np.diff(predictor.points(scores), axis=1)
    return rewards


def outcome_points(scores: NDArray[np.int64], worth: Sequence[float]) -> Places:
    """What matches [n, hands, player] paid: [n, player]."""
    return np.array([placement_points(row, worth) for row in scores.sum(axis=1).tolist()])


def match_inputs(scores: NDArray[np.int64], options: PredictorOptions) -> NDArray[np.float32]:
    """What the network sees: [n x player, hands + 1, feature], of matches [n, hands, player].

    Of each player: the hand's own score and the others'; the own total, and less those of the
    others; how many hands are left, whether one is; if `seated`, the next hand's prevalent wind and
    own seat. The others are sorted by their totals, the best first.
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
        shared = [left, left * hands == 1]
        if options.seated:
            shared += list(_seats_ahead(player, hands).T)
        frames.append(
            np.concatenate(
                [
                    by_hand[:, :, player, None],
                    other_hands,
                    own / np.sqrt(hands),
                    own - other_totals,
                    np.broadcast_to(np.stack(shared, axis=-1), (count, hands + 1, len(shared))),
                ],
                axis=-1,
            )
        )
    seen = np.stack(frames, axis=1).astype(np.float32)
    return seen.reshape(count * players, hands + 1, seen.shape[-1])


def _seats_ahead(player: int, hands: int) -> NDArray[np.float64]:
    """The wind and seat of the hand after each, [hands + 1, 8], each as one of four; then none."""
    told = np.zeros((hands + 1, 2 * SEATS))
    for hand in range(hands):
        told[hand, prevalent_wind_of(hand)] = 1
        told[hand, SEATS + seat_of_player(player, hand)] = 1
    return told


def _sum_scale(options: PredictorOptions) -> float:
    return float(options.score * np.sqrt(options.hands))
