"""Aim: n-step returns bootstrapped with Q, sampled from a replay.

The target of a decision is its reward, those of the n - 1 decisions after it, each times the
discount once more, and the Q of the next one times discount^n (Sutton 1988). In a long episode with
a noisy end fewer estimates then depend on estimates.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from pydantic import Field

from mj_lab.core.game.walls import seed_of
from mj_lab.learn.training.parts.part import Batch, Context, PartOptions, joined_batches
from mj_lab.learn.training.parts.task_cache import read_batch, write_batch
from mj_lab.learn.training.returns.aim import Aim

# Decisions in one batch of the network.
_AT_ONCE = 1024
_FOLDER = "replay"


class ReplayMemory:
    """The latest decisions, `capacity` of them at most; the oldest are dropped first.

    They come as whole episodes, see `plays.explorer.ExplorerPlay`. Samples depend on what was added
    and on the generator, not on how it was added.
    """

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._held: Batch | None = None
        # The index of the oldest; the arrays are a ring buffer once they are full.
        self._oldest = 0

    def __len__(self) -> int:
        return 0 if self._held is None else len(self._held["done"])

    def add(self, new: Batch) -> None:
        """Add whole episodes. Raises ValueError if the last one is not done."""
        if not len(new["done"]):
            return
        if not new["done"][-1]:
            raise ValueError("the last episode is not whole")
        new = _some(new, slice(max(len(new["done"]) - self._capacity, 0), None))
        free = self._capacity - len(self)
        if self._held is None or free:
            first = [] if self._held is None else [self._held]
            self._held = joined_batches([*first, _some(new, slice(0, free))])
            new = _some(new, slice(free, None))
        count = len(new["done"])
        places = (self._oldest + np.arange(count)) % self._capacity
        for name, array in self._held.items():
            array[places] = new[name]
        self._oldest = (self._oldest + count) % self._capacity

    def drawn(
        self, rng: np.random.Generator, count: int, n_step: int = 1, discount: float = 1.0
    ) -> Batch:
        """`count` decisions, sampled uniformly with replacement, and those n_step decisions later.

        `reward` is the discounted sum until then. `later` [N] is the factor on Q of `next_seen` and
        `next_legal`, 0 if the episode ended before: these are then arbitrary.

        Raises ValueError if there are none.
        """
        if self._held is None:
            raise ValueError("there are no decisions to learn from")
        held, size = self._held, len(self)
        places = (self._oldest + rng.integers(size, size=count)) % size
        here = _some(held, places)
        reward, done, after = here["reward"], here.pop("done"), (places + 1) % size
        for step in range(1, n_step):
            # The last episode is whole, so none continues past the ring's end.
            reward += np.where(done, 0.0, discount**step * held["reward"][after])
            done |= held["done"][after]
            after = (after + 1) % size
        return {
            **here,
            "later": np.where(done, 0.0, discount**n_step).astype(np.float32),
            "next_seen": held["seen"][after],
            "next_legal": held["legal"][after],
        }


class NStepOptions(PartOptions):
    """Options of targets over n decisions."""

    n_step: int = Field(
        default=1, ge=1, description="decisions whose rewards count before Q of the next"
    )
    discount: float = Field(default=1.0, ge=0, le=1, description="per decision")
    steps: int = Field(default=500, ge=0, description="of learning, a round")
    batch: int = Field(default=256, ge=1, description="decisions a step")
    capacity: int = Field(default=200_000, ge=1, description="decisions in the replay")


class NStepAim(Aim):
    """Samples `steps` batches from a replay that is given each round's experience.

    The run's folder has replay/00000.npz and so on, the experience of each round that the replay
    still needs. A model maps `seen` to `q` [N, A], in units of its option `points`.
    """

    Options = NStepOptions

    def __init__(self, options: Any, context: Context) -> None:
        super().__init__(options, context)
        self._memory = ReplayMemory(options.capacity)
        # Decisions of each round, and the oldest round needed by the last checkpoint.
        self._counts: list[int] = []
        self._oldest_kept = 0

    def valued(self, experience: Batch) -> tuple[Batch, dict[str, float]]:
        """See `Aim`; figures, in points, of the model before it is trained on the round.

        `q` is its value of the discard, `best_q` that of its favourite, `came` the actual return:
        `q` minus `came` is the bias of Q.
        """
        values = self._values(experience["seen"])
        taken = values[np.arange(len(values)), experience["chosen"]]
        best = np.where(experience["legal"], values, -np.inf).max(axis=1)
        came = returns_of(experience, self.options.discount)
        return experience, {
            "q": float(taken.mean()),
            "best_q": float(best.mean()),
            "came": float(came.mean()),
            "error": float(np.sqrt(((taken - came) ** 2).mean())),
        }

    def batches(self, experience: Batch, step: int) -> Iterator[Batch]:
        """See `Aim`. The experience is on disk before training uses it."""
        options = self.options
        for path in self._folder.glob("*.npz"):
            if path.stem < f"{self._oldest_kept:05d}":
                path.unlink()
        self._folder.mkdir(parents=True, exist_ok=True)
        write_batch(self._path(step), experience)
        self._memory.add(experience)
        self._counts.append(len(experience["done"]))
        rng = np.random.default_rng([seed_of("dqn", self.context.seed), step])
        for _ in range(options.steps):
            yield self._memory.drawn(rng, options.batch, options.n_step, options.discount)

    def state(self) -> dict[str, Any]:
        """The number of decisions of each round; the experience itself is in files."""
        self._oldest_kept = self._oldest_needed()
        return {"counts": list(self._counts)}

    def load(self, state: dict[str, Any]) -> None:
        """Restore a `state`. Raises ValueError if a file is missing or damaged."""
        self._counts = state["counts"]
        self._oldest_kept = self._oldest_needed()
        for number in range(self._oldest_kept, len(self._counts)):
            self._memory.add(read_batch(self._path(number)))

    def _values(self, seen: NDArray[Any]) -> NDArray[np.float32]:
        model = self.context.model_in_training
        with torch.no_grad():
            parts = [
                model.outputs({"seen": model.tensor(some)})["q"].float().cpu().numpy()
                for some in np.split(seen, range(_AT_ONCE, len(seen), _AT_ONCE))
            ]
        return np.asarray(np.concatenate(parts) * model.options.points, np.float32)

    def _oldest_needed(self) -> int:
        """The oldest round with experience in the replay."""
        number, held = len(self._counts), 0
        while number and held < self.options.capacity:
            number -= 1
            held += self._counts[number]
        return number

    @property
    def _folder(self) -> Path:
        return self.context.folder / _FOLDER

    def _path(self, number: int) -> Path:
        return self._folder / f"{number:05d}.npz"


def returns_of(experience: Batch, discount: float) -> NDArray[np.float32]:
    """The discounted return of each decision."""
    returns = np.zeros(len(experience["done"]), np.float64)
    later = 0.0
    for row in reversed(range(len(returns))):
        if experience["done"][row]:
            later = 0.0
        later = float(experience["reward"][row]) + discount * later
        returns[row] = later
    return returns.astype(np.float32)


def _some(batch: Batch, places: NDArray[Any] | slice) -> Batch:
    return {name: array[places] for name, array in batch.items()}
