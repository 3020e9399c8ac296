"""Fits the model of advantages: linear by ridge regression, or two layers; cross-validated by game.

The model gives f(features) of a candidate, in points. It learns the error of the values for the
difference of two actions: y(a) - y(b) - (value(a) - value(b)). If it starts from a model it learns
that one's residual, and both are written as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import reduce
from hashlib import sha256
from operator import add
from pathlib import Path
from typing import Any

import numpy as np

from mj_lab.learn.advantages.gain import Gain, gain_of
from mj_lab.learn.advantages.labels import (
    Doubles,
    LeafFit,
    Sums,
    fit_leaves,
    labelled,
    sums_of,
)
from mj_lab.learn.advantages.pairs import (
    FitWatch,
    Pairs,
    differences,
    pairs_of,
)
from mj_lab.learn.advantages.plan import FitOptions
from mj_lab.learn.advantages.playout_data import Decisions, Tried
from mj_lab.learn.training.dense_layers import Layers, added_models, model_points
from mj_lab.learn.training.networks.correction import base_layers

_MARGINS = tuple(0.25 * step for step in range(17))


@dataclass(frozen=True)
class Fit:
    """A model, and its figures on held-out games. ridge: the selected one."""

    layers: Layers
    margin: float
    ridge: float
    gains: tuple[Gain, ...]
    figures: dict[str, Any]


def mean_model(paths: Sequence[Path]) -> Layers:
    """The mean of the models of some weights files.

    Raises WeightsError for a file without such a model.
    """
    total = reduce(added_models, [base_layers(str(path)) for path in paths])
    weight, bias = total[-1]
    return [*total[:-1], (weight / len(paths), bias / len(paths))]


def fit_advantages(
    parts: Iterable[Tried],
    options: FitOptions,
    watch: FitWatch | None = None,
    begin: Sequence[Path] = (),
    whole_games: Iterable[Tried] | None = None,
) -> Fit:
    """Fit the model to these decisions, in two passes.

    begin: weights files; it starts from their mean. whole_games: decisions whose final scores
    correct the expectations at cuts; None for all.

    Raises TriedError if there are none, or some have other actions or features. Raises WeightsError
    for a file without such a model. Raises ValueError if there are too few games to hold any out,
    or the checkpoint is of another fit.
    """
    watch = watch or FitWatch()
    base = mean_model(begin) if begin else None
    whole_games = parts if whole_games is None else whole_games
    leaves = fit_leaves(whole_games, options.leaf_ridge) if options.leaves else None
    if leaves is not None:
        watch.line("fitted the values at cuts; reading the decisions")
    labels_of_parts = labelled(parts, leaves)
    tried = labels_of_parts.decisions
    games = np.unique(tried.game)
    if len(games) < options.folds:
        raise ValueError(f"{len(games)} games are too few for {options.folds} parts")
    luck = labels_of_parts.luck_factor() if options.luck else 0.0
    labels = labels_of_parts.corrected - luck * labels_of_parts.luck
    begun = np.zeros(tried.action.shape) if base is None else model_points(base, tried.features)
    pairs = pairs_of(tried, labels - begun)
    if options.hidden:
        from mj_lab.learn.advantages.two_layers import by_chance, fit_two_layers

        # Also for the linear model, so that the errors of both can be compared.
        pairs = by_chance(tried, pairs, options.seed)
    watch.line(
        f"{len(tried):,} decisions of {len(games):,} games, {len(pairs.row):,} pairs of actions;"
        " a linear model first"
    )
    # By rank among the games, not by number, so that all folds are equal.
    fold = np.searchsorted(games, tried.game) % options.folds
    ridge, layers, held_out, by_ridge = _best_ridge(tried, pairs, fold, options)
    figures: dict[str, Any] = {"missed_by_ridge": by_ridge, **_pair_figures(tried, pairs, leaves)}
    figures["luck"] = luck
    with_luck = pairs_of(tried, labels_of_parts.corrected)
    figures["chance_with_luck"] = float(np.sqrt((with_luck.missed**2).mean()))
    if options.hidden:
        layers, held_out, more = fit_two_layers(tried, pairs, fold, options, watch)
        figures.update(more)
    if base is not None:
        layers, held_out = added_models(base, layers), begun + held_out
    gains = tuple(gain_of(tried, labels, held_out, margin) for margin in _MARGINS)
    for gain in gains:
        watch.figure(round(100 * gain.margin), "held_out/gain_a_game", gain.a_game)
        watch.figure(round(100 * gain.margin), "held_out/changed", gain.changed)
    margin = options.margin
    if margin is None:
        # A certain gain is better than a larger one with a larger error.
        margin = max(gains, key=lambda gain: gain.a_game - gain.error).margin
    raw = labels_of_parts.expected - luck * labels_of_parts.luck
    figures["held_out"] = gain_of(tried, labels, held_out, margin).as_json()
    figures["held_out_as_expected"] = gain_of(tried, raw, held_out, margin).as_json()
    figures["without_model"] = gain_of(tried, labels, np.zeros_like(labels), 0.0).as_json()
    figures["begin"] = [sha256(path.read_bytes()).hexdigest() for path in begin]
    figures["begun_with"] = gain_of(tried, labels, begun, margin).as_json()
    figures["over_begun"] = gain_of(tried, labels, held_out, margin, begun).as_json()
    return Fit(layers, margin, ridge, gains, {**figures, "options": asdict(options)})


def _best_ridge(
    tried: Decisions, pairs: Pairs, fold: np.ndarray[Any, Any], options: FitOptions
) -> tuple[float, Layers, Doubles, dict[str, float]]:
    """The ridge with the least cross-validation error, and its model of all games.

    Also the out-of-fold prediction for each game, [n, A], and the error of each ridge.
    """
    of_pair = fold[pairs.row]
    parts = []
    for part in range(options.folds):
        ours = pairs.at(of_pair == part)
        parts.append(sums_of(differences(tried, ours), ours.missed, ours.weight))
    rest = [
        _joined([other_part for other_part in parts if other_part is not part]) for part in parts
    ]
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
    figures = {"none": whole.squares / whole.whole}
    figures |= {f"{ridge:g}": squares / whole.whole for ridge, squares in missed.items()}
    return best, [_layer(whole.ridge(best))], held_out, figures


def _layer(weights: Doubles) -> tuple[Doubles, Doubles]:
    return weights[None, :], np.zeros(1)


def _joined(parts: Sequence[Sums]) -> Sums:
    return reduce(add, parts)


def _pair_figures(tried: Decisions, pairs: Pairs, leaves: LeafFit | None) -> dict[str, Any]:
    return {
        "decisions": len(tried),
        "pairs": len(pairs.row),
        "games": len(np.unique(tried.game)),
        "chance": float(np.sqrt((pairs.missed**2).mean())),
        "leaves_intercept": None if leaves is None else leaves.intercept,
    }
