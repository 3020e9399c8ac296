"""A trained network measured on a split of a data set, in PyTorch or as the bot runs it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from mj_bot.nets.network import Network
from mj_bot.nets.weights_file import Weights, WeightsError
from mj_lab.learn.agreement import TeacherAgreement
from mj_lab.learn.config import Config, config_of
from mj_lab.learn.examples import Arrays, ExampleSource, tensors_of
from mj_lab.learn.networks.network import LearningNetwork
from mj_lab.learn.networks.registry import NETWORK_KINDS

MoveScorer = Callable[[Arrays], NDArray[np.float32]]

_BATCH = 512


def torch_scorer(network: LearningNetwork, device: torch.device) -> MoveScorer:
    """The scores of moves that a network in PyTorch gives: [batch, 109]."""
    network = network.to(device).eval()

    def scores(batch: Arrays) -> NDArray[np.float32]:
        with torch.no_grad():
            found = network.scores(tensors_of(batch, device))
        return np.asarray(found.float().cpu().numpy())

    return scores


def weights_scorer(weights: Weights) -> MoveScorer:
    """The scores that the bot's own networks give with these weights.

    Raises WeightsError if they have no such networks.
    """
    kind = weights.header.get("kind")
    if kind not in NETWORK_KINDS:
        raise WeightsError(f"the weights are of no kind known here: {kind!r:.40}")
    networks = {name: Network(weights, name) for name in weights.header["networks"]}

    def scores(batch: Arrays) -> NDArray[np.float32]:
        outputs = {
            name: {
                output: torch.from_numpy(np.ascontiguousarray(array))
                for output, array in network(batch).items()
            }
            for name, network in networks.items()
        }
        tensors = {name: torch.from_numpy(batch[name]) for name in ("mask", "move", "kind")}
        return np.asarray(NETWORK_KINDS[kind].scores_of(outputs, tensors).numpy())

    return scores


def config_of_weights(weights: Weights, name: str) -> Config:
    """The configuration that was trained. Raises ValueError if the weights do not say."""
    return config_of(weights.header.get("config"), name)


def evaluate_scorer(scorer: MoveScorer, source: ExampleSource, split: str) -> dict[str, Any]:
    """How far the scorer agrees with the teacher: `TeacherAgreement.as_json`, and `per_second`.

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
