"""A data set that tests make up: tiny features, and a teacher whose rule can be learned."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from pydantic import Field

from mj_bot.nets.moves import FIRST_CHOW, MOVE_COUNT, PASS_MOVE, PUNG_MOVE
from mj_bot.tiles import TILE_KINDS
from mj_lab.learn.training.networks.network import LearningNetwork, NetworkModel, features_named
from mj_lab.learn.training.parts.part import Batch, Context
from mj_lab.learn.training.run.recipe import Recipe, recipe_of
from mj_lab.learn.training.run.registry import MODEL_PARTS
from mj_lab.learn.training.sources.data import DataOptions, DataPlay

# Small networks, and what each sees.
SMALL: dict[str, dict[str, Any]] = {
    "columns_net": {"width": 8, "depth": 1},
    "design_cnn": {"filters": 4, "dense": 8},
    "which_discard": {"widths": [8]},
}


class StandInOptions(DataOptions):
    """Of the stand-in."""

    free = DataOptions.free | {"fails_at"}

    count: int = Field(default=80, ge=0)
    fails_at: int = Field(default=-1)


class StandInPlay(DataPlay):
    """Plays the stand-in's decisions."""

    Options = StandInOptions

    def source(self) -> "StandIn":
        """See `DataPlay`."""
        options = self.options
        return StandIn(options.count, *self._network.features, fails_at=options.fails_at)

    def described(self) -> dict[str, str]:
        """Nothing but the options."""
        return {}


def recipe(kind: str, model: dict[str, Any] | None = None, **changes: Any) -> Recipe:
    """A recipe for tests. changes: of the play, `rate` and so on of learning, `steps`."""
    learning = {"rate", "weight_decay", "precision", "cosine"} & set(changes)
    learn = {key: changes.pop(key) for key in learning}
    besides = {key: changes.pop(key) for key in {"steps", "begin"} & set(changes)}
    play = {"batch": 16, "epochs": 2, "validate_every": 4, "validate_on": 32, **changes}
    data = {
        "about": "a test",
        "steps": 10_000,
        **besides,
        "play": {"kind": f"{__name__}:StandInPlay", **play},
        "aim": {"kind": "teacher"},
        "model": {"kind": kind, **(SMALL[kind] if model is None else model)},
        "learn": {"clip": 5.0, **learn},
        "loss": {"cross_entropy": {}},
    }
    return recipe_of(data, "test")


def model_of(kind: str, **options: Any) -> NetworkModel:
    """A model of its own, out of PyTorch's generator."""
    context = Context("0", Path(), torch.device("cpu"))
    made = MODEL_PARTS.made({"kind": kind, **options}, context)
    assert isinstance(made, NetworkModel)
    return made


def network_of(kind: str, **options: Any) -> LearningNetwork:
    """Its network."""
    return model_of(kind, **options).module


def tensors(batch: Batch) -> dict[str, torch.Tensor]:
    """A batch as tensors, unscaled."""
    return {name: torch.from_numpy(np.ascontiguousarray(one)) for name, one in batch.items()}


class StandIn:
    """A `mj_lab.learn.training.examples.ExampleSource` of made-up examples.

    Row 0 of a feature is the hand, row 1 how much the teacher likes each tile: of a discard it
    plays the tile it likes best, and it claims whatever it may if it likes tile 0. fails_at: the
    reader fails at that batch of an epoch.
    """

    def __init__(self, count: int, *names: str, seed: int = 0, fails_at: int = -1) -> None:
        self._fails_at = fails_at
        self._splits = {
            split: _examples(count, names, np.random.default_rng([seed, place]))
            for place, split in enumerate(("train", "valid", "test"))
        }

    def batches(self, split: str, batch: int, epoch: int = 0, skip: int = 0) -> Iterator[Batch]:
        """See `ExampleSource`."""
        examples = self._splits[split]
        order = np.random.default_rng([epoch]).permutation(len(examples["move"]))
        for place, start in enumerate(range(0, len(order), batch)):
            if split == "train" and place == self._fails_at:
                raise ValueError("shard-0003.npz: cut short")
            if place >= skip:
                rows = order[start : start + batch]
                yield {name: array[rows] for name, array in examples.items()}


def _examples(count: int, names: tuple[str, ...], rng: np.random.Generator) -> Batch:
    found: Batch = {}
    for one in features_named(names):
        # Few rows are not 0, so that a small network sees what matters.
        found[one.name] = np.zeros((count, *one.shape), np.uint8)
        found[one.name][:, :4] = rng.random((count, 4, *one.shape[1:])) < 0.3
    hand = rng.random((count, TILE_KINDS)) < 0.4
    hand[:, :2] = True
    liked = rng.integers(0, 200, (count, TILE_KINDS)).astype(np.uint8)
    for name in names:
        first = found[name][:, :2]
        first[:, 0] = _spread(hand, first[:, 0])
        first[:, 1] = _spread(liked > 100, first[:, 1])
    kind = (rng.random(count) < 0.4).astype(np.uint8)
    values = np.where(liked > 100, 1.0, 0.0) - np.arange(TILE_KINDS) / 100
    mask = np.zeros((count, MOVE_COUNT), bool)
    mask[:, :TILE_KINDS] = hand & (kind == 0)[:, None]
    mask[kind == 1, PASS_MOVE] = True
    mask[kind == 1, PUNG_MOVE] = rng.random(int(kind.sum())) < 0.6
    mask[kind == 1, FIRST_CHOW:] = rng.random((int(kind.sum()), 3)) < 0.5
    every = np.full((count, MOVE_COUNT), np.nan, np.float32)
    every[:, :TILE_KINDS] = values
    wants = np.where(liked[:, 0] > 100, 2.0, -2.0)
    every[:, PASS_MOVE] = 0
    every[:, PUNG_MOVE] = wants + 1
    every[:, FIRST_CHOW:] = wants[:, None] - np.arange(3) / 10
    every[~mask] = np.nan
    score = np.where(rng.random(count) < 0.3, 24, -8).astype(np.float32)
    return found | {
        "mask": mask,
        "move": np.where(mask, every, -np.inf).argmax(axis=1),
        "values": every,
        "kind": kind,
        "score": score,
        "win": score > 0,
        "deal_in": rng.random(count) < 0.1,
        "shanten": rng.integers(0, 6, count).astype(np.int8),
        "game": np.arange(count) // 10,
    }


def _spread(rows: NDArray[np.bool_], like: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Rows of 34 in the shape that a feature has there."""
    shaped = rows if like.ndim == 2 else np.repeat(rows[..., None], like.shape[2], axis=2)
    return shaped.astype(np.uint8)
