"""Fitting the model of advantages: linear by ridge regression, or two layers, held out by game.

The model gives f(features) of a candidate, in points. What it learns is how much more one action
came to than another than their values say: y(a) - y(b) - (value(a) - value(b)).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import reduce
from operator import add
from typing import Any

import numpy as np

from mj_lab.learn.advantages.gain import Gain, gain_of
from mj_lab.learn.advantages.labels import (
    FloatArray,
    LeafFit,
    Sums,
    fit_leaves,
    labels_of,
    sums_of,
)
from mj_lab.learn.advantages.tried import Tried

# Weight [out, in] and bias [out] of each dense layer.
Layers = list[tuple[FloatArray, FloatArray]]
# Called with the step, the name and the value of a figure.
Note = Callable[[int, str, float], None]

_MARGINS = tuple(0.25 * step for step in range(17))
_TURNS_A_BUCKET = 4
_MOST_BUCKETS = 8


@dataclass(frozen=True)
class FitOptions:
    """How it is fitted.

    ridge: those that are tried, in decisions' worth of doubt. hidden: of a second layer, 0 for
    none. folds: the games are held out in so many parts. leaves: whether what is expected where
    play was cut is set right by whole games. leaf_ridge: of that. margin: in points; None for the
    best on held-out games. epochs, rate, batch, decay: of two layers' training by Adam.
    """

    ridge: tuple[float, ...] = (30.0, 100.0, 300.0, 1_000.0, 3_000.0, 10_000.0, 30_000.0)
    hidden: int = 0
    folds: int = 5
    leaves: bool = True
    leaf_ridge: float = 3_000.0
    margin: float | None = None
    epochs: int = 8
    rate: float = 1e-3
    batch: int = 4096
    decay: float = 1e-3
    seed: int = 0


@dataclass(frozen=True)
class Fit:
    """A model, and what is told of it on games that it has not seen. ridge: the one chosen."""

    layers: Layers
    margin: float
    ridge: float
    gains: tuple[Gain, ...]
    told: dict[str, Any]


@dataclass(frozen=True)
class Pairs:
    """Pairs of actions of one decision. missed: what the values miss of the difference: [p].

    row, other: of the tried decision, and the place of the second action; the first is that taken.
    """

    row: np.ndarray[Any, np.dtype[np.int64]]
    other: np.ndarray[Any, np.dtype[np.int64]]
    missed: FloatArray
    weight: FloatArray

    def at(self, places: np.ndarray[Any, Any]) -> Pairs:
        """Some of them."""
        return Pairs(self.row[places], self.other[places], self.missed[places], self.weight[places])


def fit_advantages(tried: Tried, options: FitOptions, note: Note | None = None) -> Fit:
    """The model that these decisions teach.

    Raises ValueError if there are too few games to hold any out.
    """
    games = np.unique(tried.game)
    if len(games) < options.folds:
        raise ValueError(f"{len(games)} games are too few for {options.folds} parts")
    leaves = fit_leaves(tried, options.leaf_ridge) if options.leaves else None
    labels = labels_of(tried, leaves)
    pairs = pairs_of(tried, labels)
    # By place among the games, not by number: every part has as many.
    fold = np.searchsorted(games, tried.game) % options.folds
    ridge, layers, held_out, by_ridge = _best_ridge(tried, pairs, fold, options)
    told: dict[str, Any] = {"missed_by_ridge": by_ridge, **_told_pairs(tried, pairs, leaves)}
    if options.hidden:
        from mj_lab.learn.advantages.two_layers import fit_two_layers

        layers, held_out, more = fit_two_layers(tried, pairs, fold, options, note)
        told.update(more)
    gains = tuple(gain_of(tried, labels, held_out, margin) for margin in _MARGINS)
    if note is not None:
        for gain in gains:
            note(round(100 * gain.margin), "held_out/gain_a_game", gain.a_game)
            note(round(100 * gain.margin), "held_out/changed", gain.changed)
    margin = options.margin
    if margin is None:
        # Surer gains are worth more than greater ones.
        margin = max(gains, key=lambda gain: gain.a_game - gain.error).margin
    raw = labels_of(tried, None)
    told["held_out"] = gain_of(tried, labels, held_out, margin).as_json()
    told["held_out_as_expected"] = gain_of(tried, raw, held_out, margin).as_json()
    told["without_model"] = gain_of(tried, labels, np.zeros_like(labels), 0.0).as_json()
    return Fit(layers, margin, ridge, gains, {**told, "options": asdict(options)})


def pairs_of(tried: Tried, labels: FloatArray) -> Pairs:
    """Each other action with the one taken, the surer ones with more weight."""
    row, other = np.nonzero(tried.there[:, 1:])
    other = other + 1
    value = tried.value.astype(np.float64)
    missed = labels[row, other] - labels[row, 0] - (value[row, other] - value[row, 0])
    # What chance does is greater late in a game, and where a claim was possible.
    buckets = 2 * np.minimum(tried.turn // _TURNS_A_BUCKET, _MOST_BUCKETS - 1) + (tried.kind == 2)
    bucket = buckets[row].astype(np.int64)
    count = np.bincount(bucket, minlength=2 * _MOST_BUCKETS)
    squares = np.bincount(bucket, missed**2, minlength=2 * _MOST_BUCKETS)
    overall = max(float((missed**2).mean()), 1e-9) if len(missed) else 1.0
    # A bucket of few pairs is taken for an average one.
    variance = (squares + 100 * overall) / (count + 100)
    return Pairs(row, other, missed, overall / variance[bucket])


def differences(tried: Tried, pairs: Pairs) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Features of the second action less those of the first: [p, F]."""
    found = tried.features[pairs.row, pairs.other].astype(np.float32)
    found -= tried.features[pairs.row, 0]
    return found


