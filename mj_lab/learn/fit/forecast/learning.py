"""Fits the forecast's network to rows, and writes the file that the bot reads."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mj_bot.odds.forecast.model import FORECAST_NAMES
from mj_lab.core.extras import missing_package
from mj_lab.learn.fit.forecast.rows import ForecastRows

if TYPE_CHECKING:
    import torch

_HIDDEN = (64, 64)
EPOCHS = 24
_OUTPUTS = 4
_BATCH = 2048
# Without weight decay the same network is worse on held-out games.
_RATE, _DECAY = 3e-3, 0.3
# The loss is the log loss in nats plus the squared errors in points over 20 points squared.
_POINTS_SCALE = 400.0
_TENS = 10.0
_DIGITS = 6
_FAN = FORECAST_NAMES.index("fan")
# A fixed number of threads, since it changes the sums: the same rows give the same weights. One
# thread: two threads on two busy cores wait for each other, ten minutes instead of one.
_THREADS = 1


def fitted_record(rows: ForecastRows, progress: Callable[[int], None]) -> dict[str, Any]:
    """The record of `forecast.json`, without its origin. progress: called with each epoch's number.

    Decisions that dealt in at once are left out, because another model has the deal-in chance; but
    that model knows almost nothing of a typed hand's table, so there they stay.

    Raises MissingError if PyTorch is not installed.
    """
    try:
        import torch
    except ImportError:
        raise missing_package("mj learn fit forecast", "PyTorch", "learn") from None
    rows = rows.chosen(~rows.dealt_in | rows.typed)
    features = rows.features.astype(np.float64)
    mean, scale = features.mean(axis=0), features.std(axis=0) + 1e-6
    torch.manual_seed(0)
    threads = torch.get_num_threads()
    torch.set_num_threads(_THREADS)
    try:
        layers = _descend(
            torch.tensor((features - mean) / scale, dtype=torch.float32),
            torch.tensor(features[:, _FAN], dtype=torch.float32),
            torch.tensor(rows.won, dtype=torch.float32),
            torch.tensor(rows.score, dtype=torch.float32),
            progress,
        )
    finally:
        torch.set_num_threads(threads)
    return {
        "names": list(FORECAST_NAMES),
        "mean": _numbers(mean),
        "scale": _numbers(scale),
        "layers": [[[_numbers(row) for row in weight], _numbers(bias)] for weight, bias in layers],
    }


def _descend(
    seen: torch.Tensor,
    fan: torch.Tensor,
    won: torch.Tensor,
    score: torch.Tensor,
    progress: Callable[[int], None],
) -> list[tuple[NDArray[Any], NDArray[Any]]]:
    """AdamW on the log loss of winning and the squared errors of both scores."""
    import torch
    from torch.nn.functional import binary_cross_entropy_with_logits

    dense = [
        torch.nn.Linear(seen.shape[1], _HIDDEN[0]),
        torch.nn.Linear(*_HIDDEN),
        torch.nn.Linear(_HIDDEN[1], _OUTPUTS),
    ]
    network = torch.nn.Sequential(dense[0], torch.nn.ReLU(), dense[1], torch.nn.ReLU(), dense[2])
    steps = EPOCHS * max(1, len(seen) // _BATCH)
    optimiser = torch.optim.AdamW(network.parameters(), lr=_RATE, weight_decay=_DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, _RATE, total_steps=steps + 1)
    for epoch in range(EPOCHS):
        order = torch.randperm(len(seen))
        for first in range(0, max(len(seen) - _BATCH, 0) + 1, _BATCH):
            batch = order[first : first + _BATCH]
            out, win, points = network(seen[batch]), won[batch], score[batch]
            win_score = _TENS * (out[:, 1] + fan[batch] * out[:, 2])
            loss = binary_cross_entropy_with_logits(out[:, 0], win)
            loss = loss + (win * (win_score - points) ** 2).mean() / _POINTS_SCALE
            other = ((1 - win) * (_TENS * out[:, 3] - points) ** 2).mean()
            loss = loss + other / _POINTS_SCALE
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
        progress(epoch + 1)
    return [(layer.weight.detach().numpy(), layer.bias.detach().numpy()) for layer in dense]


def written(record: dict[str, Any], origin: str) -> str:
    """The file's text: one key a line. origin: the command and its games."""
    lines = [f"{json.dumps(key)}:{json.dumps(value)}" for key, value in record.items()]
    return "{\n" + ",\n".join([f'"origin":{json.dumps(origin)}', *lines]) + "\n}\n"


def _numbers(values: NDArray[Any]) -> list[float]:
    return [float(f"{value:.{_DIGITS}g}") for value in values]
