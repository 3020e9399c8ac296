"""How fast Botzone's data set is read, and in how much memory.

    python -m tools.benchmarks.records.course_data [--hands 100000]

Hands are made by our judge, written in the data set's format, and repeated. `parsed` parses every
word of a hand (`mj_lab.core.records.formats.course_data`). `played` also replays it at the engine's
table and makes its match, like `mj records convert` and the commands that read matches. Seconds are
CPU time. The bar: 2,000 hands played per second, and at most 8 MB more memory after the first 1,000
hands; otherwise the exit code is 1.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from time import process_time

from mj_lab.core.game.play_game import play
from mj_lab.core.game.players import player_of
from mj_lab.core.game.referee import Game
from mj_lab.core.game.walls import wall_of_seed
from mj_lab.core.records.archives import read_entries
from mj_lab.core.records.formats.course_data import blocks_in, format_hand, parse_course_hand
from mj_lab.core.records.hand import hand_of
from mj_lab.core.records.match import match_of

DIFFERENT = 60
_FIRST = 1_000
_BAR = 2_000
_MOST_MB = 8


def made_hands() -> list[str]:
    """Hands of greedy players as text."""
    texts = []
    for seed in range(DIFFERENT):
        game = Game(wall_of_seed(seed))
        turns = play(game, [player_of("greedy")(seat) for seat in range(4)])
        match = match_of(game, turns, f"{seed:024x}")
        texts.append(format_hand(hand_of(match), match))
    return texts


def write(path: Path, count: int) -> None:
    """This many hands, repeating the same ones."""
    texts = made_hands()
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            file.write(texts[number % DIFFERENT] + "\n")


def parsed(path: Path) -> Iterator[object]:
    """Every hand of a file."""
    with path.open(encoding="utf-8") as file:
        for first, block in blocks_in(iter(file)):
            yield parse_course_hand(block, first)


def played(path: Path) -> Iterator[object]:
    """Every match of a file."""
    for entry in read_entries(path):
        yield entry.build()


def memory() -> float:
    """Peak memory of this process, MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def timed(name: str, hands: Iterator[object]) -> tuple[float, float]:
    """Read them all; print and return hands per second of one core, and the MB of memory growth.

    Growth counts from after the first of them, when everything is loaded.
    """
    start = process_time()
    count = sum(1 for _ in islice(hands, _FIRST))
    before = memory()
    count += sum(1 for _ in hands)
    speed, grown = count / (process_time() - start), memory() - before
    print(f"{name:8} {count:7} hands  {speed:8,.0f} a second of one core  {grown:.1f} MB more")
    return speed, grown


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=100_000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "data.txt"
        write(path, arguments.hands)
        timed("parsed", parsed(path))
        speed, grown = timed("played", played(path))
    sys.exit(speed < _BAR or grown > _MOST_MB)


if __name__ == "__main__":
    main()
