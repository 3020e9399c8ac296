"""A two-layer model of advantages in PyTorch: one for each fold, one for all games.

A second model predicts the variance of each pair, for weights. They make the pairs worth 1.7 times
as many as with weights by turn (docs/results/learning.md).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import asdict, replace
from hashlib import blake2b
from typing import Any

import numpy as np
import torch
from torch import nn

from mj_lab.learn.advantages.fit_checkpoint import FitCheckpoint, KeptTraining
from mj_lab.learn.advantages.labels import Doubles
from mj_lab.learn.advantages.pairs import FitWatch, Pairs
from mj_lab.learn.advantages.plan import FitOptions
from mj_lab.learn.advantages.playout_data import Decisions
from mj_lab.learn.training.dense_layers import Layers, model_points

# Of the variance model: 64 instead of 32, and four epochs, make it hardly better.
_CHANCE_HIDDEN = 32
_CHANCE_EPOCHS = 2
_CHANCE_BATCH = 256
_CHANCE_RATE = 2e-3


def fit_two_layers(
    tried: Decisions,
    pairs: Pairs,
    fold: np.ndarray[Any, Any],
    options: FitOptions,
    watch: FitWatch,
) -> tuple[Layers, Doubles, dict[str, Any]]:
    """The layers fitted to all games, out-of-fold predictions, and figures.

    The number of epochs is the one with the least cross-validation error. There is a checkpoint
    after each epoch; resuming from it gives the same layers.

    Raises ValueError if the checkpoint is of another fit.
    """
    scale = _scale(tried, pairs)
    of_pair = fold[pairs.row]
    missed = np.zeros(options.epochs + 1)
    by_epoch = [np.zeros(tried.action.shape) for _ in range(options.epochs + 1)]
    checkpoint = FitCheckpoint(watch.checkpoint, _digest(tried, pairs, fold, options))
    for part in range(options.folds):
        train, valid = pairs.at(of_pair != part), pairs.at(of_pair == part)
        rows = np.flatnonzero(fold == part)
        trained = _trained(tried, train, scale, options, options.epochs, checkpoint, part)
        for epoch, network in enumerate(trained):
            points = model_points(_layers_of(network, scale), tried.features[rows])
            by_epoch[epoch][rows] = points
            row = np.searchsorted(rows, valid.row)
            error = valid.missed - (points[row, valid.other] - points[row, 0])
            squares = float(valid.weight @ error**2)
            missed[epoch] += squares
            mean = squares / float(valid.weight.sum())
            watch.figure(epoch, f"part_{part + 1}/held_out", mean)
            watch.line(
                f"part {part + 1} of {options.folds}, epoch {epoch} of {options.epochs}:"
                f" {mean:.4f} missed on held-out games"
            )
    best = int(missed.argmin())
    whole = float(pairs.weight.sum())
    for epoch, network in enumerate(  # noqa: B007 - the last one
        _trained(tried, pairs, scale, options, best, checkpoint, options.folds)
    ):
        watch.line(f"all games, epoch {epoch} of {best}")
    figures = {"epochs": best, "missed_by_epoch": [float(squared) / whole for squared in missed]}
    for number, training in enumerate(checkpoint.trainings, start=1):
        name = f"part_{number}" if number <= options.folds else "all"
        for epoch, loss in enumerate(training.losses, start=1):
            watch.figure(epoch, f"{name}/trained", loss)
    return _layers_of(network, scale), by_epoch[best], figures


def by_chance(tried: Decisions, pairs: Pairs, seed: int) -> Pairs:
    """The pairs, each weighted by 1 / its variance, predicted from both actions' features.

    The variance is exp of two layers over them, fitted by maximum likelihood with normal errors.
    The mean weight is 1.
    """
    scale = np.tile(_scale(tried, pairs), 2)
    generator = torch.Generator().manual_seed(seed)
    network = _network(len(scale), _CHANCE_HIDDEN, generator)
    squares = (pairs.missed**2).astype(np.float32)
    average = math.log(max(float(squares.mean()), 1e-9))

    def logarithms(places: Any) -> Any:
        row, other = pairs.row[places], pairs.other[places]
        both = np.concatenate([tried.features[row, 0], tried.features[row, other]], axis=1)
        # Rare features are outliers, and must not give one pair the weight of all others.
        taken = (both.astype(np.float32) / scale).clip(-8, 8)
        return (average + network(torch.from_numpy(taken))[:, 0]).clamp(-3, 8)

    optimiser = torch.optim.Adam(network.parameters(), lr=_CHANCE_RATE)
    for epoch in range(_CHANCE_EPOCHS):
        for group in optimiser.param_groups:
            group["lr"] = _CHANCE_RATE * (1 - epoch / _CHANCE_EPOCHS)
        order = torch.randperm(len(squares), generator=generator).numpy()
        for first in range(0, len(order), _CHANCE_BATCH):
            places = order[first : first + _CHANCE_BATCH]
            log = logarithms(places)
            loss = (log + torch.from_numpy(squares[places]) * (-log).exp()).mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
    with torch.no_grad():
        parts = np.array_split(np.arange(len(squares)), 1 + len(squares) // (1 << 14))
        weight = np.concatenate([(-logarithms(part)).exp().double().numpy() for part in parts])
    return replace(pairs, weight=weight / weight.mean())


def _trained(
    tried: Decisions,
    pairs: Pairs,
    scale: Any,
    options: FitOptions,
    epochs: int,
    checkpoint: FitCheckpoint,
    number: int,
) -> Iterator[nn.Sequential]:
    """The network before the first epoch, which outputs zeros, and after each epoch.

    Epochs in the checkpoint are not repeated.
    """
    generator = torch.Generator().manual_seed(options.seed)
    network = _network(tried.features.shape[2], options.hidden, generator)
    optimiser = torch.optim.AdamW(network.parameters(), lr=options.rate, weight_decay=options.decay)
    training = checkpoint.training(number)
    for state in training.networks:
        yield _with_weights(network, state)
    if training.networks:
        optimiser.load_state_dict(training.optimiser)
        generator.set_state(training.generator)
    else:
        _note(training, network, optimiser, generator)
        yield network
    for epoch in range(len(training.losses), epochs):
        for group in optimiser.param_groups:
            group["lr"] = options.rate * (1 - epoch / epochs)
        training.losses.append(
            _train_epoch(tried, pairs, scale, options.batch, network, optimiser, generator)
        )
        _note(training, network, optimiser, generator)
        checkpoint.save()
        yield network


def _train_epoch(
    tried: Decisions,
    pairs: Pairs,
    scale: Any,
    batch: int,
    network: nn.Sequential,
    optimiser: torch.optim.Optimizer,
    generator: torch.Generator,
) -> float:
    """Train on each pair once; returns the mean loss."""
    order = torch.randperm(len(pairs.row), generator=generator).numpy()
    losses = 0.0
    for first in range(0, len(order), batch):
        drawn = pairs.at(order[first : first + batch])
        both = np.stack(
            [tried.features[drawn.row, drawn.other], tried.features[drawn.row, 0]]
        ).astype(np.float32)
        points = network(torch.from_numpy(both / scale))[..., 0]
        error = points[0] - points[1] - torch.from_numpy(drawn.missed.astype(np.float32))
        loss = (torch.from_numpy(drawn.weight.astype(np.float32)) * error**2).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses += float(loss.detach()) * len(drawn.row)
    return losses / len(order)


def _note(
    training: KeptTraining,
    network: nn.Sequential,
    optimiser: torch.optim.Optimizer,
    generator: torch.Generator,
) -> None:
    weights = {name: tensor.clone() for name, tensor in network.state_dict().items()}
    training.networks.append(weights)
    training.optimiser, training.generator = optimiser.state_dict(), generator.get_state()


def _with_weights(network: nn.Sequential, state: dict[str, torch.Tensor]) -> nn.Sequential:
    network.load_state_dict(state)
    return network


def _network(inputs: int, hidden: int, generator: torch.Generator) -> nn.Sequential:
    first, last = nn.Linear(inputs, hidden), nn.Linear(hidden, 1)
    bound = 1 / math.sqrt(inputs)
    with torch.no_grad():
        for weights in (first.weight, first.bias):
            weights.uniform_(-bound, bound, generator=generator)
        last.weight.zero_()
        last.bias.zero_()
    return nn.Sequential(first, nn.ReLU(), last)


def _layers_of(network: nn.Sequential, scale: Any) -> Layers:
    """The layers for unscaled features."""
    layers: Layers = []
    for layer in network:
        if isinstance(layer, nn.Linear):
            weight = layer.weight.detach().double().numpy()
            layers.append((weight, layer.bias.detach().double().numpy()))
    first, bias = layers[0]
    layers[0] = (first / scale, bias)
    return layers


def _scale(tried: Decisions, pairs: Pairs) -> Any:
    """The scale of each feature, float32 [F]; 1 where it does not vary."""
    some = tried.features[pairs.row[:200_000], pairs.other[:200_000]].astype(np.float32)
    spread = some.std(axis=0)
    return np.where(spread > 1e-6, spread, 1.0).astype(np.float32)


def _digest(tried: Decisions, pairs: Pairs, fold: np.ndarray[Any, Any], options: FitOptions) -> str:
    """A digest of all that the layers depend on."""
    content = blake2b(digest_size=16)
    content.update(repr(asdict(replace(options, margin=None))).encode())
    for column in (tried.features, pairs.row, pairs.other, pairs.missed, pairs.weight, fold):
        content.update(np.ascontiguousarray(column).data)
    return content.hexdigest()
