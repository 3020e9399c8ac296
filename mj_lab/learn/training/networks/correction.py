"""Correction: f over candidates' features, added to the values of a base; and V.

pi samples by exp((value + f) / temperature). V predicts the reward from the features of the base's
best candidate and their mean.
"""

from __future__ import annotations

import math
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import torch
from numpy.typing import NDArray
from pydantic import Field
from torch import nn

from mj_bot.learned.candidate_features import NAMES
from mj_bot.learned.model import model_of, weights_of
from mj_bot.learned.standing_features import STANDING_NAMES
from mj_bot.nets.weights_file import (
    SUFFIX,
    Weights,
    WeightsError,
    pack_weights,
    read_weights,
    write_weights,
)
from mj_lab.core.files import drafted
from mj_lab.core.options import seed_number
from mj_lab.learn.training.dense_layers import MOST_LAYERS, Layers, added_models, model_points
from mj_lab.learn.training.parts.part import Batch, Context, Model, PartOptions, Tensors

FloatArray = NDArray[np.float32]

GRADIENT_MODEL = "gradient" + SUFFIX
# How much faster V learns than f.
_VALUE_RATE = 3.0


class CorrectionOptions(PartOptions):
    """Options of a correction."""

    hidden: int = Field(default=32, ge=0, description="of f and V; 0 is linear")
    begin: str | None = Field(default=None, description="a .mjw to start from; by default odds")
    standing: bool = Field(default=False, description="f sees the standing of a match")
    temperature: float = Field(
        default=0.5, gt=0, description="points: an action this much better is e times as likely"
    )
    within: float = Field(
        default=4.0, ge=0, description="points below the best; actions this near are tried"
    )


class _Networks(nn.Module):
    """f and V, and the mean and the scale of each feature."""

    middle: torch.Tensor
    spread: torch.Tensor

    def __init__(self, features: int, standing: int, hidden: int, draws: torch.Generator) -> None:
        super().__init__()
        self.policy = _layers(features + standing, hidden, draws)
        # At first pi is the base.
        last = self.policy[-1]
        assert isinstance(last, nn.Linear)
        nn.init.zeros_(last.weight)
        nn.init.zeros_(last.bias)
        self.value = _layers(2 * (features + standing), hidden, draws)
        self.register_buffer("middle", torch.zeros(features))
        self.register_buffer("spread", torch.ones(features))


