"""The gain on held-out decisions: what the model's action wins over the one taken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from mj_lab.learn.advantages.labels import Doubles
from mj_lab.learn.advantages.playout_data import Decisions


@dataclass(frozen=True)
class Gain:
    """Points by changed decision and by game (over all its seats), with errors by game.

    A game's own draws and its claims add up, though some games may have only one of them tried.

    changed: the share of the tried decisions in which another action is taken.
    """

    margin: float
    changed: float
    a_change: float
    a_game: float
    error: float

    def as_json(self) -> dict[str, Any]:
        """As plain data for JSON."""
        return {name: round(float(number), 6) for name, number in vars(self).items()}


def gain_of(
    tried: Decisions,
    labels: Doubles,
    advantages: Doubles,
    margin: float,
    base: Doubles | None = None,
) -> Gain:
    """The gain of taking the tried action that is better by more than the margin.

    labels, advantages: [n, A], in points. base: other advantages, to which the gain is relative.
    """
    rows = np.arange(len(tried))
    chosen = chosen_of(tried, advantages, margin)
    without = np.zeros_like(chosen) if base is None else chosen_of(tried, base, margin)
    gained = labels[rows, chosen] - labels[rows, without]
    changed = chosen != without
    _, game = np.unique(tried.game, return_inverse=True)
    part = np.zeros(len(tried))
    for kind in np.unique(tried.kind):
        of_kind = tried.kind == kind
        part[of_kind] = 1 / len(np.unique(game[of_kind]))
    by_game = np.bincount(game, gained * part)
    error = by_game.std(ddof=1) * np.sqrt(len(by_game)) if len(by_game) > 1 else np.nan
    return Gain(
        margin,
        float(changed.mean()),
        float(gained[changed].mean()) if changed.any() else 0.0,
        float(by_game.sum()),
        float(error),
    )


def chosen_of(tried: Decisions, advantages: Doubles, margin: float) -> Doubles:
    """The index of the action that is taken: int [n]; the first unless another is better."""
    mended = tried.value + advantages
    mended[:, 1:] -= margin
    mended[~tried.there] = -np.inf
    chosen: Doubles = mended.argmax(axis=1)
    return chosen
