"""How many examples a core learns from in a second, by size of columns_net and by precision.

    python -m benchmarks.learn.training [--steps 6] [--batch 256] [--features columns,look_ahead]

One thread, and its processor time: that other programs run beside changes little. Examples are
random; a step is everything but reading: suits permuted, forward, backward, AdamW.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch

from mj_bot.nets.moves import MOVE_COUNT
from mj_lab.learn.config import config_of
from mj_lab.learn.examples import Arrays, features_named
from mj_lab.learn.training.trainer import Trainer, TrainingPlace

SIZES = ((32, 4), (48, 5), (64, 6), (96, 8), (128, 10))
PRECISIONS = ("float32", "bfloat16")
WARM_UP = 2


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--steps", type=int, default=6)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--features", default="columns")
    options = parser.parse_args()
    names = options.features.split(",")
    batch = examples(options.batch, names)
    print("width x depth   weights   " + "   ".join(f"{name:>9}" for name in PRECISIONS))
    for width, depth in SIZES:
        found = []
        for precision in PRECISIONS:
            trainer = trainer_of(names, width, depth, precision, options.batch)
            for _ in range(WARM_UP):
                trainer.step(batch)
            began = time.process_time()
            for _ in range(options.steps):
                trainer.step(batch)
            found.append(options.batch * options.steps / (time.process_time() - began))
        weights = sum(one.numel() for one in trainer.network.parameters())
        told = "   ".join(f"{rate:7,.0f}/s" for rate in found)
        print(f"{width:>5} x {depth:<5} {weights:>9,}   {told}", flush=True)


def trainer_of(names: list[str], width: int, depth: int, precision: str, batch: int) -> Trainer:
    training = {"batch": batch, "precision": precision, "threads": 1, "augment": True}
    options = {"width": width, "depth": depth}
    data = {"network": "columns_net", "features": names, "options": options, "training": training}
    place = TrainingPlace(Path("nowhere"), torch.device("cpu"))
    return Trainer(config_of(data, "benchmark"), features_named(names), Nothing(), place)


class Nothing:
    """No source at all."""

    def batches(self, split: str, batch: int, epoch: int = 0, skip: int = 0) -> Iterator[Arrays]:
        raise NotImplementedError


def examples(count: int, names: list[str]) -> Arrays:
    rng = np.random.default_rng(0)
    found: Arrays = {
        feature.name: (rng.random((count, *feature.shape)) < 0.1).astype(np.uint8)
        for feature in features_named(names)
    }
    mask = rng.random((count, MOVE_COUNT)) < 0.1
    mask[:, 0] = True
    move = mask.argmax(axis=1)
    rest: Arrays = {"score": np.zeros(count, np.float32), "kind": np.zeros(count, np.uint8)}
    found |= rest
    return found | {"mask": mask, "move": move, "win": mask[:, 1], "deal_in": mask[:, 2]}


if __name__ == "__main__":
    main()
