"""Weights of a small network over columns, as the bot plays by them: at random, taught nothing."""

import torch

from mj_bot.nets.weights_file import Weights
from mj_lab.learn.export import network_weights
from tests.mj_lab.learn.stand_in import model_of


def small_weights(*heads: str, network: str = "columns_net", feature: str = "columns") -> Weights:
    """Weights. heads: besides the policy."""
    options = {"width": 6, "depth": 1, "summary": 8, "heads": list(heads)}
    torch.manual_seed(3)
    made = model_of(network, features=[feature], **(options if network == "columns_net" else {}))
    return network_weights(made, {"config": {}})
