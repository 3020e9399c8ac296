"""Kuhn poker as self-play's learner meets it: a table for a network, many games at once."""

from itertools import permutations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from mj_lab.learn.training.parts.part import Batch
from mj_lab.research import kuhn
from tests.mj_lab.learn.training.taught import Taught, asked

SETS = list(kuhn.INFORMATION_SETS)
_DEALS = np.array(list(permutations(kuhn.CARDS, 2)))


class Table(nn.Module):
    """A number for each information set and action, and one for its value.

    bets: the log-odds of a bet that it begins with.
    """

    def __init__(self, bets: float = 0.0) -> None:
        super().__init__()
        self.policy = nn.Linear(len(SETS), 2, bias=False)
        self.value = nn.Linear(len(SETS), 1, bias=False)
        with torch.no_grad():
            self.policy.weight.zero_()
            self.policy.weight[kuhn.BET] = bets
            self.value.weight.zero_()

    def forward(self, taken: dict[str, Tensor]) -> dict[str, Tensor]:
        """A policy and its value."""
        rows = taken["set"].float()
        return {"policy": self.policy(rows), "value": self.value(rows)}


def policy_of(taught: Taught) -> dict[tuple[int, str], float]:
    """The chance of a bet by information set."""
    count = len(SETS)
    one_of_each = asked(np.ones((count, 2), bool), set=np.eye(count, dtype=np.uint8))
    chances = np.exp(taught.log_chances(one_of_each).astype(np.float64))
    return dict(zip(SETS, chances[:, kuhn.BET].tolist(), strict=True))


def games(bets: kuhn.KuhnPolicy, count: int, rng: np.random.Generator) -> Batch:
    """The decisions of some games of a policy with itself; `other` is the other's card, hidden."""
    deal = rng.integers(len(_DEALS), size=count)
    history = np.zeros(count, np.int64)
    chances = np.array([[bets.get((card, past), 0.0) for past in _PAST] for card in kuhn.CARDS])
    rows: list[list[NDArray[np.int64]]] = []
    going = np.arange(count)
    while len(going):
        past = history[going]
        seat = _SEAT[past]
        own, other = _DEALS[deal[going], seat], _DEALS[deal[going], 1 - seat]
        bet = (rng.random(len(going)) < chances[own, past]).astype(np.int64)
        rows.append([going, seat, own, past, other, bet])
        history[going] = _NEXT[past, bet]
        going = going[history[going] < len(_PAST)]
    game, seat, own, past, other, chosen = np.concatenate(rows, axis=1)
    taken = np.where(chosen == kuhn.BET, chances[own, past], 1 - chances[own, past])
    paid = _PAID[deal, history][game]
    return {
        "set": np.eye(len(SETS), dtype=np.uint8)[_PLACE[own, past]],
        "other": np.eye(len(kuhn.CARDS), dtype=np.uint8)[other],
        "legal": np.ones((len(game), 2), bool),
        "chosen": chosen,
        "log_chance": np.log(taken).astype(np.float32),
        "reward": np.where(seat == 0, paid, -paid).astype(np.float32),
    }


# Histories by number: those that go on, then those that end.
_PAST = [past for pasts in zip(*kuhn.HISTORIES, strict=True) for past in pasts]
_ALL = [*_PAST, *(past + act for past in _PAST for act in "pb" if past + act not in _PAST)]
_NEXT = np.array([[_ALL.index(past + act) for act in "pb"] for past in _PAST])
_SEAT = np.array([len(past) % 2 for past in _PAST])
_PLACE = np.array(
    [[SETS.index((card, past)) for past in _PAST] for card in kuhn.CARDS], dtype=np.int64
)
_PAID = np.array(
    [[kuhn.payoff((int(one), int(two)), past) or 0 for past in _ALL] for one, two in _DEALS],
    np.float32,
)
