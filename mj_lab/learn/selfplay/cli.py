"""The command `mj learn selfplay`; whatever is heavy is imported when it runs."""

from __future__ import annotations

import os
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mj_lab.learn.selfplay.plan import SelfPlayPlan
from mj_lab.learn.settings import settings_help, with_settings
from mj_lab.learn.taught_options import (
    Changes,
    Device,
    GamesEngine,
    RunFolder,
    Steps,
    check_engine,
    check_fast_table,
)
from mj_lab.options import Jobs, Seed, seed_number

if TYPE_CHECKING:
    from mj_lab.learn.selfplay.self_play import SelfPlayRun
    from mj_lab.learn.selfplay.workers import GameWorkers


def register(app: typer.Typer) -> None:
    """Add the command to `mj learn`."""
    app.command(epilog=settings_help(SelfPlayPlan()))(selfplay)


def selfplay(
    folder: RunFolder,
    start: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="MODEL",
            help="Begin with these weights: .mjw, or a training; else net's own.",
        ),
    ] = None,
    steps: Steps = 20,
    changes: Changes = None,
    seed: Seed = "0",
    engine: GamesEngine = "fast",
    jobs: Jobs = 1,
    device: Device = "auto",
) -> None:
    """Teach the network of the tactic net by games with itself; the same command goes on.

    The policy gradient with importance weights, the entropy held at a target. In the folder:
    net.mjw to play by (net@weights=PATH), last.pt to go on from, tensorboard/. On a CPU neither
    where it plays nor how often it was stopped changes a weight.
    """
    # Read when PyTorch is loaded: threads that wait are not to spin where other programs run.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    from mj_lab.learn.needs import check_needs, device_named

    check_needs("torch", "tensorboard")
    check_fast_table()
    check_engine(engine)
    plan = with_settings(SelfPlayPlan(seed=seed), changes)
    import torch

    from mj_lab.learn.run.workers import workers_at
    from mj_lab.learn.selfplay.self_play import SelfPlayRun, run_options, start_of
    from mj_lab.learn.selfplay.workers import GameWorkers

    torch.set_num_threads(1)
    plan = replace(plan, learner=run_options(plan.learner, seed_number(seed)))
    place = device_named(device)
    run = SelfPlayRun(folder, plan, start_of(start), place)
    with closing(GameWorkers(workers_at(engine, jobs, processes=True), place)) as workers:
        _self_play(run, steps, workers)


def _self_play(run: SelfPlayRun, steps: int, workers: GameWorkers) -> None:
    from mj_lab.learn.selfplay.workers import AGAINST_START
    from mj_lab.learn.training.stepping import step_on

    plan = run.plan
    games = plan.games + len(AGAINST_START) * plan.pairs

    def line_of(told: dict[str, float], seconds: float) -> str:
        score = f" {told['score']:+.2f} points a game over the start," if "score" in told else ""
        guessed = f" value loss {told['value_loss']:.3f}," if "value_loss" in told else ""
        return (
            f"KL {told['kl']:.4f}, entropy {told['entropy']:.3f}, alpha {told['alpha']:+.4f},"
            f"{guessed}{score} {games / seconds:.1f} games a second"
        )

    step_on(
        run.folder, "selfplay", "step", steps, lambda: run.steps,
        lambda: run.step(workers), line_of,
    )  # fmt: skip
