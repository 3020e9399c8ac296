"""Fits the weights of hidden hands so that sampled hands have the features of true ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mj_engine._core import HAND_WEIGHTS
from mj_lab.learn.fit.worlds.hands import HandFeatures, HiddenHands, features, shares_of_shanten

# Steps that start at the true hands with few exchanges, then steps that start at random hands with
# as many as in use; each with its number of decisions. A quarter of an hour of one core.
STEPS = (120, 60)
_EXCHANGES = (400, 20_000)
_BATCH = (1_500, 600)
_RATE = 0.5
# The last steps are smaller, and their mean is the result.
_SETTLES, _KEPT, _SMALL = 0.6, 0.75, 0.3
_MOST = 0.3
_LEAST_VARIANCE = 1e-3
_SHRINK = 1e-5
_OTHERS = 3
_PER_LINE = 8
_DIGITS = 4


def fitted_weights(
    decisions: Sequence[HiddenHands], seed: int, jobs: int, progress: Callable[[int], None]
) -> NDArray[np.float32]:
    """The maximum-likelihood weights: the gradient is the difference of the mean features.

    The sampler is Metropolis'; its first steps begin at the true hands (contrastive divergence,
    Hinton 2002). progress: called with each step's number.
    """
    rng = np.random.default_rng(seed)
    weights = np.zeros(HAND_WEIGHTS)
    steps_made = 0
    for steps, exchanges, batch in zip(STEPS, _EXCHANGES, _BATCH, strict=True):
        late_weights: list[NDArray[np.float64]] = []
        from_true = steps == STEPS[0]
        count = min(batch, len(decisions))
        for step in range(steps):
            chosen = rng.choice(len(decisions), count, replace=False)
            lots = rng.integers(1 << 62, size=count).tolist()
            now = weights.astype(np.float32)

            def both(index: int, lot: int) -> tuple[HandFeatures, HandFeatures]:
                return features(decisions[index], now, exchanges, lot, from_true)  # noqa: B023

            with ThreadPoolExecutor(jobs) as pool:
                pairs = list(pool.map(both, chosen.tolist(), lots))
            true = np.array([hand.of for hand, _ in pairs])
            sampled = np.array([hand.of for _, hand in pairs])
            variance = (true.var(0) + sampled.var(0)) / 2 / _OTHERS + _LEAST_VARIANCE
            gradient = (true - sampled).mean(0) / _OTHERS - _SHRINK * weights
            rate = _RATE * (1 if step < _SETTLES * steps else _SMALL)
            weights += np.clip(rate * gradient / variance, -_MOST, _MOST)
            if step >= int(_KEPT * steps):
                late_weights.append(weights.copy())
            steps_made += 1
            progress(steps_made)
        weights = np.mean(late_weights, axis=0)
    return weights.astype(np.float32)


def header_of(weights: NDArray[np.float32], origin: str) -> str:
    """The C++ header with the weights. origin: the command that fitted them."""
    numbers = [f"{value:.{_DIGITS}g}" for value in weights.tolist()]
    numbers = [number if "." in number or "e" in number else f"{number}.0" for number in numbers]
    lines = [
        "    " + ", ".join(f"{number}F" for number in numbers[first : first + _PER_LINE]) + ","
        for first in range(0, len(numbers), _PER_LINE)
    ]
    return "\n".join(
        [
            "// The weights of HandLikelihood, in the order of its features.",
            f"// {origin}",
            "#pragma once",
            "",
            '#include "worlds/hand_likelihood.hpp"',
            "",
            "namespace mj {",
            "",
            "// clang-format off",
            "inline constexpr HandWeights kHandWeights{",
            *lines,
            "};",
            "// clang-format on",
            "",
            "}  // namespace mj",
            "",
        ]
    )


def weights_in(path: Path) -> NDArray[np.float32]:
    """Parse the weights in such a header."""
    numbers = path.read_text(encoding="utf-8").partition("kHandWeights{")[2].partition("}")[0]
    return np.array(
        [number.strip().rstrip("F") for number in numbers.split(",") if number.strip()], "f4"
    )


class AtTurn(NamedTuple):
    """True and sampled hands of the other seats after this number of own discards.

    ready: the part that is ready. shanten: the mean, more than 5 counted as 5. deal_in: the mean
    part of the own tiles that would deal in.
    """

    turn: int
    decisions: int
    ready: tuple[float, float]
    shanten: tuple[float, float]
    deal_in: tuple[float, float]


def by_turn(
    decisions: Iterator[HiddenHands], weights: NDArray[np.float32], progress: Callable[[int], None]
) -> list[AtTurn]:
    """Compare sampled hands with the true ones, turn by turn."""
    pairs_by_turn: dict[int, list[tuple[HandFeatures, HandFeatures]]] = {}
    for number, hidden in enumerate(decisions):
        pair = features(hidden, weights, _EXCHANGES[-1], number, from_true=False)
        pairs_by_turn.setdefault(hidden.turn, []).append(pair)
        progress(number + 1)
    rows = []
    for turn, pairs in sorted(pairs_by_turn.items()):
        both = list(zip(*pairs, strict=True))
        shares = [shares_of_shanten(side) for side in both]
        shanten = [float(share @ np.arange(len(share))) for share in shares]
        deal_in = [float(np.mean([hand.deal_in for hand in side])) for side in both]
        rows.append(
            AtTurn(
                turn,
                len(pairs),
                (float(shares[0][0]), float(shares[1][0])),
                (shanten[0], shanten[1]),
                (deal_in[0], deal_in[1]),
            )
        )
    return rows
