"""Policies for tests: they choose by checksums of what they see, so that nothing goes unnoticed."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mj_engine import ACTION_COUNT

Seen = dict[str, NDArray[Any]]
Legal = NDArray[np.bool_]


def nth_legal(legal: Legal, place: NDArray[np.int64]) -> NDArray[np.int64]:
    """The legal action at a place [N], counted around; a win if there is one."""
    wanted = place % legal.sum(axis=1)
    chosen = (legal.cumsum(axis=1) > wanted[:, None]).argmax(axis=1)
    return np.where(legal[:, 1], 1, chosen)


class Checksum:
    """Chooses by every byte of the columns."""

    def act_batch(self, seen: Seen, legal: Legal) -> NDArray[np.int64]:
        sums = np.zeros(len(legal), np.int64)
        for name in getattr(self, "features", ["columns"]):
            cells = seen[name].reshape(len(legal), -1).astype(np.int64)
            sums += cells @ (np.arange(cells.shape[1]) * 2654435761 % 10_007)
        return nth_legal(legal, sums)


class SeesAll(Checksum):
    """Chooses by all there is to see, and by the lot."""

    features = ("columns", "hand_only", "look_ahead", "planes", "scalars")

    def act_batch(self, seen: Seen, legal: Legal) -> NDArray[np.int64]:
        place = super().act_batch(seen, legal) + (seen["lot"] * 1000).astype(np.int64)
        return nth_legal(legal, place + seen["seat"])


class Faulty(Checksum):
    """Now and then discards what it does not hold."""

    def act_batch(self, seen: Seen, legal: Legal) -> NDArray[np.int64]:
        answers = super().act_batch(seen, legal)
        return np.where(seen["columns"][:, 0, 5] * seen["columns"][:, 0, 14] == 1, 36, answers)


class ByTheBatch(Checksum):
    """Answers a decision otherwise if it is alone."""

    def act_batch(self, seen: Seen, legal: Legal) -> NDArray[np.int64]:
        return nth_legal(legal, super().act_batch(seen, legal) + len(legal))


class Teachable:
    """Does as its teacher says."""

    features = ()

    def act_batch(self, seen: Seen, legal: Legal) -> NDArray[np.int64]:
        assert legal[np.arange(len(legal)), seen["teacher"]].all()
        assert (legal.sum(axis=1) > 1).all() and legal.shape[1] == ACTION_COUNT
        return seen["teacher"]


class Says:
    """Answers what it is told to, whatever it is asked."""

    def __init__(self, answer: Any = "nonsense") -> None:
        self.answer = answer

    def act_batch(self, seen: Seen, legal: Legal) -> Any:
        return self.answer(legal) if callable(self.answer) else self.answer
