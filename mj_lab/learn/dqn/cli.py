"""The command `mj learn dqn`; whatever is heavy is imported when it runs."""

from __future__ import annotations

import os
from contextlib import closing
from typing import TYPE_CHECKING, Annotated

import typer

from mj_lab.learn.dqn.plan import taught_plan
from mj_lab.learn.settings import settings_help, with_settings
from mj_lab.learn.taught_options import (
    Changes,
    Device,
    GamesEngine,
    RunFolder,
    check_engine,
    check_fast_table,
)
from mj_lab.options import Jobs, Seed

if TYPE_CHECKING:
    from mj_lab.learn.dqn.rounds import Rounds
    from mj_lab.learn.run.workers import Workers


def register(app: typer.Typer) -> None:
    """Add the command to `mj learn`."""
    app.command(epilog=settings_help(taught_plan()))(dqn)


def dqn(
    folder: RunFolder,
    rounds: Annotated[int, typer.Option(min=1, help="How many rounds; more can follow.")] = 10,
    changes: Changes = None,
    seed: Seed = "0",
    engine: GamesEngine = "fast",
    jobs: Jobs = 1,
    device: Device = "auto",
) -> None:
    """Teach the network of the tactic expectimax; the same command goes on where it was stopped.

    In the folder: q.mjw to play by (expectimax@weights=PATH), last.pt and the games of the replay
    to go on from, tensorboard/. On a CPU neither where it plays nor how often it was stopped
    changes a weight.
    """
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    from mj_lab.learn.needs import check_needs, device_named

    check_needs("torch", "tensorboard")
    check_fast_table()
    check_engine(engine)
    plan = with_settings(taught_plan(seed), changes)
    import torch

    from mj_lab.learn.dqn.rounds import Rounds
    from mj_lab.learn.run.workers import workers_at

    torch.set_num_threads(1)
    run = Rounds(folder, plan, device_named(device))
    with closing(workers_at(engine, jobs, processes=True)) as workers:
        _rounds(run, rounds, workers)


def _rounds(run: Rounds, rounds: int, workers: Workers) -> None:
    from mj_lab.learn.training.stepping import step_on

    def line_of(told: dict[str, float], seconds: float) -> str:
        return (
            f"loss {told['loss']:.4f}, Q {told['q']:.2f} and at best {told['best_q']:.2f} where it"
            f" came to {told['came']:.2f}, {told['decisions']:.0f} decisions, {seconds:.0f} s"
        )

    step_on(
        run.folder, "dqn", "round", rounds, lambda: run.done, lambda: run.step(workers), line_of
    )
