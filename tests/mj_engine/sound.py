"""Games of the native players on four threads, for a sanitizer to watch: see `make sound`.

python -m tests.mj_engine.sound --games 500 odds learned
"""

from __future__ import annotations

import argparse
import time

import mj_engine

_THREADS = 4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", nargs="*", default=mj_engine.NATIVE)
    parser.add_argument("--games", type=int, default=500)
    asked = parser.parse_args()
    walls = [mj_engine.wall_of_seed(f"sound/{number}") for number in range(asked.games)]
    for player in asked.players:
        begun = time.monotonic()
        played = mj_engine.play(walls, player, threads=_THREADS, records=True)
        seconds = time.monotonic() - begun
        print(f"{player}: {len(played.records)} games, {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()
