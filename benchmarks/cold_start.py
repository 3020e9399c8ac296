"""How long the pyz takes to answer when Botzone starts it anew for every turn.

    python -m benchmarks.cold_start [--tactic NAME ...] [--python PYTHON ...] [--rounds N]

Against a bare start of the same Python that imports numpy and MahjongGB, in turn: one round is one
of each. Whole processes, from their start to their end. The bar: at most 400 ms more.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
BAR = 0.4

DEAL = "1 0 0 0 0 B7 B3 W8 T7 F3 W1 B6 T7 W5 T8 B9 J3 F4"
# The first request, a first discard, and a claim in the middle of a game.
TURNS = {
    "start": ["0 0 3"],
    "own draw": ["0 0 3", DEAL, "2 W7"],
    "claim": ["0 0 3", DEAL, "2 W7", "3 0 PLAY F4", "3 1 DRAW", "3 1 PLAY T7"],
}
BARE = ("-c", "import numpy, MahjongGB")


def seconds(command: Sequence[str], data: bytes) -> float:
    """How long a process takes from its start to its end."""
    start = perf_counter()
    subprocess.run(command, input=data, stdout=subprocess.DEVNULL, check=True)
    return perf_counter() - start


def build(tactic: str, folder: Path) -> str:
    """An archive that answers once, as handin.py makes it."""
    archive = str(folder / (tactic + ".pyz"))
    command = [sys.executable, str(ROOT / "handin.py"), "-o", archive]
    command += ["--tactic", tactic, "--mode", "restart"]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return archive


def measure(python: str, tactics: Sequence[str], folder: Path, rounds: int) -> None:
    """Print a table for one Python: a row for the bare start, one for each tactic and turn."""
    commands = {("bare", ""): ([python, *BARE], b"")}
    for tactic in tactics:
        archive = build(tactic, folder)
        for turn, requests in TURNS.items():
            whole = {"requests": requests, "responses": ["PASS"] * (len(requests) - 1)}
            commands[tactic, turn] = ([python, archive], json.dumps(whole).encode() + b"\n")
    times: dict[tuple[str, str], list[float]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, (command, data) in commands.items():
            times[name].append(seconds(command, data))
    bare = median(times["bare", ""])
    print(f"{python}, {rounds} rounds")
    print(f"{'':24}{'median ms':>10}{'quartiles':>14}{'over bare':>11}")
    for (tactic, turn), found in times.items():
        low, _, high = quantiles(found, n=4)
        over = median(found) - bare
        verdict = "" if tactic == "bare" else "ok" if over <= BAR else "too slow"
        print(
            f"{tactic + ' ' + turn:24}{1000 * median(found):10.1f}"
            f"{1000 * low:7.1f}{1000 * high:7.1f}{1000 * over:11.1f} {verdict}"
        )


def main() -> None:
    """Run the command."""
    sys.path.insert(0, str(ROOT))
    from mj_bot.tactics import DEFAULT

    parser = argparse.ArgumentParser(description="The pyz's cold answer in restart mode.")
    parser.add_argument("--tactic", action="append", help=f"default: {DEFAULT}")
    parser.add_argument("--python", action="append", help="default: this one")
    parser.add_argument("--rounds", type=int, default=31)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for python in given.python or [sys.executable]:
            measure(python, given.tactic or [DEFAULT], Path(folder), given.rounds)


if __name__ == "__main__":
    main()
