"""Training examples per second and core, by size of columns_net and by precision.

    python -m tools.benchmarks.learn.training [--steps 6] [--batch 256]
        [--features columns,look_ahead]

One thread and its CPU time, so other programs matter little. Examples are random; a step is
everything but reading: suits permuted, forward, backward, AdamW.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch

from mj_bot.nets.moves import MOVE_COUNT
from mj_lab.learn.training.losses.learner import Learner, LearnOptions
from mj_lab.learn.training.networks.network import features_named
from mj_lab.learn.training.parts.part import Batch, Context
from mj_lab.learn.training.run.registry import MODEL_PARTS, TERM_PARTS
from mj_lab.learn.training.sources.suits import permuted

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
    torch.set_num_threads(1)
    names = options.features.split(",")
    batch = examples(options.batch, names)
    print("width x depth   weights   " + "   ".join(f"{name:>9}" for name in PRECISIONS))
    for width, depth in SIZES:
        rates = []
        for precision in PRECISIONS:
            learner = learner_of(names, width, depth, precision)
            for step in range(-WARM_UP, options.steps):
                if not step:
                    began = time.process_time()
                learner.learn([permuted(batch, np.random.default_rng(step + WARM_UP))], 0)
            rates.append(options.batch * options.steps / (time.process_time() - began))
        weights = sum(parameter.numel() for parameter in learner.model.parameters())
        shown = "   ".join(f"{rate:7,.0f}/s" for rate in rates)
        print(f"{width:>5} x {depth:<5} {weights:>9,}   {shown}", flush=True)


def learner_of(names: list[str], width: int, depth: int, precision: str) -> Learner:
    bare = Context("0", Path("nowhere"), torch.device("cpu"))
    section = {"kind": "columns_net", "features": names, "width": width, "depth": depth}
    model = MODEL_PARTS.made(section, bare)
    context = Context("0", bare.folder, bare.device, model)
    terms = {"cross_entropy": TERM_PARTS.made({"kind": "cross_entropy"}, context)}
    options = LearnOptions.model_validate({"clip": 5.0, "precision": precision})
    return Learner(model, terms, options, context)


def examples(count: int, names: list[str]) -> Batch:
    rng = np.random.default_rng(0)
    batch: Batch = {
        feature.name: (rng.random((count, *feature.shape)) < 0.1).astype(np.uint8)
        for feature in features_named(names)
    }
    mask = rng.random((count, MOVE_COUNT)) < 0.1
    mask[:, 0] = True
    move = mask.argmax(axis=1)
    rest: Batch = {"score": np.zeros(count, np.float32), "kind": np.zeros(count, np.uint8)}
    batch |= rest
    return batch | {"mask": mask, "move": move, "win": mask[:, 1], "deal_in": mask[:, 2]}


if __name__ == "__main__":
    main()
