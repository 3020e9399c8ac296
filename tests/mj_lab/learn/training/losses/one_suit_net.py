"""The mahjong of one suit as self-play's learner meets it: a small network, many walls at once."""

import random
from collections.abc import Callable, Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from mj_lab.learn.training.parts.part import Batch
from mj_lab.research import one_suit
from tests.mj_lab.learn.training.taught import Taught, asked

Chooser = Callable[[Sequence[one_suit.FiveTiles]], NDArray[np.int64]]


class SmallNet(nn.Module):
    """Counts of the hand and of the wall, and the draws to come, to a policy and its value."""

    def __init__(self) -> None:
        super().__init__()
        size = 2 * one_suit.RANKS * (one_suit.RANK_COPIES + 1) + one_suit.DRAWS
        self.trunk = nn.Sequential(nn.Linear(size, 64), nn.ReLU())
        self.policy, self.value = nn.Linear(64, one_suit.RANKS), nn.Linear(64, 1)

    def forward(self, taken: dict[str, Tensor]) -> dict[str, Tensor]:
        """A policy and its value."""
        made = self.trunk(taken["position"].float())
        return {"policy": self.policy(made), "value": self.value(made)}


def seen(positions: Sequence[one_suit.FiveTiles]) -> NDArray[np.uint8]:
    """The positions as the network sees them: [N, size]."""
    counts = np.array([[*one.hand, *one.left] for one in positions])
    rows = np.eye(one_suit.RANK_COPIES + 1, dtype=np.uint8)[counts].reshape(len(positions), -1)
    draws = np.eye(one_suit.DRAWS, dtype=np.uint8)[[one.draws for one in positions]]
    return np.concatenate([rows, draws], axis=1)


def legal(positions: Sequence[one_suit.FiveTiles]) -> NDArray[np.bool_]:
    """Which ranks can be discarded: [N, ranks]."""
    return np.array([one.hand for one in positions]) > 0


def of_positions(positions: Sequence[one_suit.FiveTiles]) -> Batch:
    """Decisions of which nothing is known but what is seen."""
    return asked(legal(positions), position=seen(positions))


def best_of(taught: Taught) -> Chooser:
    """The likeliest discards."""
    return lambda positions: taught.log_chances(of_positions(positions)).argmax(axis=1)


def chooser_of(taught: Taught, rng: np.random.Generator) -> Chooser:
    """Discards drawn by the policy."""

    def draw(positions: Sequence[one_suit.FiveTiles]) -> NDArray[np.int64]:
        chances = np.exp(taught.log_chances(of_positions(positions)).astype(np.float64))
        sums = chances.cumsum(axis=1)
        found = (sums > rng.random((len(sums), 1)) * sums[:, -1:]).argmax(axis=1)
        return np.asarray(found)

    return draw


def shuffled(count: int, rng: random.Random) -> list[list[int]]:
    """This many walls."""
    walls = [one_suit.whole_wall() for _ in range(count)]
    for wall in walls:
        rng.shuffle(wall)
    return walls


def play(
    walls: Sequence[list[int]], choose: Chooser
) -> tuple[list[one_suit.FiveTiles], NDArray[np.int64], NDArray[np.float32]]:
    """All decisions of the walls, what was discarded, and what the wall of each came to."""
    hands = [one_suit.dealt(wall) for wall in walls]
    won = np.zeros(len(walls), np.float32)
    going = list(range(len(walls)))
    positions: list[one_suit.FiveTiles] = []
    discards, places = [], []
    for draw in range(one_suit.DRAWS):
        deciding, asked = [], []
        for place in going:
            rank = walls[place][-one_suit.FIRST_TILES - 1 - draw]
            hand = one_suit.changed(hands[place][0], rank, 1)
            left = one_suit.changed(hands[place][1], rank, -1)
            won[place] = one_suit.points(hand)
            if not won[place]:
                hands[place] = hand, left
                deciding.append(place)
                asked.append(one_suit.FiveTiles(hand, left, one_suit.DRAWS - 1 - draw))
        going = deciding
        if draw == one_suit.DRAWS - 1 or not going:
            break
        chosen = choose(asked)
        for place, rank in zip(going, chosen.tolist(), strict=True):
            hands[place] = one_suit.changed(hands[place][0], rank, -1), hands[place][1]
        positions += asked
        discards.append(chosen)
        places.append(np.array(going))
    return positions, np.concatenate(discards), won[np.concatenate(places)]


def games(taught: Taught, walls: Sequence[list[int]], rng: np.random.Generator) -> Batch:
    """The decisions of the walls, drawn by the policy."""
    positions, chosen, won = play(walls, chooser_of(taught, rng))
    played = of_positions(positions)
    log = taught.log_chances(played)[np.arange(len(chosen)), chosen]
    return {**played, "chosen": chosen, "log_chance": log, "reward": won}


def lost(choose: Chooser, walls: Sequence[list[int]]) -> float:
    """What a policy loses to perfect play: the sum over its discards, a wall, exactly valued."""
    positions, chosen, _ = play(walls, choose)
    gap = sum(
        one_suit.best_value(one) - one_suit.value_of(one, rank)
        for one, rank in zip(positions, chosen.tolist(), strict=True)
    )
    return gap / len(walls)


def imitating(
    teacher: Callable[[one_suit.FiveTiles], int], walls: Sequence[list[int]], seed: int = 0
) -> SmallNet:
    """A network taught by a teacher's games: where self-play begins."""

    def choose(positions: Sequence[one_suit.FiveTiles]) -> NDArray[np.int64]:
        return np.array([teacher(one) for one in positions])

    positions, chosen, won = play(walls, choose)
    torch.manual_seed(seed)
    network, truth = SmallNet(), torch.from_numpy(chosen)
    score, mask = torch.from_numpy(won)[:, None], torch.from_numpy(legal(positions))
    taken = {"position": torch.from_numpy(seen(positions))}
    optimiser = torch.optim.Adam(network.parameters(), 3e-3)
    for _ in range(200):
        made = network(taken)
        logits = made["policy"].masked_fill(~mask, -torch.inf)
        loss = nn.functional.cross_entropy(logits, truth) + ((made["value"] - score) ** 2).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return network


def lonely(position: one_suit.FiveTiles) -> int:
    """A teacher that keeps pairs and ends: it discards the rank that it holds fewest of."""
    return min(one_suit.held_ranks(position.hand), key=lambda rank: (position.hand[rank], -rank))
