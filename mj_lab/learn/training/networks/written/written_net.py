"""WrittenNet: a network of a weights file in PyTorch, for further training.

It runs the layers of `mj_bot.nets.network` on maps of 34 places, and writes itself as the same
layers with new weights. Batch normalisation stays folded in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from mj_bot.nets.weights_file import Weights, WeightsError
from mj_lab.learn.training.networks.layers import convolved
from mj_lab.learn.training.parts.part import Tensors

_PLAIN: dict[str, Callable[[list[Tensor]], Tensor]] = {
    "relu": lambda taken: torch.relu(taken[0]),
    "sigmoid": lambda taken: torch.sigmoid(taken[0]),
    "softmax": lambda taken: torch.softmax(taken[0], dim=-1),
    "add": lambda taken: taken[0] + taken[1],
    "concat": lambda taken: torch.cat(taken, dim=-1),
    "mean": lambda taken: taken[0].mean(dim=1),
    # Channels first, as the network was trained.
    "flatten": lambda taken: (
        taken[0].transpose(1, 2).flatten(1) if taken[0].dim() == 3 else taken[0]
    ),
    "multiply": lambda taken: taken[0] * _beside(taken[1], taken[0]),
}


class WrittenNet(nn.Module):
    """One of a file's networks. features: names of its inputs. outputs: names of its outputs.

    Maps are [batch, places, channels]. Raises WeightsError if the bot cannot run its layers, or its
    maps do not have 34 places (`planes`).
    """

    def __init__(self, weights: Weights, name: str) -> None:
        super().__init__()
        self.name = name
        try:
            described = weights.header["networks"][name]
            self._layers: list[dict[str, Any]] = list(described["layers"])
            self._outputs: dict[str, str] = dict(described["outputs"])
            self.outputs = tuple(self._outputs)
            self.features = [layer["feature"] for layer in self._layers if layer["op"] == "input"]
            self._names = self._tensor_names()
            self.tensors = nn.ParameterList(
                nn.Parameter(torch.from_numpy(np.array(weights.tensors[tensor], np.float32)))
                for tensor in self._names
            )
            self._check()
            self._hold_scales()
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise WeightsError(f"no network {name!r} that can be trained: {error!r:.80}") from None

    def forward(self, taken: Tensors) -> Tensors:
        """The outputs by name, from unscaled features by name [batch, ...].

        Raises ValueError if a feature is missing.
        """
        missing = [name for name in self.features if name not in taken]
        if missing:
            raise ValueError(f"a network sees {missing[0]}, which is not shown: see play.shown")
        known = dict(zip(self._names, self.tensors, strict=True))
        outputs: dict[str, Tensor] = {}
        last = ""
        for number, layer in enumerate(self._layers):
            named = layer.get("in", last)
            sources = (named,) if isinstance(named, str) else tuple(named)
            last = layer.get("out", f"layer {number}")
            if layer["op"] == "input":
                outputs[last] = _input(taken[layer["feature"]], float(layer.get("scale", 1)))
            else:
                outputs[last] = _run(layer, [outputs[source] for source in sources], known)
        return {name: outputs[layer] for name, layer in self._outputs.items()}

    def written(self) -> dict[str, np.ndarray[Any, np.dtype[np.float32]]]:
        """Its tensors for a weights file, by name."""
        return {
            name: np.asarray(tensor.detach().float().cpu().numpy())
            for name, tensor in zip(self._names, self.tensors, strict=True)
        }

    def _tensor_names(self) -> list[str]:
        names = [layer[key] for layer in self._layers for key in ("weight", "bias") if key in layer]
        return list(dict.fromkeys(names))

    def _hold_scales(self) -> None:
        """Freeze the scales of inputs: they are not weights to learn."""
        inputs = {layer["out"] for layer in self._layers if layer["op"] == "input"}
        for layer in self._layers:
            if layer["op"] == "scale" and layer.get("in") in inputs:
                for key in ("weight", "bias"):
                    self.tensors[self._names.index(layer[key])].requires_grad_(False)

    def _check(self) -> None:
        for layer in self._layers:
            op = layer["op"]
            if op not in _PLAIN and op not in ("input", "scale", "conv", "dense"):
                raise ValueError(f"{op} cannot be trained")
            if op == "conv":
                weight = self.tensors[self._names.index(layer["weight"])]
                padded = layer.get("padding", 0) == weight.shape[-1] // 2
                if weight.dim() != 3 or not padded or layer.get("stride", 1) != 1:
                    raise ValueError("only convolutions that keep the 34 places can be trained")


def _beside(row: Tensor, like: Tensor) -> Tensor:
    """Broadcast a factor per channel, or a map."""
    return row[:, None] if like.dim() == 3 and row.dim() == 2 else row


def _input(feature: Tensor, scale: float) -> Tensor:
    scaled = feature.float()
    if scale != 1:
        scaled = scaled * scale
    return scaled.transpose(1, 2) if scaled.dim() == 3 else scaled


def _run(layer: dict[str, Any], taken: list[Tensor], known: dict[str, Tensor]) -> Tensor:
    op = layer["op"]
    if op in _PLAIN:
        return _PLAIN[op](taken)
    weight = known[layer["weight"]]
    bias = known[layer["bias"]] if "bias" in layer else None
    if op == "dense":
        return functional.linear(taken[0], weight, bias)
    if op == "scale":
        product = taken[0] * weight
        return product if bias is None else product + (bias.t() if bias.dim() == 2 else bias)
    return convolved(taken[0], weight, bias)
