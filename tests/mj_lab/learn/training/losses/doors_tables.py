"""The game of doors as oracle guiding meets it: tables for networks, many games at once."""

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from mj_lab.learn.training.networks.written.hidden_inputs import masked
from mj_lab.learn.training.parts.part import Batch
from tests.mj_lab.learn.training.small_games import doors
from tests.mj_lab.learn.training.small_games.doors import (
    ACTIONS,
    DOORS,
    LEAVE,
    PRIZES,
    ROOMS,
    SIGNS,
    STATES,
)
from tests.mj_lab.learn.training.taught import Taught, asked

CHANCES = np.array(
    [[[doors.chance(room, sign, door) for door in range(DOORS)] for sign in range(SIGNS)]
     for room in range(ROOMS)]
)  # fmt: skip


class Table(nn.Module):
    """A number for each state and action, and one for each door that is shown and each action.

    sees: whether it looks at the door that is shown.
    """

    def __init__(self, sees: bool) -> None:
        super().__init__()
        self.sees = sees
        self.by_state = nn.Linear(len(STATES), len(ACTIONS), bias=False)
        self.by_door = nn.Linear(DOORS, len(ACTIONS), bias=False)
        self.value = nn.Linear(len(STATES) + DOORS, 1, bias=False)
        for weights in self.parameters():
            nn.init.zeros_(weights)

    def forward(self, taken: dict[str, Tensor]) -> dict[str, Tensor]:
        """A policy and its value."""
        state, door = taken["state"].float(), taken["hidden"].float() * self.sees
        return {
            "policy": self.by_state(state) + self.by_door(door),
            "value": self.value(torch.cat([state, door], dim=1)),
        }


def at(state: NDArray[np.int64], door: NDArray[np.uint8]) -> Batch:
    """Decisions of which only the chances are wanted."""
    legal = np.ones((len(state), len(ACTIONS)), bool)
    return asked(legal, state=np.eye(len(STATES), dtype=np.uint8)[state], hidden=door)


def games(taught: Taught, count: int, share: float, rng: np.random.Generator) -> Batch:
    """The decisions of some games, the right door shown by that chance."""
    reward = np.full(count, PRIZES[-1], np.float32)
    rows: list[tuple[NDArray[np.int64], ...]] = []
    shown: list[NDArray[np.uint8]] = []
    taken: list[NDArray[np.float64]] = []
    going = np.arange(count)
    for room in range(ROOMS):
        if not len(going):
            break
        sign = rng.integers(SIGNS, size=len(going))
        right = drawn(CHANCES[room, sign], rng)
        door = masked(np.eye(DOORS, dtype=np.uint8)[right], share, rng)
        state = room * SIGNS + sign
        chances = np.exp(taught.log_chances(at(state, door)).astype(np.float64))
        chosen = drawn(chances, rng)
        rows.append((going, state, chosen))
        shown.append(door)
        taken.append(chances[np.arange(len(going)), chosen])
        reward[going[chosen == LEAVE]] = PRIZES[room]
        reward[going[(chosen != LEAVE) & (chosen != right)]] = 0
        going = going[chosen == right]
    game, state, chosen = (np.concatenate(column) for column in zip(*rows, strict=True))
    return {
        **at(state, np.concatenate(shown)),
        "chosen": chosen,
        "log_chance": np.log(np.concatenate(taken)).astype(np.float32),
        "reward": reward[game],
    }


def drawn(chances: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.int64]:
    """A place of each row by its chances."""
    ends = chances.cumsum(axis=1)
    return np.asarray((ends > rng.random((len(ends), 1)) * ends[:, -1:]).argmax(axis=1))


def value_of(taught: Taught) -> float:
    """What the likeliest actions expect of a game, exactly, where no door is shown."""
    count = len(STATES)
    log_chances = taught.log_chances(at(np.arange(count), np.zeros((count, DOORS), np.uint8)))
    likeliest = np.eye(len(ACTIONS))[log_chances.argmax(axis=1)]
    return doors.value_of(dict(zip(STATES, likeliest.tolist(), strict=True)))
