"""Tables of the tactic `expectimax`: time per decision, win rate, points a game, by stored duels.

    python -m tools.benchmarks.learn.expectimax alpha q.mjw -o FOLDER [--walls 1500] [--jobs 2]
    python -m tools.benchmarks.learn.expectimax methods double.mjw dqn.mjw -o FOLDER

`alpha`: alpha 0.2, 0.4, 0.6, 0.8, 1.0 by one layer and two, without a time limit, each against
plain Expectimax of one layer (`--against PLAYER` for another). `methods`: every pair of Expectimax,
DQN, Double DQN, Expectimax with either, and `odds`; all that search have the same `--seconds`;
plain Expectimax values leaves by shanten. `--only PATTERN` (repeatable) keeps rows with this in
their name, so that slow ones can use fewer walls. A duel is 2v2 in two seatings, so two games a
wall; results are in FOLDER, and the same command resumes. Each finished duel is a Markdown row.
Times are of this machine: run it on an idle one. `--engine fast` plays twenty times as many games,
`methods` with `--seconds 0`, and measures no times.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import closing
from hashlib import blake2b
from itertools import combinations
from pathlib import Path
from re import search

from mj_lab.core.runner.named import engine_of
from mj_lab.core.runner.store import Store
from mj_lab.measure.arena.duel import Duel, run_duel
from mj_lab.measure.arena.report.duel_summary import DuelSummary, summary_of

ALPHAS = (0.2, 0.4, 0.6, 0.8, 1.0)
DEPTHS = (1, 2)
PLAIN = "expectimax@network=0,depth=1,hand_value=0,seconds=0"
SEARCHING = "depth=2,alpha=0.6,seconds={}"


def alpha_pairs(weights: Path, against: str) -> Iterator[tuple[str, str, str]]:
    """The name of each row, and its two players."""
    for depth in DEPTHS:
        for alpha in ALPHAS:
            player = f"expectimax@depth={depth},alpha={alpha},seconds=0,weights={weights}"
            yield f"depth {depth}, alpha {alpha}", player, against


def method_pairs(double: Path, dqn: Path, seconds: float) -> Iterator[tuple[str, str, str]]:
    """The same for every pair of the six."""
    searching = SEARCHING.format(seconds)
    players = {
        "Expectimax": f"expectimax@network=0,depth=2,hand_value=0,seconds={seconds}",
        "DQN": f"expectimax@depth=0,seconds=0,weights={dqn}",
        "Double DQN": f"expectimax@depth=0,seconds=0,weights={double}",
        "Expectimax with DQN": f"expectimax@{searching},weights={dqn}",
        "Expectimax with Double DQN": f"expectimax@{searching},weights={double}",
        "odds": "odds",
    }
    for one, other in combinations(players, 2):
        yield f"{one} - {other}", players[one], players[other]


def row_of(name: str, summary: DuelSummary) -> str:
    """A duel as a row of the table."""
    ours, theirs = summary.sides.values()
    times = next(iter(summary.timing.sides.values()))
    took = "not timed"
    if times.decisions:
        took = f"{times.mean_ms:.0f}, {times.p99_ms:.0f}, {times.max_ms:.0f} ms"
    gain, error = summary.difference.mean, summary.difference.error
    faults = sum(sum(side.figures.faults.values()) for side in (ours, theirs))
    shown_error = "?" if error is None else f"{error:.2f}"
    return (
        f"| {name} | {took} | {ours.figures.win_rate or 0:.1%}, {theirs.figures.win_rate or 0:.1%}"
        f" | {gain or 0:+.2f} ± {shown_error} | {summary.games} | {faults} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("table", choices=("alpha", "methods"))
    parser.add_argument("weights", type=Path, nargs="+", help="of the recipes double_dqn, dqn")
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--walls", type=int, default=1500)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", default="expectimax-1")
    parser.add_argument(
        "--seconds", type=float, default=2.5, help="a decision in `methods`, 0: no limit"
    )
    parser.add_argument("--against", default=PLAIN, help="whom `alpha` is measured against")
    parser.add_argument("--engine", default="local")
    parser.add_argument("--only", action="append", help="rows with this in their name")
    given = parser.parse_args()
    if len(given.weights) != (1 if given.table == "alpha" else 2):
        parser.error("alpha takes one weights file, methods two: Double DQN and DQN")
    if given.table == "alpha":
        pairs = list(alpha_pairs(given.weights[0], given.against))
    else:
        pairs = list(method_pairs(given.weights[0], given.weights[1], given.seconds))
    print("| | decision: mean, 99%, max | wins a game and seat | points | games | faults |")
    print("|---|---|---|---|---|---|")
    for name, one, other in pairs:
        if given.only and not any(search(part, name) for part in given.only):
            continue
        duel = Duel((one, other), quick=True, seed=given.seed)
        key = blake2b(f"{one} {other}".encode(), digest_size=6).hexdigest()
        with (
            closing(engine_of(given.engine, duel.setup(), given.jobs)) as workers,
            Store(given.output / f"{key}.db", duel.settings()) as store,
        ):
            run = run_duel(duel, workers, store, given.walls)
        if run.played:
            print(row_of(name, summary_of(run)), flush=True)
        if not run.complete:
            raise SystemExit(130)


if __name__ == "__main__":
    main()
