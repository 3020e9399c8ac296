"""A trained network as the weights file that the bot plays by."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mj_bot.nets.weights_file import Weights, pack_weights
from mj_lab.learn.training.checkpoint import Checkpoint
from mj_lab.storage.files import write_whole


def exported(checkpoint: Checkpoint) -> Weights:
    """The header and the tensors, batch normalisation folded.

    Raises ValueError for a network that cannot play.
    """
    if checkpoint.config.without:
        hidden = ", ".join(checkpoint.config.without)
        raise ValueError(f"trained without {hidden}: it measures, but the bot shows all of it")
    networks: dict[str, Any] = {}
    tensors: dict[str, NDArray[np.float32]] = {}
    for name, layers in checkpoint.loaded_network().write().items():
        networks[name] = layers.described()
        tensors.update(layers.tensors)
    progress = checkpoint.progress
    header = {
        "kind": checkpoint.config.network,
        "features": [
            {"name": one.name, "version": one.version, "shape": list(one.shape)}
            for one in checkpoint.seen
        ],
        "networks": networks,
        "config": checkpoint.config.as_json(),
        "trained": {"steps": progress.step, "examples": progress.examples, "loss": progress.best},
    }
    return Weights(header, tensors)


def export_weights(checkpoint: Checkpoint, path: Path, store: str) -> int:
    """Write the file; its size in bytes. store: float32, float16 or int8.

    Raises ValueError for a network that cannot play, or a type that there is not.
    """
    weights = exported(checkpoint)
    data = pack_weights(weights.header, weights.tensors, store)
    write_whole(path, data)
    return len(data)
