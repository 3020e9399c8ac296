"""Runs a duel, a league or a tuning and may kill itself: dies_at.py KIND FILE JOBS MOMENT COUNT.

JOBS is `ray` for a Ray cluster of two CPUs. MOMENT is `before` or `after` the commit of the new
unit number COUNT, or when a duel has `seen` it, or `never`: then the summary is printed. A tuning,
of the tactic `gambler`, is not killed by itself.
"""

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from mj_lab.core.runner.engine import Engine, LocalEngine
from mj_lab.core.runner.ray_engine import RayEngine
from mj_lab.core.runner.store import Store
from mj_lab.core.runner.unit import Played
from mj_lab.measure.arena.duel import Duel, run_duel
from mj_lab.measure.arena.league import League, run_league
from mj_lab.measure.arena.report.duel_summary import summary_of
from mj_lab.measure.arena.report.league_summary import league_summary
from mj_lab.measure.tune.duels import Arena, Duels
from mj_lab.measure.tune.log import Log
from mj_lab.measure.tune.loop import Plan, TuneWatch, run_tuning
from mj_lab.measure.tune.parameters import Parameter
from mj_lab.measure.tune.tuning_text import tuning_summary

DUEL, WALLS = Duel(("greedy", "random"), quick=True, seed="5"), 8
LEAGUE = League(("greedy", "random", "random", "random"), rounds=2, seatings=4, seed="5")


PARAMETERS = (Parameter("risk", 0.0, 1.0, False), Parameter("nothing", 0.1, 10.0, True))
PLAN, DUELS, TRIALS = Plan(PARAMETERS, 4, 0.25, "5"), Duels("gambler", ("random",), 6), 12


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


def tune(path: Path, jobs: int) -> dict[str, Any]:
    with Log(path, {**DUELS.settings(), **PLAN.settings()}) as log:
        score = Arena(DUELS, LocalEngine(jobs))
        tuning = run_tuning(PLAN, log, score, TRIALS, TuneWatch())
    summary = tuning_summary(tuning, DUELS, TRIALS)
    for trial in [summary["best"], *summary["trials"]]:
        del trial["seconds"]
    return summary


def main(kind: str, database: str, jobs: str, moment: str, count: str) -> None:
    if kind == "tune":
        print(json.dumps(tune(Path(database), int(jobs))))
        return
    settings = (DUEL if kind == "duel" else LEAGUE).settings()
    engine: Engine = RayEngine(jobs=2, fast=True) if jobs == "ray" else LocalEngine(int(jobs))
    left = int(count)

    def watch(_: Played, new: bool) -> None:
        nonlocal left
        left -= new
        if moment == "seen" and left == 0:
            die()

    store = Mortal(Path(database), settings)
    store.moment, store.left = moment, int(count)
    with store:
        if kind == "duel":
            summary = summary_of(run_duel(DUEL, engine, store, WALLS, watch=watch)).to_json()
        else:
            summary = league_summary(run_league(LEAGUE, engine, store)).to_json()
    engine.close()
    del summary["timing"]
    print(json.dumps(summary))


if __name__ == "__main__":
    main(*sys.argv[1:])
