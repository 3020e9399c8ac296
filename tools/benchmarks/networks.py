"""How long networks take to decide in numpy, by size, on one core.

    python -m tools.benchmarks.networks [--size WIDTHxBLOCKS ...] [--weights FILE ...]
        [--decisions N] [--python PYTHON ...]

Networks of the kind `columns_net` with random weights over `columns`, or those of weights files,
play recorded decisions as their tactic does: features, forward pass, a second one for the discard
after a claim. Every row is a separate process with one BLAS thread; times are its CPU time, which a
busy machine changes less. The bars: a decision within 15 ms (median) and 60 ms (99%), and 200 MB of
memory.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RECORDED = ROOT.parent / "shared" / "data" / "reference_decisions.jsonl.gz"

# Runs on Python 3.6 too.
PLAYED = """
import gzip, json, resource, sys, time
import numpy as np
from mj_bot.actions import action_space
from mj_bot.history import load_json
from mj_bot.nets.weights_file import read_weights
from mj_bot.tactics.cnn import Cnn
from mj_bot.tactics.net import Net
from mj_bot.tactics.which_discard import WhichDiscard

path, recorded, most = sys.argv[1], sys.argv[2], int(sys.argv[3])
began = time.process_time()
weights = read_weights(path)
players = {"columns_net": Net, "design_cnn": Cnn, "which_discard": WhichDiscard}
tactic = players[weights.header["kind"]](weights)
loading = time.process_time() - began
forward = []
network = list(tactic.networks.values())[0]
sight = tactic._sight
times = []
with gzip.open(recorded, "rt") as file:
    for line in file:
        state = load_json(json.loads(line))
        actions = action_space(state)
        if len(actions) == 1 or actions[0].kind == "HU":
            continue
        began = time.process_time()
        tactic(state)
        times.append(time.process_time() - began)
        seen = sight.features(state, network.features)
        began = time.process_time()
        network(seen)
        forward.append(time.process_time() - began)
        if len(times) == most:
            break
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps([loading] + [float(np.percentile(found, part)) for found, part in (
    (forward, 50), (times, 50), (times, 99), (times, 100))] + [memory, np.__version__]))
"""


def random_weights(size: str, path: Path) -> None:
    """Write a network of that size."""
    from mj_bot.features.columns import COLUMNS
    from mj_bot.nets.weights_file import write_weights
    from tests.mj_bot.nets.layers import columns_net, header_of

    width, _, blocks = size.partition("x")
    net = columns_net(COLUMNS.shape[0], int(width), int(blocks))
    weights = net.weights({"policy": "policy", "value": "value"}, **header_of("columns"))
    write_weights(str(path), weights.header, weights.tensors, "float16")


def measure(python: str, name: str, path: Path, most: int) -> None:
    """Print a row."""
    from mj_bot.nets.weights_file import read_weights

    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    environment.update(dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1"))
    done = subprocess.run(
        [python, "-c", PLAYED, str(path), str(RECORDED), str(most)],
        env=environment,
        stdout=subprocess.PIPE,
        check=True,
    )
    *seconds, memory, version = json.loads(done.stdout)
    loading, forward, median, most_of, longest = (1000 * second for second in seconds)
    count = sum(tensor.size for tensor in read_weights(str(path)).tensors.values())
    print(
        f"{name:>14}{count / 1000:10.0f}{path.stat().st_size / 1e6:8.2f}"
        f"{loading:9.1f}{forward:9.2f}{median:9.2f}{most_of:8.2f}{longest:8.2f}"
        f"{memory:8.0f}  numpy {version}",
        flush=True,
    )


def main() -> None:
    """Run the command."""
    sys.path.insert(0, str(ROOT))
    parser = argparse.ArgumentParser(description="Times of networks in numpy.")
    parser.add_argument("--size", action="append", help="as 96x8; default: several")
    parser.add_argument("--weights", action="append", type=Path, default=[], help="a .mjw file")
    parser.add_argument("--decisions", type=int, default=1000)
    parser.add_argument("--python", action="append", help="default: this one")
    given = parser.parse_args()
    several = [] if given.weights else ["64x6", "96x8", "128x10", "192x12", "256x16"]
    sizes = given.size or several
    for heads in (
        ("", "thousand", "MB", "load", "forward", "decision", "", "", "memory"),
        ("", "weights", "", "ms", "ms", "ms", "99%", "most", "MB"),
    ):
        widths = (14, 10, 8, 9, 9, 9, 8, 8, 8)
        print("".join(f"{head:>{wide}}" for head, wide in zip(heads, widths, strict=True)))
    with tempfile.TemporaryDirectory() as folder:
        for python in given.python or [sys.executable]:
            for size in sizes:
                path = Path(folder) / (size + ".mjw")
                random_weights(size, path)
                measure(python, size, path, given.decisions)
            for path in given.weights:
                measure(python, path.stem, path, given.decisions)


if __name__ == "__main__":
    main()
