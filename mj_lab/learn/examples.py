"""Examples as a network is fed them: batches of a data set as tensors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray

from mj_bot.features.feature import Feature
from mj_lab.learn.ablation import without
from mj_lab.learn.config import Config
from mj_lab.learn.networks.layer_list import Tensors
from mj_lab.learn.networks.network import channel_scales

Arrays = dict[str, NDArray[Any]]


class ExampleSource(Protocol):
    """Where batches of examples come from."""

    def batches(self, split: str, batch: int, epoch: int = 0, skip: int = 0) -> Iterator[Arrays]:
        """One epoch of a split, without its first `skip` batches; always in the same order.

        Besides what `mj_lab.dataset.batches` gives, `win` and `deal_in`, bool, if known.
        """


class DataFolder:
    """A folder that `mj learn data make` has made, read as a configuration asks.

    shanten: whether the hand's shanten comes with each example.

    Raises ValueError if there is none.
    """

    def __init__(self, folder: Path, config: Config, shanten: bool = False) -> None:
        from mj_lab.dataset.filters import Filters

        try:
            self._filters = Filters(**config.filters)
        except TypeError:
            raise ValueError(f"filters: unknown ones among {', '.join(config.filters)}") from None
        self._folder, self._config, self._shanten = folder, config, shanten
        self._outcomes = _outcomes(folder)

    def batches(self, split: str, batch: int, epoch: int = 0, skip: int = 0) -> Iterator[Arrays]:
        """See `ExampleSource`."""
        from mj_lab.dataset.reading import batches

        config = self._config
        read = batches(
            self._folder,
            split,
            config.features,
            kinds=config.kinds,
            batch=batch,
            seed=config.seed,
            epoch=epoch,
            skip=skip,
            workers=config.training.workers,
            filters=self._filters,
            decisions=config.decisions if split == "train" else None,
            shanten=self._shanten,
        )
        winners, givers = self._outcomes
        for found in read:
            seat = found["seat"]
            won = winners[found["game"]] == seat
            blinded = without(found, config.without)
            dealt_in = ~won & (givers[found["game"]] == seat)
            yield found | blinded | {"win": won, "deal_in": dealt_in}


def features_named(names: Sequence[str]) -> tuple[Feature, ...]:
    """The features of these names, as this bot makes them. Raises ValueError if there is none."""
    from mj_bot.nets.sight import feature_named

    try:
        return tuple(feature_named(name) for name in names)
    except KeyError as error:
        raise ValueError(f"no such feature: {error.args[0]!r:.40}") from None


def _outcomes(folder: Path) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """By game the seat that won and the seat whose tile that was, 255 for nobody."""
    from mj_bot.events import HU
    from mj_lab.dataset.manifest import read_shards
    from mj_lab.dataset.shard import NOBODY, VERDICTS

    winners, givers = [], []
    for games in read_shards(folder):
        won = games["verdicts"] == VERDICTS.index(HU)
        winners.append(np.where(won, games["winners"], NOBODY))
        givers.append(np.where(won, games["givers"], NOBODY))
    return np.concatenate(winners), np.concatenate(givers)


def tensors_of(arrays: Mapping[str, NDArray[Any]], device: torch.device) -> Tensors:
    """A batch as tensors: features scaled to float32, all others as they are."""
    found = {}
    for name, array in arrays.items():
        tensor = torch.from_numpy(np.ascontiguousarray(array)).to(device, non_blocking=True)
        if array.ndim >= 3:
            tensor = tensor.float()
            scales = channel_scales(name, array.shape[1])
            if set(scales) != {1.0}:
                tensor *= torch.tensor(scales, device=device)[:, None]
        found[name] = tensor
    return found
