"""A data set that tests make up: tiny features, and a teacher whose rule can be learned."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from mj_bot.features.feature import Feature
from mj_bot.nets.moves import FIRST_CHOW, MOVE_COUNT, PASS_MOVE, PUNG_MOVE
from mj_bot.tiles import TILE_KINDS
from mj_lab.learn.config import Config, config_of
from mj_lab.learn.examples import Arrays

SHAPES = {"columns": (6, 34), "look_ahead": (44, 34), "hand_only": (4, 34), "planes": (9, 34, 4)}


def features(*names: str) -> tuple[Feature, ...]:
    """Features of these names, smaller than the bot's."""
    return tuple(Feature(name, 1, SHAPES[name]) for name in names)


class StandIn:
    """A `mj_lab.learn.examples.ExampleSource` of made-up examples.

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

    def batches(self, split: str, batch: int, epoch: int = 0, skip: int = 0) -> Iterator[Arrays]:
        """See `ExampleSource`."""
        examples = self._splits[split]
        order = np.random.default_rng([epoch]).permutation(len(examples["move"]))
        for place, start in enumerate(range(0, len(order), batch)):
            if split == "train" and place == self._fails_at:
                raise ValueError("shard-0003.npz: cut short")
            if place >= skip:
                rows = order[start : start + batch]
                yield {name: array[rows] for name, array in examples.items()}


def config(network: str, *names: str, **changes: object) -> Config:
    """A configuration for tests. changes: of the training, but for `options`."""
    options = changes.pop("options", {})
    training: dict[str, object] = {"batch": 16, "epochs": 2, "validate_every": 4, "validate_on": 32}
    training |= {"threads": 1, **changes}
    data = {"network": network, "features": names, "options": options, "training": training}
    return config_of(data, "test")


def _examples(count: int, names: tuple[str, ...], rng: np.random.Generator) -> Arrays:
    found: Arrays = {}
    for name in names:
        found[name] = (rng.random((count, *SHAPES[name])) < 0.3).astype(np.uint8)
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
