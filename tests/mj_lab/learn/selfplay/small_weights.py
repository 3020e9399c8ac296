"""Weights of a small network over columns, as the bot plays by them: at random, taught nothing."""

import torch

from mj_bot.nets.weights_file import Weights
from mj_lab.learn.config import config_of
from mj_lab.learn.examples import features_named
from mj_lab.learn.export import exported
from mj_lab.learn.networks.registry import new_network
from mj_lab.learn.training.checkpoint import Checkpoint, Progress


def small_weights(*heads: str, network: str = "columns_net", feature: str = "columns") -> Weights:
    """Weights. heads: besides the policy."""
    return exported(small_checkpoint(*heads, network=network, feature=feature))


def small_checkpoint(
    *heads: str, network: str = "columns_net", feature: str = "columns"
) -> Checkpoint:
    """The training that they are of, which never began."""
    options = {"width": 6, "depth": 1, "summary": 8, "heads": list(heads)}
    if network != "columns_net":
        options = {}
    config = config_of({"network": network, "features": [feature], "options": options}, "small")
    seen = features_named([feature])
    torch.manual_seed(3)
    weights = new_network(network, seen, config.options).state_dict()
    return Checkpoint(config, seen, Progress(), weights, {}, {}, {})
