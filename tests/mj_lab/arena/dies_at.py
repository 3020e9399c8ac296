"""Runs a duel or a league and is killed by itself: dies_at.py KIND DATABASE JOBS MOMENT COUNT.

MOMENT is `before` or `after` the commit of the new unit number COUNT, or `never`: then the summary
is printed.
"""

import json
import os
import signal
import sys
from pathlib import Path

from mj_lab.arena.duel import Duel, run_duel, summary_of
from mj_lab.arena.league import League, run_league
from mj_lab.arena.report.league_text import league_summary
from mj_lab.arena.running.engine import LocalEngine
from mj_lab.arena.running.store import Store
from mj_lab.arena.unit import Played

DUEL, WALLS = Duel(("greedy", "random"), quick=True, seed="5"), 8
LEAGUE = League(("greedy", "random", "random", "random"), rounds=2, seatings=4, seed="5")


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class Mortal(Store):
    """Dies before or after it keeps a unit."""

    moment = ""
    left = 0

    def put(self, played: Played) -> None:
        self.left -= 1
        if self.left == 0 and self.moment == "before":
            die()
        super().put(played)
        if self.left == 0 and self.moment == "after":
            die()


def main(kind: str, database: str, jobs: str, moment: str, count: str) -> None:
    settings = (DUEL if kind == "duel" else LEAGUE).settings()
    engine = LocalEngine(int(jobs))
    store = Mortal(Path(database), settings)
    store.moment, store.left = moment, int(count)
    with store:
        if kind == "duel":
            summary = summary_of(run_duel(DUEL, engine, store, WALLS))
        else:
            summary = league_summary(run_league(LEAGUE, engine, store))
    del summary["timing"]
    print(json.dumps(summary))


if __name__ == "__main__":
    main(*sys.argv[1:])
