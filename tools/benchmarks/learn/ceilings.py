"""What odds or learned could gain from a model or a search: one such seat against three plain ones.

    python -m tools.benchmarks.learn.ceilings -o ceilings.jsonl --walls 1250 waits places

On each wall four odds play; then, in each seat in turn, one with hidden information (an upper
bound), or one that plays its best actions out before choosing (`learned plays on` among four
learned). A paired game is that seat's score less what the plain player scored there. A line of the
file is a wall; the same command resumes. `nothing` is the control, which must be exactly 0. The
hidden information is in mj_engine/cpp/ceilings/foresight.hpp, the search in plays_on.hpp.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import mj_engine
from mj_engine import _core, odds
from mj_engine._mj_bot import odds_options
from mj_lab.core.wall_means import estimate

SEATS = 4
WALLS_AT_ONCE = 5
# The hidden facts; of the draws how many, and from how many own draws left.
SHOWN: dict[str, dict[str, Any]] = {
    "nothing": {},
    "places": {"places": True},
    "waits": {"waits": True},
    "places and waits": {"places": True, "waits": True},
    "costs": {"costs": True},
    "next draw": {"draws": 1},
    "next three draws": {"draws": 3},
    "last four draws": {"draws": 4, "last": 4},
}
# Wins on a discard that are passed, for more by an own draw: with that many own draws left, that
# many copies to draw, and that much fan at most.
PASSED = {
    f"passes wins, {draws} draws and {copies} copies, {fan} fan": {
        "least_draws": draws,
        "least_copies": copies,
        "most_fan": fan,
    }
    for draws, copies, fan in ((1, 1, 99), (8, 4, 99), (8, 4, 8), (12, 7, 8))
}
# To the third draw, with each draw's luck subtracted, in 40 worlds at most. Slope and scatter:
# measured in 24 games (walls deeptry/0 to 23), 400 other actions within 3 points of the best.
SEARCH: dict[str, Any] = {"actions": 3, "gap": 1.5, "worlds": 40, "draws": 3, "slope": 0.8}
SEARCHED: dict[str, dict[str, Any]] = {
    "plays on": {**SEARCH, "luck": 1.0, "sees_hands": False, "scatter": 0.8},
    # The root of a tree search: UCB1 over the same actions, each played to the end of the game. It
    # explores by a score's standard deviation.
    "UCB1": {
        **SEARCH,
        **{"worlds": 60, "draws": 0, "luck": 0.0, "sees_hands": False, "scatter": 0.0},
        "explore": 28.3,
    },
    "plays on, hands seen": {**SEARCH, "luck": 1.0, "sees_hands": True, "scatter": 1.8},
    "learned plays on": {**SEARCH, "worlds": 30, "luck": 1.0, "sees_hands": False, "scatter": 0.8},
}
PLAYERS = [*SHOWN, *PASSED, *SEARCHED]


def player_of(name: str) -> mj_engine.Tactic:
    """The plain player with this hidden information, these wins passed, or this search."""
    if name in SEARCHED:
        return _core.plays_on(name, mj_engine.tactic(plain_of(name)), **SEARCHED[name])
    if name in PASSED:
        return _core.passes_wins(name, mj_engine.tactic(plain_of(name)), **PASSED[name])
    return _core.foresight(name, odds.tables(), odds_options({}), **SHOWN[name])


def plain_of(name: str) -> str:
    """The player that this one is held against."""
    return "learned" if name.startswith("learned") else "odds"


def gains(what: str, seed: str, walls: range, threads: int) -> list[tuple[list[int], float]]:
    """For each wall the gain in each seat, and seconds of a core."""
    began = time.process_time()
    dealt = [mj_engine.wall_of_seed(f"{seed}/{wall}") for wall in walls]
    player = plain_of(what)
    plain = mj_engine.play(dealt, player, threads=threads).scores
    by_seat = []
    for seat in range(SEATS):
        players = [player if other != seat else player_of(what) for other in range(SEATS)]
        by_seat.append((mj_engine.play(dealt, players, threads=threads).scores - plain)[:, seat])
    seconds = (time.process_time() - began) / len(walls)
    return [([int(scores[index]) for scores in by_seat], seconds) for index in range(len(walls))]


def main() -> None:
    """Plays what is missing, prints a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shown", nargs="*", default=list(SHOWN), help=", ".join(PLAYERS))
    parser.add_argument("-o", "--out", type=Path, required=True)
    parser.add_argument("--walls", type=int, default=1250)
    parser.add_argument("--seed", default="ceilings")
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    if unknown := [what for what in given.shown if what not in PLAYERS]:
        parser.error(f"{unknown[0]} is not one of {', '.join(PLAYERS)}")
    given.out.touch()
    rows = [json.loads(line) for line in given.out.read_text("utf-8").splitlines()]
    for what in given.shown:
        mine = [row for row in rows if (row["shown"], row["seed"]) == (what, given.seed)]
        for first in range(len(mine), given.walls, WALLS_AT_ONCE):
            walls = range(first, min(first + WALLS_AT_ONCE, given.walls))
            for wall, (gained, seconds) in zip(
                walls, gains(what, given.seed, walls, given.threads), strict=True
            ):
                row = {"shown": what, "seed": given.seed, "wall": wall}
                mine.append({**row, "gains": gained, "seconds": round(seconds, 3)})
            with given.out.open("a", encoding="utf-8") as file:
                file.writelines(json.dumps(row) + "\n" for row in mine[first:])
        mine = mine[: given.walls]
        mean_gain = estimate([sum(row["gains"]) / SEATS for row in mine])
        seconds = sum(row["seconds"] for row in mine)
        error = f" ± {mean_gain.error:.2f}" if mean_gain.error else ""
        print(
            f"{what}: {mean_gain.mean:+.2f}{error} points a game,"
            f" {SEATS * len(mine):,} paired games, {seconds:,.0f} s of a core",
            flush=True,
        )


if __name__ == "__main__":
    main()
