"""What lower precision costs a trained network: agreement with PyTorch, and errors.

    python -m tools.benchmarks.learn.precision MODEL DATA [--split test] [--examples 10000]

MODEL is a folder of `mj learn run`. For each type of `mj learn export`: the file's size, the
greatest difference of a score (of the outputs that the tactic compares), and the share of decisions
whose best move is that of PyTorch in float32 on a CPU. The bars: 1e-3 as float32, 99.5% as int8.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from mj_bot.nets.weights_file import pack_weights, unpack_weights
from mj_lab.learn.training.evaluation import torch_scorer, weights_scorer
from mj_lab.learn.training.examples import DataFolder, ExampleOptions
from mj_lab.learn.training.export import checkpoint_model, exported
from mj_lab.learn.training.parts.part import Batch

STORES = ("float32", "float16", "int8")
BATCH = 256
# The score of a move without an opinion; differences are taken where there is one.
LEAST = -1e6


def batches(data: DataFolder, split: str, examples: int) -> list[Batch]:
    """The first examples of a split in which there is a choice."""
    taken, count = [], 0
    for batch in data.batches(split, BATCH):
        rows = np.flatnonzero(batch["mask"].sum(axis=1) > 1)
        taken.append({name: array[rows] for name, array in batch.items()})
        count += len(rows)
        if count >= examples:
            break
    return taken


def compared(theirs: NDArray[np.float32], ours: NDArray[np.float32]) -> tuple[float, int, int]:
    """The greatest difference; equal choices; choices."""
    opinion = np.isfinite(theirs) & np.isfinite(ours) & (theirs > LEAST)
    decided = opinion.sum(axis=1) > 1
    least = np.float32(-np.inf)
    best = [np.where(opinion, side, least)[decided].argmax(axis=1) for side in (theirs, ours)]
    off = np.abs(theirs[opinion] - ours[opinion]).max()
    return float(off), int((best[0] == best[1]).sum()), int(decided.sum())


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("model", type=Path)
    parser.add_argument("data", type=Path)
    parser.add_argument("--split", default="test")
    parser.add_argument("--examples", type=int, default=10_000)
    options = parser.parse_args()
    _, model, _ = checkpoint_model(options.model)
    data = DataFolder(options.data, ExampleOptions(), model.module.features)
    examples = batches(data, options.split, options.examples)
    scorer = torch_scorer(model.module, torch.device("cpu"))
    theirs = [scorer(batch) for batch in examples]
    weights = exported(options.model)
    print("type          bytes   farthest score   same first choice")
    for store in STORES:
        packed = pack_weights(weights.header, weights.tensors, store=store)
        ours = weights_scorer(unpack_weights(packed))
        comparisons = [
            compared(scores, ours(batch)) for scores, batch in zip(theirs, examples, strict=True)
        ]
        farthest = max(off for off, _, _ in comparisons)
        same, count = (sum(row[column] for row in comparisons) for column in (1, 2))
        print(f"{store:8} {len(packed):10,}   {farthest:14.2e}   {same / count:.3%} of {count:,}")


if __name__ == "__main__":
    main()
