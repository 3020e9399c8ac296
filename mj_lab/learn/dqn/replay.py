"""Experience and its replay: what was seen, discarded and paid, drawn again at random."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mj_lab.learn.networks.correction import FloatArray


@dataclass(frozen=True)
class Experience:
    """N decisions of whole episodes, those of an episode one after another, the last one `done`.

    seen: [N, ...], what the network sees. mask: bool [N, A], the actions there are. action: [N],
    the one taken. reward: [N], what was paid between this decision and the next, or the end.
    said: [N, A], what the search said of each action, no number where it said nothing.
    """

    seen: NDArray[Any]
    mask: NDArray[np.bool_]
    action: NDArray[np.int64]
    reward: FloatArray
    done: NDArray[np.bool_]
    said: NDArray[Any]

    def __len__(self) -> int:
        return len(self.action)

    def at(self, places: NDArray[Any] | slice) -> Experience:
        """Some of the decisions, in this order."""
        return Experience(*[getattr(self, one.name)[places] for one in fields(self)])


@dataclass(frozen=True)
class Transitions:
    """N transitions: decisions, and what was seen some decisions later in the episode.

    here: its `reward` is what was paid until then, its `done` whether the episode ended before.
    Where it did, `next_seen` and `next_mask` are those of any decision.
    """

    here: Experience
    next_seen: NDArray[Any]
    next_mask: NDArray[np.bool_]


def joined_experience(parts: Sequence[Experience]) -> Experience:
    """All decisions of the parts, in order. Raises ValueError if there are none."""
    if not any(map(len, parts)):
        raise ValueError("there are no decisions to learn from")
    found = [[getattr(part, one.name) for part in parts if len(part)] for one in fields(Experience)]
    return Experience(*[np.concatenate(columns) for columns in found])


def returns_of(experience: Experience, discount: float) -> FloatArray:
    """What each decision came to: its reward and those after it, each later one times discount."""
    found = np.zeros(len(experience), np.float64)
    later = 0.0
    for place in reversed(range(len(found))):
        if experience.done[place]:
            later = 0.0
        later = float(experience.reward[place]) + discount * later
        found[place] = later
    return found.astype(np.float32)


class ReplayMemory:
    """The newest decisions, `capacity` of them at most; the oldest are forgotten first.

    What is drawn depends on what was added and on the generator, not on how it was added.
    """

    def __init__(self, capacity: int) -> None:
        if capacity < 1:
            raise ValueError(f"a replay holds a decision at least, not {capacity}")
        self._capacity = capacity
        self._held: Experience | None = None
        # Where the oldest is; the arrays are a ring once they are full.
        self._oldest = 0

    def __len__(self) -> int:
        return 0 if self._held is None else len(self._held)

    def add(self, new: Experience) -> None:
        """Take in whole episodes.

        Raises ValueError if the last one is not done.
        """
        if not len(new):
            return
        if not new.done[-1]:
            raise ValueError("the last episode is not whole")
        new = new.at(slice(max(len(new) - self._capacity, 0), None))
        free = self._capacity - len(self)
        if self._held is None or free:
            first = [] if self._held is None else [self._held]
            self._held = joined_experience([*first, new.at(slice(0, free))])
            new = new.at(slice(free, None))
        places = (self._oldest + np.arange(len(new))) % self._capacity
        for one in fields(Experience):
            getattr(self._held, one.name)[places] = getattr(new, one.name)
        self._oldest = (self._oldest + len(new)) % self._capacity

    def drawn(
        self, rng: np.random.Generator, count: int, n_step: int = 1, discount: float = 1.0
    ) -> Transitions:
        """So many transitions over n_step decisions, each as likely, with repetition.

        discount: of what is paid a decision later.

        Raises ValueError if there are none.
        """
        if self._held is None:
            raise ValueError("there are no decisions to learn from")
        ages = rng.integers(len(self), size=count)
        places = (self._oldest + ages) % len(self)
        held = self._held
        here = held.at(places)
        reward, done, after = here.reward.copy(), here.done.copy(), (places + 1) % len(self)
        for step in range(1, n_step):
            # The newest episode is whole, so nothing that goes on comes to the ring's end.
            reward += np.where(done, 0.0, discount**step * held.reward[after])
            done |= held.done[after]
            after = (after + 1) % len(self)
        return Transitions(
            replace(here, reward=reward, done=done), held.seen[after], held.mask[after]
        )
