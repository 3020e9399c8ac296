"""A network in the form that `mj_bot.nets.network` runs: layers, and tensors by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn


class LayerList:
    """The layers of one network of a file.

    name: the network's, a prefix of its tensors' names. Every method adds a layer and returns the
    name of its output.
    """

    def __init__(self, name: str) -> None:
        self.layers: list[dict[str, Any]] = []
        self.tensors: dict[str, NDArray[np.float32]] = {}
        self.outputs: dict[str, str] = {}
        self._name = name

    def described(self) -> dict[str, Any]:
        """The network for a file's header."""
        return {"layers": self.layers, "outputs": self.outputs}

    def feature(self, name: str, scales: Sequence[float] = (1.0,)) -> str:
        """An input: a feature, each channel times its scale, or all times one scale."""
        if len(set(scales)) == 1:
            return self._add("input", feature=name, scale=scales[0])
        weight = torch.tensor(scales)
        layer = self._add("input", feature=name)
        return self._add(
            "scale", **{"in": layer}, **self._weighted(weight, torch.zeros_like(weight))
        )

    def plain(self, op: str, *sources: str) -> str:
        """An operation without weights."""
        return self._add(op, **{"in": list(sources)})

    def max_pool(self, source: str, size: int, stride: int, padding: int) -> str:
        """Max pooling over places."""
        besides = {"size": size, "stride": stride, "padding": padding}
        return self._add("max_pool", **{"in": source}, **besides)

    def conv(
        self, source: str, weight: Tensor, bias: Tensor, padding: int = 0, stride: int = 1
    ) -> str:
        """A convolution: weight [out, in, places] or [out, in, rows, columns], bias [out]."""
        names = self._weighted(weight, bias)
        return self._add("conv", **{"in": source}, **names, padding=padding, stride=stride)

    def dense(self, source: str, layer: nn.Linear) -> str:
        """A dense layer."""
        return self._add("dense", **{"in": source}, **self._weighted(layer.weight, layer.bias))

    def place_bias(self, source: str, bias: Tensor) -> str:
        """A bias for each channel and place: [channels, places]."""
        names = self._weighted(torch.ones(len(bias)), bias)
        return self._add("scale", **{"in": source}, **names)

    def _weighted(self, weight: Tensor, bias: Tensor) -> dict[str, str]:
        name = f"{self._name} {len(self.layers)}"
        self.tensors[name] = _array(weight)
        self.tensors[name + " bias"] = _array(bias)
        return {"weight": name, "bias": name + " bias"}

    def _add(self, op: str, **besides: Any) -> str:
        out = f"{len(self.layers)} {op}"
        self.layers.append({"op": op, "out": out, **besides})
        return out


def norm_folded(
    weight: Tensor, bias: Tensor | None, norm: nn.BatchNorm1d | nn.BatchNorm2d
) -> tuple[Tensor, Tensor]:
    """A convolution's weight and bias with the following batch normalisation folded in."""
    assert norm.running_mean is not None
    assert norm.running_var is not None
    factor = norm.weight.double() / torch.sqrt(norm.running_var.double() + norm.eps)
    shift = norm.bias.double() - norm.running_mean.double() * factor
    if bias is not None:
        shift = shift + bias.double() * factor
    folded = weight.double() * factor.view(-1, *[1] * (weight.dim() - 1))
    return folded.float(), shift.float()


def _array(tensor: Tensor) -> NDArray[np.float32]:
    return np.asarray(tensor.detach().float().cpu().numpy())
