"""Speed of data sets: decisions made by self-play and read, per second and core.

    python -m tools.benchmarks.dataset [--games N] [--player odds]

CPU time, so that other users of the machine matter little. The games read are greedy's, which are
quick to make; their features cost what those of odds cost.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from time import process_time

from mj_lab.learn.dataset.filters import Filters
from mj_lab.learn.dataset.making import make
from mj_lab.learn.dataset.reading import batches
from mj_lab.learn.dataset.self_play import SelfPlay
from mj_lab.learn.dataset.shard import SPLITS

FEATURES = ((), ("hand_only",), ("planes",), ("columns",), ("look_ahead",))
# Only this many of their decisions are read.
SLOW: dict[tuple[str, ...], int] = {("look_ahead",): 3000}


def read(folder: Path, features: tuple[str, ...]) -> tuple[int, float]:
    """How many decisions were read, and in how many seconds."""
    start, count = process_time(), 0
    most = SLOW.get(features)
    for split in SPLITS if most is None else SPLITS[:1]:
        for batch in batches(folder, split, features, decisions=most):
            count += len(batch["move"])
    return count, process_time() - start


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="of self-play to be made")
    parser.add_argument("--player", default="odds")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        start = process_time()
        playing = SelfPlay((arguments.player,), arguments.games, "benchmark")
        summary = make(Path(scratch) / "made", playing, Filters(), 1000)
        seconds = process_time() - start
        size = sum(path.stat().st_size for path in (Path(scratch) / "made").glob("*.npz"))
        print(f"made, {arguments.player}: {summary.decisions / seconds:,.0f} decisions/s, ", end="")
        print(f"{summary.games / seconds:.1f} games/s, {size / summary.games:.0f} bytes a game")
        folder = Path(scratch) / "read"
        make(folder, SelfPlay(("greedy",), 2000, "benchmark"), Filters(), 1000)
        for features in FEATURES:
            count, seconds = read(folder, features)
            name = ", ".join(features) or "no feature"
            print(f"read, {name}: {count / seconds:,.0f} decisions/s")


if __name__ == "__main__":
    main()
