"""The command `mj arena tune`; heavy imports wait until it runs."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from mj_lab.core.options import AsJson, Jobs, Seed, Walls
from mj_lab.measure.arena.cli import EngineName

_INTERRUPTED = 130  # The exit code of shells for Ctrl-C.

_SPREAD = 0.25  # The optimiser's initial spread, as a fraction of the range.

_OPPONENTS = """An opponent is the name of a tactic, its file (`mine/mine.py`), a tactic's class in
a module of your own (`py:MODULE:CLASS`), or a program: `cmd:COMMAND` is started anew each turn,
`keep:COMMAND` is kept running."""


def register(app: typer.Typer) -> None:
    """Add the command to `mj`."""
    app.command(epilog=_OPPONENTS)(tune)


def tune(
    tactic: Annotated[str, typer.Argument(help="The tactic; it may have options set: NAME@K=N.")],
    param: Annotated[
        list[str],
        typer.Option(metavar="NAME=LOW:HIGH[:log]", help="An option to tune; two at least."),
    ],
    against: Annotated[list[str], typer.Option(help="An opponent; repeatable.")],
    store: Annotated[Path, typer.Option(help="Finished work is stored here; a rerun resumes.")],
    walls: Walls = 50,
    trials: Annotated[int, typer.Option(min=1, help="Trials in all; best whole generations.")] = 60,
    seed: Seed = "0",
    jobs: Jobs = 1,
    population: Annotated[
        int | None, typer.Option(min=2, help="Trials a generation, by default 4 + 3 ln(params).")
    ] = None,
    method: Annotated[
        str,
        typer.Option(help="cma: CMA-ES looks for the best. surface: how much does each matter?"),
    ] = "cma",
    engine: EngineName = "auto",
    as_json: AsJson = False,
) -> None:
    """Find good values for a tactic's options by duels: CMA-ES, or a response surface.

    All trials of a generation play the same walls; each generation has new ones. Ctrl-C prints the
    result so far, and the same command resumes, also with more trials.
    """
    from rich.console import Console

    from mj_lab.core.runner.named import engine_of
    from mj_lab.measure.tune.duels import Arena, Duels
    from mj_lab.measure.tune.log import Log
    from mj_lab.measure.tune.loop import METHODS, Plan, run_tuning
    from mj_lab.measure.tune.optimiser import default_population
    from mj_lab.measure.tune.parameters import check_parameters, parameter_of
    from mj_lab.measure.tune.tuning_text import Lines, print_tuning, tuning_summary

    if not isinstance(walls, int):
        raise ValueError("--walls is a number: all trials of a generation play the seed's walls")
    parameters = tuple(map(parameter_of, param))
    check_parameters(tactic, parameters)
    if method not in METHODS:
        raise ValueError(f"--method is one of {', '.join(METHODS)}, not {method:.80}")
    size = population or default_population(len(parameters))
    plan, duels = (
        Plan(parameters, size, _SPREAD, seed, method),
        Duels(tactic, tuple(against), walls),
    )
    said: list[str] = []
    workers = engine_of(engine, duels.setup(seed, ({},)), jobs, said.append)
    lines = Lines(Console(stderr=True), trials)
    settings = {**duels.settings(), **plan.settings(), plan.method: plan.optimiser().version}
    with Log(store, settings) as log:
        for line in said:
            print(f"mj: {line}", file=sys.stderr)
        tuning = run_tuning(plan, log, Arena(duels, workers), trials, lines)
    if as_json:
        print(json.dumps(tuning_summary(tuning, duels, trials), ensure_ascii=False, indent=1))
    else:
        print_tuning(Console(), tuning, duels)
    if not tuning.complete:
        print(
            f"mj: interrupted; {len(tuning.trials)} of {trials} trials are in {store},"
            " the same command resumes",
            file=sys.stderr,
        )
        raise typer.Exit(_INTERRUPTED)
