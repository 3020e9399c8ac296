"""Speed of the table: games/s of the judge, `action_space`, a long-running bot's answer.

    python -m tools.benchmarks.table [--games N] [--data FOLDER]

Medians over rounds. The bars (issue 2): at least 200 games/s of four random players in one process,
under 0.2 ms for a claim decision, under 20 ms for greedy's answer when kept running.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
from collections import Counter
from pathlib import Path
from time import perf_counter

from mj_bot.actions import action_space
from mj_bot.events import SEATS
from mj_bot.state import CLAIM
from mj_lab.core.game.play_game import play
from mj_lab.core.game.players import player_of
from mj_lab.core.game.referee import Game
from mj_lab.core.game.walls import wall_of_seed
from mj_lab.core.records.decisions import decisions_of
from mj_lab.core.records.matches import read_matches

ROUNDS = 5


def games_per_second(spec: str, games: int) -> tuple[float, Counter[str]]:
    """Games per second of four equal players in this process, and how they ended."""
    make, ends, speeds = player_of(spec), Counter[str](), []
    for block in range(ROUNDS):
        start = perf_counter()
        for number in range(games):
            seed = block * games + number
            game = Game(wall_of_seed(seed), seed % SEATS)
            play(game, [make(seed * SEATS + seat) for seat in range(SEATS)])
            assert game.result is not None
            ends[game.result.action] += 1
        speeds.append(games / (perf_counter() - start))
    return statistics.median(speeds), ends


def claim_times(data: Path) -> list[float]:
    """Seconds of `action_space` on every claim decision of the recorded matches."""
    times = []
    for match in read_matches(data / "botzone_matches.jsonl.gz"):
        for decision in decisions_of(match):
            if decision.state.decision == CLAIM:
                start = perf_counter()
                action_space(decision.state)
                times.append(perf_counter() - start)
    return times


def answer_times(games: int) -> list[float]:
    """Seconds of every real decision of a long-running greedy process."""
    bot = f"keep:{sys.executable} -m mj_bot --tactic greedy --mode keep-running"
    times: list[float] = []
    for seed in range(games):
        players = [player_of(spec)(seed) for spec in (bot, "greedy", "greedy", "greedy")]
        play(Game(wall_of_seed(seed), seed % SEATS), players)
        times += getattr(players[0], "times", [])[2:]
    return times


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Speed of the table.")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--data", type=Path, default=os.environ.get("MJ_DATA", "../shared/data"))
    options = parser.parse_args()
    for spec, games in (("random", options.games), ("greedy", options.games // 10)):
        speed, ends = games_per_second(spec, games)
        print(f"judge with four {spec}: {speed:.0f} games/s (median of {ROUNDS}), {dict(ends)}")
    claims = claim_times(options.data)
    print(
        f"action_space on {len(claims)} claims: median {_ms(claims, 0.5)}, p99 {_ms(claims, 0.99)}"
    )
    answers = answer_times(5)
    print(f"greedy kept running: {len(answers)} answers, median {_ms(answers, 0.5)}")


def _ms(times: list[float], share: float) -> str:
    ordered = sorted(times)
    return f"{1000 * ordered[int(share * (len(ordered) - 1))]:.3f} ms"


if __name__ == "__main__":
    main()