def model_points(layers: Sequence[tuple[FloatArray, FloatArray]], features: Any) -> FloatArray:
    """What the model gives of features [..., F]: [...]."""
    found = np.asarray(features, np.float32)
    for place, (weight, bias) in enumerate(layers):
        if place:
            found = np.maximum(found, 0)
        found = found @ weight.T.astype(np.float32) + bias.astype(np.float32)
    points: FloatArray = found[..., 0].astype(np.float64)
    return points


def _best_ridge(
    tried: Tried, pairs: Pairs, fold: np.ndarray[Any, Any], options: FitOptions
) -> tuple[float, Layers, FloatArray, dict[str, float]]:
    """The ridge that misses least on held-out games, its model of all games, and what the model of
    the other games says of each: [n, A].
    """
    of_pair = fold[pairs.row]
    parts = []
    for part in range(options.folds):
        ours = pairs.at(of_pair == part)
        parts.append(sums_of(differences(tried, ours), ours.missed, ours.weight))
    rest = [_joined([one for one in parts if one is not part]) for part in parts]
    whole = _joined(parts)
    missed = {
        ridge: sum(part.missed(other.ridge(ridge)) for part, other in zip(parts, rest, strict=True))
        for ridge in options.ridge
    }
    best = min(missed, key=lambda ridge: missed[ridge])
    held_out = np.zeros(tried.action.shape)
    for part, other in enumerate(rest):
        rows = np.flatnonzero(fold == part)
        held_out[rows] = model_points([_layer(other.ridge(best))], tried.features[rows])
    told = {"none": whole.squares / whole.whole}
    told |= {f"{ridge:g}": one / whole.whole for ridge, one in missed.items()}
    return best, [_layer(whole.ridge(best))], held_out, told


def _layer(weights: FloatArray) -> tuple[FloatArray, FloatArray]:
    return weights[None, :], np.zeros(1)


def _joined(parts: Sequence[Sums]) -> Sums:
    return reduce(add, parts)


def _told_pairs(tried: Tried, pairs: Pairs, leaves: LeafFit | None) -> dict[str, Any]:
    return {
        "decisions": len(tried),
        "pairs": len(pairs.row),
        "games": len(np.unique(tried.game)),
        "chance": float(np.sqrt((pairs.missed**2).mean())),
        "leaves_intercept": None if leaves is None else leaves.intercept,
    }
