"""Evaluates a trained network on a split of a data set, in PyTorch or as in the bot."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from mj_bot.nets.moves import DECISION_KINDS
from mj_bot.nets.network import Network
from mj_bot.nets.weights_file import SUFFIX, Weights, WeightsError, read_weights
from mj_lab.core.records.json_lines import built
from mj_lab.learn.training.agreement import TeacherAgreement
from mj_lab.learn.training.examples import DataFolder, ExampleOptions, ExampleSource
from mj_lab.learn.training.export import checkpoint_model
from mj_lab.learn.training.networks.network import LearningNetwork, NetworkModel, scaled
from mj_lab.learn.training.parts.part import Batch
from mj_lab.learn.training.run.registry import MODEL_PARTS, PART_KIND

MoveScorer = Callable[[Batch], NDArray[np.float32]]

_BATCH = 512
_AS_NET = "columns_net"


def evaluate(model: Path, data: Path, split: str, device: torch.device) -> dict[str, Any]:
    """A network's agreement with a data set as plain data; from a run or a weights file.

    Raises ValueError, one line, if one of them cannot be read.
    """
    if model.suffix == SUFFIX:
        weights = read_weights(str(model))
        scorer, kind = weights_scorer(weights), str(weights.header["kind"])
        features = [feature["name"] for feature in weights.header["features"]]
        options = weights.header.get("config")
    else:
        recipe, network, _ = checkpoint_model(model)
        scorer, kind = torch_scorer(network.module, device), recipe.model[PART_KIND]
        features, options = list(network.module.features), recipe.as_json()
    source = DataFolder(data, built(str(model), _options_of, options), features)
    agreement = evaluate_scorer(scorer, source, split)
    return {"model": str(model), "network": kind, "split": split, **agreement}


def torch_scorer(network: LearningNetwork, device: torch.device) -> MoveScorer:
    """A function that scores moves by a network in PyTorch: [batch, 109]."""
    network = network.to(device).eval()

    def scores(batch: Batch) -> NDArray[np.float32]:
        tensors = {
            name: torch.from_numpy(np.ascontiguousarray(array)).to(device)
            for name, array in batch.items()
        }
        with torch.no_grad():
            scored = network.scores(scaled(tensors))
        return np.asarray(scored.float().cpu().numpy())

    return scores


def weights_scorer(weights: Weights) -> MoveScorer:
    """A function that scores moves by the bot's networks with these weights.

    Raises WeightsError if they have no such networks.
    """
    kind = weights.header.get("kind")
    networks = {name: Network(weights, name) for name in weights.header["networks"]}
    if kind not in MODEL_PARTS.shipped and _is_asked_as_net(networks):
        kind = _AS_NET  # A network of your own.
    network_class = MODEL_PARTS.named(kind) if kind in MODEL_PARTS.shipped else None
    if network_class is None or not issubclass(network_class, NetworkModel):
        raise WeightsError(f"unknown kind of weights: {kind!r:.40}")

    def scores(batch: Batch) -> NDArray[np.float32]:
        outputs = {
            name: {
                output: torch.from_numpy(np.ascontiguousarray(array))
                for output, array in network(batch).items()
            }
            for name, network in networks.items()
        }
        tensors = {name: torch.from_numpy(batch[name]) for name in ("mask", "move", "kind")}
        return np.asarray(network_class.network.scores_of(outputs, tensors).numpy())

    return scores


def _is_asked_as_net(networks: Mapping[str, Network]) -> bool:
    """Whether the tactic `net` can play by networks over moves with these names and outputs."""
    there = set(networks) in ({"all"}, set(DECISION_KINDS))
    return there and all("policy" in network.outputs for network in networks.values())


def evaluate_scorer(scorer: MoveScorer, source: ExampleSource, split: str) -> dict[str, Any]:
    """The scorer's agreement with the teacher: `TeacherAgreement.as_json`, and `per_second`.

    Raises ValueError if the split has none.
    """
    agreement, seconds = TeacherAgreement(), 0.0
    for batch in source.batches(split, _BATCH):
        began = time.perf_counter()
        scores = scorer(batch)
        seconds += time.perf_counter() - began
        agreement.add(batch, scores)
    if not agreement.examples:
        raise ValueError(f"there are no examples in the split {split}")
    return agreement.as_json() | {"per_second": agreement.examples / seconds}


def _options_of(config: Any) -> ExampleOptions:
    """A recipe's example options; older files have them at the top level."""
    options = config.get("play", config)
    known = ExampleOptions.model_fields
    return ExampleOptions.model_validate({name: options[name] for name in known if name in options})
