"""Weights of a small network over columns, as the bot plays by them: at random, taught nothing."""

import torch
from torch import nn

from mj_bot.features.columns import COLUMNS
from mj_bot.nets.moves import MOVE_COUNT
from mj_bot.nets.weights_file import Weights
from mj_lab.learn.training.networks.layer_list import LayerList

_WIDTH = 6


def small_weights(*, value: bool = True, network: str = "all") -> Weights:
    """Weights. value: whether there is a value head."""
    torch.manual_seed(3)
    layers = LayerList(network)
    weight = torch.randn(_WIDTH, COLUMNS.shape[0], 3) / 20
    made = layers.conv(layers.feature(COLUMNS.name), weight, torch.zeros(_WIDTH), padding=1)
    row = layers.plain("flatten", layers.plain("relu", made))
    size = _WIDTH * COLUMNS.shape[1]
    layers.outputs["policy"] = layers.dense(row, nn.Linear(size, MOVE_COUNT))
    if value:
        layers.outputs["value"] = layers.dense(row, nn.Linear(size, 1))
    seen = {"name": COLUMNS.name, "version": COLUMNS.version, "shape": list(COLUMNS.shape)}
    header = {"kind": "small", "features": [seen], "networks": {network: layers.described()}}
    return Weights(header, layers.tensors)
