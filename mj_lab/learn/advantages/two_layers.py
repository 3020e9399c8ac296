"""A model of advantages of two layers, in PyTorch: one a held-out part of the games, one of all."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch
from torch import nn

from mj_lab.learn.advantages.labels import Doubles
from mj_lab.learn.advantages.pairs import FitOptions, Layers, Note, Pairs
from mj_lab.learn.advantages.tried import Tried


def fit_two_layers(
    tried: Tried,
    pairs: Pairs,
    fold: np.ndarray[Any, Any],
    options: FitOptions,
    note: Note | None,
) -> tuple[Layers, Doubles, dict[str, Any]]:
    """The layers fitted to all games, what those of the other games say of each part, and figures.

    It is trained for as many epochs as miss least on held-out games.
    """
    scale = _scale(tried, pairs)
    of_pair = fold[pairs.row]
    missed = np.zeros(options.epochs + 1)
    by_epoch = [np.zeros(tried.action.shape) for _ in range(options.epochs + 1)]
    for part in range(options.folds):
        train, valid = pairs.at(of_pair != part), pairs.at(of_pair == part)
        rows = np.flatnonzero(fold == part)
        for epoch, network in enumerate(_trained(tried, train, scale, options, options.epochs)):
            points = _points(network, tried.features[rows], scale)
            by_epoch[epoch][rows] = points
            place = np.searchsorted(rows, valid.row)
            error = valid.missed - (points[place, valid.other] - points[place, 0])
            missed[epoch] += float(valid.weight @ error**2)
            if note is not None and part == 0:
                note(epoch, "held_out/missed", float((valid.weight @ error**2) / len(error)))
    best = int(missed.argmin())
    *_, network = _trained(tried, pairs, scale, options, best)
    whole = float(pairs.weight.sum())
    told = {"epochs": best, "missed_by_epoch": [float(one) / whole for one in missed]}
    return _layers_of(network, scale), by_epoch[best], told


def _trained(tried: Tried, pairs: Pairs, scale: Any, options: FitOptions, epochs: int) -> Any:
    """The network before the first epoch, which gives nothing, and after each."""
    generator = torch.Generator().manual_seed(options.seed)
    network = _network(tried.features.shape[2], options.hidden, generator)
    optimiser = torch.optim.AdamW(network.parameters(), lr=options.rate, weight_decay=options.decay)
    yield network
    for epoch in range(epochs):
        for group in optimiser.param_groups:
            group["lr"] = options.rate * (1 - epoch / epochs)
        order = torch.randperm(len(pairs.row), generator=generator).numpy()
        for first in range(0, len(order), options.batch):
            one = pairs.at(order[first : first + options.batch])
            both = np.stack(
                [tried.features[one.row, one.other], tried.features[one.row, 0]]
            ).astype(np.float32)
            points = network(torch.from_numpy(both / scale))[..., 0]
            error = points[0] - points[1] - torch.from_numpy(one.missed.astype(np.float32))
            loss = (torch.from_numpy(one.weight.astype(np.float32)) * error**2).mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        yield network


def _network(inputs: int, hidden: int, generator: torch.Generator) -> nn.Sequential:
    first, last = nn.Linear(inputs, hidden), nn.Linear(hidden, 1)
    bound = 1 / math.sqrt(inputs)
    with torch.no_grad():
        for weights in (first.weight, first.bias):
            weights.uniform_(-bound, bound, generator=generator)
        last.weight.zero_()
        last.bias.zero_()
    return nn.Sequential(first, nn.ReLU(), last)


def _points(network: nn.Sequential, features: Any, scale: Any) -> Doubles:
    with torch.no_grad():
        told = network(torch.from_numpy(features.astype(np.float32) / scale))
    points: Doubles = told[..., 0].double().numpy()
    return points


def _layers_of(network: nn.Sequential, scale: Any) -> Layers:
    """The layers, of features as they are."""
    found: Layers = []
    for layer in network:
        if isinstance(layer, nn.Linear):
            weight = layer.weight.detach().double().numpy()
            found.append((weight, layer.bias.detach().double().numpy()))
    first, bias = found[0]
    found[0] = (first / scale, bias)
    return found


def _scale(tried: Tried, pairs: Pairs) -> Any:
    """How much each feature varies, float32 [F]; 1 where it does not."""
    some = tried.features[pairs.row[:200_000], pairs.other[:200_000]].astype(np.float32)
    spread = some.std(axis=0)
    return np.where(spread > 1e-6, spread, 1.0).astype(np.float32)
