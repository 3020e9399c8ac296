"""Checkpoints: all that training needs to go on as if it had never stopped, in one file."""

from __future__ import annotations

import pickle
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import torch

from mj_bot.features.feature import Feature
from mj_lab.learn.config import Config, config_of
from mj_lab.learn.networks.layer_list import Tensors
from mj_lab.learn.networks.network import LearningNetwork
from mj_lab.learn.networks.registry import new_network
from mj_lab.storage.files import drafted

LAST, BEST = "last.pt", "best.pt"
# Raised whenever what a checkpoint holds changes.
_VERSION = 1


@dataclass
class Progress:
    """How far training has come.

    step: of the optimiser. epoch, batch: the place in the data. examples: seen so far. best: the
    lowest loss at a validation, and best_step where. worse: validations since. seconds: of work.
    history: the figures of each validation.
    """

    step: int = 0
    epoch: int = 0
    batch: int = 0
    examples: int = 0
    best: float | None = None
    best_step: int = 0
    worse: int = 0
    seconds: float = 0.0
    history: list[dict[str, Any]] = field(default_factory=list)


@dataclass
class Checkpoint:
    """A network and its training. optimiser, scaler: their states. random: PyTorch's generators."""

    config: Config
    seen: tuple[Feature, ...]
    progress: Progress
    network: Tensors
    optimiser: dict[str, Any]
    scaler: dict[str, Any]
    random: dict[str, torch.Tensor]

    def write(self, path: Path) -> None:
        """Write it whole or not at all."""
        data = {
            "version": _VERSION,
            "config": self.config.as_json(),
            "seen": [[one.name, one.version, list(one.shape)] for one in self.seen],
            "progress": asdict(self.progress),
            "network": self.network,
            "optimiser": self.optimiser,
            "scaler": self.scaler,
            "random": self.random,
        }
        with drafted(path) as unfinished:
            torch.save(data, unfinished)

    def loaded_network(self) -> LearningNetwork:
        """The network, on the CPU, ready to be asked."""
        network = new_network(self.config.network, self.seen, self.config.options)
        network.load_state_dict(self.network)
        return network.eval()


def read_checkpoint(path: Path) -> Checkpoint:
    """A checkpoint; a folder's is its best.

    Raises ValueError, one line, if it cannot be read.
    """
    if path.is_dir():
        path = path / BEST if (path / BEST).exists() else path / LAST
    try:
        data = torch.load(path, map_location="cpu", weights_only=True)
        if data["version"] != _VERSION:
            raise ValueError(f"{path}: a checkpoint of version {data['version']}, not {_VERSION}")
        seen = tuple(Feature(name, version, tuple(shape)) for name, version, shape in data["seen"])
        return Checkpoint(
            config_of(data["config"], str(path)),
            seen,
            Progress(**data["progress"]),
            data["network"],
            data["optimiser"],
            data["scaler"],
            data["random"],
        )
    except FileNotFoundError:
        raise ValueError(f"{path}: no checkpoint there") from None
    except (pickle.UnpicklingError, RuntimeError, KeyError, TypeError, EOFError) as error:
        raise ValueError(
            f"{path}: no checkpoint, or a damaged one ({type(error).__name__})"
        ) from None