class Correction(Model):
    """f and V. A batch has `features` [N, A, F], `start` [N, A], the base's log-odds, and `legal`.

    If f sees the standing it also has `standing` [N, S]. features: how many a candidate has.

    Raises ValueError for a linear f with the standing, where it would have no effect, and
    WeightsError for a base that nothing can be added to.
    """

    Options = CorrectionOptions
    features: ClassVar[int] = len(NAMES)
    module: _Networks

    def __init__(self, options: Any, context: Context) -> None:
        super().__init__(options, context)
        if options.standing and not options.hidden:
            raise ValueError("the standing changes nothing without a hidden layer")
        standing = len(STANDING_NAMES) if options.standing else 0
        draws = torch.Generator().manual_seed(seed_number(context.seed))
        self.module = _Networks(self.features, standing, options.hidden, draws)
        self._base = base_layers(options.begin)

    def described(self) -> dict[str, str]:
        """The digest of the base."""
        path = self.options.begin
        return {} if path is None else {"begin": sha256(Path(path).read_bytes()).hexdigest()}

    def outputs(self, batch: Tensors) -> Tensors:
        """`policy` [N, A], the log-odds of pi, and `value` [N, 1]."""
        features, start = self._inputs(batch), batch["start"]
        there = batch["legal"][..., None].float()
        best = features[torch.arange(len(start), device=start.device), start.argmax(dim=1)]
        mean = (features * there).sum(1) / there.sum(1)
        return {
            "policy": start + self.module.policy(features)[..., 0],
            "value": self.module.value(torch.cat([best, mean], dim=1)),
        }

    def base_odds(self, values: FloatArray, features: FloatArray) -> FloatArray:
        """The base's log-odds of actions [M], by the search's values and features [M, F]."""
        points = values + model_points(self._base, features)
        return np.asarray(points / self.options.temperature, np.float32)

    def log_odds(self, batch: Batch) -> FloatArray:
        """The current log-odds of pi: [N, A]."""
        with torch.no_grad():
            names = {"features", "start", "legal", "standing"} & set(batch)
            tensors = {name: self.tensor(batch[name]) for name in names}
            odds: FloatArray = self.outputs(tensors)["policy"].cpu().numpy()
        return odds

    def settle(self, experience: Batch) -> None:
        """Set the means and scales of features from the first step."""
        features = experience["features"][experience["legal"]]
        spread = features.std(axis=0)
        spread = np.where(spread > 1e-6, spread, 1.0).astype(np.float32)
        self.module.middle.copy_(torch.from_numpy(features.mean(axis=0)))
        self.module.spread.copy_(torch.from_numpy(spread))

    def groups(self) -> list[dict[str, Any]]:
        """f, and V, which learns faster."""
        return [
            {"params": list(self.module.policy.parameters()), "rate_factor": 1.0},
            {"params": list(self.module.value.parameters()), "rate_factor": _VALUE_RATE},
        ]

    def layers(self) -> tuple[Layers, NDArray[np.float64] | None]:
        """The model in points, base and correction merged; and the weight of the standing."""
        learned: Layers = [
            (_numbers(layer.weight), _numbers(layer.bias))
            for layer in self.module.policy
            if isinstance(layer, nn.Linear)
        ]
        weight, bias = learned[0]
        standing = weight[:, self.features :]
        weight = weight[:, : self.features] / _numbers(self.module.spread)
        learned[0] = (weight, bias - weight @ _numbers(self.module.middle))
        heat = self.options.temperature
        weight, bias = learned[-1]
        learned[-1] = (weight * heat, bias * heat)
        layers = added_models(self._base, learned)
        if not self.options.standing:
            return layers, None
        # The base's units come first; the standing changes none of them.
        others = np.zeros((len(layers[0][1]) - len(standing), len(STANDING_NAMES)))
        return layers, np.concatenate([others, standing])

    def playing(self) -> bytes:
        """The bytes that `write` writes."""
        weights = self._weights(0)
        return pack_weights(weights.header, weights.tensors, "float32")

    def write(self, folder: Path, step: int) -> None:
        """Write gradient.mjw, base included: learned@weights=PATH plays by it."""
        weights = self._weights(step)
        with drafted(folder / GRADIENT_MODEL) as draft:
            write_weights(str(draft), weights.header, weights.tensors, "float32")

    def _weights(self, step: int) -> Weights:
        layers, standing = self.layers()
        return weights_of(layers, 0.0, self.options.within, standing, steps=step)

    def _inputs(self, batch: Tensors) -> torch.Tensor:
        features = (batch["features"] - self.module.middle) / self.module.spread
        if not self.options.standing:
            return features
        standing = batch["standing"][:, None].expand(-1, features.shape[1], -1)
        return torch.cat([features, standing], dim=2)


def base_layers(path: str | None) -> Layers:
    """The model of a weights file, to be added to; for None one of zeros.

    Raises WeightsError if nothing can be added to it, or it uses the standing of a match.
    """
    if path is None:
        return [(np.zeros((1, len(NAMES))), np.zeros(1))]
    given = model_of(read_weights(path))
    if given.standing is not None:
        raise WeightsError(f"{path}: uses the standing of a match already; start from another")
    if len(given.layers) > MOST_LAYERS:
        raise WeightsError(f"{path}: {len(given.layers)} layers, not one or two")
    return list(given.layers)


def _layers(inputs: int, hidden: int, draws: torch.Generator) -> nn.Sequential:
    """A linear function, or two layers, with one output."""
    sizes = [inputs, hidden, 1] if hidden else [inputs, 1]
    layers: list[nn.Module] = []
    for fan_in, fan_out in zip(sizes, sizes[1:], strict=False):
        layer = nn.Linear(fan_in, fan_out)
        bound = 1 / math.sqrt(fan_in)
        with torch.no_grad():
            for weights in (layer.weight, layer.bias):
                weights.uniform_(-bound, bound, generator=draws)
        layers += [layer, nn.ReLU()]
    return nn.Sequential(*layers[:-1])


def _numbers(tensor: torch.Tensor) -> NDArray[np.float64]:
    numbers: NDArray[np.float64] = tensor.detach().double().cpu().numpy()
    return numbers
