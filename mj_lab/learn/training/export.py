"""Exports a trained network as a weights file for the bot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from mj_bot.nets.weights_file import Weights, pack_weights
from mj_lab.core.files import write_whole
from mj_lab.learn.training.networks.network import NetworkModel
from mj_lab.learn.training.parts.part import Context
from mj_lab.learn.training.run.recipe import Recipe
from mj_lab.learn.training.run.registry import MODEL_PARTS
from mj_lab.learn.training.run.saved import read_saved


def checkpoint_model(path: Path) -> tuple[Recipe, NetworkModel, dict[str, Any]]:
    """The recipe, the network on the CPU in evaluation mode, and the data of a checkpoint.

    Raises ValueError, one line, if it cannot be read, or has another kind of model.
    """
    recipe, data = read_saved(path)
    context = Context(recipe.seed, path, torch.device("cpu"))
    model = MODEL_PARTS.made(recipe.model, context)
    if not isinstance(model, NetworkModel):
        raise ValueError(f"{path}: not trained on a data set; its run writes the weights")
    for name, feature in model.described().items():
        if data["fed"].get(f"model.{name}") != feature:
            raise ValueError(f"{path}: trained on another version of {name}")
    model.module.load_state_dict(data["learner"]["module"])
    model.module.eval()
    return recipe, model, data


def exported(path: Path) -> Weights:
    """The weights of a checkpoint. Raises ValueError for a network that cannot play."""
    recipe, model, data = checkpoint_model(path)
    config = recipe.as_json()
    hidden = config["play"].get("without")
    if hidden:
        raise ValueError(
            f"trained without {', '.join(hidden)}: only for ablations; the bot hides nothing"
        )
    config["play"].pop("data", None)  # A local path.
    trained = {"steps": data["steps"], "loss": data["play"].get("best")}
    return network_weights(model, {"config": config, "trained": trained})


def network_weights(model: NetworkModel, besides: dict[str, Any]) -> Weights:
    """A network's header and tensors, batch normalisation folded in. besides: for the header."""
    networks: dict[str, Any] = {}
    tensors: dict[str, NDArray[np.float32]] = {}
    for name, layers in model.module.write().items():
        networks[name] = layers.described()
        tensors.update(layers.tensors)
    seen = [
        {"name": feature.name, "version": feature.version, "shape": list(feature.shape)}
        for feature in model.module.seen
    ]
    header = {"kind": model.module.kind, "features": seen, "networks": networks, **besides}
    return Weights(header, tensors)


def export_weights(model: Path, path: Path, store: str) -> int:
    """Write the file of a checkpoint; returns its size in bytes. store: float32, float16 or int8.

    Raises ValueError for a network that cannot play, or an unknown type.
    """
    weights = exported(model)
    data = pack_weights(weights.header, weights.tensors, store)
    write_whole(path, data)
    return len(data)
